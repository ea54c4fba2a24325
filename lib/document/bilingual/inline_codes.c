#include "document/bilingual/inline_codes.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/word_list.h"
#include "document/markup/escapes.h"

static const char pair_names[] = " g pc mrk mk hi ";
static const char point_names[] = " bx ex sc ec bpt ept sm em cp ut ";

enum { MAX_OPEN = 64, ID_SIZE = TR_NAME_SIZE + 32 };

typedef struct codes {
    tr_builder *b;
    tr_markup m;
    bool nested;            /* starts and ends of codes are pairs */
    size_t alone[MAX_OPEN]; /* [n_alone] codes that are none all the same */
    size_t n_alone;
    bool is_outside; /* before or behind all that is translated: no word */
} codes;

/* True if a mark has an attribute "translate" of that value, or its type is one of a list. */
static bool is_marked(const tr_markup *m, const tr_markup_token *t, const char *value,
                      const char *types)
{
    tr_span s;

    if (!tr_markup_listed(" mrk sm ", tr_markup_local(t))) return false;
    if (tr_markup_find(m, t, "translate", &s) || tr_markup_find(m, t, "its:translate", &s))
        return tr_markup_is(m, s, value);
    return tr_markup_find(m, t, "mtype", &s) &&
           tr_list_has(types, m->text + s.begin, s.end - s.begin);
}

bool tr_inline_code_is_translated(const tr_markup *m, const tr_markup_token *t)
{
    return is_marked(m, t, "yes", " x-its-translate-yes ");
}

static bool is_protected(const tr_markup *m, const tr_markup_token *t)
{
    return tr_markup_is_untouched(m, t) || is_marked(m, t, "no", " protected x-its-translate-no ");
}

static bool is_code_pair(const tr_markup *m, const tr_markup_token *t)
{
    return tr_markup_listed(pair_names, tr_markup_local(t)) && !is_protected(m, t) && !t->closed;
}

enum code_role { NO_ROLE, STARTS, ENDS };

/* Whether an element stands for the start or the end of a code: a "bpt" or an "ept", an "sc", an
 * "sm" and the like, or an "x" of Angular's, whose id begins with START_ or CLOSE_.  *id: bytes
 * that both have in common: "i" in TMX; "rid", else "id", in XLIFF, whose version 2 has "startRef"
 * at the end; a name in Angular's, whose start alone may have a number. */
static enum code_role role_of(const tr_markup *m, const tr_markup_token *t, tr_span *id)
{
    enum { PREFIX = 6 };
    const char *const name = tr_markup_local(t);
    const bool starts = tr_markup_listed(" bpt bx sc sm ", name),
               ends = tr_markup_listed(" ept ex ec em ", name), x = !strcmp(name, "x");

    *id = (tr_span){0};
    if (!starts && !ends && !x) return NO_ROLE;
    if (!tr_markup_find(m, t, "i", id) && !tr_markup_find(m, t, "rid", id) &&
        !tr_markup_find(m, t, "startRef", id))
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

/* Codes of a text, as its tokens come. */
typedef struct code_list {
    char open[MAX_OPEN][ID_SIZE];  /* [n] that have begun, the innermost last */
    size_t at[MAX_OPEN];           /* where; SIZE_MAX: an element, which has an end tag */
    char alone[MAX_OPEN][ID_SIZE]; /* [n_alone] starts whose end has not come where it may */
    size_t n, n_alone;
} code_list;

static bool add_alone(codes *c, code_list *l, const char *id, size_t at)
{
    if (l->n_alone == MAX_OPEN) return false;
    memcpy(l->alone[l->n_alone], id, ID_SIZE);
    c->alone[l->n_alone++] = at;
    c->n_alone = l->n_alone;
    return true;
}

static bool begin_code(code_list *l, const char *id, size_t at)
{
    if (l->n == MAX_OPEN) return false;
    memcpy(l->open[l->n], id, ID_SIZE);
    l->at[l->n++] = at;
    return true;
}

/* Ends a code at byte `at`, or an element: SIZE_MAX.  Starts within it have no end. */
static bool end_code(codes *c, code_list *l, const char *id, size_t at)
{
    size_t k = l->n;

    while (k && strcmp(l->open[k - 1], id) != 0)
        k--;
    for (size_t i = 0; !k && i < l->n_alone; i++)
        if (!strcmp(l->alone[i], id)) return false; /* it crosses another */
    if (!k) return at != SIZE_MAX && add_alone(c, l, id, at);
    while (l->n > k) {
        l->n--;
        if (l->at[l->n] == SIZE_MAX || !add_alone(c, l, l->open[l->n], l->at[l->n])) return false;
    }
    l->n--;
    return true;
}

/* True if no pair crosses another; codes that have no other end are kept. */
static bool find_pairs(codes *c)
{
    code_list l = {.n = 0};
    tr_markup m = c->m;
    char id[ID_SIZE];
    tr_markup_token t;
    tr_span s;

    while (tr_markup_next(&m, &t)) {
        const bool start = t.kind == TR_MARKUP_START, pair = start && is_code_pair(&m, &t);
        const enum code_role role = start && !pair ? role_of(&m, &t, &s) : NO_ROLE;
        const size_t at = role ? t.raw.begin : SIZE_MAX;
        if (role)
            write_id(&m, s, id);
        else
            snprintf(id, ID_SIZE, "%s", start || t.kind == TR_MARKUP_END ? t.name : "");
        if ((pair || role == STARTS) && !begin_code(&l, id, at)) return false;
        if ((t.kind == TR_MARKUP_END || role == ENDS) && !end_code(c, &l, id, at)) return false;
        if (start && !pair) skip_code(&m, &t);
    }
    while (l.n > 0) {
        l.n--;
        if (l.at[l.n] == SIZE_MAX || !add_alone(c, &l, l.open[l.n], l.at[l.n])) return false;
    }
    return true;
}

static bool is_alone(const codes *c, size_t at)
{
    for (size_t i = 0; i < c->n_alone; i++)
        if (c->alone[i] == at) return true;
    return false;
}

/* The byte after the end of the code of that id, which began before m->at; 0 if there is none. */
static size_t end_of_code(tr_markup m, const char *id)
{
    char other[ID_SIZE];
    tr_markup_token t;
    tr_span s;

    while (tr_markup_next(&m, &t)) {
        if (t.kind != TR_MARKUP_START || role_of(&m, &t, &s) != ENDS) continue;
        write_id(&m, s, other);
        if (!strcmp(id, other)) return skip_code(&m, &t).end;
    }
    return 0;
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
    tr_span raw = skip_code(&c->m, t);
    const bool nested = c->nested && !is_alone(c, t->raw.begin);
    const size_t end =
        nested && role == STARTS && is_protected(&c->m, t) ? end_of_code(c->m, id) : 0;
    if (end) {
        raw.end = c->m.at = end;
        tr_build_atom(c->b, raw);
    } else if (nested && role == STARTS)
        tr_build_open(c->b, raw, id, strlen(id));
    else if (nested && role == ENDS)
        tr_build_close(c->b, raw, id, strlen(id));
    else if (c->is_outside || tr_markup_listed(point_names, tr_markup_local(t)))
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

typedef void text_builder(tr_builder *b, tr_span raw);

/* Text that is not translated; the blanks around it are as they are elsewhere. */
static void build_foreign(const codes *c, tr_span raw, text_builder *text)
{
    const tr_span word = tr_skip_around(c->m.text, raw, tr_ascii_is_html_space);

    if (c->is_outside) {
        tr_build_point(c->b, raw);
        return;
    }
    text(c->b, (tr_span){raw.begin, word.begin});
    if (word.begin < word.end) tr_build_atom(c->b, word);
    text(c->b, (tr_span){word.end, raw.end});
}

static void build_part(codes *c, const tr_markup_token *t, bool is_foreign, text_builder *text)
{
    const bool is_text = t->kind == TR_MARKUP_TEXT || t->kind == TR_MARKUP_CDATA;

    if (is_foreign && is_text)
        build_foreign(c, t->raw, text);
    else if (t->kind == TR_MARKUP_TEXT)
        text(c->b, t->raw);
    else if (t->kind == TR_MARKUP_CDATA)
        build_cdata(c->b, t->raw);
    if (t->kind == TR_MARKUP_START) build_code(c, t);
    if (t->kind == TR_MARKUP_END) tr_build_close(c->b, t->raw, t->name, strlen(t->name));
    if (t->kind == TR_MARKUP_COMMENT) tr_build_point(c->b, t->raw);
}

static codes begin_codes(tr_builder *b, tr_span content)
{
    codes c = {.b = b};

    c.m = (tr_markup){
        .text = b->content->bytes, .size = content.end, .at = content.begin, .xml = true};
    c.nested = find_pairs(&c);
    tr_build_break(b, content.begin);
    return c;
}

static void build_codes(tr_builder *b, tr_span content, text_builder *text)
{
    codes c = begin_codes(b, content);
    tr_markup_token t;

    while (tr_markup_next(&c.m, &t))
        build_part(&c, &t, false, text);
    tr_build_break(b, content.end);
}

/* ---- Spans ---- */

/* The next span that is translated; false after the last. */
static bool next_span(tr_markup *m, tr_span *span)
{
    char code[ID_SIZE];
    tr_markup_token t;
    tr_span id;

    while (tr_markup_next(m, &t)) {
        if (t.kind != TR_MARKUP_START || !tr_inline_code_is_translated(m, &t)) continue;
        const enum code_role role = role_of(m, &t, &id);
        if (t.closed && role != STARTS) continue;
        write_id(m, id, code);
        *span = (tr_span){t.raw.begin,
                          role == STARTS ? end_of_code(*m, code) : tr_markup_end_of(m, &t)};
        if (!span->end) continue;
        m->at = span->end;
        return true;
    }
    return false;
}

void tr_build_inline_spans(tr_builder *b, tr_span content, bool lines)
{
    codes c = begin_codes(b, content);
    tr_markup spans = c.m;
    tr_span span = {content.end, content.end};
    tr_markup_token t;

    bool is_last = !next_span(&spans, &span);
    c.is_outside = true;
    while (tr_markup_next(&c.m, &t)) {
        if (t.raw.begin >= span.end && !is_last) is_last = !next_span(&spans, &span);
        const bool is_foreign = t.raw.begin < span.begin || t.raw.begin >= span.end;
        c.is_outside = is_foreign && (c.is_outside || is_last);
        build_part(&c, &t, is_foreign, lines ? build_lines : tr_build_xml_text);
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
