#include "document/segment/builder.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "document/segment/fragment.h"
#include "document/segment/run.h"

void tr_builder_init(tr_builder *b, tr_content *doc, const tr_writing *writing)
{
    *b = (tr_builder){.content = doc, .writing = writing, .where = ""};
}

void tr_build_where(tr_builder *b, const char *where)
{
    if (!where) b->failed = true;
    b->where = where ? where : "";
}

void tr_build_text(tr_builder *b, tr_span raw, const char *text, size_t len)
{
    if (raw.begin < raw.end) tr_events_add(&b->events, TR_EVENT_TEXT, raw, text, len);
}

void tr_build_raw_text(tr_builder *b, tr_span raw)
{
    tr_build_text(b, raw, b->content->bytes + raw.begin, raw.end - raw.begin);
}

void tr_build_open(tr_builder *b, tr_span raw, const char *name, size_t len)
{
    tr_events_add(&b->events, TR_EVENT_OPEN, raw, name, len);
}

void tr_build_close(tr_builder *b, tr_span raw, const char *name, size_t len)
{
    tr_events_add(&b->events, TR_EVENT_CLOSE, raw, name, len);
}

void tr_build_point(tr_builder *b, tr_span raw)
{
    tr_events_add(&b->events, TR_EVENT_POINT, raw, NULL, 0);
}

void tr_build_atom(tr_builder *b, tr_span raw)
{
    tr_events_add(&b->events, TR_EVENT_ATOM, raw, NULL, 0);
}

void tr_build_run(tr_builder *b, const tr_run *run, const char *text, size_t len)
{
    tr_events_add(&b->events, TR_EVENT_RUN, run->raw, text, len);
    if (!b->events.failed) b->events.list[b->events.n - 1].run = run;
}

void tr_build_attribute(tr_builder *b, tr_span raw, const char *text, size_t len,
                        const tr_writing *writing, const char *where)
{
    tr_events_add(&b->events, TR_EVENT_ATTRIBUTE, raw, text, len);
    if (b->events.failed) return;
    b->events.list[b->events.n - 1].writing = writing;
    b->events.list[b->events.n - 1].where = where;
}

/* ---- Segments */

/* The bytes without the blanks at their edges: those at its beginning, at its end. */
static tr_span trimmed(const tr_content *d, tr_span at, bool begin, bool end)
{
    while (begin && at.begin < at.end && tr_ascii_is_html_space(d->bytes[at.begin]))
        at.begin++;
    while (end && at.end > at.begin && tr_ascii_is_html_space(d->bytes[at.end - 1]))
        at.end--;
    return at;
}

/* A run that is all of a segment, and whose text is in one place: the text alone is replaced. */
static bool is_lone_run(const tr_events *v, size_t begin, size_t end)
{
    return end - begin == 1 && v->list[begin].run && !v->list[begin].run->rest;
}

/* The document's bytes of events [begin, end). */
static tr_span segment_bytes(const tr_builder *b, size_t begin, size_t end)
{
    const tr_event *const list = b->events.list;
    const tr_span at = {list[begin].raw.begin, list[end - 1].raw.end};
    if (is_lone_run(&b->events, begin, end))
        return trimmed(b->content, list[begin].run->text, true, true);
    return trimmed(b->content, at, list[begin].kind == TR_EVENT_TEXT,
                   list[end - 1].kind == TR_EVENT_TEXT);
}

static bool append_segment(tr_content *d, const tr_segment *segment)
{
    void *segments = d->segments;
    if (tr_reserve(&segments, &d->capacity, d->n_segments + 1, sizeof *d->segments) < 0)
        return false;
    d->segments = segments;
    d->segments[d->n_segments++] = *segment;
    return true;
}

/* Events [begin, end), none of which is a cut, are a segment if they have text. */
static bool make_segment(tr_builder *b, size_t begin, size_t end, tr_span outer)
{
    tr_content *const d = b->content;
    tr_fragment *const p = b->fragment;
    const uint64_t sum = tr_events_signature(&b->events, d->bytes, begin, end);

    tr_events_peel(&b->events, &begin, &end);
    if (begin >= end) return true;
    tr_fragment_clear(p);
    tr_fragment_add(p, &b->events, begin, end, b->keep_blanks);
    tr_fragment_trim(p);
    if (p->text.failed || p->runs_failed) return false;
    if (!tr_fragment_has_letter(p, b->any_text)) return true;
    if (b->values_only && !p->n_marks && !tr_content_takes(d, p->text.data, p->text.len))
        return true;
    if (!tr_fragment_is_readable(p)) {
        d->n_unread++;
        return true;
    }
    tr_segment segment = {.at = segment_bytes(b, begin, end),
                          .outer = outer,
                          .len = p->text.len,
                          .n_marks = p->n_marks,
                          .signature = sum + b->kind,
                          .in_parts = p->in_parts,
                          .html = b->html,
                          .blank_before = p->blank_before,
                          .blank_behind = p->blank_behind,
                          .where = b->where,
                          .writing = b->writing,
                          .extra = b->extra};
    if (p->n_runs && !is_lone_run(&b->events, begin, end)) {
        segment.n_runs = p->n_runs;
        segment.runs = TR_REGION_TAKE(&d->region, tr_run, p->n_runs);
        if (!segment.runs) return false;
        memcpy(segment.runs, p->runs, p->n_runs * sizeof *p->runs);
    }
    segment.text = tr_region_copy(&d->region, p->text.data, p->text.len);
    segment.marks = TR_REGION_TAKE(&d->region, tr_mark, p->n_marks + 1);
    if (!segment.text || !segment.marks) return false;
    memcpy(segment.marks, p->marks, p->n_marks * sizeof *p->marks);
    return append_segment(d, &segment);
}

/* ---- Breaks */

/* An attribute is a segment by itself. */
static bool make_attribute(tr_builder *b, const tr_event *e)
{
    const char *const text = b->events.text.data + e->begin;
    tr_fragment *const p = b->fragment;

    tr_fragment_clear(p);
    tr_fragment_add_text(p, text, e->len, false);
    tr_fragment_trim(p);
    if (p->text.failed) return false;
    if (!tr_fragment_has_letter(p, false)) return true;
    if (!tr_fragment_is_readable(p)) {
        b->content->n_unread++;
        return true;
    }
    tr_segment segment = {.at = e->raw,
                          .outer = e->raw,
                          .len = p->text.len,
                          .where = e->where,
                          .extra = b->extra,
                          .writing = e->writing};
    segment.text = tr_region_copy(&b->content->region, p->text.data, p->text.len);
    segment.marks = TR_REGION_TAKE(&b->content->region, tr_mark, 1);
    return segment.text && segment.marks && append_segment(b->content, &segment);
}

static int by_segment_place(const void *left, const void *right)
{
    const tr_segment *const a = left, *const b = right;
    return a->at.begin < b->at.begin ? -1 : a->at.begin > b->at.begin;
}

/* Adds the attributes that no segment from number `first` on has in it, and puts all in order. */
static void make_attributes(tr_builder *b, size_t first)
{
    tr_content *const d = b->content;
    const size_t n = d->n_segments;
    size_t k = first;

    for (size_t i = 0; i < b->events.n && !b->failed; i++) {
        const tr_event *const e = &b->events.list[i];
        if (e->kind != TR_EVENT_ATTRIBUTE) continue;
        while (k < n && d->segments[k].at.end <= e->raw.begin)
            k++;
        if (k == n || e->raw.end <= d->segments[k].at.begin) b->failed = !make_attribute(b, e);
    }
    if (d->n_segments > n)
        qsort(d->segments + first, d->n_segments - first, sizeof *d->segments, by_segment_place);
}

static void make_segments(tr_builder *b, size_t at)
{
    const size_t first = b->content->n_segments;
    tr_span outer = {b->broken_at, at};
    size_t begin = 0;

    tr_events_match(&b->events);
    if (!b->fragment) b->fragment = calloc(1, sizeof *b->fragment);
    b->failed = b->failed || b->events.failed || !b->fragment;
    for (size_t i = 0; i <= b->events.n && !b->failed; i++) {
        const tr_event *const e = &b->events.list[i];
        if (i < b->events.n && !tr_event_is_cut(e)) continue;
        outer.end = i < b->events.n ? e->raw.begin : at;
        b->failed = !make_segment(b, begin, i, outer);
        outer.begin = i < b->events.n ? e->raw.end : at;
        begin = i + 1;
    }
    make_attributes(b, first);
}

void tr_build_break(tr_builder *b, size_t at)
{
    bool text = false;

    for (size_t i = 0; i < b->events.n && !text; i++)
        text = b->events.list[i].kind == TR_EVENT_ATTRIBUTE ||
               !tr_events_are_empty(&b->events, i, i + 1);
    if (text && !b->failed) make_segments(b, at);
    b->failed = b->failed || b->events.failed;
    tr_events_clear(&b->events);
    b->broken_at = at;
}

void tr_build_fixed(tr_builder *b, tr_span raw)
{
    tr_build_break(b, raw.begin);
    b->broken_at = raw.end;
}

int tr_builder_end(tr_builder *b, tr_error *err)
{
    tr_build_break(b, b->content->size);
    tr_events_free(&b->events);
    if (b->fragment) tr_fragment_free(b->fragment);
    free(b->fragment);
    return b->failed ? tr_fail_memory(err) : TR_OK;
}
