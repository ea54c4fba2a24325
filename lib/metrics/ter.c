#include "metrics/ter.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

enum { MAX_BLOCK = 10, MAX_DISTANCE = 50, BEAM = 25, MAX_TRIED = 1000 };

/* KEEP and REPLACE take a word of both, INSERT one of the reference, DELETE one of ours. */
enum edit { KEEP, REPLACE, INSERT, DELETE };

static const uint32_t NEVER = UINT32_MAX / 2; /* the cost outside of a row */

/* Row i stands for the first i words of the hypothesis; its places low .. high - 1, counted in
 * words of the reference, lie in the table from `cell` on. */
typedef struct tr_ter_row {
    size_t low, high, cell;
} tr_ter_row;

/* One line's two sides, with the working memory. */
typedef struct pair {
    tr_ter *w;
    size_t n_words;            /* of the hypothesis: w->words */
    const uint32_t *reference; /* [n_reference] */
    size_t n_reference;
    size_t tried; /* moves */
} pair;

void tr_ter_free(tr_ter *w)
{
    free(w->rows);
    free(w->cost);
    free(w->trial);
    free(w->edit);
    free(w->words);
    free(w->moved);
    free(w->behind);
    free(w->wrong);
    free(w->missed);
    *w = (tr_ter){0};
}

/* Room for n elements of *p in one of the arrays. */
#define RESERVE(w, p, n)                                                                           \
    do {                                                                                           \
        void *array = (w)->p;                                                                      \
        if (tr_reserve(&array, &(w)->n_##p, (n), sizeof *(w)->p) < 0) (w)->failed = true;          \
        (w)->p = array;                                                                            \
    } while (0)

/* ---- Edit distance ----------------------------------------------------------------------- */

/* A beam around the line from corner to corner; the first and last row reach their corner. */
static size_t lay_out_rows(const pair *p)
{
    const double ratio = p->n_words ? (double)p->n_reference / (double)p->n_words : 1;
    const size_t beam = ratio / 2 > BEAM ? (size_t)ceil(ratio / 2 + BEAM) : BEAM;
    const size_t width = p->n_reference + 1;
    tr_ter_row *const rows = p->w->rows;

    rows[0] = (tr_ter_row){.high = width};
    for (size_t i = 1; i <= p->n_words; i++) {
        const size_t middle = (size_t)floor((double)i * ratio);
        rows[i].low = middle > beam ? middle - beam : 0;
        rows[i].high = middle + beam < width && i < p->n_words ? middle + beam : width;
        rows[i].cell = rows[i - 1].cell + rows[i - 1].high - rows[i - 1].low;
    }
    return rows[p->n_words].cell + rows[p->n_words].high - rows[p->n_words].low;
}

/* Row i >= 1 of the table `cost` from the one above it, which is in `table_above`.  Of edits that
 * cost the same, a word kept or replaced comes first, then one deleted. */
static void fill_row(const pair *p, size_t i, uint32_t word, const uint32_t *table_above,
                     uint32_t *cost)
{
    const tr_ter_row *const row = &p->w->rows[i], *const top = row - 1;
    const uint32_t *const above = table_above + top->cell;
    uint32_t *const here = cost + row->cell;
    uint8_t *const edit = p->w->edit + row->cell;
    uint32_t left = NEVER;

    for (size_t j = row->low; j < row->high; j++) {
        const bool same = j && word == p->reference[j - 1];
        uint32_t best = NEVER;
        if (j > top->low && j <= top->high) best = above[j - 1 - top->low] + !same;
        enum edit how = same ? KEEP : REPLACE;
        if (j >= top->low && j < top->high && above[j - top->low] + 1 < best) {
            best = above[j - top->low] + 1;
            how = DELETE;
        }
        if (left + 1 < best) {
            best = left + 1;
            how = INSERT;
        }
        here[j - row->low] = left = best;
        edit[j - row->low] = (uint8_t)how;
    }
}

static size_t corner(const pair *p, const uint32_t *cost)
{
    const tr_ter_row *last = &p->w->rows[p->n_words];
    return cost[last->cell + p->n_reference - last->low];
}

static void fill_table(const pair *p)
{
    tr_ter *const w = p->w;

    for (size_t j = 0; j <= p->n_reference; j++) {
        w->cost[j] = (uint32_t)j;
        w->edit[j] = INSERT;
    }
    for (size_t i = 1; i <= p->n_words; i++)
        fill_row(p, i, w->words[i - 1], w->cost, w->cost);
}

/* ---- What is wrong, and where ------------------------------------------------------------ */

/* Goes back through the table, which has just been filled, from its last corner to its first. */
static void trace_back(const pair *p)
{
    tr_ter *const w = p->w;
    size_t i = p->n_words, j = p->n_reference;

    while (i || j) {
        const tr_ter_row *const row = &w->rows[i];
        const enum edit how = w->edit[row->cell + j - row->low];
        if (how != INSERT) w->wrong[i] = how != KEEP;
        if (how != DELETE) w->missed[j] = how != KEEP;
        if (how != DELETE) w->behind[j - 1] = (uint32_t)i;
        i -= how != INSERT;
        j -= how != DELETE;
    }
    w->wrong[0] = w->missed[0] = 0;
    for (i = 1; i <= p->n_words; i++)
        w->wrong[i] += w->wrong[i - 1];
    for (j = 1; j <= p->n_reference; j++)
        w->missed[j] += w->missed[j - 1];
}

/* ---- Moves ------------------------------------------------------------------------------- */

/* A block of words goes where word `to` stands: before it, as it stood before the move, unless
 * the block itself lies there; then the block goes `to` - `from` words on. */
typedef struct move {
    size_t from, n, to;
    long saves; /* edits, the move itself not counted */
} move;

/* The words that a move changes: first .. end - 1. */
static void changed_by(const pair *p, const move *m, size_t *first, size_t *end)
{
    const size_t block_end = m->from + m->n;

    *first = m->to < m->from ? m->to : m->from;
    *end = m->to < m->from ? block_end : m->to > block_end ? m->to : m->to + m->n;
    if (*end > p->n_words) *end = p->n_words;
}

/* Fills `moved`. */
static void perform(const pair *p, const move *m)
{
    const uint32_t *const words = p->w->words;
    uint32_t *const moved = p->w->moved;
    const size_t block_end = m->from + m->n;
    size_t first, end;

    changed_by(p, m, &first, &end);
    memcpy(moved, words, p->n_words * sizeof *moved);
    if (m->to < m->from) {
        memcpy(moved + m->to, words + m->from, m->n * sizeof *moved);
        memcpy(moved + m->to + m->n, words + m->to, (m->from - m->to) * sizeof *moved);
    } else {
        memcpy(moved + m->from, words + block_end, (end - block_end) * sizeof *moved);
        memcpy(moved + end - m->n, words + m->from, m->n * sizeof *moved);
    }
}

/* True if row i of the trial equals the table's, but for one number added to all its costs; adds
 * that number to *distance.  The rows below follow from it alone, and differ by the number, too. */
static bool runs_parallel(const pair *p, size_t i, size_t *distance)
{
    const tr_ter_row *const row = &p->w->rows[i];
    const uint32_t *const a = p->w->cost + row->cell, *const b = p->w->trial + row->cell;
    const uint32_t shift = b[0] - a[0];

    for (size_t k = 1; k < row->high - row->low; k++)
        if (b[k] - a[k] != shift) return false;
    *distance += (size_t)(int32_t)shift;
    return true;
}

/* The edit distance after a move.  Rows above what it changes stay. */
static size_t distance_after(const pair *p, const move *m)
{
    tr_ter *const w = p->w;
    size_t first, end, distance = corner(p, w->cost);

    perform(p, m);
    changed_by(p, m, &first, &end);
    const uint32_t *above = w->cost;
    for (size_t i = first + 1; i <= p->n_words; i++) {
        fill_row(p, i, w->moved[i - 1], above, w->trial);
        above = w->trial;
        if (i >= end && runs_parallel(p, i, &distance)) return distance;
    }
    return corner(p, above);
}

/* Of two moves, that which saves more; then the longer block, then the earlier, then the one to
 * the earlier place. */
static bool is_better(const move *a, const move *b)
{
    if (a->saves != b->saves) return a->saves > b->saves;
    if (a->n != b->n) return a->n > b->n;
    if (a->from != b->from) return a->from < b->from;
    return a->to < b->to;
}

/* The places, to [n + 1], to which the `n` words from `here` on could be moved to match the same
 * words of the reference from `there` on.  Returns how many there are. */
static size_t find_places(const pair *p, size_t here, size_t there, size_t n, size_t *to)
{
    const tr_ter *const w = p->w;
    size_t n_places = 0;

    if (w->wrong[here + n] == w->wrong[here] || w->missed[there + n] == w->missed[there]) return 0;
    if (w->behind[there] > here && w->behind[there] <= here + n) return 0;
    for (size_t i = 0; i <= n; i++) {
        const size_t place = there + i ? w->behind[there + i - 1] : 0;
        if (!n_places || place != to[n_places - 1]) to[n_places++] = place;
    }
    return n_places;
}

static void try_moves(const pair *p, size_t here, size_t n, const size_t *to, size_t n_places,
                      move *best)
{
    for (size_t i = 0; i < n_places; i++) {
        move m = {.from = here, .n = n, .to = to[i]};
        m.saves = (long)corner(p, p->w->cost) - (long)distance_after(p, &m);
        if (!best->n || is_better(&m, best)) *best = m;
    }
}

/* Goes through all moves and keeps the best, of length 0 if there is none; without `best` it only
 * counts them, until there are `enough`. */
static size_t go_through_moves(const pair *p, size_t enough, move *best)
{
    const uint32_t *const words = p->w->words;
    size_t to[MAX_BLOCK + 1], n_moves = 0;

    for (size_t here = 0; here < p->n_words; here++) {
        size_t there = here > MAX_DISTANCE ? here - MAX_DISTANCE : 0;
        for (; there < p->n_reference && there <= here + MAX_DISTANCE; there++) {
            for (size_t n = 0;
                 n < MAX_BLOCK && here + n < p->n_words && there + n < p->n_reference &&
                 words[here + n] == p->reference[there + n];
                 n++) {
                const size_t n_places = find_places(p, here, there, n + 1, to);
                if (best) try_moves(p, here, n + 1, to, n_places, best);
                n_moves += n_places;
                if (n_moves >= enough) return n_moves;
            }
        }
    }
    return n_moves;
}

/* The best move; of length 0 if there is none, or more than may be tried: then none is made. */
static move find_move(pair *p)
{
    const size_t left = MAX_TRIED - p->tried;
    const size_t n_moves = go_through_moves(p, left, NULL);
    move best = {0};

    if (n_moves >= left) return best;
    p->tried += n_moves;
    go_through_moves(p, left, &best);
    return best;
}

/* ------------------------------------------------------------------------------------------ */

static void reserve(const pair *p)
{
    tr_ter *const w = p->w;

    RESERVE(w, rows, p->n_words + 1);
    RESERVE(w, words, p->n_words + 1);
    RESERVE(w, moved, p->n_words + 1);
    RESERVE(w, wrong, p->n_words + 1);
    RESERVE(w, missed, p->n_reference + 1);
    RESERVE(w, behind, p->n_reference + 1);
    if (w->failed) return;
    const size_t cells = lay_out_rows(p);
    RESERVE(w, cost, cells);
    RESERVE(w, trial, cells);
    RESERVE(w, edit, cells);
}

size_t tr_ter_edits(tr_ter *w, const tr_symbols *hypothesis, const tr_symbols *reference)
{
    pair p = {w, hypothesis->n, reference->at, reference->n, 0};
    size_t moves = 0;

    if (!reference->n) return hypothesis->n;
    if (!hypothesis->n) return reference->n;
    reserve(&p);
    if (w->failed) return 0;
    memcpy(w->words, hypothesis->at, hypothesis->n * sizeof *w->words);
    for (;;) {
        fill_table(&p);
        trace_back(&p);
        const move best = find_move(&p);
        if (best.saves <= 0) break;
        perform(&p, &best);
        memcpy(w->words, w->moved, p.n_words * sizeof *w->words);
        moves++;
    }
    return moves + corner(&p, w->cost);
}
