/* gguf_bytes.h - files made by hand, byte for byte as ggml's docs/gguf.md describes them. */
#ifndef GGUF_BYTES_H
#define GGUF_BYTES_H

#include <stdint.h>
#include <string.h>

#include "base/buf.h"
#include "formats/gguf.h"

void u32(tr_buf *b, uint32_t x);
void u64(tr_buf *b, uint64_t x);
void text(tr_buf *b, const char *s);
void header(tr_buf *b, uint64_t n_tensors, uint64_t n_values);
void key(tr_buf *b, const char *name, uint32_t type);
void alignment(tr_buf *b, uint32_t n);

/* A row of the table for a tensor of one dimension. */
void row(tr_buf *b, const char *name, uint32_t type, uint64_t n, uint64_t offset);
void pad(tr_buf *b);

/* Opens the bytes as a file, x.gguf, and frees them. */
int open_bytes(tr_buf *b, tr_gguf *g, tr_error *err);

/* Two tensors: "a" F32 [3, 2] and "b" I8 [5]; three keys. */
void small(tr_buf *b);

#endif
