#include "document/light/read_rst.h"

#include <string.h>

#include "base/ascii.h"
#include "document/light/light_text.h"
#include "document/light/rst_directive.h"
#include "document/light/rst_inline.h"
#include "document/light/rst_line.h"
#include "document/light/rst_write.h"

typedef struct document {
    tr_builder b;
    tr_light_text text;
    const char *t; /* [size] */
    size_t size;
    const tr_rst_names *names;
    tr_light_syntax paragraph, title, value;
    size_t glossary, terms; /* columns of a glossary and of its terms; NO_COLUMN: none */
} document;

#define NO_COLUMN SIZE_MAX

static tr_light_line line_at(const document *r, size_t at)
{
    return tr_light_line_read(r->t, r->size, at);
}

/* ---- What stays ---- */

static bool is_blank(const tr_light_line *l, size_t column)
{
    (void)column;
    return tr_light_line_is_blank(l);
}

static bool is_text(const tr_light_line *l, size_t column)
{
    (void)column;
    return !tr_light_line_is_blank(l);
}

static bool is_attached(const tr_light_line *l, size_t column)
{
    return !tr_light_line_is_blank(l) && l->column > column;
}

static bool is_deeper(const tr_light_line *l, size_t column)
{
    return tr_light_line_is_blank(l) || l->column > column;
}

/* The line from byte `at` on at which `goes_on` is false. */
static size_t skip_lines(const document *r, size_t at,
                         bool (*goes_on)(const tr_light_line *, size_t), size_t column)
{
    while (at < r->size) {
        const tr_light_line l = line_at(r, at);
        if (!goes_on(&l, column)) break;
        at = l.next;
    }
    return at;
}

static size_t skip_deeper(const document *r, size_t at, size_t column)
{
    return skip_lines(r, at, is_deeper, column);
}

static size_t skip_attached(const document *r, size_t at, size_t column)
{
    return skip_lines(r, at, is_attached, column);
}

static size_t skip_to_blank(const document *r, size_t at)
{
    return skip_lines(r, at, is_text, 0);
}

static size_t skip_blank(const document *r, size_t at)
{
    return skip_lines(r, at, is_blank, 0);
}

/* Goes past code that a paragraph at a column announces: deeper lines, or lines that all begin with
 * one sign of quotation. */
static size_t skip_literal(const document *r, size_t at, size_t column)
{
    const size_t begin = skip_blank(r, at);
    const tr_light_line first = line_at(r, begin);
    const char sign = first.text < first.end ? r->t[first.text] : 'a';

    if (begin == r->size || begin == at) return at;
    if (first.column > column) return skip_deeper(r, begin, column);
    if (first.column < column || tr_byte_is_word(sign)) return at;
    for (at = begin; at < r->size;) {
        const tr_light_line l = line_at(r, at);
        if (tr_light_line_is_blank(&l) || r->t[l.text] != sign) break;
        at = l.next;
    }
    return at;
}

/* ---- Paragraphs ---- */

static void add_line(document *r, const tr_light_line *l)
{
    if (!tr_light_line_is_blank(l)) tr_light_text_add(&r->text, l, l->end);
}

/* Ends the paragraph at a column, and what it announces; returns the line after. */
static size_t end_paragraph(document *r, size_t at, size_t column, const char *where)
{
    tr_light_text *const p = &r->text;
    const size_t n = p->flat.text.len;
    const bool literal = n >= 2 && !memcmp(tr_buf_text(&p->flat.text) + n - 2, "::", 2);

    if (literal) {
        p->flat.text.len -= 2;
        p->end -= 2;
    }
    if (p->flat.text.len) tr_light_text_build(p, &r->paragraph, where, NULL);
    return literal ? skip_literal(r, at, column) : at;
}

/* The text of a line and the lines below it that are deeper than a column. */
static size_t read_hanging(document *r, const tr_light_line *l, size_t column, const char *where)
{
    size_t at = l->next, inner = NO_COLUMN;

    if (tr_light_line_is_blank(l)) return at; /* what is below it is blocks */
    tr_light_text_begin(&r->text, &r->b);
    add_line(r, l);
    while (at < r->size) {
        const tr_light_line next = line_at(r, at);
        if (tr_light_line_is_blank(&next) || next.column <= column) break;
        if (inner != NO_COLUMN && next.column != inner) break;
        inner = next.column;
        add_line(r, &next);
        at = next.next;
    }
    return end_paragraph(r, at, inner == NO_COLUMN ? column : inner, where);
}

/* A value without marks, on a line and deeper ones below it. */
static size_t read_value(document *r, const tr_light_line *l, const tr_light_syntax *syntax)
{
    const size_t column = line_at(r, l->begin).column;
    size_t at = l->next;

    tr_light_text_begin(&r->text, &r->b);
    add_line(r, l);
    while (at < r->size) {
        const tr_light_line next = line_at(r, at);
        if (tr_light_line_is_blank(&next) || next.column <= column) break;
        add_line(r, &next);
        at = next.next;
    }
    tr_light_text_build(&r->text, syntax, "option", NULL);
    return at;
}

/* True if a term is described by a line: it is deeper. */
static bool describes(const tr_light_line *term, const tr_light_line *l)
{
    return !tr_light_line_is_blank(l) && l->column > term->column;
}

/* A term, without its classifiers: "term : kind". */
static size_t read_term(document *r, const tr_light_line *l, bool stays)
{
    const size_t end = tr_span_find(r->t, l->text, l->end, " : ");

    if (tr_starts_with(r->t, l->end - 1 > l->text ? l->end - 2 : l->text, l->end, "::"))
        return skip_deeper(r, l->next, l->column); /* code without the blank line before it */
    if (stays) return l->next;
    tr_light_text_begin(&r->text, &r->b);
    tr_light_text_add(&r->text, l, end);
    tr_light_text_build(&r->text, &r->paragraph, "term", NULL);
    return l->next;
}

static size_t read_paragraph(document *r, const tr_light_line *l)
{
    const tr_light_line second = line_at(r, l->next);
    const bool is_term = l->column == r->terms;
    size_t at = l->next;

    if (l->next < r->size && describes(l, &second)) return read_term(r, l, is_term);
    if (is_term) return at;
    tr_light_text_begin(&r->text, &r->b);
    add_line(r, l);
    while (at < r->size) {
        const tr_light_line next = line_at(r, at);
        if (tr_light_line_is_blank(&next) || next.column != l->column) break;
        add_line(r, &next);
        at = next.next;
    }
    return end_paragraph(r, at, l->column, "p");
}

/* ---- Titles ---- */

/* Lets the segment made last, if it is one, go from the beginning of a title's lines to their end.
 */
static void widen_title(document *r, size_t n_before, tr_span at, tr_rst_title *place)
{
    tr_content *const d = r->b.content;
    tr_segment *const p = d->n_segments == n_before + 1 ? tr_content_only(d, n_before) : NULL;

    if (!p) return;
    place->inner = p->at;
    p->at = at;
    p->extra = tr_content_keep(d, place, sizeof *place);
    r->b.failed = r->b.failed || !p->extra || !tr_content_change(d, p);
}

static size_t build_title(document *r, const tr_light_line *over, const tr_light_line *title,
                          const tr_light_line *under)
{
    tr_content *const d = r->b.content;
    const size_t n = d->n_segments;
    tr_rst_title place;

    memset(&place, 0, sizeof place); /* they are compared */
    place.names = r->names;
    if (over) place.over = (tr_span){over->text, over->end};
    place.text = (tr_span){title->text, title->end};
    place.under = (tr_span){under->text, under->end};
    const void *const extra = tr_content_keep(d, &place, sizeof place);
    r->b.failed = r->b.failed || !extra;
    if (r->b.failed) return r->size;
    r->b.kind = 1;
    tr_light_text_begin(&r->text, &r->b);
    tr_light_text_add(&r->text, title, title->end);
    r->text.limit = under->end;
    tr_light_text_build(&r->text, &r->title, "title", extra);
    r->b.kind = 0;
    widen_title(r, n, (tr_span){over ? over->text : title->text, under->end}, &place);
    return under->next;
}

static size_t width_of(const document *r, const tr_light_line *l)
{
    return tr_light_width(r->t + l->text, l->end - l->text);
}

/* Reads a title, with a row above it or without; 0: there is none. */
static size_t read_title(document *r, const tr_light_line *l)
{
    enum { SURE = 4 }; /* so long a row is one, even if it is too short */
    const tr_light_line second = line_at(r, l->next);

    if (l->next >= r->size || tr_light_line_is_blank(&second)) return 0;
    if (!tr_rst_is_row(r->t, l)) {
        const size_t n = second.end - second.text;
        const bool is_title = tr_rst_is_row(r->t, &second) && second.column == l->column;
        if (!is_title || (n < SURE && n < width_of(r, l))) return 0;
        if (tr_light_line_is(r->t, &second, "::")) return 0;
        return build_title(r, NULL, l, &second);
    }
    const tr_light_line third = line_at(r, second.next);
    const size_t n = l->end - l->text;
    if (second.next >= r->size || tr_rst_is_row(r->t, &second)) return 0;
    if (third.end - third.text != n || memcmp(r->t + third.text, r->t + l->text, n) != 0) return 0;
    if (third.column != l->column || (n < SURE && n < width_of(r, &second))) return 0;
    return build_title(r, l, &second, &third);
}

/* ---- Explicit markup ---- */

/* An option or a field at the beginning of a line. */
static size_t read_option(document *r, const tr_light_line *l, size_t n)
{
    const size_t column = l->column;
    tr_light_line value = *l;

    tr_light_line_move(r->t, &value, l->text + n);
    if (tr_rst_option_is_text(r->t, l, n)) return read_hanging(r, &value, column, "option");
    if (tr_rst_option_is_value(r->t, l, n)) return read_value(r, &value, &r->value);
    return skip_attached(r, l->next, column);
}

/* Options up to a blank line, or one that is not deeper than a column. */
static size_t read_options(document *r, size_t at, size_t column)
{
    while (at < r->size) {
        const tr_light_line l = line_at(r, at);
        const size_t n = tr_rst_field(r->t, &l);
        if (tr_light_line_is_blank(&l) || l.column <= column || !n) break;
        at = read_option(r, &l, n);
    }
    return at;
}

/* The argument of a directive, which is text, and goes on up to an option or a blank line. */
static size_t read_argument(document *r, const tr_light_line *l, size_t column)
{
    size_t at = l->next;
    size_t inner = NO_COLUMN;

    tr_light_text_begin(&r->text, &r->b);
    add_line(r, l);
    while (at < r->size) {
        const tr_light_line next = line_at(r, at);
        if (tr_light_line_is_blank(&next) || next.column <= column) break;
        if (tr_rst_field(r->t, &next) || (inner != NO_COLUMN && next.column != inner)) break;
        inner = next.column;
        add_line(r, &next);
        at = next.next;
    }
    return end_paragraph(r, at, inner == NO_COLUMN ? column : inner, "directive");
}

/* Lines of an argument that is no text. */
static size_t skip_argument(const document *r, size_t at, size_t column)
{
    while (at < r->size) {
        const tr_light_line l = line_at(r, at);
        if (tr_light_line_is_blank(&l) || l.column <= column || tr_rst_field(r->t, &l)) break;
        at = l.next;
    }
    return at;
}

/* Fields of metadata, whose values are text. */
static size_t read_meta(document *r, size_t at, size_t column)
{
    while (at < r->size) {
        tr_light_line l = line_at(r, at);
        const size_t n = tr_rst_field(r->t, &l);
        if (!tr_light_line_is_blank(&l) && l.column <= column) break;
        at = l.next;
        if (!n) continue;
        const bool is_text = tr_starts_with(r->t, l.text, l.end, ":description") ||
                             tr_starts_with(r->t, l.text, l.end, ":keywords");
        tr_light_line_move(r->t, &l, l.text + n);
        if (is_text) at = read_value(r, &l, &r->value);
    }
    return at;
}

/* Pages of a table of contents: "Title <page>" has a text, a name alone has none. */
static size_t read_pages(document *r, size_t at, size_t column)
{
    while (at < r->size) {
        tr_light_line l = line_at(r, at);
        if (!tr_light_line_is_blank(&l) && l.column <= column) break;
        at = l.next;
        if (tr_light_line_is_blank(&l) || r->t[l.end - 1] != '>') continue;
        l.end = tr_find_byte(r->t, l.text, l.end, '<');
        l.end = tr_skip_back(r->t, l.text, l.end, tr_ascii_is_blank);
        tr_light_text_begin(&r->text, &r->b);
        add_line(r, &l);
        tr_light_text_build(&r->text, &r->value, "toctree", NULL);
    }
    return at;
}

/* Reads a directive's argument and options, and what of its content is read here. */
static size_t read_directive(document *r, const tr_light_line *l, tr_span name, size_t argument,
                             size_t column)
{
    const tr_rst_directive is = tr_rst_directive_named(r->t + name.begin, name.end - name.begin);
    tr_light_line rest = *l;
    size_t at = l->next;

    if (is.content == TR_RST_FIELDS) return read_meta(r, at, column);
    tr_light_line_move(r->t, &rest, argument);
    const bool is_empty = tr_light_line_is_blank(&rest);
    if (is.argument == TR_RST_VERSION)
        tr_light_line_move(r->t, &rest, tr_word_end(r->t, rest.text, rest.end));
    if (is.argument != TR_RST_FIXED && !is_empty) {
        at = read_argument(r, &rest, column);
    } else if (!is_empty) {
        const tr_light_line next = line_at(r, at);
        if (at < r->size && describes(l, &next)) at = skip_argument(r, at, column);
    }
    at = read_options(r, at, column);
    if (is.content == TR_RST_GLOSSARY) {
        const tr_light_line first = line_at(r, skip_blank(r, at));
        r->glossary = column;
        r->terms = first.column > column ? first.column : NO_COLUMN;
    }
    if (is.content == TR_RST_PAGES) return read_pages(r, at, column);
    if (is.content < TR_RST_FIELDS) return at;
    const size_t end = skip_deeper(r, at, column), first = skip_blank(r, at);
    r->b.content->n_passed += is.content == TR_RST_UNKNOWN && first < end;
    return end;
}

/* What stands after "..": a directive, a note, a target, a substitution or a comment. */
static size_t read_explicit(document *r, const tr_light_line *l)
{
    const char *const t = r->t;
    tr_light_line rest = *l;
    size_t argument;

    tr_light_line_move(t, &rest, l->text + 2);
    const size_t at = rest.text, end = rest.end;
    if (t[l->text] == '_' || tr_starts_with(t, at, end, "_")) /* a target */
        return skip_attached(r, l->next, l->column);
    if (at == end) {
        const tr_light_line next = line_at(r, l->next);
        return tr_light_line_is_blank(&next) ? l->next : skip_deeper(r, l->next, l->column);
    }
    const size_t close = t[at] == '[' ? tr_find_byte(t, at, end, ']') : end;
    if (close < end && (close + 1 == end || tr_ascii_is_blank(t[close + 1]))) {
        tr_light_line_move(t, &rest, close + 1);
        return read_hanging(r, &rest, l->column, "footnote");
    }
    if (t[at] == '|') {
        const size_t bar = tr_find_byte(t, at + 1, end, '|');
        tr_light_line_move(t, &rest, bar < end ? bar + 1 : end);
    }
    const tr_span name = tr_rst_directive_name(t, rest.text, end, &argument);
    if (name.begin < name.end) return read_directive(r, &rest, name, argument, l->column);
    return skip_deeper(r, l->next, l->column);
}

/* ---- Other blocks ---- */

/* Lines after bars, each by itself with the deeper ones below it. */
static size_t read_line_block(document *r, const tr_light_line *l)
{
    size_t at = l->begin;
    tr_light_line line = *l;

    for (; at < r->size; line = line_at(r, at)) {
        const size_t column = line.column;
        if (!tr_light_line_begins(r->t, &line, "| ") && !tr_light_line_is(r->t, &line, "|")) break;
        tr_light_line_move(r->t, &line, line.text + 1);
        tr_light_text_begin(&r->text, &r->b);
        add_line(r, &line);
        for (at = line.next; at < r->size; at = line.next) {
            line = line_at(r, at);
            if (tr_light_line_is_blank(&line) || line.column <= column) break;
            add_line(r, &line);
        }
        tr_light_text_build(&r->text, &r->paragraph, "line", NULL);
    }
    return at;
}

/* Goes past a table with bars, up to a blank line. */
static size_t skip_grid(const document *r, size_t at, size_t column)
{
    while (at < r->size) {
        const tr_light_line l = line_at(r, at);
        if (tr_light_line_is_blank(&l) || l.column < column) break;
        at = l.next;
    }
    return at;
}

/* Goes past a table without bars, up to its second border below the first, or one before a blank
 * line. */
static size_t skip_columns(const document *r, size_t at, size_t column)
{
    for (size_t n = 0; at < r->size && n < 2;) {
        const tr_light_line l = line_at(r, at);
        if (!tr_light_line_is_blank(&l) && l.column < column) break;
        at = l.next;
        if (!tr_rst_is_border(r->t, &l)) continue;
        const tr_light_line next = line_at(r, at);
        n += tr_light_line_is_blank(&next) ? 2 : 1;
    }
    return at;
}

static size_t skip_table(document *r, const tr_light_line *l)
{
    r->b.content->n_passed++;
    return (r->t[l->text] == '+' ? skip_grid : skip_columns)(r, l->next, l->column);
}

/* True if a border begins a table. */
static bool begins_table(const document *r, const tr_light_line *l)
{
    if (!tr_rst_is_border(r->t, l)) return false;
    const tr_light_line next = line_at(r, l->next);
    return l->next < r->size && !tr_light_line_is_blank(&next);
}

/* True if what stands behind a field is no paragraph. */
static bool begins_block(const document *r, const tr_light_line *l)
{
    return tr_rst_item(r->t, l, NULL) || tr_rst_is_explicit(r->t, l) ||
           tr_light_line_begins(r->t, l, "| ");
}

/* Reads the block at a line, whose text may begin behind an item's mark; returns the line after
 * what was read. */
static size_t read_block(document *r, tr_light_line l)
{
    const tr_light_line second = line_at(r, l.next);
    const size_t first = l.text;
    size_t n;

    if (tr_rst_is_attribution(r->t, &l)) return skip_to_blank(r, l.next);
    if (r->glossary != NO_COLUMN && l.column <= r->glossary) r->glossary = r->terms = NO_COLUMN;
    for (;;) {
        if (begins_table(r, &l)) return skip_table(r, &l);
        if (tr_light_line_begins(r->t, &l, ">>> ") || tr_light_line_is(r->t, &l, ">>>"))
            return skip_to_blank(r, l.next);
        const size_t title = l.text == first ? read_title(r, &l) : 0;
        if (title) return title;
        if (tr_light_line_is(r->t, &l, "::")) return skip_literal(r, l.next, l.column);
        if (tr_light_line_begins(r->t, &l, "| ") || tr_light_line_is(r->t, &l, "|"))
            return read_line_block(r, &l);
        if (tr_rst_is_explicit(r->t, &l)) return read_explicit(r, &l);
        if (tr_rst_is_row(r->t, &l) && l.end - l.text >= 4) return l.next; /* a transition */
        if ((n = tr_rst_field(r->t, &l))) {
            const size_t column = l.column;
            if (tr_rst_field_stays(r->t, &l, n)) return skip_deeper(r, l.next, column);
            tr_light_line_move(r->t, &l, l.text + n);
            if (!begins_block(r, &l)) return read_hanging(r, &l, column, "field");
            if (!tr_rst_item(r->t, &l, NULL)) continue;
        }
        n = tr_rst_item(r->t, &l, l.next < r->size ? &second : NULL);
        if (!n) n = tr_rst_options(r->t, &l);
        if (!n) return read_paragraph(r, &l);
        tr_light_line_move(r->t, &l, l.text + n);
        if (tr_light_line_is_blank(&l)) return l.next;
    }
}

int tr_read_rst(tr_content *d, tr_error *err)
{
    document r = {.t = d->bytes, .size = d->size, .glossary = NO_COLUMN, .terms = NO_COLUMN};

    tr_builder_init(&r.b, d, &tr_rst_text);
    if (!d->kept) d->kept = tr_rst_names_find(d);
    r.names = d->kept;
    r.b.failed = !r.names;
    r.paragraph = (tr_light_syntax){tr_rst_scan, r.names, &tr_rst_text};
    r.title = (tr_light_syntax){tr_rst_scan, r.names, &tr_rst_title_text};
    r.value = (tr_light_syntax){NULL, NULL, &tr_rst_value};
    for (size_t at = d->begin; at < d->size && !r.b.failed;) {
        const tr_light_line l = line_at(&r, at);
        at = tr_light_line_is_blank(&l) ? l.next : read_block(&r, l);
    }
    tr_light_text_free(&r.text);
    return tr_builder_end(&r.b, err);
}
