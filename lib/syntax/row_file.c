#include "syntax/row_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "base/file.h"
#include "base/utf8.h"
#include "syntax/pattern_check.h"

enum { LARGEST = 1 << 20, MOST_COLUMNS = 5 };

struct tr_row_file {
    char *text; /* of the file, cut into columns */
    tr_syntax *list;
    tr_definition *defined;
    size_t n, n_defined, capacity, defined_capacity;
};

static tr_definitions definitions_of(const tr_row_file *rows)
{
    return (tr_definitions){rows->defined, rows->n_defined, tr_syntax_definitions()};
}

/* ---- Reading ---- */

/* Cuts a line into columns; returns how many they are, one more than MOST_COLUMNS if more. */
static size_t cut(char *line, char *column[MOST_COLUMNS])
{
    size_t n = 0;

    for (char *p = line; *p && *p != '\r';) {
        if (n == MOST_COLUMNS) return n + 1;
        column[n++] = p;
        while (*p && *p != '\t' && *p != '\r' && !(*p == ' ' && strchr(" \t\r", p[1])))
            p++;
        while (*p == ' ' || *p == '\t' || *p == '\r')
            *p++ = '\0';
    }
    return n;
}

/* The kind of that name; TR_SYNTAX_N_KINDS if a user's row has none such. */
static enum tr_syntax_kind kind_of(const char *name)
{
    static const enum tr_syntax_kind kinds[] = {TR_SYNTAX_DEFINE, TR_SYNTAX_PLACEHOLDER,
                                                TR_SYNTAX_TAG, TR_SYNTAX_CODE, TR_SYNTAX_NONE};

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(tr_syntax_kind_name(kinds[i]), name)) return kinds[i];
    return TR_SYNTAX_N_KINDS;
}

/* *takes: the row's pattern takes all that it should of an example.  TR_ENOMEM. */
static int try_example(const tr_row_file *rows, const tr_syntax *row, const char *example,
                       bool *takes, tr_error *err)
{
    const tr_definitions defined = definitions_of(rows);
    char *const text = malloc(strlen(example) + 1);
    tr_span taken;

    if (!text) return tr_fail_memory(err);
    const size_t len = tr_pattern_example(example, text, &taken);
    *takes = taken.end > taken.begin && tr_pattern_match(row->pattern, &defined, text, len,
                                                         taken.begin) == taken.end - taken.begin;
    free(text);
    return 0;
}

static int check_examples(const tr_row_file *rows, const tr_syntax *row, tr_error *err)
{
    bool takes = true;
    int rc = 0;

    if (strcmp(row->like, "-") != 0) rc = try_example(rows, row, row->like, &takes, err);
    if (rc == 0 && !takes)
        return tr_fail(err, TR_EFORMAT, "the pattern does not take all of its example \"%.100s\"",
                       row->like);
    takes = false;
    if (rc == 0 && strcmp(row->unlike, "-") != 0)
        rc = try_example(rows, row, row->unlike, &takes, err);
    if (rc == 0 && takes)
        return tr_fail(err, TR_EFORMAT, "the pattern takes its counter-example \"%.100s\"",
                       row->unlike);
    return rc;
}

static int add_definition(tr_row_file *rows, const tr_syntax *row, tr_error *err)
{
    void *list = rows->defined;

    if (tr_reserve(&list, &rows->defined_capacity, rows->n_defined + 1, sizeof *rows->defined) < 0)
        return tr_fail_memory(err);
    rows->defined = list;
    rows->defined[rows->n_defined++] = (tr_definition){row->name, row->pattern};
    return 0;
}

static int add_row(tr_row_file *rows, const tr_syntax *row, tr_error *err)
{
    void *list = rows->list;
    const int rc = check_examples(rows, row, err);

    if (rc < 0) return rc;
    if (tr_reserve(&list, &rows->capacity, rows->n + 1, sizeof *rows->list) < 0)
        return tr_fail_memory(err);
    rows->list = list;
    rows->list[rows->n++] = *row;
    return 0;
}

static int read_line(tr_row_file *rows, char *line, tr_error *err)
{
    char *column[MOST_COLUMNS] = {0};
    const size_t n = cut(line, column);
    const tr_definitions defined = definitions_of(rows);

    if (n == 0 || *line == '#') return 0;
    const enum tr_syntax_kind kind = kind_of(column[0]);
    if (kind == TR_SYNTAX_N_KINDS)
        return tr_fail(err, TR_EFORMAT,
                       "\"%.60s\" is not one of define, placeholder, tag, code and none",
                       column[0]);
    if (n < 3 || n > (kind == TR_SYNTAX_DEFINE ? 3 : MOST_COLUMNS))
        return tr_fail(err, TR_EFORMAT,
                       "a row is a kind, a name, a pattern, and two examples or none, with two "
                       "blanks or a tab between them; a definition has no example");
    const tr_syntax row = {.kind = kind,
                           .name = column[1],
                           .pattern = column[2],
                           .like = n > 3 ? column[3] : "-",
                           .unlike = n > 4 ? column[4] : "-"};
    const int rc = tr_pattern_check(row.pattern, &defined, err);
    if (rc < 0) return rc;
    return kind == TR_SYNTAX_DEFINE ? add_definition(rows, &row, err) : add_row(rows, &row, err);
}

static int read_rows(tr_row_file *rows, const char *path, const tr_file *f, tr_error *err)
{
    tr_error why = {0};
    size_t n_line = 1;
    int rc = 0;

    rows->text = malloc(f->size + 1);
    if (!rows->text) return tr_fail_memory(err);
    if (f->size) memcpy(rows->text, f->data, f->size);
    rows->text[f->size] = '\0';
    char *line = rows->text + tr_utf8_mark(rows->text, f->size);
    if (strlen(rows->text) < f->size || !tr_utf8_valid(rows->text, f->size))
        return tr_fail(err, TR_EFORMAT, "%s: it is not a text in UTF-8", path);
    for (char *end; rc == 0 && *line; line = end, n_line++) {
        end = line + strcspn(line, "\n");
        if (*end) *end++ = '\0';
        rc = read_line(rows, line, &why);
        if (rc == TR_EFORMAT) return tr_fail(err, rc, "%s:%zu: %s", path, n_line, why.msg);
    }
    if (rc < 0) return tr_fail_memory(err);
    return rows->n ? 0 : tr_fail(err, TR_EFORMAT, "%s: it has no row", path);
}

int tr_row_file_open(tr_row_file **out, const char *path, tr_error *err)
{
    tr_row_file *const rows = calloc(1, sizeof *rows);
    tr_file f = {0};

    *out = NULL;
    if (!rows) return tr_fail_memory(err);
    int rc = tr_file_map(&f, path, err);
    if (rc == 0 && f.size > LARGEST)
        rc = tr_fail(err, TR_EFORMAT, "%s: it has more than %d bytes", path, LARGEST);
    if (rc == 0) rc = read_rows(rows, path, &f, err);
    tr_file_unmap(&f);
    if (rc < 0)
        tr_row_file_free(rows);
    else
        *out = rows;
    return rc;
}

void tr_row_file_free(tr_row_file *rows)
{
    if (!rows) return;
    free(rows->text);
    free(rows->list);
    free(rows->defined);
    free(rows);
}

/* ---- Finding ---- */

const tr_syntax *tr_row_file_at(const tr_row_file *rows, const char *text, size_t len, size_t at,
                                size_t *end)
{
    const tr_definitions defined = definitions_of(rows);

    for (size_t i = 0; i < rows->n; i++) {
        const size_t n = tr_pattern_match(rows->list[i].pattern, &defined, text, len, at);
        if (!n) continue;
        for (*end = at + n; *end < len && tr_utf8_is_inner(text[*end]);)
            ++*end;
        return &rows->list[i];
    }
    return NULL;
}

const tr_syntax *tr_row_file_next(const tr_row_file *rows, const char *text, size_t len,
                                  size_t from, tr_span *found)
{
    for (size_t i = from; i < len; i++) {
        if (tr_utf8_is_inner(text[i])) continue;
        const tr_syntax *const row = tr_row_file_at(rows, text, len, i, &found->end);
        if (!row || row->kind == TR_SYNTAX_NONE) continue;
        found->begin = i;
        return row;
    }
    return NULL;
}
