/* utf8.h - UTF-8, and what of it can be shown as it is. */
#ifndef TR_UTF8_H
#define TR_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/* Decodes one character of text [len], len >= 1: returns its length in bytes, 1..4, and sets *c;
 * or the length of the longest prefix that cannot start a valid character (at least 1), with
 * *c = -1. Overlong forms, surrogates and code points above U+10FFFF are invalid. */
size_t tr_utf8_decode(const char *text, size_t len, int32_t *c);

/* The first character of text [len], -1 if there is none or it is not valid. */
static inline int32_t tr_utf8_first(const char *text, size_t len)
{
    int32_t c = -1;
    if (len) tr_utf8_decode(text, len, &c);
    return c;
}

/* Writes the UTF-8 of a code point, 0 .. 0x10FFFF; returns its bytes. */
size_t tr_utf8_encode(int32_t c, char text[4]);

/* Bytes of the byte-order mark that text [len] begins with: 3, or 0 if there is none. */
size_t tr_utf8_mark(const char *text, size_t len);

bool tr_utf8_valid(const char *text, size_t len);

/* How many characters valid UTF-8 text [len] has. */
size_t tr_utf8_count(const char *text, size_t len);

/* Appends `text` to `out` with every invalid sequence (maximal subpart, as Unicode recommends)
 * and every NUL replaced by U+FFFD; returns how many bytes were replaced. */
size_t tr_utf8_repair(const char *text, size_t len, tr_buf *out);

/* The character before text[i], i > begin: returns where it starts and sets *c, to -1 if it is not
 * valid UTF-8. */
size_t tr_char_before(const char *text, size_t begin, size_t i, int32_t *c);

/* True if a message may show the byte: ASCII without blanks and controls. */
static inline bool tr_is_graphic(unsigned char c)
{
    return c > 0x20 && c < 0x7F;
}

/* True if text [len] may be a name in a file: 1 to `limit` bytes that a message may show. */
bool tr_is_name(const char *text, size_t len, size_t limit);

/* True if a byte of UTF-8 goes on with a character. */
static inline bool tr_utf8_is_inner(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* The character at text [*at, end), *at < end, which is passed; -1 if it is not valid UTF-8. */
int32_t tr_utf8_next(const char *text, size_t *at, size_t end);

/* The character at text [at, end), and the one before byte `at` of text [begin, ...); a blank if
 * there is none. */
int32_t tr_utf8_at(const char *text, size_t at, size_t end);
int32_t tr_utf8_before(const char *text, size_t begin, size_t at);

/* The end of the characters of a class that begin at text [at, len), and the beginning of the ones
 * that end before byte `at` of text [begin, ...). */
size_t tr_utf8_skip(const char *text, size_t at, size_t len, bool (*is)(int32_t c));
size_t tr_utf8_skip_back(const char *text, size_t begin, size_t at, bool (*is)(int32_t c));

/* Where the first character of a class begins in text [at, end); `end` if there is none. */
size_t tr_utf8_find(const char *text, size_t at, size_t end, bool (*is)(int32_t c));

#endif
