#include "document/light/adoc_names.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "document/segment/string_list.h"

enum { LONGEST = 300 /* bytes of a name */ };

/* ---- References ---- */

/* Appends the name at byte `at`, up to a comma or the sign that ends it; one that holds what begins
 * another is none. */
static void add_name(const tr_content *d, size_t at, char end_sign, const char *begins,
                     tr_buf *list)
{
    const size_t most = d->size - at > LONGEST ? at + LONGEST : d->size;
    size_t end = at += at < most && d->bytes[at] == '#';

    while (end < most && d->bytes[end] != end_sign && d->bytes[end] != ',')
        if (tr_ascii_is_one_of(d->bytes[end++], begins)) return;
    if (end == most || end == at) return;
    tr_buf_add(list, d->bytes + at, end - at);
    tr_buf_add(list, "", 1);
}

/* The value of an attribute ":name: value" at the beginning of a line; false if it is another. */
static bool take_value(const tr_content *d, size_t at, const char *name, tr_span *value)
{
    if (!tr_starts_with(d->bytes, at, d->size, name)) return false;
    const tr_span line = {at + strlen(name), tr_line_end(d->bytes, at, d->size)};
    *value = tr_skip_around(d->bytes, line, tr_ascii_is_blank);
    return true;
}

const tr_adoc_names *tr_adoc_names_find(tr_content *d)
{
    tr_adoc_names *const found = TR_REGION_TAKE(&d->region, tr_adoc_names, 1);
    tr_adoc_names names = {0};
    tr_buf list = {0};

    for (size_t i = d->begin; i < d->size; i++) {
        const char c = d->bytes[i];
        if (c == '<' && tr_starts_with(d->bytes, i, d->size, "<<"))
            add_name(d, i + 2, '>', "<\n\r", &list);
        if (c == 'x' && tr_starts_with(d->bytes, i, d->size, "xref:"))
            add_name(d, i + 5, '[', ":\n\r", &list);
        if (c != ':' || (i > d->begin && !tr_ascii_is_line_end(d->bytes[i - 1]))) continue;
        if (take_value(d, i, ":idprefix:", &names.prefix)) names.has_prefix = true;
        if (take_value(d, i, ":idseparator:", &names.separator)) names.has_separator = true;
    }
    const bool right = !list.failed && tr_string_list_sort(&list) && found;
    const char *const kept =
        right ? tr_region_copy(&d->region, tr_buf_text(&list), list.len) : NULL;
    names.references = (tr_buf){.data = (char *)kept, .len = list.len};
    if (kept) *found = names;
    tr_buf_free(&list);
    return kept ? found : NULL;
}

static bool has_reference(const tr_adoc_names *names, const tr_buf *name)
{
    return names->references.len && !name->failed &&
           tr_string_list_has(&names->references, name->data);
}

/* ---- Ids ---- */

static bool is_separator(int32_t c, const char *separator)
{
    return c == ' ' || (*separator && (c == '.' || c == '-' || c == *separator));
}

/* The id of a title: its letters, small, with a separator for each run of blanks and points. */
static void make_id(const tr_content *d, tr_span title, const char *prefix, const char *separator,
                    tr_buf *out)
{
    const size_t n = strlen(separator);
    bool waits = false;
    int32_t c;

    tr_buf_add_string(out, prefix);
    const bool after_same = n && *prefix && prefix[strlen(prefix) - 1] == *separator;
    for (size_t i = title.begin; i < title.end;) {
        char utf8[4];
        i += tr_utf8_decode(d->bytes + i, title.end - i, &c);
        if (c < 0) continue;
        waits = waits || is_separator(c, separator);
        if (is_separator(c, separator)) continue;
        if (!tr_is_alnum(c) && !tr_is_mark(c) && c != '_' && c != '.' && c != '-') continue;
        const bool is_first = out->len == strlen(prefix);
        if (waits && !(is_first && (after_same || !*prefix))) tr_buf_add(out, separator, n);
        waits = false;
        tr_buf_add(out, utf8, tr_utf8_encode(tr_to_lower(c), utf8));
    }
    tr_buf_add(out, "", 1);
}

/* Makes the id that a reference names; false if none does.  Where the document does not say how ids
 * are made, as Asciidoctor and as Antora make them. */
static bool find_id(const tr_content *d, const tr_adoc_names *names, tr_span title, tr_buf *id)
{
    enum { SIZE = 16 };
    static const char *const usual[][2] = {{"_", "_"}, {"", "-"}};
    const bool is_said = names->has_prefix || names->has_separator;
    char said[2][SIZE] = {"_", "_"};

    if (names->has_prefix)
        snprintf(said[0], SIZE, "%.*s", (int)(names->prefix.end - names->prefix.begin),
                 d->bytes + names->prefix.begin);
    if (names->has_separator)
        snprintf(said[1], 2, "%.*s", (int)(names->separator.end - names->separator.begin),
                 d->bytes + names->separator.begin);
    for (size_t i = 0; i < (is_said ? 1 : 2); i++) {
        id->len = 0;
        make_id(d, title, is_said ? said[0] : usual[i][0], is_said ? said[1] : usual[i][1], id);
        if (has_reference(names, id)) return true;
    }
    return false;
}

void tr_adoc_keep_names(const tr_content *d, const tr_adoc_names *names, tr_span title, bool has_id,
                        tr_buf *out)
{
    tr_buf id = {0}, text = {0};

    tr_content_copy(d, title, &text);
    tr_buf_add(&text, "", 1);
    const bool by_id = !has_id && find_id(d, names, title, &id);
    const bool by_text = has_reference(names, &text) && !memchr(text.data, '"', text.len);
    if (by_id) tr_buf_printf(out, "[#%s%s", id.data, by_text ? "," : "");
    if (by_text) tr_buf_printf(out, "%sreftext=\"%s\"", by_id ? "" : "[", text.data);
    if (by_id || by_text) tr_buf_printf(out, "]%s", tr_content_line_end(d));
    out->failed = out->failed || id.failed || text.failed;
    tr_buf_free(&id);
    tr_buf_free(&text);
}
