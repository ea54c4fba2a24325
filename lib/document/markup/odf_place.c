#include "document/markup/odf_place.h"

#include <string.h>

#include "base/ascii.h"
#include "document/markup/escapes.h"

/* ---- Taken ---- */

static struct tr_odf_table *innermost(tr_odf_place *p)
{
    return p->depth && p->depth <= TR_ODF_TABLES ? &p->tables[p->depth - 1] : NULL;
}

/* How many rows or cells one stands for, which an attribute says. */
static size_t repeated(const tr_markup *m, const tr_markup_token *t, const char *name)
{
    enum { MOST_DIGITS = 9 };
    size_t n = 0;
    tr_span s;

    if (!tr_markup_find(m, t, name, &s) || s.end - s.begin > MOST_DIGITS) return 1;
    for (size_t i = s.begin; i < s.end && tr_ascii_is_digit(m->text[i]); i++)
        n = 10 * n + (size_t)(m->text[i] - '0');
    return n ? n : 1;
}

static void open_table(tr_odf_place *p, const tr_markup *m, const tr_markup_token *t)
{
    struct tr_odf_table table = {.number = ++p->n_tables};

    tr_markup_find(m, t, "table:name", &table.name);
    if (++p->depth <= TR_ODF_TABLES) p->tables[p->depth - 1] = table;
}

static void take_row_or_cell(struct tr_odf_table *table, const tr_markup *m,
                             const tr_markup_token *t)
{
    if (!strcmp(t->name, "table:table-row")) {
        table->row += table->row ? table->rows : 1;
        table->rows = repeated(m, t, "table:number-rows-repeated");
        table->column = 0;
    } else if (tr_markup_listed(" table:table-cell table:covered-table-cell ", t->name)) {
        table->column += table->column ? table->columns : 1;
        table->columns = repeated(m, t, "table:number-columns-repeated");
    }
}

void tr_odf_place_take(tr_odf_place *p, const tr_markup *m, const tr_markup_token *t,
                       bool is_skipped)
{
    static const tr_span none;

    if (t->kind == TR_MARKUP_END) {
        p->depth -= p->depth && !strcmp(t->name, "table:table");
        return;
    }
    if (!strcmp(t->name, "table:table") && !t->closed && !is_skipped) open_table(p, m, t);
    if (innermost(p)) take_row_or_cell(innermost(p), m, t);
    p->is_spreadsheet |= !strcmp(t->name, "office:spreadsheet");
    if (!strcmp(t->name, "draw:page")) {
        p->n_slides++;
        p->n_paragraphs = 0;
    }
    if (tr_markup_listed(" draw:page draw:frame draw:custom-shape ", t->name) &&
        !tr_markup_find(m, t, "presentation:class", &p->kind))
        p->kind = none;
}

/* ---- Said ---- */

enum { LONGEST = 64 }; /* name that is said */

static void say_attribute(const tr_markup *m, tr_span value, tr_buf *out)
{
    if (value.end - value.begin <= LONGEST)
        tr_html_decode(m->text + value.begin, value.end - value.begin, true, out);
}

/* True for the name of a style that an office program made, "P12". */
static bool is_automatic(const char *text, tr_span name)
{
    const size_t letters = tr_skip(text, name.begin, name.end, tr_ascii_is_letter);
    return letters - name.begin <= 2 &&
           tr_skip(text, letters, name.end, tr_ascii_is_digit) == name.end;
}

/* "Text_20_body", as files write it, is "Text body". */
static void say_style(const tr_markup *m, tr_span name, tr_buf *out)
{
    static const char blank[] = "_20_";

    for (size_t at = name.begin, end; at < name.end; at = end) {
        end = at + tr_span_find(m->text + at, 0, name.end - at, blank);
        tr_html_decode(m->text + at, end - at, true, out);
        if (end == name.end) break;
        tr_buf_add(out, " ", 1);
        end += strlen(blank);
    }
}

static void say_kind(const tr_odf_place *p, const tr_markup *m, const tr_markup_token *t,
                     tr_buf *out)
{
    const bool is_heading = !strcmp(t->name, "text:h");
    tr_span what;

    if (is_heading && tr_markup_find(m, t, "text:outline-level", &what)) {
        tr_buf_add_string(out, " (heading ");
        say_attribute(m, what, out);
        tr_buf_add_string(out, ")");
    } else if (is_heading) {
        tr_buf_add_string(out, " (heading)");
    } else if (p->kind.begin < p->kind.end) {
        tr_buf_add_string(out, " (");
        say_attribute(m, p->kind, out);
        tr_buf_add_string(out, ")");
    } else if (tr_markup_find(m, t, "text:style-name", &what) && what.end - what.begin <= LONGEST &&
               !is_automatic(m->text, what)) {
        tr_buf_add_string(out, " (");
        say_style(m, what, out);
        tr_buf_add_string(out, ")");
    }
}

/* "Prices!B4"; columns are counted in letters. */
static void say_cell(const tr_markup *m, const struct tr_odf_table *table, tr_buf *out)
{
    char letters[16];
    size_t at = sizeof letters - 1;

    letters[at] = '\0';
    for (size_t n = table->column; n && at; n = (n - 1) / 26)
        letters[--at] = (char)('A' + (n - 1) % 26);
    say_attribute(m, table->name, out);
    tr_buf_printf(out, "!%s%zu", letters + at, table->row);
}

bool tr_odf_place_say(tr_odf_place *p, const tr_markup *m, const tr_markup_token *t, tr_buf *out)
{
    const struct tr_odf_table *const table = innermost(p);

    if (!tr_markup_listed(" text:p text:h ", t->name)) return false;
    p->n_paragraphs++;
    if (p->is_spreadsheet && p->depth == 1 && table->column) {
        say_cell(m, table, out);
        return true;
    }
    if (p->n_slides) tr_buf_printf(out, "slide %zu, ", p->n_slides);
    tr_buf_printf(out, "paragraph %zu", p->n_paragraphs);
    say_kind(p, m, t, out);
    if (table)
        tr_buf_printf(out, ", table %zu row %zu column %zu", table->number, table->row,
                      table->column);
    return true;
}
