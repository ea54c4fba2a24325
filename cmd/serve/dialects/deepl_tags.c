/*
 * deepl_tags.c - ignore_tags: elements whose text stays as it is.
 *
 * Documents have an attribute that keeps text, which such tags get, and lose again in the
 * translation.
 */
#include "serve/dialects/deepl_tags.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "console/alloc.h"

static const char mark[] = " translate=\"no\" ignored-tag=\"\"";

/* True if a list of names, "a,b", has a name [len]. */
static bool has_name(const char *list, const char *name, size_t len)
{
    while (*list) {
        const size_t n = strcspn(list, ", ");
        if (n && n == len && !memcmp(list, name, n)) return true;
        list += n + strspn(list + n, ", ");
    }
    return false;
}

/* Bytes of the name of a start tag that begins at `at`; 0: there is none. */
static size_t tag_name(const char *at, const char *end)
{
    size_t n = 1;

    if (*at != '<') return 0;
    while (at + n < end && !tr_ascii_is_space(at[n]) && !strchr("/><", at[n]))
        n++;
    return n - 1;
}

tr_string deepl_mark_tags(tr_string text, const char *names)
{
    const char *const end = text.text + text.len;
    tr_buf out = {0};

    for (const char *at = text.text; at < end;) {
        const size_t n = tag_name(at, end);
        tr_buf_add(&out, at, n + 1);
        if (n && has_name(names, at + 1, n)) tr_buf_add(&out, mark, sizeof mark - 1);
        at += n + 1;
    }
    if (out.failed) end_without_memory();
    tr_buf_add(&out, "", 1);
    return (tr_string){out.data, out.len - 1};
}

void deepl_unmark_tags(translator_text *t)
{
    const size_t n = sizeof mark - 1;
    char *to = t->text;

    for (const char *at = t->text, *next; *at; at = next) {
        const char *const found = strstr(at, mark);
        const size_t len = found ? (size_t)(found - at) : strlen(at);
        memmove(to, at, len);
        to += len;
        next = at + len + (found ? n : 0);
    }
    *to = '\0';
    t->len = (size_t)(to - t->text);
}
