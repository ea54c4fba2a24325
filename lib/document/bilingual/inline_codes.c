#include "document/bilingual/inline_codes.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "document/markup/escapes.h"
#include "document/markup/markup.h"

static const char pair_names[] = " g pc mrk mk hi ";
static const char point_names[] = " bx ex sc ec bpt ept sm em cp ut ";

enum { MAX_OPEN = 64, ID_SIZE = TR_NAME_SIZE + 32 };

typedef struct codes {
    tr_builder *b;
    tr_markup m;
    bool nested; /* starts and ends of codes are pairs */
} codes;

static bool is_code_pair(const tr_markup *m, const tr_markup_token *t)
{
    return tr_markup_listed(pair_names, tr_markup_local(t)) && !tr_markup_is_untouched(m, t) &&
           !t->closed;
}

enum code_role { NO_ROLE, STARTS, ENDS };

/* Whether an element stands for the start or the end of a code: a "bpt" or an "ept", or an "x" of
 * Angular's, whose id begins with START_ or CLOSE_.  *id: bytes that both have in common: "i" in
 * TMX; "rid", else "id", in XLIFF; a name in Angular's, whose start alone may have a number. */
static enum code_role role_of(const tr_markup *m, const tr_markup_token *t, tr_span *id)
{
    enum { PREFIX = 6 };
    const bool starts = tr_markup_is_local(t, "bpt"), ends = tr_markup_is_local(t, "ept"),
               x = tr_markup_is_local(t, "x");

    *id = (tr_span){0};
    if (!starts && !ends && !x) return NO_ROLE;
    if (!tr_markup_find(m, t, "i", id) && !tr_markup_find(m, t, "rid", id))
        tr_markup_find(m, t, "id", id);
    if (!x) return starts ? STARTS : ENDS;
    const char *const text = m->text;
    if (id->end - id->begin <= PREFIX) return NO_ROLE;
    const enum code_role role = !memcmp(text + id->begin, "START_", PREFIX)   ? STARTS
                                : !memcmp(text + id->begin, "CLOSE_", PREFIX) ? ENDS
                                                                              : NO_ROLE;
    id->begin += PREFIX;
    size_t end = id->end;
    end = tr_skip_back(text, id->begin, end, tr_ascii_is_digit);
    if (end > id->begin + 1 && end < id->end && text[end - 1] == '_') id->end = end - 1;
    return role;
}

static void write_id(const tr_markup *m, tr_span s, char *id)
{
    snprintf(id, ID_SIZE, "code %.*s", (int)(s.end - s.begin < 64 ? s.end - s.begin : 64),
             m->text + s.begin);
}

/* Goes after the element of a code that is no pair; returns all of it. */
static tr_span skip_code(tr_markup *m, const tr_markup_token *t)
{
    const size_t end = t->closed ? 0 : tr_markup_end_of(m, t);
    if (end) m->at = end;
    return (tr_span){t->raw.begin, end ? end : t->raw.end};
}

/* True if each start of a code has its end, and no pair crosses another. */
static bool are_nested(tr_markup m)
{
    char open[MAX_OPEN][ID_SIZE];
    char id[ID_SIZE];
    tr_markup_token t;
    tr_span s;
    size_t n = 0;

    while (tr_markup_next(&m, &t)) {
        const bool start = t.kind == TR_MARKUP_START, pair = start && is_code_pair(&m, &t);
        const enum code_role role = start && !pair ? role_of(&m, &t, &s) : NO_ROLE;
        if (role)
            write_id(&m, s, id);
        else
            snprintf(id, ID_SIZE, "%s", start || t.kind == TR_MARKUP_END ? t.name : "");
        if (pair || role == STARTS) {
            if (n == MAX_OPEN) return false;
            memcpy(open[n++], id, ID_SIZE);
        } else if (t.kind == TR_MARKUP_END || role == ENDS) {
            if (!n || strcmp(open[--n], id) != 0) return false;
        }
        if (start && !pair) skip_code(&m, &t);
    }
    return n == 0;
}

/* A code whose start is `t`. */
static void build_code(codes *c, const tr_markup_token *t)
{
    char id[ID_SIZE];
    tr_span s;

    if (is_code_pair(&c->m, t)) {
        tr_build_open(c->b, t->raw, t->name, strlen(t->name));
        return;
    }
    const enum code_role role = role_of(&c->m, t, &s);
    write_id(&c->m, s, id);
    const tr_span raw = skip_code(&c->m, t);
    if (c->nested && role == STARTS)
        tr_build_open(c->b, raw, id, strlen(id));
    else if (c->nested && role == ENDS)
        tr_build_close(c->b, raw, id, strlen(id));
    else if (tr_markup_listed(point_names, tr_markup_local(t)))
        tr_build_point(c->b, raw);
    else
        tr_build_atom(c->b, raw);
}

/* The value is text, which the translation has with references. */
static void build_cdata(tr_builder *b, tr_span raw)
{
    const tr_span text = tr_markup_cdata(raw);
    tr_build_text(b, raw, b->content->bytes + text.begin, text.end - text.begin);
}

/* Text whose ends of lines are gaps, with the blanks around them. */
static void build_lines(tr_builder *b, tr_span raw)
{
    const char *const text = b->content->bytes;
    size_t begin = raw.begin;

    for (size_t i = begin; i < raw.end; i++) {
        tr_span gap = {i, i + 1};
        if (!tr_ascii_is_line_end(text[i])) continue;
        gap.begin = tr_skip_back(text, begin, gap.begin, tr_ascii_is_blank);
        gap.end = tr_skip(text, gap.end, raw.end, tr_ascii_is_html_space);
        tr_build_xml_text(b, (tr_span){begin, gap.begin});
        tr_build_gap(b, gap);
        begin = gap.end;
        i = begin - 1;
    }
    tr_build_xml_text(b, (tr_span){begin, raw.end});
}

static void build_number_text(tr_builder *b, tr_span raw)
{
    const char *const text = b->content->bytes;
    size_t begin = raw.begin;

    for (size_t i = begin; i < raw.end; i++) {
        const bool reference = i > raw.begin && text[i - 1] == '&';
        if (text[i] != '#' || reference) continue;
        tr_build_xml_text(b, (tr_span){begin, i});
        tr_build_atom(b, (tr_span){i, i + 1});
        begin = i + 1;
    }
    tr_build_xml_text(b, (tr_span){begin, raw.end});
}

static void build_codes(tr_builder *b, tr_span content, void (*text)(tr_builder *b, tr_span raw))
{
    codes c = {.b = b};
    tr_markup_token t;

    c.m = (tr_markup){
        .text = b->content->bytes, .size = content.end, .at = content.begin, .xml = true};
    c.nested = are_nested(c.m);
    tr_build_break(b, content.begin);
    while (tr_markup_next(&c.m, &t)) {
        if (t.kind == TR_MARKUP_TEXT) text(b, t.raw);
        if (t.kind == TR_MARKUP_START) build_code(&c, &t);
        if (t.kind == TR_MARKUP_END) tr_build_close(b, t.raw, t.name, strlen(t.name));
        if (t.kind == TR_MARKUP_COMMENT) tr_build_point(b, t.raw);
        if (t.kind == TR_MARKUP_CDATA) build_cdata(b, t.raw);
    }
    tr_build_break(b, content.end);
}

void tr_build_inline_codes(tr_builder *b, tr_span content, bool lines)
{
    build_codes(b, content, lines ? build_lines : tr_build_xml_text);
}

void tr_build_branch_codes(tr_builder *b, tr_span content, bool is_plural)
{
    build_codes(b, content, is_plural ? build_number_text : tr_build_xml_text);
}
