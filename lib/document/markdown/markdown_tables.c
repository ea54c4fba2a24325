#include "document/markdown/markdown_tables.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "document/markdown/dash_table_write.h"
#include "document/masks/markdown_line.h"
#include "document/masks/markdown_mdx.h"
#include "document/masks/mask_markdown.h"

/* "<!--tr-table 120", a line end, the table's 120 bytes, "-->", a line end, the table with bars. */
static const char mark[] = "<!--tr-table ", end_of_mark[] = "-->";

static bool has(const tr_content *d, const char *what)
{
    return tr_span_find(d->bytes, d->begin, d->size, what) < d->size;
}

/* ---- With bars ---- */

/* Appends the table [at] of the document as its reader has it. */
static void add_table(const tr_content *d, const tr_dash_table *p, tr_span at, tr_buf *out)
{
    tr_buf_printf(out, "%*s%s%zu%s", (int)p->begins[0], "", mark, at.end - at.begin, p->line_end);
    tr_content_copy(d, at, out);
    if (!tr_ascii_is_line_end(d->bytes[at.end - 1])) tr_buf_add_string(out, p->line_end);
    tr_buf_printf(out, "%*s%s%s", (int)p->begins[0], "", end_of_mark, p->line_end);
    if (p->is_plain) tr_dash_table_add_bars(p, out);
}

/* The byte after the front matter at the beginning. */
static size_t behind_front(const tr_content *d)
{
    const tr_md_line first = tr_md_line_read(d->bytes, d->size, d->begin);

    if (!tr_md_line_is(d->bytes, &first, "---")) return d->begin;
    for (size_t at = first.next; at < d->size;) {
        const tr_md_line l = tr_md_line_read(d->bytes, d->size, at);
        at = l.next;
        if (tr_md_line_is(d->bytes, &l, "---") || tr_md_line_is(d->bytes, &l, "...")) return at;
    }
    return d->begin;
}

bool tr_markdown_tables_prepare(const tr_content *d, tr_buf *out)
{
    size_t copied = d->begin;
    bool empty = true; /* the line before */

    if (!has(d, "-- ") || has(d, mark) || tr_markdown_has_jsx(d->name, d->bytes, d->size))
        return false;
    for (size_t at = behind_front(d); at < d->size;) {
        const tr_md_line l = tr_md_line_read(d->bytes, d->size, at);
        const size_t fence = tr_mdx_end_of_fence(d->bytes, d->size, &l);
        tr_dash_table table;
        const size_t end = empty && !fence ? tr_dash_table_read(d->bytes, d->size, at, &table) : 0;
        if (end && tr_span_find(d->bytes, at, end, end_of_mark) == end) {
            tr_buf_add(out, d->bytes + copied, at - copied);
            add_table(d, &table, (tr_span){at, end}, out);
            copied = end;
        }
        if (empty && !fence) tr_dash_table_free(&table);
        empty = !end && !fence && l.text == l.end;
        at = end ? end : fence ? fence : l.next;
    }
    if (copied > d->begin) tr_buf_add(out, d->bytes + copied, d->size - copied);
    return copied > d->begin;
}

/* ---- Back ---- */

/* Appends the table that was put in the place of text [original], and whose bars begin at byte `at`
 * of what was written; returns the byte after them. */
static size_t restore_table(const tr_content *d, tr_span original, size_t at, tr_buf *out)
{
    tr_dash_table table;
    tr_buf bars = {0};

    tr_dash_table_read(d->bytes, original.end, original.begin, &table);
    if (table.is_plain) tr_dash_table_add_bars(&table, &bars);
    const bool same = tr_starts_with(d->bytes, at, d->size, tr_buf_text(&bars));
    const size_t end = same ? 0 : tr_dash_table_write(&table, d->bytes, d->size, at, out);
    if (!end) tr_content_copy(d, original, out);
    out->failed |= bars.failed || table.cells.failed;
    const size_t len = bars.len;
    tr_buf_free(&bars);
    tr_dash_table_free(&table);
    return same ? at + len : end;
}

/* Appends the document with its tables; false if one is not as it has to be. */
static bool restore(const tr_content *d, tr_buf *out)
{
    size_t copied = 0, at;

    while ((at = tr_span_find(d->bytes, copied, d->size, mark)) < d->size) {
        const tr_md_line l = tr_md_line_read(d->bytes, d->size, at);
        const size_t line = at;
        const size_t n = (size_t)strtoul(d->bytes + at + strlen(mark), NULL, 10);
        if (l.next > d->size || n > d->size - l.next) return false;
        const tr_span original = {l.next, l.next + n};
        const size_t close = tr_span_find(d->bytes, original.end, d->size, end_of_mark);
        const size_t bars = tr_md_line_read(d->bytes, d->size, close).next;
        const size_t begin = tr_skip_back(d->bytes, copied, line, tr_ascii_is_blank);
        tr_content_copy(d, (tr_span){copied, begin}, out);
        copied = restore_table(d, original, bars, out);
        if (!copied) return false;
    }
    tr_content_copy(d, (tr_span){copied, d->size}, out);
    return true;
}

void tr_markdown_tables_restore(const tr_content *source, const tr_content *d, tr_buf *out)
{
    const size_t begin = out->len;

    if (restore(d, out)) return;
    out->len = begin;
    restore(source, out);
}
