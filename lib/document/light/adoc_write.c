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
    const bool is_cell = to->writing == &tr_adoc_cell, is_note = to->writing == &tr_adoc_note;

    for (size_t i = 0; i < len; i++) {
        const char c = text[i];
        const bool after_plus = i > 0 && text[i - 1] == '+';
        if (c == ' ' && (after_plus || !may_break(text + i + 1, len - i - 1))) {
            const char within = TR_LIGHT_WITHIN;
            tr_buf_add(out, &within, 1);
        } else if (c == '|' && is_cell) {
            tr_buf_add_string(out, "\\|");
        } else if (c == ']' && (is_note || has_escaped(to, c))) {
            tr_buf_add_string(out, i && text[i - 1] == '\\' ? "]" : "\\]");
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

/* True of "<<A title>>", whose text is the title that it names. */
static bool is_named_by_text(const tr_content *d, const tr_mark *pair)
{
    return pair->open.end - pair->open.begin == 2 && d->bytes[pair->open.begin] == '<';
}

/* "<<A title>>" becomes "<<A title,translation>>". */
static void close_named(const tr_content *d, const tr_mark *pair, size_t begin, tr_buf *out)
{
    const tr_span name = {pair->open.end, pair->close.begin};
    const size_t len = out->len - begin;
    tr_buf text = {0};

    if (!tr_light_is_same(d, name, tr_buf_text(out) + begin, len)) {
        tr_buf_add(&text, tr_buf_text(out) + begin, len);
        out->len = begin;
        tr_light_add_name(d, name, out);
        tr_buf_add_string(out, ",");
        tr_buf_add(out, tr_buf_text(&text), text.len);
    }
    tr_light_add_raw(d, pair->close, out);
    out->failed = out->failed || text.failed;
    tr_buf_free(&text);
}

static void close_adoc(const tr_content *d, const tr_mark *pair, size_t begin, tr_buf *out)
{
    if (is_named_by_text(d, pair))
        close_named(d, pair, begin, out);
    else if (is_constrained(d, pair))
        tr_light_close(d, pair, begin, out);
    else
        tr_light_add_raw(d, pair->close, out);
}

static const tr_light_edges edges = {is_no_word, is_no_letter, NULL};

/* True if a segment is the text of "<<A title>>". */
static bool is_all_of_reference(const tr_text_place *to)
{
    const char *const t = to->content->bytes;
    const tr_span at = to->segment->at;

    return at.begin > 1 && !memcmp(t + at.begin - 2, "<<", 2) &&
           tr_starts_with(t, at.end, to->content->size, ">>");
}

/* Joins text and marks, behind the name of a reference that has none but its text. */
static bool join(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const tr_span at = to->segment->at;

    if (is_all_of_reference(to) && !tr_light_is_same(to->content, at, text, len)) {
        tr_light_add_name(to->content, at, out);
        tr_buf_add_string(out, ",");
    }
    return tr_light_join(&edges, text, len, out);
}

static void finish_adoc(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    tr_buf joined = {0};

    if (join(to, text, len, &joined)) tr_light_wrap(to, tr_buf_text(&joined), joined.len, out);
    out->failed = out->failed || joined.failed;
    tr_buf_free(&joined);
}

/* ---- Titles ---- */

/* A title in its lines, with a row below it that is as long as it is, if there is one. */
static void add_title(const tr_content *d, const tr_adoc_title *t, const tr_buf *line, tr_buf *out)
{
    const bool is_same = tr_light_is_same(d, t->inner, tr_buf_text(line), line->len);
    const char *const bytes = d->bytes;
    size_t width = tr_utf8_count(tr_buf_text(line), line->len);

    if (t->names && !is_same) tr_adoc_keep_names(d, t->names, t->text, t->has_id, out);
    tr_content_copy(d, (tr_span){t->whole.begin, t->inner.begin}, out);
    tr_buf_add(out, tr_buf_text(line), line->len);
    tr_content_copy(d, (tr_span){t->inner.end, t->row}, out);
    if (t->row == t->whole.end) return;
    width += tr_utf8_count(bytes + t->text.begin, t->inner.begin - t->text.begin) +
             tr_utf8_count(bytes + t->inner.end, t->text.end - t->inner.end);
    for (size_t i = 0; i < width; i++)
        tr_buf_add(out, bytes + t->row, 1);
}

static void finish_title(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const tr_adoc_title *const title = to->segment->extra;
    tr_buf line = {0};

    if (join(to, text, len, &line) && line.len) {
        tr_light_plain(line.data, line.len);
        if (title->whole.end)
            add_title(to->content, title, &line, out);
        else
            tr_buf_add(out, line.data, line.len); /* one of several texts of it */
    }
    out->failed = out->failed || line.failed;
    tr_buf_free(&line);
}

/* A note is a line. */
static void finish_note(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const size_t begin = out->len;

    if (!join(to, text, len, out)) out->len = begin;
    if (out->len > begin) tr_light_plain(out->data + begin, out->len - begin);
}

/* The name of a menu or of what is in it: none of the signs beside it. */
static void finish_menu(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    (void)to;
    for (size_t i = 0; i < len; i++)
        if (tr_ascii_is_one_of(text[i], "[]<>,\\")) return;
    tr_buf_add(out, text, len);
}

#define MARKS .encode = encode_adoc, .open = open_adoc, .close = close_adoc, .reference = "&#%d;"

const tr_writing tr_adoc_text = {MARKS, .finish = finish_adoc};
const tr_writing tr_adoc_title_text = {MARKS, .finish = finish_title};
const tr_writing tr_adoc_cell = {MARKS, .finish = finish_adoc};
const tr_writing tr_adoc_note = {MARKS, .finish = finish_note};
const tr_writing tr_adoc_menu = {.finish = finish_menu, .reference = "&#%d;"};
