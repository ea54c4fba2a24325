#include "text/marks/aligned_words.h"

#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "text/numbers/numerals.h"
#include "text/placeables/placeables.h"

static void find_tokens_of_words(tr_aligned_words *w)
{
    size_t k = 0;

    for (size_t i = 0; i < w->target.n; i++) {
        const tr_word *const word = &w->target.list[i];
        while (k < w->h->n_tokens && w->target_tokens[k].end <= word->begin)
            k++;
        size_t end = k;
        while (end < w->h->n_tokens && w->target_tokens[end].begin < word->end)
            end++;
        w->tokens_of[i] = (tr_span){k, end};
    }
}

/* Words that a translation hardly changes. */
static bool is_telling(const char *text, const tr_word *word)
{
    const int32_t c = tr_utf8_at(text, word->begin, word->end);
    return word->copied || tr_is_digit(c) || tr_is_upper(c);
}

/* True if two words are spelled the same, or are the same number: 1,234.5 is 1.234,5. */
static bool are_equal(const char *a, const tr_word *of_a, const char *b, const tr_word *of_b)
{
    const size_t len = of_a->end - of_a->begin;
    const char *const first = a + of_a->begin, *const second = b + of_b->begin;
    tr_span x = {0}, y = {0};

    if (of_b->end - of_b->begin == len && !memcmp(first, second, len)) return true;
    if (!tr_placeables_first(a, of_a->begin, of_a->end, TR_FIND_NUMERALS, &x) ||
        !tr_placeables_first(b, of_b->begin, of_b->end, TR_FIND_NUMERALS, &y) ||
        x.begin > of_a->begin || y.begin > of_b->begin || x.end < of_a->end || y.end < of_b->end)
        return false;
    const tr_numeral one = tr_numeral_read(a, x), other = tr_numeral_read(b, y);
    return tr_numeral_same(&one, &other);
}

static bool find_equal_words(tr_aligned_words *w)
{
    for (size_t i = 0; i < w->target.n; i++) {
        const tr_word *const word = &w->target.list[i];
        w->equal_of[i].begin = w->equal_of[i].end = w->n_equal;
        if (!is_telling(w->h->text, word)) continue;
        for (size_t k = 0; k < w->source.n; k++) {
            const tr_word *const s = &w->source.list[k];
            void *equal = w->equal;
            if (!are_equal(w->text, s, w->h->text, word)) continue;
            if (tr_reserve(&equal, &w->equal_capacity, w->n_equal + 1, sizeof *w->equal) < 0)
                return false;
            w->equal = equal;
            w->equal[w->n_equal++] = k;
        }
        w->equal_of[i].end = w->n_equal;
    }
    return true;
}

/* Sums what the tokens of the target pay to each of the source: articles and prepositions get
 * little of any word's attention, and other words much. */
static void find_word_columns(tr_aligned_words *w)
{
    for (size_t i = 0; i < w->h->n_tokens; i++) {
        const tr_alignment *const a = &w->h->alignment[i];
        double all = 0;
        for (size_t k = 0; k < a->n && a->first + k < w->t->n_source_tokens; k++)
            all += (double)a->weight[k];
        for (size_t k = 0; k < a->n && a->first + k < w->t->n_source_tokens && all > 0; k++)
            w->columns[a->first + k] += (double)a->weight[k] / all;
    }
}

bool tr_aligned_words_make(tr_aligned_words *w, const char *text, size_t len,
                           const tr_translation *t, const tr_hypothesis *h)
{
    const size_t n_source = t->n_source_tokens, n_target = h->n_tokens;

    *w = (tr_aligned_words){.text = text, .len = len, .t = t, .h = h};
    if (!tr_words_find(&w->source, text, len) || !tr_words_find(&w->target, h->text, h->text_len))
        return false;
    w->source_tokens = calloc(n_source + 1, sizeof *w->source_tokens);
    w->target_tokens = calloc(n_target + 1, sizeof *w->target_tokens);
    w->tokens_of = calloc(w->target.n + 1, sizeof *w->tokens_of);
    w->equal_of = calloc(w->target.n + 1, sizeof *w->equal_of);
    w->columns = calloc(n_source + 1, sizeof *w->columns);
    if (!w->source_tokens || !w->target_tokens || !w->tokens_of || !w->equal_of || !w->columns)
        return false;
    for (size_t i = 0; i < n_source; i++)
        w->source_tokens[i] =
            (tr_span){tr_span_skip(text, t->source_tokens[i].begin, t->source_tokens[i].end, " "),
                      t->source_tokens[i].end};
    for (size_t i = 0; i < n_target; i++)
        w->target_tokens[i] = (tr_span){
            tr_span_skip(h->text, h->tokens[i].begin, h->tokens[i].end, " "), h->tokens[i].end};
    find_tokens_of_words(w);
    find_word_columns(w);
    return find_equal_words(w);
}

void tr_aligned_words_free(tr_aligned_words *w)
{
    tr_words_free(&w->source);
    tr_words_free(&w->target);
    free(w->source_tokens);
    free(w->target_tokens);
    free(w->tokens_of);
    free(w->equal_of);
    free(w->equal);
    free(w->columns);
}

/* How much token i of the target looks at source bytes [begin, end), 0 to 1: its weights as shares
 * of what each token of the source gets from all of the target. */
static double token_looks(const tr_aligned_words *w, size_t i, size_t begin, size_t end)
{
    const tr_alignment *const a = &w->h->alignment[i];
    double sum = 0, all = 0;

    for (size_t k = 0; k < a->n && a->first + k < w->t->n_source_tokens; k++) {
        const double column = w->columns[a->first + k];
        const double weight = column > 0 ? (double)a->weight[k] / column : 0;
        all += weight;
        if (tr_spans_overlap(w->source_tokens[a->first + k], (tr_span){begin, end})) sum += weight;
    }
    return all > 0 ? sum / all : 0;
}

double tr_aligned_words_look(const tr_aligned_words *w, size_t i, size_t begin, size_t end)
{
    const tr_span tokens = w->tokens_of[i], equal = w->equal_of[i];
    size_t n_within = 0;
    double sum = 0;

    for (size_t k = equal.begin; k < equal.end; k++) {
        const tr_word *const s = &w->source.list[w->equal[k]];
        n_within += s->begin < end && begin < s->end;
    }
    const size_t n_equal = equal.end - equal.begin;
    const double same = n_equal ? (double)n_within / (double)n_equal : 0;
    if (w->target.list[i].copied || tokens.begin == tokens.end) return same;
    for (size_t k = tokens.begin; k < tokens.end; k++)
        sum += token_looks(w, k, begin, end);
    sum /= (double)(tokens.end - tokens.begin);
    return n_equal ? (sum + same) / 2 : sum;
}

const tr_word *tr_aligned_words_equal(const tr_aligned_words *w, size_t i)
{
    const tr_span equal = w->equal_of[i];
    return equal.end - equal.begin == 1 ? &w->source.list[w->equal[equal.begin]] : NULL;
}
