#include "document/data/plural_forms.h"

#include <string.h>

#include "base/span.h"
#include "language/language_data.h"

/* ---- Templates ---- */

static const char placeholder[] = "nplurals=INTEGER; plural=EXPRESSION;";
static const char second_form[] = "msgstr[1] \"\"";

/* The line at byte `at`, with its end. */
static tr_span line_at(const tr_content *d, size_t at)
{
    const char *const feed = memchr(d->bytes + at, '\n', d->size - at);
    return (tr_span){at, feed ? (size_t)(feed - d->bytes) + 1 : d->size};
}

/* True if the line is an empty second form, and no other string follows it. */
static bool is_empty_form(const tr_content *d, tr_span line)
{
    const size_t n = sizeof second_form - 1;
    size_t end = line.end;

    while (end > line.begin && strchr(" \t\r\n", d->bytes[end - 1]))
        end--;
    return end - line.begin == n && !memcmp(d->bytes + line.begin, second_form, n) &&
           (line.end == d->size || d->bytes[line.end] != '"');
}

/* Appends the second form of a plural, and the later ones; or none, if the language has one. */
static void put_forms(const tr_content *d, tr_span line, int n_forms, tr_buf *out)
{
    const size_t end = line.begin + sizeof second_form - 1;

    if (n_forms < 2) return;
    tr_buf_add(out, d->bytes + line.begin, line.end - line.begin);
    for (int i = 2; i < n_forms; i++) {
        if (end == line.end) tr_buf_add(out, "\n", 1);
        tr_buf_printf(out, "msgstr[%d] \"\"", i);
        tr_buf_add(out, d->bytes + end, line.end - end);
    }
}

bool tr_prepare_po(const tr_content *d, tr_buf *out)
{
    const char *const language = d->options->target_language;
    const char *const field = language ? tr_language_data(language)->plurals.gettext : NULL;
    const size_t at = field ? tr_span_find(d->bytes, d->begin, d->size, placeholder) : d->size;

    if (at == d->size) return false;
    const size_t behind = at + sizeof placeholder - 1;
    tr_buf_add(out, d->bytes, at);
    tr_buf_add_string(out, field);
    const tr_span rest = {behind, line_at(d, behind).end};
    tr_buf_add(out, d->bytes + rest.begin, rest.end - rest.begin);
    for (size_t next = rest.end; next < d->size;) {
        const tr_span line = line_at(d, next);
        if (is_empty_form(d, line))
            put_forms(d, line, field[strlen("nplurals=")] - '0', out);
        else
            tr_buf_add(out, d->bytes + line.begin, line.end - line.begin);
        next = line.end;
    }
    return true;
}
