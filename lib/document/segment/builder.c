#include "document/segment/builder.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "document/segment/fragment.h"
#include "document/segment/run.h"

enum { MOST_RUNS = 4096 }; /* of a segment */

/* A segment of a note, and its event. */
typedef struct tr_note {
    size_t event;
    tr_segment segment;
} tr_note;

void tr_builder_init(tr_builder *b, tr_content *doc, const tr_writing *writing)
{
    *b = (tr_builder){.content = doc, .writing = writing, .where = ""};
}

void tr_build_where(tr_builder *b, const char *fmt, ...)
{
    va_list ap, again;
    void *data = b->where_text.data;

    va_start(ap, fmt);
    va_copy(again, ap);
    const int n = vsnprintf(NULL, 0, fmt, ap);
    if (n < 0 || tr_reserve(&data, &b->where_text.capacity, (size_t)n + 1, 1) < 0)
        b->failed = true;
    else
        vsnprintf(data, (size_t)n + 1, fmt, again);
    b->where_text.data = data;
    b->where = data ? data : "";
    va_end(again);
    va_end(ap);
}

void tr_build_extra(tr_builder *b, const void *extra, size_t size)
{
    b->extra = tr_content_keep(b->content, extra, size);
    b->failed = b->failed || !b->extra;
}

void tr_build_text(tr_builder *b, tr_span raw, const char *text, size_t len)
{
    if (raw.begin < raw.end) tr_events_add(&b->events, TR_EVENT_TEXT, raw, text, len);
}

void tr_build_raw_text(tr_builder *b, tr_span raw)
{
    tr_build_text(b, raw, b->content->bytes + raw.begin, raw.end - raw.begin);
}

/* ---- Marks */

/* True if a segment would have too many marks with one more, or too many starts and ends that are
 * none.  Each mark counts, whatever becomes of it: a translation has them in another order. */
static bool takes_no_more(tr_builder *b, bool is_mark)
{
    enum { MOST_EVENTS = 2 * TR_MAX_MARKS };

    if (b->n_marks + is_mark > TR_MAX_MARKS || b->n_starts_and_ends == MOST_EVENTS) return true;
    b->n_marks += is_mark;
    b->n_starts_and_ends++;
    return false;
}

/* Ends the segment at a mark, which stays, if there were too many before it. */
static void build_mark(tr_builder *b, enum tr_event_kind kind, tr_span raw, const char *name,
                       size_t len)
{
    if (takes_no_more(b, kind != TR_EVENT_CLOSE))
        tr_build_fixed(b, raw);
    else
        tr_events_add(&b->events, kind, raw, name, len);
}

void tr_build_open(tr_builder *b, tr_span raw, const char *name, size_t len)
{
    build_mark(b, TR_EVENT_OPEN, raw, name, len);
}

void tr_build_open_first(tr_builder *b, tr_span raw, const char *name, size_t len)
{
    const size_t n = b->events.n;

    tr_build_open(b, raw, name, len);
    if (b->events.n != n + 1 || b->events.failed) return;
    const tr_event first = b->events.list[n];
    memmove(b->events.list + 1, b->events.list, n * sizeof first);
    b->events.list[0] = first;
}

void tr_build_close(tr_builder *b, tr_span raw, const char *name, size_t len)
{
    build_mark(b, TR_EVENT_CLOSE, raw, name, len);
}

void tr_build_point(tr_builder *b, tr_span raw)
{
    build_mark(b, TR_EVENT_POINT, raw, NULL, 0);
}

void tr_build_key(tr_builder *b, tr_span raw)
{
    build_mark(b, TR_EVENT_POINT, raw, "&", 1);
}

void tr_build_gap(tr_builder *b, tr_span raw)
{
    build_mark(b, TR_EVENT_GAP, raw, NULL, 0);
}

void tr_build_atom(tr_builder *b, tr_span raw)
{
    build_mark(b, TR_EVENT_ATOM, raw, NULL, 0);
}

/* A run of another look than the one before it is a mark. */
void tr_build_run(tr_builder *b, const tr_run *run, const char *text, size_t len)
{
    const bool is_mark = b->n_runs && run->look != b->look;

    if (b->n_runs == MOST_RUNS || (is_mark && takes_no_more(b, true)))
        tr_build_break(b, run->raw.begin);
    b->n_runs++;
    b->look = run->look;
    tr_events_add_with(&b->events, TR_EVENT_RUN, run->raw, text, len, run);
}

void tr_build_attribute(tr_builder *b, tr_span raw, const char *text, size_t len,
                        const tr_writing *writing, const char *where)
{
    tr_events_add_with(&b->events, TR_EVENT_ATTRIBUTE, raw, text, len, writing);
    tr_buf_add(&b->events.text, "", 1);
    tr_buf_add(&b->events.text, where, strlen(where) + 1);
}

/* ---- Segments */

/* The bytes without blanks at the beginning, or at the end. */
static tr_span trimmed(const tr_content *d, tr_span at, bool begin, bool end)
{
    while (begin && at.begin < at.end && tr_ascii_is_html_space(d->bytes[at.begin]))
        at.begin++;
    while (end && at.end > at.begin && tr_ascii_is_html_space(d->bytes[at.end - 1]))
        at.end--;
    return at;
}

/* A run that is all of a segment, and whose text is in one place: the text alone is replaced. */
static const tr_run *lone_run(const tr_events *v, size_t begin, size_t end)
{
    if (end - begin != 1 || v->list[begin].kind != TR_EVENT_RUN) return NULL;
    const tr_run *const run = tr_event_with(v, &v->list[begin]);
    return run->rest ? NULL : run;
}

/* The document's bytes of events [begin, end). */
static tr_span segment_bytes(const tr_builder *b, size_t begin, size_t end)
{
    const tr_event *const list = b->events.list;
    const tr_span at = {list[begin].raw_begin, list[end - 1].raw_end};
    const tr_run *const run = lone_run(&b->events, begin, end);
    if (run) return trimmed(b->content, run->text, true, true);
    return trimmed(b->content, at, list[begin].kind == TR_EVENT_TEXT,
                   list[end - 1].kind == TR_EVENT_TEXT);
}

static bool keep_segment(tr_builder *b, const tr_segment *segment)
{
    void *made = b->made;
    if (tr_reserve(&made, &b->made_capacity, b->n_made + 1, sizeof *b->made) < 0) return false;
    b->made = made;
    b->made[b->n_made++] = *segment;
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
        d->n_unread[p->fault]++;
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
    if (p->n_runs && !lone_run(&b->events, begin, end)) {
        segment.n_runs = p->n_runs;
        segment.runs = TR_REGION_TAKE(&d->region, tr_run, p->n_runs);
        if (!segment.runs) return false;
        memcpy(segment.runs, p->runs, p->n_runs * sizeof *p->runs);
    }
    segment.text = tr_region_copy(&b->region, p->text.data, p->text.len);
    segment.marks = TR_REGION_TAKE(&b->region, tr_mark, p->n_marks + 1);
    if (!segment.text || !segment.marks) return false;
    memcpy(segment.marks, p->marks, p->n_marks * sizeof *p->marks);
    return keep_segment(b, &segment);
}

/* ---- Breaks */

/* An attribute is a segment by itself; of a mark in a segment, too, which the content keeps. */
static bool make_attribute(tr_builder *b, const tr_event *e, bool is_inner)
{
    const char *const text = b->events.text.data + e->begin;
    tr_fragment *const p = b->fragment;

    tr_fragment_clear(p);
    tr_fragment_add_text(p, text, e->len, false);
    tr_fragment_trim(p);
    if (p->text.failed) return false;
    if (!tr_fragment_has_letter(p, false)) return true;
    if (!tr_fragment_is_readable(p)) {
        b->content->n_unread[p->fault]++;
        return true;
    }
    tr_segment segment = {.at = tr_event_raw(e),
                          .outer = tr_event_raw(e),
                          .len = p->text.len,
                          .where = text + e->len + 1,
                          .signature = TR_ATTRIBUTE_SIGNATURE,
                          .extra = b->extra,
                          .writing = tr_event_with(&b->events, e)};
    segment.text = p->text.data;
    if (is_inner) return tr_content_keep_inner(b->content, &segment);
    segment.text = tr_region_copy(&b->region, p->text.data, p->text.len);
    segment.marks = TR_REGION_TAKE(&b->region, tr_mark, 1);
    return segment.text && segment.marks && keep_segment(b, &segment);
}

static int by_segment_place(const void *left, const void *right)
{
    const tr_segment *const a = left, *const b = right;
    return a->at.begin < b->at.begin ? -1 : a->at.begin > b->at.begin;
}

/* A segment of a note is one by itself, too. */
static bool make_note(tr_builder *b, const tr_segment *note, bool is_inner)
{
    return is_inner ? tr_content_keep_inner(b->content, note) : keep_segment(b, note);
}

/* Makes the attributes, and puts the ones that no segment has in it in order. */
static void make_attributes(tr_builder *b)
{
    const size_t n = b->n_made;
    size_t k = 0, note = 0;

    for (size_t i = 0; i < b->events.n && !b->failed; i++) {
        const tr_event *const e = &b->events.list[i];
        if (e->kind != TR_EVENT_ATTRIBUTE) continue;
        while (k < n && b->made[k].at.end <= e->raw_begin)
            k++;
        const bool is_inner = k < n && e->raw_end > b->made[k].at.begin;
        const bool is_note = note < b->n_notes && b->notes[note].event == i;
        b->failed = is_note ? !make_note(b, &b->notes[note++].segment, is_inner)
                            : !make_attribute(b, e, is_inner);
    }
    if (b->n_made > n) qsort(b->made, b->n_made, sizeof *b->made, by_segment_place);
}

static void make_segments(tr_builder *b, size_t at)
{
    tr_span outer = {b->broken_at, at};
    size_t begin = 0;

    tr_events_match(&b->events);
    if (!b->fragment) b->fragment = calloc(1, sizeof *b->fragment);
    b->failed = b->failed || b->events.failed || !b->fragment;
    for (size_t i = 0; i <= b->events.n && !b->failed; i++) {
        const tr_event *const e = &b->events.list[i];
        if (i < b->events.n && !tr_event_is_cut(e)) continue;
        outer.end = i < b->events.n ? e->raw_begin : at;
        b->failed = !make_segment(b, begin, i, outer);
        outer.begin = i < b->events.n ? e->raw_end : at;
        begin = i + 1;
    }
    if (!b->in_note) make_attributes(b);
}

/* What was made of a note is kept up to the end of its sentence. */
static void keep_notes(tr_builder *b)
{
    tr_events *const outer = &b->sentence.events;

    b->notes =
        tr_room(b->notes, &b->notes_capacity, b->n_notes + b->n_made, sizeof *b->notes, &b->failed);
    for (size_t i = 0; i < b->n_made && !b->failed; i++) {
        tr_segment *const p = &b->made[i];
        p->outer = p->at;
        if (!p->n_marks) p->signature = TR_ATTRIBUTE_SIGNATURE;
        tr_events_add_with(outer, TR_EVENT_ATTRIBUTE, p->at, "", 0, NULL);
        b->notes[b->n_notes++] = (tr_note){outer->n - 1, *p};
        b->failed = outer->failed;
    }
    b->n_made = 0;
}

static void add_segments(tr_builder *b)
{
    for (size_t i = 0; i < b->n_made && !b->failed; i++)
        b->failed = !tr_content_add(b->content, &b->made[i]);
    b->n_made = b->n_notes = 0;
    tr_region_clear(&b->region);
}

void tr_build_break(tr_builder *b, size_t at)
{
    bool text = false;

    for (size_t i = 0; i < b->events.n && !text; i++)
        text = b->events.list[i].kind == TR_EVENT_ATTRIBUTE ||
               !tr_events_are_empty(&b->events, i, i + 1);
    if (text && !b->failed) {
        make_segments(b, at);
        if (b->in_note)
            keep_notes(b);
        else
            add_segments(b);
    }
    b->failed = b->failed || b->events.failed;
    tr_events_clear(&b->events);
    b->n_marks = b->n_starts_and_ends = b->n_runs = 0;
    b->broken_at = at;
}

void tr_build_fixed(tr_builder *b, tr_span raw)
{
    tr_build_break(b, raw.begin);
    b->broken_at = raw.end;
}

/* ---- Notes */

static void swap_events(tr_builder *b)
{
    const tr_events events = b->events;

    b->events = b->sentence.events;
    b->sentence.events = events;
}

bool tr_build_note_begin(tr_builder *b, tr_span raw, const tr_writing *writing, const char *where)
{
    if (b->in_note) return false;
    tr_build_attribute(b, raw, "", 0, NULL, ""); /* its bytes are none of the mark's */
    swap_events(b);
    b->sentence.n_marks = b->n_marks;
    b->sentence.n_starts_and_ends = b->n_starts_and_ends;
    b->sentence.n_runs = b->n_runs;
    b->sentence.look = b->look;
    b->sentence.broken_at = b->broken_at;
    b->sentence.writing = b->writing;
    b->sentence.where = b->where;
    b->sentence.note_end = raw.end;
    b->n_marks = b->n_starts_and_ends = b->n_runs = 0;
    b->broken_at = raw.begin;
    b->writing = writing;
    b->where = where;
    return b->in_note = true;
}

void tr_build_note_end(tr_builder *b)
{
    tr_build_break(b, b->sentence.note_end);
    b->in_note = false;
    swap_events(b);
    b->n_marks = b->sentence.n_marks;
    b->n_starts_and_ends = b->sentence.n_starts_and_ends;
    b->n_runs = b->sentence.n_runs;
    b->look = b->sentence.look;
    b->broken_at = b->sentence.broken_at;
    b->writing = b->sentence.writing;
    b->where = b->sentence.where;
}

int tr_builder_end(tr_builder *b, tr_error *err)
{
    tr_build_break(b, b->content->size);
    tr_events_free(&b->events);
    tr_events_free(&b->sentence.events);
    free(b->notes);
    tr_buf_free(&b->where_text);
    tr_region_free(&b->region);
    free(b->made);
    if (b->fragment) tr_fragment_free(b->fragment);
    free(b->fragment);
    return b->failed ? tr_fail_memory(err) : TR_OK;
}
