/*
 * evidence.c - what rules still earn: prints each row of lib/syntax/data/syntax.rows with how often
 * it fired in the lines of some files, in how many files, and one place.  It reads the names of the
 * files from standard input, one a line, and leaves out what is not text.
 *
 * A row of placeholders, codes and tags fires where it is the first to match and nothing before it
 * took the place; one of words and groups, at words; one of templates, at any byte.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "syntax/syntax.h"

enum { MOST_ROWS = 256, MOST_PATH = 4096 };

typedef struct firing {
    unsigned long n, n_files;
    char *place; /* "file:line", of the first */
    bool in_file;
} firing;

typedef struct evidence {
    firing of[MOST_ROWS];
    const char *path;
    size_t line;
    unsigned long n_files, n_lines;
} evidence;

static void fire(evidence *e, const tr_syntax *row)
{
    firing *const f = &e->of[row - tr_syntax_row(0)];

    f->n++;
    f->n_files += !f->in_file;
    f->in_file = true;
    if (f->place) return;
    const int n = snprintf(NULL, 0, "%s:%zu", e->path, e->line);
    f->place = malloc((size_t)n + 1);
    if (f->place) snprintf(f->place, (size_t)n + 1, "%s:%zu", e->path, e->line);
}

/* Rows of these kinds, each behind the end of the one before. */
static void weigh_scanned(evidence *e, unsigned kinds, const char *text, size_t len)
{
    size_t end;

    for (size_t at = 0; at < len;) {
        const tr_syntax *const row = tr_syntax_at(kinds, text, len, at, &end);
        if (row) fire(e, row);
        at = row && row->kind != TR_SYNTAX_NONE ? end : at + 1;
    }
}

/* A word, less the marks of a sentence around it. */
static void weigh_word(evidence *e, const char *text, size_t len, tr_span word)
{
    enum { GROUPS = TR_SYNTAX_IS(TR_SYNTAX_GROUPS) | TR_SYNTAX_IS(TR_SYNTAX_SECTION) };
    bool digit = false;
    size_t end;

    while (word.begin < word.end && strchr("\"'([", text[word.begin]))
        word.begin++;
    while (word.end > word.begin && strchr("\"')].,;:!?", text[word.end - 1]))
        word.end--;
    for (size_t i = word.begin; i < word.end; i++)
        digit = digit || (text[i] >= '0' && text[i] <= '9');
    const tr_syntax *row = tr_syntax_group_at(GROUPS, text, len, word.begin, &end);
    if (!row && word.begin < word.end) row = tr_syntax_of_word(text, word, digit);
    if (row) fire(e, row);
}

static void weigh_words(evidence *e, const char *text, size_t len)
{
    for (size_t at = 0, end; at < len; at = end + 1) {
        for (end = at; end < len && text[end] != ' ' && text[end] != '\t';)
            end++;
        if (end > at) weigh_word(e, text, len, (tr_span){at, end});
    }
}

static void weigh_line(evidence *e, const char *text, size_t len)
{
    enum {
        TAGS = TR_SYNTAX_IS(TR_SYNTAX_BLOCK) | TR_SYNTAX_IS(TR_SYNTAX_INLINE) |
               TR_SYNTAX_IS(TR_SYNTAX_COMMENT)
    };

    e->n_lines++;
    weigh_scanned(e, TR_SYNTAX_PLACEHOLDERS, text, len);
    weigh_scanned(e, TR_SYNTAX_IS(TR_SYNTAX_CODE), text, len);
    weigh_scanned(e, TAGS, text, len);
    weigh_words(e, text, len);
}

static void weigh_file(evidence *e, const char *path)
{
    enum { LARGEST = 1 << 26, LONGEST_LINE = 1 << 16 };
    tr_file f;

    if (tr_file_map(&f, path, NULL) < 0) return;
    const char *const text = (const char *)f.data;
    const bool is_text = f.size && f.size < LARGEST && !memchr(text, '\0', f.size);
    e->path = path;
    e->line = 0;
    e->n_files += is_text;
    for (size_t i = 0; i < MOST_ROWS; i++)
        e->of[i].in_file = false;
    for (size_t at = 0, len; is_text && at < f.size; at += len + 1) {
        const char *const end = memchr(text + at, '\n', f.size - at);
        len = end ? (size_t)(end - text) - at : f.size - at;
        e->line++;
        if (len < LONGEST_LINE && tr_utf8_valid(text + at, len)) weigh_line(e, text + at, len);
    }
    tr_file_unmap(&f);
}

int main(void)
{
    static evidence e;
    char path[MOST_PATH];

    while (fgets(path, sizeof path, stdin)) {
        path[strcspn(path, "\n")] = '\0';
        weigh_file(&e, path);
    }
    printf("%lu files, %lu lines\n", e.n_files, e.n_lines);
    for (size_t i = 0; tr_syntax_row(i); i++) {
        const tr_syntax *const row = tr_syntax_row(i);
        printf("%9lu in %6lu files  %-13s %-18s %s\n", e.of[i].n, e.of[i].n_files,
               tr_syntax_kind_name(row->kind), row->name, e.of[i].place ? e.of[i].place : "-");
        free(e.of[i].place);
    }
    return 0;
}
