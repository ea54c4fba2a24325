/*
 * ascii.h - classes of single bytes, whatever the locale.  unicode.h has classes of characters.
 *
 * In valid UTF-8 a byte of 0x80 and more is part of a character that is not ASCII; a reader of
 * words, byte by byte, takes it for a part of a letter.
 */
#ifndef TR_ASCII_H
#define TR_ASCII_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static inline bool tr_ascii_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool tr_ascii_is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static inline bool tr_ascii_is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static inline bool tr_ascii_is_letter(char c)
{
    return tr_ascii_is_upper(c) || tr_ascii_is_lower(c);
}

/* A letter or a digit. */
static inline bool tr_ascii_is_alnum(char c)
{
    return tr_ascii_is_letter(c) || tr_ascii_is_digit(c);
}

/* A letter, or a byte of a character that is not ASCII. */
static inline bool tr_byte_is_letter(char c)
{
    return tr_ascii_is_letter(c) || (unsigned char)c >= 0x80;
}

/* Such a letter, a digit or an underscore. */
static inline bool tr_byte_is_word(char c)
{
    return tr_byte_is_letter(c) || tr_ascii_is_digit(c) || c == '_';
}

/* A space or a tab. */
static inline bool tr_ascii_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static inline bool tr_ascii_is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

/* White space of XML and JSON. */
static inline bool tr_ascii_is_space(char c)
{
    return tr_ascii_is_blank(c) || tr_ascii_is_line_end(c);
}

/* White space of HTML: a form feed, too. */
static inline bool tr_ascii_is_html_space(char c)
{
    return tr_ascii_is_space(c) || c == '\f';
}

static inline char tr_ascii_lower(char c)
{
    return tr_ascii_is_upper(c) ? (char)(c - 'A' + 'a') : c;
}

/* The value of a hexadecimal digit; -1 if it is none. */
static inline int tr_ascii_hex_digit(char c)
{
    if (tr_ascii_is_digit(c)) return c - '0';
    const char lower = tr_ascii_lower(c);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* Returns true if bytes [len] are ASCII alone. */
static inline bool tr_ascii_only(const char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)bytes[i] >= 0x80) return false;
    return true;
}

/* The end of the digits that begin at text [at, end). */
static inline size_t tr_ascii_skip_digits(const char *text, size_t at, size_t end)
{
    while (at < end && tr_ascii_is_digit(text[at]))
        at++;
    return at;
}

/* True if c is one of the bytes of a set, and no NUL. */
static inline bool tr_ascii_is_one_of(char c, const char *set)
{
    return c && strchr(set, c);
}

/* True if text [at, end) begins with a word. */
static inline bool tr_text_has_at(const char *text, size_t at, size_t end, const char *word)
{
    const size_t n = strlen(word);
    return end - at >= n && !memcmp(text + at, word, n);
}

#endif
