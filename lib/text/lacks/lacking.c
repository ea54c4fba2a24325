#include "text/lacks/lacking.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "text/lacks/lack_job.h"
#include "text/lacks/near_lacks.h"
#include "text/lacks/phrase_lacks.h"
#include "text/lacks/run_lacks.h"
#include "text/lacks/sign_lacks.h"
#include "text/lacks/taken_out.h"
#include "text/lacks/word_chars.h"

enum {
    MOST_WORDS = 4096,
    MOST_BYTES = 64 << 20 /* of targets that are looked through */
};

/* True if a capital letter that is a small word of the grammar, too, stands behind code: the A of
 * "x.org. IN A". */
static bool is_letter_of_code(const tr_lack_job *j, size_t i)
{
    if (i == 0 || !tr_ascii_is_upper(*tr_lack_text(j, j->list[i].at))) return false;
    if (*tr_lack_text(j, j->list[i].at) == 'I' || !tr_lack_are_close(j, i - 1)) return false;
    if (tr_lack_is_kind(j, i - 1, TR_WORD_NUMBER) || tr_lack_is_strict(j, i - 1))
        return tr_lack_is_kind(j, i + 1, TR_WORD_NUMBER) || tr_lack_is_strict(j, i + 1);
    return tr_lack_is_kind(j, i - 1, TR_WORD_CAPITALS) && !j->shouted[i - 1] &&
           j->list[i].at.begin == j->list[i - 1].at.end + 1;
}

/* True if a letter alone stays: it is no small word, nor the initial of one. */
static bool letter_stays(const tr_lack_job *j, size_t i)
{
    const tr_odd_word *const w = &j->list[i];
    const bool by_sign =
        (i > 0 && tr_lack_is_kind(j, i - 1, TR_WORD_SIGN) && tr_lack_are_close(j, i - 1)) ||
        (tr_lack_is_kind(j, i + 1, TR_WORD_SIGN) && tr_lack_are_close(j, i));

    if (w->whole.end > w->at.end && tr_lack_text(j, w->at)[1] == '.') return false;
    if (is_letter_of_code(j, i)) return true;
    if (by_sign && i > 0 && tr_lack_is_kind(j, i - 1, TR_WORD_LETTER) &&
        !tr_lack_is_function(j, j->list[i - 1].at))
        return true;
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
        return !j->shouted[i] && (j->in_code[i] || capitals_stay(j, i));
    case TR_WORD_LETTER:
        return !j->shouted[i] && knows && letter_stays(j, i);
    case TR_WORD_PLAIN:
        return j->in_code[i];
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
    if (at.begin > 0 && j->texts->source[at.begin - 1] == '[') return false;
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
    if (!tr_lack_is_small(j, (tr_span){at.begin, middle}) || middle + 1 == at.end) return;
    const tr_span first = {at.begin, middle + 1}, second = {middle, at.end};
    if (tr_lack_count(j, at, false)) return;
    if ((first.end - first.begin > LONG && tr_lack_count_part(j, first)) ||
        (second.end - second.begin > LONG && tr_lack_count_part(j, second)))
        tr_lack_add(j, at, TR_LACKS_CODE);
}

/* An odd word with the mark that ends it amid a sentence: "(key)? then", "call(x); then". */
static tr_span with_inner_mark(const tr_lack_job *j, size_t i)
{
    tr_span at = j->list[i].at;
    const size_t end = j->list[i].whole.end;
    const char *const text = j->texts->source;

    if (j->list[i].kind == TR_WORD_ODD && at.end + 1 == end && i + 1 < j->n &&
        (text[at.end] == ';' ||
         (tr_ascii_is_one_of(text[at.end], "?!") && !tr_ascii_is_lower(text[at.end - 1]))) &&
        tr_ascii_is_lower(text[j->list[i + 1].whole.begin]))
        at.end = end;
    return at;
}

/* True if it was taken out of the words, and looked for. */
static bool is_taken(const tr_lack_job *j, tr_span at)
{
    for (size_t i = 0; i < j->n_taken; i++)
        if (j->taken[i].begin == at.begin) return true;
    return false;
}

static void check_word(tr_lack_job *j, size_t i)
{
    const tr_odd_word *const w = &j->list[i];
    const tr_span at = w->kind == TR_WORD_ODD ? tr_odd_word_core(j->texts->source, w->at) : w->at;

    if (at.begin == at.end || is_taken(j, at) || !stays(j, i)) return;
    const size_t found = tr_lack_count(j, at, w->kind == TR_WORD_ODD && may_be_renoted(j, at));
    const tr_span marked = with_inner_mark(j, i);
    if (found < tr_lack_count_before(j, i, at) ||
        (marked.end > w->at.end && !tr_lack_count_part(j, marked)))
        tr_lack_add(j, marked.end > w->at.end ? marked : at, TR_LACKS_CODE);
}

/* ---- All ---- */

/* True for a mark that is left of what was taken out before it. */
static bool is_rest(const tr_lack_job *j, const tr_odd_word *w)
{
    return (w->kind == TR_WORD_MARK || w->kind == TR_WORD_NONE) && w->whole.begin > 0 &&
           !tr_is_space(tr_utf8_before(j->texts->source, 0, w->whole.begin));
}

static void add_word(tr_lack_job *j, tr_odd_word word)
{
    j->list = tr_room(j->list, &j->capacity, j->n + 1, sizeof *j->list, &j->failed);
    if (!j->failed) j->list[j->n++] = word;
}

static void list_words(tr_lack_job *j)
{
    size_t letters = 0, latin = 0, taken = 0;
    tr_odd_word word = {0};

    for (size_t at = 0; at < j->texts->n_source;) {
        const int32_t c = tr_utf8_next(j->texts->source, &at, j->texts->n_source);
        letters += tr_is_letter(c);
        latin += tr_is_latin_letter(c);
    }
    while (j->n < MOST_WORDS && !j->failed &&
           tr_odd_word_next(j->texts->language, j->words, word.whole.end, j->texts->n_source,
                            2 * latin > letters, &word)) {
        for (; taken < j->n_taken && j->taken[taken].begin < word.whole.begin; taken++)
            add_word(j, (tr_odd_word){j->taken[taken], j->taken[taken], TR_WORD_ODD});
        if (!is_rest(j, &word)) add_word(j, word);
    }
    for (; taken < j->n_taken; taken++)
        add_word(j, (tr_odd_word){j->taken[taken], j->taken[taken], TR_WORD_ODD});
}

/* ---- Capitals that shout ---- */

static bool has_small_letter(const tr_lack_job *j, tr_span at)
{
    return tr_utf8_find(j->texts->source, at.begin, at.end, tr_is_lower) < at.end;
}

static bool is_capital_word(const tr_lack_job *j, size_t i)
{
    return j->list[i].kind == TR_WORD_CAPITALS || j->list[i].kind == TR_WORD_LETTER;
}

/* True if a sentence ends with word i. */
static bool ends_sentence(const tr_lack_job *j, size_t i)
{
    const tr_span whole = j->list[i].whole;

    if (i + 1 == j->n) return true;
    return tr_ascii_is_one_of(j->texts->source[whole.end - 1], ".!?") &&
           !has_small_letter(j, (tr_span){j->list[i + 1].at.begin, j->list[i + 1].at.begin + 1});
}

/* Capitals shout in a sentence of hardly any other words, and where they have a small word of the
 * grammar among them: "we said WE ARE HERE". */
static void mark_shouted(tr_lack_job *j, size_t begin, size_t end)
{
    size_t small = 0, capitals = 0;

    for (size_t i = begin; i < end; i++) {
        small += has_small_letter(j, j->list[i].at);
        capitals += j->list[i].kind == TR_WORD_CAPITALS;
    }
    for (size_t i = begin, last; i < end; i = last + 1) {
        bool grammar = false;
        for (last = i; last < end && is_capital_word(j, last); last++)
            grammar = grammar || (j->list[last].kind == TR_WORD_CAPITALS &&
                                  tr_lack_is_function(j, j->list[last].at) &&
                                  !tr_lack_touches_strict(j, last));
        for (size_t k = i; k < last; k++)
            j->shouted[k] = grammar || 3 * small < capitals;
    }
}

static bool mark_words(tr_lack_job *j)
{
    j->in_code = calloc(j->n + 1, sizeof *j->in_code);
    j->shouted = calloc(j->n + 1, sizeof *j->shouted);
    if (!j->in_code || !j->shouted) return false;
    for (size_t begin = 0, i = 0; i < j->n; i++) {
        if (!ends_sentence(j, i)) continue;
        mark_shouted(j, begin, i + 1);
        begin = i + 1;
    }
    tr_lack_mark_code(j);
    return true;
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
    const size_t most = 16 * (j->texts->n_source + j->texts->n_target); /* for a word */
    for (size_t i = 0; i<j->n && * budget> most; i++)
        *budget -= tr_lack_check_near(j, i) + tr_lack_check_phrase(j, i);
    for (size_t i = 0; i<j->n && * budget> j->texts->n_target; i++) {
        const size_t last = tr_lack_check_row(j, i);
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
    j.failed = j.failed || !mark_words(&j);
    if (!j.failed) check_words(&j, &budget);
    if (j.n_lacks) qsort(list, j.n_lacks, sizeof *list, compare_lacks);
    free(j.in_code);
    free(j.shouted);
    free(j.list);
    free(j.words);
    return j.failed ? -1 : (int)j.n_lacks;
}
