#include "document/masks/markdown_masks.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/buf.h"

enum { MOST_LEN = (1 << 29) - 1 };

void tr_masks_append(tr_masks *m, enum tr_mask_kind kind, size_t begin, size_t end)
{
    m->list = tr_room(m->list, &m->capacity, m->n + 1, sizeof *m->list, &m->failed);
    if (m->failed) return;
    m->list[m->n++] = (tr_mask){
        .begin = (uint32_t)begin, .len = (uint32_t)(end - begin) & MOST_LEN, .kind = kind & 7u};
}

/* Letters are put in the place of all but its first and last byte.  There brackets become round
 * ones and tildes letters, because md4c would read them. */
void tr_masks_add(tr_masks *m, enum tr_mask_kind kind, size_t begin, size_t end)
{
    tr_masks_append(m, kind, begin, end);
    for (size_t i = begin + 1; i + 1 < end; i++)
        m->text[i] = 'x';
    if (m->text[begin] == '[') m->text[begin] = '(';
    if (m->text[end - 1] == ']') m->text[end - 1] = ')';
    if (m->text[begin] == '~') m->text[begin] = 'x';
    if (m->text[end - 1] == '~') m->text[end - 1] = 'x';
}

void tr_masks_part(tr_masks *m, size_t at)
{
    if (m->n_parts && m->parts[m->n_parts - 1] >= at) return;
    m->parts = tr_room(m->parts, &m->parts_capacity, m->n_parts + 1, sizeof *m->parts, &m->failed);
    if (!m->failed) m->parts[m->n_parts++] = (uint32_t)at;
}

/* ---- Shifts ---- */

typedef struct tr_shift {
    uint32_t at, by;
} shift;

void tr_masks_shift(tr_masks *m, size_t at, size_t by)
{
    m->shifts =
        tr_room(m->shifts, &m->shifts_capacity, m->n_shifts + 1, sizeof *m->shifts, &m->failed);
    m->failed = m->failed || at > UINT32_MAX;
    if (!m->failed) m->shifts[m->n_shifts++] = (shift){(uint32_t)at, (uint32_t)by};
}

size_t tr_masks_place(const tr_masks *m, size_t at)
{
    size_t lo = 0, hi = m->n_shifts;

    while (lo < hi) {
        const size_t mid = (lo + hi) / 2;
        if (m->shifts[mid].at <= at)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo ? at - m->shifts[lo - 1].by : at;
}

tr_span tr_masks_find(const tr_masks *m, const char *text, size_t size)
{
    const uintptr_t begin = (uintptr_t)m->text, at = (uintptr_t)text;

    if (at < begin || at - begin > m->size || m->size - (at - begin) < size) return (tr_span){0};
    return (tr_span){at - begin, at - begin + size};
}

void tr_masks_free(tr_masks *m)
{
    free(m->list);
    free(m->parts);
    free(m->shifts);
    free(m->text);
    *m = (tr_masks){0};
}
