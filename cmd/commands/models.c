/* models.c - the models found, and where they were looked for. */
#include <string.h>

#include "commands/commands.h"
#include "console/json.h"
#include "console/message.h"
#include "console/printable.h"
#include "models/model_search.h"

typedef struct settings {
    int json;
} settings;

static const option options[] = {
    OPTION_FLAG_ROW(0, "json", offsetof(settings, json),
                    "print one JSON object: models, and places"),
    OPTION_LAST_ROWS,
};

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
    snprintf(pair, sizeof pair, "%s to %s", info->source_language, info->target_language);
    printable_text(out, m->name, strlen(m->name), 16);
    fputc(' ', out);
    printable_text(out, pair, strlen(pair), 16);
    fprintf(out, " %-8s %9s  ", info->weight_type, size);
    printable_text(out, m->path, strlen(m->path), 0);
    print_origin(out, info->origin);
    fputc('\n', out);
}

static void add_row(cJSON *array, const found_model *m, const tr_model_info *info)
{
    cJSON *row = cJSON_CreateObject();

    json_add_text(row, "name", m->name, strlen(m->name));
    json_add_text(row, "path", m->path, strlen(m->path));
    cJSON_AddStringToObject(row, "source_language", info->source_language);
    cJSON_AddStringToObject(row, "target_language", info->target_language);
    cJSON_AddStringToObject(row, "weight_type", info->weight_type);
    cJSON_AddStringToObject(row, "license", info->license);
    cJSON_AddStringToObject(row, "origin", info->origin);
    cJSON_AddNumberToObject(row, "file_size", (double)info->file_size);
    cJSON_AddItemToArray(array, row);
}

/* Returns how many files could not be read.  `array` is NULL for a table. */
static size_t print_model_rows(output *out, const model_list *list, cJSON *array)
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
            if (array)
                add_row(array, &list->models[i], info);
            else
                print_model_row(out->stream, &list->models[i], info);
            tr_model_close(model);
        }
    }
    return n_failed;
}

static size_t print_table(output *out, const model_list *list)
{
    const size_t n_failed = print_model_rows(out, list, NULL);

    if (!list->n && !list->failed) fputs("No model found.  ", out->stream);
    fprintf(out->stream, "%sLooked in:\n", list->n > n_failed ? "\n" : "");
    for (size_t i = 0; i < list->n_places; i++) {
        fputs("  ", out->stream);
        printable_text(out->stream, list->places[i], strlen(list->places[i]), 0);
        fputc('\n', out->stream);
    }
    return n_failed;
}

static size_t print_list_json(output *out, const model_list *list)
{
    cJSON *object = cJSON_CreateObject();
    const size_t n_failed = print_model_rows(out, list, cJSON_AddArrayToObject(object, "models"));
    cJSON *places = cJSON_AddArrayToObject(object, "places");

    for (size_t i = 0; i < list->n_places; i++)
        cJSON_AddItemToArray(places, json_text(list->places[i], strlen(list->places[i])));
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
    .about = "Lists the models found: name, languages, type, size and file; and where they were "
             "looked for.",
    .options = options,
    .run = models_main,
};
