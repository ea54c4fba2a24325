#include "input/protected.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "input/capitals.h"
#include "input/protected_brackets.h"
#include "input/protected_numbers.h"
#include "input/protected_paths.h"
#include "input/protected_runs.h"
#include "input/protected_statements.h"
#include "input/protected_words.h"
#include "input/uncovered.h"
#include "text/placeables/identifiers.h"
#include "text/placeables/placeables.h"

/* True if a code has three small letters and more, and no vowel and no capital: drwxr-x. */
static bool is_without_vowel(const char *text, tr_span at)
{
    size_t small = 0;

    for (size_t i = at.begin; i < at.end; i++) {
        if (tr_ascii_is_upper(text[i]) || tr_ascii_is_one_of(text[i], "aeiouy")) return false;
        small += tr_ascii_is_lower(text[i]);
    }
    return small > 2;
}

/* What the model cannot be trusted to copy: a text without a letter or digit, one that begins with
 * a mark of sentences, one without a vowel, one with two hyphens, of which models write one, one
 * with a character that the vocabulary lacks, and one of many pieces. */
static int choose_protection(tr_chunks *chunks, const char *text, tr_span at,
                             enum tr_protection *by, tr_error *err)
{
    enum { MANY_PIECES = 5 };
    bool telling = false, has_dash = false;
    const bool is_mute = is_without_vowel(text, at);
    size_t n;

    for (size_t i = at.begin; i < at.end; i++) {
        telling = telling || tr_byte_is_word(text[i]);
        has_dash = has_dash || (i > at.begin + 1 && text[i] == '-' && text[i - 1] == '-');
    }
    const int rc = tr_tokenizer_encode(chunks->tokenizer, text + at.begin, at.end - at.begin,
                                       &chunks->ids, &chunks->ids_capacity, &n, err);
    const bool is_mark = tr_ascii_is_one_of(text[at.begin], ".,;:!?"); /* it would touch a word */
    const bool is_hard = !telling || is_mark || has_dash || is_mute ||
                         n >= MANY_PIECES * tr_tokenizer_grain(chunks->tokenizer) ||
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

/* A model copies no placeholder right that touches a word. */
static bool touches_word(const char *text, size_t end, tr_span at)
{
    return tr_is_letter(tr_utf8_before(text, 0, at.begin)) ||
           tr_is_letter(tr_utf8_at(text, at.end, end));
}

/* A model parts a code that has blanks, or writes it as its language writes numbers. */
static bool is_of_several_words(const char *text, tr_span at)
{
    return tr_find_byte(text, at.begin, at.end, ' ') < at.end ||
           (text[at.begin] == '(' && tr_find_byte(text, at.begin, at.end, ',') < at.end);
}

static int add_placeable(tr_protected *h, tr_chunks *chunks, const char *text, size_t end,
                         const tr_placeable *p, tr_error *err)
{
    enum tr_protection by = TR_PROTECTED_BY_STAND_IN;
    tr_span at = p->at;
    int rc = 0;

    if (p->kind == TR_PLACEABLE_KEPT) at = without_marks(text, at);
    const bool is_placeholder = p->kind == TR_PLACEABLE_PLACEHOLDER;
    const bool is_name = p->kind == TR_PLACEABLE_IDENTIFIER && !h->capitals &&
                         !tr_identifier_is_signs(text, at) && !is_of_several_words(text, at);
    if ((is_placeholder && !touches_word(text, end, at)) || is_name)
        rc = choose_protection(chunks, text, at, &by, err);
    if (rc == 0) rc = tr_protected_add(h, at, by, err);
    if (rc == 0) h->list[h->n - 1].is_code = p->kind == TR_PLACEABLE_IDENTIFIER;
    return rc;
}

/* Words of a gap with characters that the vocabulary lacks. */
static int add_uncovered(tr_protected *h, const tr_finding *f, tr_span gap)
{
    tr_uncovered search;
    tr_span found;
    int rc = 0;

    tr_uncovered_begin(&search, &h->coverage, f->chunks, f->text, gap);
    while (rc == 0) {
        rc = tr_uncovered_next(&search, &found, f->err);
        if (rc < 0 || found.begin == found.end) break;
        rc = tr_protected_add(h, found, TR_PROTECTED_BY_STAND_IN, f->err);
    }
    return rc;
}

static int compare_places(const void *a, const void *b)
{
    const tr_protected_text *const x = a, *const y = b;
    return x->at.begin < y->at.begin ? -1 : x->at.begin > y->at.begin;
}

/* Adds what a finder finds amid what is protected already. */
static int add_amid(tr_protected *h, const tr_finding *f, tr_protected_finder *find)
{
    const size_t n = h->n;
    size_t at = f->passage.begin;
    int rc = 0;

    for (size_t i = 0; rc == 0 && i <= n; i++) {
        const tr_span next = i < n ? h->list[i].at : (tr_span){f->passage.end, f->passage.end};
        rc = find(h, f, (tr_span){at, next.begin});
        at = next.end;
    }
    if (h->n > n) qsort(h->list, h->n, sizeof *h->list, compare_places);
    return rc;
}

static int add_brackets(tr_protected *h, const tr_finding *f)
{
    const size_t n = h->n;
    const int rc = tr_find_brackets(h, f);

    if (h->n > n) qsort(h->list, h->n, sizeof *h->list, compare_places);
    return rc;
}

/* Adds a stretch, with all that it is a part of. */
static int add_whole(tr_protected *h, tr_span all, enum tr_protection by, tr_error *err)
{
    size_t n = 0;

    for (size_t k = 0; k < h->n; k++) {
        const tr_span at = h->list[k].at;
        if (at.begin >= all.end || at.end <= all.begin) {
            h->list[n++] = h->list[k];
            continue;
        }
        if (at.begin < all.begin) all.begin = at.begin;
        if (at.end > all.end) all.end = at.end;
    }
    h->n = n;
    return tr_protected_add(h, all, by, err);
}

/* What the user's patterns match. */
static int add_matches(tr_protected *h, const tr_finding *f)
{
    int rc = tr_patterns_find(h->patterns, f->text, f->passage, &h->matches, f->err);

    for (size_t i = 0; rc == 0 && i < h->matches.n; i++)
        rc = add_whole(h, h->matches.list[i], TR_PROTECTED_BY_PATTERN, f->err);
    if (h->n) qsort(h->list, h->n, sizeof *h->list, compare_places);
    return rc;
}

/* Names whose translation is known, which a pattern touches no part of. */
static int add_names(tr_protected *h, const tr_finding *f)
{
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < h->n_names; i++) {
        const tr_known_name *const name = &h->names[i];
        bool free = name->at.begin >= f->passage.begin && name->at.end <= f->passage.end;
        for (size_t k = 0; k < h->n && free; k++)
            free = h->list[k].at.end <= name->at.begin || h->list[k].at.begin >= name->at.end ||
                   (h->list[k].at.begin >= name->at.begin && h->list[k].at.end <= name->at.end);
        if (!free) continue;
        rc = add_whole(h, name->at, TR_PROTECTED_BY_NAME, f->err);
        if (rc == 0) h->list[h->n - 1].read_as = name->said;
    }
    if (h->n) qsort(h->list, h->n, sizeof *h->list, compare_places);
    return rc;
}

/* Things that a search has lost. */
static int add_things(tr_protected *h, const tr_finding *f)
{
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < f->numbers->n_things; i++) {
        const tr_span at = f->numbers->things[i];
        if (at.begin >= f->passage.begin && at.end <= f->passage.end)
            rc = add_whole(h, at, TR_PROTECTED_BY_STAND_IN, f->err);
    }
    if (h->n) qsort(h->list, h->n, sizeof *h->list, compare_places);
    return rc;
}

int tr_protected_find(tr_protected *h, tr_chunks *chunks, const char *text, tr_span passage,
                      const tr_lost_numbers *numbers, tr_error *err)
{
    static tr_protected_finder *const finders[] = {
        tr_find_soft_hyphens, add_uncovered,     tr_find_split_words,   tr_find_capital_codes,
        tr_find_clocks,       tr_find_durations, tr_find_versions,      tr_find_lost_numbers,
        tr_find_lost_spelled, tr_find_paths,     tr_find_abbreviations, tr_find_readings};
    const tr_finding f = {chunks, text, passage, numbers, err};
    tr_placeables scan;
    tr_placeable p;
    int rc = 0;

    h->n = 0;
    h->capitals = tr_capitals_are(text + passage.begin, passage.end - passage.begin);
    tr_placeables_start(&scan, text, passage.begin, passage.end,
                        TR_FIND_KEPT | TR_FIND_PLACEHOLDERS | TR_FIND_IDENTIFIERS, h->spaces);
    while (rc == 0 && tr_placeables_next(&scan, &p))
        rc = add_placeable(h, chunks, text, passage.end, &p, err);
    if (rc == 0 && h->spaces) rc = tr_protected_join(h, &f);
    if (rc == 0 && h->spaces) rc = tr_protected_statements(h, &f);
    if (rc == 0 && h->spaces) rc = add_brackets(h, &f);
    if (rc == 0 && numbers && numbers->n_things) rc = add_things(h, &f);
    if (rc == 0 && h->patterns) rc = add_matches(h, &f);
    if (rc == 0 && h->n_names) rc = add_names(h, &f);
    for (size_t i = 0; rc == 0 && i < sizeof finders / sizeof *finders; i++)
        rc = add_amid(h, &f, finders[i]);
    if (rc == 0 && h->spaces) tr_protected_join_neighbours(h, text);
    return rc;
}
