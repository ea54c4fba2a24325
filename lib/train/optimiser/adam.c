#include "train/optimiser/adam.h"

#include <string.h>

#include "base/numbers/scalar.h"

enum { FLOATS_TOGETHER = 65536 };

typedef struct adam_work {
    const tr_pass *pass;
    tr_adam_step step;
    size_t begin;
} adam_work;

static void update_range(void *ctx, size_t first, size_t n, float *scratch)
{
    const adam_work *w = ctx;
    const tr_parameters *p = w->pass->p;
    (void)scratch;
    first += w->begin;
    w->pass->g.adam(&w->step, p->g + first, n, p->w + first, p->m + first, p->v + first,
                    p->average + first);
    memset(p->g + first, 0, n * sizeof *p->g);
}

size_t tr_update_units(const tr_parameter_tensor *t)
{
    if (t->kind == TR_WEIGHTS) return t->parts;
    return (t->n_out * t->n_in + FLOATS_TOGETHER - 1) / FLOATS_TOGETHER;
}

size_t tr_update_unit(const tr_parameter_tensor *t, size_t i)
{
    if (i >= tr_update_units(t)) return t->at + t->n_out * t->n_in;
    return t->at +
           (t->kind == TR_WEIGHTS ? tr_parameter_part(t, i) * t->n_in : i * FLOATS_TOGETHER);
}

tr_adam_step tr_adam_step_of(const tr_update *u, double norm)
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

void tr_adam_update(const tr_pass *pass, const tr_update *u, double norm)
{
    const tr_span all = {0, pass->p->n_floats}, part = u->part ? *u->part : all;
    adam_work w = {.pass = pass, .step = tr_adam_step_of(u, norm), .begin = part.begin};
    tr_workers_share(pass->workers, part.end - part.begin, FLOATS_TOGETHER, update_range, &w);
}
