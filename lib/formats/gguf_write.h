/*
 * gguf_write.h - writes a GGUF file: the metadata and the table of tensors first, then the data of
 * every tensor in the order of the table, so that a large model is never in memory at once.
 */
#ifndef TR_GGUF_WRITE_H
#define TR_GGUF_WRITE_H

#include "base/buf.h"
#include "formats/gguf.h"

typedef struct tr_gguf_writer tr_gguf_writer;

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

/* A value of another file as it is; not of the keys that tr_gguf_begin_data() adds: the writer has
 * its own. */
void tr_gguf_put_value(tr_gguf_writer *w, const tr_gguf_value *value);
void tr_gguf_declare(tr_gguf_writer *w, const char *name, int type, unsigned n_dims,
                     const uint64_t *dims); /* outermost first */

/* Writes what was put and declared.  Adds "general.alignment", and "nmt.sha256", a string of 64
 * hexadecimal digits which tr_gguf_finish() fills in: the SHA-256 of the bytes from the first
 * tensor's first to the last tensor's last. */
int tr_gguf_begin_data(tr_gguf_writer *w, tr_error *err);

/* The next tensor's data, all of it; `size` must be what its declaration says. */
int tr_gguf_write(tr_gguf_writer *w, const void *data, size_t size, tr_error *err);

/* Writes a tensor in pieces, one after the other: `size` is at most what is left of the tensor. */
int tr_gguf_write_part(tr_gguf_writer *w, const void *data, size_t size, tr_error *err);

/* Checks that every declared tensor was written.  The file can be read then, by the path that
 * tr_gguf_unfinished_path() adds to `path`. */
int tr_gguf_complete(tr_gguf_writer *w, tr_error *err);
void tr_gguf_unfinished_path(const tr_gguf_writer *w, tr_buf *path);

/* Another value for a number that was put, once the file is complete. */
int tr_gguf_replace_u32(tr_gguf_writer *w, const char *key, uint32_t value, tr_error *err);
int tr_gguf_replace_f32(tr_gguf_writer *w, const char *key, float value, tr_error *err);

/* Completes the file, gives it its name, and frees the writer. */
int tr_gguf_finish(tr_gguf_writer *w, tr_error *err);

#endif
