#include "job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console/message.h"
#include "console/suggest.h"
#include "models/model_languages.h"
#include "names.h"

int job_worse(int a, int b)
{
    static const int order[] = {EXIT_OK, EXIT_LATER, EXIT_FAILED, EXIT_MISUSE, EXIT_STOPPED};
    int worse = EXIT_OK;

    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (a == order[i] || b == order[i]) worse = order[i];
    return worse;
}

void job_report(job *j, const char *name, const char *result, const char *path)
{
    if (!j->results) return;
    cJSON *row = cJSON_CreateObject();
    json_add_text(row, "name", name, strlen(name));
    cJSON_AddStringToObject(row, "result", result);
    if (path) json_add_text(row, "path", path, strlen(path));
    cJSON_AddItemToArray(j->results, row);
}

int job_report_failed(job *j, const char *name, int status)
{
    if (status != EXIT_OK) job_report(j, name, "failed", NULL);
    return status;
}

/* ---- Which model --------------------------------------------------------------------------- */

/* A language alone names no pair. */
static void refuse_language(const job *j, const char *word)
{
    char pairs[256] = "";
    const index_model *const from = index_best(&j->index, model_pivot_language, word, NULL);
    const index_model *const to = index_best(&j->index, word, model_pivot_language, NULL);

    if (from) snprintf(pairs, sizeof pairs, "translate fetch %s-%s", from->source, from->target);
    const size_t len = strlen(pairs);
    if (to)
        snprintf(pairs + len, sizeof pairs - len, "%stranslate fetch %s-%s", len ? " or " : "",
                 to->source, to->target);
    complain("%s is one language, and a model has two%s%s (translate fetch --list %s shows all)",
             word, *pairs ? ": " : "", pairs, word);
}

bool job_tells_left_out(const job *j, const char *name)
{
    const char *const why = index_why_left_out(&j->index, name);

    if (why) complain("%s: was left out of the list of models: %s", name, why);
    return why != NULL;
}

static const index_model *refuse_word(const job *j, const char *word)
{
    suggestion s = suggest_for(word, strlen(word));
    char hint[HINT_SIZE];

    if (job_tells_left_out(j, word)) return NULL;
    if (names_language(&j->index, word)) {
        refuse_language(j, word);
        return NULL;
    }
    for (size_t i = 0; i < j->index.n; i++)
        suggest_word(&s, j->index.models[i].name, strlen(j->index.models[i].name));
    complain("the list of models has neither a pair nor a name \"%s\"%s", word,
             *suggest_hint(&s, "", hint) ? hint : " (see translate fetch --list)");
    return NULL;
}

/* Where no model has both languages, two may by way of English. */
static const index_model *refuse_pair(const job *j, const char *from, const char *to)
{
    if (j->set.variant && index_best(&j->index, from, to, NULL)) {
        complain("no model that translates from %s to %s is of variant \"%s\" (see translate fetch "
                 "--list)",
                 from, to, j->set.variant);
        return NULL;
    }
    const index_model *first = index_best(&j->index, from, model_pivot_language, NULL);
    const index_model *second = index_best(&j->index, model_pivot_language, to, NULL);

    if (first && second)
        complain("no model translates from %s to %s; two do by way of English: translate fetch "
                 "%s-%s %s-%s",
                 from, to, first->source, first->target, second->source, second->target);
    else
        complain("no model translates from %s to %s (see translate fetch --list)", from, to);
    return NULL;
}

const index_model *job_find_model(const job *j, const char *word)
{
    char from[INDEX_MAX_NAME], to[INDEX_MAX_NAME];
    const index_model *named = index_named(&j->index, word);

    if (named) return named;
    if (!index_split_pair(&j->index, word, from, to)) return refuse_word(j, word);
    const index_model *best = index_best(&j->index, from, to, j->set.variant);
    if (best || job_tells_left_out(j, word)) return best;
    return refuse_pair(j, from, to);
}
