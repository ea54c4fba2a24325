#include "train/data/length_ratio.h"

#include <stdlib.h>

enum { N_RATIOS = 64 * TR_RATIO_ONE, FREE_CHARACTERS = 10, MOST = 3 };

int tr_length_ratios_add(tr_length_ratios *r, size_t source, size_t target, tr_error *err)
{
    if (!r->n && !(r->n = calloc(N_RATIOS, sizeof *r->n))) return tr_fail_memory(err);
    const size_t ratio = target * TR_RATIO_ONE / source;
    r->n[ratio < N_RATIOS ? ratio : N_RATIOS - 1]++;
    return 0;
}

void tr_length_ratios_free(tr_length_ratios *r)
{
    free(r->n);
    r->n = NULL;
}

uint32_t tr_length_ratios_median(const tr_length_ratios *r)
{
    uint64_t all = 0, below = 0;
    uint32_t median = 0;

    for (size_t i = 0; r->n && i < N_RATIOS; i++)
        all += r->n[i];
    if (!all) return TR_RATIO_ONE;
    while ((below += r->n[median]) * 2 < all)
        median++;
    return median ? median : 1;
}

bool tr_length_ratio_fits(uint32_t median, size_t source, size_t target)
{
    /* Both sides in parts, as long as a good target would be. */
    const uint64_t a = (uint64_t)source * median, b = (uint64_t)target * TR_RATIO_ONE;
    const uint64_t longer = a > b ? a : b, shorter = a > b ? b : a;

    return (source <= FREE_CHARACTERS && target <= FREE_CHARACTERS) || longer <= MOST * shorter;
}
