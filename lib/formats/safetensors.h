/*
 * safetensors.h - named arrays of numbers in .safetensors files, whole or in shards.
 *
 * The format: the length of a header (u64), the header, a JSON object that gives each array's
 * type, shape and place, and the data.  As in the reference implementation, the arrays cover the
 * data without gap or overlap.  Up to four dimensions.
 */
#ifndef TR_SAFETENSORS_H
#define TR_SAFETENSORS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/region.h"
#include "formats/bundle.h"
#include "formats/elements.h"

enum { TR_SAFETENSOR_MAX_DIMS = 4, TR_SAFETENSOR_MAX_NAME = 255 };

typedef struct tr_safetensors_shard {
    const char *path; /* for messages */
    const char *name; /* in the bundle; NULL: the bytes are the caller's */
    tr_file file;
    size_t data;      /* where the data begin in the file */
    bool is_unpacked; /* of an archive: there is no file at `path` */
} tr_safetensors_shard;

typedef struct tr_safetensor {
    const char *name;
    const char *type; /* as the file has it: "F32", "BF16", "I64", ... */
    int element;      /* enum tr_element_type, or -1 for those that are not read */
    unsigned n_dims;
    uint64_t dims[TR_SAFETENSOR_MAX_DIMS]; /* outermost first */
    size_t n;                              /* elements: the product of dims, 1 without any */
    uint64_t begin, end;                   /* bytes of the shard's data */
    tr_safetensors_shard *shard;
} tr_safetensor;

typedef struct tr_safetensors {
    tr_safetensors_shard *shards;
    size_t n_shards;
    tr_safetensor *tensors; /* ascending by name */
    size_t n_tensors, capacity;
    tr_region memory;
} tr_safetensors;

/* Maps one file of a bundle and reads its header.  TR_EIO, TR_EFORMAT, TR_EUNSUPPORTED, TR_ENOMEM;
 * *s is closed again on failure. */
int tr_safetensors_open(tr_safetensors *s, const tr_bundle *b, const char *name, tr_error *err);

/* The same of bytes that outlive *s; `path` is for messages. */
int tr_safetensors_open_bytes(tr_safetensors *s, const unsigned char *data, size_t size,
                              const char *path, tr_error *err);

/* The same of all files that an index (model.safetensors.index.json) names, which lie beside it,
 * and nowhere else. */
int tr_safetensors_open_index(tr_safetensors *s, const tr_bundle *b, const char *name,
                              tr_error *err);

void tr_safetensors_close(tr_safetensors *s);

/* NULL when there is none of that name. */
const tr_safetensor *tr_safetensors_find(const tr_safetensors *s, const char *name);

/* Elements first .. first + n - 1 of `t`, laid out as an array of their own.  TR_EFORMAT for other
 * types than floats and for numbers that are not finite; TR_EIO.  Pages of the file do not gather
 * in memory. */
int tr_safetensors_floats(const tr_safetensor *t, size_t first, size_t n,
                          const tr_element_layout *layout, float *out, tr_error *err);

/* True if two arrays have the same type, shape and bytes. */
bool tr_safetensors_equal(const tr_safetensor *a, const tr_safetensor *b);

#endif
