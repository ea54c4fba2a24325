#include "line/protected.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "line/capitals.h"
#include "text/placeables/identifiers.h"
#include "text/placeables/placeholders.h"

/* True if a letter is of another script than the Latin one. */
static bool is_far(int32_t c)
{
    static const struct {
        int32_t first, last;
    } latin[] = {{0, 0x36F},       {0x1D00, 0x1EFF}, {0x2000, 0x2BFF},
                 {0x2C60, 0x2C7F}, {0xA720, 0xA7FF}, {0xAB30, 0xAB6F},
                 {0xFB00, 0xFB06}, {0xFF00, 0xFF5E}, {0x1D400, 0x1D7FF}};

    for (size_t i = 0; i < sizeof latin / sizeof *latin; i++)
        if (c >= latin[i].first && c <= latin[i].last) return false;
    return tr_is_letter(c);
}

/* True if a Latin letter takes three bytes, of which a model makes something up where it does not
 * know the letter.  Those of two bytes it copies. */
static bool is_rare_latin(int32_t c)
{
    return c >= 0x1E00 && c <= 0x1EFF;
}

/* True if words of one script go on after the character. */
static bool joins(int32_t c)
{
    return c == ' ' || c == '-' || c == '\'' || c == 0x2019 || c == 0x200C || c == 0x200D;
}

/* Where the words of far letters that begin at `at` end. */
static size_t end_of_far(const char *text, size_t at, size_t end)
{
    size_t stop = at, n;
    bool joined = false;
    int32_t c;

    for (; at < end; at += n) {
        n = tr_utf8_decode(text + at, end - at, &c);
        if (is_far(c))
            stop = at + n;
        else if (joined || !joins(c))
            break;
        joined = !is_far(c);
    }
    return stop;
}

/* The replacement of bytes that are no text, which normalizers drop. */
static bool is_lost(int32_t c)
{
    return c == 0xFFFD;
}

/* The word of letters around the one at `at`, in text [begin, end). */
static tr_span word_around(const char *text, size_t begin, size_t at, size_t end)
{
    tr_span word = {at, at};
    int32_t c;

    for (size_t before; word.begin > begin; word.begin = before) {
        before = tr_char_before(text, begin, word.begin, &c);
        if (!tr_is_letter(c) && !is_lost(c)) break;
    }
    for (size_t n; word.end < end; word.end += n) {
        n = tr_utf8_decode(text + word.end, end - word.end, &c);
        if (!tr_is_letter(c) && !is_lost(c)) break;
    }
    return word;
}

/* Characters that normalizers turn into digits or letters: ², ½, ⁶, ₂, ™. */
static bool has_raised_digit(int32_t c)
{
    return c == 0xB2 || c == 0xB3 || c == 0xB9 || (c >= 0xBC && c <= 0xBE) ||
           (c >= 0x2070 && c <= 0x208E) || c == 0x2122 || (c >= 0x2150 && c <= 0x215F);
}

static bool is_plain_digit(const char *text, size_t at, size_t end)
{
    return at < end && tr_ascii_is_digit(text[at]);
}

/* Returns the word that the raised character at `at` belongs to, in text [begin, end): 10², m²,
 * CO₂, 2.5².  A mark of a footnote belongs to no word: the span is empty where one is before it. */
static tr_span raised_around(const char *text, size_t begin, size_t at, size_t end)
{
    enum { LONGEST_UNIT = 4 };
    tr_span word = {at, at};
    size_t n_letters = 0;
    int32_t raised, c;

    tr_utf8_decode(text + at, end - at, &raised);
    for (size_t before; word.begin > begin; word.begin = before) {
        before = tr_char_before(text, begin, word.begin, &c);
        const bool mark = (c == '.' || c == ',') && is_plain_digit(text, word.begin, at) &&
                          before > begin && is_plain_digit(text, before - 1, before);
        if (!tr_is_letter(c) && !tr_is_digit(c) && !has_raised_digit(c) && !mark) break;
        n_letters += tr_is_letter(c);
    }
    for (size_t n; word.end < end; word.end += n) {
        n = tr_utf8_decode(text + word.end, end - word.end, &c);
        if (!tr_is_letter(c) && !tr_is_digit(c) && !has_raised_digit(c)) break;
    }
    return n_letters > LONGEST_UNIT && raised != 0x2122 ? (tr_span){at, at} : word;
}

/* A candidate: its span, and those of its letters that have to be unknown, if any. */
typedef struct candidate {
    tr_span words, telling;
} candidate;

/* The first one whose telling letters are in text [from, end), and that begins at `low` or later;
 * false where there is none. */
static bool next_candidate(const char *text, size_t low, size_t from, size_t end, candidate *found)
{
    enum { RAISED_BYTE = 0xC2, FIRST_FAR_BYTE = 0xCD }; /* U+00B2, U+0370 begin with them */
    int32_t c;

    for (size_t at = from, n; at < end; at += n) {
        const unsigned char first = (unsigned char)text[at];
        n = 1;
        if (first < FIRST_FAR_BYTE && first != RAISED_BYTE) continue;
        n = tr_utf8_decode(text + at, end - at, &c);
        if (has_raised_digit(c)) {
            found->words = raised_around(text, low, at, end);
            found->telling = (tr_span){found->words.end, found->words.end};
            if (found->words.begin < found->words.end) return true;
        }
        found->telling = (tr_span){at, at + n};
        if (is_far(c)) {
            found->telling.end = end_of_far(text, at, end);
            found->words = found->telling;
            return true;
        }
        if (!is_rare_latin(c) && !is_lost(c)) continue;
        found->words = word_around(text, low, at, end);
        return true;
    }
    return false;
}

/* True if the tokenizer knows none of the letters, as when there are none.  A first one that is a
 * piece answers for all. */
static int are_unknown(tr_chunks *chunks, const char *text, tr_span far, bool *unknown,
                       tr_error *err)
{
    const tr_tokenizer *const t = chunks->tokenizer;
    const char *const letters = text + far.begin;
    const size_t len = far.end - far.begin;
    int32_t c;
    size_t n = 0;

    *unknown = len == 0 || !tr_tokenizer_knows(t, letters, tr_utf8_decode(letters, len, &c));
    if (len == 0 || !*unknown) return 0;
    const int rc =
        tr_tokenizer_encode(t, letters, len, &chunks->ids, &chunks->ids_capacity, &n, err);
    *unknown = rc == 0 && !tr_tokenizer_any_letter(t, chunks->ids, n);
    return rc;
}

static int add_protected(tr_protected *h, tr_span one, tr_error *err)
{
    void *list = h->list;
    if (tr_reserve(&list, &h->capacity, h->n + 1, sizeof *h->list) < 0) return tr_fail_memory(err);
    h->list = list;
    h->list[h->n++] = one;
    return 0;
}

/* The foreign words of text [begin, end), in which there is no placeholder. */
static int add_foreign(tr_protected *h, tr_chunks *chunks, const char *text, size_t begin,
                       size_t end, tr_error *err)
{
    candidate c;
    size_t from = begin;
    bool unknown = false;
    int rc = 0;

    while (rc == 0 && next_candidate(text, begin, from, end, &c)) {
        rc = are_unknown(chunks, text, c.telling, &unknown, err);
        from = unknown ? c.words.end : c.telling.end;
        if (rc < 0 || !unknown) continue;
        begin = from;
        h->foreign = true;
        rc = add_protected(h, c.words, err);
    }
    return rc;
}

/* The placeholders and foreign words of text [begin, end), in which there is no name. */
static int protect_placeholders(tr_protected *h, tr_chunks *chunks, const char *text, size_t begin,
                                size_t end, tr_error *err)
{
    tr_span p;
    int rc = 0;

    for (; rc == 0 && tr_placeholder_next(text, end, begin, &p); begin = p.end) {
        rc = add_foreign(h, chunks, text, begin, p.begin, err);
        if (rc == 0) rc = add_protected(h, p, err);
    }
    return rc < 0 ? rc : add_foreign(h, chunks, text, begin, end, err);
}

int tr_protected_find(tr_protected *h, tr_chunks *chunks, const char *text, size_t begin,
                      size_t end, tr_error *err)
{
    const bool names = !tr_capitals_are(text + begin, end - begin);
    tr_span name, around = {begin, begin};
    int rc = 0;

    h->n = 0;
    h->foreign = false;
    for (; names && rc == 0 && tr_identifier_next(text, end, begin, &name); begin = name.end) {
        if (tr_placeholder_holds(text, end, begin, name, &around)) name = around;
        rc = protect_placeholders(h, chunks, text, begin, name.begin, err);
        if (rc == 0) rc = add_protected(h, name, err);
    }
    return rc < 0 ? rc : protect_placeholders(h, chunks, text, begin, end, err);
}

void tr_protected_free(tr_protected *h)
{
    free(h->list);
    *h = (tr_protected){0};
}
