#include "document/length_check.h"

static const tr_length_bound *limit_of(const tr_part *part, size_t k)
{
    return part->reader->limit(tr_content_segment(&part->content, k));
}

size_t tr_length_excess(const tr_part *part, size_t k, bool *unmeasured)
{
    const tr_content *const d = &part->content;
    size_t n = 0;

    *unmeasured = false;
    if (!part->reader->limit) return 0;
    const tr_length_bound *const limit = limit_of(part, k);
    if (!limit || (k && limit_of(part, k - 1) == limit)) return 0;
    bool any = false;
    for (; k < d->n_segments && limit_of(part, k) == limit; k++) {
        const tr_segment *const p = tr_content_segment(d, k);
        any = any || p->written;
        if (p->written) n += part->reader->written_length(p);
    }
    *unmeasured = any && limit->most == TR_OTHER_MEASURE;
    n += limit->used;
    return any && n > limit->most ? n - limit->most : 0;
}
