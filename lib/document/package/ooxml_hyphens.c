#include "document/package/ooxml_hyphens.h"

#include <string.h>

/* The blank in the tag tells them from texts that were there. */
#define TAG "<w:t xml:space=\"preserve\" >"
static const char element[] = "<w:noBreakHyphen/>";
static const char character[] = TAG "\xE2\x80\x91</w:t>";

static const char *find_text(const char *at, const char *end, const char *what)
{
    const size_t n = strlen(what);

    for (; (size_t)(end - at) >= n; at++) {
        at = memchr(at, what[0], (size_t)(end - at) - n + 1);
        if (!at) return NULL;
        if (!memcmp(at, what, n)) return at;
    }
    return NULL;
}

bool tr_ooxml_spell_hyphens(const tr_content *d, tr_buf *out)
{
    const char *const end = d->bytes + d->size;
    const char *copied = d->bytes;

    if (!find_text(copied, end, element) || find_text(copied, end, TAG)) return false;
    for (const char *at; (at = find_text(copied, end, element)); copied = at + strlen(element)) {
        tr_buf_add(out, copied, (size_t)(at - copied));
        tr_buf_add_string(out, character);
    }
    tr_buf_add(out, copied, (size_t)(end - copied));
    return true;
}

/* What an element has become: another text stays, and none needs no element. */
static size_t restore_hyphen(const char *at, size_t left, tr_buf *out)
{
    static const char empty[] = TAG "</w:t>";
    const size_t n = sizeof character - 1;

    if (left >= n && !memcmp(at, character, n)) {
        tr_buf_add_string(out, element);
        return n;
    }
    if (left >= sizeof empty - 1 && !memcmp(at, empty, sizeof empty - 1)) return sizeof empty - 1;
    tr_buf_add_string(out, "<w:t xml:space=\"preserve\">");
    return sizeof TAG - 1;
}

void tr_ooxml_restore_hyphens(const tr_content *source, const tr_content *d, tr_buf *out)
{
    const char *const end = d->bytes + d->size;
    const char *copied = d->bytes, *at = copied;

    /* Hyphens were spelled if the source has no elements. */
    if (find_text(source->bytes, source->bytes + source->size, element)) at = end;
    while ((at = find_text(at, end, TAG))) {
        tr_buf_add(out, copied, (size_t)(at - copied));
        at += restore_hyphen(at, (size_t)(end - at), out);
        copied = at;
    }
    tr_buf_add(out, copied, (size_t)(end - copied));
}
