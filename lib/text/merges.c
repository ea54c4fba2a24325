#include "text/merges.h"

#include <stdlib.h>

/* Two symbols beside each other that may be joined, as long as their length is `len`. */
typedef struct tr_candidate {
    double rank;
    int32_t left, right;
    size_t len;
} tr_candidate;

void tr_merges_init(tr_merges *m, const tr_pieces *pairs)
{
    *m = (tr_merges){.pairs = pairs, .between = " "};
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

static void offer_symbols(tr_joining *j, const tr_join_rule *rule, const char *word, int32_t left,
                          int32_t right)
{
    double rank;

    if (left < 0 || right < 0) return;
    const tr_symbol *const a = &j->symbols[left], *const b = &j->symbols[right];
    if (rule->rank(rule->state, j, word, a, b, &rank))
        push_candidate(j, (tr_candidate){rank, left, right, a->len + b->len});
}

static void join_candidate(tr_joining *j, const tr_join_rule *rule, const char *word,
                           const tr_candidate *c)
{
    tr_symbol *const left = &j->symbols[c->left], *const right = &j->symbols[c->right];
    if (left->len == 0 || right->len == 0 || left->len + right->len != c->len) return;
    left->len = c->len;
    left->next = right->next;
    if (right->next >= 0) j->symbols[right->next].previous = c->left;
    right->len = 0;
    offer_symbols(j, rule, word, left->previous, c->left);
    offer_symbols(j, rule, word, c->left, left->next);
}

/* Takes the first pair, or all of its rank: what they make of their neighbours waits until they are
 * done. */
static void take_round(tr_joining *j, bool by_rounds)
{
    const double rank = j->heap[0].rank;
    j->n_round = 0;
    do {
        void *round = j->round;
        if (tr_reserve(&round, &j->round_capacity, j->n_round + 1, sizeof *j->round) < 0) {
            j->failed = true;
            return;
        }
        j->round = round;
        j->round[j->n_round++] = pop_candidate(j);
    } while (by_rounds && j->n_heap && !(j->heap[0].rank > rank));
}

void tr_joining_run(tr_joining *j, const tr_join_rule *rule, const char *word)
{
    for (size_t i = 1; i < j->n && !j->failed; i++)
        offer_symbols(j, rule, word, (int32_t)i - 1, (int32_t)i);
    while (j->n_heap && !j->failed) {
        take_round(j, rule->by_rounds);
        for (size_t i = 0; i < j->n_round && !j->failed; i++)
            join_candidate(j, rule, word, &j->round[i]);
    }
}

/* The rank of "left right" among the merges. */
static bool rank_of_pair(const void *state, tr_joining *j, const char *word, const tr_symbol *a,
                         const tr_symbol *b, double *rank)
{
    const tr_merges *const m = state;

    if (a->len + b->len >= m->longest) return false;
    tr_buf_clear(&j->pair);
    tr_buf_add(&j->pair, word + a->begin, a->len);
    tr_buf_add_string(&j->pair, m->between);
    tr_buf_add(&j->pair, word + b->begin, b->len);
    j->failed = j->failed || j->pair.failed;
    if (j->failed) return false;
    const int32_t found = tr_pieces_find(m->pairs, j->pair.data, j->pair.len);
    *rank = found;
    return found >= 0;
}

void tr_merges_join(const tr_merges *m, const char *word, tr_joining *j)
{
    tr_joining_run(j, &(tr_join_rule){rank_of_pair, m, .by_rounds = true}, word);
}

void tr_merges_join_first(const tr_merges *m, const char *word, tr_joining *j)
{
    tr_joining_run(j, &(tr_join_rule){rank_of_pair, m, .by_rounds = false}, word);
}
