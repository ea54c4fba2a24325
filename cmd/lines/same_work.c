#include "lines/same_work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/digest.h"
#include "memory/tm_key.h"

/* Options that change no translation. */
#define OTHERS                                                                                     \
    " output part manifest skip-existing progress no-progress quiet verbose stats threads "        \
    "batch-tokens no-hints cpu report "

char *same_work_options(const command *c, const settings *set, const tr_model *model,
                        const tr_options *o)
{
    /* The model has a digest of its own. */
    char *const given = options_text(c, set, OTHERS "resume version model ");
    char *const used = tm_key_options(model, o, set->memory.dictionary);
    digest_sum d;

    digest_begin(&d);
    digest_text(&d, given);
    digest_text(&d, used);
    free(given);
    free(used);
    return digest_end(&d);
}

char *same_work_keys(const command *c, const settings *set, const tr_model *model,
                     const tr_options *o)
{
    char *const of_model = tm_key_model(model), *const options =
                                                    same_work_options(c, set, model, o);
    char *const text = checked_format("model %s\noptions %s\n", of_model, options);

    free(of_model);
    free(options);
    return text;
}

static char *digest_files(char **files, size_t n)
{
    static char input[] = "-";
    char *only[] = {input};
    digest_sum d;

    digest_begin(&d);
    for (size_t i = 0; i < (n ? n : 1); i++)
        if (digest_file(&d, n ? files[i] : only[0]) < 0) return NULL;
    return digest_end(&d);
}

char *same_work_keys_of_files(void *work)
{
    const same_work *const w = work;
    char *const inputs = digest_files(w->files, w->n);

    if (!inputs) return NULL;
    char *const others = same_work_keys(w->command, w->set, w->model, w->options);
    char *const text = checked_format("%sinput %s\n", others, inputs);
    free(others);
    free(inputs);
    return text;
}

static void add_argument(void *ctx, const option *o, const char *value)
{
    char name[64];

    snprintf(name, sizeof name, " %s ", o->name);
    if (strstr(OTHERS, name)) return;
    char *const text =
        value ? checked_format("--%s=%s", o->name, value) : checked_format("--%s", o->name);
    cJSON_AddItemToArray(ctx, cJSON_CreateString(text));
    free(text);
}

cJSON *same_work_arguments(const command *c, int argc, char **argv)
{
    cJSON *const list = cJSON_CreateArray();
    options_each(c, argc, argv, add_argument, list);
    return list;
}
