#include "text/terms/glossary_file.h"

#include <string.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "base/span.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "text/terms/glossary_columns.h"
#include "text/terms/tbx.h"

enum { MOST_LANGUAGES = 8 /* of a table */ };

/* A table that is being read. */
typedef struct table {
    const char *path, *end;
    char delimiter;
    size_t line;       /* of the row's beginning */
    size_t next_line;  /* of the next one */
    size_t open_quote; /* the line of a quotation mark of the row that nothing closes; 0: none */
    bool one_line;     /* a row ends with its line, since a quotation mark did not close */
    tr_glossary_columns columns;
    bool half_header; /* the first row names a column, but not the term's and the translation's */
    tr_buf row;       /* the fields, each with a NUL */
    size_t field[TR_MOST_COLUMNS], n;
    size_t n_rows, n_alone;       /* rows; rows of one field; */
    size_t n_listed;              /*   rows of one field with , or ; */
    size_t n_paired;              /*   rows of one field with another mark between two words */
    bool blanks[TR_MOST_COLUMNS]; /* at the ends of each field */
    const tr_glossary_reader *reader;
    tr_error *err;
} table;

/* Tells which mark is between the fields of a file called .csv: the one that its first line has
 * most. */
static char find_delimiter(const char *text, const char *end)
{
    static const char marks[] = ",;\t";
    size_t n[3] = {0}, best = 0;
    bool quoted = false;

    for (; text < end && *text != '\n'; text++) {
        const char *const mark = strchr(marks, *text);
        quoted ^= *text == '"';
        if (!quoted && mark && *mark) n[mark - marks]++;
    }
    for (size_t i = 1; i < 3; i++)
        if (n[i] > n[best]) best = i;
    return marks[best];
}

/* True for white space at an end, but for the carriage return of a line end. */
static bool has_blanks(const char *text, size_t len)
{
    if (len && text[len - 1] == '\r') len--;
    const tr_span at = tr_span_trimmed(text, 0, len);
    return at.begin < at.end && (at.begin > 0 || at.end < len);
}

/* Takes the white space around a field off, and leaves single blanks within. */
static void add_field(table *t, const char *text, size_t len)
{
    const size_t begin = t->row.len;
    bool blank = false;

    if (t->n < TR_MOST_COLUMNS) {
        t->blanks[t->n] = has_blanks(text, len);
        t->field[t->n++] = begin;
    }
    for (size_t at = 0, n; at < len; at += n) {
        int32_t c;
        n = tr_utf8_decode(text + at, len - at, &c);
        if (tr_is_space(c)) {
            blank = t->row.len > begin;
            continue;
        }
        if (blank) tr_buf_add(&t->row, " ", 1);
        tr_buf_add(&t->row, text + at, n);
        blank = false;
    }
    tr_buf_add(&t->row, "", 1);
}

/* True if a field ends there, but for blanks. */
static bool ends_field(const table *t, const char *at)
{
    while (at < t->end && (*at == ' ' || *at == '\r'))
        at++;
    return at == t->end || *at == t->delimiter || *at == '\n';
}

/* A field in quotes, from the first of them on; returns where it ends.  One that goes on in a later
 * line, and has more behind the last quote there, was never closed: that quote opens another. */
static const char *read_quoted(table *t, const char *at, tr_buf *field)
{
    const size_t line = t->next_line - 1;

    for (at++; at < t->end && (*at != '\n' || !t->one_line); at++) {
        if (*at == '"' && (at + 1 == t->end || at[1] != '"')) {
            if (t->next_line - 1 > line && !ends_field(t, at + 1)) break;
            return at + 1;
        }
        if (*at == '"') at++;
        if (*at == '\n') t->next_line++;
        tr_buf_add(field, at, 1);
    }
    if (!t->open_quote) t->open_quote = line;
    return at;
}

/* Reads the fields of a row; returns where the next one begins. */
static const char *read_row(table *t, const char *at)
{
    tr_buf field = {0};
    bool ends = false;

    t->line = t->next_line++;
    t->open_quote = 0;
    t->n = 0;
    tr_buf_clear(&t->row);
    while (!ends) {
        tr_buf_clear(&field);
        if (t->delimiter != '\t' && at < t->end && *at == '"') at = read_quoted(t, at, &field);
        const char *stop = at;
        while (stop < t->end && *stop != t->delimiter && *stop != '\n')
            stop++;
        tr_buf_add(&field, at, (size_t)(stop - at));
        add_field(t, tr_buf_text(&field), field.len);
        ends = stop == t->end || *stop == '\n';
        at = stop + (stop < t->end);
        t->row.failed = t->row.failed || field.failed;
    }
    tr_buf_free(&field);
    return at;
}

static const char *field(const table *t, size_t i)
{
    return i < t->n ? t->row.data + t->field[i] : "";
}

/* 1 if the first row names the columns, 0 if it does not; -1: out of memory. */
static int names_columns(table *t)
{
    const char *fields[TR_MOST_COLUMNS];

    for (size_t i = 0; i < t->n; i++)
        fields[i] = field(t, i);
    return tr_glossary_columns_read(&t->columns, fields, t->n, &t->half_header);
}

/* True if a mark that people put between a word and its translation stands within the row: two
 * blanks, a colon and a blank, or any of the others. */
static bool has_pair_mark(const char *row, size_t len)
{
    static const char *const marks[] = {"=", "|", "->", "\xE2\x86\x92", ": ", "  "};
    const tr_span all = tr_span_trimmed(row, 0, len);

    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const size_t n = strlen(marks[i]);
        for (size_t at = all.begin + 1; at + n < all.end; at++)
            if (!memcmp(row + at, marks[i], n)) return true;
    }
    return false;
}

static int take_pair(table *t, size_t source, size_t target, bool reversed)
{
    const tr_glossary_columns *const c = &t->columns;
    const size_t plural = tr_glossary_column_of(c, target, TR_COLUMN_PLURAL),
                 gender = tr_glossary_column_of(c, target, TR_COLUMN_GENDER);
    const tr_term_fields f = {.source = field(t, source),
                              .target = field(t, target),
                              .plural = plural ? field(t, plural) : "",
                              .gender = gender ? field(t, gender) : "",
                              .source_language = c->n ? c->list[source].language : "",
                              .target_language = c->n ? c->list[target].language : "",
                              .line = t->line,
                              .reversed = reversed};

    return t->reader->take(t->reader->ctx, &f, t->err);
}

/* The first columns [MOST_LANGUAGES] of each language; returns how many. */
static size_t list_languages(const tr_glossary_columns *c, size_t list[MOST_LANGUAGES])
{
    size_t n = 0;

    for (size_t i = 0; i < c->n && n < MOST_LANGUAGES; i++) {
        bool again = !*c->list[i].language;
        for (size_t k = 0; k < n && !again; k++)
            again = !strcmp(c->list[list[k]].language, c->list[i].language);
        if (!again) list[n++] = i;
    }
    return n;
}

/* Takes the term and its translation, and the pairs of all languages that columns name. */
static int take_pairs(table *t)
{
    const tr_glossary_columns *const c = &t->columns;
    size_t list[MOST_LANGUAGES];
    const size_t n = list_languages(c, list);
    int rc = take_pair(t, c->source, c->target, false);

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n && rc == 0; k++) {
            const size_t from = list[i], to = list[k];
            if (i == k || (from == c->source && to == c->target)) continue;
            if (*field(t, from) && *field(t, to)) rc = take_pair(t, from, to, true);
        }
    return rc;
}

/* What is wrong with a row that is left out; NULL: nothing. */
static const char *find_fault(const table *t, const char *row, size_t len, const char *source,
                              const char *target, enum tr_row_fault *fault)
{
    *fault = t->open_quote                                        ? TR_ROW_OPEN_QUOTE
             : !tr_utf8_valid(row, len) || memchr(row, '\0', len) ? TR_ROW_NOT_UTF8
             : strlen(source) > TR_LONGEST_TERM || strlen(target) > TR_LONGEST_TERM
                 ? TR_ROW_TOO_LONG
             : !*source && *target ? TR_ROW_NO_SOURCE
                                   : TR_ROW_BLANKS;
    return *fault == TR_ROW_OPEN_QUOTE  ? "a quotation mark opens a field, and none closes it"
           : *fault == TR_ROW_NOT_UTF8  ? "not valid UTF-8"
           : *fault == TR_ROW_TOO_LONG  ? "a term of more than 1000 bytes"
           : *fault == TR_ROW_NO_SOURCE ? "a translation without a term"
                                        : NULL;
}

static int take_row(table *t, const char *row, size_t len)
{
    const bool first = t->n_rows == 0 && !t->open_quote && tr_utf8_valid(row, len);
    const int is_header = first ? names_columns(t) : 0;
    const tr_glossary_columns *const c = &t->columns;
    const char *const source = field(t, c->source), *const target = field(t, c->target);
    enum tr_row_fault fault;

    if (is_header < 0) return tr_fail_memory(t->err);
    if (!*source && !*target) return 0;
    t->n_rows++;
    if (is_header) return 0;
    const char *const why = find_fault(t, row, len, source, target, &fault);
    if (why && !t->reader->tell)
        return tr_fail(t->err, TR_EFORMAT, "%s:%zu: %s", t->path,
                       t->open_quote ? t->open_quote : t->line, why);
    if (t->reader->tell && (why || t->blanks[c->source] || (*target && t->blanks[c->target])))
        t->reader->tell(t->reader->ctx, fault, t->line, source, target);
    if (t->reader->tell && first && !why && t->half_header)
        t->reader->tell(t->reader->ctx, TR_ROW_HALF_HEADER, t->line, source, target);
    if (why) return 0;
    t->n_alone += t->n == 1;
    t->n_listed += t->n == 1 && strpbrk(source, ",;");
    t->n_paired += t->n == 1 && has_pair_mark(row, len);
    return take_pairs(t);
}

/* Refuses a table where no line has a tab, but most have another mark, as one of another kind. */
static int check_marks(const table *t)
{
    if (t->delimiter != '\t' || t->n_alone < t->n_rows) return 0;
    if (2 * t->n_listed > t->n_rows)
        return tr_fail(t->err, TR_EFORMAT,
                       "%s: no line has a tab, most have commas or semicolons: a table with those "
                       "has a name in .csv",
                       t->path);
    if (2 * t->n_paired > t->n_rows)
        return tr_fail(t->err, TR_EFORMAT,
                       "%s: no line has a tab, which stands between a term and its translation; "
                       "most have another mark, such as = or two blanks",
                       t->path);
    return 0;
}

static int read_table(table *t, const char *text)
{
    int rc = 0;

    while (text < t->end && rc == 0) {
        const char *next = read_row(t, text);
        if (t->open_quote && !t->one_line && t->reader->tell) { /* the reading goes on */
            t->one_line = true;
            t->next_line = t->line;
            next = read_row(t, text);
        }
        rc = t->row.failed ? tr_fail_memory(t->err) : take_row(t, text, (size_t)(next - text));
        text = next;
    }
    if (rc == 0) rc = check_marks(t);
    tr_buf_free(&t->row);
    return rc;
}

/* Reads "sep=;", which says in a line of its own what is between the fields; returns where the
 * table begins. */
static const char *read_separator(table *t, const char *text)
{
    static const char key[] = "sep=";
    const size_t n = sizeof key - 1;

    if ((size_t)(t->end - text) <= n) return text;
    for (size_t i = 0; i < n; i++)
        if (tr_ascii_lower(text[i]) != key[i]) return text;
    const char mark = text[n];
    const char *end = text + n + 1;
    if (mark == '"' || mark == '\r' || mark == '\n' || mark & 0x80 || tr_ascii_is_alnum(mark))
        return text;
    end += end < t->end && *end == '\r';
    if (end < t->end && *end != '\n') return text;
    t->delimiter = mark;
    t->next_line++;
    return end + (end < t->end);
}

int tr_glossary_file_read(const tr_file *f, const char *path, const tr_glossary_reader *reader,
                          tr_error *err)
{
    static const char bom[] = "\xEF\xBB\xBF";
    const char *text = (const char *)f->data, *const end = text + f->size;

    if (f->size > TR_GLOSSARY_FILE_MOST)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: larger than %d MiB", path,
                       TR_GLOSSARY_FILE_MOST >> 20);
    if (tr_ends_in(path, ".tbx")) return tr_tbx_read(f, path, reader->take, reader->ctx, err);
    if (f->size >= 3 && !memcmp(text, bom, 3)) text += 3;
    table t = {.path = path,
               .end = end,
               .delimiter = tr_ends_in(path, ".csv") ? find_delimiter(text, end) : '\t',
               .next_line = 1,
               .columns = {.target = 1},
               .reader = reader,
               .err = err};
    return read_table(&t, read_separator(&t, text));
}
