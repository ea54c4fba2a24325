/*
 * moses_join.h - text of words, as detokenizer.perl of Moses writes it: marks go to the word before
 * or behind them, "@-@" between words is a hyphen, and quotation marks open and close by turns.
 */
#ifndef TR_MOSES_JOIN_H
#define TR_MOSES_JOIN_H

#include "base/buf.h"
#include "text/moses/moses.h"

/* Puts characters in the place of "&apos;" and the like, in text [len], whose new length it
 * returns. */
size_t tr_moses_unescape(char *text, size_t len);

/* Appends the text of valid UTF-8 words, with blanks between, which it changes.  Sets out->failed
 * out of memory. */
void tr_moses_join(const tr_moses *m, tr_buf *words, tr_buf *out);

#endif
