#include "document/markdown/markdown_tables.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "document/markdown/markdown_line.h"
#include "document/markdown/markdown_width.h"

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

/* Appends a row with dashes enough. */
static bool lengthen_row(tr_masks *m, const tr_md_line *l, size_t *by, tr_buf *out)
{
    for (size_t i = l->text; i < l->end; i++) {
        const bool ends = m->text[i] == '-' && (i + 1 == l->end || m->text[i + 1] != '-');
        size_t n = 0;
        tr_buf_add(out, m->text + i, 1);
        while (ends && n < DASHES && i >= n && m->text[i - n] == '-')
            n++;
        if (!ends || n >= DASHES) continue;
        *by += DASHES - n;
        tr_buf_add(out, "--", DASHES - n);
        if (!tr_masks_shift(m, out->len, *by)) return false;
    }
    return true;
}

/* Appends, after a row of dashes, a head without text for the rows below, with `n` columns. */
static bool add_head(tr_masks *m, const tr_md_line *l, size_t n, size_t *by, tr_buf *out)
{
    const char *const indent = m->text + l->begin;
    const int indent_len = (int)(l->text - l->begin);
    const size_t begin = out->len;

    tr_buf_printf(out, "\n%.*s\n%.*s|", indent_len, indent, indent_len, indent);
    for (size_t i = 0; i < n; i++)
        tr_buf_add_string(out, " |");
    tr_buf_printf(out, "\n%.*s|", indent_len, indent);
    for (size_t i = 0; i < n; i++)
        tr_buf_add_string(out, "---|");
    *by += out->len - begin;
    return tr_masks_shift(m, out->len, *by);
}

/* Lengthens rows of dashes that have a line before them, and gives narrow rows below them heads of
 * their own. */
bool tr_masks_change_tables(tr_masks *m)
{
    tr_markdown_width width = {0};
    tr_buf out = {0};
    size_t copied = 0, by = 0;
    bool before = false, right = true;

    for (size_t at = m->begin; at < m->size && right;) {
        const tr_md_line l = tr_md_line_read(m->text, m->size, at);
        const size_t n_columns = tr_markdown_width_take(&width, m->text, m->size, at, l.next);
        at = l.next;
        if (before && is_short_row(m->text, &l)) {
            tr_buf_add(&out, m->text + copied, l.text - copied);
            right = lengthen_row(m, &l, &by, &out);
            copied = l.end;
        }
        if (before && n_columns && right) {
            tr_buf_add(&out, m->text + copied, l.end - copied);
            right = add_head(m, &l, n_columns, &by, &out);
            copied = l.end;
        }
        before = l.text < l.end;
    }
    if (copied) {
        tr_buf_add(&out, m->text + copied, m->size - copied);
        free(m->text);
        m->text = out.data;
        m->size = out.len;
    }
    m->cut = width.cut;
    return right && !out.failed;
}
