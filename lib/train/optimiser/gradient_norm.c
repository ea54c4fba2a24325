#include "train/optimiser/gradient_norm.h"

#include <math.h>

enum { CHUNK = TR_NORM_CHUNK, CHUNKS_TOGETHER = 64 };

typedef struct norm_work {
    const tr_pass *pass;
    float *sums;
    size_t first; /* chunk */
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
    for (size_t i = w->first + first; i < w->first + first + n; i++) {
        const size_t left = p->n_floats - i * CHUNK;
        w->sums[i] = w->pass->g.square_sum(p->g + i * CHUNK, left < CHUNK ? left : CHUNK);
    }
}

void tr_gradient_norm_sums(const tr_pass *pass, tr_span chunks, float *room)
{
    norm_work w = {.pass = pass, .sums = room, .first = chunks.begin};
    tr_workers_share(pass->workers, chunks.end - chunks.begin, CHUNKS_TOGETHER, sum_chunks, &w);
}

double tr_gradient_norm_of(const float *room, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (double)room[i];
    return sqrt(sum);
}

double tr_gradient_norm(const tr_pass *pass, float *room)
{
    const size_t n = tr_gradient_norm_room(pass->p);
    tr_gradient_norm_sums(pass, (tr_span){0, n}, room);
    return tr_gradient_norm_of(room, n);
}
