#include "hub_search.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"

#include "console/alloc.h"
#include "console/message.h"
#include "console/printable.h"
#include "hub.h"
#include "hub_json.h"
#include "hub_word.h"

enum { MOST_ROWS = 100 };

static void print_row(FILE *out, const hub_row *row)
{
    const char *const licence = *row->licence ? row->licence : "-";

    if (row->downloads < 0)
        fprintf(out, "%10s  ", "-");
    else
        fprintf(out, "%10.0f  ", row->downloads);
    printable_text(out, licence, strlen(licence), 15);
    fprintf(out, " %s hf:%s\n", row->is_gated ? "g" : " ", row->repository);
}

static void add_row(cJSON *results, const hub_row *row)
{
    cJSON *const one = cJSON_CreateObject();
    char *const name = checked_format("hf:%s", row->repository);

    json_add_text(one, "name", name, strlen(name));
    if (*row->licence) cJSON_AddStringToObject(one, "license", row->licence);
    if (row->downloads >= 0) cJSON_AddNumberToObject(one, "downloads", row->downloads);
    cJSON_AddBoolToObject(one, "gated", row->is_gated);
    cJSON_AddItemToArray(results, one);
    free(name);
}

static int show(job *j, const char *word, const cJSON *found, bool more)
{
    FILE *const out = j->out.stream;
    const cJSON *item;
    int n = 0, n_gated = 0;
    hub_row row;

    cJSON_ArrayForEach(item, found)
    {
        if (n == MOST_ROWS || !hub_read_row(&row, item)) continue;
        if (!j->results && !n) fputs(" DOWNLOADS  LICENCE           NAME\n", out);
        if (j->results)
            add_row(j->results, &row);
        else
            print_row(out, &row);
        n_gated += row.is_gated;
        n++;
    }
    if (n_gated && !j->results) fputs("\ng  gated: its page asks for consent, and HF_TOKEN\n", out);
    if (!n) complain("%s: the hub has no translation model of that name", word);
    if (more && n && !j->set.quiet)
        complain("%s: the hub has more than these %d: a longer text finds fewer", word, n);
    return n ? EXIT_OK : EXIT_FAILED;
}

/* ---- A mirror ------------------------------------------------------------------------------ */

typedef struct name_list {
    char **names; /* [n] */
    size_t n;
} name_list;

/* Adds BEFORE/NAME, or NAME, for each folder or file that does not begin with a dot. */
static void add_names(name_list *l, const char *folder, const char *before)
{
    DIR *const dir = opendir(folder);

    for (const struct dirent *e; dir && (e = readdir(dir));) {
        if (*e->d_name == '.') continue;
        l->names = checked_realloc(l->names, l->n + 1, sizeof *l->names);
        l->names[l->n++] = checked_format("%s%s%s", before, *before ? "/" : "", e->d_name);
    }
    if (dir) closedir(dir);
}

static void free_names(name_list *l)
{
    for (size_t i = 0; i < l->n; i++)
        free(l->names[i]);
    free(l->names);
}

/* What the mirror says of the repository's branch main, which it need not have. */
static void show_mirrored(job *j, const char *folder, const char *repository)
{
    char *const path = checked_format("%s/api/models/%s/revision/main", folder, repository);
    char *text = NULL;
    size_t len = 0;
    hub_row row = {.repository = repository, .downloads = -1}, told;

    cJSON *const json = index_load(path, true, &text, &len) ? NULL : hub_parse(text, len);
    if (json && hub_read_row(&told, json) && !strcmp(told.repository, repository)) row = told;
    if (j->results)
        add_row(j->results, &row);
    else
        print_row(j->out.stream, &row);
    cJSON_Delete(json);
    free(text);
    free(path);
}

size_t hub_list_mirror(job *j, const char *folder)
{
    char *const top = checked_format("%s/api/models", folder);
    name_list owners = {0}, found = {0};
    size_t n = 0;

    add_names(&owners, top, "");
    for (size_t i = 0; i < owners.n; i++) {
        char *const below = checked_format("%s/%s", top, owners.names[i]);
        add_names(&found, below, owners.names[i]);
        free(below);
    }
    if (found.n) qsort(found.names, found.n, sizeof *found.names, tr_compare_strings);
    for (size_t i = 0; i < found.n; i++) {
        if (!hub_is_repository(found.names[i])) continue;
        if (!n++ && !j->results) fputs(" DOWNLOADS  LICENCE           NAME\n", j->out.stream);
        show_mirrored(j, folder, found.names[i]);
    }
    free_names(&owners);
    free_names(&found);
    free(top);
    return n;
}

int hub_search(job *j, const char *word)
{
    download_page page = {.most = HUB_MAX_TEXT};
    char *const text = hub_encode(strchr(word, ':') + 1, "");
    char *const path = checked_format("/api/models?search=%s&filter=translation&sort=downloads"
                                      "&direction=-1&limit=%d",
                                      text, MOST_ROWS);

    int rc = hub_ask(j, word, path, &page);
    cJSON *const found = rc == EXIT_OK ? hub_parse(page.text, page.len) : NULL;
    if (rc == EXIT_OK && !cJSON_IsArray(found)) {
        complain("%s: the hub's answer is no list, or has too many values", word);
        rc = EXIT_FAILED;
    }
    if (rc == EXIT_OK) rc = show(j, word, found, page.next != NULL);
    cJSON_Delete(found);
    download_page_free(&page);
    free(path);
    free(text);
    return rc;
}
