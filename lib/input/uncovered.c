#include "input/uncovered.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "input/stress.h"
#include "text/numbers/surroundings.h"
#include "text/placeables/far_brackets.h"

/* Where the run of characters at `at` that the vocabulary lacks ends, before `end`. */
static int end_of_lacking(const tr_uncovered *s, size_t at, size_t end, size_t *stop)
{
    bool has = false;
    int rc = 0;

    for (size_t n; rc == 0 && !has && at < end; at += has ? 0 : n)
        rc = tr_coverage_has(s->coverage, s->chunks, s->text + at, end - at, &n, &has, s->err);
    *stop = at;
    return rc;
}

/* Letters of another script than the Latin one that begin at `at`, as many as are words of it:
 * where the model knows none of them, and else the letters that it lacks at its beginning. */
static int take_far(tr_uncovered *s, size_t at, tr_span *found, size_t *next)
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

/* Marks that mean something, in the place of which models may write no other: § and ‰, and signs of
 * ASCII. */
static bool is_telling(int32_t c)
{
    enum { SECTION = 0xA7, PARAGRAPH = 0xB6, MIDDLE_DOT = 0xB7 };

    if (c < 0x80) return c && strchr("#$%&*+<=>@[\\]^_{|}~", c);
    if (c < 0x2016) return c == SECTION || c == PARAGRAPH || c == MIDDLE_DOT;
    return c == 0x2016 || (c >= 0x2020 && c <= 0x2023) || (c >= 0x2030 && c <= 0x2038) ||
           (c >= 0x203B && c <= 0x205E);
}

/* Quotation marks, dashes and the like: models write their own. */
static bool is_typographic(int32_t c)
{
    const bool is_mark = !tr_is_alnum(c) && !tr_is_sign(c);
    return is_mark && (c < 0x300 || (c >= 0x2010 && c <= 0x205E));
}

/* The word or thing around the character at `at`. */
static tr_span take_thing(tr_uncovered *s, size_t at)
{
    if (at >= s->letters_until) {
        bool letters;
        const tr_span all = tr_thing_around(s->text, s->begin, at, s->end, &letters);
        if (!letters) return tr_amount_around(s->text, s->begin, all, s->end);
        s->letters_until = all.end;
    }
    return tr_word_around(s->text, s->begin, at, s->end);
}

/* True if a word is in text [at]: two small letters. */
static bool has_word(const char *text, tr_span at)
{
    bool was_small = false, is_small;

    for (size_t i = at.begin; i < at.end; was_small = is_small) {
        is_small = tr_is_lower(tr_utf8_next(text, &i, at.end));
        if (is_small && was_small) return true;
    }
    return false;
}

/* The thing around the mark at `at`, which ends not far from it; if there are words in it, what is
 * between the words. */
static tr_span take_mark(const tr_uncovered *s, size_t at)
{
    enum { FAR = 64 };
    const char *const text = s->text;
    tr_span near = {at - s->begin > FAR ? at - FAR : s->begin,
                    s->end - at > FAR ? at + FAR : s->end};
    bool letters;

    while (near.begin < at && tr_utf8_is_inner(text[near.begin]))
        near.begin++;
    while (near.end < s->end && tr_utf8_is_inner(text[near.end]))
        near.end++;
    const tr_span all = tr_thing_around(text, near.begin, at, near.end, &letters);
    if (!has_word(text, all)) return tr_amount_around(text, s->begin, all, s->end);
    return (tr_span){tr_utf8_skip_back(text, all.begin, at, tr_is_no_letter),
                     tr_utf8_skip(text, at, all.end, tr_is_no_letter)};
}

/* ---- Letters in another form ---- */

/* True for forms in which words of prose are written: ligatures, wide letters, bold and italic
 * letters of formulas. */
static bool is_form_of_prose(int32_t c)
{
    return c < 0x250 || (c >= 0xFB00 && c <= 0xFB06) || (c >= 0xFF21 && c <= 0xFF5A) ||
           (c >= 0x1D400 && c <= 0x1D7FF) || !tr_is_styled_letter(c);
}

static bool is_wide(int32_t c)
{
    return c >= 0xFF21 && c <= 0xFF5A;
}

/* True if all letters of the gap are wide ones, which are several words. */
static bool is_all_wide(tr_uncovered *s)
{
    bool is = true, was = false;
    size_t n_words = 0;

    if (s->all_wide_known) return s->all_wide;
    for (size_t at = s->begin; at < s->end;) {
        const int32_t c = tr_utf8_next(s->text, &at, s->end);
        is = is && (c >= 0x80 || !tr_is_letter(c));
        n_words += is_wide(c) && !was;
        was = is_wide(c);
    }
    s->all_wide_known = true;
    return s->all_wide = is && n_words > 1;
}

/* True if a word with a letter in another form is one of prose: of two letters and more, of which
 * two are small, amid no digits and brackets. */
static bool is_prose(tr_uncovered *s, tr_span word)
{
    const int32_t before = tr_utf8_before(s->text, s->begin, word.begin),
                  behind = tr_utf8_at(s->text, word.end, s->end);
    size_t n = 0;

    if (tr_is_number(before) || tr_is_number(behind) || tr_is_sign(before) || tr_is_sign(behind) ||
        behind == '(')
        return false;
    for (size_t at = word.begin; at < word.end; n++)
        if (!is_form_of_prose(tr_utf8_next(s->text, &at, word.end))) return false;
    return (n > 1 && has_word(s->text, word)) || is_all_wide(s);
}

/* True if a word in letters of formulas is none of a language: it has about as many pieces as
 * letters. */
static int is_no_word(tr_uncovered *s, tr_span word, bool *is)
{
    enum { SHORT = 3 };
    const int32_t first = tr_utf8_at(s->text, word.begin, word.end);
    size_t n = 0;

    *is = false;
    if (first < 0x1D400 || first > 0x1D7FF) return 0;
    const int rc =
        tr_tokenizer_encode(s->chunks->tokenizer, s->text + word.begin, word.end - word.begin,
                            &s->chunks->ids, &s->chunks->ids_capacity, &n, s->err);
    const size_t letters = tr_utf8_count(s->text + word.begin, word.end - word.begin);
    *is = rc == 0 && n > 1 && (letters <= SHORT || letters < 2 * n);
    return rc;
}

/* With the bracket that closes one in it. */
static tr_span with_bracket(const tr_uncovered *s, tr_span thing)
{
    const bool open = memchr(s->text + thing.begin, '(', thing.end - thing.begin) &&
                      !memchr(s->text + thing.begin, ')', thing.end - thing.begin);

    if (open && thing.end < s->end && s->text[thing.end] == ')') thing.end++;
    return thing;
}

/* A raised letter behind a word is a sign of a note, which is held alone; other letters are held
 * with their word or thing, if the tokenizer makes others of them. */
static int take_styled(tr_uncovered *s, size_t at, tr_span *found, size_t *next)
{
    enum { LONGEST = 4 };
    const tr_span word = tr_word_around(s->text, s->begin, at, s->end);
    bool has, is_odd = false;
    int rc = 0;

    if (is_prose(s, word)) {
        rc = is_no_word(s, word, &is_odd);
        *next = word.end;
        if (rc < 0 || !is_odd) return rc;
        *found = word;
        return 0;
    }
    rc = tr_coverage_keeps(s->chunks, s->text + at, s->end - at, &has, s->err);
    if (rc < 0 || has) return rc;
    const size_t end = tr_utf8_skip(s->text, at, s->end, tr_is_raised_letter);
    const bool is_note = end > at && end == word.end &&
                         tr_utf8_count(s->text + word.begin, at - word.begin) > LONGEST;
    *found = is_note ? (tr_span){at, end} : with_bracket(s, take_thing(s, at));
    *next = found->end;
    return 0;
}

/* A mark is looked at with the letter that it combines with. */
static int take_combining(tr_uncovered *s, size_t at, tr_span *found, size_t *next)
{
    int32_t c;
    const size_t base = tr_char_before(s->text, s->begin, at, &c);
    bool has;
    size_t n;
    const int rc =
        tr_coverage_has(s->coverage, s->chunks, s->text + base, s->end - base, &n, &has, s->err);

    if (rc < 0) return rc;
    if (!has) *found = take_thing(s, at);
    *next = has ? base + n : found->end;
    return 0;
}

/* ---- Marks ---- */

/* A mark that means something is held if the vocabulary has neither it nor its bytes, or if it is
 * styled and the tokenizer makes others of it. */
static int take_telling(tr_uncovered *s, size_t at, tr_span *found, size_t *next)
{
    const bool styled = tr_is_styled(tr_utf8_at(s->text, at, s->end));
    char byte[8];
    bool has, keeps = true;
    size_t n;
    int rc = tr_coverage_has(s->coverage, s->chunks, s->text + at, s->end - at, &n, &has, s->err);

    if (rc == 0 && styled)
        rc = tr_coverage_keeps(s->chunks, s->text + at, s->end - at, &keeps, s->err);
    if (rc < 0 || (has && keeps)) return rc;
    snprintf(byte, sizeof byte, "<0x%02X>", (unsigned char)s->text[at]);
    if (keeps && tr_tokenizer_knows(s->chunks->tokenizer, byte, strlen(byte))) return 0;
    *found = take_mark(s, at);
    *next = found->end;
    return 0;
}

/* Where the bracket that closes the one at `at` ends, if letters are between, and no word: ⟨u, v⟩;
 * `at` if there is none. */
static size_t end_of_pair(const tr_uncovered *s, size_t at)
{
    enum { LONGEST = 60 /* bytes */ };
    const size_t most = s->end - at > LONGEST ? at + LONGEST : s->end;
    size_t end = at;
    const int32_t closing = tr_far_bracket_closing(tr_utf8_next(s->text, &end, s->end));
    bool was_letter = false, has_letter = false;

    while (closing && end < most) {
        const int32_t c = tr_utf8_next(s->text, &end, s->end);
        if (c == closing) return has_letter ? end : at;
        if (was_letter && tr_is_letter(c)) return at;
        was_letter = tr_is_letter(c);
        has_letter = has_letter || was_letter;
    }
    return at;
}

/* A bracket of another script is held with its other one around letters that are no word; else it
 * stands by itself. */
static int take_bracket(const tr_uncovered *s, size_t at, tr_span *found, size_t *next)
{
    bool has;
    size_t n;
    const int rc =
        tr_coverage_has(s->coverage, s->chunks, s->text + at, s->end - at, &n, &has, s->err);

    if (rc < 0 || has) return rc;
    const size_t end = end_of_pair(s, at);
    *found = (tr_span){at, *next = end > at ? end : at + n};
    return 0;
}

/* What is to be held because of the character c at `at`; an empty span if nothing is.  *next: where
 * the search goes on. */
static int take_character(tr_uncovered *s, int32_t c, size_t at, tr_span *found, size_t *next)
{
    bool has;
    size_t n;

    *found = (tr_span){at, at};
    if (tr_is_raised(c)) *found = tr_raised_around(s->text, s->begin, at, s->end);
    if (tr_is_replacement(c)) *found = tr_word_around(s->text, s->begin, at, s->end);
    if (found->end > at) *next = found->end;
    if (tr_is_raised(c) || tr_is_replacement(c)) return 0;
    if (is_telling(c)) return take_telling(s, at, found, next);
    if (tr_far_bracket_length(s->text, at, s->end)) return take_bracket(s, at, found, next);
    if (tr_is_space(c) || tr_is_other(c) || is_typographic(c)) return 0;
    if (tr_is_mark(c) && at > s->begin) return take_combining(s, at, found, next);
    const bool is_far = tr_is_far_letter(c);
    const bool is_word = c >= 0x100 && !is_far && (tr_is_letter(c) || tr_is_digit(c));
    if (is_word && tr_is_styled(c)) return take_styled(s, at, found, next);
    int rc = tr_coverage_has(s->coverage, s->chunks, s->text + at, s->end - at, &n, &has, s->err);
    if (rc < 0 || has) return rc;
    if (tr_is_upper(c)) {
        const tr_span word = tr_word_around(s->text, s->begin, at, s->end);
        rc = tr_small_form_is_known(s->chunks, s->text, word, &has, s->err);
        if (has) *next = word.end;
        if (rc < 0 || has) return rc;
    }
    const bool in_word = at > s->begin && tr_ascii_is_alnum(s->text[at - 1]); /* as in 4.7kΩ */
    if (is_far && !in_word) return take_far(s, at, found, next);
    *found = take_thing(s, at);
    *next = found->end;
    return 0;
}

void tr_uncovered_begin(tr_uncovered *s, tr_coverage *coverage, tr_chunks *chunks, const char *text,
                        tr_span gap)
{
    *s = (tr_uncovered){.coverage = coverage,
                        .chunks = chunks,
                        .text = text,
                        .at = gap.begin,
                        .begin = gap.begin,
                        .end = gap.end};
}

int tr_uncovered_next(tr_uncovered *s, tr_span *found, tr_error *err)
{
    int32_t c;
    int rc = 0;

    *found = (tr_span){s->end, s->end};
    s->err = err;
    while (rc == 0 && s->at < s->end) {
        const size_t at = s->at, n = tr_utf8_decode(s->text + at, s->end - at, &c);
        size_t next = at + n;
        *found = (tr_span){at, at};
        if (n > 1 || is_telling(c)) rc = take_character(s, c, at, found, &next);
        s->at = next > at ? next : at + n;
        if (rc == 0 && found->begin == found->end) continue;
        s->begin = found->end;
        return rc;
    }
    *found = (tr_span){s->end, s->end};
    return rc;
}
