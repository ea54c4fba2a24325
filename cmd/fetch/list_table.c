#include "list_table.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "console/alloc.h"
#include "console/printable.h"
#include "models/language_names.h"
#include "models/model_languages.h"

enum { NAME_COLUMNS = 24, PAIR_COLUMNS = 10, LANGUAGE_COLUMNS = 32, TABLE_COLUMNS = 79 };

/* ---- Rows ---------------------------------------------------------------------------------- */

/* What the sign before a row means is said below the table. */
enum mark { MARK_INSTALLED, MARK_OLDER, MARK_UNVERIFIED, MARK_REFUSED, MARK_NIGHTLY, N_MARKS };

static const struct {
    char sign;
    const char *meaning;
} marks[N_MARKS] = {
    [MARK_INSTALLED] = {'+', "installed"},
    [MARK_OLDER] = {'^', "installed; translate fetch --update gets another revision"},
    [MARK_UNVERIFIED] = {'*', "nobody says its SHA-256: --unverified fetches it all the same"},
    [MARK_REFUSED] = {'x', "cannot be converted"},
    [MARK_NIGHTLY] = {'n', "not released"},
};

/* A table under way. */
typedef struct table {
    FILE *out;
    const installed_list *have;
    bool used[N_MARKS], unknown; /* a mark; that something is not known */
} table;

static void print_mark(table *t, const index_model *m)
{
    const installed *const old = installed_named(t->have, m->name);
    const int mark = old && !strcmp(old->revision, m->revision) ? MARK_INSTALLED
                     : old                                      ? MARK_OLDER
                     : *m->refused                              ? MARK_REFUSED
                     : m->is_nightly                            ? MARK_NIGHTLY
                     : !m->is_pinned                            ? MARK_UNVERIFIED
                                                                : N_MARKS;

    if (mark < N_MARKS) t->used[mark] = true;
    if (!m->size || !*m->license || (m->comet < 0 && m->chrf < 0)) t->unknown = true;
    fprintf(t->out, "%c ", mark < N_MARKS ? marks[mark].sign : ' ');
}

static void print_legend(const table *t)
{
    if (t->unknown) fputs("\n-  not known\n", t->out);
    bool any = t->unknown;
    for (size_t i = 0; i < N_MARKS; i++) {
        if (!t->used[i]) continue;
        fprintf(t->out, "%s%c  %s\n", any ? "" : "\n", marks[i].sign, marks[i].meaning);
        any = true;
    }
}

/* The text and blanks up to the width; true if it fits. */
static bool print_column(FILE *out, const char *text, size_t width)
{
    return printable_text(out, text, strlen(text), width) <= width;
}

static void print_figures(FILE *out, const index_model *m)
{
    char size[32] = "-";

    if (m->size) printable_bytes(size, sizeof size, m->size);
    fprintf(out, " %8s  ", size);
    if (m->comet >= 0)
        fprintf(out, "COMET %4.1f ", 100 * m->comet);
    else if (m->chrf >= 0)
        fprintf(out, "chrF  %4.1f ", m->chrf);
    else
        fprintf(out, "%-11s", "-");
}

static void print_licence(FILE *out, const index_model *m, size_t width)
{
    print_column(out, *m->license ? m->license : "-", width);
}

static void languages_of(const index_model *m, char *text, size_t size)
{
    char from[64], to[64];

    language_name(m->source, from, sizeof from);
    language_name(m->target, to, sizeof to);
    snprintf(text, size, "%s to %s", from, to);
}

static bool same_pair(const index_model *a, const index_model *b)
{
    return languages_same_pair(a->source, a->target, b->source, b->target);
}

/* ---- Each model ---------------------------------------------------------------------------- */

static void print_model(table *t, const index_model *m)
{
    print_mark(t, m);
    if (!print_column(t->out, m->name, NAME_COLUMNS))
        fprintf(t->out, "\n%*s", NAME_COLUMNS + 2, "");
    print_figures(t->out, m);
    print_licence(t->out, m, 13);
    print_column(t->out, m->provider, 0);
    fputc(' ', t->out);
    print_column(t->out, m->version, 0);
    fputc('\n', t->out);
    if (!*m->refused) return;
    fputs("  cannot be converted: ", t->out);
    print_column(t->out, m->refused, 0);
    fputc('\n', t->out);
}

void list_table_models(FILE *out, const index_model **rows, size_t n, const installed_list *have)
{
    table t = {.out = out, .have = have};
    char languages[160];

    for (size_t i = 0; i < n; i++) {
        if (!i || !same_pair(rows[i - 1], rows[i])) {
            languages_of(rows[i], languages, sizeof languages);
            fprintf(out, "%s%s (%s-%s)\n", i ? "\n" : "", languages, rows[i]->source,
                    rows[i]->target);
            fprintf(out, "  %-*s %8s  %-11s%-13sFROM\n", NAME_COLUMNS, "NAME", "SIZE", "SCORE",
                    "LICENCE");
        }
        print_model(&t, rows[i]);
    }
    print_legend(&t);
}

/* ---- Each pair ----------------------------------------------------------------------------- */

static void print_pair(table *t, const index_model *m)
{
    char pair[2 * INDEX_MAX_NAME], languages[160];

    snprintf(pair, sizeof pair, "%s-%s", m->source, m->target);
    languages_of(m, languages, sizeof languages);
    print_mark(t, m);
    print_column(t->out, pair, PAIR_COLUMNS);
    fputc(' ', t->out);
    print_column(t->out, languages, LANGUAGE_COLUMNS);
    print_figures(t->out, m);
    print_licence(t->out, m, 0);
    fputc('\n', t->out);
}

void list_table_pairs(FILE *out, const index_model **rows, size_t n, const installed_list *have)
{
    table t = {.out = out, .have = have};

    fprintf(out, "  %-*s %-*s %8s  %-11sLICENCE\n", PAIR_COLUMNS, "PAIR", LANGUAGE_COLUMNS,
            "LANGUAGES", "SIZE", "SCORE");
    for (size_t i = 0; i < n; i++)
        if (!i || !same_pair(rows[i - 1], rows[i])) print_pair(&t, rows[i]);
    print_legend(&t);
    fputs("\nA pair's best model is shown; translate fetch --list en-de shows all of one.\n", out);
}

/* ---- Languages ----------------------------------------------------------------------------- */

enum direction { TO_ENGLISH = 1, FROM_ENGLISH = 2, BOTH = 3, ELSEWHERE = 4 };

/* A language of the list. */
typedef struct spoken {
    char name[64];
    const char *tag;
    int directions;
} spoken;

static bool is_english(const char *tag)
{
    return !strcmp(tag, language_english);
}

static void note(spoken *all, size_t *n, const char *tag, int direction)
{
    size_t i = 0;

    while (i < *n && strcmp(all[i].tag, tag) != 0)
        i++;
    if (i == *n) {
        all[(*n)++] = (spoken){.tag = tag};
        language_name(tag, all[i].name, sizeof all[i].name);
    }
    all[i].directions |= direction;
}

/* "Title: A (a), B (b)", wrapped. */
static void print_languages(FILE *out, const char *title, const spoken *all, size_t n,
                            int directions)
{
    size_t column = strlen(title);
    bool any = false;

    for (size_t i = 0; i < n; i++) {
        if ((all[i].directions & BOTH) != directions || is_english(all[i].tag)) continue;
        const size_t width =
            strlen(all[i].tag) + 4 + printable_width(all[i].name, strlen(all[i].name));
        if (!any) fprintf(out, "%s", title);
        if (any) fputc(',', out);
        if (column + 1 + width > TABLE_COLUMNS) {
            fputs("\n  ", out);
            column = 1;
        } else {
            fputc(' ', out);
        }
        column += 1 + width;
        print_column(out, all[i].name, 0);
        fprintf(out, " (%s)", all[i].tag);
        any = true;
    }
    if (any) fputc('\n', out);
}

void list_table_languages(FILE *out, const index_model **rows, size_t n)
{
    spoken *const all = checked_malloc((2 * n + 1) * sizeof *all);
    size_t n_all = 0, n_pairs = 0, n_without = 0;

    for (size_t i = 0; i < n; i++) {
        const bool to = is_english(rows[i]->target), from = is_english(rows[i]->source);
        if (i && same_pair(rows[i - 1], rows[i])) continue;
        n_pairs++;
        n_without += !to && !from;
        note(all, &n_all, rows[i]->source, to ? TO_ENGLISH : ELSEWHERE);
        note(all, &n_all, rows[i]->target, from ? FROM_ENGLISH : ELSEWHERE);
    }
    qsort(all, n_all, sizeof *all, tr_compare_texts);
    fprintf(out, "%zu models can be fetched, for %zu pairs of %zu languages.\n\n", n, n_pairs,
            n_all);
    print_languages(out, "To and from English:", all, n_all, BOTH);
    print_languages(out, "To English:", all, n_all, TO_ENGLISH);
    print_languages(out, "From English:", all, n_all, FROM_ENGLISH);
    print_languages(out, "To and from others alone:", all, n_all, 0);
    if (n_without) fprintf(out, "Of the pairs, %zu are without English.\n", n_without);
    fputs("\ntranslate fetch en-fr           gets the best model from English to French\n"
          "translate fetch --list          shows each pair, with size, score and licence\n"
          "translate fetch --list german   shows the models of a language\n",
          out);
    free(all);
}
