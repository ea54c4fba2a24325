/*
 * encoded_words.h - text of a mail's header beyond ASCII (RFC 2047): "=?utf-8?q?Caf=C3=A9?=".
 */
#ifndef TR_ENCODED_WORDS_H
#define TR_ENCODED_WORDS_H

#include "base/buf.h"

/* The encoding that the value [len] of a field was written in. */
typedef struct tr_words_form {
    bool encoded; /* it has encoded words; else raw bytes, if any are beyond ASCII */
    bool base64;  /* the first of them is in base64 */
    bool raw;     /* it has bytes beyond ASCII */
} tr_words_form;

/* Appends the text of a value in UTF-8, its folds made blanks.  False if an encoded word has a
 * charset that is not known, or bytes that are not of it. */
bool tr_encoded_words_decode(const char *value, size_t len, tr_words_form *form, tr_buf *out);

/* Appends text [len] in UTF-8 as a value that begins in a column of its line, counted from 0; long
 * lines are folded with `eol`. */
void tr_encoded_words_encode(const char *text, size_t len, const tr_words_form *form, size_t column,
                             const char *eol, tr_buf *out);

#endif
