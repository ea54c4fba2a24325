/* decoded.h - strings of catalogues and data: decoded, with the place of each byte. */
#ifndef TR_DECODED_H
#define TR_DECODED_H

#include <stdint.h>

#include "base/buf.h"
#include "translate.h"

/* From byte `at` of a text on, each byte stands one byte of the document after the one before it:
 * the first at `place`. */
typedef struct tr_decoded_place {
    uint32_t at, place;
} tr_decoded_place;

typedef struct tr_decoded {
    tr_buf text;
    tr_decoded_place *places; /* [n], in order */
    size_t n, capacity;
    bool failed; /* out of memory */
    bool lone;   /* half a character of UTF-16 */
} tr_decoded;

void tr_decoded_clear(tr_decoded *v);
void tr_decoded_free(tr_decoded *v);

/* Appends bytes [len] that stand at byte `place`, and on; a character that is written there in
 * another way. */
void tr_decoded_add(tr_decoded *v, const char *bytes, size_t len, size_t place);
void tr_decoded_add_character(tr_decoded *v, int32_t c, size_t place);

/* Appends the character of an escape, whose four digits are at byte `at` of text [end), with the
 * escape of its second half behind it if it has one; a half by itself, too.  The byte after it, or
 * 0 if there are no digits. */
size_t tr_decoded_add_utf16(tr_decoded *v, const char *text, size_t at, size_t end, size_t place);

/* Appends a character as such an escape, or as two, with digits in capitals or not. */
void tr_utf16_write(int32_t c, bool capitals, tr_buf *out);

/* The byte after the last. */
void tr_decoded_end(tr_decoded *v, size_t place);

/* The byte of the document where the character begins that is at byte i of the text, which has
 * some, or was ended; i <= text.len. */
size_t tr_decoded_where(const tr_decoded *v, size_t i);

/* True if it is UTF-8 without NULs, and no character was cut in two. */
bool tr_decoded_is_valid(const tr_decoded *v);

/* Notes why a reader refuses what it reads: the first reason counts.  False. */
static inline bool tr_note_wrong(const char **wrong, const char *why)
{
    if (!*wrong) *wrong = why;
    return false;
}

/* Why such a text, which is not valid, is not read. */
enum tr_unread tr_decoded_fault(const tr_decoded *v);
enum tr_unread tr_text_fault(const char *text, size_t len);

/* True if a value means something to people: it has several words, or is one that looks like a word
 * of a language.  Names of files, colours, dates, addresses, identifiers and codes do not. */
bool tr_decoded_is_text(const char *text, size_t len);

#endif
