#include "list.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/message.h"
#include "console/printable.h"
#include "installed.h"
#include "job.h"

/* ---- As JSON ------------------------------------------------------------------------------- */

static void add_text(cJSON *row, const char *key, const char *value)
{
    if (*value) json_add_text(row, key, value, strlen(value));
}

static void add_size(cJSON *row, const char *key, uint64_t size)
{
    if (size) cJSON_AddNumberToObject(row, key, (double)size);
}

static void add_score(cJSON *row, const char *key, double score)
{
    if (score >= 0) cJSON_AddNumberToObject(row, key, score);
}

static void add_files(cJSON *row, const index_model *m)
{
    cJSON *files = cJSON_AddArrayToObject(row, "files");

    for (size_t i = 0; i < m->n_files; i++) {
        const index_file *f = &m->files[i];
        cJSON *file = cJSON_CreateObject();
        add_text(file, "kind", f->kind);
        cJSON *urls = cJSON_AddArrayToObject(file, "urls");
        for (size_t k = 0; k < f->n_urls; k++)
            cJSON_AddItemToArray(urls, json_text(f->urls[k], strlen(f->urls[k])));
        add_size(file, "size", f->size);
        add_text(file, "sha256", f->sha256);
        add_size(file, "unpacked_size", f->unpacked_size);
        add_text(file, "unpacked_sha256", f->unpacked_sha256);
        cJSON_AddItemToArray(files, file);
    }
}

static void add_model(cJSON *array, const index_model *m, const installed *old, bool files)
{
    cJSON *row = cJSON_CreateObject();

    add_text(row, "name", m->name);
    add_text(row, "source_language", m->source);
    add_text(row, "target_language", m->target);
    add_text(row, "provider", m->provider);
    add_text(row, "variant", m->variant);
    add_text(row, "version", m->version);
    add_text(row, "revision", m->revision);
    add_text(row, "license", m->license);
    add_size(row, "size", m->size);
    add_text(row, "score_set", m->score_set);
    add_score(row, "comet22", m->comet);
    add_score(row, "chrf", m->chrf);
    add_score(row, "bleu", m->bleu);
    cJSON_AddBoolToObject(row, "verified", m->is_pinned);
    if (m->is_nightly) cJSON_AddBoolToObject(row, "nightly", true);
    add_text(row, "refused", m->refused);
    cJSON_AddBoolToObject(row, "installed", old != NULL);
    if (old) add_text(row, "path", old->path);
    if (files) add_files(row, m);
    cJSON_AddItemToArray(array, row);
}

/* ---- As a table ---------------------------------------------------------------------------- */

static void print_column(FILE *out, const char *text, size_t width)
{
    printable_text(out, text, strlen(text), width);
    fputc(' ', out);
}

static void print_score(FILE *out, const index_model *m)
{
    if (m->comet >= 0)
        fprintf(out, "COMET %4.1f  ", 100 * m->comet);
    else if (m->chrf >= 0)
        fprintf(out, "chrF  %4.1f  ", m->chrf);
    else
        fprintf(out, "%-12s", "-");
}

static void print_note(FILE *out, const index_model *m, const installed *old)
{
    if (old)
        fputs(strcmp(old->revision, m->revision) ? "  (installed, older)" : "  (installed)", out);
    if (*m->refused) fputs("  (cannot be converted: ", out);
    if (*m->refused) printable_text(out, m->refused, strlen(m->refused), 0);
    if (*m->refused) fputc(')', out);
    if (m->is_nightly) fputs("  (not released)", out);
    if (!m->is_pinned && !*m->refused) fputs("  (--unverified)", out);
}

static void print_row(FILE *out, const index_model *m, const installed *old)
{
    char pair[2 * INDEX_MAX_NAME], size[32] = "-";

    snprintf(pair, sizeof pair, "%s to %s", m->source, m->target);
    if (m->size) printable_bytes(size, sizeof size, m->size);
    print_column(out, m->name, 28);
    print_column(out, pair, 14);
    fprintf(out, "%9s  ", size);
    print_score(out, m);
    print_column(out, *m->license ? m->license : "?", 12);
    print_column(out, m->provider, 0);
    printable_text(out, m->version, strlen(m->version), 0);
    print_note(out, m, old);
    fputc('\n', out);
}

/* ---- Listing ------------------------------------------------------------------------------- */

/* A word that was given. */
typedef struct wanted {
    const char *word;
    bool is_pair;
    char from[INDEX_MAX_NAME], to[INDEX_MAX_NAME]; /* of a pair */
} wanted;

/* A word that is no name is a pair, or a language on either side. */
static bool is_wanted(const index_model *m, const wanted *w)
{
    if (!strcmp(m->name, w->word)) return true;
    if (w->is_pair) return index_fit(m, w->from, w->to);
    return index_fit(m, w->word, NULL) || index_fit(m, NULL, w->word);
}

static bool is_shown(const job *j, const index_model *m, const wanted *words, int n)
{
    if (!j->set.all && (*m->refused || m->is_nightly)) return false;
    if (!index_fit(m, j->set.from, j->set.to)) return false;
    if (j->set.variant && strcmp(m->variant, j->set.variant) != 0) return false;
    for (int i = 0; i < n; i++)
        if (is_wanted(m, &words[i])) return true;
    return !n;
}

static int compare_rows(const void *a, const void *b)
{
    const index_model *const *x = a, *const *y = b;
    int order = strcmp((*x)->source, (*y)->source);

    if (!order) order = strcmp((*x)->target, (*y)->target);
    if (order) return order;
    if (index_is_better(*x, *y)) return -1;
    if (index_is_better(*y, *x)) return 1;
    return strcmp((*x)->name, (*y)->name);
}

/* By pair, the best first; the caller frees it. */
static const index_model **choose(const job *j, char **names, int n, size_t *n_rows)
{
    const index_model **rows = checked_malloc(j->index.n * sizeof *rows);
    wanted *words = checked_malloc((size_t)n * sizeof *words);

    for (int i = 0; i < n; i++) {
        words[i].word = names[i];
        words[i].is_pair = index_split_pair(&j->index, names[i], words[i].from, words[i].to);
    }
    *n_rows = 0;
    for (size_t i = 0; i < j->index.n; i++)
        if (is_shown(j, &j->index.models[i], words, n)) rows[(*n_rows)++] = &j->index.models[i];
    free(words);
    if (*n_rows) qsort(rows, *n_rows, sizeof *rows, compare_rows);
    return rows;
}

int list_models(job *j, char **names, int n)
{
    installed_list have;
    size_t n_rows;

    installed_find(&have, &j->folder);
    const index_model **rows = choose(j, names, n, &n_rows);
    for (size_t i = 0; i < n_rows; i++) {
        const installed *old = installed_named(&have, rows[i]->name);
        if (j->results)
            add_model(j->results, rows[i], old, false);
        else
            print_row(j->out.stream, rows[i], old);
    }
    free(rows);
    installed_free(&have);
    if (!n_rows) complain("the list of models has none such (see translate fetch --list --all)");
    return n_rows ? EXIT_OK : EXIT_FAILED;
}

/* ---- One model ----------------------------------------------------------------------------- */

static void print_field(FILE *out, const char *key, const char *value)
{
    fprintf(out, "%-12s ", key);
    printable_text(out, *value ? value : "-", *value ? strlen(value) : 1, 0);
    fputc('\n', out);
}

static void print_field_format(FILE *out, const char *key, const char *fmt, ...) PRINTF_LIKE(3, 4);
static void print_field_format(FILE *out, const char *key, const char *fmt, ...)
{
    char value[1024];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(value, sizeof value, fmt, ap);
    va_end(ap);
    print_field(out, key, value);
}

static void print_scores(FILE *out, const index_model *m)
{
    if (m->comet < 0 && m->chrf < 0 && m->bleu < 0) return;
    fprintf(out, "%-12s", "scores");
    if (m->comet >= 0) fprintf(out, " COMET %.2f", 100 * m->comet);
    if (m->chrf >= 0) fprintf(out, " chrF %.2f", m->chrf);
    if (m->bleu >= 0) fprintf(out, " BLEU %.2f", m->bleu);
    fputs(" on ", out);
    printable_text(out, m->score_set, strlen(m->score_set), 0);
    fputc('\n', out);
}

static void print_file(FILE *out, const index_file *f)
{
    char size[32] = "-";

    if (f->size) printable_bytes(size, sizeof size, f->size);
    fputs("\nfile         ", out);
    printable_text(out, f->kind, strlen(f->kind), 0);
    fprintf(out, ", %s\n", size);
    for (size_t i = 0; i < f->n_urls; i++)
        print_field(out, i ? "  mirror" : "  address", f->urls[i]);
    print_field(out, "  SHA-256", *f->sha256 ? f->sha256 : *f->unpacked_sha256 ? "-" : "not known");
    if (*f->unpacked_sha256) print_field(out, "  unpacked", f->unpacked_sha256);
}

static void print_model(FILE *out, const index_model *m, const installed *old)
{
    char size[32] = "not known";

    if (m->size) printable_bytes(size, sizeof size, m->size);
    print_field(out, "name", m->name);
    print_field_format(out, "languages", "%s to %s", m->source, m->target);
    print_field_format(out, "from", "%s %s, revision %s", m->provider, m->version, m->revision);
    print_field(out, "licence", *m->license ? m->license : "not known");
    print_field(out, "size", size);
    print_scores(out, m);
    if (*m->refused) print_field(out, "refused", m->refused);
    if (m->is_nightly) print_field(out, "status", "not released");
    print_field(out, "installed", old ? old->path : "no");
    for (size_t i = 0; i < m->n_files; i++)
        print_file(out, &m->files[i]);
}

int list_details(job *j, char **names, int n)
{
    installed_list have;
    int status = EXIT_OK;

    installed_find(&have, &j->folder);
    for (int i = 0; i < n; i++) {
        const index_model *m = job_find_model(j, names[i]);
        const installed *old = m ? installed_named(&have, m->name) : NULL;
        if (!m)
            status = EXIT_FAILED;
        else if (j->results)
            add_model(j->results, m, old, true);
        else
            print_model(j->out.stream, m, old);
        if (m && !j->results && i + 1 < n) fputc('\n', j->out.stream);
    }
    installed_free(&have);
    return status;
}
