/*
 * transfer_encoding.h - transfer encodings of a mail's parts (RFC 2045): bytes as they are, in
 * base64, or as quoted-printable.
 */
#ifndef TR_TRANSFER_ENCODING_H
#define TR_TRANSFER_ENCODING_H

#include "base/buf.h"

enum tr_transfer_encoding {
    TR_TRANSFER_PLAIN,
    TR_TRANSFER_QUOTED,
    TR_TRANSFER_BASE64,
    TR_TRANSFER_JSON, /* no mail's */
    TR_TRANSFER_UNKNOWN
};

/* The encoding of this name [len]; 7bit, 8bit and binary are plain. */
enum tr_transfer_encoding tr_transfer_find(const char *name, size_t len);

/* Appends what `raw` [size] carries.  False if it is not of the encoding. */
bool tr_transfer_decode(enum tr_transfer_encoding transfer, const char *raw, size_t size,
                        tr_buf *out);

/* Appends bytes [n] as they are carried, in lines as long as `raw` [size] has, which carried other
 * bytes before.  A line of text that `raw` has, too, stays as it is there. */
void tr_transfer_encode(enum tr_transfer_encoding transfer, const char *raw, size_t size,
                        const char *bytes, size_t n, tr_buf *out);

#endif
