#include "document/package/ooxml_place.h"

#include <string.h>

#include "document/markup/escapes.h"

/* ---- Taken ---- */

static bool has_name(const tr_markup_token *t, const char *name)
{
    return (!strncmp(t->name, "w:", 2) || !strncmp(t->name, "a:", 2)) && !strcmp(t->name + 2, name);
}

static struct tr_ooxml_table *innermost(tr_ooxml_place *p)
{
    return p->depth && p->depth <= TR_OOXML_TABLES ? &p->tables[p->depth - 1] : NULL;
}

static void take_table_tag(tr_ooxml_place *p, const tr_markup_token *t)
{
    struct tr_ooxml_table *const table = innermost(p);

    if (t->kind == TR_MARKUP_END) {
        p->depth -= p->depth && has_name(t, "tbl");
    } else if (has_name(t, "tbl") && !t->closed) {
        p->n_tables++;
        if (++p->depth <= TR_OOXML_TABLES)
            p->tables[p->depth - 1] = (struct tr_ooxml_table){.number = p->n_tables};
    } else if (has_name(t, "tr") && table) {
        table->row++;
        table->column = 0;
    } else if (has_name(t, "tc") && table) {
        table->column++;
    }
}

void tr_ooxml_place_take(tr_ooxml_place *p, const tr_markup *m, const tr_markup_token *t)
{
    static const tr_span none;

    take_table_tag(p, t);
    if (t->kind != TR_MARKUP_START) return;
    if (!strcmp(t->name, "p:sp") ||
        (!strcmp(t->name, "p:ph") && !tr_markup_find(m, t, "type", &p->kind)))
        p->kind = none;
    if ((!strcmp(t->name, "x:c") && !tr_markup_find(m, t, "r", &p->cell)) ||
        (!strcmp(t->name, "x:comment") && !tr_markup_find(m, t, "ref", &p->cell)))
        p->cell = none;
}

/* ---- Said ---- */

static void say_attribute(const tr_markup *m, tr_span value, tr_buf *out)
{
    enum { LONGEST = 64 };
    if (value.end - value.begin <= LONGEST)
        tr_html_decode(m->text + value.begin, value.end - value.begin, true, out);
}

static void say_paragraph(tr_ooxml_place *p, const tr_markup *m, tr_span style, tr_buf *out)
{
    const struct tr_ooxml_table *const table = innermost(p);

    tr_buf_printf(out, "paragraph %zu", ++p->n_paragraphs);
    if (style.begin == style.end) style = p->kind;
    if (style.begin < style.end) {
        tr_buf_add_string(out, " (");
        say_attribute(m, style, out);
        tr_buf_add_string(out, ")");
    }
    if (table)
        tr_buf_printf(out, ", table %zu row %zu column %zu", table->number, table->row,
                      table->column);
}

void tr_ooxml_place_say(tr_ooxml_place *p, const tr_markup *m, const tr_markup_token *t,
                        tr_span style, const tr_sheet_cells *cells, tr_buf *out)
{
    const size_t n = p->n_strings;

    if (!strcmp(t->name, "w:p") || !strcmp(t->name, "a:p")) {
        say_paragraph(p, m, style, out);
    } else if (!strcmp(t->name, "x:si")) {
        p->n_strings++;
        if (!cells || !tr_sheet_cells_say(cells, n, out)) tr_buf_printf(out, "string %zu", n + 1);
    } else if (p->cell.begin < p->cell.end) {
        say_attribute(m, p->cell, out);
    } else {
        tr_buf_printf(out, "text %zu", ++p->n_texts);
    }
}
