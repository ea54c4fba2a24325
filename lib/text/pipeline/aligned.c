#include "text/pipeline/aligned.h"

#include <stdlib.h>
#include <string.h>

void tr_aligned_free(tr_aligned *a)
{
    tr_buf_free(&a->text);
    free(a->from);
    free(a->parts);
    *a = (tr_aligned){0};
}

void tr_aligned_clear(tr_aligned *a)
{
    tr_buf_clear(&a->text);
    a->n_parts = 0;
}

/* Room for bytes more, which are of `from`'s; NULL out of memory. */
static tr_extent *grow(tr_aligned *a, const char *text, size_t len)
{
    const size_t begin = a->text.len;

    a->longer = a->longer || (a->most && len > a->most - begin);
    a->failed = a->failed || a->longer;
    if (a->failed) return NULL;
    a->from = tr_room(a->from, &a->from_capacity, begin + len, sizeof *a->from, &a->failed);
    if (!a->failed) tr_buf_add(&a->text, text, len);
    a->failed = a->failed || a->text.failed;
    return a->failed ? NULL : a->from + begin;
}

void tr_aligned_copy(tr_aligned *out, const tr_aligned *in, size_t begin, size_t end)
{
    if (begin == end) return;
    tr_extent *const from = grow(out, in->text.data + begin, end - begin);
    if (from) memcpy(from, in->from + begin, (end - begin) * sizeof *from);
}

void tr_aligned_put(tr_aligned *out, const char *text, size_t len, const tr_aligned *in,
                    size_t begin, size_t end)
{
    const tr_extent extent = tr_aligned_extent(in, begin, end);
    tr_extent *const from = len ? grow(out, text, len) : NULL;

    for (size_t i = 0; from && i < len; i++)
        from[i] = extent;
}

void tr_aligned_end_part(tr_aligned *out, size_t begin, int32_t id)
{
    if (out->text.len == begin) return;
    out->parts = tr_room(out->parts, &out->parts_capacity, out->n_parts + 1, sizeof *out->parts,
                         &out->failed);
    if (!out->failed) out->parts[out->n_parts++] = (tr_text_part){begin, out->text.len, id};
}

tr_extent tr_aligned_extent(const tr_aligned *a, size_t begin, size_t end)
{
    if (begin < end) return (tr_extent){a->from[begin].begin, a->from[end - 1].end};
    const uint32_t before = begin > 0 ? a->from[begin - 1].end : 0;
    const uint32_t at = begin < a->text.len ? a->from[begin].begin : before;
    return (tr_extent){at, before > at ? before : at}; /* within what became several bytes: all */
}

void tr_aligned_begin(tr_aligned *a, const char *text, size_t len)
{
    enum { SHORT = 4096 };

    tr_aligned_clear(a);
    a->most = TR_ALIGNED_GROWTH * (len + SHORT);
    tr_extent *const from = len ? grow(a, text, len) : NULL;

    /* A byte within a character is made of the whole of it. */
    for (size_t begin = 0, end; from && begin < len; begin = end) {
        end = begin + 1;
        while (end < len && ((unsigned char)text[end] & 0xC0) == 0x80)
            end++;
        for (size_t i = begin; i < end; i++)
            from[i] = (tr_extent){(uint32_t)begin, (uint32_t)end};
    }
    if (from) tr_aligned_end_part(a, 0, -1);
}
