#include "document/segment/events.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/hash.h"
#include "document/segment/run.h"
#include "document/segment/segment.h"

enum { MOST_LEN = (1 << 29) - 1 };

static void append_event(tr_events *v, enum tr_event_kind kind, tr_span raw, const char *text,
                         size_t len)
{
    v->list = tr_room(v->list, &v->capacity, v->n + 1, sizeof *v->list, &v->failed);
    v->failed = v->failed || len > MOST_LEN || v->text.len > UINT32_MAX || raw.end > UINT32_MAX;
    if (v->failed) return;
    v->list[v->n++] = (tr_event){.kind = (unsigned)kind & 7,
                                 .len = (uint32_t)len & MOST_LEN,
                                 .begin = (uint32_t)v->text.len,
                                 .raw_begin = (uint32_t)raw.begin,
                                 .raw_end = (uint32_t)raw.end,
                                 .match = TR_NO_EVENT};
    if (len) tr_buf_add(&v->text, text, len);
    v->failed = v->failed || v->text.failed;
}

static bool all_blank(const char *text, size_t len)
{
    while (len && tr_ascii_is_html_space(text[len - 1]))
        len--;
    return !len;
}

/* True if event i is text, and its bytes end where others begin. */
static bool is_text_up_to(const tr_events *v, size_t i, size_t raw_begin)
{
    return v->list[i].kind == TR_EVENT_TEXT && v->list[i].raw_end == raw_begin;
}

/* Makes the last two events one. */
static void join_last(tr_events *v)
{
    tr_event *const last = &v->list[--v->n], *const before = last - 1;

    before->len = (before->len + last->len) & MOST_LEN;
    before->raw_end = last->raw_end;
}

/* Text that goes on with the text before it is one event with it.  Blanks at the edges of text stay
 * apart: they may be left out. */
static void join_text(tr_events *v)
{
    const tr_event *const last = &v->list[v->n - 1];
    const bool was_blank = v->ends_blank;

    v->ends_blank = tr_event_is_blank(v, last);
    if (v->n < 2 || !is_text_up_to(v, v->n - 2, last->raw_begin)) return;
    if (v->list[v->n - 2].len + (size_t)last->len > MOST_LEN) return;
    if (was_blank == v->ends_blank) {
        join_last(v);
    } else if (was_blank && v->n > 2 && is_text_up_to(v, v->n - 3, last[-1].raw_begin) &&
               v->list[v->n - 3].len + (size_t)last[-1].len + last->len <= MOST_LEN) {
        join_last(v);
        join_last(v);
    }
}

void tr_events_add(tr_events *v, enum tr_event_kind kind, tr_span raw, const char *text, size_t len)
{
    append_event(v, kind, raw, text, len);
    if (kind == TR_EVENT_TEXT && !v->failed) join_text(v);
}

void tr_events_add_with(tr_events *v, enum tr_event_kind kind, tr_span raw, const char *text,
                        size_t len, const void *with)
{
    v->with = tr_room(v->with, &v->with_capacity, v->n_with + 1, sizeof *v->with, &v->failed);
    append_event(v, kind, raw, text, len);
    if (v->failed) return;
    v->list[v->n - 1].match = (uint32_t)v->n_with;
    v->with[v->n_with++] = with;
}

void tr_events_clear(tr_events *v)
{
    v->n = v->n_with = 0;
    tr_buf_clear(&v->text);
}

void tr_events_free(tr_events *v)
{
    free(v->list);
    free(v->with);
    tr_buf_free(&v->text);
    *v = (tr_events){0};
}

bool tr_event_is_blank(const tr_events *v, const tr_event *e)
{
    return (e->kind == TR_EVENT_TEXT || e->kind == TR_EVENT_RUN) &&
           all_blank(tr_buf_text(&v->text) + e->begin, e->len);
}

/* Events that neither show nor take a place. */
static bool is_nothing(const tr_events *v, const tr_event *e)
{
    return (e->kind == TR_EVENT_POINT && !e->len) || e->kind == TR_EVENT_GAP ||
           e->kind == TR_EVENT_ATTRIBUTE || tr_event_is_blank(v, e);
}

static bool same_name(const tr_events *v, const tr_event *x, const tr_event *y)
{
    return x->len == y->len &&
           (!x->len || !memcmp(v->text.data + x->begin, v->text.data + y->begin, x->len));
}

bool tr_event_is_cut(const tr_event *e)
{
    return (e->kind == TR_EVENT_OPEN || e->kind == TR_EVENT_CLOSE) && e->match == TR_NO_EVENT;
}

/* A pair that a cut is in is none.  `before` [n + 1] is scratch. */
static void unmatch(tr_events *v, uint32_t *before)
{
    before[0] = 0;
    for (size_t i = 0; i < v->n; i++)
        before[i + 1] = before[i] + tr_event_is_cut(&v->list[i]);
    for (size_t i = 0; i < v->n; i++) {
        const size_t other = v->list[i].match;
        if (v->list[i].kind != TR_EVENT_OPEN || tr_event_is_cut(&v->list[i])) continue;
        if (before[other] == before[i]) continue;
        v->list[i].match = v->list[other].match = TR_NO_EVENT;
    }
}

void tr_events_match(tr_events *v)
{
    uint32_t *open = calloc(v->n + 1, sizeof *open);
    size_t n = 0;

    v->failed = v->failed || !open;
    if (!open) return;
    for (size_t i = 0; i < v->n; i++) {
        tr_event *const e = &v->list[i];
        if (e->kind == TR_EVENT_OPEN) open[n++] = (uint32_t)i;
        if (e->kind != TR_EVENT_CLOSE) continue;
        size_t k = n;
        while (k && n - k < TR_MAX_MARK_DEPTH && !same_name(v, e, &v->list[open[k - 1]]))
            k--;
        if (!k || n - k >= TR_MAX_MARK_DEPTH) continue;
        n = k - 1; /* what was opened since stays without an end */
        e->match = open[n];
        v->list[open[n]].match = (uint32_t)i;
    }
    unmatch(v, open);
    free(open);
}

bool tr_events_are_empty(const tr_events *v, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        if (v->list[i].kind == TR_EVENT_ATOM ||
            ((v->list[i].kind == TR_EVENT_TEXT || v->list[i].kind == TR_EVENT_RUN) &&
             !tr_event_is_blank(v, &v->list[i])))
            return false;
    return true;
}

/* True if a pair that is not all of [first, last] is empty. */
static bool is_empty_pair(const tr_events *v, size_t open, size_t first, size_t last)
{
    const size_t close = v->list[open].match;
    return !(open == first && close == last) && tr_events_are_empty(v, open, close);
}

/* True if the last bytes of a mark, event i, are an attribute without text: they change. */
static bool ends_in_change(const tr_events *v, size_t i, size_t end)
{
    const tr_event *const e = v->list;
    return i + 1 < end && e[i + 1].kind == TR_EVENT_ATTRIBUTE && !e[i + 1].len &&
           e[i + 1].raw_begin >= e[i].raw_begin && e[i + 1].raw_end == e[i].raw_end;
}

/* True if the end of the pair that begins with event `open` changes with the text of the pair.
 * Where both ends change, they are other signs for the same pair. */
static bool goes_with_text(const tr_events *v, size_t open, size_t end)
{
    return ends_in_change(v, v->list[open].match, end) && !ends_in_change(v, open, end);
}

/* Each event is looked at once for each edge: after a pair around all come others. */
void tr_events_peel(const tr_events *v, size_t *begin, size_t *end)
{
    const tr_event *const e = v->list;
    const size_t limit = *end;

    for (; *begin < *end; ++*begin, --*end) {
        while (*begin < *end) {
            if (is_nothing(v, &e[*begin]))
                ++*begin;
            else if (e[*begin].kind == TR_EVENT_OPEN && is_empty_pair(v, *begin, *begin, *end - 1))
                *begin = e[*begin].match + 1;
            else
                break;
        }
        while (*begin < *end) {
            const size_t last = *end - 1;
            if (is_nothing(v, &e[last]))
                --*end;
            else if (e[last].kind == TR_EVENT_CLOSE &&
                     is_empty_pair(v, e[last].match, *begin, last))
                *end = e[last].match;
            else
                break;
        }
        if (*begin >= *end || e[*begin].kind != TR_EVENT_OPEN || e[*begin].match != *end - 1)
            return;
        if (goes_with_text(v, *begin, limit)) return;
    }
}

/* ---- Signatures */

static uint64_t hash_bytes(const char *bytes, size_t len, uint64_t seed)
{
    const uint64_t h = tr_fnv1a(seed ^ TR_FNV1A_START, bytes, len);
    return h ^ h >> 29;
}

/* The bytes of event i without its attributes. */
static uint64_t hash_raw(const tr_events *v, const char *content, size_t i, uint64_t seed)
{
    const tr_span raw = tr_event_raw(&v->list[i]);
    size_t at = raw.begin;

    if (v->list[i].kind == TR_EVENT_RUN) {
        const tr_run *const run = tr_event_with(v, &v->list[i]);
        return (run->identity ^ seed) * TR_FNV1A_PRIME;
    }

    for (i++; i < v->n && v->list[i].kind == TR_EVENT_ATTRIBUTE; i++) {
        const tr_span value = tr_event_raw(&v->list[i]);
        if (value.end > raw.end) break;
        if (value.begin < at) continue; /* it is in the one before */
        seed = hash_bytes(content + at, value.begin - at, seed);
        at = value.end;
    }
    return hash_bytes(content + at, raw.end - at, seed);
}

uint64_t tr_events_signature(const tr_events *v, const char *content, size_t begin, size_t end)
{
    uint64_t sum = 0, around[TR_MAX_MARK_DEPTH + 1] = {1};
    size_t depth = 0;

    for (size_t i = begin; i < end; i++) {
        const tr_event *const e = &v->list[i];
        if (e->kind == TR_EVENT_TEXT || e->kind == TR_EVENT_ATTRIBUTE) continue;
        if (e->kind == TR_EVENT_CLOSE && depth) depth--;
        const uint64_t h = hash_raw(v, content, i, around[depth] + e->kind);
        sum += h;
        if (e->kind == TR_EVENT_OPEN && depth < TR_MAX_MARK_DEPTH) around[++depth] = h;
    }
    return sum;
}
