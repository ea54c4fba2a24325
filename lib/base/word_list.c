#include "base/word_list.h"

#include <string.h>

bool tr_list_has(const char *list, const char *word, size_t len)
{
    if (!list || !len) return false;
    for (size_t n; *list; list += n) {
        list += strspn(list, " ");
        n = strcspn(list, " ");
        if (n == len && !memcmp(list, word, n)) return true;
    }
    return false;
}
