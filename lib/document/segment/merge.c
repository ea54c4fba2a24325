#include "document/segment/merge.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "document/segment/content.h"

enum { ROUNDS = 8 };  /* after which all segments go back */
enum { REACH = 256 }; /* segments that one which is lost has at its sides */
enum { NEIGHBOURS = 64, WINDOWS = 8 };

/* A segment as it is compared, and how many bytes the document has grown by before it. */
typedef struct place {
    tr_span at, outer;
    uint64_t signature;
    ptrdiff_t grown;
} place;

/* Some segments that stand beside each other. */
typedef struct places {
    size_t first, n;
    place list[NEIGHBOURS];
} places;

typedef struct merging {
    tr_content *content;
    ptrdiff_t *grown; /* before each NEIGHBOURS segments */
    ptrdiff_t all_grown;
    unsigned char *taken; /* a bit for each segment: what is written for it is taken back */
    places cache[WINDOWS];
} merging;

/* Bytes of the document as it is now. */
static size_t size_now(const tr_content *d)
{
    size_t size = d->size;

    for (size_t i = 0; i < d->n_segments; i++) {
        const tr_segment *const p = tr_content_segment(d, i);
        if (p->written) size += p->written_len - (p->at.end - p->at.begin);
    }
    return size;
}

/* Appends the document, and notes how it grows. */
static void compose_document(merging *m, tr_buf *out)
{
    const tr_content *const d = m->content;
    ptrdiff_t grown = 0;
    size_t at = 0;

    tr_buf_reserve(out, size_now(d));
    for (size_t i = 0; i < tr_content_n_places(d); i++) {
        const tr_segment *const p = tr_content_segment(d, i);
        assert(at <= p->at.begin && p->at.begin <= p->at.end); /* in order, and disjoint */
        if (i % NEIGHBOURS == 0) m->grown[i / NEIGHBOURS] = grown;
        tr_content_copy(d, (tr_span){at, p->at.begin}, out);
        if (p->written)
            tr_buf_add(out, p->written, p->written_len);
        else
            tr_content_copy(d, (tr_span){p->at.begin, p->at.end}, out);
        at = p->at.end;
        if (p->written) grown += (ptrdiff_t)p->written_len - (ptrdiff_t)(at - p->at.begin);
    }
    tr_content_copy(d, (tr_span){at, d->size}, out);
    m->all_grown = grown;
}

/* ---- Places ---- */

static void load_places(places *w, const tr_content *d, size_t first, ptrdiff_t grown)
{
    w->first = first;
    for (w->n = 0; w->n < NEIGHBOURS && first + w->n < tr_content_n_places(d); w->n++) {
        const tr_segment *const p = tr_content_segment(d, first + w->n);
        w->list[w->n] = (place){p->at, p->outer, p->signature, grown};
        if (p->written) grown += (ptrdiff_t)p->written_len - (ptrdiff_t)(p->at.end - p->at.begin);
    }
}

/* Segment i as the document was composed with it. */
static const place *place_at(merging *m, size_t i)
{
    places *const w = &m->cache[i / NEIGHBOURS % WINDOWS];
    const size_t first = i - i % NEIGHBOURS;

    if (!w->n || w->first != first) load_places(w, m->content, first, m->grown[first / NEIGHBOURS]);
    return &w->list[i - first];
}

/* Where byte `at` of the document is now; it is in no segment.  `near` is a segment near it. */
static size_t now_at(merging *m, size_t at, size_t near)
{
    const size_t n = tr_content_n_places(m->content);
    size_t i = near;

    while (i > 0 && place_at(m, i - 1)->at.end > at)
        i--;
    while (i < n && place_at(m, i)->at.end <= at)
        i++;
    return (size_t)((ptrdiff_t)at + (i < n ? place_at(m, i)->grown : m->all_grown));
}

static const char lost[] = "it would not be read again as one segment with these marks";

/* True if something is written for segment i, and is not taken back. */
static bool is_still_written(const merging *m, size_t i)
{
    return !(m->taken[i / 8] >> i % 8 & 1) && tr_content_outcome(m->content, i).written;
}

/* The written segment that is nearest to segment i goes back to its source.  False if there is none
 * within reach: thousands that are lost do not look at thousands each. */
static bool take_nearest_back(merging *m, size_t i)
{
    const size_t n = tr_content_n_places(m->content);

    for (size_t distance = 0; distance < n && distance < REACH; distance++) {
        size_t found = SIZE_MAX;
        if (i >= distance && is_still_written(m, i - distance)) found = i - distance;
        if (found == SIZE_MAX && i + distance < n && is_still_written(m, i + distance))
            found = i + distance;
        if (found == SIZE_MAX) continue;
        m->taken[found / 8] |= (unsigned char)(1 << found % 8);
        return true;
    }
    return false;
}

/* What was taken back is no more written. */
static void take_all_back(merging *m)
{
    for (size_t i = 0; i < m->content->n_segments; i++)
        if (m->taken[i / 8] >> i % 8 & 1) tr_content_take_back_one(m->content, i, lost);
    memset(m->taken, 0, m->content->n_segments / 8 + 1);
    for (size_t i = 0; i < WINDOWS; i++)
        m->cache[i].n = 0;
}

static bool same_segment(const place *p, tr_span now, const tr_segment *again)
{
    return again->outer.begin == now.begin && again->outer.end == now.end &&
           again->signature == p->signature;
}

static bool is_attribute(const tr_segment *p)
{
    return p->signature == TR_ATTRIBUTE_SIGNATURE;
}

/* The first segment from k on that ends at or after byte `at`, or is an attribute and ends at or
 * after byte `here`. */
static size_t skip_others(const tr_content *again, size_t k, size_t at, size_t here)
{
    for (; k < again->n_segments; k++) {
        const tr_segment *const p = tr_content_segment(again, k);
        if (p->outer.end >= (is_attribute(p) ? here : at)) break;
    }
    return k;
}

/* The segment from k on that is in a place, NEAR others on at most; attributes before it, which may
 * be more than they were, do not count.  n_segments if there is none.  *first tells whether it is
 * the first that counts. */
static size_t find_segment(const tr_content *again, size_t k, const place *p, tr_span now,
                           bool *first)
{
    enum { NEAR = 64 };

    *first = true;
    for (size_t n = 0; k < again->n_segments && n < NEAR; k++) {
        const tr_segment *const q = tr_content_segment(again, k);
        if (same_segment(p, now, q)) return k;
        if (is_attribute(q) && q->outer.end <= now.end) continue;
        *first = false;
        n++;
    }
    return again->n_segments;
}

/* Takes back the segments that are not found again.  True if there were none.  Segments are in
 * order, so that each is looked for near the one before it, or, before byte `loose` of what is read
 * again, near its place: any number of segments may lie between that were translated before, or are
 * no text. */
static bool compare_segments(merging *m, const tr_content *again, size_t loose)
{
    const size_t n = tr_content_n_places(m->content);
    size_t k = 0;
    bool all = true, astray = false; /* the segment before: what is in its place does not count */

    for (size_t i = 0; i < n; i++) {
        const place p = *place_at(m, i);
        const tr_span now = {now_at(m, p.outer.begin, i), now_at(m, p.outer.end, i)};
        bool first;
        k = skip_others(again, k, now.begin < loose ? now.begin : loose, now.begin);
        const size_t found = find_segment(again, k, &p, now, &first);
        const bool near = found < again->n_segments;
        if (near && (first || now.begin < loose || astray)) {
            k = found + 1;
            astray = false;
            continue;
        }
        all = false;
        astray = !near;
        take_nearest_back(m, i);
        if (near) k = found + 1;
    }
    k = skip_others(again, k, loose, SIZE_MAX);
    if (k < again->n_segments) all = false;
    if (k < again->n_segments && n) take_nearest_back(m, n - 1);
    take_all_back(m);
    return all;
}

static bool any_written(const tr_content *d)
{
    for (size_t i = 0; i < d->n_segments; i++)
        if (tr_content_outcome(d, i).written) return true;
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

/* Counts the links to headings that were translated from byte `begin` on. */
static void count_lost_links(tr_content *d, const tr_reader *reader, size_t begin,
                             const tr_buf *out)
{
    tr_content now = {.name = d->name, .options = d->options, .kept = d->kept};

    d->n_lost_links = 0;
    if (d->options->keep_anchors || !reader->lost_links || !any_written(d)) return;
    tr_content_set_bytes(&now, tr_buf_text(out) + begin, out->len - begin);
    d->n_lost_links = reader->lost_links(d, &now);
}

/* Reads what was composed from byte `begin` on.  The caller frees *again. */
static int read_again(const tr_content *d, const tr_reader *reader, const tr_buf *out, size_t begin,
                      tr_content *again)
{
    tr_error ignored;

    *again = (tr_content){.name = d->name,
                          .options = d->options,
                          .stays = d->stays,
                          .is_latin1 = d->is_latin1,
                          .is_made = d->is_made,
                          .again = true,
                          .plurals = d->plurals,
                          .kept = d->kept};
    tr_content_set_bytes(again, tr_buf_text(out) + begin, out->len - begin);
    return reader->read(again, &ignored);
}

/* Reads what was composed from byte `begin` on, and takes back what is not found in it.  True if
 * nothing was. */
static bool check_document(merging *m, const tr_reader *reader, tr_buf *out, size_t begin)
{
    tr_content *const d = m->content;
    tr_content again;
    bool done = false;

    const int rc = read_again(d, reader, out, begin, &again);
    if (rc == TR_ENOMEM)
        out->failed = true; /* it may be as it should be: nothing is known */
    else if (rc < 0)
        tr_content_take_back(d, lost);
    else
        done =
            compare_segments(m, &again, reader->format.can & TR_FILLS ? SIZE_MAX : again.by_value);
    tr_content_free(&again);
    return done;
}

/* ---- Texts in marks ---- */

static void take_inner_back(tr_content *d)
{
    for (size_t i = tr_content_n_places(d); i < d->n_segments; i++)
        tr_content_take_back_one(d, i, lost);
}

/* Appends the document as it is now with what is written for the texts in its marks.  False if
 * there is none. */
static bool put_inner(const tr_content *d, const tr_content *now, tr_buf *out)
{
    const char *copied = now->bytes;

    for (size_t i = 0; i < now->n_inner; i++) {
        const tr_inner *const v = &now->inner[i], *const known = tr_content_find_inner(d, v);
        if (!known || v->raw < copied) continue;
        const tr_segment_outcome o = tr_content_outcome(d, known->number);
        if (!o.written) continue;
        tr_buf_add(out, copied, (size_t)(v->raw - copied));
        tr_buf_add(out, o.written, o.written_len);
        copied = v->raw + v->raw_len;
    }
    if (copied == now->bytes) return false;
    tr_buf_add(out, copied, now->size - (size_t)(copied - now->bytes));
    return true;
}

static bool has_same_segments(const tr_content *a, const tr_content *b)
{
    bool same = a->n_segments == b->n_segments && a->n_inner == b->n_inner;

    for (size_t i = 0; same && i < a->n_segments; i++) {
        const uint64_t signature = tr_content_segment(a, i)->signature;
        same = tr_content_segment(b, i)->signature == signature;
    }
    return same;
}

static bool has_same_inner(const tr_content *a, const tr_content *b)
{
    for (size_t i = 0; i < a->n_inner && i < b->n_inner; i++)
        if (a->inner[i].signature != b->inner[i].signature) return false;
    return true;
}

/* Takes back the texts whose marks are others in `then`, a document with as many texts in marks;
 * where it has not, all that have marks.  False if there are none. */
static bool take_changed_back(tr_content *d, const tr_content *now, const tr_content *then)
{
    const bool known = now->n_inner == then->n_inner;
    bool any = false;

    for (size_t i = 0; i < now->n_inner; i++) {
        const tr_inner *const v = tr_content_find_inner(d, &now->inner[i]);
        const bool changed =
            known ? now->inner[i].signature != then->inner[i].signature : v && v->n_marks > 0;
        if (!v || !changed || !tr_content_outcome(d, v->number).written) continue;
        tr_content_take_back_one(d, v->number, lost);
        any = true;
    }
    return any;
}

/* Writes the texts in marks, which are wherever their marks are now.  They stay if the document
 * would be read in another way; false if others may be written then, which is not tried at last. */
static bool write_inner(tr_content *d, const tr_reader *reader, tr_buf *out, size_t begin,
                        bool last)
{
    tr_content now, then = {0};
    tr_buf next = {0};
    bool retry = false;

    const int rc = read_again(d, reader, out, begin, &now);
    const bool put = rc == TR_OK && put_inner(d, &now, &next);
    const int again = put && !next.failed ? read_again(d, reader, &next, 0, &then) : TR_OK;
    const bool read = put && again == TR_OK;
    const bool right = read && has_same_segments(&now, &then) && has_same_inner(&now, &then);

    out->failed = out->failed || next.failed || rc == TR_ENOMEM || again == TR_ENOMEM;
    if (right) {
        out->len = begin;
        tr_buf_add(out, tr_buf_text(&next), next.len);
    } else if (!out->failed) {
        retry = read && !last && take_changed_back(d, &now, &then);
        if (!retry) take_inner_back(d);
    }
    tr_content_free(&now);
    tr_content_free(&then);
    tr_buf_free(&next);
    return !retry;
}

static bool any_inner_written(const tr_content *d)
{
    for (size_t i = tr_content_n_places(d); i < d->n_segments; i++)
        if (tr_content_outcome(d, i).written) return true;
    return false;
}

int tr_merge(tr_content *d, const tr_reader *reader, tr_buf *out, tr_error *err)
{
    const size_t begin = out->len;
    merging *const m = calloc(1, sizeof *m);
    bool done = false;

    if (m) m->content = d;
    if (m) m->grown = calloc(d->n_segments / NEIGHBOURS + 1, sizeof *m->grown);
    if (m) m->taken = calloc(d->n_segments / 8 + 1, 1);
    if (!m || !m->grown || !m->taken) out->failed = true;
    for (int round = 0; !out->failed && !done; round++) {
        out->len = begin;
        if (round == ROUNDS) tr_content_take_back(d, lost);
        compose_document(m, out);
        done = !any_written(d) || (!out->failed && check_document(m, reader, out, begin));
    }
    if (m) free(m->grown);
    if (m) free(m->taken);
    free(m);
    done = false;
    for (int round = 0; !done && !out->failed && any_inner_written(d); round++)
        done = write_inner(d, reader, out, begin, round == 2);
    const bool marks = d->options->mark_review >= !reader->says_states;
    if (!out->failed && reader->mark_review && (marks || d->options->say_quality))
        pass(reader->mark_review, d, begin, out);
    if (!out->failed && d->options->keep_anchors && reader->keep_anchors)
        pass(reader->keep_anchors, d, begin, out);
    if (!out->failed) count_lost_links(d, reader, begin, out);
    if (!out->failed && d->options->bilingual && reader->bilingual) {
        pass(reader->bilingual, d, begin, out);
        if (!out->failed && out->len == begin && d->size)
            return tr_fail(err, TR_EFORMAT, "%s: finds no place for its translation beside it",
                           d->name);
    }
    if (!out->failed && d->options->set_language && !d->options->bilingual && reader->set_language)
        pass(reader->set_language, d, begin, out);
    if (!out->failed && reader->restore) pass(reader->restore, d, begin, out);
    return out->failed ? tr_fail_memory(err) : TR_OK;
}
