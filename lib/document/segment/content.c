#include "document/segment/content.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/utf8.h"
#include "document/segment/decoded.h"
#include "document/segment/segment_store.h"

void tr_content_set_bytes(tr_content *d, const char *bytes, size_t size)
{
    d->bytes = bytes;
    d->size = size;
    d->begin = tr_utf8_mark(bytes, size);
}

void tr_content_copy(const tr_content *d, tr_span raw, tr_buf *out)
{
    tr_buf_add(out, d->bytes + raw.begin, raw.end - raw.begin);
}

bool tr_source_has(const tr_text_place *to, const char *what)
{
    const tr_span at = to->segment->at;
    return tr_span_find(to->content->bytes, at.begin, at.end, what) < at.end;
}

const char *tr_content_line_end(const tr_content *d)
{
    const size_t feed = tr_find_byte(d->bytes, 0, d->size, '\n');
    return feed && feed < d->size && d->bytes[feed - 1] == '\r' ? "\r\n" : "\n";
}

void tr_content_free(tr_content *d)
{
    tr_region_free(&d->region);
    if (d->store) tr_segment_store_free(d->store);
    free(d->store);
    d->store = NULL;
    d->n_segments = d->n_inner_segments = 0;
    free(d->inner);
    d->inner = NULL;
    d->n_inner = 0;
}

const void *tr_content_keep(tr_content *d, const void *bytes, size_t size)
{
    enum { MOST = sizeof d->last_kept / sizeof *d->last_kept };

    for (size_t i = 0; i < MOST; i++)
        if (d->last_kept[i].size == size && size && !memcmp(d->last_kept[i].bytes, bytes, size))
            return d->last_kept[i].bytes;
    void *const copy = tr_region_take(&d->region, size, 1);
    if (!copy) return NULL;
    memcpy(copy, bytes, size);
    d->last_kept[d->n_kept++ % MOST] = (struct tr_kept){copy, size};
    return copy;
}

const char *tr_content_keep_text(tr_content *d, tr_buf *text)
{
    const char *const kept =
        text->failed ? NULL : tr_content_keep(d, tr_buf_text(text), text->len + 1);
    tr_buf_free(text);
    return kept;
}

bool tr_content_takes(tr_content *d, const char *text, size_t len)
{
    if (d->options->keys) return true;
    d->by_value = SIZE_MAX;
    return d->again || tr_decoded_is_text(text, len);
}

/* ---- Segments ---- */

const tr_segment *tr_content_segment(const tr_content *d, size_t i)
{
    return tr_segment_store_at(d->store, i);
}

bool tr_content_add(tr_content *d, const tr_segment *p)
{
    if (!d->store) {
        d->store = calloc(1, sizeof *d->store);
        if (!d->store) return false;
        d->store->bytes = d->bytes;
        d->store->places_only = d->again;
    }
    d->any_marks = d->any_marks || p->n_marks;
    if (!tr_segment_store_add(d->store, p)) return false;
    d->n_segments++;
    return true;
}

tr_segment *tr_content_only(tr_content *d, size_t n)
{
    return d->n_segments == n + 1 ? tr_segment_store_at(d->store, n) : NULL;
}

bool tr_content_change(tr_content *d, const tr_segment *only)
{
    return tr_segment_store_replace_last(d->store, only);
}

void tr_content_drop_from(tr_content *d, size_t n)
{
    if (n >= d->n_segments) return;
    tr_segment_store_drop_from(d->store, n);
    d->n_segments = n;
}

tr_segment *tr_content_keep_one(tr_content *d, size_t n)
{
    tr_segment *const one = tr_content_only(d, n);
    if (d->n_segments > n + 1) d->n_unread[TR_UNREAD_MARKS]++;
    if (!one) tr_content_drop_from(d, n);
    return one;
}

/* ---- Texts in marks ---- */

bool tr_content_keep_inner(tr_content *d, const tr_segment *p)
{
    void *inner = d->inner;
    tr_inner v = {.raw = d->bytes + p->at.begin,
                  .raw_len = p->at.end - p->at.begin,
                  .signature = p->signature,
                  .writing = p->writing,
                  .extra = p->extra};

    if (tr_reserve(&inner, &d->inner_capacity, d->n_inner + 1, sizeof v) < 0) return false;
    d->inner = inner;
    if (!d->again) {
        v.len = p->len;
        v.n_marks = p->n_marks;
        v.text = tr_region_copy(&d->region, p->text, p->len);
        v.where = tr_content_keep(d, p->where, strlen(p->where) + 1);
        v.marks = TR_REGION_TAKE(&d->region, tr_mark, p->n_marks + 1);
        if (!v.text || !v.where || !v.marks) return false;
        if (p->n_marks) memcpy(v.marks, p->marks, p->n_marks * sizeof *p->marks);
    }
    d->inner[d->n_inner++] = v;
    return true;
}

static int by_inner_bytes(const void *left, const void *right)
{
    const tr_inner *const a = left, *const b = right;
    const int order = memcmp(a->raw, b->raw, a->raw_len < b->raw_len ? a->raw_len : b->raw_len);

    if (order) return order;
    if (a->raw_len != b->raw_len) return a->raw_len < b->raw_len ? -1 : 1;
    return a->writing == b->writing ? 0 : (uintptr_t)a->writing < (uintptr_t)b->writing ? -1 : 1;
}

static int by_inner_place(const void *left, const void *right)
{
    const tr_inner *const a = left, *const b = right;
    return a->raw < b->raw ? -1 : a->raw > b->raw;
}

static int by_inner_bytes_and_place(const void *left, const void *right)
{
    const int order = by_inner_bytes(left, right);
    return order ? order : by_inner_place(left, right);
}

bool tr_content_add_inner(tr_content *d)
{
    size_t n = 0;

    if (!d->n_inner) return true;
    qsort(d->inner, d->n_inner, sizeof *d->inner, by_inner_bytes_and_place);
    for (size_t i = 0; i < d->n_inner; i++)
        if (!n || by_inner_bytes(&d->inner[n - 1], &d->inner[i])) d->inner[n++] = d->inner[i];
    d->n_inner = n;
    qsort(d->inner, n, sizeof *d->inner, by_inner_place);
    for (size_t i = 0; i < n; i++) {
        tr_inner *const v = &d->inner[i];
        const size_t begin = (size_t)(v->raw - d->bytes);
        v->number = d->n_segments;
        if (!tr_content_add(d, &(tr_segment){.at = {begin, begin + v->raw_len},
                                             .outer = {begin, begin + v->raw_len},
                                             .text = v->text,
                                             .len = v->len,
                                             .marks = v->marks,
                                             .n_marks = v->n_marks,
                                             .where = v->where,
                                             .signature = v->signature,
                                             .extra = v->extra,
                                             .writing = v->writing}))
            return false;
        d->n_inner_segments++;
    }
    qsort(d->inner, n, sizeof *d->inner, by_inner_bytes);
    return true;
}

const tr_inner *tr_content_find_inner(const tr_content *d, const tr_inner *like)
{
    return d->n_inner ? bsearch(like, d->inner, d->n_inner, sizeof *d->inner, by_inner_bytes)
                      : NULL;
}

/* ---- Outcomes ---- */

bool tr_content_write(tr_content *d, size_t i, const char *text, size_t len, size_t n_lost)
{
    const tr_segment_outcome o = {.written = text, .written_len = len, .n_lost = n_lost};
    return tr_segment_store_set_outcome(d->store, i, &o);
}

bool tr_content_leave(tr_content *d, size_t i, const char *why)
{
    return tr_segment_store_set_outcome(d->store, i, &(tr_segment_outcome){.left = why});
}

void tr_content_forget(tr_content *d, size_t i)
{
    tr_segment_store_set_outcome(d->store, i, &(tr_segment_outcome){0});
}

tr_segment_outcome tr_content_outcome(const tr_content *d, size_t i)
{
    return tr_segment_store_outcome(d->store, i);
}

bool tr_content_set_lost(tr_content *d, size_t i, size_t n_lost)
{
    tr_segment_outcome o = tr_content_outcome(d, i);

    if (!o.written || o.n_lost == n_lost) return true;
    o.n_lost = n_lost;
    return tr_segment_store_set_outcome(d->store, i, &o);
}

bool tr_content_set_quality(tr_content *d, size_t i, float quality)
{
    tr_segment_outcome o = tr_content_outcome(d, i);

    if (!o.written) return true;
    o.quality = quality;
    return tr_segment_store_set_outcome(d->store, i, &o);
}

bool tr_content_trust(tr_content *d, size_t i, bool trusted)
{
    return tr_segment_store_trust(d->store, i, trusted);
}

void tr_content_take_back_one(tr_content *d, size_t i, const char *why)
{
    if (tr_content_outcome(d, i).written && !tr_content_leave(d, i, why)) tr_content_forget(d, i);
}

void tr_content_take_back(tr_content *d, const char *why)
{
    for (size_t i = 0; i < d->n_segments; i++)
        tr_content_take_back_one(d, i, why);
}

int tr_content_refuse(const tr_content *d, size_t at, const char *message, tr_error *err)
{
    size_t line = 1, begin = 0;

    for (size_t i = 0; i < at && i < d->size; i++) {
        if (d->bytes[i] != '\n') continue;
        line++;
        begin = i + 1;
    }
    return tr_fail(err, TR_EFORMAT, "%s:%zu:%zu: %s", d->name, line, at - begin + 1, message);
}

/* ---- Writing ---- */

const tr_escapes tr_quoted_escapes = {{'"', "\\\""}, {'\\', "\\\\"}};

void tr_writing_escape(const struct tr_escape_row *list, const char *text, size_t len, tr_buf *out)
{
    size_t from = 0;

    for (size_t i = 0; list && i < len; i++) {
        const struct tr_escape_row *e = list;
        while (e->as && e->byte != text[i])
            e++;
        if (!e->as) continue;
        tr_buf_add(out, text + from, i - from);
        tr_buf_add_string(out, e->as);
        from = i + 1;
    }
    tr_buf_add(out, text + from, len - from);
}

void tr_writing_encode(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    if (to->writing->encode)
        to->writing->encode(to, text, len, out);
    else
        tr_writing_escape(to->writing->escapes, text, len, out);
}
