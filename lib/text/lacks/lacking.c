#include "text/lacks/lacking.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "text/lacks/lack_job.h"
#include "text/lacks/sign_lacks.h"
#include "text/lacks/taken_out.h"

enum {
    MOST_WORDS = 4096,
    MOST_BYTES = 64 << 20 /* of targets that are looked through */
};

/* True if the word is strict, and no number with a sign: 500+, ~70. */
static bool is_code(const tr_lack_job *j, size_t i)
{
    if (!tr_lack_is_strict(j, i)) return false;
    return j->list[i].kind == TR_WORD_SIGN ||
           tr_has_letter(j->texts->source, j->list[i].at.begin, j->list[i].at.end);
}

/* True if odd words stand on both sides of a word, one of them at once, and the other behind one
 * more word at most. */
static bool is_amid_strict(const tr_lack_job *j, size_t i)
{
    const bool before = i > 0 && is_code(j, i - 1), behind = is_code(j, i + 1);
    return (before && (behind || is_code(j, i + 2))) || (behind && i > 1 && is_code(j, i - 2));
}

static bool is_small(const tr_lack_job *j, tr_span at)
{
    for (size_t i = at.begin; i < at.end;)
        if (!tr_is_lower(tr_utf8_next(j->texts->source, &i, at.end))) return false;
    return true;
}

/* The word that a number or an odd word is set equal to: "rate := 3", "data = x.y". */
static bool is_set(const tr_lack_job *j, size_t i)
{
    if (!tr_lack_is_kind(j, i + 1, TR_WORD_SIGN) || i + 2 >= j->n) return false;
    const char *const sign = tr_lack_text(j, j->list[i + 1].at);
    const size_t n = j->list[i + 1].at.end - j->list[i + 1].at.begin;
    const enum tr_odd_kind value = j->list[i + 2].kind;
    return (value == TR_WORD_NUMBER || value == TR_WORD_ODD || value == TR_WORD_LETTER) &&
           ((n == 1 && *sign == '=') ||
            (n == 2 && tr_ascii_is_one_of(*sign, ":+-*/|?") && sign[1] == '='));
}

/* True if a letter alone stays: it is no small word, nor the initial of one. */
static bool letter_stays(const tr_lack_job *j, size_t i)
{
    const tr_odd_word *const w = &j->list[i];
    const bool by_sign =
        (i > 0 && tr_lack_is_kind(j, i - 1, TR_WORD_SIGN) && tr_lack_are_close(j, i - 1)) ||
        (tr_lack_is_kind(j, i + 1, TR_WORD_SIGN) && tr_lack_are_close(j, i));

    if (w->whole.end > w->at.end && tr_lack_text(j, w->at)[1] == '.') return false;
    if (by_sign)
        return i > 0 &&
               (tr_ascii_is_upper(*tr_lack_text(j, w->at)) || !tr_lack_is_function(j, w->at));
    return !tr_lack_is_function(j, w->at) && !strchr("AEIOaeo", *tr_lack_text(j, w->at));
}

/* True if capitals or odd words stand beside a row of capitals. */
static bool is_among_capitals(const tr_lack_job *j, size_t i)
{
    return (i > 0 && tr_lack_is_kind(j, i - 1, TR_WORD_CAPITALS) && tr_lack_are_close(j, i - 1)) ||
           (tr_lack_is_kind(j, i + 1, TR_WORD_CAPITALS) && tr_lack_are_close(j, i)) ||
           tr_lack_touches_strict(j, i);
}

/* Capitals alone may stress a word, or be another word in each language: UN is UNO. */
static bool capitals_stay(const tr_lack_job *j, size_t i)
{
    if (tr_lack_is_function(j, j->list[i].at)) return tr_lack_touches_strict(j, i);
    return is_among_capitals(j, i);
}

static int depth_of(const char *text, tr_span at)
{
    int depth = 0;

    for (size_t i = at.begin; i < at.end; i++)
        depth += tr_ascii_is_one_of(text[i], "([{")   ? 1
                 : tr_ascii_is_one_of(text[i], ")]}") ? -1
                                                      : 0;
    return depth;
}

/* Behind the word that closes the brackets which word i opens, an odd one: "max(a, b)". */
static size_t end_of_code(const tr_lack_job *j, size_t i)
{
    enum { MOST = 8 }; /* words */
    const char *const word = tr_lack_text(j, j->list[i].at);
    int depth = depth_of(j->texts->source, j->list[i].at);

    if (depth <= 0 || tr_ascii_is_one_of(*word, ")]}")) return i;
    for (size_t k = i + 1; k < j->n && k <= i + MOST; k++) {
        depth += depth_of(j->texts->source, j->list[k].whole);
        if (depth <= 0) return k + 1;
    }
    return i;
}

/* True if the word has to stand in the target as it is. */
static bool stays(const tr_lack_job *j, size_t i)
{
    const bool knows = j->texts->language->words.function != NULL; /* small words */
    const tr_odd_word *const w = &j->list[i];

    if (i < j->code_end && w->kind != TR_WORD_NONE && w->kind != TR_WORD_SIGN) return true;

    switch (w->kind) {
    case TR_WORD_ODD:
        return true;
    case TR_WORD_CAPITALS:
        return !j->capitals && capitals_stay(j, i);
    case TR_WORD_LETTER:
        return !j->capitals && knows && letter_stays(j, i);
    case TR_WORD_PLAIN:
        return knows && is_small(j, w->at) &&
               ((is_amid_strict(j, i) && !tr_lack_is_function(j, w->at)) ||
                (is_set(j, i) && w->at.end - w->at.begin > 2));
    default:
        return false;
    }
}

/* True if only the notation of a number in it may differ. */
static bool may_be_renoted(const tr_lack_job *j, tr_span at)
{
    size_t letters = 0, marks = 0;

    for (size_t i = at.begin; i < at.end; i++) {
        if (j->texts->source[i] == ':') return false;
        letters += tr_byte_is_letter(j->texts->source[i]);
        marks += tr_ascii_is_one_of(j->texts->source[i], ".,");
    }
    return letters < 2 && marks && marks < 3;
}

/* A part of words with a slash stays where another one does: text/plain became Text/plain. */
static void check_slash(tr_lack_job *j, size_t i)
{
    enum { LONG = 4 };
    const tr_span at = j->list[i].at;
    const char *const slash = memchr(tr_lack_text(j, at), '/', at.end - at.begin);

    if (!slash || j->list[i].kind != TR_WORD_PLAIN) return;
    const size_t middle = (size_t)(slash - j->texts->source);
    if (!is_small(j, (tr_span){at.begin, middle}) || middle + 1 == at.end) return;
    const tr_span first = {at.begin, middle + 1}, second = {middle, at.end};
    if (tr_lack_count(j, at, false)) return;
    if ((first.end - first.begin > LONG && tr_lack_count_part(j, first)) ||
        (second.end - second.begin > LONG && tr_lack_count_part(j, second)))
        tr_lack_add(j, at, TR_LACKS_CODE);
}

static void check_word(tr_lack_job *j, size_t i)
{
    const tr_odd_word *const w = &j->list[i];
    const tr_span at = w->kind == TR_WORD_ODD ? tr_odd_word_core(j->texts->source, w->at) : w->at;

    if (at.begin == at.end || !stays(j, i)) return;
    const size_t found = tr_lack_count(j, at, w->kind == TR_WORD_ODD && may_be_renoted(j, at));
    if (found < tr_lack_count_before(j, i, at)) tr_lack_add(j, at, TR_LACKS_CODE);
}

/* ---- Rows of words ---- */

static bool may_be_in_row(const tr_lack_job *j, size_t i)
{
    const tr_odd_word *const w = &j->list[i];

    if (w->kind == TR_WORD_LETTER) return !tr_lack_is_function(j, w->at);
    return tr_lack_is_strict(j, i) || w->kind == TR_WORD_NUMBER || w->kind == TR_WORD_CAPITALS;
}

/* Odd words, numbers and capitals with one blank between stay together.  Returns the last of the
 * row that begins with word i. */
static size_t check_row(tr_lack_job *j, size_t i)
{
    size_t last = i, others = 0, odd = 0;

    while (may_be_in_row(j, last)) {
        others += j->list[last].kind != TR_WORD_NUMBER;
        odd += tr_lack_is_strict(j, last);
        if (last + 1 == j->n || j->list[last + 1].at.begin - j->list[last].at.end != 1) break;
        if (!may_be_in_row(j, last + 1)) break;
        last++;
    }
    if (last == i || !odd || others < 2) return last;
    for (size_t k = i; k <= last; k++) {
        const tr_span core = tr_odd_word_core(j->texts->source, j->list[k].at);
        if (core.end - core.begin < j->list[k].at.end - j->list[k].at.begin) return last;
    }
    const tr_span row = {j->list[i].at.begin, j->list[last].at.end};
    if (!tr_lack_count(j, row, true)) tr_lack_add(j, row, TR_LACKS_CODE);
    return last;
}
/* ---- All ---- */

static void list_words(tr_lack_job *j)
{
    size_t letters = 0, latin = 0, capitals = 0, small = 0;
    tr_odd_word word = {0};

    for (size_t at = 0; at < j->texts->n_source;) {
        const int32_t c = tr_utf8_next(j->texts->source, &at, j->texts->n_source);
        letters += tr_is_letter(c);
        latin += tr_is_latin_letter(c);
        capitals += tr_is_upper(c);
        small += tr_is_lower(c);
    }
    j->capitals = capitals > small;
    while (j->n < MOST_WORDS && tr_odd_word_next(j->texts->language, j->words, word.whole.end,
                                                 j->texts->n_source, 2 * latin > letters, &word)) {
        j->list = tr_room(j->list, &j->capacity, j->n + 1, sizeof *j->list, &j->failed);
        if (j->failed) return;
        j->list[j->n++] = word;
    }
}

static int compare_lacks(const void *a, const void *b)
{
    const tr_lack *const x = a, *const y = b;
    return (x->at.begin > y->at.begin) - (x->at.begin < y->at.begin);
}

static void check_words(tr_lack_job *j, size_t *budget)
{
    for (size_t i = 0; i<j->n && * budget> j->texts->n_target; i++) {
        const enum tr_odd_kind kind = j->list[i].kind;
        if (kind == TR_WORD_ODD && i >= j->code_end) j->code_end = end_of_code(j, i);
        if (kind == TR_WORD_NONE || (kind == TR_WORD_NUMBER && i >= j->code_end)) continue;
        check_word(j, i);
        check_slash(j, i);
        tr_lack_check_signs(j, i);
        if (kind != TR_WORD_PLAIN) *budget -= j->texts->n_target;
    }
    for (size_t i = 0; i<j->n && * budget> j->texts->n_target; i++) {
        const size_t last = check_row(j, i);
        if (last > i) *budget -= j->texts->n_target;
        i = last;
    }
    tr_lack_check_counts(j);
}

int tr_lacking_find(const tr_two_texts *texts, tr_lack *list, size_t most)
{
    tr_lack_job j = {.texts = texts, .lacks = list, .most = most};
    size_t budget = MOST_BYTES;

    j.words = malloc(texts->n_source + 1);
    if (!j.words) return -1;
    memcpy(j.words, texts->source, texts->n_source);
    tr_lack_take_out(&j, &budget);
    list_words(&j);
    if (!j.failed) check_words(&j, &budget);
    if (j.n_lacks) qsort(list, j.n_lacks, sizeof *list, compare_lacks);
    free(j.list);
    free(j.words);
    return j.failed ? -1 : (int)j.n_lacks;
}
