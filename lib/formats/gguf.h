/*
 * gguf.h - the GGUF version 3 container: typed metadata, a table of tensors, aligned data.
 * (ggml's docs/gguf.md.)  Little-endian files on little-endian machines.
 *
 * The reader maps the file and checks every length, count, offset, name, type and shape against
 * it before anything is used; tensors that overlap, tensors that are not TR_GGUF_ALIGN-aligned in
 * the file, and bytes behind the last one are refused.  It never looks at tensor data.
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

/* Types of tensor elements, as numbered in the file (ggml_type).  Others are refused. */
enum tr_tensor_type { TR_TENSOR_F32 = 0, TR_TENSOR_I8 = 24, TR_TENSOR_I32 = 26 };

typedef struct tr_gguf_value {
    char *key;                  /* owned, NUL-terminated */
    int type, element_type;     /* enum tr_gguf_type; the latter of an array */
    uint64_t n;                 /* elements of an array, bytes of a string, else 1 */
    const unsigned char *bytes; /* in the file, unaligned; behind the count of an array */
    size_t size;                /* of the value at `bytes` */
} tr_gguf_value;

typedef struct tr_gguf_tensor {
    char *name;                      /* owned, NUL-terminated */
    int type;                        /* enum tr_tensor_type */
    unsigned n_dims;                 /* 1..4 */
    uint64_t dims[TR_GGUF_MAX_DIMS]; /* outermost first (the file lists them the other way) */
    uint64_t offset;                 /* of `data`, from the start of the file */
    const void *data;                /* TR_GGUF_ALIGN-aligned in the mapping */
    size_t size;                     /* bytes */
} tr_gguf_tensor;

typedef struct tr_gguf {
    tr_file file;
    char *path; /* for messages */
    tr_gguf_value *values;
    tr_gguf_tensor *tensors;
    size_t n_values, n_tensors;     /* both in the file's order; the look-ups' follow */
    const tr_gguf_value **by_key;   /* [n_values] */
    const tr_gguf_tensor **by_name; /* [n_tensors] */
} tr_gguf;

/* TR_EIO, TR_EFORMAT, TR_EVERSION, TR_EUNSUPPORTED, TR_ENOMEM; *g is closed again on failure. */
int tr_gguf_open(tr_gguf *g, const char *path, tr_error *err);
void tr_gguf_close(tr_gguf *g);

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

/* An array of strings is walked: `*cursor` starts at 0; false at its end. */
bool tr_gguf_next_string(const tr_gguf_value *array, size_t *cursor, const char **text,
                         size_t *len);

/* Element i of an array of integers; false when it is none, or does not fit. */
bool tr_gguf_u32_at(const tr_gguf_value *array, size_t i, uint32_t *out);

/* `value` as text for people, cut to `size` bytes between two characters: numbers, strings with
 * control characters and what is not UTF-8 as \xNN, "[n x type]". */
void tr_gguf_format(const tr_gguf_value *value, char *text, size_t size);
const char *tr_gguf_type_name(int tensor_type);

/* ---- Writing.  Metadata and the tensor table first, then every tensor's data in the order of
 * the table, so that a large model is never in memory at once. */

typedef struct tr_gguf_writer tr_gguf_writer;

/* Whether text [len] may be a string's value: UTF-8 without NUL. */
bool tr_gguf_text_valid(const char *text, size_t len);

/* Whether text [len] may be a key or a tensor's name: 1..limit printable ASCII characters. */
bool tr_gguf_name_valid(const char *text, size_t len, size_t limit);
enum { TR_GGUF_MAX_KEY = 65535, TR_GGUF_MAX_NAME = 63 };

/* Bytes of a tensor; 0 for a type that is unknown or a size that is 0 or does not fit. */
size_t tr_gguf_tensor_size(int type, unsigned n_dims, const uint64_t *dims);

/* The file appears as `path` on tr_gguf_finish() only. */
int tr_gguf_create(tr_gguf_writer **w, const char *path, tr_error *err);
void tr_gguf_abandon(tr_gguf_writer *w); /* NULL is allowed; removes what was written */

/* Keys and names must be unique.  Errors show up in tr_gguf_begin_data(). */
void tr_gguf_put_u32(tr_gguf_writer *w, const char *key, uint32_t value);
void tr_gguf_put_f32(tr_gguf_writer *w, const char *key, float value);
void tr_gguf_put_bool(tr_gguf_writer *w, const char *key, bool value);
void tr_gguf_put_string(tr_gguf_writer *w, const char *key, const char *value);
void tr_gguf_put_u32s(tr_gguf_writer *w, const char *key, const uint32_t *values, size_t n);
void tr_gguf_put_strings(tr_gguf_writer *w, const char *key, const char *const *values, size_t n);
void tr_gguf_declare(tr_gguf_writer *w, const char *name, int type, unsigned n_dims,
                     const uint64_t *dims); /* outermost first */

/* Writes what was put and declared.  Adds "general.alignment", and "nmt.sha256", a string of 64
 * hexadecimal digits which tr_gguf_finish() fills in: the SHA-256 of the bytes from the first
 * tensor's first to the last tensor's last. */
int tr_gguf_begin_data(tr_gguf_writer *w, tr_error *err);

/* The next tensor's data, all of it; `size` must be what its declaration says. */
int tr_gguf_write(tr_gguf_writer *w, const void *data, size_t size, tr_error *err);

/* The same in pieces, one behind the other: `size` is at most what is left of the tensor. */
int tr_gguf_write_part(tr_gguf_writer *w, const void *data, size_t size, tr_error *err);

/* Checks that every declared tensor was written, renames the file, and frees the writer. */
int tr_gguf_finish(tr_gguf_writer *w, tr_error *err);

#endif
