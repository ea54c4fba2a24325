#include "agrees.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool has_ids(const tr_hypothesis *h, const naive_path *p)
{
    if (h->n_tokens != p->n) return false;
    for (size_t i = 0; i < p->n; i++)
        if (h->tokens[i].id != p->ids[i]) return false;
    return fabs((double)h->score - p->score) < 1e-4 * (1 + fabs(p->score));
}

static void show(const char *what, const naive_path *p)
{
    printf("# %s", what);
    for (size_t i = 0; i < p->n; i++)
        printf(" %d", p->ids[i]);
    printf(" (%.6f)\n", p->score);
}

bool agrees(const naive *n, const tr_translation *t)
{
    naive_path best[NAIVE_PATHS];
    const size_t n_best = naive_search(n, best);
    bool same = t->status == TR_OK && t->n_hypotheses == n_best;

    if (!same) printf("# %zu hypotheses, not %zu: %s\n", t->n_hypotheses, n_best, t->message);
    for (size_t k = 0; same && k < n_best; k++) {
        same = has_ids(&t->hypotheses[k], &best[k]);
        if (same) continue;
        naive_path got = {.n = t->hypotheses[k].n_tokens, .score = (double)t->hypotheses[k].score};
        for (size_t i = 0; i < got.n && i < NAIVE_STEPS; i++)
            got.ids[i] = t->hypotheses[k].tokens[i].id;
        show("got", &got);
        show("not", &best[k]);
    }
    return same;
}

bool same_bits(const tr_translation *a, const tr_translation *b)
{
    bool same = a->n_hypotheses == b->n_hypotheses;
    for (size_t k = 0; same && k < a->n_hypotheses; k++)
        same = !strcmp(a->hypotheses[k].text, b->hypotheses[k].text) &&
               !memcmp(&a->hypotheses[k].score, &b->hypotheses[k].score, sizeof(float)) &&
               a->hypotheses[k].n_tokens == b->hypotheses[k].n_tokens;
    return same;
}
