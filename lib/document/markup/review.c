#include "document/markup/review.h"

tr_review tr_review_begin(const tr_content *source, const tr_content *now, tr_buf *out)
{
    return (tr_review){.source = source, .now = now, .out = out};
}

const tr_segment *tr_review_next(tr_review *r)
{
    r->growth += r->own;
    r->own = 0;
    while (r->i < r->source->n_segments) {
        const tr_segment_outcome o = tr_content_outcome(r->source, r->i);
        const tr_segment *const p = tr_content_segment(r->source, r->i++);
        if (!o.written) continue;
        r->own = (ptrdiff_t)o.written_len - (ptrdiff_t)(p->at.end - p->at.begin);
        return p;
    }
    return NULL;
}

void tr_review_put(tr_review *r, tr_span place, const char *text)
{
    const size_t begin = place.begin + (size_t)r->growth, end = place.end + (size_t)r->growth;

    if (place.begin < r->last || begin < r->copied || end > r->now->size) return;
    r->last = place.begin + 1;
    tr_buf_add(r->out, r->now->bytes + r->copied, begin - r->copied);
    tr_buf_add_string(r->out, text);
    r->copied = end;
}

void tr_review_end(tr_review *r)
{
    tr_buf_add(r->out, r->now->bytes + r->copied, r->now->size - r->copied);
}

void tr_review_add_quality(tr_buf *out, float quality)
{
    const int hundredths = (int)(quality * 100 + 0.5F);
    tr_buf_printf(out, "%d.%02d", hundredths / 100, hundredths % 100);
}
