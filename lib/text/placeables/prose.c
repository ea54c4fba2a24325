/* prose.c - a text without its placeables, as translate.h offers it. */
#include <string.h>

#include "base/utf8.h"
#include "text/placeables/placeables.h"
#include "translate.h"

/* Bytes before the first that is not UTF-8. */
static size_t valid_length(const char *text, size_t len)
{
    int32_t c = 0;
    size_t at = 0;

    while (at < len && text[at]) {
        const size_t n = tr_utf8_decode(text + at, len - at, &c);
        if (c < 0) break;
        at += n;
    }
    return at;
}

size_t tr_copy_prose(const char *text, size_t len, char *prose)
{
    enum {
        ALL = TR_FIND_KEPT | TR_FIND_TAGS | TR_FIND_IDENTIFIERS | TR_FIND_PLACEHOLDERS |
              TR_FIND_NUMERALS
    };
    const size_t end = valid_length(text, len);
    tr_placeables scan;
    tr_placeable found;
    size_t at = 0, n = 0;

    tr_placeables_start(&scan, text, 0, end, ALL, true);
    while (tr_placeables_next(&scan, &found)) {
        memcpy(prose + n, text + at, found.at.begin - at);
        n += found.at.begin - at;
        prose[n++] = ' ';
        at = found.at.end;
    }
    memcpy(prose + n, text + at, end - at);
    return n + end - at;
}
