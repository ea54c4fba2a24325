#include "document/masks/markdown_lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "document/masks/markdown_paragraph.h"
#include "document/masks/markdown_width.h"

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
static bool end_addition(changes *c, size_t begin)
{
    c->by += c->out.len - begin;
    return tr_masks_shift(c->m, c->out.len, c->by);
}

/* Appends a row with dashes enough. */
static bool lengthen_row(changes *c, const tr_md_line *l)
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
        if (!end_addition(c, begin)) return false;
    }
    return true;
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
static bool add_head_behind(changes *c, const tr_md_line *l, size_t n)
{
    copy_up_to(c, l->end);
    const size_t begin = c->out.len;
    tr_buf_add_string(&c->out, "\n");
    add_indent(c, l);
    tr_buf_add_string(&c->out, "\n");
    add_head(c, l, n);
    return end_addition(c, begin);
}

/* Adds a blank line before a line, and a head with `n` columns, if it is to have one. */
static bool add_blank_before(changes *c, const tr_md_line *l, size_t n)
{
    copy_up_to(c, l->begin);
    const size_t begin = c->out.len;
    add_indent(c, l);
    tr_buf_add_string(&c->out, "\n");
    if (n) add_head(c, l, n);
    if (n) tr_buf_add_string(&c->out, "\n");
    return end_addition(c, begin);
}

/* Changes a line; `before`: there is one before it.  n_columns: of the rows below it, if they are
 * to have a head of their own. */
static bool change_line(changes *c, const tr_md_line *l, bool before, size_t n_columns)
{
    if (before && is_short_row(c->m->text, l) && !lengthen_row(c, l)) return false;
    return !before || !n_columns || add_head_behind(c, l, n_columns);
}

/* True if a line is to be parted from the one before. */
static bool is_parted(changes *c, const tr_md_line *l)
{
    const tr_masks *const m = c->m;

    while (c->next_part < m->n_parts && m->parts[c->next_part] < l->begin)
        c->next_part++;
    return c->next_part < m->n_parts && m->parts[c->next_part] == l->begin;
}

static bool change_lines(changes *c)
{
    tr_masks *const m = c->m;
    tr_markdown_width width = {0};
    tr_md_paragraph paragraph = {0};
    size_t stretch = 0; /* of lines without a blank one between: its beginning */
    bool before = false, right = true;

    for (size_t at = m->begin; at < m->size && right;) {
        const tr_md_line l = tr_md_line_read(m->text, m->size, at);
        if (at >= width.end) tr_md_paragraph_begin(&paragraph, stretch = at);
        const size_t n_columns = tr_markdown_width_take(&width, m->text, m->size, at, l.next);
        const enum tr_md_step step = width.end - stretch > TR_MD_PARAGRAPH_MARKS
                                         ? tr_md_paragraph_take(&paragraph, m->text, m->size, &l)
                                         : TR_MD_NOTHING;
        if (step != TR_MD_NOTHING || is_parted(c, &l))
            right = add_blank_before(c, &l, step == TR_MD_TABLE_HEAD ? paragraph.columns : 0);
        right = right && change_line(c, &l, before, n_columns);
        if (n_columns) paragraph.columns = n_columns;
        at = l.next;
        before = l.text < l.end;
    }
    m->n_left = width.cut + paragraph.n_left;
    return right;
}

bool tr_masks_change_lines(tr_masks *m)
{
    changes c = {.m = m};

    bool right = change_lines(&c);
    if (c.out.len || c.out.failed) { /* something was added, be it before the first line */
        copy_up_to(&c, m->size);
        right = right && !c.out.failed;
        free(m->text);
        m->text = c.out.data;
        m->size = c.out.len;
    }
    return right;
}
