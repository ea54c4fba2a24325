/*
 * gguf_read.h - opens a GGUF file.
 *
 * The reader maps the file and checks every length, count, offset, name, type and shape against
 * it before anything is used; tensors that overlap, tensors that are not TR_GGUF_ALIGN-aligned in
 * the file, and bytes after the last one are refused.  It never looks at tensor data; that is what
 * tr_gguf_verify() is for.
 */
#ifndef TR_GGUF_READ_H
#define TR_GGUF_READ_H

#include "formats/gguf.h"

/* TR_EIO, TR_EFORMAT, TR_EVERSION, TR_EUNSUPPORTED, TR_ENOMEM; *g is closed again on failure. */
int tr_gguf_open(tr_gguf *g, const char *path, tr_error *err);

/* Opens a file of another program, which may have any alignment from 8 on, and tensors of ggml's
 * types: F32, F16, BF16 and Q8_0. */
int tr_gguf_open_foreign(tr_gguf *g, const char *path, tr_error *err);
void tr_gguf_close(tr_gguf *g);

/* Compares the tensor data with the key nmt.sha256.  TR_EFORMAT: damaged, or there is no key. */
int tr_gguf_verify(const tr_gguf *g, tr_error *err);

#endif
