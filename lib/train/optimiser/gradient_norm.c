#include "train/optimiser/gradient_norm.h"

#include <math.h>

enum { CHUNK = 1024, CHUNKS_TOGETHER = 64 };

typedef struct norm_work {
    const tr_pass *pass;
    float *sums;
} norm_work;

size_t tr_gradient_norm_room(const tr_parameters *p)
{
    return (p->n_floats + CHUNK - 1) / CHUNK;
}

static void sum_chunks(void *ctx, size_t first, size_t n, float *scratch)
{
    const norm_work *w = ctx;
    const tr_parameters *p = w->pass->p;
    (void)scratch;
    for (size_t i = first; i < first + n; i++) {
        const size_t left = p->n_floats - i * CHUNK;
        w->sums[i] = w->pass->g.square_sum(p->g + i * CHUNK, left < CHUNK ? left : CHUNK);
    }
}

double tr_gradient_norm(const tr_pass *pass, float *room)
{
    const size_t n = tr_gradient_norm_room(pass->p);
    double sum = 0;
    norm_work w = {.pass = pass, .sums = room};

    tr_workers_share(pass->workers, n, CHUNKS_TOGETHER, sum_chunks, &w);
    for (size_t i = 0; i < n; i++)
        sum += (double)room[i];
    return sqrt(sum);
}
