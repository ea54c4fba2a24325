#include "line/score_pairs.h"

#include <math.h>
#include <stdlib.h>

/* ---- Sentences ----------------------------------------------------------------------------- */

enum { MOST_SENTENCES = 400, MOST_JOINED = 3 };

/* -log of how often so many sentences of one side stand for so many of the other. */
static const double costs[MOST_JOINED + 1][MOST_JOINED + 1] = {
    [1] = {INFINITY, 0.12, 3.11, 6},
    [2] = {INFINITY, 3.11, 4.5, 7},
    [3] = {INFINITY, 6, 7, INFINITY},
};

/* The cheapest way to the first i sentences of the source and j of the target. */
typedef struct cell {
    double cost;
    unsigned char i, j; /* sentences of its last pair */
} cell;

static size_t length(const tr_span *sentences, size_t n)
{
    return n ? sentences[n - 1].end - sentences[0].begin : 0;
}

/* What two lengths cost, where both texts have the `ratio`: -log of a normal distribution with the
 * article's variance. */
static double cost_of_lengths(size_t source, size_t target, double ratio)
{
    static const double variance = 6.8;
    const double wanted = (double)source * ratio, apart = (double)target - wanted;
    return apart * apart / (2 * variance * (wanted + 1));
}

static void fill_cell(cell *cells, size_t i, size_t j, size_t width, const tr_span *source,
                      const tr_span *target, double ratio)
{
    cell *const to = &cells[i * width + j];

    for (size_t a = 1; a <= MOST_JOINED && a <= i; a++) {
        for (size_t b = 1; b <= MOST_JOINED && b <= j; b++) {
            const double cost =
                cells[(i - a) * width + j - b].cost + costs[a][b] +
                cost_of_lengths(length(source + i - a, a), length(target + j - b, b), ratio);
            if (cost < to->cost) *to = (cell){cost, (unsigned char)a, (unsigned char)b};
        }
    }
}

static size_t take_way(const cell *cells, size_t n, size_t m, const tr_span *source,
                       const tr_span *target, tr_score_pair *pairs)
{
    const size_t width = m + 1;
    size_t n_pairs = 0;

    for (size_t i = n, j = m; i; n_pairs++) {
        const cell *const c = &cells[i * width + j];
        i -= c->i;
        j -= c->j;
    }
    for (size_t i = n, j = m, k = n_pairs; k-- > 0;) {
        const cell *const c = &cells[i * width + j];
        pairs[k] = (tr_score_pair){{source[i - c->i].begin, source[i - 1].end},
                                   {target[j - c->j].begin, target[j - 1].end}};
        i -= c->i;
        j -= c->j;
    }
    return n_pairs;
}

static size_t pair_by_length(const tr_span *source, size_t n, const tr_span *target, size_t m,
                             tr_score_pair *pairs)
{
    const size_t width = m + 1;
    const double ratio = (double)length(target, m) / (double)(length(source, n) + 1);
    cell *const cells = calloc((n + 1) * width, sizeof *cells);

    if (!cells) return 0;
    for (size_t k = 1; k < (n + 1) * width; k++)
        cells[k].cost = INFINITY;
    for (size_t i = 1; i <= n; i++)
        for (size_t j = 1; j <= m; j++)
            fill_cell(cells, i, j, width, source, target, ratio);
    const size_t n_pairs =
        cells[n * width + m].cost < INFINITY ? take_way(cells, n, m, source, target, pairs) : 0;
    free(cells);
    return n_pairs;
}

size_t tr_score_pairs_find(const tr_span *source, size_t n, const tr_span *target, size_t m,
                           tr_score_pair *pairs)
{
    if (n != m)
        return n && m && n <= MOST_SENTENCES && m <= MOST_SENTENCES
                   ? pair_by_length(source, n, target, m, pairs)
                   : 0;
    for (size_t i = 0; i < n; i++)
        pairs[i] = (tr_score_pair){source[i], target[i]};
    return n;
}

/* ---- Stretches ----------------------------------------------------------------------------- */

static bool is_inside(const char *text, size_t at)
{
    return ((unsigned char)text[at] & 0xC0) == 0x80;
}

/* Where the span is cut that is nearest to byte `at`; its begin where it cannot be. */
static size_t find_cut(const char *text, tr_span s, size_t at, bool spaces)
{
    for (size_t away = 0; away < s.end - s.begin; away++) {
        const size_t places[] = {at - away, at + away};
        for (size_t i = 0; i < 2; i++) {
            const size_t to = places[i];
            if (i ? to >= s.end : away > at || to <= s.begin) continue;
            if (to > s.begin && (spaces ? text[to] == ' ' : !is_inside(text, to))) return to;
        }
    }
    return s.begin;
}

bool tr_score_pair_cut(const char *source, const char *target, const bool spaces[2],
                       const tr_score_pair *pair, tr_score_pair halves[2])
{
    const tr_span s = tr_span_trimmed(source, pair->source.begin, pair->source.end);
    const tr_span t = tr_span_trimmed(target, pair->target.begin, pair->target.end);
    const size_t n = s.end - s.begin, m = t.end - t.begin;

    if (n < 2 || m < 2) return false;
    const size_t at = find_cut(source, s, s.begin + n / 2, spaces[0]);
    const double share = (double)(at - s.begin) / (double)n;
    const size_t to = find_cut(target, t, t.begin + (size_t)(share * (double)m), spaces[1]);
    halves[0] = (tr_score_pair){{s.begin, at}, {t.begin, to}};
    halves[1] = (tr_score_pair){{at, s.end}, {to, t.end}};
    return at > s.begin && to > t.begin;
}
