#include "document/builder.h"

#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "document/values.h"
#include "text/placeholders.h"

enum kind { TEXT, OPEN, CLOSE, POINT, ATOM, ATTRIBUTE };

typedef struct tr_event {
    enum kind kind;
    tr_span raw;
    size_t begin, len; /* in the builder's text: of text, or the name of a start or an end */
    size_t match;      /* the event of the other end; NONE: there is none */
    const tr_writing *writing; /* of an attribute */
    const char *where;
} event;

enum { NONE = -1 };

void tr_builder_init(tr_builder *b, tr_doc *doc, const tr_writing *writing)
{
    *b = (tr_builder){.doc = doc, .writing = writing, .where = ""};
}

static void add(tr_builder *b, enum kind kind, tr_span raw, const char *text, size_t len)
{
    void *events = b->events;

    if (tr_reserve(&events, &b->events_capacity, b->n_events + 1, sizeof *b->events) < 0)
        b->failed = true;
    b->events = events;
    if (b->failed) return;
    b->events[b->n_events++] =
        (event){.kind = kind, .raw = raw, .begin = b->text.len, .len = len, .match = (size_t)NONE};
    if (len) tr_buf_add(&b->text, text, len);
    b->failed = b->failed || b->text.failed;
}

void tr_build_text(tr_builder *b, tr_span raw, const char *text, size_t len)
{
    if (raw.begin < raw.end) add(b, TEXT, raw, text, len);
}

void tr_build_raw_text(tr_builder *b, tr_span raw)
{
    tr_build_text(b, raw, b->doc->content + raw.begin, raw.end - raw.begin);
}

void tr_build_open(tr_builder *b, tr_span raw, const char *name, size_t len)
{
    add(b, OPEN, raw, name, len);
}

void tr_build_close(tr_builder *b, tr_span raw, const char *name, size_t len)
{
    add(b, CLOSE, raw, name, len);
}

void tr_build_point(tr_builder *b, tr_span raw)
{
    add(b, POINT, raw, NULL, 0);
}

void tr_build_atom(tr_builder *b, tr_span raw)
{
    add(b, ATOM, raw, NULL, 0);
}

void tr_build_attribute(tr_builder *b, tr_span raw, const char *text, size_t len,
                        const tr_writing *writing, const char *where)
{
    add(b, ATTRIBUTE, raw, text, len);
    if (b->failed) return;
    b->events[b->n_events - 1].writing = writing;
    b->events[b->n_events - 1].where = where;
}

/* ---- What the events between two breaks are */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

static bool all_blank(const char *text, size_t len)
{
    while (len && is_blank(text[len - 1]))
        len--;
    return !len;
}

static bool is_blank_text(const tr_builder *b, const event *e)
{
    return e->kind == TEXT && all_blank(b->text.data + e->begin, e->len);
}

/* What neither shows nor takes a place. */
static bool is_nothing(const tr_builder *b, const event *e)
{
    return e->kind == POINT || e->kind == ATTRIBUTE || is_blank_text(b, e);
}

static bool same_name(const tr_builder *b, const event *x, const event *y)
{
    return x->len == y->len &&
           (!x->len || !memcmp(b->text.data + x->begin, b->text.data + y->begin, x->len));
}

static bool is_cut(const event *e)
{
    return (e->kind == OPEN || e->kind == CLOSE) && e->match == (size_t)NONE;
}

/* A pair that a cut is in is none.  `before` [n_events + 1] is scratch. */
static void unmatch(tr_builder *b, size_t *before)
{
    before[0] = 0;
    for (size_t i = 0; i < b->n_events; i++)
        before[i + 1] = before[i] + is_cut(&b->events[i]);
    for (size_t i = 0; i < b->n_events; i++) {
        const size_t other = b->events[i].match;
        if (b->events[i].kind != OPEN || is_cut(&b->events[i])) continue;
        if (before[other] == before[i]) continue;
        b->events[i].match = b->events[other].match = (size_t)NONE;
    }
}

/* Finds the other end of each start and end.  Those that have none, or whose pair another pair
 * crosses, keep NONE. */
static void match(tr_builder *b)
{
    size_t *open = calloc(b->n_events + 1, sizeof *open), n = 0;

    b->failed = b->failed || !open;
    if (!open) return;
    for (size_t i = 0; i < b->n_events; i++) {
        event *const e = &b->events[i];
        if (e->kind == OPEN) open[n++] = i;
        if (e->kind != CLOSE) continue;
        size_t k = n;
        while (k && n - k < TR_MAX_MARK_DEPTH && !same_name(b, e, &b->events[open[k - 1]]))
            k--;
        if (!k || n - k >= TR_MAX_MARK_DEPTH) continue;
        n = k - 1; /* what was opened since stays without an end */
        e->match = open[n];
        b->events[open[n]].match = i;
    }
    unmatch(b, open);
    free(open);
}

/* Whether events [begin, end) have neither text nor atom. */
static bool is_empty(const tr_builder *b, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        if (b->events[i].kind == ATOM ||
            (b->events[i].kind == TEXT && !is_blank_text(b, &b->events[i])))
            return false;
    return true;
}

/* Leaves out what stands at the edges of events [*begin, *end): blanks, points, empty pairs, and
 * pairs around all of them. */
static void peel(const tr_builder *b, size_t *begin, size_t *end)
{
    const event *const e = b->events;

    for (;;) {
        const size_t first = *begin, last = *end - 1;
        if (first > last || *end == 0) return;
        if (is_nothing(b, &e[first]))
            ++*begin;
        else if (is_nothing(b, &e[last]))
            --*end;
        else if (e[first].kind == OPEN && e[first].match == last)
            ++*begin, --*end;
        else if (e[first].kind == OPEN && is_empty(b, first, e[first].match))
            *begin = e[first].match + 1;
        else if (e[last].kind == CLOSE && is_empty(b, e[last].match, last))
            *end = e[last].match;
        else
            return;
    }
}

/* ---- Signatures */

static uint64_t hash_bytes(const char *bytes, size_t len, uint64_t seed)
{
    uint64_t h = seed ^ 0xCBF29CE484222325u;
    for (size_t i = 0; i < len; i++)
        h = (h ^ (unsigned char)bytes[i]) * 0x100000001B3u;
    return h ^ h >> 29;
}

/* The bytes of event i without those of its attributes. */
static uint64_t hash_raw(const tr_builder *b, size_t i, uint64_t seed)
{
    const char *const content = b->doc->content;
    const tr_span raw = b->events[i].raw;
    size_t at = raw.begin;

    for (i++; i < b->n_events && b->events[i].kind == ATTRIBUTE; i++) {
        const tr_span value = b->events[i].raw;
        if (value.begin < at || value.end > raw.end) break;
        seed = hash_bytes(content + at, value.begin - at, seed);
        at = value.end;
    }
    return hash_bytes(content + at, raw.end - at, seed);
}

/* A sum, so that the order of marks does not count; each with the pairs around it. */
static uint64_t signature(const tr_builder *b, size_t begin, size_t end)
{
    uint64_t sum = 0, around[TR_MAX_MARK_DEPTH + 1] = {1};
    size_t depth = 0;

    for (size_t i = begin; i < end; i++) {
        const event *const e = &b->events[i];
        if (e->kind == TEXT || e->kind == ATTRIBUTE) continue;
        if (e->kind == CLOSE && depth) depth--;
        const uint64_t h = hash_raw(b, i, around[depth] + e->kind);
        sum += h;
        if (e->kind == OPEN && depth < TR_MAX_MARK_DEPTH) around[++depth] = h;
    }
    return sum;
}

/* ---- Plain text and marks of a segment */

typedef struct tr_plan {
    tr_buf text;
    size_t fresh; /* a blank from here on is not the one before it again */
    tr_mark marks[TR_MAX_MARKS];
    size_t n_marks;
    int parents[TR_MAX_MARK_DEPTH + 1]; /* the pairs that are open; the first is -1 */
    size_t depth;
    bool too_many;
} plan;

static void clear(plan *p)
{
    tr_buf_clear(&p->text);
    p->n_marks = p->depth = p->fresh = 0;
    p->parents[0] = -1;
    p->too_many = false;
}

static tr_mark *add_mark(plan *p, enum tr_mark_kind kind, tr_span open)
{
    if (p->n_marks == TR_MAX_MARKS || p->depth == TR_MAX_MARK_DEPTH) {
        p->too_many = true;
        return NULL;
    }
    tr_mark *const m = &p->marks[p->n_marks++];
    *m = (tr_mark){kind, p->parents[p->depth], p->text.len, p->text.len, open, {0}};
    return m;
}

/* Text with one blank for each run of white space, or a blank for each line end and tab. */
static void add_plain(plan *p, const char *text, size_t len, bool keep_blanks)
{
    for (size_t i = 0; i < len; i++) {
        const bool blank = is_blank(text[i]);
        const bool again = p->text.len > p->fresh && p->text.data[p->text.len - 1] == ' ';
        if (blank && !keep_blanks && again) continue;
        tr_buf_add(&p->text, blank ? " " : text + i, 1);
    }
}

/* Blanks before and behind a point are two. */
static void add_point(plan *p, tr_span raw)
{
    add_mark(p, TR_MARK_POINT, raw);
    p->fresh = p->text.len;
}

static void add_atom(plan *p, tr_span raw)
{
    tr_mark *const m = add_mark(p, TR_MARK_ATOM, raw);
    if (!m) return;
    const unsigned c = TR_PRIVATE_FIRST + (unsigned)(p->n_marks - 1);
    const char utf8[] = {(char)(0xF0 | c >> 18), (char)(0x80 | (c >> 12 & 0x3F)),
                         (char)(0x80 | (c >> 6 & 0x3F)), (char)(0x80 | (c & 0x3F))};
    tr_buf_add(&p->text, utf8, sizeof utf8);
    m->end = p->text.len;
}

static bool has_letter_or_digit(const char *text, size_t len, bool digits)
{
    int32_t c;
    for (size_t i = 0, n; i < len; i += n) {
        n = tr_utf8_decode(text + i, len - i, &c);
        if (tr_is_letter(c) || (digits && tr_is_digit(c))) return true;
    }
    return false;
}

/* Whether the pair that event i opens is a number or sign above or below the line, right behind a
 * word: a note's number, or the 2 of a formula.  It is an atom. */
static bool is_index(const tr_builder *b, const plan *p, size_t i)
{
    const event *const e = &b->events[i];
    const char *const name = b->text.data + e->begin;
    if (e->len != 3 || (memcmp(name, "sup", 3) != 0 && memcmp(name, "sub", 3) != 0)) return false;
    if (!p->text.len || is_blank(p->text.data[p->text.len - 1])) return false;
    for (size_t k = i + 1; k < e->match; k++)
        if (b->events[k].kind == TEXT &&
            has_letter_or_digit(b->text.data + b->events[k].begin, b->events[k].len, false))
            return false;
    return true;
}

static void make_plan(const tr_builder *b, size_t begin, size_t end, plan *p)
{
    for (size_t i = begin; i < end; i++) {
        const event *const e = &b->events[i];
        if (e->kind == TEXT) add_plain(p, b->text.data + e->begin, e->len, b->keep_blanks);
        if (e->kind == POINT) add_point(p, e->raw);
        if (e->kind == ATOM) add_atom(p, e->raw);
        if (e->kind == OPEN && (is_empty(b, i, e->match) || is_index(b, p, i))) {
            const tr_span raw = {e->raw.begin, b->events[e->match].raw.end};
            if (is_empty(b, i, e->match))
                add_point(p, raw);
            else
                add_atom(p, raw);
            i = e->match;
        } else if (e->kind == OPEN) {
            tr_mark *const m = add_mark(p, TR_MARK_PAIR, e->raw);
            if (!m) return;
            m->close = b->events[e->match].raw;
            p->parents[++p->depth] = (int)(p->n_marks - 1);
        } else if (e->kind == CLOSE && p->depth) {
            p->marks[p->parents[p->depth--]].end = p->text.len;
        }
    }
}

/* Blanks at the edges do not belong to the text. */
static void trim(plan *p)
{
    size_t lead = 0, len = p->text.len;

    while (lead < len && is_blank(p->text.data[lead]))
        lead++;
    while (len > lead && is_blank(p->text.data[len - 1]))
        len--;
    if (lead) memmove(p->text.data, p->text.data + lead, len - lead);
    p->text.len = len - lead;
    if (p->text.data) p->text.data[p->text.len] = '\0';
    for (size_t i = 0; i < p->n_marks; i++) {
        tr_mark *const m = &p->marks[i];
        m->begin = m->begin < lead ? 0 : m->begin - lead;
        m->end = m->end < lead ? 0 : m->end - lead;
        if (m->begin > p->text.len) m->begin = p->text.len;
        if (m->end > p->text.len) m->end = p->text.len;
    }
}

static bool has_private(const char *text, size_t len, size_t n_atoms)
{
    tr_span p = {0};
    size_t n = 0;
    while (tr_placeholder_next(text, len, p.end, &p))
        n += tr_placeholder_is_private(text, &p);
    return n != n_atoms;
}

static bool is_readable(const tr_builder *b, size_t begin, size_t end, const plan *p)
{
    size_t n_atoms = 0;
    for (size_t i = 0; i < p->n_marks; i++)
        n_atoms += p->marks[i].kind == TR_MARK_ATOM;
    for (size_t i = begin; i < end; i++) {
        const event *const e = &b->events[i];
        if (e->kind != TEXT) continue;
        const char *const text = b->text.data + e->begin;
        if (!tr_utf8_valid(text, e->len) || memchr(text, '\0', e->len)) return false;
    }
    return !p->too_many && !has_private(p->text.data, p->text.len, n_atoms);
}

/* The document's bytes of events [begin, end), without the blanks at their edges. */
static tr_span bytes_of(const tr_builder *b, size_t begin, size_t end)
{
    tr_span at = {b->events[begin].raw.begin, b->events[end - 1].raw.end};
    if (b->events[begin].kind == TEXT)
        while (at.begin < at.end && is_blank(b->doc->content[at.begin]))
            at.begin++;
    if (b->events[end - 1].kind == TEXT)
        while (at.end > at.begin && is_blank(b->doc->content[at.end - 1]))
            at.end--;
    return at;
}

static bool append(tr_doc *d, const tr_piece *piece)
{
    void *pieces = d->pieces;
    if (tr_reserve(&pieces, &d->capacity, d->n_pieces + 1, sizeof *d->pieces) < 0) return false;
    d->pieces = pieces;
    d->pieces[d->n_pieces++] = *piece;
    return true;
}

/* Events [begin, end), none of which is a cut, are a segment if they have text. */
static bool make_segment(tr_builder *b, size_t begin, size_t end, tr_span outer)
{
    tr_doc *const d = b->doc;
    plan *const p = b->plan;
    const uint64_t sum = signature(b, begin, end);

    peel(b, &begin, &end);
    if (begin >= end) return true;
    clear(p);
    make_plan(b, begin, end, p);
    trim(p);
    if (p->text.failed) return false;
    if (!has_letter_or_digit(tr_buf_text(&p->text), p->text.len, b->any_text)) return true;
    if (b->values_only && !p->n_marks && !tr_value_is_text(p->text.data, p->text.len)) return true;
    if (!is_readable(b, begin, end, p)) {
        d->n_unread++;
        return true;
    }
    tr_piece piece = {.at = bytes_of(b, begin, end),
                      .outer = outer,
                      .len = p->text.len,
                      .n_marks = p->n_marks,
                      .signature = sum,
                      .where = b->where,
                      .writing = b->writing,
                      .extra = b->extra};
    piece.text = tr_region_copy(&d->region, p->text.data, p->text.len);
    piece.marks = TR_REGION_TAKE(&d->region, tr_mark, p->n_marks + 1);
    if (!piece.text || !piece.marks) return false;
    memcpy(piece.marks, p->marks, p->n_marks * sizeof *p->marks);
    return append(d, &piece);
}

/* ---- Breaks */

/* An attribute is a segment by itself. */
static bool make_attribute(tr_builder *b, const event *e)
{
    const char *const text = b->text.data + e->begin;
    plan *const p = b->plan;

    clear(p);
    add_plain(p, text, e->len, false);
    trim(p);
    if (p->text.failed) return false;
    if (!has_letter_or_digit(tr_buf_text(&p->text), p->text.len, false)) return true;
    if (!tr_utf8_valid(text, e->len) || memchr(text, '\0', e->len) ||
        has_private(p->text.data, p->text.len, 0)) {
        b->doc->n_unread++;
        return true;
    }
    tr_piece piece = {.at = e->raw,
                      .outer = e->raw,
                      .len = p->text.len,
                      .where = e->where,
                      .writing = e->writing};
    piece.text = tr_region_copy(&b->doc->region, p->text.data, p->text.len);
    piece.marks = TR_REGION_TAKE(&b->doc->region, tr_mark, 1);
    return piece.text && piece.marks && append(b->doc, &piece);
}

static int by_place(const void *left, const void *right)
{
    const tr_piece *const a = left, *const b = right;
    return a->at.begin < b->at.begin ? -1 : a->at.begin > b->at.begin;
}

/* Adds the attributes that no segment from number `first` on has in it, and puts all in order. */
static void make_attributes(tr_builder *b, size_t first)
{
    tr_doc *const d = b->doc;
    const size_t n = d->n_pieces;
    size_t k = first;

    for (size_t i = 0; i < b->n_events && !b->failed; i++) {
        const event *const e = &b->events[i];
        if (e->kind != ATTRIBUTE) continue;
        while (k < n && d->pieces[k].at.end <= e->raw.begin)
            k++;
        if (k == n || e->raw.end <= d->pieces[k].at.begin) b->failed = !make_attribute(b, e);
    }
    if (d->n_pieces > n) qsort(d->pieces + first, d->n_pieces - first, sizeof *d->pieces, by_place);
}

static void make_segments(tr_builder *b, size_t at)
{
    const size_t first = b->doc->n_pieces;
    tr_span outer = {b->broken_at, at};
    size_t begin = 0;

    match(b);
    if (!b->plan) b->plan = calloc(1, sizeof *b->plan);
    b->failed = b->failed || !b->plan;
    for (size_t i = 0; i <= b->n_events && !b->failed; i++) {
        const event *const e = &b->events[i];
        if (i < b->n_events && !is_cut(e)) continue;
        outer.end = i < b->n_events ? e->raw.begin : at;
        b->failed = !make_segment(b, begin, i, outer);
        outer.begin = i < b->n_events ? e->raw.end : at;
        begin = i + 1;
    }
    make_attributes(b, first);
}

void tr_build_break(tr_builder *b, size_t at)
{
    bool text = false;

    for (size_t i = 0; i < b->n_events && !text; i++)
        text = b->events[i].kind == ATTRIBUTE ||
               (b->events[i].kind == TEXT && !is_blank_text(b, &b->events[i]));
    if (text && !b->failed) make_segments(b, at);
    b->n_events = 0;
    tr_buf_clear(&b->text);
    b->broken_at = at;
}

void tr_build_fixed(tr_builder *b, tr_span raw)
{
    tr_build_break(b, raw.begin);
    b->broken_at = raw.end;
}

int tr_builder_end(tr_builder *b, tr_error *err)
{
    tr_build_break(b, b->doc->size);
    free(b->events);
    if (b->plan) tr_buf_free(&b->plan->text);
    free(b->plan);
    tr_buf_free(&b->text);
    return b->failed ? tr_fail_memory(err) : TR_OK;
}

/* ---- Values */

/* The name in a tag. */
static tr_span name_of(const char *text, const tr_span *tag)
{
    size_t begin = tag->begin + 1 + (text[tag->begin + 1] == '/'), end = begin;
    while (end < tag->end && !is_blank(text[end]) && text[end] != '>' && text[end] != '/')
        end++;
    return (tr_span){begin, end};
}

static void add_tag(tr_builder *b, const char *text, const tr_span *tag, const size_t *places)
{
    static const char *const points[] = {"br", "img", "hr", "wbr", "input"};
    const tr_span raw = {places[tag->begin], places[tag->end]}, name = name_of(text, tag);
    const size_t len = name.end - name.begin;
    bool point = text[tag->end - 2] == '/';

    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        point = point || (strlen(points[i]) == len && !memcmp(points[i], text + name.begin, len));
    if (point)
        tr_build_point(b, raw);
    else if (text[tag->begin + 1] == '/')
        tr_build_close(b, raw, text + name.begin, len);
    else
        tr_build_open(b, raw, text + name.begin, len);
}

static void add_lines(tr_builder *b, const char *text, size_t begin, size_t end,
                      const size_t *places, bool points)
{
    while (begin < end) {
        size_t line = begin;
        while (line < end && (unsigned char)text[line] >= ' ')
            line++;
        tr_build_text(b, (tr_span){places[begin], places[line]}, text + begin, line - begin);
        if (line == end) return;
        const tr_span end_of_line = {places[line], places[line + 1]};
        (points ? tr_build_point : tr_build_fixed)(b, end_of_line);
        begin = line + 1;
    }
}

static void build_value(tr_builder *b, const char *text, size_t len, const size_t *places,
                        bool tags, bool points)
{
    tr_span tag = {0};
    size_t at = 0;

    tr_build_break(b, places[0]);
    while (tags && tr_placeholder_next(text, len, tag.end, &tag)) {
        if (!tr_placeholder_is_tag(text, &tag)) continue;
        add_lines(b, text, at, tag.begin, places, points);
        add_tag(b, text, &tag, places);
        at = tag.end;
    }
    add_lines(b, text, at, len, places, points);
    tr_build_break(b, places[len]);
}

void tr_build_value(tr_builder *b, const char *text, size_t len, const size_t *places, bool tags)
{
    build_value(b, text, len, places, tags, false);
}

void tr_build_lines(tr_builder *b, const char *text, size_t len, const size_t *places, bool tags)
{
    build_value(b, text, len, places, tags, true);
}
