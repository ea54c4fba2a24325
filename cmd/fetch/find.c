#include "find.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/message.h"
#include "console/suggest.h"
#include "fetch/hub/hub.h"
#include "fetch/hub/hub_word.h"
#include "models/language_names.h"
#include "models/model_languages.h"

/* ---- Languages ------------------------------------------------------------------------------ */

static bool is_language(const model_index *index, const char *tag)
{
    for (size_t i = 0; i < index->n; i++)
        if (!strcmp(index->models[i].source, tag) || !strcmp(index->models[i].target, tag))
            return true;
    return false;
}

/* The shorter tag is the language itself, the longer one a variety. */
static const char *better(const char *best, const char *tag, const char *name)
{
    if (best && strlen(best) <= strlen(tag)) return best;
    return language_is_named(tag, name) ? tag : best;
}

const char *find_language(const model_index *index, const char *word)
{
    const char *best = NULL;

    if (is_language(index, word)) return word;
    for (size_t i = 0; i < index->n; i++) {
        best = better(best, index->models[i].source, word);
        best = better(best, index->models[i].target, word);
    }
    return best;
}

/* Cuts at each hyphen in turn. */
static char *pair_of_names(const model_index *index, const char *word)
{
    for (const char *cut = strchr(word, '-'); cut; cut = strchr(cut + 1, '-')) {
        char *const first = checked_format("%.*s", (int)(cut - word), word);
        const char *const from = find_language(index, first);
        const char *const to = from ? find_language(index, cut + 1) : NULL;
        char *const pair = to ? checked_format("%s-%s", from, to) : NULL;
        free(first);
        if (pair) return pair;
    }
    return NULL;
}

char *find_name(const model_index *index, const char *word)
{
    char from[INDEX_MAX_NAME], to[INDEX_MAX_NAME];

    if (index_named(index, word) || index_split_pair(index, word, from, to))
        return checked_format("%s", word);
    const char *const language = find_language(index, word);
    char *const pair = language ? NULL : pair_of_names(index, word);
    return pair ? pair : checked_format("%s", language ? language : word);
}

/* ---- Models --------------------------------------------------------------------------------- */

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

bool find_tells_left_out(const job *j, const char *name)
{
    const char *const why = index_why_left_out(&j->index, name);

    if (why) complain("%s: was left out of the list of models: %s", name, why);
    return why != NULL;
}

static const index_model *refuse_word(const job *j, const char *word)
{
    suggestion s = suggest_for(word, strlen(word));
    char hint[HINT_SIZE];

    if (find_tells_left_out(j, word)) return NULL;
    if (find_language(&j->index, word)) {
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

static const index_model *find_in_list(const job *j, const char *word)
{
    char from[INDEX_MAX_NAME], to[INDEX_MAX_NAME];
    const index_model *named = index_named(&j->index, word);

    if (named) return named;
    if (!index_split_pair(&j->index, word, from, to)) return refuse_word(j, word);
    const index_model *best = index_best(&j->index, from, to, j->set.variant);
    if (best || find_tells_left_out(j, word)) return best;
    return refuse_pair(j, from, to);
}

int find_model(job *j, const char *word, const index_model **m)
{
    if (hub_is_word(word)) return hub_find(j, word, m);
    *m = find_in_list(j, word);
    return *m ? EXIT_OK : EXIT_FAILED;
}
