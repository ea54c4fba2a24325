#include "base/word_list.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"

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

bool tr_list_has_any_case(const char *list, const char *word, size_t len)
{
    enum { LONGEST = 64 };
    char small[LONGEST];

    if (len > LONGEST) return false;
    for (size_t at = 0, n; at < len; at += n) {
        char bytes[4];
        int32_t c;
        n = tr_utf8_decode(word + at, len - at, &c);
        const bool same = tr_utf8_encode(tr_to_lower(c), bytes) == n;
        memcpy(small + at, same ? bytes : word + at, n);
    }
    return tr_list_has(list, small, len);
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
