#include "text/bpe/merges.h"

#include <stdlib.h>

/* Two symbols beside each other that may be joined, as long as their length is `len`. */
typedef struct tr_candidate {
    int32_t rank, left, right;
    size_t len;
} tr_candidate;

void tr_merges_init(tr_merges *m, const tr_pieces *pairs)
{
    *m = (tr_merges){.pairs = pairs};
    for (int32_t rank = 0; rank < pairs->n; rank++) {
        const size_t len = tr_pieces_len(pairs, rank);
        if (len > m->longest) m->longest = len;
    }
}

void tr_joining_begin(tr_joining *j)
{
    j->n = j->n_heap = j->n_round = 0;
}

void tr_joining_add(tr_joining *j, size_t begin, size_t len)
{
    void *symbols = j->symbols;
    if (j->n >= INT32_MAX / 2 ||
        tr_reserve(&symbols, &j->symbols_capacity, j->n + 1, sizeof *j->symbols) < 0) {
        j->failed = true;
        return;
    }
    j->symbols = symbols;
    if (j->n) j->symbols[j->n - 1].next = (int32_t)j->n;
    j->symbols[j->n] = (tr_symbol){(int32_t)j->n - 1, -1, begin, len};
    j->n++;
}

void tr_joining_free(tr_joining *j)
{
    free(j->symbols);
    free(j->heap);
    free(j->round);
    tr_buf_free(&j->pair);
    *j = (tr_joining){0};
}

/* ---- The heap ---- */

static bool joins_first(const tr_candidate *a, const tr_candidate *b)
{
    return a->rank < b->rank || (a->rank == b->rank && a->left < b->left);
}

static void swap_candidates(tr_candidate *a, tr_candidate *b)
{
    const tr_candidate t = *a;
    *a = *b;
    *b = t;
}

static void push_candidate(tr_joining *j, tr_candidate c)
{
    void *heap = j->heap;
    if (tr_reserve(&heap, &j->heap_capacity, j->n_heap + 1, sizeof *j->heap) < 0) {
        j->failed = true;
        return;
    }
    j->heap = heap;
    size_t at = j->n_heap++;
    j->heap[at] = c;
    for (; at > 0 && joins_first(&j->heap[at], &j->heap[(at - 1) / 2]); at = (at - 1) / 2)
        swap_candidates(&j->heap[at], &j->heap[(at - 1) / 2]);
}

static tr_candidate pop_candidate(tr_joining *j)
{
    const tr_candidate best = j->heap[0];
    j->heap[0] = j->heap[--j->n_heap];
    for (size_t at = 0;;) {
        size_t child = 2 * at + 1;
        if (child + 1 < j->n_heap && joins_first(&j->heap[child + 1], &j->heap[child])) child++;
        if (child >= j->n_heap || !joins_first(&j->heap[child], &j->heap[at])) break;
        swap_candidates(&j->heap[at], &j->heap[child]);
        at = child;
    }
    return best;
}

/* ---- Joining ---- */

static void offer_symbols(const tr_merges *m, const char *word, tr_joining *j, int32_t left,
                          int32_t right)
{
    if (left < 0 || right < 0) return;
    const tr_symbol *const a = &j->symbols[left], *const b = &j->symbols[right];
    if (a->len + b->len >= m->longest) return;
    tr_buf_clear(&j->pair);
    tr_buf_add(&j->pair, word + a->begin, a->len);
    tr_buf_add(&j->pair, " ", 1);
    tr_buf_add(&j->pair, word + b->begin, b->len);
    j->failed = j->failed || j->pair.failed;
    if (j->failed) return;
    const int32_t rank = tr_pieces_find(m->pairs, j->pair.data, j->pair.len);
    if (rank >= 0) push_candidate(j, (tr_candidate){rank, left, right, a->len + b->len});
}

static void join_candidate(const tr_merges *m, const char *word, tr_joining *j,
                           const tr_candidate *c)
{
    tr_symbol *const left = &j->symbols[c->left], *const right = &j->symbols[c->right];
    if (left->len == 0 || right->len == 0 || left->len + right->len != c->len) return;
    left->len = c->len;
    left->next = right->next;
    if (right->next >= 0) j->symbols[right->next].previous = c->left;
    right->len = 0;
    offer_symbols(m, word, j, left->previous, c->left);
    offer_symbols(m, word, j, c->left, left->next);
}

/* Takes all pairs of the lowest rank: what they make of their neighbours waits until they are
 * done. */
static void take_round(tr_joining *j)
{
    const int32_t rank = j->heap[0].rank;
    for (j->n_round = 0; j->n_heap && j->heap[0].rank == rank; j->n_round++) {
        void *round = j->round;
        if (tr_reserve(&round, &j->round_capacity, j->n_round + 1, sizeof *j->round) < 0) {
            j->failed = true;
            return;
        }
        j->round = round;
        j->round[j->n_round] = pop_candidate(j);
    }
}

void tr_merges_join(const tr_merges *m, const char *word, tr_joining *j)
{
    for (size_t i = 1; i < j->n && !j->failed; i++)
        offer_symbols(m, word, j, (int32_t)i - 1, (int32_t)i);
    while (j->n_heap && !j->failed) {
        take_round(j);
        for (size_t i = 0; i < j->n_round && !j->failed; i++)
            join_candidate(m, word, j, &j->round[i]);
    }
}
