#include "document/light/read_adoc.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "document/light/adoc_attributes.h"
#include "document/light/adoc_inline.h"
#include "document/light/adoc_line.h"
#include "document/light/adoc_write.h"
#include "document/light/light_text.h"

/* Names, with blanks around each. */
#include "document/light/read_adoc.inc" /* of read_adoc.rows */

typedef struct document {
    tr_builder b;
    tr_light_text text;
    const char *t; /* [size] */
    size_t size;
    const tr_adoc_names *names;
    tr_light_syntax paragraph, title, cell;
    tr_light_line style; /* the attributes of the next block; blank: it has none */
    bool has_id;         /* the next block */
    bool in_item;        /* what goes on may be of an item, */
    bool wants_text;     /*   which has none yet */
    bool after_blank;    /* a blank line or a lone plus is before the line at hand */
    bool after_title;    /* of the document: authors come */
    bool in_verse;
    size_t in_table; /* bytes of the line that ends a table; 0: it is in none */
} document;

static tr_light_line line_at(const document *r, size_t at)
{
    return tr_light_line_read(r->t, r->size, at);
}

/* ---- Attributes of a block ---- */

static bool style_has(const document *r, const char *what)
{
    return tr_span_find(r->t, r->style.text, r->style.end, what) < r->style.end;
}

/* True if the style of the next block says that it is code. */
static bool is_code_style(const document *r)
{
    size_t begin = r->style.text + 1;
    size_t end;

    if (tr_light_line_is_blank(&r->style)) return false;
    for (end = begin; end < r->style.end && tr_byte_is_word(r->t[end]);)
        end++;
    if (begin == end && tr_starts_with(r->t, begin, r->style.end, ","))
        return true; /* a language */
    return tr_list_has(style_code, r->t + begin, end - begin);
}

/* ---- What stays ---- */

/* The line after the one that is the same as the line before byte `at`. */
static size_t skip_fenced(const document *r, const tr_light_line *fence)
{
    const bool is_tick = r->t[fence->text] == '`';
    const size_t n = is_tick ? 3 : fence->end - fence->text;
    size_t at = fence->next;

    while (at < r->size) {
        const tr_light_line l = line_at(r, at);
        at = l.next;
        if (l.text == l.begin && l.end - l.text == n &&
            !memcmp(r->t + l.text, r->t + fence->text, n))
            break;
    }
    return at;
}

static size_t skip_to_blank(const document *r, size_t at)
{
    while (at < r->size) {
        const tr_light_line l = line_at(r, at);
        if (tr_light_line_is_blank(&l) || tr_adoc_fence(r->t, &l) ||
            tr_light_line_is(r->t, &l, "+"))
            break;
        at = l.next;
    }
    return at;
}

/* ---- Texts ---- */

static void build_line(document *r, const tr_light_line *l, const tr_light_syntax *syntax,
                       const char *where)
{
    tr_light_text_begin(&r->text, &r->b);
    if (!tr_light_line_is_blank(l)) tr_light_text_add(&r->text, l, l->end);
    tr_light_text_build(&r->text, syntax, where, NULL);
}

/* The next bar that parts cells, from byte `at` of a line on. */
static size_t next_bar(const document *r, size_t at, size_t end)
{
    while ((at = tr_find_byte(r->t, at, end, '|')) < end && at > 0 && r->t[at - 1] == '\\')
        at++;
    return at;
}

/* True if a line does not go on with the text before it. */
static bool ends_text(const document *r, const tr_light_line *l, bool in_item)
{
    if (r->in_table && next_bar(r, l->text, l->end) < l->end) return true;
    return tr_adoc_ends_paragraph(r->t, l, in_item || r->in_table);
}

static const tr_light_syntax *syntax_of_text(const document *r)
{
    return r->in_table ? &r->cell : &r->paragraph;
}

/* The paragraph from a line on, whose text may begin behind a mark. */
static size_t read_paragraph(document *r, const tr_light_line *l, const char *where)
{
    const bool in_lines = r->in_verse || style_has(r, "verse") || style_has(r, "hardbreaks");
    size_t at = l->next;

    tr_light_text_begin(&r->text, &r->b);
    if (!tr_light_line_is_blank(l)) tr_light_text_add(&r->text, l, l->end);
    while (at < r->size) {
        const tr_light_line next = line_at(r, at);
        if (ends_text(r, &next, r->in_item)) break;
        if (in_lines) tr_light_text_build(&r->text, syntax_of_text(r), where, NULL);
        if (in_lines) tr_light_text_begin(&r->text, &r->b);
        tr_light_text_add(&r->text, &next, next.end);
        at = next.next;
    }
    tr_light_text_build(&r->text, syntax_of_text(r), where, NULL);
    return at;
}

/* "NOTE: text". */
static size_t skip_label(const document *r, const tr_light_line *l)
{
    static const char *const labels[] = {
        "NOTE: ", "TIP: ", "IMPORTANT: ", "WARNING: ", "CAUTION: "};
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        if (tr_light_line_begins(r->t, l, labels[i])) return strlen(labels[i]);
    return 0;
}

/* ---- Titles ---- */

/* The title of a document is followed by its authors and its revision. */
static size_t skip_authors(document *r, size_t at)
{
    for (size_t n = 0; at < r->size && n < 2;) {
        const tr_light_line l = line_at(r, at);
        if (tr_light_line_is_blank(&l) || tr_light_line_begins(r->t, &l, ":")) break;
        if (!tr_adoc_is_instruction(r->t, &l)) n++;
        at = l.next;
    }
    return at;
}

static bool is_row_of_title(const char *t, const tr_light_line *l)
{
    const size_t n = tr_light_line_row(t, l);
    return n >= 2 && tr_ascii_is_one_of(t[l->text], "=-~^+");
}

/* Builds a title, whose line begins at byte `begin`, with the row below it, which may be NULL.  Its
 * segment, if it is one, is all of its lines. */
static void build_title(document *r, const tr_light_line *title, size_t begin,
                        const tr_light_line *row)
{
    tr_content *const d = r->b.content;
    const size_t n = d->n_segments, end = row ? row->end : title->end;
    tr_adoc_title place;

    memset(&place, 0, sizeof place); /* they are compared */
    const void *const extra = tr_content_keep(d, &place, sizeof place);
    r->b.failed = r->b.failed || !extra;
    if (r->b.failed) return;
    tr_light_text_begin(&r->text, &r->b);
    tr_light_text_add(&r->text, title, title->end);
    r->text.limit = end;
    tr_light_text_build(&r->text, &r->title, "title", extra);
    tr_segment *const p = d->n_segments == n + 1 ? tr_content_only(d, n) : NULL;
    if (!p) return;
    place.names = r->names;
    place.whole = (tr_span){begin, end};
    place.text = (tr_span){title->text, title->end};
    place.inner = p->at;
    place.row = row ? row->text : end;
    place.has_id = r->has_id;
    p->at = place.whole;
    p->extra = tr_content_keep(d, &place, sizeof place);
    r->b.failed = r->b.failed || !p->extra || !tr_content_change(d, p);
}

/* Reads a title with a row below it; 0: there is none. */
static size_t read_underlined(document *r, const tr_light_line *l)
{
    const tr_light_line row = line_at(r, l->next);
    const size_t width = tr_utf8_count(r->t + l->text, l->end - l->text);
    const size_t row_width = row.end - row.text;

    if (l->next >= r->size || l->text > l->begin || row.text > row.begin) return 0;
    if (!is_row_of_title(r->t, &row) || width > row_width + 1 || row_width > width + 1) return 0;
    if (r->t[l->text] == '.' || tr_adoc_fence(r->t, l) || !tr_has_letter(r->t, l->text, l->end))
        return 0;
    build_title(r, l, l->text, &row);
    return row.next;
}

/* True of titles that a page of a manual has to have. */
static bool is_of_manual(const document *r, const tr_light_line *l)
{
    return tr_list_has_any_case(title_fixed, r->t + l->text, l->end - l->text);
}

/* Where a title ends, before the signs that may stand at its end as at its beginning. */
static size_t end_of_title(const document *r, const tr_light_line *l, char sign)
{
    size_t at = l->end;

    while (at > l->text && r->t[at - 1] == sign)
        at--;
    const size_t end = tr_skip_back(r->t, l->text, at, tr_ascii_is_blank);
    return end < at && end > l->text ? end : l->end;
}

static size_t read_heading(document *r, const tr_light_line *l, size_t n)
{
    const bool is_first = n == 2 && l->begin == r->b.content->begin;
    tr_light_line title = *l;

    tr_light_line_move(r->t, &title, l->text + n);
    title.end = end_of_title(r, &title, r->t[l->text]);
    if (n == 2 && !is_of_manual(r, &title))
        build_line(r, &title, &r->paragraph, "title"); /* no attributes stand before it */
    else if (!is_of_manual(r, &title))
        build_title(r, &title, l->text, NULL);
    return n == 2 && (is_first || r->after_title) ? skip_authors(r, l->next) : l->next;
}

/* ---- Tables ---- */

/* Where the specifier of a cell begins that ends before the bar at byte `at`: "2+^.>a|". */
static size_t before_specifier(const document *r, size_t begin, size_t at)
{
    size_t i = at;

    if (i > begin && tr_ascii_is_one_of(r->t[i - 1], "adehlmsv")) i--;
    while (i > begin &&
           (tr_ascii_is_digit(r->t[i - 1]) || tr_ascii_is_one_of(r->t[i - 1], "+*.<>^")))
        i--;
    return i == begin || tr_ascii_is_blank(r->t[i - 1]) ? i : at;
}

/* The text of a cell, and the lines below that go on with it. */
static size_t build_cell(document *r, const tr_light_line *l, tr_span text, char style)
{
    tr_light_line cell = *l;
    const bool is_last = text.end == l->end;
    size_t at = l->next;

    cell.end = tr_skip_back(r->t, text.begin, text.end, tr_ascii_is_blank);
    cell.begin = cell.text = tr_skip(r->t, text.begin, cell.end, tr_ascii_is_blank);
    if (cell.text >= cell.end || style == 'l' || style == 'm') return at;
    if (style == 'a') {
        const size_t item = tr_adoc_item(r->t, &cell);
        tr_light_line_move(r->t, &cell, cell.text + item);
    }
    tr_light_text_begin(&r->text, &r->b);
    tr_light_text_add(&r->text, &cell, cell.end);
    while (is_last && at < r->size) {
        const tr_light_line next = line_at(r, at);
        if (ends_text(r, &next, false)) break;
        tr_light_text_add(&r->text, &next, next.end);
        at = next.next;
    }
    tr_light_text_build(&r->text, &r->cell, "cell", NULL);
    return at;
}

/* A line of a table with bars; 0: it has none. */
static size_t read_row(document *r, const tr_light_line *l)
{
    size_t begin = l->text, at = l->next;
    char style = 'd';

    if (next_bar(r, begin, l->end) == l->end) return 0;
    for (;;) {
        const size_t bar = next_bar(r, begin, l->end);
        const size_t end = bar < l->end ? before_specifier(r, begin, bar) : bar;
        if (begin < end) at = build_cell(r, l, (tr_span){begin, end}, style);
        if (bar == l->end) return at;
        style = bar > end ? r->t[bar - 1] : 'd';
        begin = bar + 1;
    }
}

/* ---- Lines of other kinds ---- */

/* ":name: value". */
static size_t read_attribute(document *r, const tr_light_line *l)
{
    const size_t close = tr_find_byte(r->t, l->text + 1, l->end, ':');
    const char *const name = r->t + l->text + 1;
    tr_light_line value = *l;
    size_t at = l->next;

    if (close + 1 < l->end && r->t[l->end - 1] != '\\' &&
        tr_list_has(attribute_text, name, close - l->text - 1)) {
        tr_light_line_move(r->t, &value, close + 1);
        build_line(r, &value, &r->paragraph, "attribute");
    }
    for (tr_light_line last = *l; r->t[last.end - 1] == '\\' && at < r->size; at = last.next) {
        last = line_at(r, at);
        if (tr_light_line_is_blank(&last)) break;
    }
    return at;
}

static bool is_attribute(const document *r, const tr_light_line *l)
{
    size_t at = l->text + 1;

    if (l->text > l->begin || r->t[l->text] != ':') return false;
    while (at < l->end && (tr_byte_is_word(r->t[at]) || tr_ascii_is_one_of(r->t[at], "-!")))
        at++;
    return at > l->text + 1 && at < l->end && r->t[at] == ':' &&
           (at + 1 == l->end || tr_ascii_is_blank(r->t[at + 1]));
}

/* The texts among the attributes in the brackets that begin at byte `open` and end a line. */
static void read_values(document *r, const tr_light_line *l, size_t open, bool of_image)
{
    tr_adoc_attribute a = {0};

    for (size_t at = open + 1; tr_adoc_attribute_next(r->t, &at, l->end - 1, &a);) {
        const char *const where = tr_adoc_attribute_text(r->t, &a, of_image);
        const tr_light_syntax syntax = {tr_adoc_scan_value, NULL,
                                        tr_adoc_attribute_writing(&a, false)};
        tr_light_line value = *l;
        if (!where) continue;
        value.begin = a.value.begin;
        value.end = a.value.end;
        tr_light_line_move(r->t, &value, a.value.begin);
        build_line(r, &value, &syntax, where);
    }
}

/* True if attributes of a block name its id: "[[id]]", "[#id]", "[id=name]". */
static bool names_id(const document *r, const tr_light_line *l)
{
    const size_t first = tr_find_byte(r->t, l->text, l->end, ',');
    return tr_light_line_begins(r->t, l, "[[") || tr_find_byte(r->t, l->text, first, '#') < first ||
           tr_span_find(r->t, l->text, l->end, "id=") < l->end;
}

/* "image::target[text]": a macro that is a block.  0: there is none. */
static size_t read_macro(document *r, const tr_light_line *l)
{
    const size_t name_end = tr_skip(r->t, l->text, l->end, tr_ascii_is_alnum);

    if (l->text > l->begin || name_end == l->text || r->t[l->end - 1] != ']') return 0;
    if (!tr_starts_with(r->t, name_end, l->end, "::")) return 0;
    const size_t open = tr_find_byte(r->t, name_end, l->end, '[');
    if (open == l->end || tr_word_end(r->t, l->text, open) < open) return 0;
    read_values(r, l, open, tr_light_line_begins(r->t, l, "image::"));
    return l->next;
}

/* True if a line is a quotation as Markdown has it, or says whose it is. */
static bool is_quotation(const document *r, const tr_light_line *l)
{
    return tr_light_line_begins(r->t, l, "> ") || tr_light_line_is(r->t, l, ">") ||
           tr_light_line_begins(r->t, l, "-- ") || tr_light_line_is(r->t, l, "\"\"");
}

/* Goes past lines of an item that are set in, up to a blank one. */
static size_t skip_set_in(const document *r, size_t at)
{
    while (at < r->size) {
        const tr_light_line l = line_at(r, at);
        if (tr_light_line_is_blank(&l) || l.text == l.begin) break;
        at = l.next;
    }
    return at;
}

/* True if the paragraph that a line begins is sentences: from a capital to a mark that ends one. */
static bool is_sentences(const document *r, tr_light_line l)
{
    const bool begins = tr_ascii_is_upper(r->t[l.text]);
    size_t last = l.end;

    for (size_t at = l.next; begins && at < r->size; at = l.next) {
        l = line_at(r, at);
        if (tr_light_line_is_blank(&l) || tr_light_line_is(r->t, &l, "+")) break;
        last = l.end;
    }
    return begins && tr_ascii_is_one_of(r->t[last - 1], ".?!");
}

/* True if a paragraph that is set in is code.  In an item it is, too, behind a text, but many write
 * sentences there. */
static bool is_literal(const document *r, const tr_light_line *l)
{
    if (l->text == l->begin || r->in_table) return false;
    return !r->in_item || (r->after_blank && !r->wants_text && !is_sentences(r, *l));
}

/* A title, an item, a term or a paragraph. */
static size_t read_text(document *r, tr_light_line l)
{
    size_t text, n = l.text == l.begin ? skip_label(r, &l) : 0;

    if (n) {
        tr_light_line_move(r->t, &l, l.text + n);
        return read_paragraph(r, &l, "note");
    }
    if ((n = tr_adoc_item(r->t, &l))) {
        r->in_item = true;
        r->wants_text = false;
        tr_light_line_move(r->t, &l, l.text + n);
        return read_paragraph(r, &l, "li");
    }
    const size_t end = tr_adoc_term(r->t, &l, &text);
    if (end) {
        tr_light_line term = l;
        r->in_item = true;
        term.end = tr_skip_back(r->t, l.text, end, tr_ascii_is_blank);
        build_line(r, &term, syntax_of_text(r), "term");
        tr_light_line_move(r->t, &l, text);
        r->wants_text = tr_light_line_is_blank(&l);
        return tr_light_line_is_blank(&l) ? l.next : read_paragraph(r, &l, "li");
    }
    if (is_literal(r, &l)) return r->in_item ? skip_set_in(r, l.next) : skip_to_blank(r, l.next);
    r->wants_text = false;
    return read_paragraph(r, &l, "p");
}

/* A line that begins or ends what is between two of its kind. */
static size_t read_fence(document *r, const tr_light_line *l, enum tr_adoc_fence fence)
{
    const bool is_data =
        fence == TR_ADOC_DATA || style_has(r, "format=") || style_has(r, "separator=");

    if (fence == TR_ADOC_TABLE && !is_data) {
        r->in_table = r->in_table ? 0 : l->end - l->text;
        return l->next;
    }
    r->b.content->n_passed += fence == TR_ADOC_TABLE || fence == TR_ADOC_DATA;
    if (fence != TR_ADOC_BLOCKS || is_code_style(r)) return skip_fenced(r, l);
    r->in_verse = style_has(r, "verse");
    return l->next;
}

/* "ifdef::name[Text]", which is read as a line. */
static void read_condition(document *r, const tr_light_line *l)
{
    const bool has_text =
        tr_light_line_begins(r->t, l, "ifdef::") || tr_light_line_begins(r->t, l, "ifndef::");
    const size_t open = tr_find_byte(r->t, l->text, l->end, '[');
    tr_light_line text = *l;

    if (!has_text || open + 2 >= l->end || !tr_byte_is_letter(r->t[open + 1])) return;
    tr_light_line_move(r->t, &text, open + 1);
    text.end--;
    if (!tr_adoc_ends_paragraph(r->t, &text, false)) build_line(r, &text, &r->paragraph, "p");
}

/* Reads what begins with a line that is not blank; returns the line after. */
static size_t read_block(document *r, const tr_light_line *l)
{
    enum tr_adoc_fence fence = tr_adoc_fence(r->t, l);
    const tr_light_line none = {0};
    size_t at;

    if (r->in_table && fence == TR_ADOC_TABLE && l->end - l->text != r->in_table)
        fence = TR_ADOC_NO_FENCE; /* "|====" in a cell */
    if (tr_adoc_is_attributes(r->t, l)) {
        r->has_id = r->has_id || names_id(r, l);
        if (tr_light_line_begins(r->t, l, "[[")) return l->next;
        r->style = *l;
        read_values(r, l, l->text, false);
        return l->next;
    }
    if (tr_adoc_is_instruction(r->t, l) && fence != TR_ADOC_CODE) {
        read_condition(r, l);
        return l->next;
    }
    if (!r->in_table && l->text == l->begin && r->t[l->text] == '.' && l->end - l->text > 1 &&
        !fence && !tr_ascii_is_one_of(r->t[l->text + 1], ". ")) {
        tr_light_line title = *l;
        tr_light_line_move(r->t, &title, l->text + 1);
        build_line(r, &title, &r->paragraph, "title");
        return l->next;
    }
    if (fence)
        at = read_fence(r, l, fence);
    else if (is_code_style(r))
        at = skip_to_blank(r, l->next);
    else if (r->in_table && (at = read_row(r, l)))
        r->in_item = false;
    else if (is_attribute(r, l))
        return read_attribute(r, l);
    else if (tr_light_line_is(r->t, l, "+") || is_quotation(r, l) ||
             tr_light_line_row(r->t, l) >= 3)
        at = l->next;
    else if ((at = tr_adoc_heading(r->t, l)))
        at = read_heading(r, l, at);
    else if (!(at = read_underlined(r, l)) && !(at = read_macro(r, l)))
        at = read_text(r, *l);
    r->style = none;
    r->has_id = r->after_title = false;
    return at;
}

int tr_read_adoc(tr_content *d, tr_error *err)
{
    document r = {.t = d->bytes, .size = d->size, .after_title = true};

    tr_builder_init(&r.b, d, &tr_adoc_text);
    if (!d->kept) d->kept = tr_adoc_names_find(d);
    r.names = d->kept;
    r.b.failed = !r.names;
    r.paragraph = (tr_light_syntax){tr_adoc_scan, NULL, &tr_adoc_text};
    r.title = (tr_light_syntax){tr_adoc_scan, NULL, &tr_adoc_title_text};
    r.cell = (tr_light_syntax){tr_adoc_scan, NULL, &tr_adoc_cell};
    for (size_t at = d->begin; at < d->size && !r.b.failed;) {
        const tr_light_line l = line_at(&r, at);
        if (tr_light_line_is_blank(&l)) {
            const tr_light_line next = line_at(&r, l.next);
            r.in_item = r.in_item && next.text > next.begin;
            at = l.next;
            r.after_blank = true;
        } else {
            at = read_block(&r, &l);
            r.after_blank = tr_light_line_is(r.t, &l, "+");
        }
    }
    tr_light_text_free(&r.text);
    return tr_builder_end(&r.b, err);
}
