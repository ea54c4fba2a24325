/* vocab_json.h - an object of ids by piece, or an array of pieces, in JSON. */
#ifndef TR_VOCAB_JSON_H
#define TR_VOCAB_JSON_H

#include "import/vocab_list.h"

/* Adds the pieces of the file text [size].  TR_EFORMAT, TR_ENOMEM. */
int tr_vocab_read_json(tr_vocab_list *list, const char *text, size_t size);

#endif
