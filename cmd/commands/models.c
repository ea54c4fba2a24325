/* models.c - the models found, and where they were looked for. */
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "console/alloc.h"
#include "console/json.h"
#include "console/message.h"
#include "console/printable.h"
#include "models/model_choice.h"
#include "models/model_languages.h"
#include "models/model_search.h"

typedef struct settings {
    int json;
} settings;

static const option options[] = {
    OPTION_FLAG_ROW(0, "json", offsetof(settings, json),
                    "print one JSON object: models, those that are taken, and places"),
    OPTION_LAST_ROWS,
};

/* ---- Which is taken ------------------------------------------------------------------------ */

/* The languages of a model of the list; "" where it cannot be opened. */
typedef struct row {
    char source[TR_PEEK_SIZE], target[TR_PEEK_SIZE];
    const char *kind; /* "own", "fetched", "shipped" */
} row;

static void fill_row(row *r, const found_model *m, const tr_model_info *info)
{
    snprintf(r->source, sizeof r->source, "%s", info->source_language);
    snprintf(r->target, sizeof r->target, "%s", info->target_language);
    r->kind = m->is_shipped ? "shipped" : strncmp(info->origin, "fetch:", 6) ? "own" : "fetched";
}

/* True if the model is the first of its pair. */
static bool is_taken(const row *rows, size_t i)
{
    if (!*rows[i].source) return false;
    for (size_t k = 0; k < i; k++)
        if (languages_same_pair(rows[k].source, rows[k].target, rows[i].source, rows[i].target))
            return false;
    return true;
}

/* Why the model goes before others of its pair. */
static const char *reason(const model_list *list, const row *rows, size_t i)
{
    size_t next = i + 1;

    while (next < list->n && !languages_same_pair(rows[i].source, rows[i].target, rows[next].source,
                                                  rows[next].target))
        next++;
    if (i < list->n_pinned) return "the settings name it";
    if (next == list->n) return "the only one";
    if (list->models[next].is_shipped && !list->models[i].is_shipped)
        return "goes before what came with the program";
    return "the first in the list";
}

/* The model that is used where nothing is chosen; list->n: none. */
static size_t find_default(const model_list *list, const row *rows)
{
    const char *const preset = getenv("TRANSLATE_MODEL");
    row pair = {.kind = NULL};
    size_t i = 0;

    snprintf(pair.source, sizeof pair.source, "%s", model_default_pair.from);
    snprintf(pair.target, sizeof pair.target, "%s", model_default_pair.to);
    if (preset && *preset) {
        const found_model *const m = models_named(list, preset);
        return m ? (size_t)(m - list->models) : list->n;
    }
    if (list->n == 1 || list->n_pinned) return 0;
    while (i < list->n &&
           !languages_same_pair(rows[i].source, rows[i].target, pair.source, pair.target))
        i++;
    return i;
}

static void print_taken(FILE *out, const model_list *list, const row *rows)
{
    const size_t preset = find_default(list, rows);

    fputs("Taken, where -m names none:\n", out);
    for (size_t i = 0; i < list->n; i++) {
        char pair[64];
        if (!*rows[i].source || (!is_taken(rows, i) && i != preset)) continue;
        snprintf(pair, sizeof pair, "%s to %s", rows[i].source, rows[i].target);
        fputs("  ", out);
        printable_text(out, pair, strlen(pair), 14);
        fputc(' ', out);
        printable_text(out, list->models[i].name, strlen(list->models[i].name), 16);
        fprintf(out, " %s", rows[i].kind);
        if (is_taken(rows, i)) fprintf(out, "; %s", reason(list, rows, i));
        if (i == preset)
            fputs(is_taken(rows, i) ? "; also without -f and -t" : "; without -f and -t", out);
        fputc('\n', out);
    }
    fputc('\n', out);
}

/* ---- Rows ---------------------------------------------------------------------------------- */

/* The address that "fetch:NAME@REVISION URL" has: only of models that were fetched. */
static void print_origin(FILE *out, const char *origin)
{
    const char *url = strncmp(origin, "fetch:", 6) ? NULL : strchr(origin, ' ');

    if (!url) return;
    fputs("  from", out);
    printable_text(out, url, strlen(url), 0);
}

static void print_model_row(FILE *out, const found_model *m, const tr_model_info *info)
{
    char size[32], pair[64];

    printable_bytes(size, sizeof size, info->file_size);
    const bool is_metric = strcmp(info->metric, "none") != 0;
    snprintf(pair, sizeof pair, "%s%s%s", is_metric ? "a metric" : info->source_language,
             is_metric ? "" : " to ", is_metric ? "" : info->target_language);
    printable_text(out, m->name, strlen(m->name), 16);
    fputc(' ', out);
    printable_text(out, pair, strlen(pair), 16);
    fprintf(out, " %-8s %9s  ", info->weight_type, size);
    printable_text(out, m->path, strlen(m->path), 0);
    print_origin(out, info->origin);
    fputc('\n', out);
}

static void add_row(cJSON *array, const found_model *m, const tr_model_info *info, const row *r)
{
    cJSON *object = cJSON_CreateObject();

    json_add_text(object, "name", m->name, strlen(m->name));
    json_add_text(object, "path", m->path, strlen(m->path));
    cJSON_AddStringToObject(object, "source_language", info->source_language);
    cJSON_AddStringToObject(object, "target_language", info->target_language);
    cJSON_AddStringToObject(object, "weight_type", info->weight_type);
    cJSON_AddStringToObject(object, "license", info->license);
    cJSON_AddStringToObject(object, "origin", info->origin);
    cJSON_AddNumberToObject(object, "file_size", (double)info->file_size);
    cJSON_AddStringToObject(object, "kind", r->kind);
    cJSON_AddItemToArray(array, object);
}

/* Returns how many files could not be read.  `array` is NULL for a table; rows [list->n] are
 * filled.
 */
static size_t print_model_rows(output *out, const model_list *list, cJSON *array, row *rows)
{
    size_t n_failed = 0;

    for (size_t i = 0; i < list->n; i++) {
        tr_model *model;
        tr_error err;
        if (tr_model_open(&model, list->models[i].path, &err)) {
            complain("%s", err.msg);
            n_failed++;
        } else {
            const tr_model_info *info = tr_model_get_info(model);
            fill_row(&rows[i], &list->models[i], info);
            if (array)
                add_row(array, &list->models[i], info, &rows[i]);
            else
                print_model_row(out->stream, &list->models[i], info);
            tr_model_close(model);
        }
    }
    return n_failed;
}

static row *make_rows(const model_list *list)
{
    const size_t size = (list->n + 1) * sizeof(row);
    row *const rows = checked_malloc(size);
    memset(rows, 0, size);
    return rows;
}

static size_t print_table(output *out, const model_list *list)
{
    row *const rows = make_rows(list);
    const size_t n_failed = print_model_rows(out, list, NULL, rows);

    if (!list->n && !list->failed) fputs("No model found.  ", out->stream);
    if (list->n > n_failed) {
        fputc('\n', out->stream);
        print_taken(out->stream, list, rows);
    }
    fputs("Looked in:\n", out->stream);
    for (size_t i = 0; i < list->n_places; i++) {
        fputs("  ", out->stream);
        printable_text(out->stream, list->places[i], strlen(list->places[i]), 0);
        fputc('\n', out->stream);
    }
    free(rows);
    return n_failed;
}

static size_t print_list_json(output *out, const model_list *list)
{
    cJSON *object = cJSON_CreateObject();
    row *const rows = make_rows(list);
    cJSON *const models = cJSON_AddArrayToObject(object, "models");
    const size_t n_failed = print_model_rows(out, list, models, rows);
    const size_t preset = find_default(list, rows);
    cJSON *places = cJSON_AddArrayToObject(object, "places");

    for (size_t i = 0; i < list->n_places; i++)
        cJSON_AddItemToArray(places, json_text(list->places[i], strlen(list->places[i])));
    cJSON *const taken = cJSON_AddArrayToObject(object, "taken");
    for (size_t i = 0; i < list->n; i++)
        if (is_taken(rows, i))
            cJSON_AddItemToArray(taken,
                                 json_text(list->models[i].path, strlen(list->models[i].path)));
    if (preset < list->n)
        json_add_text(object, "default", list->models[preset].path,
                      strlen(list->models[preset].path));
    free(rows);
    json_print(out, object);
    return n_failed;
}

static int models_main(int argc, char **argv)
{
    settings set = {0};
    model_list list;
    output out;

    const int rc = options_parse(&models_command, &argc, argv, &set);
    if (rc != GO_ON) return rc;
    if (argc) return options_misuse(&models_command, "unexpected operand \"%s\"", argv[0]);
    if (output_open(&out, NULL) < 0) return EXIT_FAILED;
    models_find(&list);
    const size_t n_failed = set.json ? print_list_json(&out, &list) : print_table(&out, &list);
    const bool failed = n_failed || list.failed;
    models_free(&list);
    output_close(&out);
    return failed ? EXIT_FAILED : EXIT_OK;
}

const command models_command = {
    .name = "models",
    .summary = "list the models found, and where they are looked for",
    .operands = "[OPTIONS]",
    .about = "Lists the models found, in the order in which they are taken: name, languages, type, "
             "size and file; which of them is taken for each pair of languages, and why; and where "
             "they were looked for.",
    .options = options,
    .run = models_main,
};
