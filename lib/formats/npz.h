/*
 * npz.h - arrays of numpy's .npz files: a zip archive of .npy members (numpy.lib.format).
 *
 * Versions 1 to 3 of .npy, C order, little-endian, up to four dimensions.  Other byte orders,
 * Fortran order and structured types are refused.
 */
#ifndef TR_NPZ_H
#define TR_NPZ_H

#include "formats/elements.h"
#include "formats/zip.h"

enum { TR_NPY_MAX_DIMS = 4 };

typedef struct tr_npy {
    char *name;   /* owned: the member's name without ".npy" */
    char kind;    /* 'f' float, 'i' signed, 'u' unsigned, 'b' boolean */
    size_t width; /* bytes of an element */
    unsigned n_dims;
    uint64_t dims[TR_NPY_MAX_DIMS]; /* each at least 1, outermost first */
    size_t n;                       /* elements: the product of dims, 1 without any */
    size_t header;                  /* bytes of the member before the first element */
    const tr_zip_member *member;
} tr_npy;

typedef struct tr_npz {
    tr_zip zip;
    tr_npy *arrays;
    size_t n_arrays;
} tr_npz;

/* Reads every array's header in data [size], which outlives *z; `path` is for messages.
 * TR_EFORMAT, TR_EUNSUPPORTED, TR_ENOMEM; *z is closed again on failure. */
int tr_npz_open(tr_npz *z, const unsigned char *data, size_t size, const char *path, tr_error *err);
void tr_npz_close(tr_npz *z);

/* The elements of `a` to their places in `out`: float16 and float32 exactly, float64 rounded.
 * TR_EFORMAT for other types, damage, and numbers that are not finite. */
int tr_npz_floats(const tr_npz *z, const tr_npy *a, const tr_element_layout *layout, float *out,
                  tr_error *err);

/* The bytes of an array of one-byte integers: *bytes [a->n], owned by the caller, with a NUL
 * after them.  TR_EFORMAT for other types. */
int tr_npz_bytes(const tr_npz *z, const tr_npy *a, char **bytes, tr_error *err);

#endif
