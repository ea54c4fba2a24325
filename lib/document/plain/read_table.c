#include "document/plain/read_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "document/data/build_value.h"
#include "document/data/value_kinds.h"

typedef struct text_table {
    tr_content *content;
    tr_builder b;
    char delimiter;
    bool header;      /* the first row stays */
    const char *keys; /* which cells are keys, as keep_keys() has it */
    tr_buf columns;   /* columns that are translated: "2,4-5"; empty: all */
    tr_decoded field;
} text_table;

/* ---- Fields out */

static bool needs_quotes(const char *text, size_t len, char delimiter)
{
    for (size_t i = 0; i < len; i++)
        if (text[i] == delimiter || text[i] == '"') return true;
    return false;
}

static const tr_escapes doubled = {{'"', "\"\""}};

/* Puts quotes around a field that had none, if its translation has a delimiter or a quote. */
static void put_quotes(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const char delimiter = *(const char *)to->segment->extra;

    if (delimiter == '\t' || !needs_quotes(text, len, delimiter)) {
        tr_buf_add(out, text, len);
        return;
    }
    tr_buf_add(out, "\"", 1);
    tr_writing_escape(doubled, text, len, out);
    tr_buf_add(out, "\"", 1);
}

static const tr_writing plain_field = {.finish = put_quotes};
static const tr_writing quoted_field = {.escapes = doubled};

/* ---- Fields in */

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

static void read_quoted(text_table *t, size_t begin, size_t end)
{
    const char *const bytes = t->content->bytes;
    const size_t last = end - 1;

    tr_decoded_clear(&t->field);
    for (size_t at = begin + 1, next; at < last; at = next + 1) { /* of two marks the second goes */
        const char *const mark = memchr(bytes + at, '"', last - at);
        next = mark ? (size_t)(mark - bytes) + 1 : last;
        tr_decoded_add(&t->field, bytes + at, next - at, at);
    }
    tr_decoded_end(&t->field, last);
    t->b.writing = &quoted_field;
}

static void read_plain(text_table *t, size_t begin, size_t end)
{
    tr_decoded_clear(&t->field);
    tr_decoded_add(&t->field, t->content->bytes + begin, end - begin, begin);
    tr_decoded_end(&t->field, end);
    t->b.writing = &plain_field;
}

/* Where the field at `at` ends. */
static size_t end_of_field(const tr_content *d, char delimiter, size_t at, bool *quoted)
{
    size_t end = at < d->size && d->bytes[at] == '"' ? end_of_quotes(d, delimiter, at) : at;

    *quoted = end > at;
    while (!*quoted && end < d->size && d->bytes[end] != delimiter && d->bytes[end] != '\n' &&
           d->bytes[end] != '\r')
        end++;
    return end;
}

/* After the byte-order mark, and the line "sep=;" that spreadsheets read; *delimiter: its sign. */
static size_t start_of(const tr_content *d, char *delimiter)
{
    static const char sep[] = "sep=";
    const size_t begin = d->begin;
    const size_t at = begin + strlen(sep) + 1;

    if (at >= d->size || memcmp(d->bytes + begin, sep, strlen(sep)) != 0) return begin;
    if (d->bytes[at] != '\r' && d->bytes[at] != '\n') return begin;
    if (delimiter) *delimiter = d->bytes[at - 1];
    return tr_after_line_end(d->bytes, at, d->size);
}

/* ---- Columns */

/* Reads "2" or "4-5" of text [len]; false when it is neither. */
static bool read_range(const char *text, size_t len, size_t *first, size_t *last)
{
    char *end;

    if (!len || strspn(text, "0123456789-") < len || *text == '-') return false;
    *first = *last = strtoul(text, &end, 10);
    if (*end == '-' && end + 1 < text + len && end[1] != '-') *last = strtoul(end + 1, &end, 10);
    return end == text + len && *first >= 1 && *first <= *last;
}

/* True if column `n`, from 1, is in a list such as "2,4-5"; "" lists all. */
static bool is_listed(const tr_buf *columns, size_t n)
{
    size_t first, last;

    if (!columns->len) return true;
    for (const char *at = tr_buf_text(columns); *at; at += *at == ',') {
        const size_t len = strcspn(at, ",");
        if (read_range(at, len, &first, &last) && n >= first && n <= last) return true;
        at += len;
    }
    return false;
}

/* The column, from 1, whose field in the first row is `name` [len]; 0 when there is none. */
static size_t find_column(const tr_content *d, char delimiter, const char *name, size_t len)
{
    size_t at = start_of(d, NULL);
    bool quoted;

    for (size_t column = 1;; column++) {
        const size_t end = end_of_field(d, delimiter, at, &quoted);
        const size_t begin = at + quoted, n = end - at - 2 * quoted;
        if (n == len && !memcmp(d->bytes + begin, name, len)) return column;
        if (end >= d->size || d->bytes[end] != delimiter) return 0;
        at = end + 1;
    }
}

/* Writes the columns that the options list as numbers.  *named: the first row has their names. */
static int find_table_columns(const tr_content *d, char delimiter, tr_buf *columns, bool *named,
                              tr_error *err)
{
    const char *const list = d->options->columns;
    size_t first, last;

    *named = false;
    for (const char *at = list; at && *at; at += *at == ',') {
        const size_t len = strcspn(at, ",");
        if (columns->len) tr_buf_add(columns, ",", 1);
        if (read_range(at, len, &first, &last)) {
            tr_buf_add(columns, at, len);
        } else {
            const size_t n = find_column(d, delimiter, at, len);
            if (!n)
                return tr_fail(err, TR_EINVAL, "%s: no column is named \"%.*s\" in its first row",
                               d->name, (int)len, at);
            tr_buf_printf(columns, "%zu", n);
            *named = true;
        }
        at += len;
    }
    return columns->failed ? tr_fail_memory(err) : 0;
}

/* Refuses columns beyond the widest row's. */
static int check_columns(const text_table *t, size_t widest, tr_error *err)
{
    size_t first, last;

    for (const char *at = tr_buf_text(&t->columns); *at; at += *at == ',') {
        const size_t len = strcspn(at, ",");
        if (read_range(at, len, &first, &last) && first > widest)
            return tr_fail(err, TR_EINVAL, "%s: has no column %zu, only %zu", t->content->name,
                           first, widest);
        at += len;
    }
    return 0;
}

/* ---- Keys */

/* "id", "created_at", "isActive": a name for programs. */
static bool is_key(const char *text, size_t len)
{
    if (len < 2 || !tr_ascii_is_lower(text[0])) return false;
    for (size_t i = 1; i < len; i++)
        if (!tr_ascii_is_alnum(text[i]) && text[i] != '_' && text[i] != '-' && text[i] != '.')
            return false;
    return true;
}

/* True if a cell may be the name of a column: a few words that are no sentence, or nothing. */
static bool is_title(const char *text, size_t len)
{
    enum { MOST_BLANKS = 3 };
    size_t n_blanks = 0;

    for (size_t i = 0; i < len; i++)
        n_blanks += text[i] == ' ';
    if (!len) return true;
    return tr_has_letter(text, 0, len) && n_blanks <= MOST_BLANKS && !strchr(".!?", text[len - 1]);
}

/* Reads the field at *at, without its quotes, and moves *at behind it and its delimiter.  False if
 * it is the last of its row. */
static bool next_field(const tr_content *d, char delimiter, size_t *at, tr_span *field)
{
    bool quoted;
    const size_t begin = *at, end = end_of_field(d, delimiter, begin, &quoted);
    const bool more = end < d->size && d->bytes[end] == delimiter;

    *field = (tr_span){begin + quoted, end - quoted};
    *at = end + more;
    return more;
}

/* True if the first row has the names of columns, of which one is a key while the cell below it is
 * none: "id" above "12". */
static bool names_are_keys(const tr_content *d, char delimiter)
{
    const char *const bytes = d->bytes;
    size_t first = start_of(d, NULL), second = first, n = 0;
    bool more = true, found = false;
    tr_span name, below;

    while (next_field(d, delimiter, &second, &below)) {
    }
    second = tr_skip(bytes, second, d->size, tr_ascii_is_line_end);
    for (bool more_below = second < d->size; more; n++) {
        more = next_field(d, delimiter, &first, &name);
        below = (tr_span){0};
        if (more_below) more_below = next_field(d, delimiter, &second, &below);
        const size_t len = name.end - name.begin, len_below = below.end - below.begin;
        if (!is_title(bytes + name.begin, len)) return false;
        found = found || (len_below && is_key(bytes + name.begin, len) &&
                          !is_key(bytes + below.begin, len_below));
    }
    return found && n > 1;
}

enum { COLUMNS = 64 /* that may be of keys */ };

/* The fields of a column below the first row: fields that are keys, and signs of keys in them. */
typedef struct column_kind {
    size_t n, n_keys, n_stops, n_hyphens;
} column_kind;

static void count_field(column_kind *k, const char *text, size_t len)
{
    k->n++;
    k->n_keys += is_key(text, len) ? 1 : 0;
    k->n_stops += memchr(text, '.', len) || memchr(text, '_', len) ? 1 : 0;
    k->n_hyphens += memchr(text, '-', len) ? 1 : 0;
}

/* True if all fields of a column are keys, most of which have a sign in them: "home.title",
 * "save-button".  One with a hyphen alone may be a word. */
static bool is_of_keys(const column_kind *k)
{
    return k->n && k->n_keys == k->n && 2 * (k->n_stops + k->n_hyphens) > k->n &&
           (k->n_stops || k->n > 1);
}

/* Marks the columns [COLUMNS] whose fields are keys. */
static void find_keys(const tr_content *d, char delimiter, char *keys)
{
    column_kind kinds[COLUMNS] = {0};
    size_t at = start_of(d, NULL);
    tr_span field;

    for (size_t row = 1; at < d->size; row++) {
        bool more = true;
        for (size_t column = 0; more; column++) {
            more = next_field(d, delimiter, &at, &field);
            if (row > 1 && column < COLUMNS && field.begin < field.end)
                count_field(&kinds[column], d->bytes + field.begin, field.end - field.begin);
        }
        at = tr_skip(d->bytes, at, d->size, tr_ascii_is_line_end);
    }
    for (size_t i = 0; i < COLUMNS; i++)
        if (is_of_keys(&kinds[i])) keys[i] = 'k';
}

/* Finds the keys of a table once, since a translation may look otherwise: [0] is "k" if names of
 * columns are keys, [n] if the fields of column n are. */
static bool keep_keys(tr_content *d, char delimiter)
{
    enum { SIZE = COLUMNS + 2 };

    if (d->again || d->options->columns) return true;
    char *const keys = TR_REGION_TAKE(&d->region, char, SIZE);
    if (!keys) return false;
    memset(keys, '-', SIZE - 1);
    keys[SIZE - 1] = '\0';
    if (names_are_keys(d, delimiter)) keys[0] = 'k';
    find_keys(d, delimiter, keys + 1);
    d->kept = keys;
    return true;
}

/* True if a field is a key, or "TRUE" and the like. */
static bool field_stays(const text_table *t, tr_span field, size_t row, size_t column)
{
    const char *const text = t->content->bytes + field.begin;
    const size_t len = field.end - field.begin;

    if (tr_value_is_constant(text, len) && row > 1) return true;
    if (!t->keys || !is_key(text, len)) return false;
    return (row == 1 && t->keys[0] == 'k') || (column <= COLUMNS && t->keys[column] == 'k');
}

/* ---- Rows */

/* True if a row ends with the byte: with LF, CR LF or CR. */
static bool ends_row(const tr_content *d, size_t at)
{
    if (d->bytes[at] == '\n') return true;
    return d->bytes[at] == '\r' && (at + 1 == d->size || d->bytes[at + 1] != '\n');
}

/* Reads the field at `at`; returns where it ends. */
static size_t read_table_field(text_table *t, size_t at, size_t row, size_t column)
{
    const tr_content *const d = t->content;
    const bool wanted = is_listed(&t->columns, column) && (row > 1 || !t->header);
    bool quoted;
    const size_t end = end_of_field(d, t->delimiter, at, &quoted);

    if (!wanted || end == at) return end;
    if (field_stays(t, (tr_span){at + quoted, end - quoted}, row, column)) return end;
    /* Marks that neither begin nor end a field are not of this kind of table. */
    if (!quoted && t->delimiter != '\t' && memchr(d->bytes + at, '"', end - at)) return end;
    tr_build_where(&t->b, "row %zu column %zu", row, column);
    const size_t n = d->n_segments;
    (quoted ? read_quoted : read_plain)(t, at, end);
    t->b.failed = t->b.failed || t->field.failed;
    if (!t->field.failed) tr_build_value(&t->b, &t->field, true);
    /* With its quotes: a field may get some. */
    tr_segment *const p = tr_content_only(t->content, n);
    if (p && (p->outer.begin != at || p->outer.end != end)) {
        p->outer = (tr_span){at, end};
        t->b.failed = t->b.failed || !tr_content_change(t->content, p);
    }
    return end;
}

static int read_table_rows(text_table *t, tr_error *err)
{
    const tr_content *const d = t->content;
    size_t row = 1, column = 1, widest = 1;
    size_t at = start_of(d, NULL);

    if (at >= d->size) return 0;
    for (; at < d->size && !t->b.failed; at++) {
        at = read_table_field(t, at, row, column);
        if (at >= d->size) break;
        column = d->bytes[at] == t->delimiter ? column + 1 : 1;
        if (column > widest) widest = column;
        if (ends_row(d, at)) row++;
    }
    return check_columns(t, widest, err);
}

static int read_table(tr_content *d, char delimiter, tr_error *err)
{
    text_table t = {.content = d, .delimiter = delimiter};
    bool named;
    char *const extra = tr_region_copy(&d->region, &delimiter, 1);

    if (!extra) return tr_fail_memory(err);
    int rc = find_table_columns(d, delimiter, &t.columns, &named, err);
    t.header = named || d->options->header;
    if (!keep_keys(d, delimiter)) rc = tr_fail_memory(err);
    t.keys = d->kept;
    tr_builder_init(&t.b, d, &plain_field);
    t.b.extra = extra;
    if (rc == 0) rc = read_table_rows(&t, err);
    tr_decoded_free(&t.field);
    tr_buf_free(&t.columns);
    const int ended = tr_builder_end(&t.b, err);
    return rc < 0 ? rc : ended;
}

int tr_read_tsv(tr_content *d, tr_error *err)
{
    return read_table(d, '\t', err);
}

/* Returns the delimiter that "sep=" names, or a semicolon if the first row has more of them than
 * commas between its fields. */
static char find_delimiter(const tr_content *d)
{
    size_t commas = 0, semicolons = 0;
    char said = '\0';
    bool quoted = false;

    for (size_t i = start_of(d, &said); i < d->size && !said; i++) {
        const char c = d->bytes[i];
        if (c == '\n' || c == '\r') break;
        if (c == '"') quoted = !quoted;
        commas += c == ',' && !quoted;
        semicolons += c == ';' && !quoted;
    }
    return said ? said : semicolons > commas ? ';' : ',';
}

int tr_read_csv(tr_content *d, tr_error *err)
{
    return read_table(d, find_delimiter(d), err);
}

/* ---- Both languages */

/* Moves *at past the row; appends its bytes, or only the fields of the columns that are chosen,
 * with a delimiter before each. */
static void copy_table_row(const tr_content *d, char delimiter, size_t *at, const tr_buf *chosen,
                           tr_buf *out)
{
    const size_t begin = *at;
    size_t column = 1;
    bool quoted;

    for (;; ++*at, column++) {
        const size_t end = end_of_field(d, delimiter, *at, &quoted);
        if (chosen && is_listed(chosen, column)) {
            tr_buf_add(out, &delimiter, 1);
            tr_buf_add(out, d->bytes + *at, end - *at);
        }
        *at = end;
        if (end == d->size || d->bytes[end] != delimiter) break;
    }
    if (!chosen) tr_buf_add(out, d->bytes + begin, *at - begin);
}

static void write_bilingual_table(const tr_content *source, const tr_content *now, char delimiter,
                                  tr_buf *out)
{
    size_t a = start_of(source, NULL), b = a;
    tr_buf columns = {0};
    tr_error err;
    bool named;

    if (find_table_columns(source, delimiter, &columns, &named, &err) < 0) out->failed = true;

    tr_buf_add(out, source->bytes, a);
    while (a < source->size) {
        const size_t before = a;
        copy_table_row(source, delimiter, &a, NULL, out);
        if (a > before) copy_table_row(now, delimiter, &b, &columns, out);
        const size_t end = a;
        while (a < source->size && (source->bytes[a] == '\r' || source->bytes[a] == '\n')) {
            a++;
            if (source->bytes[a - 1] == '\n') break;
        }
        tr_buf_add(out, source->bytes + end, a - end);
        b += a - end;
        if (b > now->size) b = now->size;
    }
    tr_buf_free(&columns);
}

void tr_bilingual_tsv(const tr_content *source, const tr_content *translated, tr_buf *out)
{
    write_bilingual_table(source, translated, '\t', out);
}

void tr_bilingual_csv(const tr_content *source, const tr_content *translated, tr_buf *out)
{
    write_bilingual_table(source, translated, find_delimiter(source), out);
}
