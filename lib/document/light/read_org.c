#include "document/light/read_org.h"

#include <string.h>

#include "base/ascii.h"
#include "base/word_list.h"
#include "document/light/light_text.h"
#include "document/light/org_inline.h"
#include "document/light/org_line.h"
#include "document/light/org_write.h"
#include "document/segment/string_list.h"

typedef struct document {
    tr_builder b;
    tr_light_text text;
    const char *t; /* [size] */
    size_t size;
    tr_light_syntax paragraph;
    const tr_buf *targets; /* of links, in order: headings that they name stay */
    tr_buf states;         /* of headings, that the document names */
    bool in_verse;
    size_t undrawn; /* before this byte no drawer ends */
} document;

static tr_light_line line_at(const document *r, size_t at)
{
    return tr_light_line_read(r->t, r->size, at);
}

/* ---- Targets of links ---- */

/* Appends a name as links are compared: in small letters, with one blank for white space. */
static void add_name(const char *t, tr_span name, tr_buf *out)
{
    name = tr_skip_around(t, name, tr_ascii_is_space);
    for (size_t i = name.begin; i < name.end; i++) {
        const char c = tr_ascii_is_space(t[i]) ? ' ' : tr_ascii_lower(t[i]);
        if (c != ' ' || !tr_ascii_is_space(t[i - 1])) tr_buf_add(out, &c, 1);
    }
}

/* The names in "[[*name]" and "[[name]", in order; NULL when out of memory. */
static const tr_buf *find_targets(tr_content *d)
{
    enum { LONGEST = 300 };
    tr_buf *const found = TR_REGION_TAKE(&d->region, tr_buf, 1);
    tr_buf list = {0};

    for (size_t i = 0; i + 2 < d->size; i++) {
        if (d->bytes[i] != '[' || d->bytes[i + 1] != '[') continue;
        const size_t begin = i + 2 + (d->bytes[i + 2] == '*');
        const size_t most = d->size - begin > LONGEST ? begin + LONGEST : d->size;
        const size_t end = begin < most ? tr_find_byte(d->bytes, begin, most, ']') : most;
        if (end == most || memchr(d->bytes + begin, '\0', end - begin)) continue;
        add_name(d->bytes, (tr_span){begin, end}, &list);
        tr_buf_add(&list, "", 1);
    }
    bool right = !list.failed && tr_string_list_sort(&list) && found;
    const char *const kept =
        right ? tr_region_copy(&d->region, tr_buf_text(&list), list.len) : NULL;
    if (kept) *found = (tr_buf){.data = (char *)kept, .len = list.len};
    tr_buf_free(&list);
    return kept ? found : NULL;
}

static bool is_target(document *r, size_t begin, size_t end)
{
    tr_buf name = {0};

    add_name(r->t, tr_org_name(r->t, (tr_span){begin, end}), &name);
    const bool found = r->targets->len && tr_string_list_has(r->targets, tr_buf_text(&name));
    r->b.failed = r->b.failed || name.failed;
    tr_buf_free(&name);
    return found;
}

/* ---- What stays ---- */

/* The line behind the first from byte `at` on that ends a block. */
static size_t skip_to_end(const document *r, size_t at)
{
    while (at < r->size) {
        const tr_light_line l = line_at(r, at);
        at = l.next;
        if (tr_org_ends(r->t, &l)) break;
    }
    return at;
}

/* The line behind the end of a drawer; 0: it has none before the next heading. */
static size_t skip_drawer(document *r, size_t at)
{
    if (at < r->undrawn) return 0;
    while (at < r->size) {
        const tr_light_line l = line_at(r, at);
        at = l.next;
        if (tr_org_is_heading(r->t, &l)) break;
        if (tr_light_line_is(r->t, &l, ":END:") || tr_light_line_is(r->t, &l, ":end:")) return at;
    }
    r->undrawn = at;
    return 0;
}

/* Goes past "\begin{x}" up to "\end{x}". */
static size_t skip_formula(const document *r, size_t at)
{
    while (at < r->size) {
        const tr_light_line l = line_at(r, at);
        if (tr_light_line_is_blank(&l)) break;
        at = l.next;
        if (tr_light_line_begins(r->t, &l, "\\end{")) break;
    }
    return at;
}

/* ---- Texts ---- */

static void build_line(document *r, const tr_light_line *l, size_t end, const char *where)
{
    tr_light_text_begin(&r->text, &r->b);
    if (l->text < end) tr_light_text_add(&r->text, l, end);
    tr_light_text_build(&r->text, &r->paragraph, where, NULL);
}

/* A line whose text may begin behind a mark, and the lines that go on with it: they are moved in by
 * so many bytes at least. */
static size_t read_moved(document *r, const tr_light_line *l, size_t least, const char *where)
{
    size_t at = l->next;

    if (r->in_verse) {
        build_line(r, l, l->end, where);
        return at;
    }
    tr_light_text_begin(&r->text, &r->b);
    if (!tr_light_line_is_blank(l)) tr_light_text_add(&r->text, l, l->end);
    while (at < r->size) {
        const tr_light_line next = line_at(r, at);
        if (tr_org_ends_paragraph(r->t, &next) || next.text - next.begin < least) break;
        tr_light_text_add(&r->text, &next, next.end);
        at = next.next;
    }
    tr_light_text_build(&r->text, &r->paragraph, where, NULL);
    return at;
}

static size_t read_paragraph(document *r, const tr_light_line *l, const char *where)
{
    return read_moved(r, l, 0, where);
}

static size_t read_heading(document *r, const tr_light_line *l, size_t n)
{
    const size_t end = tr_org_tags(r->t, l);
    const bool is_comment = tr_span_find(r->t, l->text, l->text + n, "COMMENT ") < l->text + n;
    tr_light_line title = *l;

    tr_light_line_move(r->t, &title, l->text + n);
    if (title.text >= end || is_comment) return l->next;
    if (is_target(r, title.text, end))
        r->b.content->n_passed++; /* a link names it */
    else
        build_line(r, &title, end, "title");
    return l->next;
}

/* An item, with the term that it describes: "term :: text". */
static size_t read_item(document *r, tr_light_line l, size_t n)
{
    const size_t least = l.text - l.begin + 1; /* else it is behind the list */

    tr_light_line_move(r->t, &l, l.text + n);
    const size_t sign = tr_span_find(r->t, l.text, l.end, " ::");
    const bool is_term = sign < l.end && (sign + 3 == l.end || r->t[sign + 3] == ' ');

    if (is_term) {
        build_line(r, &l, tr_skip_back(r->t, l.text, sign, tr_ascii_is_blank), "term");
        tr_light_line_move(r->t, &l, sign + 3);
    }
    return read_moved(r, &l, least, "li");
}

/* The cells of a row; a rule has none. */
static size_t read_row(document *r, const tr_light_line *l)
{
    size_t begin = l->text + 1;

    if (begin < l->end && r->t[begin] == '-') return l->next;
    while (begin < l->end) {
        const size_t bar = tr_find_byte(r->t, begin, l->end, '|');
        const tr_span at = tr_skip_around(r->t, (tr_span){begin, bar}, tr_ascii_is_blank);
        tr_light_line cell = *l;
        begin = bar + 1;
        if (tr_org_is_width(r->t, at)) continue;
        cell.begin = cell.text = at.begin;
        cell.end = at.end;
        build_line(r, &cell, at.end, "cell");
    }
    return l->next;
}

static void build_part(document *r, tr_light_line l, tr_span at)
{
    at = tr_skip_around(r->t, at, tr_ascii_is_blank);
    l.begin = l.text = at.begin;
    l.end = at.end;
    build_line(r, &l, at.end, "keyword");
}

/* "#+ATTR_HTML: :width 3 :alt Text :title Text". */
static void read_attributes(document *r, const tr_light_line *l)
{
    size_t at = tr_span_find(r->t, l->text, l->end, " :");

    while (at < l->end) {
        const size_t next = tr_span_find(r->t, at + 2, l->end, " :");
        const size_t value = tr_word_end(r->t, at + 2, next);
        if (tr_list_has(" alt title caption ", r->t + at + 2, value - at - 2))
            build_part(r, *l, (tr_span){value, next});
        at = next;
    }
}

/* "#+TITLE: text" and "#+CAPTION[short]: text". */
static size_t read_keyword(document *r, const tr_light_line *l, size_t n)
{
    const size_t value = l->text + n, open = tr_find_byte(r->t, l->text, value, '[');

    if (n && tr_org_is_attributes(r->t, l)) read_attributes(r, l);
    if (!n || !tr_org_keyword_is_text(r->t, l)) return l->next;
    if (open < value) build_part(r, *l, (tr_span){open + 1, tr_find_byte(r->t, open, value, ']')});
    build_part(r, *l, (tr_span){value, l->end});
    return l->next;
}

/* "[fn:1] text". */
static size_t read_note(document *r, const tr_light_line *l)
{
    const size_t close = tr_find_byte(r->t, l->text, l->end, ']');
    tr_light_line note = *l;

    tr_light_line_move(r->t, &note, close + 1);
    return read_paragraph(r, &note, "footnote");
}

/* Reads what begins with a line that is not blank; returns the line after. */
static size_t read_element(document *r, const tr_light_line *l)
{
    bool stays;
    size_t n = tr_org_heading(r->t, l, tr_buf_text(&r->states));

    if (n) return read_heading(r, l, n);
    if (tr_org_begins(r->t, l, &stays)) {
        r->in_verse = tr_list_has_any_case(" verse ", r->t + l->text + 8,
                                           tr_word_end(r->t, l->text, l->end) - l->text - 8);
        return stays ? skip_to_end(r, l->next) : l->next;
    }
    if (tr_org_ends(r->t, l)) {
        r->in_verse = false;
        return l->next;
    }
    if (tr_org_is_drawer(r->t, l) && (n = skip_drawer(r, l->next))) return n;
    if (tr_light_line_begins(r->t, l, "#+")) return read_keyword(r, l, tr_org_keyword(r->t, l));
    r->b.content->n_passed += tr_light_line_begins(r->t, l, "+-");
    if (tr_org_stays(r->t, l) || tr_org_is_drawer(r->t, l)) return l->next;
    if (tr_light_line_begins(r->t, l, "\\begin{")) return skip_formula(r, l->next);
    if (r->t[l->text] == '|') return read_row(r, l);
    if (tr_org_is_note(r->t, l)) return read_note(r, l);
    n = tr_org_item(r->t, l);
    return n ? read_item(r, *l, n) : read_paragraph(r, l, "p");
}

static void find_states(document *r, size_t at)
{
    tr_buf_add(&r->states, " ", 1);
    while (at < r->size) {
        const tr_light_line l = line_at(r, at);
        tr_org_take_states(r->t, &l, &r->states);
        at = l.next;
    }
}

int tr_read_org(tr_content *d, tr_error *err)
{
    document r = {.t = d->bytes, .size = d->size};

    tr_builder_init(&r.b, d, &tr_org_text);
    if (!d->kept) d->kept = find_targets(d);
    r.targets = d->kept;
    find_states(&r, d->begin);
    r.b.failed = !r.targets || r.states.failed;
    r.paragraph = (tr_light_syntax){tr_org_scan, NULL, &tr_org_text};
    for (size_t at = d->begin; at < d->size && !r.b.failed;) {
        const tr_light_line l = line_at(&r, at);
        at = tr_light_line_is_blank(&l) ? l.next : read_element(&r, &l);
    }
    tr_light_text_free(&r.text);
    tr_buf_free(&r.states);
    return tr_builder_end(&r.b, err);
}
