#include "document/markdown/dash_table_write.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "document/masks/markdown_line.h"

static void add_signs(tr_buf *out, char sign, size_t n)
{
    while (n-- > 0)
        tr_buf_add(out, &sign, 1);
}

/* The text at *at, which moves to the one behind it. */
static const char *next_text(const char **at)
{
    const char *const text = *at;
    *at += strlen(text) + 1;
    return text;
}

/* ---- With bars ---- */

static void add_bar_row(const tr_dash_table *p, const char **cells, tr_buf *out)
{
    add_signs(out, ' ', p->begins[0]);
    tr_buf_add(out, "|", 1);
    for (size_t k = 0; k < p->n_columns; k++) {
        tr_buf_add(out, " ", 1);
        for (const char *c = cells ? next_text(cells) : ""; *c; c++) {
            if (*c == '|') tr_buf_add(out, "\\", 1);
            tr_buf_add(out, c, 1);
        }
        tr_buf_add(out, " |", 2);
    }
    tr_buf_add_string(out, p->line_end);
}

void tr_dash_table_add_bars(const tr_dash_table *p, tr_buf *out)
{
    const char *at = tr_buf_text(&p->cells);

    add_bar_row(p, p->has_head ? &at : NULL, out);
    add_signs(out, ' ', p->begins[0]);
    for (size_t k = 0; k < p->n_columns; k++)
        tr_buf_add_string(out, "|---");
    tr_buf_add_string(out, "|");
    tr_buf_add_string(out, p->line_end);
    for (size_t i = p->has_head; i < p->n_rows; i++)
        add_bar_row(p, &at, out);
}

/* Appends the cells of the row that is line `l`; false if they are not as many as columns. */
static bool take_bar_row(const tr_dash_table *p, const char *t, const tr_md_line *l, tr_buf *cells)
{
    size_t at = l->text, n = 0;

    if (at == l->end || t[at] != '|') return false;
    for (at++; at < l->end; at++, n++) {
        tr_buf cell = {0};
        for (; at < l->end && t[at] != '|'; at++) {
            if (t[at] == '\\' && at + 1 < l->end) {
                if (t[at + 1] != '|') tr_buf_add(&cell, t + at, 1);
                at++;
            }
            tr_buf_add(&cell, t + at, 1);
        }
        const char *const text = tr_buf_text(&cell);
        const tr_span s = tr_skip_around(text, (tr_span){0, cell.len}, tr_ascii_is_blank);
        tr_buf_add(cells, text + s.begin, s.end - s.begin);
        tr_buf_add(cells, "", 1);
        cells->failed |= cell.failed || memchr(text, 0, cell.len) != NULL;
        tr_buf_free(&cell);
    }
    return n == p->n_columns;
}

/* Appends all cells; returns the byte after the table with bars, 0 if it is not as it was. */
static size_t take_bars(const tr_dash_table *p, const char *t, size_t size, size_t at,
                        tr_buf *cells)
{
    tr_md_line l = tr_md_line_read(t, size, at);

    if (p->has_head && !take_bar_row(p, t, &l, cells)) return 0;
    l = tr_md_line_read(t, size, l.next);
    for (size_t i = p->has_head; i < p->n_rows; i++) {
        if (l.next >= size) return 0;
        l = tr_md_line_read(t, size, l.next);
        if (!take_bar_row(p, t, &l, cells)) return 0;
    }
    return l.next;
}

/* ---- With dashes ---- */

typedef struct layout {
    const tr_dash_table *p;
    const char *cells; /* [p->n_rows][p->n_columns] */
    size_t begins[TR_DASH_COLUMNS], widths[TR_DASH_COLUMNS];
    tr_buf *out;
} layout;

static size_t width_of(const char *text, size_t len)
{
    size_t width = 0;

    for (size_t at = 0; at < len;)
        width += tr_char_width(tr_utf8_next(text, &at, len));
    return width;
}

static size_t longest_word(const char *text)
{
    size_t longest = 0;

    for (size_t n; *text; text += n + (text[n] == ' ')) {
        n = strcspn(text, " ");
        const size_t width = width_of(text, n);
        if (width > longest) longest = width;
    }
    return longest;
}

/* Columns that stay free beside a line which tells how its column is aligned. */
static size_t room_beside(enum tr_dash_align align)
{
    return align == TR_DASH_DEFAULT ? 0 : align == TR_DASH_CENTER ? 2 : 1;
}

/* Finds how wide columns have to be, and where they begin. */
static void lay_out(layout *y)
{
    const tr_dash_table *const p = y->p;
    const char *at = y->cells;

    for (size_t k = 0; k < p->n_columns; k++)
        y->widths[k] = p->ends[k] - p->begins[k];
    for (size_t i = 0; i < p->n_rows; i++)
        for (size_t k = 0; k < p->n_columns; k++) {
            const char *const text = next_text(&at);
            const enum tr_dash_align align = p->align[k];
            const bool is_last = k + 1 == p->n_columns;
            const bool juts =
                i && !p->has_lines && (align == TR_DASH_DEFAULT || align == TR_DASH_LEFT);
            const size_t gap = is_last ? 0 : p->begins[k + 1] - p->ends[k];
            const size_t over = !juts ? 0 : is_last ? SIZE_MAX / 2 : gap - 1;
            size_t need = p->has_lines ? longest_word(text) : width_of(text, strlen(text));
            if (!i && need) need += room_beside(align);
            if (need > y->widths[k] + over) y->widths[k] = need - (is_last ? 0 : over);
        }
    y->begins[0] = p->begins[0];
    for (size_t k = 1; k < p->n_columns; k++)
        y->begins[k] = y->begins[k - 1] + y->widths[k - 1] + p->begins[k] - p->ends[k - 1];
}

static void add_dashes(layout *y)
{
    size_t column = 0;

    for (size_t k = 0; k < y->p->n_columns; k++) {
        add_signs(y->out, ' ', y->begins[k] - column);
        add_signs(y->out, '-', y->widths[k]);
        column = y->begins[k] + y->widths[k];
    }
    tr_buf_add_string(y->out, y->p->line_end);
}

/* A line over all columns, or one that was `width` columns long. */
static void add_border(layout *y, size_t width)
{
    const size_t last = y->p->n_columns - 1, all = y->begins[last] + y->widths[last];

    add_signs(y->out, ' ', y->p->begins[0]);
    add_signs(y->out, '-', (width > all ? width : all) - y->p->begins[0]);
    tr_buf_add_string(y->out, y->p->line_end);
}

/* How many bytes of a text go into one line of `width` columns: whole words, one at least. */
static size_t line_length(const char *text, size_t width)
{
    size_t n = strcspn(text, " ");

    while (text[n]) {
        const size_t next = n + 1 + strcspn(text + n + 1, " ");
        if (width_of(text, next) > width) break;
        n = next;
    }
    return n;
}

/* Appends the next line of a row, of which texts[k] is what is left; false if nothing is. */
static bool add_line(layout *y, const char **texts, bool tells)
{
    size_t column = 0;
    bool any = false;

    for (size_t k = 0; k < y->p->n_columns; k++) {
        const enum tr_dash_align align = y->p->align[k];
        const size_t width = y->widths[k] - (tells ? room_beside(align) : 0);
        const size_t n = y->p->has_lines ? line_length(texts[k], width) : strlen(texts[k]);
        const size_t needs = width_of(texts[k], n);
        const size_t free_columns = needs < y->widths[k] ? y->widths[k] - needs : 0;
        if (!n) continue;
        const size_t at = y->begins[k] + (align == TR_DASH_RIGHT    ? free_columns
                                          : align == TR_DASH_CENTER ? free_columns / 2
                                                                    : 0);
        add_signs(y->out, ' ', at - column);
        tr_buf_add(y->out, texts[k], n);
        column = at + needs;
        texts[k] += n + (texts[k][n] == ' ');
        any = true;
    }
    if (any) tr_buf_add_string(y->out, y->p->line_end);
    return any;
}

/* Appends the row at *at, which moves behind it. */
static void add_row(layout *y, const char **at, bool tells)
{
    const char *texts[TR_DASH_COLUMNS];

    for (size_t k = 0; k < y->p->n_columns; k++)
        texts[k] = next_text(at);
    while (add_line(y, texts, tells)) {
    }
}

static void add_table(layout *y)
{
    const tr_dash_table *const p = y->p;
    const char *at = y->cells;

    if (p->top) add_border(y, p->top);
    if (p->has_head) add_row(y, &at, true);
    add_dashes(y);
    for (size_t i = p->has_head; i < p->n_rows; i++) {
        if (p->has_lines && i > p->has_head) tr_buf_add_string(y->out, p->line_end);
        add_row(y, &at, !i);
    }
    if (p->ends_blank) tr_buf_add_string(y->out, p->line_end);
    if (p->parted)
        add_dashes(y);
    else if (p->bottom)
        add_border(y, p->bottom);
}

size_t tr_dash_table_write(const tr_dash_table *p, const char *t, size_t size, size_t at,
                           tr_buf *out)
{
    tr_buf cells = {0};
    layout y = {.p = p, .out = out};

    const size_t end = take_bars(p, t, size, at, &cells);
    const bool right = end && !cells.failed;
    if (right) {
        y.cells = tr_buf_text(&cells);
        lay_out(&y);
        add_table(&y);
    }
    tr_buf_free(&cells);
    return right ? end : 0;
}
