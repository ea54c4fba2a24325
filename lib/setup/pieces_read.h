/* pieces_read.h - the vocabulary that a model file lists. */
#ifndef TR_PIECES_READ_H
#define TR_PIECES_READ_H

#include "formats/gguf.h"
#include "text/pieces.h"

/* The strings of an array: different from each other, UTF-8.  `name` is for messages.
 * TR_EFORMAT, TR_ENOMEM; *p is empty on failure. */
int tr_pieces_read(tr_pieces *p, const tr_gguf_value *array, const char *name, tr_error *err);

#endif
