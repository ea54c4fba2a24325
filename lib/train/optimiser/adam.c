#include "train/optimiser/adam.h"

#include <math.h>
#include <string.h>

#include "base/scalar.h"

enum { CHUNK = 1024, CHUNKS = 64 };

typedef struct work {
    const tr_pass *pass;
    float *sums;
    tr_adam_step step;
} work;

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t tr_norm_room(const tr_parameters *p)
{
    return (p->n_floats + CHUNK - 1) / CHUNK;
}

static void sum_chunks(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    const tr_parameters *p = w->pass->p;
    (void)scratch;
    for (size_t i = first; i < first + n; i++)
        w->sums[i] =
            w->pass->g.square_sum(p->g + i * CHUNK, smaller(p->n_floats - i * CHUNK, CHUNK));
}

double tr_gradient_norm(const tr_pass *pass, float *room)
{
    const size_t n = tr_norm_room(pass->p);
    double sum = 0;
    work w = {.pass = pass, .sums = room};

    tr_workers_share(pass->workers, n, CHUNKS, sum_chunks, &w);
    for (size_t i = 0; i < n; i++)
        sum += (double)room[i];
    return sqrt(sum);
}

static void update_range(void *ctx, size_t first, size_t n, float *scratch)
{
    const work *w = ctx;
    const tr_parameters *p = w->pass->p;
    (void)scratch;
    w->pass->g.adam(&w->step, p->g + first, n, p->w + first, p->m + first, p->v + first,
                    p->average + first);
    memset(p->g + first, 0, n * sizeof *p->g);
}

tr_adam_step tr_adam_of(const tr_update *u, double norm)
{
    const double t = (double)u->step;
    const bool clips = u->clip > 0 && norm > u->clip;
    return (tr_adam_step){.factor = (float)(clips ? u->clip / norm : 1),
                          .rate = (float)u->rate,
                          .beta1 = (float)u->beta1,
                          .beta2 = (float)u->beta2,
                          .epsilon = (float)u->epsilon,
                          .m_correction = (float)(1 / (1 - tr_pow(u->beta1, t))),
                          .v_correction = (float)(1 / (1 - tr_pow(u->beta2, t))),
                          .keep = (float)u->keep};
}

void tr_update_adam(const tr_pass *pass, const tr_update *u, double norm)
{
    work w = {.pass = pass, .step = tr_adam_of(u, norm)};
    tr_workers_share(pass->workers, pass->p->n_floats, CHUNK * CHUNKS, update_range, &w);
}
