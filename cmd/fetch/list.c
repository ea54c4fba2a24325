#include "list.h"

#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/message.h"
#include "fetch/hub/hub_place.h"
#include "fetch/hub/hub_search.h"
#include "fetch/hub/hub_word.h"
#include "find.h"
#include "installed.h"
#include "list_json.h"
#include "list_table.h"

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

static void print_table(const job *j, const index_model **rows, size_t n,
                        const installed_list *have, bool of_models)
{
    if (of_models)
        list_table_models(j->out.stream, rows, n, have);
    else
        list_table_pairs(j->out.stream, rows, n, have);
}

static int list_of_index(job *j, char **names, int n)
{
    const fetch_settings *const s = &j->set;
    installed_list have;
    size_t n_rows;

    installed_find(&have, &j->folder);
    const index_model **rows = choose(j, names, n, &n_rows);
    for (size_t i = 0; i < n_rows && j->results; i++)
        list_json_model(j->results, rows[i], installed_named(&have, rows[i]->name), false);
    if (n_rows && !j->results)
        print_table(j, rows, n_rows, &have, n || s->from || s->to || s->variant || s->all);
    free(rows);
    installed_free(&have);
    bool told = false;
    for (int i = 0; i < n && !n_rows; i++)
        told = find_tells_left_out(j, names[i]) || told;
    if (!n_rows && !told)
        complain("the list of models has none such (see translate fetch --list --all)");
    return n_rows ? EXIT_OK : EXIT_FAILED;
}

/* Words of a hub are searched for there. */
int list_models(job *j, char **names, int n)
{
    char **const others = checked_malloc((size_t)n * sizeof *others);
    int status = EXIT_OK, n_others = 0;

    for (int i = 0; i < n; i++)
        if (!hub_is_word(names[i])) others[n_others++] = names[i];
    const bool is_mirror = !n && j->place && hub_is_folder(j->place);
    const size_t n_mirrored = is_mirror ? hub_list_mirror(j, j->place) : 0;
    if (n_mirrored && j->index.n && !j->results) fputc('\n', j->out.stream);
    if (n_others || (!n && (j->index.n || !n_mirrored)))
        status = list_of_index(j, others, n_others);
    for (int i = 0; i < n && status != EXIT_STOPPED; i++)
        if (hub_is_word(names[i])) status = job_worse(status, hub_search(j, names[i]));
    free(others);
    return status;
}

int list_languages(job *j, char **names, int n)
{
    size_t n_rows;

    if (j->results) return list_models(j, names, n);
    const index_model **rows = choose(j, names, n, &n_rows);
    list_table_languages(j->out.stream, rows, n_rows);
    free(rows);
    return EXIT_OK;
}
