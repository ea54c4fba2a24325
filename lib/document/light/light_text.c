#include "document/light/light_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

enum { LEAST_WIDTH = 60 /* characters */ };

void tr_light_add(tr_light_marks *m, enum tr_light_kind kind, size_t begin, size_t end,
                  const char *name)
{
    m->list = tr_room(m->list, &m->capacity, m->n + 1, sizeof *m->list, &m->failed);
    if (!m->failed)
        m->list[m->n++] = (tr_light_mark){.kind = kind, .at = {begin, end}, .name = name};
}

void tr_light_set_means(tr_light_marks *m, size_t begin, size_t end)
{
    if (m->failed) return;
    m->list[m->n - 1].means = (tr_span){begin, end};
    m->list[m->n - 1].may_change = true;
}

static void hold(tr_light_marks *m, enum tr_light_kind kind, tr_span at, const tr_writing *writing)
{
    const size_t behind = m->failed ? 0 : m->list[m->n - 1].at.end;

    tr_light_add(m, kind, behind, behind, NULL);
    tr_light_set_means(m, at.begin, at.end);
    if (!m->failed) m->list[m->n - 1].writing = writing;
}

void tr_light_hold(tr_light_marks *m, size_t begin, size_t end, const tr_writing *writing)
{
    hold(m, TR_LIGHT_HELD, (tr_span){begin, end}, writing);
}

void tr_light_hold_note(tr_light_marks *m, size_t begin, size_t end, const tr_light_marks *in,
                        const tr_writing *writing)
{
    hold(m, TR_LIGHT_NOTE, (tr_span){begin, end}, writing);
    for (size_t i = 0; i < in->n && !m->failed; i++) {
        const tr_light_mark *const mark = &in->list[i];
        tr_light_add(m, mark->kind, mark->at.begin + begin, mark->at.end + begin, mark->name);
        if (m->failed) break;
        m->list[m->n - 1].means = (tr_span){mark->means.begin + begin, mark->means.end + begin};
        m->list[m->n - 1].may_change = mark->may_change;
        m->list[m->n - 1].writing = mark->writing;
    }
    hold(m, TR_LIGHT_NOTE_END, (tr_span){begin, end}, writing);
}

/* ---- Lines ---- */

void tr_light_text_begin(tr_light_text *p, tr_builder *b)
{
    p->b = b;
    tr_decoded_clear(&p->flat);
    p->marks.n = p->n_lines = p->widest = p->limit = 0;
    p->again = (tr_span){0};
}

void tr_light_text_add(tr_light_text *p, const tr_light_line *l, size_t end)
{
    const char *const t = p->b->content->bytes;
    const size_t width = tr_utf8_count(t + l->begin, l->end - l->begin);

    if (p->n_lines) {
        size_t line_end = p->end;
        while (!tr_ascii_is_line_end(t[line_end]))
            line_end++;
        if (p->n_lines == 1) p->again = (tr_span){line_end, l->text};
        tr_decoded_add(&p->flat, "\n", 1, line_end);
    } else {
        p->begin = l->text;
    }
    tr_decoded_add(&p->flat, t + l->text, end - l->text, l->text);
    p->end = end;
    p->n_lines++;
    if (width > p->widest) p->widest = width;
}

/* ---- Events ---- */

/* The document's bytes of bytes [begin, end) of the text. */
static tr_span place_of(const tr_light_text *p, size_t begin, size_t end)
{
    const size_t first = tr_decoded_where(&p->flat, begin);
    return (tr_span){first, begin < end ? tr_decoded_where(&p->flat, end - 1) + 1 : first};
}

/* Text [begin, end), whose bytes in the document begin at byte `from`. */
static void build_text(tr_light_text *p, size_t from, size_t begin, size_t end)
{
    const size_t stop = begin < end ? place_of(p, begin, end).end : from;
    tr_build_text(p->b, (tr_span){from, stop}, tr_buf_text(&p->flat.text) + begin, end - begin);
}

/* Text that the mark before it holds.  One with escapes stays. */
static void build_held(tr_light_text *p, const tr_light_mark *m)
{
    const char *const text = tr_buf_text(&p->flat.text) + m->means.begin;
    const size_t len = m->means.end - m->means.begin;
    const bool is_text =
        p->b->content->again || (!memchr(text, '\\', len) && tr_decoded_is_text(text, len));
    tr_build_attribute(p->b, place_of(p, m->means.begin, m->means.end), text, is_text ? len : 0,
                       m->writing, "note");
}

static void build_mark(tr_light_text *p, const tr_light_mark *m)
{
    const tr_span raw = place_of(p, m->at.begin, m->at.end);
    const size_t n = m->name ? strlen(m->name) : 0;

    if (m->kind == TR_LIGHT_OPEN) tr_build_open(p->b, raw, m->name, n);
    if (m->kind == TR_LIGHT_CLOSE) tr_build_close(p->b, raw, m->name, n);
    if (m->kind == TR_LIGHT_ATOM) tr_build_atom(p->b, raw);
    if (m->kind == TR_LIGHT_POINT) tr_build_point(p->b, raw);
    if (m->kind == TR_LIGHT_FIXED) tr_build_fixed(p->b, raw);
    if (!m->may_change) return;
    tr_build_attribute(p->b, place_of(p, m->means.begin, m->means.end), "", 0, p->b->writing, "");
}

/* The next byte of the text, and of the document. */
typedef struct cursor {
    size_t at, from;
} cursor;

/* A note begins or ends, which stands in the mark before it: `c` is in it, and behind it again. */
static void build_note(tr_light_text *p, const tr_light_mark *m, cursor *c, cursor *behind)
{
    const tr_span raw = place_of(p, m->means.begin, m->means.end);

    if (m->kind == TR_LIGHT_NOTE) {
        tr_build_note_begin(p->b, raw, m->writing, "note");
        *behind = *c;
        *c = (cursor){m->means.begin, raw.begin};
    } else {
        if (m->means.end > c->at) build_text(p, c->from, c->at, m->means.end);
        tr_build_note_end(p->b);
        *c = *behind;
    }
}

static void build_events(tr_light_text *p)
{
    cursor c = {0, p->begin}, behind = c;

    for (size_t i = 0; i < p->marks.n; i++) {
        const tr_light_mark *const m = &p->marks.list[i];
        if (m->kind == TR_LIGHT_HELD) build_held(p, m);
        if (m->kind == TR_LIGHT_NOTE || m->kind == TR_LIGHT_NOTE_END) build_note(p, m, &c, &behind);
        if (m->kind >= TR_LIGHT_HELD) continue;
        if (m->at.begin > c.at) build_text(p, c.from, c.at, m->at.begin);
        const tr_span raw = place_of(p, m->at.begin, m->at.end);
        if (m->kind == TR_LIGHT_ESCAPE)
            tr_build_text(p->b, raw, tr_buf_text(&p->flat.text) + m->means.begin,
                          m->means.end - m->means.begin);
        else
            build_mark(p, m);
        c = (cursor){m->at.end, raw.end};
    }
    if (c.at < p->flat.text.len) build_text(p, c.from, c.at, p->flat.text.len);
}

/* ---- Segments ---- */

/* Lines of the text are broken again only where they were. */
static void keep_wrap(const tr_light_text *p)
{
    tr_content *const d = p->b->content;
    size_t begin = p->begin;
    tr_wrap wrap = {0};
    tr_buf again = {0};

    if (p->n_lines > 1) {
        while (begin > 0 && !tr_ascii_is_line_end(d->bytes[begin - 1]))
            begin--;
        tr_content_copy(d, p->again, &again);
        wrap.again = tr_content_keep_text(d, &again);
        wrap.width = p->widest > LEAST_WIDTH ? p->widest : LEAST_WIDTH;
        wrap.column = tr_utf8_count(d->bytes + begin, p->begin - begin);
        p->b->failed = p->b->failed || !wrap.again;
    }
    tr_wrap_keep(p->b, &wrap);
}

void tr_light_text_build(tr_light_text *p, const tr_light_syntax *s, const char *where,
                         const void *extra)
{
    tr_builder *const b = p->b;

    p->marks.n = 0;
    if (!p->n_lines) return;
    if (s->scan) s->scan(tr_buf_text(&p->flat.text), p->flat.text.len, s->context, &p->marks);
    b->where = where;
    b->writing = s->writing;
    b->extra = extra;
    if (!extra) keep_wrap(p);
    b->failed = b->failed || p->flat.failed || p->marks.failed;
    if (b->failed) return;
    if (!extra) tr_build_break(b, p->begin);
    build_events(p);
    tr_build_break(b, p->limit ? p->limit : p->end);
}

void tr_light_text_free(tr_light_text *p)
{
    tr_decoded_free(&p->flat);
    free(p->marks.list);
}
