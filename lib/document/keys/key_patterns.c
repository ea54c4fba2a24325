#include "document/keys/key_patterns.h"

#include <string.h>
#include <strings.h>

#include "base/ascii.h"

static const char *after_character(const char *text)
{
    do
        text++;
    while (((unsigned char)*text & 0xC0) == 0x80);
    return text;
}

static bool is_same(char a, char b, bool any_case)
{
    return a == b || (any_case && tr_ascii_lower(a) == tr_ascii_lower(b));
}

/* True if pattern [len] stands for all of the text; "?" is one character. */
static bool matches_pattern(const char *pattern, size_t len, const char *text, bool any_case)
{
    size_t i = 0, star = len; /* the last "*", and the text that it stands for ends at `from` */
    const char *from = text;

    while (*text) {
        if (i < len && pattern[i] == '*') {
            star = i++;
            from = text;
        } else if (i < len && pattern[i] == '?') {
            i++;
            text = after_character(text);
        } else if (i < len && is_same(pattern[i], *text, any_case)) {
            i++;
            text++;
        } else if (star < len) {
            i = star + 1;
            text = from = after_character(from);
        } else {
            return false;
        }
    }
    while (i < len && pattern[i] == '*')
        i++;
    return i == len;
}

static bool is_listed(const char *list, const char *path, bool any_case)
{
    const char *const point = strrchr(path, '.');

    for (const char *k = list; *k; k += *k == ',') {
        const size_t n = strcspn(k, ",");
        if (n && (matches_pattern(k, n, path, any_case) ||
                  (point && matches_pattern(k, n, point + 1, any_case))))
            return true;
        k += n;
    }
    return false;
}

bool tr_key_is_listed(const char *list, const char *path)
{
    return is_listed(list, path, false);
}

bool tr_key_is_known(const tr_document_options *o, const char *list, const char *path)
{
    return is_listed(list, path, list != o->keys);
}

bool tr_key_is_wanted(const tr_document_options *o, const char *path)
{
    if (o->keys && !tr_key_is_listed(o->keys, path)) return false;
    return !o->not_keys || !tr_key_is_listed(o->not_keys, path);
}

bool tr_name_is_listed(const char *list, const char *name)
{
    const size_t len = strlen(name);

    for (const char *k = list; *k; k += *k == ',') {
        const size_t n = strcspn(k, ",");
        if (n == len && !strncasecmp(k, name, n)) return true;
        k += n;
    }
    return false;
}
