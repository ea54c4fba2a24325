#include "document/plain/table_columns.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* ---- Fields ---- */

/* The byte after the quotation mark that ends the field at `begin`; `begin` if none does. */
static size_t end_of_quotes(const tr_content *d, char delimiter, size_t begin)
{
    for (size_t i = begin + 1; i < d->size; i++) {
        if (d->bytes[i] != '"') continue;
        if (i + 1 < d->size && d->bytes[i + 1] == '"') {
            i++;
            continue;
        }
        const char next = i + 1 < d->size ? d->bytes[i + 1] : '\n';
        return next == delimiter || next == '\n' || next == '\r' ? i + 1 : begin;
    }
    return begin;
}

size_t tr_table_field_end(const tr_content *d, char delimiter, size_t at, bool *quoted)
{
    size_t end = at < d->size && d->bytes[at] == '"' ? end_of_quotes(d, delimiter, at) : at;

    *quoted = end > at;
    while (!*quoted && end < d->size && d->bytes[end] != delimiter && d->bytes[end] != '\n' &&
           d->bytes[end] != '\r')
        end++;
    return end;
}

size_t tr_table_start(const tr_content *d, char *delimiter)
{
    static const char sep[] = "sep=";
    const size_t begin = d->begin;
    const size_t at = begin + strlen(sep) + 1;

    if (at >= d->size || memcmp(d->bytes + begin, sep, strlen(sep)) != 0) return begin;
    if (d->bytes[at] != '\r' && d->bytes[at] != '\n') return begin;
    if (delimiter) *delimiter = d->bytes[at - 1];
    return tr_after_line_end(d->bytes, at, d->size);
}

bool tr_table_next_field(const tr_content *d, char delimiter, size_t *at, tr_span *field)
{
    bool quoted;
    const size_t begin = *at, end = tr_table_field_end(d, delimiter, begin, &quoted);
    const bool more = end < d->size && d->bytes[end] == delimiter;

    *field = (tr_span){begin + quoted, end - quoted};
    *at = end + more;
    return more;
}

/* ---- Columns ---- */

/* Reads "2" or "4-5" of text [len]; false when it is neither. */
static bool read_range(const char *text, size_t len, size_t *first, size_t *last)
{
    char *end;

    if (!len || strspn(text, "0123456789-") < len || *text == '-') return false;
    *first = *last = strtoul(text, &end, 10);
    if (*end == '-' && end + 1 < text + len && end[1] != '-') *last = strtoul(end + 1, &end, 10);
    return end == text + len && *first >= 1 && *first <= *last;
}

bool tr_table_columns_have(const tr_table_columns *c, size_t n)
{
    size_t first, last;

    if (!c->list.len) return true;
    for (const char *at = tr_buf_text(&c->list); *at; at += *at == ',') {
        const size_t len = strcspn(at, ",");
        if (read_range(at, len, &first, &last) && n >= first && n <= last) return true;
        at += len;
    }
    return false;
}

/* The column, from 1, whose field in the first row is `name` [len]; 0 when there is none. */
static size_t find_column(const tr_content *d, char delimiter, const char *name, size_t len)
{
    size_t at = tr_table_start(d, NULL);
    bool quoted;

    for (size_t column = 1;; column++) {
        const size_t end = tr_table_field_end(d, delimiter, at, &quoted);
        const size_t begin = at + quoted, n = end - at - 2 * quoted;
        if (n == len && !memcmp(d->bytes + begin, name, len)) return column;
        if (end >= d->size || d->bytes[end] != delimiter) return 0;
        at = end + 1;
    }
}

/* The column that text [len] names or numbers; 0 after a refusal. */
static size_t column_of(tr_table_columns *c, const char *text, size_t len, tr_error *err)
{
    size_t first, last;

    if (read_range(text, len, &first, &last) && first == last) return first;
    const size_t n = find_column(c->content, c->delimiter, text, len);
    c->named = true;
    if (!n)
        tr_fail(err, TR_EINVAL, "%s: no column is named \"%.*s\" in its first row",
                c->content->name, (int)len, text);
    return n;
}

/* The sign of a pair in text [len]: the first one behind a column, else the first; NULL. */
static const char *find_sign(const tr_table_columns *c, const char *text, size_t len)
{
    const char *const first = memchr(text, '=', len);

    for (const char *at = first; at; at = memchr(at + 1, '=', len - (size_t)(at + 1 - text)))
        if (find_column(c->content, c->delimiter, text, (size_t)(at - text))) return at;
    return first;
}

/* Adds what the options list: "2", "4-5", "title", or "en=de", a pair.  False after a refusal. */
static bool add_column(tr_table_columns *c, const char *item, size_t len, tr_error *err)
{
    const char *const sign = find_sign(c, item, len);
    const bool is_pair = sign && !find_column(c->content, c->delimiter, item, len);
    const size_t head = is_pair ? (size_t)(sign - item) : 0, tail = is_pair ? head + 1 : 0;
    size_t first, last;

    if (!is_pair && read_range(item, len, &first, &last)) {
        tr_buf_add(&c->list, item, len);
        return true;
    }
    const size_t to = column_of(c, item + tail, len - tail, err);
    const size_t from = is_pair && to ? column_of(c, item, head, err) : 0;
    if (!to || (is_pair && !from)) return false;
    tr_buf_printf(&c->list, "%zu", to);
    if (!is_pair) return true;
    if (from == to || c->n_pairs == TR_TABLE_PAIRS) {
        tr_fail(err, TR_EINVAL, "%s: columns %.*s: %s", c->content->name, (int)len, item,
                from == to ? "they are one" : "there are too many pairs");
        return false;
    }
    c->pairs[c->n_pairs++] = (tr_column_pair){from, to};
    return true;
}

int tr_table_columns_read(tr_table_columns *c, const tr_content *d, char delimiter, tr_error *err)
{
    const char *const list = d->options->columns;

    *c = (tr_table_columns){.content = d, .delimiter = delimiter};
    for (const char *at = list; at && *at; at += *at == ',') {
        const size_t len = strcspn(at, ",");
        if (c->list.len) tr_buf_add(&c->list, ",", 1);
        if (!add_column(c, at, len, err)) return TR_EINVAL;
        at += len;
    }
    return c->list.failed ? tr_fail_memory(err) : TR_OK;
}

static int refuse_column(const tr_table_columns *c, size_t n, size_t widest, tr_error *err)
{
    return tr_fail(err, TR_EINVAL, "%s: has no column %zu, only %zu", c->content->name, n, widest);
}

int tr_table_columns_check(const tr_table_columns *c, size_t widest, tr_error *err)
{
    size_t first, last;

    for (const char *at = tr_buf_text(&c->list); *at; at += *at == ',') {
        const size_t len = strcspn(at, ",");
        if (read_range(at, len, &first, &last) && first > widest)
            return refuse_column(c, first, widest, err);
        at += len;
    }
    for (size_t i = 0; i < c->n_pairs; i++)
        if (c->pairs[i].from > widest) return refuse_column(c, c->pairs[i].from, widest, err);
    return TR_OK;
}

size_t tr_table_columns_source(const tr_table_columns *c, size_t column)
{
    for (size_t i = 0; i < c->n_pairs; i++)
        if (c->pairs[i].to == column) return c->pairs[i].from;
    return 0;
}
