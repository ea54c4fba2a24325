#include "document/light/rst_write.h"

#include <string.h>

#include "base/span.h"
#include "base/utf8.h"
#include "document/light/light_line.h"
#include "document/light/light_write.h"
#include "document/light/rst_inline.h"
#include "document/light/rst_line.h"

static bool is_alnum_at(const char *text, size_t len, size_t i)
{
    return i < len && tr_byte_is_word(text[i]) && text[i] != '_';
}

/* True if byte i of text [len] stands in an address. */
static bool is_in_address(const char *text, size_t len, size_t i)
{
    enum { LONGEST = 300 };
    size_t begin = i;

    while (begin > 0 && i - begin < LONGEST && text[begin - 1] != ' ')
        begin--;
    return tr_span_find(text, begin, i < len ? i : len, "://") < i;
}

/* True if byte i of text [len] would begin or end a mark without a backslash. */
static bool is_sign_of_mark(const char *text, size_t len, size_t i)
{
    const bool after_word = i > 0 && is_alnum_at(text, len, i - 1);
    const bool before_word = is_alnum_at(text, len, i + 1);
    const bool before_blank = i + 1 < len && text[i + 1] == ' ';

    switch (text[i]) {
    case '\\':
    case '`':
        return true;
    case '*':
        return !(before_blank && i > 0 && text[i - 1] == ' ') && !(after_word && before_word);
    case '|':
        return !after_word && !before_blank;
    case '_':
        return !before_word && i > 0 && text[i - 1] != ' ' && !is_in_address(text, len, i);
    default:
        return false;
    }
}

/* True if the first word of text [len] would begin another block, as its source does not. */
static bool needs_first_escape(const tr_segment *p, const char *text, size_t len)
{
    return tr_rst_begins_block(text, len) && !tr_rst_begins_block(p->text, p->len);
}

static void encode_rst(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    if (!out->len && needs_first_escape(to->segment, text, len) && *text != '\\' && *text != '`' &&
        *text != '*' && *text != '|')
        tr_buf_add(out, "\\", 1);
    for (size_t i = 0; i < len; i++) {
        if (is_sign_of_mark(text, len, i)) tr_buf_add(out, "\\", 1);
        tr_light_add_byte(text[i], out);
    }
}

/* ---- Ends of pairs ---- */

/* The name of a reference and of a term is its text: where that changes, the name comes to stand
 * behind it, and a reference with an address has none. */
static void close_rst(const tr_content *d, const tr_mark *pair, size_t begin, tr_buf *out)
{
    static const char after[] = {TR_LIGHT_AFTER_MARK, '\0'};
    const char *const close = d->bytes + pair->close.begin;
    const size_t n = pair->close.end - pair->close.begin;
    const tr_span name = {pair->open.end, pair->close.begin};
    const bool is_term =
        tr_span_find(d->bytes, pair->open.begin, pair->open.end, "term:`") < pair->open.end;
    const bool is_reference = n == 2 && !memcmp(close, "`_", 2);
    const bool has_address = n > 4 && !memcmp(close + n - 3, ">`_", 3) && close[n - 4] != '_';

    const bool is_named = is_reference || (is_term && n == 1) || has_address;
    if (!is_named || tr_light_is_same(d, name, tr_buf_text(out) + begin, out->len - begin)) {
        tr_light_close(d, pair, begin, out);
        return;
    }
    if (has_address) {
        tr_buf_add(out, close, n);
        tr_buf_add_string(out, "_");
    } else {
        tr_buf_add_string(out, " <");
        tr_light_add_name(d, name, out);
        tr_buf_add_string(out, is_term ? ">`" : "_>`_");
    }
    tr_buf_add_string(out, after);
}

/* ---- Lines ---- */

static const tr_light_edges edges = {tr_rst_may_precede, tr_rst_may_follow, "\\ "};

static void finish_rst(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    tr_light_finish(&edges, to, text, len, out);
}

/* ---- Titles ---- */

/* Appends a line of a title that is now `width` wide: one that was as wide as the title is so
 * again, and a longer one stays if it is long enough. */
static void add_row(const char *row, size_t n, size_t old_width, size_t width, tr_buf *out)
{
    enum { MARGIN = 2 };
    const size_t more = n > old_width ? n - old_width : 0;
    size_t now = width + more;

    if (more > MARGIN) now = n > width ? n : width;
    for (size_t i = 0; i < now; i++)
        tr_buf_add(out, row, 1);
}

/* Appends the name that a title has for references: its text, without the signs of code and of
 * emphasis.  Nothing where it has other marks. */
static void add_name(const tr_content *d, tr_span title, tr_buf *name)
{
    static const char *const others[] = {"\\", ":`", "`_", "|", "<"};
    bool is_code = false;

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (tr_span_find(d->bytes, title.begin, title.end, others[i]) < title.end) return;
    for (size_t i = title.begin; i < title.end; i++) {
        if (tr_starts_with(d->bytes, i, title.end, "``")) {
            is_code = !is_code;
            i++;
        } else if (is_code || !tr_ascii_is_one_of(d->bytes[i], "*`")) {
            tr_buf_add(name, d->bytes + i, 1);
        }
    }
}

/* A title that a reference names has its old name in a target before it. */
static void add_target(const tr_content *d, const tr_segment *p, size_t at, tr_buf *out)
{
    const tr_rst_title *const title = p->extra;
    const char *const line_end = tr_content_line_end(d);

    tr_buf name = {0};
    size_t begin = at;

    if (p->n_marks)
        add_name(d, title->text, &name);
    else
        tr_buf_add(&name, p->text, p->len);
    const char *const text = tr_buf_text(&name);
    while (begin > 0 && !tr_ascii_is_line_end(d->bytes[begin - 1]))
        begin--;
    if (tr_rst_is_referred_to(title->names, text, name.len) &&
        !tr_rst_is_target(title->names, text, name.len) && !memchr(text, '`', name.len) &&
        !memchr(text, '\\', name.len))
        tr_buf_printf(out, ".. _`%s`:%s%s%.*s", text, line_end, line_end, (int)(at - begin),
                      d->bytes + begin);
    out->failed = out->failed || name.failed;
    tr_buf_free(&name);
}

/* Bytes that a title is farther to the right than its lines. */
static size_t title_indent(const tr_content *d, const tr_rst_title *t)
{
    size_t begin = t->text.begin;

    if (!t->over.end) return 0;
    while (begin > t->over.end && !tr_ascii_is_line_end(d->bytes[begin - 1]))
        begin--;
    return t->text.begin - begin;
}

/* A title, `line`, between its lines. */
static void add_title(const tr_text_place *to, const tr_buf *line, bool is_same, tr_buf *out)
{
    const tr_content *const d = to->content;
    const tr_rst_title *const t = to->segment->extra;
    const char *const old = d->bytes + t->text.begin;
    const size_t begin = t->over.end ? t->over.begin : t->text.begin, indent = title_indent(d, t);
    const size_t was = indent + tr_light_width(old, t->text.end - t->text.begin);
    const size_t now = indent + tr_light_width(tr_buf_text(line), line->len);

    if (!is_same) add_target(d, to->segment, begin, out);
    if (t->over.end) {
        add_row(d->bytes + t->over.begin, t->over.end - t->over.begin, was, now, out);
        tr_content_copy(d, (tr_span){t->over.end, t->text.begin}, out);
    }
    tr_buf_add(out, tr_buf_text(line), line->len);
    tr_content_copy(d, (tr_span){t->text.end, t->under.begin}, out);
    add_row(d->bytes + t->under.begin, t->under.end - t->under.begin, was, now, out);
}

static void finish_title(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const tr_content *const d = to->content;
    const tr_rst_title *const t = to->segment->extra;
    tr_buf joined = {0}, line = {0};

    if (!len) return;
    tr_light_finish_line(&edges, text, len, &joined);
    if (t->inner.end) {
        const bool same = tr_light_is_same(d, t->inner, tr_buf_text(&joined), joined.len);
        tr_content_copy(d, (tr_span){t->text.begin, t->inner.begin}, &line);
        tr_buf_add(&line, tr_buf_text(&joined), joined.len);
        tr_content_copy(d, (tr_span){t->inner.end, t->text.end}, &line);
        add_title(to, &line, same, out);
    } else {
        tr_buf_add(out, tr_buf_text(&joined), joined.len);
    }
    out->failed = out->failed || joined.failed || line.failed;
    tr_buf_free(&joined);
    tr_buf_free(&line);
}

const tr_writing tr_rst_text = {
    .encode = encode_rst, .open = tr_light_open, .close = close_rst, .finish = finish_rst};
const tr_writing tr_rst_title_text = {
    .encode = encode_rst, .open = tr_light_open, .close = close_rst, .finish = finish_title};
const tr_writing tr_rst_value = {0};
