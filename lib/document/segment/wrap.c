#include "document/segment/wrap.h"

#include <string.h>

#include "base/utf8.h"
#include "text/placeables/placeables.h"

tr_line_break tr_wrap_break(size_t begin, size_t end)
{
    return (tr_line_break){(uint32_t)begin, (uint32_t)end};
}

void tr_wrap_keep(tr_builder *b, const tr_wrap *wrap)
{
    tr_wrap kept;

    memset(&kept, 0, sizeof kept); /* bytes between members are compared, too */
    kept.breaks = wrap->breaks;
    kept.n_breaks = wrap->n_breaks;
    kept.again = wrap->again;
    kept.width = wrap->width;
    kept.column = wrap->column;
    kept.behind = wrap->behind;
    kept.most = wrap->most;
    kept.tags = wrap->tags;
    tr_build_extra(b, &kept, sizeof kept);
}

/* The length of the tag at the beginning of text [len], 0 if there is none. */
static size_t tag_length(const char *text, size_t len)
{
    if (len > TR_LONGEST_TAG) len = TR_LONGEST_TAG;
    const bool tag = len > 2 && ((text[0] == '<' && text[1] != ' ' && text[1] != '<') ||
                                 (text[0] == '{' && (text[1] == '\\' || text[2] == ':')));
    const char *const end = tag ? memchr(text, text[0] == '<' ? '>' : '}', len) : NULL;
    return end ? (size_t)(end - text) + 1 : 0;
}

/* Appends the break before line `n`, counted from 1; returns the column after it. */
static size_t add_break(const tr_content *d, const tr_wrap *w, size_t n, tr_buf *out)
{
    const bool own = n <= w->n_breaks;
    const char *const text = own ? d->bytes + w->breaks[n - 1].begin : w->again;
    const size_t len = own ? w->breaks[n - 1].end - w->breaks[n - 1].begin : strlen(w->again);
    size_t begin = len;

    tr_buf_add(out, text, len);
    while (begin > 0 && text[begin - 1] != '\n' && text[begin - 1] != '\r')
        begin--;
    begin += w->tags ? tag_length(text + begin, len - begin) : 0; /* "<br/>" */
    return tr_utf8_count(text + begin, len - begin);
}

/* The length of a sound in brackets at the beginning of text [len], 0 if there is none. */
static size_t sound_length(const char *text, size_t len)
{
    enum { LONGEST = 60 };
    const char *const end = *text == '[' ? memchr(text, ']', len < LONGEST ? len : LONGEST) : NULL;
    return end ? (size_t)(end - text) + 1 : 0;
}

/* True if a line of captions that begins with this byte would stand by itself. */
static bool begins_apart(char c)
{
    return c == '[' || c == '(' || c == '-';
}

/* True if a line may end at byte `i` of text [len]. */
static bool may_break(const tr_wrap *w, const char *text, size_t len, size_t i)
{
    return text[i] == ' ' && !(w->tags && i + 1 < len && begins_apart(text[i + 1]));
}

/* The word from byte `at` of text [len] on: its length, and its width in characters.  It holds all
 * of a placeholder.  *held: the next held span from `at` on, or none after the text. */
static size_t next_wrapped_word(const tr_wrap *w, const char *text, size_t len, size_t at,
                                tr_span *held, size_t *width)
{
    size_t i = at;

    *width = 0;
    while (i < len && (!may_break(w, text, len, i) || (held->begin < i && i < held->end))) {
        const size_t tag = w->tags ? tag_length(text + i, len - i) : 0;
        const size_t sound = w->tags ? sound_length(text + i, len - i) : 0;
        const size_t n = tag ? tag : sound ? sound : 1;
        if (!tag) *width += tr_utf8_count(text + i, n);
        i += n;
        if (i >= held->end && held->begin < len &&
            !tr_placeables_first(text, i, len, TR_FIND_PLACEHOLDERS, held))
            *held = (tr_span){len, len};
    }
    return i - at;
}

/* Appends text [len] in lines of this width; returns how many breaks there are. */
static size_t break_lines(const tr_content *d, const tr_wrap *w, const char *text, size_t len,
                          size_t most, tr_buf *out)
{
    size_t column = w->column, n = 0, width;
    tr_span held = {0};

    for (size_t at = 0; at < len;) {
        const size_t word = next_wrapped_word(w, text, len, at, &held, &width);
        const size_t behind = at + word == len ? w->behind : 0;
        if (at && column + 1 + width + behind > most) {
            column = add_break(d, w, ++n, out);
        } else if (at) {
            tr_buf_add(out, " ", 1);
            column++;
        }
        tr_buf_add(out, text + at, word);
        column += width;
        at += word;
        at += at < len;
    }
    return n;
}

/* Narrows lines as far as they do not become more than `n`: a narrower line never takes more words.
 */
static void even_out(const tr_content *d, const tr_wrap *w, const char *text, size_t len, size_t n,
                     tr_buf *out)
{
    tr_buf narrow = {0};
    size_t low = w->width / 2, high = w->width; /* `high` is wide enough, `low` is not tried */

    while (high - low > 1) {
        const size_t width = low + (high - low) / 2;
        tr_buf_clear(&narrow);
        if (break_lines(d, w, text, len, width, &narrow) > n) {
            low = width;
            continue;
        }
        high = width;
        const tr_buf wide = *out;
        *out = narrow;
        narrow = wide;
    }
    out->failed = out->failed || narrow.failed;
    tr_buf_free(&narrow);
}

void tr_wrap_finish(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const tr_wrap *const w = to->segment->extra;
    tr_buf lines = {0};

    if (!w->width) {
        tr_buf_add(out, text, len);
        return;
    }
    const size_t n = break_lines(to->content, w, text, len, w->width, &lines);
    if (w->tags && n > 0) even_out(to->content, w, text, len, n, &lines);
    if (!w->most || n < w->most) tr_buf_add(out, tr_buf_text(&lines), lines.len);
    out->failed = out->failed || lines.failed;
    tr_buf_free(&lines);
}

static void replace_byte(char *text, size_t len, char from, char to)
{
    for (char *at = text; (at = memchr(at, from, len - (size_t)(at - text))); at++)
        *at = to;
}

void tr_wrap_finish_marked(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    enum { WITHIN = '\x02' };
    const size_t begin = out->len;
    tr_buf line = {0};

    tr_buf_add(&line, text, len);
    if (line.len) {
        replace_byte(line.data, len, ' ', WITHIN);
        replace_byte(line.data, len, TR_WRAP_BLANK, ' ');
        tr_wrap_finish(to, line.data, len, out);
    }
    if (out->len > begin) replace_byte(out->data + begin, out->len - begin, WITHIN, ' ');
    out->failed = out->failed || line.failed;
    tr_buf_free(&line);
}
