/*
 * gguf.h - the GGUF version 3 container: typed metadata, a table of tensors, aligned data, and the
 * look-ups in an open one (gguf_read.h).
 * (ggml's docs/gguf.md.)  Little-endian files on little-endian machines.
 */
#ifndef TR_GGUF_H
#define TR_GGUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/file.h"

enum { TR_GGUF_ALIGN = 64, TR_GGUF_MAX_DIMS = 4 };

/* Types of metadata values, as numbered in the file. */
enum tr_gguf_type {
    TR_GGUF_UINT8,
    TR_GGUF_INT8,
    TR_GGUF_UINT16,
    TR_GGUF_INT16,
    TR_GGUF_UINT32,
    TR_GGUF_INT32,
    TR_GGUF_FLOAT32,
    TR_GGUF_BOOL,
    TR_GGUF_STRING,
    TR_GGUF_ARRAY,
    TR_GGUF_UINT64,
    TR_GGUF_INT64,
    TR_GGUF_FLOAT64
};

/* Types of tensor elements, as numbered in the file (ggml_type).  Others are refused.  The types in
 * the second line are ggml's own, in files of other programs. */
enum tr_tensor_type {
    TR_TENSOR_F32 = 0,
    TR_TENSOR_I8 = 24,
    TR_TENSOR_I32 = 26,
    TR_TENSOR_F16 = 1,
    TR_TENSOR_Q8_0 = 8, /* blocks: a scale in float16, and 32 int8 that it is for */
    TR_TENSOR_BF16 = 30
};
enum { TR_Q8_0_BLOCK = 32, TR_Q8_0_SIZE = 34 }; /* elements, bytes */

typedef struct tr_gguf_value {
    char *key;                  /* owned, NUL-terminated */
    int type, element_type;     /* enum tr_gguf_type; the latter of an array */
    uint64_t n;                 /* elements of an array, bytes of a string, else 1 */
    const unsigned char *bytes; /* in the file, unaligned; after the count of an array */
    size_t size;                /* of the value at `bytes` */
} tr_gguf_value;

typedef struct tr_gguf_tensor {
    char *name;                      /* owned, NUL-terminated */
    int type;                        /* enum tr_tensor_type */
    unsigned n_dims;                 /* 1..4 */
    uint64_t dims[TR_GGUF_MAX_DIMS]; /* outermost first (the file lists them the other way) */
    uint64_t offset;                 /* of `data`, from the start of the file */
    const void *data;                /* in the mapping; TR_GGUF_ALIGN-aligned in our files */
    size_t size;                     /* bytes */
} tr_gguf_tensor;

typedef struct tr_gguf {
    tr_file file;
    tr_file_watch watch; /* of the file */
    char *path;          /* for messages */
    bool is_foreign;     /* another program's */
    tr_gguf_value *values;
    tr_gguf_tensor *tensors;
    size_t n_values, n_tensors;     /* both in the file's order; the look-ups' follow */
    const tr_gguf_value **by_key;   /* [n_values] */
    const tr_gguf_tensor **by_name; /* [n_tensors] */
} tr_gguf;

/* NULL when there is none of that name. */
const tr_gguf_value *tr_gguf_find(const tr_gguf *g, const char *key);
const tr_gguf_tensor *tr_gguf_find_tensor(const tr_gguf *g, const char *name);

/* Typed look-ups of required keys; a missing key or one of another type is TR_EFORMAT and names
 * it.  Any unsigned or signed integer type serves where the value fits. */
int tr_gguf_u32(const tr_gguf *g, const char *key, uint32_t *out, tr_error *err);
int tr_gguf_f32(const tr_gguf *g, const char *key, float *out, tr_error *err);
int tr_gguf_bool(const tr_gguf *g, const char *key, bool *out, tr_error *err);

/* The string's bytes lie in the mapping and have no NUL: use *len.  Strings that hold a NUL or
 * are not UTF-8 are TR_EFORMAT. */
int tr_gguf_string(const tr_gguf *g, const char *key, const char **out, size_t *len, tr_error *err);

/* An array of strings is walked: `*cursor` starts at 0; false at its end.  In a file that changed
 * since it was opened, there may be more or fewer strings than array->n. */
bool tr_gguf_next_string(const tr_gguf_value *array, size_t *cursor, const char **text,
                         size_t *len);

/* Element i of an array of integers; false when it is none, or does not fit. */
bool tr_gguf_u32_at(const tr_gguf_value *array, size_t i, uint32_t *out);

/* `value` as text for people, cut to `size` bytes between two characters: numbers, strings with
 * control characters and what is not UTF-8 as \xNN, "[n x type]". */
void tr_gguf_format(const tr_gguf_value *value, char *text, size_t size);
const char *tr_gguf_type_name(int tensor_type);

/* True if text [len] may be a string's value: UTF-8 without NUL. */
bool tr_gguf_text_valid(const char *text, size_t len);

/* Longest names: tr_is_name() says what else they may be. */
enum { TR_GGUF_MAX_KEY = 65535, TR_GGUF_MAX_NAME = 63 };

/* Bytes of a tensor; 0 for a type that is unknown or a size that is 0 or does not fit. */
size_t tr_gguf_tensor_size(int type, unsigned n_dims, const uint64_t *dims);

#endif
