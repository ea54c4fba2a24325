#include "dictionary/dictionary_set.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/message.h"

/* Reads "en:de=FILE" into an item, and tells the path; NULL after a sentence. */
static const char *read_pair(struct dictionary_of_pair *item, const char *given)
{
    const size_t from = strcspn(given, ":=");
    const size_t to = given[from] == ':' ? strcspn(given + from + 1, ":=") : 0;
    const char *const end = given + from + 1 + to;

    if (!from || !to || *end != '=' || !end[1]) {
        complain("--dictionary: %s is none: give FROM:TO=FILE, as in en:de=words.tsv", given);
        return NULL;
    }
    item->from = checked_copy(given, from);
    item->to = checked_copy(given + from + 1, to);
    return end + 1;
}

int dictionary_set_open(dictionary_set *s, const char *const *given, size_t n)
{
    tr_error err;

    *s = (dictionary_set){0};
    if (n) s->items = checked_realloc(NULL, n, sizeof *s->items);
    for (size_t i = 0; i < n; i++) {
        struct dictionary_of_pair *const item = &s->items[i];
        *item = (struct dictionary_of_pair){0};
        s->n++;
        const char *const path = read_pair(item, given[i]);
        if (!path) return EXIT_MISUSE;
        if (!tr_dictionary_open(&item->open, path, item->from, item->to, &err)) continue;
        complain("%s", err.msg);
        return EXIT_FAILED;
    }
    return EXIT_OK;
}

void dictionary_set_close(dictionary_set *s)
{
    for (size_t i = 0; i < s->n; i++) {
        free(s->items[i].from);
        free(s->items[i].to);
        tr_dictionary_free(s->items[i].open);
    }
    free(s->items);
    *s = (dictionary_set){0};
}

static bool is_same_language(const char *a, const char *b)
{
    const size_t n = strcspn(a, "-");
    return n == strcspn(b, "-") && !strncmp(a, b, n);
}

const tr_dictionary *dictionary_set_find(const dictionary_set *s, const char *from, const char *to)
{
    for (size_t i = 0; s && i < s->n; i++)
        if (is_same_language(s->items[i].from, from) && is_same_language(s->items[i].to, to))
            return s->items[i].open;
    return NULL;
}
