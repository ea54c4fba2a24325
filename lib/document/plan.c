#include "document/plan.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "document/markup.h"
#include "text/placeholders.h"

void tr_plan_clear(tr_plan *p)
{
    tr_buf_clear(&p->text);
    p->n_marks = p->depth = p->fresh = 0;
    p->parents[0] = -1;
    p->unreadable = false;
}

static tr_mark *add_mark(tr_plan *p, enum tr_mark_kind kind, tr_span open)
{
    if (p->n_marks == TR_MAX_MARKS || p->depth == TR_MAX_MARK_DEPTH) {
        p->unreadable = true;
        return NULL;
    }
    tr_mark *const m = &p->marks[p->n_marks++];
    *m = (tr_mark){kind, p->parents[p->depth], p->text.len, p->text.len, open, {0}};
    return m;
}

void tr_plan_add_text(tr_plan *p, const char *text, size_t len, bool keep_blanks)
{
    if (!tr_utf8_valid(text, len) || memchr(text, '\0', len)) p->unreadable = true;
    for (size_t i = 0; i < len; i++) {
        const bool blank = tr_markup_is_blank(text[i]);
        const bool again = p->text.len > p->fresh && p->text.data[p->text.len - 1] == ' ';
        if (blank && !keep_blanks && again) continue;
        tr_buf_add(&p->text, blank ? " " : text + i, 1);
    }
}

/* Blanks before and behind a point are two. */
static void add_point(tr_plan *p, tr_span raw)
{
    add_mark(p, TR_MARK_POINT, raw);
    p->fresh = p->text.len;
}

static void add_atom(tr_plan *p, tr_span raw)
{
    tr_mark *const m = add_mark(p, TR_MARK_ATOM, raw);
    if (!m) return;
    const unsigned c = TR_PRIVATE_FIRST + (unsigned)(p->n_marks - 1);
    const char utf8[] = {(char)(0xF0 | c >> 18), (char)(0x80 | (c >> 12 & 0x3F)),
                         (char)(0x80 | (c >> 6 & 0x3F)), (char)(0x80 | (c & 0x3F))};
    tr_buf_add(&p->text, utf8, sizeof utf8);
    m->end = p->text.len;
}

static bool has_letter(const char *text, size_t len, bool digits)
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
static bool is_index(const tr_events *v, const tr_plan *p, size_t i)
{
    const tr_event *const e = &v->list[i];
    const char *const name = v->text.data + e->begin;
    if (e->len != 3 || (memcmp(name, "sup", 3) != 0 && memcmp(name, "sub", 3) != 0)) return false;
    if (!p->text.len || tr_markup_is_blank(p->text.data[p->text.len - 1])) return false;
    for (size_t k = i + 1; k < e->match; k++)
        if (v->list[k].kind == TR_EVENT_TEXT &&
            has_letter(v->text.data + v->list[k].begin, v->list[k].len, false))
            return false;
    return true;
}

void tr_plan_add(tr_plan *p, const tr_events *v, size_t begin, size_t end, bool keep_blanks)
{
    for (size_t i = begin; i < end; i++) {
        const tr_event *const e = &v->list[i];
        if (e->kind == TR_EVENT_TEXT)
            tr_plan_add_text(p, v->text.data + e->begin, e->len, keep_blanks);
        if (e->kind == TR_EVENT_POINT) add_point(p, e->raw);
        if (e->kind == TR_EVENT_ATOM) add_atom(p, e->raw);
        if (e->kind == TR_EVENT_OPEN &&
            (tr_events_are_empty(v, i, e->match) || is_index(v, p, i))) {
            const tr_span raw = {e->raw.begin, v->list[e->match].raw.end};
            if (tr_events_are_empty(v, i, e->match))
                add_point(p, raw);
            else
                add_atom(p, raw);
            i = e->match;
        } else if (e->kind == TR_EVENT_OPEN) {
            tr_mark *const m = add_mark(p, TR_MARK_PAIR, e->raw);
            if (!m) return;
            m->close = v->list[e->match].raw;
            p->parents[++p->depth] = (int)(p->n_marks - 1);
        } else if (e->kind == TR_EVENT_CLOSE && p->depth) {
            p->marks[p->parents[p->depth--]].end = p->text.len;
        }
    }
}

void tr_plan_trim(tr_plan *p)
{
    size_t lead = 0, len = p->text.len;

    while (lead < len && tr_markup_is_blank(p->text.data[lead]))
        lead++;
    while (len > lead && tr_markup_is_blank(p->text.data[len - 1]))
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

bool tr_plan_has_letter(const tr_plan *p, bool digits)
{
    return has_letter(tr_buf_text(&p->text), p->text.len, digits);
}

bool tr_plan_is_readable(const tr_plan *p)
{
    size_t n_atoms = 0, n_private = 0;
    tr_span s = {0};

    for (size_t i = 0; i < p->n_marks; i++)
        n_atoms += p->marks[i].kind == TR_MARK_ATOM;
    while (tr_placeholder_next(tr_buf_text(&p->text), p->text.len, s.end, &s))
        n_private += tr_placeholder_is_private(p->text.data, &s);
    return !p->unreadable && n_private == n_atoms;
}
