#include "text/placeables/kept.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"

/* Characters: the longest words of dictionaries have some 80. */

static bool is_ascii(char c)
{
    return (unsigned char)c < 0x80;
}

static bool kept_starts(const char *text, const tr_span *word, const char *with)
{
    const size_t n = strlen(with);
    return word->end - word->begin > n && !memcmp(text + word->begin, with, n);
}

/* Where the word has `mark` inside, not at its start or end; word->end if nowhere. */
static size_t find_within(const char *text, const tr_span *word, const char *mark)
{
    const size_t n = strlen(mark);
    for (size_t i = word->begin + 1; i + n < word->end; i++)
        if (!memcmp(text + i, mark, n)) return i;
    return word->end;
}

/* Where scheme://... or www.... begins within a word without marks around it; its end if there is
 * none. */
static size_t find_web_address(const char *text, const tr_span *word)
{
    const size_t mark = find_within(text, word, "://");
    size_t at = mark;

    if (mark == word->end) return kept_starts(text, word, "www.") ? word->begin : word->end;
    while (at > word->begin && tr_ascii_is_alnum(text[at - 1]))
        at--;
    return at < mark && !tr_is_letter(tr_utf8_before(text, word->begin, at)) ? at : word->end;
}

/* name@host.domain */
static bool is_mail_address(const char *text, const tr_span *word)
{
    const size_t at = find_within(text, word, "@");
    if (at == word->end) return false;
    const tr_span host = {at + 1, word->end};
    return (tr_ascii_is_alnum(text[at - 1]) || strchr("-_+", text[at - 1])) &&
           find_within(text, &host, ".") < host.end &&
           tr_ascii_only(text + word->begin, word->end - word->begin);
}

/* Where an address that begins at `at` ends in a text without blanks, in which more text follows
 * it at once: at the first byte that is not ASCII, and before marks that close what surrounds it.
 */
static size_t end_of_address(const char *text, size_t at, size_t end)
{
    size_t stop = tr_skip(text, at, end, is_ascii);

    for (; stop > at && strchr(".,;:!?'\")]}>", text[stop - 1]); stop--)
        if (text[stop - 1] == ')' && memchr(text + at, '(', stop - at)) break;
    return stop;
}

/* Sets *kept to the address that begins at `at`, with the marks that touch it where blanks set it
 * apart; false where it is none without what follows its ASCII. */
static bool keep_address(const char *text, const tr_span *word, size_t at, bool spaces,
                         tr_span *kept)
{
    if (spaces) {
        *kept = (tr_span){tr_utf8_skip_back(text, word->begin, at, tr_is_no_alnum), word->end};
        return true;
    }
    *kept = (tr_span){at, end_of_address(text, at, word->end)};
    const size_t mark = find_within(text, kept, "://");
    return mark < kept->end || kept_starts(text, kept, "www.") || is_mail_address(text, kept);
}

bool tr_is_symbol(int32_t c)
{
    return c == 0xA9 || c == 0xB6 || c == 0x203B || c == 0x2042 || (c >= 0x2190 && c < 0x2200) ||
           (c >= 0x2300 && c < 0x2440) || (c >= 0x2500 && c < 0x27C0) ||
           (c >= 0x27F0 && c < 0x2800) || (c >= 0x2900 && c < 0x2980) ||
           (c >= 0x2B00 && c < 0x2C00);
}

/* The first picture or sign of text [from, end) before white space, with what joins it: skin tones,
 * other pictures, and the pictures that follow it at once; an empty span at the white space if
 * there is none. */
static tr_span find_pictures(const char *text, size_t from, size_t end)
{
    enum { JOINER = 0x200D, EMOJI_STYLE = 0xFE0F, KEYCAP = 0x20E3 };
    tr_span pictures = {end, end};
    bool begun = false;
    int32_t c;
    size_t n;

    for (size_t at = from; at < end; at += n) {
        n = tr_utf8_decode(text + at, end - at, &c);
        if (tr_is_picture(c) || tr_is_symbol(c) ||
            (begun && (c == JOINER || c == EMOJI_STYLE || c == KEYCAP))) {
            if (!begun) pictures.begin = at;
            pictures.end = at + n;
            begun = true;
        } else if (begun) {
            break;
        } else if (tr_is_space(c)) {
            return (tr_span){at, at};
        }
    }
    return pictures;
}

bool tr_kept_next(const char *text, size_t len, size_t from, bool spaces, tr_span *kept)
{
    tr_span word;

    for (;; from = word.end) {
        word.begin = tr_utf8_skip(text, from, len, tr_is_space);
        if (word.begin == len) return false;
        *kept = find_pictures(text, word.begin, len);
        if (kept->begin == word.begin) return true;
        word.end = kept->begin; /* what is before pictures may be an address */
        *kept = word;
        if (spaces &&
            tr_utf8_count(text + word.begin, word.end - word.begin) > TR_LONGEST_KEPT_WORD)
            return true;
        const size_t first = tr_utf8_find(text, word.begin, word.end, tr_is_alnum);
        const tr_span name = {first, tr_utf8_skip_back(text, first, word.end, tr_is_no_alnum)};
        size_t at = find_web_address(text, &name);
        if (at == name.end && is_mail_address(text, &name)) at = name.begin;
        if (at < name.end && keep_address(text, &word, at, spaces, kept)) return true;
    }
}
