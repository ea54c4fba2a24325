#include "base/region.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

enum { FIRST_CHUNK = 240, CHUNK = 4096 };

typedef struct tr_chunk {
    struct tr_chunk *next;
    size_t used, size;
    _Alignas(max_align_t) unsigned char bytes[];
} tr_chunk;

static tr_chunk *add_chunk(tr_region *r, size_t size)
{
    const size_t least = !r->chunks ? FIRST_CHUNK : CHUNK;
    if (size < least) size = least;
    tr_chunk *c = size < SIZE_MAX - sizeof *c ? calloc(1, sizeof *c + size) : NULL;
    if (!c) return NULL;
    c->size = size;
    c->next = r->chunks;
    r->chunks = c;
    return c;
}

void *tr_region_take(tr_region *r, size_t count, size_t elem)
{
    const size_t align = _Alignof(max_align_t);
    size_t n = tr_size_mul(count, elem);
    n = n > SIZE_MAX - align ? SIZE_MAX : (n + align - 1) / align * align;
    tr_chunk *c = r->chunks;
    if (!c || n > c->size - c->used) c = add_chunk(r, n);
    if (!c) return NULL;
    void *p = c->bytes + c->used;
    c->used += n;
    return p;
}

char *tr_region_copy(tr_region *r, const char *text, size_t len)
{
    char *copy = len < SIZE_MAX ? tr_region_take(r, len + 1, 1) : NULL;
    if (copy && len) memcpy(copy, text, len);
    return copy;
}

char *tr_region_keep(tr_region *r, tr_buf *text)
{
    char *const copy = text->failed ? NULL : tr_region_copy(r, tr_buf_text(text), text->len);
    tr_buf_free(text);
    return copy;
}

char *tr_region_printf(tr_region *r, const char *fmt, ...)
{
    va_list ap, again;

    va_start(ap, fmt);
    va_copy(again, ap);
    const int n = vsnprintf(NULL, 0, fmt, ap);
    char *text = n < 0 ? NULL : tr_region_take(r, (size_t)n + 1, 1);
    if (text) vsnprintf(text, (size_t)n + 1, fmt, again);
    va_end(again);
    va_end(ap);
    return text;
}

size_t tr_region_size(const tr_region *r)
{
    size_t n = 0;
    for (const tr_chunk *c = r->chunks; c; c = c->next)
        n += sizeof *c + c->size;
    return n;
}

void tr_region_free(tr_region *r)
{
    while (r->chunks) {
        tr_chunk *c = r->chunks;
        r->chunks = c->next;
        free(c);
    }
}

void tr_region_clear(tr_region *r)
{
    tr_chunk *const last = r->chunks;

    if (!last) return;
    tr_region rest = {last->next};
    tr_region_free(&rest);
    last->next = NULL;
    memset(last->bytes, 0, last->used);
    last->used = 0;
    if (last->size > CHUNK) tr_region_free(r);
}
