/* decoded.h - strings of catalogues and data: decoded, with the place of each byte. */
#ifndef TR_DECODED_H
#define TR_DECODED_H

#include <stdint.h>

#include "base/buf.h"

typedef struct tr_value {
    tr_buf text;
    size_t *places; /* [text.len + 1] bytes of the document, as tr_build_value() takes them */
    size_t capacity;
    bool failed; /* out of memory */
    bool lone;   /* half a character of UTF-16 */
} tr_value;

void tr_value_clear(tr_value *v);
void tr_value_free(tr_value *v);

/* Appends bytes [len] that were written at byte `place`, and on. */
void tr_value_add(tr_value *v, const char *bytes, size_t len, size_t place);
void tr_value_add_character(tr_value *v, int32_t c, size_t place);

/* The byte behind the last. */
void tr_value_end(tr_value *v, size_t place);

/* Whether it is UTF-8 without NULs, and no character was cut in two. */
bool tr_value_is_valid(const tr_value *v);

/* Whether a value means something to people: it has several words, or is one that looks like a word
 * of a language.  Names of files, colours, dates, addresses, identifiers and codes do not. */
bool tr_value_is_text(const char *text, size_t len);

#endif
