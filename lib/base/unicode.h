/*
 * unicode.h - normal forms and classes of characters, by libutf8proc.
 */
#ifndef TR_UNICODE_H
#define TR_UNICODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

enum tr_normal_form { TR_FORM_NONE, TR_FORM_NFC, TR_FORM_NFKC, TR_FORM_NFD, TR_FORM_NFKD };

/* Bytes of the first stretch of valid UTF-8 `text` (len >= 1) that normalises by itself: a
 * character with all that combines with it.  `form` is none but TR_FORM_NONE.  Stretches end after
 * 32 characters, so that a flood of combining marks takes linear time; UAX 15 allows 30. */
size_t tr_unicode_segment(int form, const char *text, size_t len);

/* Appends a normal form of valid UTF-8, segment by segment; on failure sets out->failed. */
void tr_unicode_normalize(int form, const char *text, size_t len, tr_buf *out);

/* The Supplementary Private Use Area-A. */
enum { TR_PRIVATE_FIRST = 0xF0000, TR_PRIVATE_LAST = 0xFFFFD };

/* White space: Unicode White_Space, and U+FEFF. */
bool tr_is_space(int32_t c);
static inline bool tr_is_no_space(int32_t c)
{
    return !tr_is_space(c);
}
/* Unicode White_Space alone. */
static inline bool tr_is_white(int32_t c)
{
    return c != 0xFEFF && tr_is_space(c);
}
/* General category Cc: U+0000-001F, 007F-009F. */
bool tr_is_control(int32_t c);
/* General category C: control, format, private use, surrogate and unassigned. */
bool tr_is_other(int32_t c);
/* Format characters that show nothing: soft hyphens, blanks of no width, joiners, marks of
 * direction, isolates, tags; and U+034F.  U+FEFF is white space. */
bool tr_is_unseen(int32_t c);
bool tr_is_letter(int32_t c); /* L* and M* */
static inline bool tr_is_no_letter(int32_t c)
{
    return !tr_is_letter(c);
}
/* True if text [begin, end) has a letter; no text has none. */
bool tr_has_letter(const char *text, size_t begin, size_t end);
/* Emoji and their parts: Extended_Pictographic from U+231A on, flags' letters and skin tones.  Not
 * the signs before, as U+00A9 and U+2122, which are set as letters are. */
bool tr_is_picture(int32_t c);
/* Bytes of the grapheme cluster that valid UTF-8 text [len], len >= 1, begins with. */
size_t tr_unicode_grapheme(const char *text, size_t len);
/* Columns of a character on a screen, 0 to 2. */
size_t tr_char_width(int32_t c);
bool tr_is_digit(int32_t c); /* Nd */
static inline bool tr_is_alnum(int32_t c)
{
    return tr_is_letter(c) || tr_is_digit(c);
}
static inline bool tr_is_no_alnum(int32_t c)
{
    return !tr_is_alnum(c);
}
/* 0 to 9. */
static inline bool tr_is_ascii_digit(int32_t c)
{
    return c >= '0' && c <= '9';
}
bool tr_is_number(int32_t c);         /* N* */
bool tr_is_word_character(int32_t c); /* \w of UTS #18: letters, marks, digits, joiners */
bool tr_is_mark(int32_t c);           /* M* */
bool tr_is_sign(int32_t c);           /* numbers and signs: Nl, No, Sc, Sm, So */
bool tr_is_currency(int32_t c);       /* Sc */
/* A character that is another one in another form, to which NFKC changes it: ﬁ, 𝑓, ᵢ, ℓ, ″. */
bool tr_is_styled(int32_t c);
bool tr_is_styled_letter(int32_t c);
bool tr_is_raised_letter(int32_t c); /* a styled letter that is raised or lowered */
bool tr_is_lower(int32_t c);         /* Ll */
bool tr_is_upper(int32_t c);         /* Lu, Lt */

/* The character in the other case; itself if it has none. */
int32_t tr_to_lower(int32_t c);
int32_t tr_to_upper(int32_t c);

/* The character that is left of one without what combines with it, as "e" of "é"; itself if
 * nothing does. */
int32_t tr_without_accents(int32_t c);

/* Appends text less its control characters, but for white space, and for colours and styles of
 * terminals (ECMA-48: ESC, "[", digits, ";" and ":", "m"), which change nothing else. */
void tr_unicode_add_visible(tr_buf *out, const char *text, size_t len);

#endif
