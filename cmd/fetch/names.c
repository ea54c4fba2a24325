#include "names.h"

#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "models/language_names.h"

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

const char *names_language(const model_index *index, const char *word)
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
        const char *const from = names_language(index, first);
        const char *const to = from ? names_language(index, cut + 1) : NULL;
        char *const pair = to ? checked_format("%s-%s", from, to) : NULL;
        free(first);
        if (pair) return pair;
    }
    return NULL;
}

char *names_word(const model_index *index, const char *word)
{
    char from[INDEX_MAX_NAME], to[INDEX_MAX_NAME];

    if (index_named(index, word) || index_split_pair(index, word, from, to))
        return checked_format("%s", word);
    const char *const language = names_language(index, word);
    char *const pair = language ? NULL : pair_of_names(index, word);
    return pair ? pair : checked_format("%s", language ? language : word);
}
