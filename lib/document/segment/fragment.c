#include "document/segment/fragment.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "document/segment/decoded.h"
#include "text/placeables/placeables.h"

enum { MOST_KEPT = 2000 /* bytes */, MOST_EVENTS = 64 }; /* of a pair that is looked into */

void tr_fragment_clear(tr_fragment *p)
{
    tr_buf_clear(&p->text);
    p->n_marks = p->depth = p->fresh = 0;
    p->parents[0] = -1;
    p->unreadable = p->in_parts = p->blank_before = p->blank_behind = false;
    p->fault = TR_UNREAD_MARKS;
    p->n_runs = 0;
    p->group = -1;
}

void tr_fragment_free(tr_fragment *p)
{
    tr_buf_free(&p->text);
    free(p->runs);
}

static tr_mark *add_mark(tr_fragment *p, enum tr_mark_kind kind, tr_span open)
{
    if (p->n_marks == TR_MAX_MARKS || p->depth == TR_MAX_MARK_DEPTH) {
        p->unreadable = true;
        return NULL;
    }
    tr_mark *const m = &p->marks[p->n_marks++];
    *m = (tr_mark){kind, p->parents[p->depth], p->text.len, p->text.len, open, {0}};
    return m;
}

void tr_fragment_add_text(tr_fragment *p, const char *text, size_t len, bool keep_blanks)
{
    if (!tr_utf8_valid(text, len) || memchr(text, '\0', len)) {
        p->unreadable = true;
        p->fault = tr_text_fault(text, len);
    }
    for (size_t i = 0; i < len; i++) {
        const bool blank = tr_ascii_is_html_space(text[i]);
        const bool again = p->text.len > p->fresh && p->text.data[p->text.len - 1] == ' ';
        if (blank && !keep_blanks && again) continue;
        tr_buf_add(&p->text, blank ? " " : text + i, 1);
    }
}

/* Blanks before and after a point are two. */
static void add_point(tr_fragment *p, tr_span raw)
{
    add_mark(p, TR_MARK_POINT, raw);
    p->fresh = p->text.len;
}

static void add_atom(tr_fragment *p, tr_span raw)
{
    tr_mark *const m = add_mark(p, TR_MARK_ATOM, raw);
    if (!m) return;
    char utf8[4];
    const size_t n = tr_utf8_encode(TR_PRIVATE_FIRST + (int32_t)p->n_marks - 1, utf8);
    tr_buf_add(&p->text, utf8, n);
    m->end = p->text.len;
}

static bool has_letter_in_run(const char *text, size_t len, bool digits)
{
    int32_t c;
    for (size_t i = 0, n; i < len; i += n) {
        n = tr_utf8_decode(text + i, len - i, &c);
        if (tr_is_letter(c) || (digits && tr_is_digit(c))) return true;
    }
    return false;
}

/* True if raised text [len] is a sign of a trade mark. */
static bool is_trade_mark(const char *text, size_t len)
{
    return tr_list_has(" TM SM MD MC \u00AE \u2122 \u2120 ", text, len);
}

/* True if the pair that event i opens has nothing in it but the sign of a trade mark. */
static bool holds_trade_mark(const tr_events *v, size_t i)
{
    const tr_event *const in = &v->list[i + 1];
    return v->list[i].match == i + 2 && in->kind == TR_EVENT_TEXT &&
           is_trade_mark(v->text.data + in->begin, in->len);
}

/* True if text [len] of a link is what a note is told by. */
static bool is_note_sign(const char *text, size_t len)
{
    int32_t c;

    for (size_t i = 0, n; i < len; i += n) {
        n = tr_utf8_decode(text + i, len - i, &c);
        const bool is_sign = c == 0x2020 || c == 0x2021 || c == 0xA7 || c == 0xB6; /* daggers .. */
        if (!is_sign && !tr_is_digit(c) && (c >= 0x80 || !c || !strchr("*,[]()", (int)c)))
            return false;
    }
    return len > 0;
}

static bool is_named(const tr_events *v, const tr_event *e, const char *name)
{
    return e->len == strlen(name) && !memcmp(v->text.data + e->begin, name, e->len);
}

/* True if the pair that event i opens is a number or sign right after a word, in a link, or above
 * or below the line: a note's number, or the 2 of a formula.  It is an atom; the sign of a trade
 * mark is a point, for the word is the same without it. */
static bool is_index(const tr_events *v, const tr_fragment *p, size_t i)
{
    const tr_event *const e = &v->list[i];
    const bool raised = is_named(v, e, "sup") || is_named(v, e, "sub");
    const bool link = is_named(v, e, "text:a") || is_named(v, e, "w:hyperlink");
    size_t n_signs = 0;

    if (!raised && !link) return false;
    if (!p->text.len || tr_ascii_is_html_space(p->text.data[p->text.len - 1])) return false;
    for (size_t k = i + 1; k < e->match; k++) {
        const tr_event *const in = &v->list[k];
        const char *const text = v->text.data + in->begin;
        if (in->kind != TR_EVENT_TEXT && in->kind != TR_EVENT_RUN) continue;
        n_signs += is_note_sign(text, in->len);
        if (link ? !is_note_sign(text, in->len)
                 : has_letter_in_run(text, in->len, false) && !holds_trade_mark(v, i))
            return false;
    }
    return raised || n_signs > 0;
}

/* True if the pair that event i opens has nothing in it but a word that is kept as it is, such as
 * an address, which other pairs may part, or the sign of a link to a heading.  It is an atom. */
static bool is_kept(const tr_events *v, size_t i)
{
    char text[MOST_KEPT];
    size_t len = 0;
    tr_span kept;

    if (v->list[i].match - i > MOST_EVENTS) return false;
    for (size_t k = i + 1; k < v->list[i].match; k++) {
        const tr_event *const e = &v->list[k];
        if (e->kind == TR_EVENT_OPEN || e->kind == TR_EVENT_CLOSE) continue;
        if (e->kind == TR_EVENT_ATTRIBUTE) continue;
        if (e->kind != TR_EVENT_TEXT || e->len > sizeof text - len) return false;
        memcpy(text + len, v->text.data + e->begin, e->len);
        len += e->len;
    }
    return tr_utf8_valid(text, len) && tr_placeables_first(text, 0, len, TR_FIND_KEPT, &kept) &&
           !kept.begin && kept.end == len;
}

/* ---- Runs ---- */

/* The look of most text among the runs of events [begin, end) that stand in no pair; of a run that
 * cannot move, if there is one. */
static uint64_t base_look(const tr_events *v, size_t begin, size_t end)
{
    enum { MOST = 16 };
    uint64_t looks[MOST] = {0};
    size_t sums[MOST] = {0}, n = 0, best = 0;

    for (size_t i = begin; i < end; i++) {
        const tr_event *const e = &v->list[i];
        if (e->kind == TR_EVENT_OPEN) i = e->match;
        if (e->kind != TR_EVENT_RUN) continue;
        const tr_run *const run = tr_event_with(v, e);
        if (run->is_first || run->is_last) return run->look;
        size_t k = 0;
        while (k < n && looks[k] != run->look)
            k++;
        if (k == n && n < MOST) looks[n++] = run->look;
        if (k < MOST && !tr_event_is_blank(v, e)) sums[k] += e->len;
    }
    for (size_t k = 1; k < n; k++)
        if (sums[k] > sums[best]) best = k;
    return looks[best];
}

/* True if the next run after event i, with nothing but points between, has the group's look. */
static bool code_goes_on(const tr_fragment *p, const tr_events *v, size_t i, size_t end)
{
    for (i++; i < end; i++) {
        const tr_event *const e = &v->list[i];
        if (e->kind == TR_EVENT_RUN && !tr_event_is_blank(v, e))
            return ((const tr_run *)tr_event_with(v, e))->look == p->group_look;
        if (e->kind != TR_EVENT_RUN && e->kind != TR_EVENT_POINT) return false;
    }
    return false;
}

static void keep_run(tr_fragment *p, const tr_run *run, int mark, bool is_spare)
{
    p->runs = tr_room(p->runs, &p->runs_capacity, p->n_runs + 1, sizeof *p->runs, &p->runs_failed);
    if (p->runs_failed) return;
    p->runs[p->n_runs] = *run;
    p->runs[p->n_runs].mark = mark;
    p->runs[p->n_runs++].is_spare = is_spare;
}

static void add_run(tr_fragment *p, const tr_events *v, const tr_event *e, bool keep_blanks)
{
    const tr_run *const run = tr_event_with(v, e);
    const char *const text = tr_buf_text(&v->text) + e->begin;
    const bool blank = tr_event_is_blank(v, e), base = run->look == p->looks[p->depth];
    const bool in_group = p->group >= 0 && run->look == p->group_look;
    int mark = p->parents[p->depth];

    if (run->is_raised && !base && !blank &&
        (!has_letter_in_run(text, e->len, false) || is_trade_mark(text, e->len)) && p->text.len &&
        !tr_ascii_is_html_space(p->text.data[p->text.len - 1]) && !run->is_first && !run->is_last) {
        (is_trade_mark(text, e->len) ? add_point : add_atom)(p, run->raw);
        p->group = -1;
        return;
    }
    if (base && !blank) p->group = -1;
    if (!base && !blank && !in_group) {
        p->group = (int)p->n_marks;
        p->group_look = run->look;
        if (!add_mark(p, TR_MARK_PAIR, (tr_span){0})) return;
        p->in_parts = p->in_parts || run->is_first || run->is_last;
    }
    if (!base && (!blank || in_group)) mark = p->group;
    keep_run(p, run, mark, mark == p->parents[p->depth] && !base);
    tr_fragment_add_text(p, text, e->len, keep_blanks);
    if (!base && !blank) p->marks[p->group].end = p->text.len;
}

/* ---- Marks ---- */

static void open_pair(tr_fragment *p, const tr_events *v, size_t i)
{
    const tr_event *const e = &v->list[i];
    tr_mark *const m = add_mark(p, TR_MARK_PAIR, tr_event_raw(e));

    if (!m) return;
    m->close = tr_event_raw(&v->list[e->match]);
    p->parents[++p->depth] = (int)(p->n_marks - 1);
    p->looks[p->depth] = base_look(v, i + 1, e->match);
}

static void add_event(tr_fragment *p, const tr_events *v, size_t i, size_t end, bool keep_blanks)
{
    const tr_event *const e = &v->list[i];

    switch (e->kind) {
    case TR_EVENT_TEXT:
        tr_fragment_add_text(p, v->text.data + e->begin, e->len, keep_blanks);
        break;
    case TR_EVENT_RUN:
        add_run(p, v, e, keep_blanks);
        return;
    case TR_EVENT_POINT:
        if (e->len)
            add_mark(p, TR_MARK_KEY, tr_event_raw(e));
        else
            add_point(p, tr_event_raw(e));
        if (p->group < 0) return;
        if (code_goes_on(p, v, i, end) && !p->unreadable)
            p->marks[p->n_marks - 1].parent = p->group;
        return;
    case TR_EVENT_GAP:
        add_point(p, tr_event_raw(e));
        p->in_parts = true;
        break;
    case TR_EVENT_ATOM:
        add_atom(p, tr_event_raw(e));
        break;
    case TR_EVENT_OPEN:
        open_pair(p, v, i);
        break;
    case TR_EVENT_CLOSE:
        if (p->depth) p->marks[p->parents[p->depth--]].end = p->text.len;
        break;
    case TR_EVENT_ATTRIBUTE:
        return;
    }
    p->group = -1;
}

void tr_fragment_add(tr_fragment *p, const tr_events *v, size_t begin, size_t end, bool keep_blanks)
{
    p->looks[0] = base_look(v, begin, end);
    for (size_t i = begin; i < end && !p->unreadable; i++) {
        const tr_event *const e = &v->list[i];
        const bool opens = e->kind == TR_EVENT_OPEN;
        const bool empty = opens && tr_events_are_empty(v, i, e->match);
        const bool index = opens && !empty && is_index(v, p, i);
        if (!empty && !index && !(opens && is_kept(v, i))) {
            add_event(p, v, i, end, keep_blanks);
            continue;
        }
        const tr_span raw = {e->raw_begin, v->list[e->match].raw_end};
        (empty || (index && holds_trade_mark(v, i)) ? add_point : add_atom)(p, raw);
        p->group = -1;
        i = e->match;
    }
}

void tr_fragment_trim(tr_fragment *p)
{
    size_t lead = 0, len = p->text.len;

    lead = tr_skip(p->text.data, lead, len, tr_ascii_is_html_space);
    len = tr_skip_back(p->text.data, lead, len, tr_ascii_is_html_space);
    p->blank_before = lead > 0;
    p->blank_behind = len < p->text.len;
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

bool tr_fragment_has_letter(const tr_fragment *p, bool digits)
{
    return has_letter_in_run(tr_buf_text(&p->text), p->text.len, digits);
}

bool tr_fragment_is_readable(const tr_fragment *p)
{
    size_t n_atoms = 0, n_private = 0;
    tr_placeables scan;
    tr_placeable found;

    for (size_t i = 0; i < p->n_marks; i++)
        n_atoms += p->marks[i].kind == TR_MARK_ATOM;
    tr_placeables_start(&scan, tr_buf_text(&p->text), 0, p->text.len, TR_FIND_PLACEHOLDERS, true);
    while (tr_placeables_next(&scan, &found))
        n_private += found.kind == TR_PLACEABLE_PRIVATE;
    return !p->unreadable && n_private == n_atoms;
}
