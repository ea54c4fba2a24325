#include "document/package/ooxml_hyphens.h"

#include <string.h>

/* The blank in the tag tells them from texts that were there. */
#define TAG "<w:t xml:space=\"preserve\" >"
static const char element[] = "<w:noBreakHyphen/>";
static const char character[] = TAG "\xE2\x80\x91</w:t>";

bool tr_ooxml_spell_hyphens(const tr_content *d, tr_buf *out)
{
    size_t copied = 0;

    if (tr_span_find(d->bytes, 0, d->size, element) == d->size ||
        tr_span_find(d->bytes, 0, d->size, TAG) < d->size)
        return false;
    for (size_t at; (at = tr_span_find(d->bytes, copied, d->size, element)) < d->size;
         copied = at + strlen(element)) {
        tr_content_copy(d, (tr_span){copied, at}, out);
        tr_buf_add_string(out, character);
    }
    tr_content_copy(d, (tr_span){copied, d->size}, out);
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
    size_t copied = 0, at = 0;

    /* Hyphens were spelled if the source has no elements. */
    if (tr_span_find(source->bytes, 0, source->size, element) < source->size) at = d->size;
    while ((at = tr_span_find(d->bytes, at, d->size, TAG)) < d->size) {
        tr_content_copy(d, (tr_span){copied, at}, out);
        copied = at += restore_hyphen(d->bytes + at, d->size - at, out);
    }
    tr_content_copy(d, (tr_span){copied, d->size}, out);
}
