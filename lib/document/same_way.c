#include "document/same_way.h"

#include <stdlib.h>

/* The way that most texts have; the formal one of as many. */
static int prevalent(const tr_work *j)
{
    size_t formal = 0, informal = 0;

    for (size_t i = 0; i < j->n; i++) {
        formal += j->units[i].way == TR_ADDRESS_FORMAL;
        informal += j->units[i].way == TR_ADDRESS_INFORMAL;
    }
    if (!formal && !informal) return TR_FORMALITY_DEFAULT;
    return informal > formal ? TR_FORMALITY_INFORMAL : TR_FORMALITY_FORMAL;
}

static bool is_otherwise(tr_address way, int wanted)
{
    if (way == TR_ADDRESS_NONE) return false;
    return way != (wanted == TR_FORMALITY_FORMAL ? TR_ADDRESS_FORMAL : TR_ADDRESS_INFORMAL);
}

/* The segments that address otherwise; NULL out of memory. */
static size_t *find_others(const tr_work *j, size_t *n)
{
    size_t *const others = malloc((j->n + 1) * sizeof *others);

    *n = 0;
    for (size_t i = 0; others && i < j->n; i++)
        if (is_otherwise(j->units[i].way, j->formality)) others[(*n)++] = j->units[i].segment;
    return others;
}

static int translate_anew(tr_work *j, const size_t *segments, size_t n, bool alignment,
                          tr_stream_stats *stats)
{
    int (*const progress)(void *ctx, double done) = j->progress;
    int rc = TR_OK;

    tr_work_clear(j);
    for (size_t i = 0; i < n && rc == TR_OK; i++) {
        if (!tr_work_add_segment(j, segments[i])) rc = tr_fail_memory(j->err);
    }
    j->progress = NULL;
    j->anew = true;
    if (rc == TR_OK) rc = tr_work_run(j, alignment, stats);
    j->anew = false;
    j->progress = progress;
    return rc;
}

int tr_work_same_way(tr_work *j, bool alignment, tr_stream_stats *stats)
{
    size_t n;

    if (j->formality) return TR_OK;
    j->formality = prevalent(j);
    if (!j->formality) return TR_OK;
    size_t *const others = find_others(j, &n);
    const int rc = others ? translate_anew(j, others, n, alignment, stats) : tr_fail_memory(j->err);
    free(others);
    return rc;
}
