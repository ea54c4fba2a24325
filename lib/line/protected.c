#include "line/protected.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "line/capitals.h"
#include "text/placeables/placeables.h"

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

static bool is_joint_of_word(int32_t c)
{
    return tr_is_letter(c) || c == '-' || c == '\'' || c == 0x2019;
}

static bool surrounds_word(int32_t c)
{
    return !tr_is_letter(c) && !tr_is_digit(c) && !tr_is_sign(c) && c != '/' && c != '%';
}

/* The stretch without white space around the character at `at`, less the marks at its ends.
 * *letters: it is letters alone, as "București-based". */
static tr_span thing_around(const char *text, size_t begin, size_t at, size_t end, bool *letters)
{
    tr_span all = {at, at};
    int32_t c;

    for (size_t before; all.begin > begin; all.begin = before) {
        before = tr_char_before(text, begin, all.begin, &c);
        if (tr_is_space(c)) break;
    }
    for (size_t n; all.end < end; all.end += n) {
        n = tr_utf8_decode(text + all.end, end - all.end, &c);
        if (tr_is_space(c)) break;
    }
    for (size_t n; all.begin < at; all.begin += n) {
        n = tr_utf8_decode(text + all.begin, at - all.begin, &c);
        if (!surrounds_word(c)) break;
    }
    const size_t behind = at + tr_utf8_decode(text + at, end - at, &c);
    for (size_t before; all.end > behind; all.end = before) {
        before = tr_char_before(text, behind, all.end, &c);
        if (!surrounds_word(c)) break;
    }
    *letters = true;
    for (size_t i = all.begin, n; i < all.end && *letters; i += n) {
        n = tr_utf8_decode(text + i, all.end - i, &c);
        *letters = is_joint_of_word(c);
    }
    return all;
}

/* A sign of a currency after a blank belongs to the number before it: 9 £, 12.500,50 ₽. */
static tr_span with_amount(const char *text, size_t begin, tr_span sign)
{
    int32_t c;
    tr_span amount = sign;

    if (tr_utf8_decode(text + sign.begin, sign.end - sign.begin, &c) != sign.end - sign.begin)
        return sign;
    if (!tr_is_currency(c) || sign.begin == begin) return sign;
    amount.begin = tr_char_before(text, begin, sign.begin, &c);
    if (!tr_is_space(c)) return sign;
    for (size_t before; amount.begin > begin; amount.begin = before) {
        before = tr_char_before(text, begin, amount.begin, &c);
        if (!tr_is_digit(c) && c != '.' && c != ',' && c != '\'' && c != 0x2019) break;
    }
    while (amount.begin < sign.begin && !tr_ascii_is_digit(text[amount.begin]))
        amount.begin++;
    return amount.begin < sign.begin ? amount : sign;
}

/* A search for what the vocabulary lacks, in a text.  Stretches that were looked at are not looked
 * at again for each of their characters. */
typedef struct search {
    tr_protected *h;
    tr_chunks *chunks;
    const char *text;
    size_t begin, end;    /* words may begin at `begin` or later */
    size_t known_until;   /* the model knows letters of the far words before this byte, */
    size_t letters_until; /*   and the stretch before this one is letters alone */
    tr_error *err;
} search;

/* Where the run of characters at `at` that the vocabulary lacks ends, before `end`. */
static int end_of_lacking(const search *s, size_t at, size_t end, size_t *stop)
{
    bool has = false;
    int rc = 0;

    for (size_t n; rc == 0 && !has && at < end; at += has ? 0 : n)
        rc = tr_coverage_has(&s->h->coverage, s->chunks, s->text + at, end - at, &n, &has, s->err);
    *stop = at;
    return rc;
}

/* Letters of another script than the Latin one that begin at `at`, as many as are words of it:
 * where the model knows none of them, and else those that it lacks at its beginning. */
static int take_far(search *s, size_t at, tr_span *found, size_t *next)
{
    const tr_tokenizer *const t = s->chunks->tokenizer;
    size_t n = 0;
    int rc = 0;

    *found = (tr_span){at, s->known_until};
    if (at >= s->known_until) {
        found->end = end_of_far(s->text, at, s->end);
        rc = tr_tokenizer_encode(t, s->text + at, found->end - at, &s->chunks->ids,
                                 &s->chunks->ids_capacity, &n, s->err);
        if (rc == 0 && tr_tokenizer_any_letter(t, s->chunks->ids, n)) s->known_until = found->end;
    }
    if (rc == 0 && at < s->known_until) rc = end_of_lacking(s, at, found->end, &found->end);
    *next = found->end;
    return rc;
}

/* Quotation marks, dashes and the like: models write those of their own. */
static bool is_typographic(int32_t c)
{
    const bool is_mark = !tr_is_letter(c) && !tr_is_digit(c) && !tr_is_sign(c);
    return is_mark && (c < 0x300 || (c >= 0x2010 && c <= 0x205E));
}

/* The word or thing around the character at `at`. */
static tr_span take_thing(search *s, size_t at)
{
    if (at >= s->letters_until) {
        bool letters;
        const tr_span all = thing_around(s->text, s->begin, at, s->end, &letters);
        if (!letters) return with_amount(s->text, s->begin, all);
        s->letters_until = all.end;
    }
    return word_around(s->text, s->begin, at, s->end);
}

/* What is to be held because of the character c at `at`; an empty span if nothing is.  *next: where
 * the search goes on. */
static int take_character(search *s, int32_t c, size_t at, tr_span *found, size_t *next)
{
    bool has;
    size_t n;

    *found = (tr_span){at, at};
    if (has_raised_digit(c)) *found = raised_around(s->text, s->begin, at, s->end);
    if (is_lost(c)) *found = word_around(s->text, s->begin, at, s->end);
    if (found->end > at) *next = found->end;
    if (has_raised_digit(c) || is_lost(c)) return 0;
    if (tr_is_space(c) || tr_is_other(c) || is_typographic(c)) return 0;
    const int rc =
        tr_coverage_has(&s->h->coverage, s->chunks, s->text + at, s->end - at, &n, &has, s->err);
    if (rc < 0 || has) return rc;
    const bool in_word = at > s->begin && tr_ascii_is_alnum(s->text[at - 1]); /* as in 4.7kΩ */
    if (is_far(c) && !in_word) return take_far(s, at, found, next);
    *found = take_thing(s, at);
    *next = found->end;
    return 0;
}

static int add_protected(tr_protected *h, tr_span one, tr_error *err)
{
    void *list = h->list;
    if (tr_reserve(&list, &h->capacity, h->n + 1, sizeof *h->list) < 0) return tr_fail_memory(err);
    h->list = list;
    h->list[h->n++] = one;
    return 0;
}

/* The words of text [begin, end), in which there is no placeholder, that the model cannot spell. */
static int add_foreign(tr_protected *h, tr_chunks *chunks, const char *text, size_t begin,
                       size_t end, tr_error *err)
{
    search s = {.h = h, .chunks = chunks, .text = text, .begin = begin, .end = end, .err = err};
    tr_span found;
    int32_t c;
    int rc = 0;

    for (size_t at = begin, next; rc == 0 && at < end;) {
        const size_t n = tr_utf8_decode(text + at, end - at, &c);
        next = at + n;
        if (n > 1) rc = take_character(&s, c, at, &found, &next);
        if (rc == 0 && n > 1 && found.begin < found.end) {
            h->foreign = true;
            rc = add_protected(h, found, err);
            s.begin = found.end;
        }
        at = next > at ? next : at + n;
    }
    return rc;
}

int tr_protected_find(tr_protected *h, tr_chunks *chunks, const char *text, size_t begin,
                      size_t end, tr_error *err)
{
    const bool capitals = tr_capitals_are(text + begin, end - begin);
    tr_placeables scan;
    tr_placeable p;
    int rc = 0;

    h->n = 0;
    h->foreign = h->private = false;
    tr_placeables_start(&scan, text, begin, end,
                        TR_FIND_PLACEHOLDERS | (capitals ? 0 : TR_FIND_IDENTIFIERS), true);
    for (; rc == 0 && tr_placeables_next(&scan, &p); begin = p.at.end) {
        rc = add_foreign(h, chunks, text, begin, p.at.begin, err);
        h->private = h->private || p.kind == TR_PLACEABLE_PRIVATE;
        if (rc == 0) rc = add_protected(h, p.at, err);
    }
    return rc < 0 ? rc : add_foreign(h, chunks, text, begin, end, err);
}

void tr_protected_free(tr_protected *h)
{
    free(h->list);
    *h = (tr_protected){0};
}
