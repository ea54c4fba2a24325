#include "document/vobject/content_line.h"

#include <string.h>
#include <strings.h>

#include "base/ascii.h"

void tr_content_line_start(tr_content_line *l, size_t begin)
{
    *l = (tr_content_line){.at = {begin, begin}};
}

void tr_content_line_free(tr_content_line *l)
{
    tr_decoded_free(&l->text);
}

static bool span_is(const char *text, tr_span s, const char *what)
{
    return s.end - s.begin == strlen(what) && !strncasecmp(text + s.begin, what, strlen(what));
}

bool tr_content_line_is(const tr_content_line *l, const char *name)
{
    return span_is(tr_buf_text(&l->text.text), l->name, name);
}

static bool says(const tr_content_line *l, const char *value)
{
    return span_is(tr_buf_text(&l->text.text), l->value, value);
}

/* ---- Parameters ---- */

/* From byte `at` of text [end) on, the first one of two signs that is not in quotation marks. */
static size_t find_sign(const char *text, size_t at, size_t end, const char *signs)
{
    bool quoted = false;

    for (; at < end && (quoted || !tr_ascii_is_one_of(text[at], signs)); at++)
        if (text[at] == '"') quoted = !quoted;
    return at;
}

/* The next parameter behind *at, which is at a semicolon; one of vCard 2.1 may have no name. */
static bool next_parameter(const tr_content_line *l, size_t *at, tr_span *name, tr_span *value)
{
    const char *const text = tr_buf_text(&l->text.text);

    if (*at >= l->params.end) return false;
    const size_t begin = *at + 1, end = find_sign(text, begin, l->params.end, ";");
    const size_t sign = tr_find_byte(text, begin, end, '=');
    *name = (tr_span){begin, sign < end ? sign : begin};
    *value = (tr_span){sign < end ? sign + 1 : begin, end};
    *at = end;
    if (value->end - value->begin >= 2 && text[value->begin] == '"' && text[end - 1] == '"') {
        value->begin++;
        value->end--;
    }
    return true;
}

bool tr_content_line_parameter(const tr_content_line *l, const char *name, tr_span *value)
{
    size_t at = l->params.begin;
    tr_span found;

    while (next_parameter(l, &at, &found, value))
        if (span_is(tr_buf_text(&l->text.text), found, name)) return true;
    return false;
}

static bool has_quoted_value(const tr_content_line *l)
{
    const char *const text = tr_buf_text(&l->text.text);
    size_t at = l->params.begin;
    tr_span name, value;

    while (next_parameter(l, &at, &name, &value))
        if ((name.begin == name.end || span_is(text, name, "ENCODING")) &&
            span_is(text, value, "QUOTED-PRINTABLE"))
            return true;
    return false;
}

/* ---- Lines ---- */

/* Finds the parts of the text so far. */
static void find_parts(tr_content_line *l)
{
    const char *const text = tr_buf_text(&l->text.text);
    const size_t end = l->text.text.len, name = find_sign(text, 0, end, ";:");
    const size_t colon = find_sign(text, name, end, ":");
    size_t begin = name;

    while (begin > 0 && text[begin - 1] != '.')
        begin--;
    l->name = l->params = l->value = (tr_span){end, end};
    l->is_quoted = false;
    if (colon == end) return;
    l->name = (tr_span){begin, name};
    l->params = (tr_span){name, colon};
    l->value = (tr_span){colon + 1, end};
    l->is_quoted = has_quoted_value(l);
}

/* Takes the physical line at byte `at`. */
static void take_line(tr_content_line *l, const char *bytes, size_t at, size_t size)
{
    l->text_end = tr_line_end(bytes, at, size);
    l->at.end = tr_after_line_end(bytes, l->text_end, size);
    tr_decoded_add(&l->text, bytes + at, l->text_end - at, at);
}

static bool is_soft_break(const tr_content_line *l)
{
    const size_t len = l->text.text.len;
    return l->is_quoted && len > l->value.begin && tr_buf_text(&l->text.text)[len - 1] == '=';
}

/* Takes the "=" at the end away. */
static void drop_last(tr_content_line *l)
{
    l->text.text.data[--l->text.text.len] = '\0';
}

/* Notes what the line says of the lines behind. */
static void follow_version(tr_content_line *l)
{
    if (tr_content_line_is(l, "BEGIN") && (says(l, "VCARD") || says(l, "VCALENDAR")))
        l->is_old = false;
    if (tr_content_line_is(l, "VERSION")) l->is_old = says(l, "2.1") || says(l, "1.0");
}

bool tr_content_line_next(tr_content_line *l, const char *bytes, size_t size)
{
    const size_t begin = l->at.end;

    if (begin >= size || l->text.failed) return false;
    l->at.begin = begin;
    l->is_folded = false;
    tr_decoded_clear(&l->text);
    take_line(l, bytes, begin, size);
    find_parts(l);
    while (l->at.end < size && !l->text.failed) {
        const bool soft = is_soft_break(l);
        if (!soft && !tr_ascii_is_blank(bytes[l->at.end])) break;
        if (soft) drop_last(l);
        take_line(l, bytes, l->at.end + (!soft && !l->is_old), size);
        l->is_folded = true;
    }
    if (l->is_folded) find_parts(l);
    tr_decoded_end(&l->text, l->text_end);
    follow_version(l);
    return !l->text.failed;
}

tr_span tr_content_line_raw(const tr_content_line *l, tr_span of_text)
{
    return (tr_span){tr_decoded_where(&l->text, of_text.begin),
                     tr_decoded_where(&l->text, of_text.end)};
}
