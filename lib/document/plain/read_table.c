#include "document/plain/read_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "document/data/build_value.h"
#include "document/keys/value_kinds.h"
#include "document/plain/table_columns.h"

typedef struct text_table {
    tr_content *content;
    tr_builder b;
    char delimiter;
    bool header;      /* the first row stays */
    const char *keys; /* which cells are keys, as keep_keys() has it */
    tr_table_columns columns;
    char *filled; /* [n_filled] of fields that columns fill: 'e' if it was empty, else '-' */
    size_t n_filled, n_seen;
    size_t row; /* where the row at hand begins */
    tr_decoded field;
} text_table;

/* What a field that was empty is written with: the first byte is the delimiter, as of others. */
typedef struct filling {
    char delimiter;
    bool quoted;            /* as its source is */
    bool first;             /* of its row: the delimiter is behind it, not before */
    tr_span before, behind; /* of the source, around its text */
} filling;

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

/* Into an empty field. */
static void fill_field(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const filling *const f = to->segment->extra;
    tr_buf all = {0};

    if (!f->first) tr_buf_add(out, &f->delimiter, 1);
    if (f->quoted) tr_buf_add(&all, "\"", 1);
    tr_content_copy(to->content, f->before, &all);
    tr_buf_add(&all, text, len);
    tr_content_copy(to->content, f->behind, &all);
    if (f->quoted) tr_buf_add(&all, "\"", 1);
    if (f->quoted)
        tr_buf_add(out, tr_buf_text(&all), all.len);
    else
        put_quotes(to, tr_buf_text(&all), all.len, out);
    if (f->first) tr_buf_add(out, &f->delimiter, 1);
    out->failed = out->failed || all.failed;
    tr_buf_free(&all);
}

static const tr_writing filled_plain = {.finish = fill_field};
static const tr_writing filled_quoted = {.escapes = doubled, .finish = fill_field};
static const tr_writing plain_field = {.finish = put_quotes};
static const tr_writing quoted_field = {.escapes = doubled};

/* ---- Fields in */

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

/* True if the first row has the names of columns, of which one is a key while the cell below it is
 * none: "id" above "12". */
static bool names_are_keys(const tr_content *d, char delimiter)
{
    const char *const bytes = d->bytes;
    size_t first = tr_table_start(d, NULL), second = first, n = 0;
    bool more = true, found = false;
    tr_span name, below;

    while (tr_table_next_field(d, delimiter, &second, &below)) {
    }
    second = tr_skip(bytes, second, d->size, tr_ascii_is_line_end);
    for (bool more_below = second < d->size; more; n++) {
        more = tr_table_next_field(d, delimiter, &first, &name);
        below = (tr_span){0};
        if (more_below) more_below = tr_table_next_field(d, delimiter, &second, &below);
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
    size_t at = tr_table_start(d, NULL);
    tr_span field;

    for (size_t row = 1; at < d->size; row++) {
        bool more = true;
        for (size_t column = 0; more; column++) {
            more = tr_table_next_field(d, delimiter, &at, &field);
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

/* The field of a column in the row that begins at byte `at`, with its quotes; *quoted: it has some.
 * Empty if there is none. */
static tr_span field_of(const text_table *t, size_t at, size_t column, bool *quoted)
{
    const tr_content *const d = t->content;

    for (size_t n = 1;; n++) {
        const size_t end = tr_table_field_end(d, t->delimiter, at, quoted);
        if (n == column) return (tr_span){at, end};
        if (end >= d->size || d->bytes[end] != t->delimiter) break;
        at = end + 1;
    }
    *quoted = false;
    return (tr_span){0};
}

/* True if nothing is between the quotes of a field, or it has none. */
static bool is_blank_field(const tr_content *d, tr_span field, bool quoted)
{
    const tr_span inner = {field.begin + quoted, field.end - quoted};
    return tr_skip(d->bytes, inner.begin, inner.end, tr_ascii_is_space) == inner.end;
}

/* Room for what fields were empty, as many as the table may have; a table that is read again has
 * them filled. */
static bool keep_filled(text_table *t)
{
    tr_content *const d = t->content;
    size_t n = 1;

    if (!t->columns.n_pairs) return true;
    if (d->again) {
        t->filled = (char *)d->kept;
        t->n_filled = d->kept ? strlen(d->kept) : 0;
        return true;
    }
    for (size_t i = 0; i < d->size; i++)
        n += tr_ascii_is_line_end(d->bytes[i]);
    t->n_filled = n * t->columns.n_pairs;
    t->filled = TR_REGION_TAKE(&d->region, char, t->n_filled + 1);
    if (!t->filled) return false;
    memset(t->filled, '-', t->n_filled);
    t->filled[t->n_filled] = '\0';
    d->kept = t->filled;
    return true;
}

/* True if the next field that a column fills is, or was, empty. */
static bool is_to_be_filled(text_table *t, tr_span field, bool quoted)
{
    const size_t i = t->n_seen++;

    if (i >= t->n_filled) return false;
    if (!t->content->again && is_blank_field(t->content, field, quoted)) t->filled[i] = 'e';
    return t->filled[i] == 'e';
}

/* A field `to` that is empty is a segment with the text of the field of column `from`.  So that it
 * has a place, a delimiter is in it. */
static void fill_from(text_table *t, size_t from, tr_span to)
{
    tr_content *const d = t->content;
    filling *const f = TR_REGION_TAKE(&d->region, filling, 1);
    const size_t n = d->n_segments;
    bool quoted;
    const tr_span source = field_of(t, t->row, from, &quoted);

    t->b.failed = t->b.failed || !f;
    if (t->b.failed || is_blank_field(d, source, quoted)) return;
    if (!quoted && t->delimiter != '\t' &&
        memchr(d->bytes + source.begin, '"', source.end - source.begin))
        return;
    (quoted ? read_quoted : read_plain)(t, source.begin, source.end);
    t->b.writing = quoted ? &filled_quoted : &filled_plain;
    if (!t->field.failed) tr_build_lines(&t->b, &t->field, true);
    t->b.failed = t->b.failed || t->field.failed;
    tr_segment *const p = t->b.failed ? NULL : tr_content_keep_one(d, n);
    if (!p) return;
    *f = (filling){.delimiter = t->delimiter,
                   .quoted = quoted,
                   .first = to.begin == t->row,
                   .before = {source.begin + quoted, p->at.begin},
                   .behind = {p->at.end, source.end - quoted}};
    p->at = p->outer = (tr_span){to.begin - !f->first, to.end + f->first};
    p->extra = f;
    t->b.failed = !tr_content_change(d, p);
}

/* Reads the field at `at`; returns where it ends. */
static size_t read_table_field(text_table *t, size_t at, size_t row, size_t column)
{
    const tr_content *const d = t->content;
    const bool wanted = tr_table_columns_have(&t->columns, column) && (row > 1 || !t->header);
    bool quoted;
    const size_t end = tr_table_field_end(d, t->delimiter, at, &quoted);

    const size_t source = wanted ? tr_table_columns_source(&t->columns, column) : 0;
    if (source) {
        tr_build_where(&t->b, "row %zu column %zu", row, column);
        if (is_to_be_filled(t, (tr_span){at, end}, quoted))
            fill_from(t, source, (tr_span){at, end});
        else
            t->content->n_done++;
        return end;
    }
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
    size_t at = tr_table_start(d, NULL);

    if (at >= d->size) return 0;
    t->row = at;
    for (; at < d->size && !t->b.failed; at++) {
        at = read_table_field(t, at, row, column);
        if (at >= d->size) break;
        column = d->bytes[at] == t->delimiter ? column + 1 : 1;
        if (column > widest) widest = column;
        if (ends_row(d, at)) row++;
        if (column == 1) t->row = at + 1;
    }
    return tr_table_columns_check(&t->columns, widest, err);
}

static int read_table(tr_content *d, char delimiter, tr_error *err)
{
    text_table t = {.content = d, .delimiter = delimiter};
    char *const extra = tr_region_copy(&d->region, &delimiter, 1);

    if (!extra) return tr_fail_memory(err);
    int rc = tr_table_columns_read(&t.columns, d, delimiter, err);
    t.header = t.columns.named || d->options->header;
    if (!keep_keys(d, delimiter) || !keep_filled(&t)) rc = tr_fail_memory(err);
    t.keys = t.columns.n_pairs ? NULL : d->kept;
    tr_builder_init(&t.b, d, &plain_field);
    t.b.extra = extra;
    if (rc == 0) rc = read_table_rows(&t, err);
    tr_decoded_free(&t.field);
    tr_buf_free(&t.columns.list);
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

    for (size_t i = tr_table_start(d, &said); i < d->size && !said; i++) {
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
static void copy_table_row(const tr_content *d, char delimiter, size_t *at,
                           const tr_table_columns *chosen, tr_buf *out)
{
    const size_t begin = *at;
    size_t column = 1;
    bool quoted;

    for (;; ++*at, column++) {
        const size_t end = tr_table_field_end(d, delimiter, *at, &quoted);
        if (chosen && tr_table_columns_have(chosen, column)) {
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
    size_t a = tr_table_start(source, NULL), b = a;
    tr_table_columns columns;
    tr_error err;

    if (tr_table_columns_read(&columns, source, delimiter, &err) < 0) out->failed = true;

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
    tr_buf_free(&columns.list);
}

void tr_bilingual_tsv(const tr_content *source, const tr_content *translated, tr_buf *out)
{
    write_bilingual_table(source, translated, '\t', out);
}

void tr_bilingual_csv(const tr_content *source, const tr_content *translated, tr_buf *out)
{
    write_bilingual_table(source, translated, find_delimiter(source), out);
}
