#include "document/plain/bilingual_text.h"

#include <string.h>

#include "document/plain/text_line.h"

/* Returns the lines from `at` on up to an empty one, or one line (`single`), with their line ends.
 */
static tr_span find_text_block(const tr_content *d, size_t at, bool single)
{
    tr_span block = {at, at};

    while (block.end < d->size) {
        const tr_text_line l = tr_text_line_read(d, block.end);
        if (l.prefix == l.end) break;
        block.end = l.next;
        if (single) break;
    }
    return block;
}

static void write_bilingual_text(const tr_content *source, const tr_content *translated,
                                 bool single, tr_buf *out)
{
    size_t at = 0, now = 0;

    while (at < source->size || now < translated->size) {
        const tr_span a = find_text_block(source, at, single),
                      b = find_text_block(translated, now, single);
        const char *const text = source->bytes + a.begin;
        const size_t len = a.end - a.begin;
        const bool ends = len && (text[len - 1] == '\n' || text[len - 1] == '\r');
        tr_buf_add(out, text, len);
        if (b.end - b.begin != len || memcmp(translated->bytes + b.begin, text, len) != 0) {
            if (!ends && len) tr_buf_add_string(out, tr_content_line_end(source));
            if (!single) tr_buf_add_string(out, tr_content_line_end(source));
            tr_buf_add(out, translated->bytes + b.begin, b.end - b.begin);
        }
        at = a.end;
        now = b.end;
        if (at < source->size) { /* an empty line */
            const size_t next = find_text_block(source, at, true).end > at
                                    ? at
                                    : tr_text_line_read(source, at).next;
            tr_buf_add(out, source->bytes + at, next - at);
            at = next;
        }
        if (now < translated->size && find_text_block(translated, now, true).end == now)
            now = tr_text_line_read(translated, now).next;
    }
}

void tr_bilingual_text(const tr_content *source, const tr_content *translated, tr_buf *out)
{
    write_bilingual_text(source, translated, false, out);
}

void tr_bilingual_lines(const tr_content *source, const tr_content *translated, tr_buf *out)
{
    write_bilingual_text(source, translated, true, out);
}
