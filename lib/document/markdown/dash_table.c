#include "document/markdown/dash_table.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "document/masks/markdown_line.h"

typedef struct reading {
    const char *t;
    size_t size;
    tr_dash_table *p;
    tr_span cells[TR_DASH_COLUMNS];   /* of the line at hand */
    tr_buf row[TR_DASH_COLUMNS];      /* what the row at hand has */
    size_t shortest[TR_DASH_COLUMNS]; /* of the lines that tell an alignment; SIZE_MAX: none */
    bool any_second;                  /* there is text in another column than the first */
} reading;

static bool is_blank(const tr_md_line *l)
{
    return l->text == l->end;
}

static size_t width_of(const char *t, tr_span at)
{
    size_t width = 0;

    while (at.begin < at.end)
        width += tr_char_width(tr_utf8_next(t, &at.begin, at.end));
    return width;
}

/* ---- Lines of dashes ---- */

/* How many stretches of dashes a line consists of; 0: of something else. */
static size_t count_dashes(const char *t, const tr_md_line *l)
{
    size_t n = 0;

    for (size_t at = l->begin; at < l->end; at++) {
        if (t[at] != '-' && t[at] != ' ') return 0;
        n += t[at] == '-' && (at == l->begin || t[at - 1] == ' ');
    }
    return n;
}

/* Takes the places of columns; false if they are not two at least, of two dashes on average. */
static bool take_columns(reading *r, const tr_md_line *l)
{
    tr_dash_table *const p = r->p;
    const size_t n = count_dashes(r->t, l);
    size_t n_dashes = 0;

    if (n < 2 || n > TR_DASH_COLUMNS) return false;
    p->n_columns = 0;
    for (size_t at = l->begin; at < l->end; at++) {
        if (r->t[at] != '-') continue;
        p->begins[p->n_columns] = at - l->begin;
        while (at < l->end && r->t[at] == '-')
            at++;
        p->ends[p->n_columns] = at - l->begin;
        n_dashes += p->ends[p->n_columns] - p->begins[p->n_columns];
        p->n_columns++;
    }
    return n_dashes >= 2 * n;
}

/* ---- Lines of cells ---- */

/* Finds the cells of a line; false if its text is not parted as the dashes are. */
static bool slice(reading *r, const tr_md_line *l)
{
    const tr_dash_table *const p = r->p;
    size_t column = 0, k = 0;

    for (size_t i = 0; i < p->n_columns; i++)
        r->cells[i] = (tr_span){l->end, l->end};
    for (size_t at = l->begin; at < l->end;) {
        const size_t before = at;
        if (k < p->n_columns && column >= p->begins[k]) {
            if (column > p->begins[k] || (before > l->begin && r->t[before - 1] != ' '))
                return false;
            if (k) r->cells[k - 1].end = before;
            r->cells[k++].begin = before;
        }
        if (r->t[at] == '\t' || (!k && r->t[at] != ' ')) return false;
        column += tr_char_width(tr_utf8_next(r->t, &at, l->end));
    }
    return true;
}

/* Learns from the line at hand, one of a head or the first one, how columns are aligned. */
static void learn_alignment(reading *r)
{
    for (size_t k = 0; k < r->p->n_columns; k++) {
        tr_span s = r->cells[k];
        s.end = tr_skip_back(r->t, s.begin, s.end, tr_ascii_is_blank);
        const size_t width = width_of(r->t, s);
        if (!width || width >= r->shortest[k]) continue;
        const bool left = r->t[s.begin] == ' ', right = width < r->p->ends[k] - r->p->begins[k];
        r->shortest[k] = width;
        r->p->align[k] = left ? (right ? TR_DASH_CENTER : TR_DASH_RIGHT)
                              : (right ? TR_DASH_LEFT : TR_DASH_DEFAULT);
    }
}

/* The cells of the line at hand go to the row. */
static void take_cells(reading *r)
{
    for (size_t k = 0; k < r->p->n_columns; k++) {
        const tr_span s = tr_skip_around(r->t, r->cells[k], tr_ascii_is_blank);
        if (s.begin == s.end) continue;
        tr_buf *const cell = &r->row[k];
        if (cell->len && cell->data[cell->len - 1] == '\\') r->p->is_plain = false;
        if (cell->len) tr_buf_add(cell, " ", 1);
        tr_buf_add(cell, r->t + s.begin, s.end - s.begin);
        if (tr_span_find(r->t, s.begin, s.end, "\\|") < s.end ||
            memchr(r->t + s.begin, 0, s.end - s.begin))
            r->p->is_plain = false;
        r->any_second |= k > 0;
    }
}

static void end_row(reading *r)
{
    for (size_t k = 0; k < r->p->n_columns; k++) {
        tr_buf_add(&r->p->cells, tr_buf_text(&r->row[k]), r->row[k].len + 1);
        r->p->cells.failed |= r->row[k].failed;
        tr_buf_clear(&r->row[k]);
    }
    r->p->n_rows++;
}

/* ---- Heads and bodies ---- */

static bool take_line(reading *r, const tr_md_line *l, bool tells)
{
    if (!slice(r, l)) return false;
    if (tells) learn_alignment(r);
    take_cells(r);
    return true;
}

/* Reads the lines from byte `at` to the dashes of the columns, behind which the body begins. */
static size_t read_head(reading *r, size_t at, size_t most)
{
    tr_md_line l = tr_md_line_read(r->t, r->size, at), dashes = l;
    size_t n = 0;

    for (;
         n <= most && dashes.begin < r->size && !is_blank(&dashes) && !count_dashes(r->t, &dashes);
         n++)
        dashes = tr_md_line_read(r->t, r->size, dashes.next);
    if (!n || n > most || dashes.begin >= r->size || !take_columns(r, &dashes)) return 0;
    for (; l.begin < dashes.begin; l = tr_md_line_read(r->t, r->size, l.next))
        if (!take_line(r, &l, true)) return 0;
    end_row(r);
    r->p->has_head = true;
    return r->any_second ? dashes.next : 0;
}

/* True if an empty line stands between byte `at` and the next line of dashes. */
static bool has_empty_lines(const reading *r, size_t at)
{
    while (at < r->size) {
        const tr_md_line l = tr_md_line_read(r->t, r->size, at);
        if (is_blank(&l)) return true;
        if (count_dashes(r->t, &l)) return false;
        at = l.next;
    }
    return false;
}

/* Takes the line of dashes below all, which nothing follows at once: the byte after it, or 0. */
static size_t read_bottom(reading *r, const tr_md_line *l)
{
    const tr_md_line next = tr_md_line_read(r->t, r->size, l->next);

    if (l->next < r->size && !is_blank(&next)) return 0;
    r->p->parted = count_dashes(r->t, l) > 1;
    r->p->bottom = l->end - l->begin;
    return l->next;
}

/* Reads rows from byte `at` on: the byte after the table, or 0. */
static size_t read_body(reading *r, size_t at)
{
    tr_dash_table *const p = r->p;
    const bool may_end_blank = p->has_head && !p->has_lines;
    bool blank = true, open = false;

    for (tr_md_line l; at < r->size; at = l.next) {
        l = tr_md_line_read(r->t, r->size, at);
        if (is_blank(&l)) {
            if (may_end_blank) return at;
            if (blank || !p->has_lines) return 0;
            end_row(r);
            open = false;
        } else if (count_dashes(r->t, &l)) {
            if (open) end_row(r);
            p->ends_blank = blank;
            return read_bottom(r, &l);
        } else {
            if (!take_line(r, &l, !p->has_head && !p->n_rows && !open)) return 0;
            open = p->has_lines;
            if (!open) end_row(r);
        }
        blank = is_blank(&l);
    }
    return may_end_blank ? r->size : 0;
}

static size_t read_table(reading *r, size_t at)
{
    enum { MOST_HEAD = 16 };
    tr_dash_table *const p = r->p;
    const tr_md_line first = tr_md_line_read(r->t, r->size, at);
    const size_t n = count_dashes(r->t, &first);
    size_t body = 0;

    if (is_blank(&first) || first.next >= r->size) return 0;
    p->line_end = r->t[first.next - 1] != '\n'                                    ? "\r"
                  : first.next - 2 >= first.begin && r->t[first.next - 2] == '\r' ? "\r\n"
                                                                                  : "\n";
    if (n == 1) {
        p->top = first.end - first.begin;
        p->has_lines = true;
        body = read_head(r, first.next, MOST_HEAD);
    } else if (n > 1) {
        if (take_columns(r, &first)) body = first.next;
        p->has_lines = body && has_empty_lines(r, body);
    } else {
        body = read_head(r, at, 1);
    }
    const size_t end = body ? read_body(r, body) : 0;
    return r->any_second && p->n_rows > p->has_head ? end : 0;
}

size_t tr_dash_table_read(const char *t, size_t size, size_t at, tr_dash_table *p)
{
    reading r = {.t = t, .size = size, .p = p};

    *p = (tr_dash_table){.is_plain = true};
    for (size_t k = 0; k < TR_DASH_COLUMNS; k++)
        r.shortest[k] = SIZE_MAX;
    const size_t end = read_table(&r, at);
    for (size_t k = 0; k < TR_DASH_COLUMNS; k++)
        tr_buf_free(&r.row[k]);
    return p->cells.failed ? 0 : end;
}

void tr_dash_table_free(tr_dash_table *p)
{
    tr_buf_free(&p->cells);
}
