#include "document/segment/segment_code.h"

#include <string.h>

/* What follows, or what is as in the segment before. */
enum {
    OWN_TEXT = 1,  /* other than the document's bytes */
    OWN_OUTER = 2, /* other than `at` */
    OWN_WHERE = 4,
    OWN_SIGNATURE = 8,
    OWN_WRITING = 16,
    HAS_MARKS = 32,
    HAS_MORE = 64 /* runs, blanks, parts */
};
enum { BLANK_BEFORE = 1, BLANK_BEHIND = 2, IN_PARTS = 4, COPIES = 8 };

void tr_segment_code_clear(tr_segment_code *c)
{
    tr_buf where = c->where;
    tr_buf_clear(&where);
    *c = (tr_segment_code){.where = where};
}

void tr_segment_code_free(tr_segment_code *c)
{
    tr_buf_free(&c->where);
    *c = (tr_segment_code){0};
}

/* ---- Numbers ---- */

void tr_number_put(tr_buf *out, uint64_t x)
{
    char bytes[10];
    size_t n = 0;

    for (; x >= 0x80; x >>= 7)
        bytes[n++] = (char)(0x80 | (x & 0x7F));
    bytes[n++] = (char)x;
    tr_buf_add(out, bytes, n);
}

uint64_t tr_number_get(const char **at)
{
    uint64_t x = 0;

    for (unsigned shift = 0;; shift += 7) {
        const unsigned char c = (unsigned char)*(*at)++;
        x |= (uint64_t)(c & 0x7F) << shift;
        if (c < 0x80) return x;
    }
}

/* The distance from one place to another: places behind and places before take turns. */
static void put_distance(tr_buf *out, size_t from, size_t to)
{
    tr_number_put(out, to >= from ? (uint64_t)(to - from) << 1 : (uint64_t)(from - to) << 1 | 1);
}

static size_t get_distance(const char **at, size_t from)
{
    const uint64_t x = tr_number_get(at);
    return x & 1 ? from - (size_t)(x >> 1) : from + (size_t)(x >> 1);
}

static void put_place(tr_buf *out, size_t from, tr_span place)
{
    put_distance(out, from, place.begin);
    put_distance(out, place.begin, place.end);
}

static tr_span get_place(const char **at, size_t from)
{
    tr_span place;
    place.begin = get_distance(at, from);
    place.end = get_distance(at, place.begin);
    return place;
}

static void put_bytes(tr_buf *out, const void *bytes, size_t n)
{
    tr_buf_add(out, bytes, n);
}

static void get_bytes(const char **at, void *bytes, size_t n)
{
    memcpy(bytes, *at, n);
    *at += n;
}

/* ---- Where ---- */

/* Texts such as "row 12 column 3" have their ends in common with the texts before. */
static void put_where(tr_segment_code *c, const char *where, tr_buf *out)
{
    const char *const before = tr_buf_text(&c->where);
    const size_t n = c->where.len, len = strlen(where), least = n < len ? n : len;
    size_t head = 0, tail = 0;

    while (head < least && where[head] == before[head])
        head++;
    while (tail < least - head && where[len - 1 - tail] == before[n - 1 - tail])
        tail++;
    tr_number_put(out, head);
    tr_number_put(out, tail);
    tr_number_put(out, len - head - tail);
    put_bytes(out, where + head, len - head - tail);
}

static void set_where(tr_segment_code *c, const char *where, size_t len)
{
    tr_buf_clear(&c->where);
    tr_buf_add(&c->where, where, len);
}

static void get_where(tr_segment_code *c, const char **at)
{
    const size_t head = (size_t)tr_number_get(at), tail = (size_t)tr_number_get(at);
    const size_t n = (size_t)tr_number_get(at);
    tr_buf *const w = &c->where;

    memmove(w->data + head + n, w->data + w->len - tail, tail);
    memcpy(w->data + head, *at, n);
    w->len = head + n + tail;
    w->data[w->len] = '\0';
    *at += n;
}

/* ---- Marks ---- */

static void put_marks(const tr_segment *p, tr_buf *out)
{
    size_t from = p->at.begin, text = 0;

    tr_number_put(out, p->n_marks);
    for (size_t i = 0; i < p->n_marks; i++) {
        const tr_mark *const m = &p->marks[i];
        tr_number_put(out, (uint64_t)m->kind | (uint64_t)(m->parent + 1) << 2);
        put_place(out, text, (tr_span){m->begin, m->end});
        put_place(out, from, m->open);
        if (m->kind == TR_MARK_PAIR) put_place(out, m->open.end, m->close);
        text = m->begin;
        from = m->open.end;
    }
}

static void get_marks(const char **at, tr_segment_room *room, tr_segment *p)
{
    size_t from = p->at.begin, text = 0;
    const size_t n = (size_t)tr_number_get(at);
    tr_mark ignored, *m = &ignored;

    for (size_t i = 0; i < n; i++) {
        if (room) m = &room->marks[i];
        const uint64_t kind = tr_number_get(at);
        const tr_span place = get_place(at, text), open = get_place(at, from);
        *m = (tr_mark){.kind = (enum tr_mark_kind)(kind & 3),
                       .parent = (int)(kind >> 2) - 1,
                       .begin = place.begin,
                       .end = place.end,
                       .open = open};
        if (m->kind == TR_MARK_PAIR) m->close = get_place(at, m->open.end);
        text = m->begin;
        from = m->open.end;
    }
    p->n_marks = n;
    p->marks = room ? room->marks : NULL;
}

/* ---- Segments ---- */

static bool is_in_document(const char *bytes, const tr_segment *p)
{
    return p->at.end - p->at.begin == p->len && !memcmp(bytes + p->at.begin, p->text, p->len);
}

static unsigned flags_of(const tr_segment_code *c, const char *bytes, const tr_segment *p)
{
    unsigned flags = 0;

    if (!is_in_document(bytes, p)) flags |= OWN_TEXT;
    if (strcmp(p->where, tr_buf_text(&c->where)) != 0) flags |= OWN_WHERE;
    if (p->n_marks) flags |= HAS_MARKS;
    if (p->n_runs || p->blank_before || p->blank_behind || p->in_parts || p->copies)
        flags |= HAS_MORE;
    if (p->writing != c->writing || p->html != c->html || p->extra != c->extra)
        flags |= OWN_WRITING;
    return flags;
}

static void put_more(const tr_segment *p, tr_buf *out)
{
    const unsigned blanks = (p->blank_before ? BLANK_BEFORE : 0u) |
                            (p->blank_behind ? BLANK_BEHIND : 0u) | (p->in_parts ? IN_PARTS : 0u) |
                            (p->copies ? COPIES : 0u);
    tr_number_put(out, blanks);
    tr_number_put(out, p->n_runs);
    if (p->n_runs) put_bytes(out, &p->runs, sizeof p->runs);
    if (p->copies) put_bytes(out, &p->copies, sizeof p->copies);
}

static void get_more(const char **at, tr_segment *p)
{
    const unsigned blanks = (unsigned)tr_number_get(at);

    p->blank_before = blanks & BLANK_BEFORE;
    p->blank_behind = blanks & BLANK_BEHIND;
    p->in_parts = blanks & IN_PARTS;
    p->n_runs = (size_t)tr_number_get(at);
    if (p->n_runs) get_bytes(at, &p->runs, sizeof p->runs);
    if (blanks & COPIES) get_bytes(at, &p->copies, sizeof p->copies);
}

static void put_texts(tr_segment_code *c, const tr_segment *p, unsigned flags, tr_buf *out)
{
    if (flags & OWN_TEXT) {
        tr_number_put(out, p->len);
        put_bytes(out, p->text, p->len);
    }
    if (flags & OWN_WHERE) {
        put_where(c, p->where, out);
        set_where(c, p->where, strlen(p->where));
    }
    if (flags & OWN_WRITING) {
        put_bytes(out, &p->html, sizeof p->html);
        put_bytes(out, &p->writing, sizeof p->writing);
        put_bytes(out, &p->extra, sizeof p->extra);
        c->html = p->html;
        c->writing = p->writing;
        c->extra = p->extra;
    }
    if (flags & HAS_MARKS) put_marks(p, out);
    if (flags & HAS_MORE) put_more(p, out);
}

void tr_segment_put(tr_segment_code *c, const char *bytes, const tr_segment *p, bool places_only,
                    tr_buf *out)
{
    unsigned flags = places_only ? 0 : flags_of(c, bytes, p);

    if (p->outer.begin != p->at.begin || p->outer.end != p->at.end) flags |= OWN_OUTER;
    if (p->signature != c->signature) flags |= OWN_SIGNATURE;
    tr_number_put(out, flags);
    put_place(out, c->end, p->at);
    if (flags & OWN_OUTER) {
        put_distance(out, p->at.begin, p->outer.begin);
        put_distance(out, p->at.end, p->outer.end);
    }
    if (flags & OWN_SIGNATURE) put_bytes(out, &p->signature, sizeof p->signature);
    if (!places_only) put_texts(c, p, flags, out);
    c->end = p->at.end;
    c->signature = p->signature;
}

static void get_text(const char *bytes, const char **at, bool own, tr_segment_room *room,
                     tr_segment *p)
{
    p->len = own ? (size_t)tr_number_get(at) : p->at.end - p->at.begin;
    const char *const text = own ? *at : bytes + p->at.begin;
    if (own) *at += p->len;
    if (!room) return;
    memcpy(room->text.data, text, p->len);
    room->text.data[p->len] = '\0';
    p->text = room->text.data;
}

static void get_texts(tr_segment_code *c, const char *bytes, const char **at, unsigned flags,
                      tr_segment_room *room, tr_segment *p)
{
    get_text(bytes, at, flags & OWN_TEXT, room, p);
    if (flags & OWN_WHERE) get_where(c, at);
    if (flags & OWN_WRITING) {
        get_bytes(at, &c->html, sizeof c->html);
        get_bytes(at, &c->writing, sizeof c->writing);
        get_bytes(at, &c->extra, sizeof c->extra);
    }
    if (flags & HAS_MARKS) get_marks(at, room, p);
    if (flags & HAS_MORE) get_more(at, p);
    p->where = tr_buf_text(&c->where);
    p->html = c->html;
    p->writing = c->writing;
    p->extra = c->extra;
    if (room && !p->marks) p->marks = room->marks;
}

void tr_segment_get(tr_segment_code *c, const char *bytes, bool places_only, const char **at,
                    tr_segment_room *room, tr_segment *p)
{
    const unsigned flags = (unsigned)tr_number_get(at);

    *p = (tr_segment){.at = get_place(at, c->end), .where = ""};
    p->outer = p->at;
    if (flags & OWN_OUTER) {
        p->outer.begin = get_distance(at, p->at.begin);
        p->outer.end = get_distance(at, p->at.end);
    }
    if (flags & OWN_SIGNATURE) get_bytes(at, &c->signature, sizeof c->signature);
    p->signature = c->signature;
    if (!places_only) get_texts(c, bytes, at, flags, room, p);
    c->end = p->at.end;
}
