/* base64.h - bytes as letters and digits (RFC 4648). */
#ifndef TR_BASE64_H
#define TR_BASE64_H

#include "base/buf.h"

/* Appends base64 of bytes [n] without line ends. */
void tr_base64_encode(const char *bytes, size_t n, tr_buf *out);

/* Appends the bytes of text [size], which may have line ends and blanks.  False if it is none. */
bool tr_base64_decode(const char *text, size_t size, tr_buf *out);

#endif
