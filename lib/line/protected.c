#include "line/protected.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "line/capitals.h"
#include "line/stress.h"
#include "text/placeables/measures.h"
#include "text/placeables/numerals.h"
#include "text/placeables/placeables.h"
#include "text/placeables/surroundings.h"

/* ---- What the vocabulary lacks ---- */

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
        found->end = tr_far_end(s->text, at, s->end);
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
        const tr_span all = tr_thing_around(s->text, s->begin, at, s->end, &letters);
        if (!letters) return tr_amount_around(s->text, s->begin, all, s->end);
        s->letters_until = all.end;
    }
    return tr_word_around(s->text, s->begin, at, s->end);
}

/* What is to be held because of the character c at `at`; an empty span if nothing is.  *next: where
 * the search goes on. */
static int take_character(search *s, int32_t c, size_t at, tr_span *found, size_t *next)
{
    bool has;
    size_t n;

    *found = (tr_span){at, at};
    if (tr_is_raised(c)) *found = tr_raised_around(s->text, s->begin, at, s->end);
    if (tr_is_replacement(c)) *found = tr_word_around(s->text, s->begin, at, s->end);
    if (found->end > at) *next = found->end;
    if (tr_is_raised(c) || tr_is_replacement(c)) return 0;
    if (tr_is_space(c) || tr_is_other(c) || is_typographic(c)) return 0;
    int rc =
        tr_coverage_has(&s->h->coverage, s->chunks, s->text + at, s->end - at, &n, &has, s->err);
    if (rc < 0 || has) return rc;
    if (tr_is_upper(c)) {
        const tr_span word = tr_word_around(s->text, s->begin, at, s->end);
        rc = tr_small_form_is_known(s->chunks, s->text, word, &has, s->err);
        if (has) *next = word.end;
        if (rc < 0 || has) return rc;
    }
    const bool in_word = at > s->begin && tr_ascii_is_alnum(s->text[at - 1]); /* as in 4.7kΩ */
    if (tr_is_far_letter(c) && !in_word) return take_far(s, at, found, next);
    *found = take_thing(s, at);
    *next = found->end;
    return 0;
}

/* ---- The list ---- */

static int add_protected(tr_protected *h, tr_span at, enum tr_protection by, tr_error *err)
{
    void *list = h->list;
    if (tr_reserve(&list, &h->capacity, h->n + 1, sizeof *h->list) < 0) return tr_fail_memory(err);
    h->list = list;
    h->list[h->n++] = (tr_protected_text){.at = at, .by = by};
    return 0;
}

/* The words of text [begin, end), in which there is no placeable, that the model cannot spell. */
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
            rc = add_protected(h, found, TR_PROTECTED_BY_STAND_IN, err);
            s.begin = found.end;
        }
        at = next > at ? next : at + n;
    }
    return rc;
}

/* What the model cannot be trusted to copy: a text without a letter or digit, one with a character
 * that the vocabulary lacks, and one of many pieces. */
static int choose_protection(tr_chunks *chunks, const char *text, tr_span at, enum tr_protection *by,
                     tr_error *err)
{
    enum { MANY_PIECES = 5 };
    bool telling = false;
    size_t n;

    for (size_t i = at.begin; i < at.end; i++)
        telling = telling || tr_byte_is_word(text[i]);
    const int rc = tr_tokenizer_encode(chunks->tokenizer, text + at.begin, at.end - at.begin,
                                       &chunks->ids, &chunks->ids_capacity, &n, err);
    const bool is_hard = !telling || n >= MANY_PIECES ||
                         !tr_tokenizer_covers(chunks->tokenizer, chunks->ids, n);
    *by = is_hard ? TR_PROTECTED_BY_STAND_IN : TR_PROTECTED_BY_COPY;
    return rc;
}

/* An address without the marks of a sentence that touch it; pictures as they are. */
static tr_span without_marks(const char *text, tr_span kept)
{
    tr_span rest = kept;

    while (rest.begin < rest.end && strchr("\"'([{<", text[rest.begin]))
        rest.begin++;
    for (; rest.end > rest.begin && strchr(".,;:!?'\")]}>", text[rest.end - 1]); rest.end--)
        if (text[rest.end - 1] == ')' && memchr(text + rest.begin, '(', rest.end - rest.begin))
            break;
    return rest.begin < rest.end ? rest : kept;
}

static int add_placeable(tr_protected *h, tr_chunks *chunks, const char *text,
                         const tr_placeable *p, bool capitals, tr_error *err)
{
    enum tr_protection by = TR_PROTECTED_BY_STAND_IN;
    tr_span at = p->at;
    int rc = 0;

    if (p->kind == TR_PLACEABLE_KEPT) at = without_marks(text, at);
    if (p->kind == TR_PLACEABLE_PLACEHOLDER || (p->kind == TR_PLACEABLE_IDENTIFIER && !capitals))
        rc = choose_protection(chunks, text, at, &by, err);
    return rc < 0 ? rc : add_protected(h, at, by, err);
}

/* ---- Numbers ---- */

/* With the sign of a currency before or behind it. */
static tr_span with_currency(const char *text, size_t begin, tr_span number, size_t end)
{
    tr_span amount = number;
    int32_t c;
    size_t at = number.begin, n;

    if (at > begin) at = tr_char_before(text, begin, at, &c);
    if (at < number.begin && tr_is_currency(c)) amount.begin = at;
    if (amount.begin < number.begin) return amount;
    for (at = number.end; at < end; at += n) {
        n = tr_utf8_decode(text + at, end - at, &c);
        if (tr_is_currency(c)) amount.end = at + n;
        if (!tr_is_space(c) || at > number.end) break;
    }
    return amount;
}

/* True if the number is in what was protected last: times are found before it. */
static bool is_protected(const tr_protected *h, tr_span number)
{
    for (size_t i = h->n; i > 0 && h->list[i - 1].by == TR_PROTECTED_BY_CLOCK; i--)
        if (h->list[i - 1].at.begin < number.end && number.begin < h->list[i - 1].at.end)
            return true;
    return false;
}

/* Numbers of text [begin, end), in which but times nothing is protected, that `which` names. */
static int add_numbers(tr_protected *h, const char *text, size_t begin, size_t end,
                       const tr_lost_numbers *which, tr_error *err)
{
    tr_span number = {.end = begin};
    int rc = 0;

    while (rc == 0 && tr_numeral_next(text, number.end, end, &number)) {
        bool wanted = which->all;
        for (size_t i = 0; i < which->n && !wanted; i++)
            wanted = which->list[i].begin < number.end && which->list[i].end > number.begin;
        if (!wanted) continue;
        if (is_protected(h, number)) continue;
        const tr_span amount = with_currency(text, begin, number, end);
        const bool has_sign = amount.end - amount.begin > number.end - number.begin;
        rc = add_protected(h, amount, has_sign ? TR_PROTECTED_BY_STAND_IN : TR_PROTECTED_BY_NUMBER, err);
        number.end = amount.end;
    }
    return rc;
}

/* Times of the day in text [begin, end), in which nothing else is protected. */
static int add_clocks(tr_protected *h, const char *text, size_t begin, size_t end, tr_error *err)
{
    tr_span at = {.end = begin};
    char time[TR_CLOCK_SIZE];
    int rc = 0;

    while (rc == 0 && tr_clock_next(text, at.end, end, &at, time)) {
        rc = add_protected(h, at, TR_PROTECTED_BY_CLOCK, err);
        if (rc == 0) memcpy(h->list[h->n - 1].time, time, sizeof time);
    }
    return rc;
}

/* ---- Codes in capitals ---- */

/* Codes of capitals in text [begin, end), in which nothing else is protected. */
static int add_capital_codes(tr_protected *h, tr_chunks *chunks, const char *text, size_t begin,
                             size_t end, tr_error *err)
{
    tr_span word = {.end = begin};
    int rc = 0;

    while (rc == 0 && tr_capital_word_next(text, end, word.end, &word)) {
        enum tr_capital_word is;
        rc = tr_capital_word_judge(chunks, h->articles, text, word, &is, err);
        if (rc == 0 && is == TR_CAPITALS_CODE)
            rc = add_protected(h, word, TR_PROTECTED_BY_STAND_IN, err);
    }
    return rc;
}

/* ---- All ---- */

static int compare_places(const void *a, const void *b)
{
    const tr_protected_text *const x = a, *const y = b;
    return x->at.begin < y->at.begin ? -1 : x->at.begin > y->at.begin;
}

/* Adds codes in capitals, if there may be some, and the numbers that are to be protected, amid what
 * is protected already. */
static int add_amid(tr_protected *h, tr_chunks *chunks, const char *text, tr_span passage,
                    bool capitals, const tr_lost_numbers *numbers, tr_error *err)
{
    const bool any_numbers = numbers && (numbers->all || numbers->n);
    const size_t n = h->n;
    size_t at = passage.begin;
    int rc = 0;

    for (size_t i = 0; rc == 0 && i <= n; i++) {
        const tr_span next = i < n ? h->list[i].at : (tr_span){passage.end, passage.end};
        if (!capitals) rc = add_capital_codes(h, chunks, text, at, next.begin, err);
        if (rc == 0) rc = add_clocks(h, text, at, next.begin, err);
        if (rc == 0 && any_numbers) rc = add_numbers(h, text, at, next.begin, numbers, err);
        at = next.end;
    }
    if (h->n > n) qsort(h->list, h->n, sizeof *h->list, compare_places);
    return rc;
}

/* What the user's patterns match, with all that it is a part of. */
static int add_matches(tr_protected *h, const char *text, tr_span passage, tr_error *err)
{
    int rc = h->patterns ? tr_patterns_find(h->patterns, text, passage, &h->matches, err) : 0;

    for (size_t i = 0; h->patterns && rc == 0 && i < h->matches.n; i++) {
        tr_span all = h->matches.list[i];
        size_t n = 0;
        for (size_t k = 0; k < h->n; k++) {
            const tr_span at = h->list[k].at;
            if (at.begin >= all.end || at.end <= all.begin) h->list[n++] = h->list[k];
            else if (at.begin < all.begin) all.begin = at.begin;
            else if (at.end > all.end) all.end = at.end;
        }
        h->n = n;
        rc = add_protected(h, all, TR_PROTECTED_BY_PATTERN, err);
    }
    if (h->patterns && h->n) qsort(h->list, h->n, sizeof *h->list, compare_places);
    return rc;
}

int tr_protected_find(tr_protected *h, tr_chunks *chunks, const char *text, tr_span passage,
                      const tr_lost_numbers *numbers, tr_error *err)
{
    const bool capitals = tr_capitals_are(text + passage.begin, passage.end - passage.begin);
    size_t begin = passage.begin;
    tr_placeables scan;
    tr_placeable p;
    int rc = 0;

    h->n = 0;
    tr_placeables_start(&scan, text, passage.begin, passage.end,
                        TR_FIND_KEPT | TR_FIND_PLACEHOLDERS | TR_FIND_IDENTIFIERS, h->spaces);
    for (; rc == 0 && tr_placeables_next(&scan, &p); begin = p.at.end) {
        rc = add_foreign(h, chunks, text, begin, p.at.begin, err);
        if (rc == 0) rc = add_placeable(h, chunks, text, &p, capitals, err);
    }
    if (rc == 0) rc = add_foreign(h, chunks, text, begin, passage.end, err);
    if (rc == 0) rc = add_matches(h, text, passage, err);
    return rc < 0 ? rc : add_amid(h, chunks, text, passage, capitals, numbers, err);
}

void tr_protected_free(tr_protected *h)
{
    free(h->list);
    free(h->matches.list);
    *h = (tr_protected){0};
}
