#include "base/word_list.h"

#include <string.h>

#include "base/ascii.h"

const char *tr_list_next(const char *at, size_t *len)
{
    if (!at) return NULL;
    at += strspn(at, " ");
    *len = strcspn(at, " ");
    return *len ? at : NULL;
}

bool tr_list_has(const char *list, const char *word, size_t len)
{
    size_t n;

    for (const char *w = list; (w = tr_list_next(w, &n)); w += n)
        if (n == len && !memcmp(w, word, n)) return true;
    return false;
}

size_t tr_list_beginning(const char *list, const char *text, size_t len)
{
    size_t longest = 0, n;

    for (const char *w = list; (w = tr_list_next(w, &n)); w += n) {
        size_t same = 0;
        while (same < n && same < len && tr_ascii_lower(text[same]) == w[same])
            same++;
        if (same == n && n > longest) longest = n;
    }
    return longest;
}
