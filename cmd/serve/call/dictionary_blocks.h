/* dictionary_blocks.h - what a dictionary has of a word, in the form of Google Translate. */
#ifndef DICTIONARY_BLOCKS_H
#define DICTIONARY_BLOCKS_H

#include "serve/call/call.h"

/* A block for each part of speech, if the parameter "dt" wants "bd": an object {pos, terms, entry,
 * base_form, pos_enum}, or an array of the same.  NULL: there are no blocks. */
cJSON *dictionary_blocks(const call *c, const char *from, const char *to, tr_string text,
                         bool objects);

#endif
