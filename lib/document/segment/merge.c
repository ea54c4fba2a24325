#include "document/segment/merge.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum { ROUNDS = 8 };  /* after which all segments go back */
enum { REACH = 256 }; /* segments that one which is lost has at its sides */

static void copy_bytes(const tr_content *d, size_t begin, size_t end, tr_buf *out)
{
    tr_buf_add(out, d->bytes + begin, end - begin);
}

/* Writes the document; deltas [n_segments + 1] receive how many bytes it has grown by before each
 * segment. */
static void compose_document(const tr_content *d, tr_buf *out, ptrdiff_t *deltas)
{
    size_t at = 0;

    deltas[0] = 0;
    for (size_t i = 0; i < d->n_segments; i++) {
        const tr_segment *const p = &d->segments[i];
        assert(at <= p->at.begin && p->at.begin <= p->at.end); /* in order, and disjoint */
        copy_bytes(d, at, p->at.begin, out);
        if (p->written)
            tr_buf_add(out, p->written, p->written_len);
        else
            copy_bytes(d, p->at.begin, p->at.end, out);
        at = p->at.end;
        deltas[i + 1] = (ptrdiff_t)out->len - (ptrdiff_t)at;
    }
    copy_bytes(d, at, d->size, out);
}

/* Where byte `at` of the document is now; it is in no segment.  `near` is a segment near it. */
static size_t now_at(const tr_content *d, const ptrdiff_t *deltas, size_t at, size_t near)
{
    size_t i = near;
    while (i > 0 && d->segments[i - 1].at.end > at)
        i--;
    while (i < d->n_segments && d->segments[i].at.end <= at)
        i++;
    return (size_t)((ptrdiff_t)at + deltas[i]);
}

static const char lost[] = "it would not be read again as one segment with these marks";

/* The written segment that is nearest to segment i goes back to its source.  False if there is none
 * within reach: thousands that are lost do not look at thousands each. */
static bool take_nearest_back(tr_content *d, size_t i)
{
    for (size_t distance = 0; distance < d->n_segments && distance < REACH; distance++) {
        tr_segment *p = NULL;
        if (i >= distance && d->segments[i - distance].written) p = &d->segments[i - distance];
        if (!p && i + distance < d->n_segments && d->segments[i + distance].written)
            p = &d->segments[i + distance];
        if (!p) continue;
        tr_segment_take_back(p, lost);
        return true;
    }
    return false;
}

static bool same_segment(const tr_segment *p, tr_span place, const tr_segment *again)
{
    return again->outer.begin == place.begin && again->outer.end == place.end &&
           again->signature == p->signature;
}

/* The first segment from k on that ends at or after a byte. */
static size_t skip_others(const tr_content *again, size_t k, size_t at)
{
    while (k < again->n_segments && again->segments[k].outer.end < at)
        k++;
    return k;
}

/* Takes back the segments that are not found again.  True if there were none.  Segments are in
 * order, so that each is looked for near the one before it, or, before byte `loose` of what is read
 * again, near its place: any number of segments may lie between that were translated before, or are
 * no text. */
static bool compare_segments(tr_content *d, const ptrdiff_t *deltas, const tr_content *again,
                             size_t loose)
{
    enum { NEAR = 64 };
    size_t k = 0;
    bool all = true, astray = false; /* the segment before: what is in its place does not count */

    for (size_t i = 0; i < d->n_segments; i++) {
        const tr_segment *const p = &d->segments[i];
        const tr_span place = {now_at(d, deltas, p->outer.begin, i),
                               now_at(d, deltas, p->outer.end, i)};
        k = skip_others(again, k, place.begin < loose ? place.begin : loose);
        size_t found = k;
        while (found < again->n_segments && found < k + NEAR &&
               !same_segment(p, place, &again->segments[found]))
            found++;
        const bool near = found < again->n_segments && found < k + NEAR;
        if (near && (found == k || place.begin < loose || astray)) {
            k = found + 1;
            astray = false;
            continue;
        }
        all = false;
        astray = !near;
        take_nearest_back(d, i);
        if (near) k = found + 1;
    }
    k = skip_others(again, k, loose);
    if (k < again->n_segments) all = false;
    if (k < again->n_segments && d->n_segments) take_nearest_back(d, d->n_segments - 1);
    return all;
}

static bool any_written(const tr_content *d)
{
    for (size_t i = 0; i < d->n_segments; i++)
        if (d->segments[i].written) return true;
    return false;
}

/* Passes what is written through a reader's function. */
static void pass(void (*write)(const tr_content *d, const tr_content *now, tr_buf *out),
                 const tr_content *d, size_t begin, tr_buf *out)
{
    tr_content now = {.name = d->name, .options = d->options, .kept = d->kept};
    tr_buf next = {0};

    tr_content_set_bytes(&now, tr_buf_text(out) + begin, out->len - begin);
    write(d, &now, &next);
    out->len = begin;
    tr_buf_add(out, tr_buf_text(&next), next.len);
    out->failed = out->failed || next.failed;
    tr_buf_free(&next);
}

int tr_merge(tr_content *d, const tr_reader *reader, tr_buf *out, tr_error *err)
{
    ptrdiff_t *deltas = calloc(d->n_segments + 1, sizeof *deltas);
    const size_t begin = out->len;

    if (!deltas) return tr_fail_memory(err);
    for (int round = 0; !out->failed; round++) {
        tr_content again = {.name = d->name,
                            .options = d->options,
                            .stays = d->stays,
                            .is_latin1 = d->is_latin1,
                            .again = true,
                            .kept = d->kept};
        tr_error ignored;
        out->len = begin;
        if (round == ROUNDS) tr_content_take_back(d, lost);
        tr_buf part = {0};
        compose_document(d, &part, deltas);
        tr_buf_add(out, tr_buf_text(&part), part.len);
        tr_content_set_bytes(&again, tr_buf_text(&part), part.len);
        bool done = part.failed || !any_written(d);
        const int rc = done ? 0 : reader->read(&again, &ignored);
        if (rc == TR_ENOMEM)
            out->failed = true; /* it may be as it should be: nothing is known */
        else if (rc < 0)
            tr_content_take_back(d, lost);
        else if (!done)
            done = compare_segments(d, deltas, &again,
                                    reader->format.can & TR_FILLS ? SIZE_MAX : again.by_value);
        tr_content_free(&again);
        out->failed = out->failed || part.failed;
        tr_buf_free(&part);
        if (done) break;
    }
    free(deltas);
    if (!out->failed && d->options->bilingual && reader->bilingual)
        pass(reader->bilingual, d, begin, out);
    if (!out->failed && d->options->set_language && reader->set_language)
        pass(reader->set_language, d, begin, out);
    return out->failed ? tr_fail_memory(err) : TR_OK;
}
