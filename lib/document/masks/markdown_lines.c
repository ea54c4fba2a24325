#include "document/masks/markdown_lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "document/masks/markdown_paragraph.h"

enum { DASHES = 3 };

/* True if a line is a row of dashes and colons between bars, with too few dashes somewhere. */
static bool is_short_row(const char *t, const tr_md_line *l)
{
    bool bar = false, is_short = false;

    for (size_t i = l->text; i < l->end;) {
        size_t n = 0;
        bar = bar || t[i] == '|' || t[i] == ':';
        while (i + n < l->end && t[i + n] == '-')
            n++;
        if (!n && !strchr("|: \t", t[i])) return false;
        is_short = is_short || (n && n < DASHES);
        i += n ? n : 1;
    }
    return bar && is_short;
}

/* ---- Widths of tables ----
 * A row may have fewer cells than the head of its table; a parser makes the others up.  A table of
 * n columns and n rows of one cell has n * n cells.  So the rows of a table that has far more cells
 * than bars are read as a table of their own, which is as wide as they are. */

/* Goes through a text line by line; {0} at first. */
typedef struct table_width {
    size_t end;             /* of lines without a blank one between */
    size_t n_lines, n_bars; /* from the line at hand on, up to there */
    size_t n_extra;         /* cells that were more than the bars are worth */
    bool cut;               /* some cells of a wide row are not read */
} table_width;

/* Cells for each bar; and cells that a document may have besides. */
enum { CELLS_PER_BAR = 32, CELLS_FREE = 1 << 16 };

/* True if text [begin, end) has only characters of `set`. */
static bool consists_of(const char *text, size_t begin, size_t end, const char *set)
{
    while (begin < end && text[begin] && strchr(set, text[begin]))
        begin++;
    return begin == end;
}

static size_t count_bars(const char *text, size_t begin, size_t end)
{
    size_t n = 0;

    for (const char *at; begin < end && (at = memchr(text + begin, '|', end - begin)); n++)
        begin = (size_t)(at - text) + 1;
    return n;
}

/* Finds the lines from byte `at` on that have no blank one between. */
static void find_stretch(table_width *w, const char *text, size_t at, size_t size)
{
    w->n_lines = w->n_bars = 0;
    for (w->end = at; w->end < size;) {
        const size_t next = tr_md_line_read(text, size, w->end).next;
        const bool blank = consists_of(text, w->end, next, " \t\r\n>");
        w->n_lines++;
        w->n_bars += count_bars(text, w->end, next);
        w->end = next;
        if (blank) break;
    }
}

/* The most bars that a line of text [begin, end) has. */
static size_t most_bars(const char *text, size_t begin, size_t end)
{
    size_t most = 0;

    for (size_t next; begin < end; begin = next) {
        next = tr_md_line_read(text, end, begin).next;
        const size_t n = count_bars(text, begin, next);
        most = n > most ? n : most;
    }
    return most;
}

/* Takes the line [begin, end) of text [size], with its line end.  If it is the row of dashes below
 * the head of a table with too many cells: how many columns the rows below may have; else 0. */
static size_t take_table_line(table_width *w, const char *text, size_t size, size_t begin,
                              size_t end)
{
    if (begin >= w->end) find_stretch(w, text, begin, size);
    const size_t n_lines = w->n_lines, paid = CELLS_PER_BAR * w->n_bars;
    const size_t n_bars = count_bars(text, begin, end);

    w->n_lines -= n_lines > 0;
    w->n_bars -= n_bars;
    if (!n_bars || !n_lines || !consists_of(text, begin, end, "|-: \t\r\n>")) return 0;
    const size_t n_cells = (n_bars + 1) * n_lines, most = paid + CELLS_FREE - w->n_extra;
    if (n_cells <= most) {
        w->n_extra += n_cells > paid ? n_cells - paid : 0;
        return 0;
    }
    const size_t wanted = most_bars(text, end, w->end) + 1;
    const size_t room = most / n_lines ? most / n_lines : 1;
    if (wanted > room) {
        w->cut = true;
        w->n_extra = CELLS_FREE;
    }
    return wanted < room ? wanted : room;
}

/* ---- Changes ---- */

typedef struct changes {
    tr_masks *m;
    tr_buf out; /* the text, with changes, up to byte `copied` */
    size_t copied;
    size_t by; /* how far it is ahead */
    size_t next_part;
} changes;

static void copy_up_to(changes *c, size_t end)
{
    tr_buf_add(&c->out, c->m->text + c->copied, end - c->copied);
    c->copied = end;
}

/* Ends what was added from byte `begin` of the new text on. */
static void end_addition(changes *c, size_t begin)
{
    c->by += c->out.len - begin;
    tr_masks_shift(c->m, c->out.len, c->by);
}

/* Appends a row with dashes enough. */
static void lengthen_row(changes *c, const tr_md_line *l)
{
    const char *const text = c->m->text;

    copy_up_to(c, l->text);
    for (size_t i = l->text; i < l->end; i++) {
        const bool ends = text[i] == '-' && (i + 1 == l->end || text[i + 1] != '-');
        size_t n = 0;
        copy_up_to(c, i + 1);
        while (ends && n < DASHES && i >= n && text[i - n] == '-')
            n++;
        if (!ends || n >= DASHES) continue;
        const size_t begin = c->out.len;
        tr_buf_add(&c->out, "--", DASHES - n);
        end_addition(c, begin);
    }
}

/* What is before the text of a line. */
static void add_indent(changes *c, const tr_md_line *l)
{
    tr_buf_add(&c->out, c->m->text + l->begin, l->text - l->begin);
}

/* Appends a head without text for the rows below, with `n` columns. */
static void add_head(changes *c, const tr_md_line *l, size_t n)
{
    add_indent(c, l);
    tr_buf_add_string(&c->out, "|");
    for (size_t i = 0; i < n; i++)
        tr_buf_add_string(&c->out, " |");
    tr_buf_add_string(&c->out, "\n");
    add_indent(c, l);
    tr_buf_add_string(&c->out, "|");
    for (size_t i = 0; i < n; i++)
        tr_buf_add_string(&c->out, "---|");
}

/* Adds a head after a row of dashes. */
static void add_head_behind(changes *c, const tr_md_line *l, size_t n)
{
    copy_up_to(c, l->end);
    const size_t begin = c->out.len;
    tr_buf_add_string(&c->out, "\n");
    add_indent(c, l);
    tr_buf_add_string(&c->out, "\n");
    add_head(c, l, n);
    end_addition(c, begin);
}

/* Adds a blank line before a line, and a head with `n` columns, if it is to have one. */
static void add_blank_before(changes *c, const tr_md_line *l, size_t n)
{
    copy_up_to(c, l->begin);
    const size_t begin = c->out.len;
    add_indent(c, l);
    tr_buf_add_string(&c->out, "\n");
    if (n) add_head(c, l, n);
    if (n) tr_buf_add_string(&c->out, "\n");
    end_addition(c, begin);
}

/* Changes a line; `before`: there is one before it.  n_columns: of the rows below it, if they are
 * to have a head of their own. */
static void change_line(changes *c, const tr_md_line *l, bool before, size_t n_columns)
{
    if (before && is_short_row(c->m->text, l)) lengthen_row(c, l);
    if (before && n_columns) add_head_behind(c, l, n_columns);
}

/* True if a line is to be parted from the one before. */
static bool is_parted(changes *c, const tr_md_line *l)
{
    const tr_masks *const m = c->m;

    while (c->next_part < m->n_parts && m->parts[c->next_part] < l->begin)
        c->next_part++;
    return c->next_part < m->n_parts && m->parts[c->next_part] == l->begin;
}

static void change_lines(changes *c)
{
    tr_masks *const m = c->m;
    table_width width = {0};
    tr_md_paragraph paragraph = {0};
    size_t stretch = 0; /* of lines without a blank one between: its beginning */
    bool before = false;

    for (size_t at = m->begin; at < m->size && !m->failed;) {
        const tr_md_line l = tr_md_line_read(m->text, m->size, at);
        if (at >= width.end) tr_md_paragraph_begin(&paragraph, stretch = at);
        const size_t n_columns = take_table_line(&width, m->text, m->size, at, l.next);
        const enum tr_md_step step = width.end - stretch > TR_MD_PARAGRAPH_MARKS
                                         ? tr_md_paragraph_take(&paragraph, m->text, m->size, &l)
                                         : TR_MD_NOTHING;
        if (step != TR_MD_NOTHING || is_parted(c, &l))
            add_blank_before(c, &l, step == TR_MD_TABLE_HEAD ? paragraph.columns : 0);
        change_line(c, &l, before, n_columns);
        if (n_columns) paragraph.columns = n_columns;
        at = l.next;
        before = l.text < l.end;
    }
    m->n_left = width.cut + paragraph.n_left;
}

void tr_masks_change_lines(tr_masks *m)
{
    changes c = {.m = m};

    change_lines(&c);
    if (c.out.len || c.out.failed) { /* something was added, be it before the first line */
        copy_up_to(&c, m->size);
        m->failed = m->failed || c.out.failed;
        free(m->text);
        m->text = c.out.data;
        m->size = c.out.len;
    }
}
