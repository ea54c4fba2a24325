#include "text/terms/endings.h"

#include <string.h>

#include "base/word_list.h"

bool tr_ending_next(const char **at, const char *word, size_t len, tr_ending *ending)
{
    size_t size;

    for (const char *rule = *at; (rule = tr_list_next(rule, &size)); rule += size) {
        const char *const stop = rule + size, *const arrow = memchr(rule, '>', size);
        const size_t n = (size_t)((arrow ? arrow : stop) - rule);
        if (n > len || memcmp(word + len - n, rule, n) != 0) continue;
        const char *const with = arrow ? arrow + 1 : stop;
        *ending = (tr_ending){n, with, (size_t)(stop - with)};
        *at = stop;
        return true;
    }
    return false;
}

size_t tr_ending_longest(const char *list, const char *word, size_t len)
{
    size_t longest = 0;
    tr_ending e;

    while (tr_ending_next(&list, word, len, &e))
        if (e.len < len && e.len > longest) longest = e.len;
    return longest;
}
