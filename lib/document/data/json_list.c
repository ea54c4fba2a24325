#include "document/data/json_list.h"

#include <string.h>

#include "base/span.h"
#include "document/data/json_scan.h"

/* ---- In ---- */

static bool decode_json_string(tr_json_scan *j, tr_decoded *v, tr_buf *out)
{
    const bool right = tr_json_peek(j) == '"' && tr_json_string(j, v);
    out->failed |= v->failed;
    if (!right || !tr_decoded_is_valid(v)) return false;
    tr_buf_add(out, tr_buf_text(&v->text), v->text.len);
    tr_json_skip_blanks(j);
    return true;
}

static bool decode_json_list(tr_json_scan *j, tr_decoded *v, tr_buf *out)
{
    bool more;

    j->at++;
    for (bool first = true; tr_json_next(j, ']', first, &more) && more; first = false)
        if (!decode_json_string(j, v, out)) return false;
    return !j->wrong;
}

bool tr_json_list_decode(const char *raw, size_t size, tr_buf *out)
{
    tr_json_scan j = {.text = raw, .end = size};
    tr_decoded v = {0};

    const bool right =
        tr_json_peek(&j) == '[' ? decode_json_list(&j, &v, out) : decode_json_string(&j, &v, out);
    tr_decoded_free(&v);
    return right && j.at == size;
}

/* ---- Out ---- */

/* The white space of a list: before the first string, after a comma, after the last string. */
typedef struct list_blanks {
    tr_span first, between, last;
} list_blanks;

static tr_span take_blanks(tr_json_scan *j)
{
    const size_t begin = j->at;
    tr_json_skip_blanks(j);
    return (tr_span){begin, j->at};
}

static list_blanks find_blanks(const char *raw, size_t size)
{
    tr_json_scan j = {.text = raw, .at = 1, .end = size};
    tr_decoded v = {0};
    list_blanks b;

    b.first = b.between = take_blanks(&j);
    if (tr_json_peek(&j) == '"' && tr_json_string(&j, &v)) {
        tr_json_skip_blanks(&j);
        if (tr_json_peek(&j) == ',') {
            j.at++;
            b.between = take_blanks(&j);
        }
    }
    tr_decoded_free(&v);
    b.last = (tr_span){size - 1, size - 1};
    while (b.last.begin > 1 && strchr(" \t\r\n", raw[b.last.begin - 1]))
        b.last.begin--;
    return b;
}

static void copy_span(const char *raw, tr_span s, tr_buf *out)
{
    tr_buf_add(out, raw + s.begin, s.end - s.begin);
}

static void write_json_string(const char *text, size_t n, bool ascii, tr_buf *out)
{
    tr_buf_add(out, "\"", 1);
    tr_json_write(text, n, ascii, out);
    tr_buf_add(out, "\"", 1);
}

void tr_json_list_encode(const char *raw, size_t size, bool ascii, const char *text, size_t n,
                         tr_buf *out)
{
    if (raw[0] == '"') {
        write_json_string(text, n, ascii, out);
        return;
    }
    const list_blanks b = find_blanks(raw, size);
    tr_buf_add(out, "[", 1);
    for (size_t at = 0, end; at < n; at = end) {
        end = tr_span_next_line(text, at, n);
        if (at) tr_buf_add(out, ",", 1);
        copy_span(raw, at ? b.between : b.first, out);
        write_json_string(text + at, end - at, ascii, out);
    }
    copy_span(raw, b.last, out);
    tr_buf_add(out, "]", 1);
}
