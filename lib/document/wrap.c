#include "document/wrap.h"

#include <string.h>

size_t tr_count_characters(const char *text, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++)
        n += ((unsigned char)text[i] & 0xC0) != 0x80;
    return n;
}

/* Appends the break before line `n`, counted from 1; returns the column behind it. */
static size_t add_break(const tr_doc *d, const tr_wrap *w, size_t n, tr_buf *out)
{
    const bool own = n <= w->n_breaks;
    const char *const text = own ? d->content + w->breaks[n - 1].begin : w->again;
    const size_t len = own ? w->breaks[n - 1].end - w->breaks[n - 1].begin : strlen(w->again);
    size_t begin = len;

    tr_buf_add(out, text, len);
    while (begin > 0 && text[begin - 1] != '\n' && text[begin - 1] != '\r')
        begin--;
    return tr_count_characters(text + begin, len - begin);
}

void tr_wrap_finish(const tr_doc *d, const tr_piece *p, tr_buf *written)
{
    const tr_wrap *const w = p->extra;
    const char *const text = tr_buf_text(written);
    size_t column = w->column, n = 0;
    tr_buf out = {0};

    if (!w->width) return;
    for (size_t at = 0; at < written->len;) {
        size_t end = at;
        while (end < written->len && text[end] != ' ')
            end++;
        const size_t width = tr_count_characters(text + at, end - at);
        if (at && column + 1 + width > w->width) {
            column = add_break(d, w, ++n, &out);
        } else if (at) {
            tr_buf_add(&out, " ", 1);
            column++;
        }
        tr_buf_add(&out, text + at, end - at);
        column += width;
        at = end + (end < written->len);
    }
    out.failed = out.failed || written->failed;
    tr_buf_free(written);
    *written = out;
}
