/*
 * arrays.h - named arrays of numbers in files of weights, whole or in shards: safetensors' and
 * PyTorch's.
 *
 * A format lists what its files hold; the numbers stay in the file, which is mapped, until they
 * are asked for.  Up to four dimensions.
 */
#ifndef TR_ARRAYS_H
#define TR_ARRAYS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/region.h"
#include "formats/bundle.h"
#include "formats/elements.h"

enum { TR_ARRAY_MAX_DIMS = 4, TR_ARRAY_MAX_NAME = 255 };

typedef struct tr_arrays_shard {
    const char *path; /* for messages */
    const char *name; /* in the bundle; NULL: the bytes are the caller's */
    tr_file file;
    size_t data;      /* where the data begin in the file */
    bool is_unpacked; /* of an archive: there is no file at `path` */
} tr_arrays_shard;

typedef struct tr_array {
    const char *name;
    const char *type; /* as safetensors has it: "F32", "BF16", "I64", ... */
    int element;      /* enum tr_element_type, or -1 for types that are not read */
    unsigned n_dims;
    uint64_t dims[TR_ARRAY_MAX_DIMS]; /* outermost first */
    size_t n;                         /* elements: the product of dims, 1 without any */
    uint64_t begin, end;              /* bytes of the shard's data */
    bool is_view; /* elements lie apart, so many from each other in each dimension: */
    uint64_t strides[TR_ARRAY_MAX_DIMS];
    tr_arrays_shard *shard;
} tr_array;

typedef struct tr_arrays {
    tr_arrays_shard *shards;
    size_t n_shards;
    tr_array *tensors; /* ascending by name */
    size_t n_tensors, capacity;
    tr_region memory;
} tr_arrays;

/* A kind of file. */
typedef struct tr_arrays_format {
    const char *suffix; /* of the names of its files */
    /* Adds what a shard holds, with tr_arrays_add(), and sets shard->data.  TR_EFORMAT,
     * TR_EUNSUPPORTED, TR_ENOMEM. */
    int (*read)(tr_arrays *s, tr_arrays_shard *shard, tr_error *err);
} tr_arrays_format;

/* Maps one file of a bundle and lists its arrays.  TR_EIO, TR_EFORMAT, TR_EUNSUPPORTED, TR_ENOMEM;
 * *s is closed again on failure. */
int tr_arrays_open(tr_arrays *s, const tr_bundle *b, const tr_arrays_format *format,
                   const char *name, tr_error *err);

/* Reads bytes that outlive *s; `path` is for messages. */
int tr_arrays_open_bytes(tr_arrays *s, const unsigned char *data, size_t size,
                         const tr_arrays_format *format, const char *path, tr_error *err);

/* Reads all files that an index (model.safetensors.index.json) names, which lie beside it, and
 * nowhere else. */
int tr_arrays_open_index(tr_arrays *s, const tr_bundle *b, const tr_arrays_format *format,
                         const char *name, tr_error *err);

void tr_arrays_close(tr_arrays *s);

/* For formats: a new array of this name [len], to be filled in, or NULL after a failure, which
 * stands in *rc; valid until the next one is added. */
tr_array *tr_arrays_add(tr_arrays *s, tr_arrays_shard *shard, const char *name, size_t len, int *rc,
                        tr_error *err);

/* Fails for an array. */
int tr_array_refuse(const tr_array *t, int code, const char *what, tr_error *err);

/* Takes the beginning off all names, if every array has it and more; true if they had it. */
bool tr_arrays_drop_prefix(tr_arrays *s, const char *prefix);

/* NULL when there is none of that name. */
const tr_array *tr_arrays_find(const tr_arrays *s, const char *name);

/* Elements first .. first + n - 1 of `t`, laid out as an array of their own.  TR_EFORMAT for other
 * types than floats and for numbers that are not finite; TR_EIO.  Pages of the file do not gather
 * in memory. */
int tr_arrays_floats(const tr_array *t, size_t first, size_t n, const tr_element_layout *layout,
                     float *out, tr_error *err);

/* True if two arrays have the same type, shape and bytes. */
bool tr_arrays_equal(const tr_array *a, const tr_array *b);

#endif
