#include "document/segment/content.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/utf8.h"
#include "document/segment/decoded.h"

void tr_content_set_bytes(tr_content *d, const char *bytes, size_t size)
{
    d->bytes = bytes;
    d->size = size;
    d->begin = tr_utf8_mark(bytes, size);
}

void tr_content_free(tr_content *d)
{
    tr_region_free(&d->region);
    free(d->segments);
    d->segments = NULL;
    d->n_segments = d->capacity = 0;
}

bool tr_content_takes(tr_content *d, const char *text, size_t len)
{
    if (d->options->keys) return true;
    d->by_value = SIZE_MAX;
    return d->again || tr_decoded_is_text(text, len);
}

tr_segment *tr_content_only(tr_content *d, size_t n)
{
    return d->n_segments == n + 1 ? &d->segments[n] : NULL;
}

void tr_content_drop_from(tr_content *d, size_t n)
{
    d->n_segments = n;
}

tr_segment *tr_content_keep_one(tr_content *d, size_t n)
{
    tr_segment *const one = tr_content_only(d, n);
    if (!one) tr_content_drop_from(d, n);
    return one;
}

void tr_segment_take_back(tr_segment *p, const char *why)
{
    if (p->written) p->left = why;
    p->written = NULL;
}

void tr_content_take_back(tr_content *d, const char *why)
{
    for (size_t i = 0; i < d->n_segments; i++)
        tr_segment_take_back(&d->segments[i], why);
}

int tr_content_refuse(const tr_content *d, size_t at, const char *message, tr_error *err)
{
    size_t line = 1, begin = 0;

    for (size_t i = 0; i < at && i < d->size; i++) {
        if (d->bytes[i] != '\n') continue;
        line++;
        begin = i + 1;
    }
    return tr_fail(err, TR_EFORMAT, "%s:%zu:%zu: %s", d->name, line, at - begin + 1, message);
}
