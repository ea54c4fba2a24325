#include "document/light/adoc_write.h"

#include <string.h>

#include "base/span.h"
#include "base/utf8.h"
#include "document/light/adoc_line.h"
#include "document/light/light_write.h"
#include "document/segment/wrap.h"

static const char signs[] = "*_`#^~+{[<";

/* True if the source escapes a sign. */
static bool has_escaped(const tr_text_place *to, char c)
{
    const char *const t = to->content->bytes;
    const char escape[] = {'\\', c, '\0'};
    return tr_span_find(t, to->segment->at.begin, to->segment->at.end, escape) <
           to->segment->at.end;
}

/* True if a line may end before text [len]: what follows is no block, and no lone plus, which would
 * break the line for readers. */
static bool may_break(const char *text, size_t len)
{
    const tr_light_line l = {.end = len};

    if (!len) return true; /* a mark begins nothing */
    if (*text == '+' || *text == '[' || *text == '|' || *text == '\'') return false;
    return !tr_adoc_item(text, &l) && !tr_adoc_fence(text, &l) &&
           !tr_adoc_is_instruction(text, &l) && !tr_adoc_heading(text, &l) &&
           !tr_ascii_is_one_of(*text, ".:/-=");
}

static void encode_adoc(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const bool is_cell = to->writing == &tr_adoc_cell;

    for (size_t i = 0; i < len; i++) {
        const char c = text[i];
        const bool after_plus = i > 0 && text[i - 1] == '+';
        if (c == ' ' && (after_plus || !may_break(text + i + 1, len - i - 1))) {
            const char within = TR_LIGHT_WITHIN;
            tr_buf_add(out, &within, 1);
        } else if (c == '|' && is_cell) {
            tr_buf_add_string(out, "\\|");
        } else {
            const bool opens = tr_ascii_is_one_of(c, signs) && i + 1 < len && text[i + 1] != ' ' &&
                               (i == 0 || !tr_byte_is_word(text[i - 1]));
            if (opens && has_escaped(to, c)) tr_buf_add(out, "\\", 1);
            tr_light_add_byte(c, out);
        }
    }
}

/* ---- Marks ---- */

static bool is_no_word(int32_t c)
{
    return c < 0 ||
           (!(c < 0x80 ? tr_byte_is_word((char)c) : true) && c != ';' && c != ':' && c != '}');
}

static bool is_no_letter(int32_t c)
{
    return c < 0 || (c < 0x80 && !tr_byte_is_word((char)c));
}

/* True if a mark is told by what is beside it: "*", but not "**". */
static bool is_constrained(const tr_content *d, const tr_mark *m)
{
    const char *const raw = d->bytes + m->open.begin;
    const size_t n = m->open.end - m->open.begin;
    return n && tr_ascii_is_one_of(*raw, "*_`#+") && (n == 1 || raw[1] != *raw);
}

static void open_adoc(const tr_content *d, const tr_mark *m, tr_buf *out)
{
    if (is_constrained(d, m) || m->kind == TR_MARK_POINT)
        tr_light_open(d, m, out);
    else
        tr_light_add_raw(d, m->open, out);
}

static void close_adoc(const tr_content *d, const tr_mark *pair, size_t begin, tr_buf *out)
{
    if (is_constrained(d, pair))
        tr_light_close(d, pair, begin, out);
    else
        tr_light_add_raw(d, pair->close, out);
}

static const tr_light_edges edges = {is_no_word, is_no_letter, NULL};

static void finish_adoc(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    tr_buf joined = {0};

    if (tr_light_join(&edges, text, len, &joined))
        tr_light_wrap(to, tr_buf_text(&joined), joined.len, out);
    out->failed = out->failed || joined.failed;
    tr_buf_free(&joined);
}

/* A title's `extra` is the bytes between its text and the end of the row below it. */
static void finish_title(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const tr_content *const d = to->content;
    const tr_span *const under = to->segment->extra;
    tr_buf line = {0};

    if (tr_light_join(&edges, text, len, &line) && line.len) {
        tr_light_plain(line.data, line.len);
        tr_buf_add(out, line.data, line.len);
        size_t row = under->end;
        while (!tr_ascii_is_line_end(d->bytes[row - 1]))
            row--;
        tr_content_copy(d, (tr_span){under->begin, row}, out);
        for (size_t i = tr_utf8_count(line.data, line.len); i > 0; i--)
            tr_buf_add(out, d->bytes + row, 1);
    }
    out->failed = out->failed || line.failed;
    tr_buf_free(&line);
}

static const tr_escapes value_escapes = {{']', "\\]"}};

#define MARKS .encode = encode_adoc, .open = open_adoc, .close = close_adoc, .reference = "&#%d;"

const tr_writing tr_adoc_text = {MARKS, .finish = finish_adoc};
const tr_writing tr_adoc_title = {MARKS, .finish = finish_title};
const tr_writing tr_adoc_cell = {MARKS, .finish = finish_adoc};
const tr_writing tr_adoc_value = {.escapes = value_escapes, .reference = "&#%d;"};
