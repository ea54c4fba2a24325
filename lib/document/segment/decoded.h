/* decoded.h - strings of catalogues and data: decoded, with the place of each byte. */
#ifndef TR_DECODED_H
#define TR_DECODED_H

#include <stdint.h>

#include "base/buf.h"

typedef struct tr_decoded {
    tr_buf text;
    size_t *places; /* [text.len + 1] bytes of the document, as tr_build_value() takes them */
    size_t capacity;
    bool failed; /* out of memory */
    bool lone;   /* half a character of UTF-16 */
} tr_decoded;

void tr_decoded_clear(tr_decoded *v);
void tr_decoded_free(tr_decoded *v);

/* Appends bytes [len] that were written at byte `place`, and on. */
void tr_decoded_add(tr_decoded *v, const char *bytes, size_t len, size_t place);
void tr_decoded_add_character(tr_decoded *v, int32_t c, size_t place);

/* The byte after the last. */
void tr_decoded_end(tr_decoded *v, size_t place);

/* True if it is UTF-8 without NULs, and no character was cut in two. */
bool tr_decoded_is_valid(const tr_decoded *v);

/* True if a value means something to people: it has several words, or is one that looks like a word
 * of a language.  Names of files, colours, dates, addresses, identifiers and codes do not. */
bool tr_decoded_is_text(const char *text, size_t len);

#endif
