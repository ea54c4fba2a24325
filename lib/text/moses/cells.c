#include "text/moses/cells.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"

void tr_cells_free(tr_cells *t)
{
    free(t->cell);
    free(t->next);
    *t = (tr_cells){0};
}

void tr_cells_put(tr_cells *t, int32_t c, size_t begin, size_t end)
{
    void *next = t->next;
    if (tr_reserve(&next, &t->next_capacity, t->n_next + 1, sizeof *t->next) < 0) {
        t->failed = true;
        return;
    }
    t->next = next;
    t->next[t->n_next++] = (tr_cell){c, begin, end};
}

void tr_cells_put_text(tr_cells *t, const char *text, size_t begin, size_t end)
{
    for (size_t at = 0, len = strlen(text); at < len;) {
        int32_t c;
        at += tr_utf8_decode(text + at, len - at, &c);
        tr_cells_put(t, c, begin, end);
    }
}

void tr_cells_keep(tr_cells *t, size_t i)
{
    tr_cells_put(t, t->cell[i].c, t->cell[i].begin, t->cell[i].end);
}

void tr_cells_take(tr_cells *t)
{
    tr_cell *const cell = t->cell;
    const size_t capacity = t->capacity;
    t->cell = t->next;
    t->capacity = t->next_capacity;
    t->n = t->n_next;
    t->next = cell;
    t->next_capacity = capacity;
    t->n_next = 0;
}

void tr_cells_read(tr_cells *t, const char *text, size_t len)
{
    for (size_t at = 0, n; at < len; at += n) {
        int32_t c;
        n = tr_utf8_decode(text + at, len - at, &c);
        tr_cells_put(t, c, at, at + n);
    }
    tr_cells_take(t);
}

/* ---- Replacing ---- */

enum { LONGEST = 8 }; /* characters of a pattern */

static size_t read_pattern(const char *text, int32_t out[LONGEST])
{
    size_t n = 0;
    for (size_t at = 0, len = strlen(text); at < len && n < LONGEST; n++)
        at += tr_utf8_decode(text + at, len - at, &out[n]);
    return n;
}

static bool stands_at(const tr_cells *t, size_t i, const int32_t *pattern, size_t n)
{
    if (n > t->n - i) return false;
    size_t k = 0;
    while (k < n && t->cell[i + k].c == pattern[k])
        k++;
    return k == n;
}

/* How many characters both begin with, or end with behind the first `skip`. */
static size_t common(const int32_t *a, size_t n_a, const int32_t *b, size_t n_b, bool at_end)
{
    const size_t most = n_a < n_b ? n_a : n_b;
    size_t n = 0;
    while (n < most && (at_end ? a[n_a - 1 - n] == b[n_b - 1 - n] : a[n] == b[n]))
        n++;
    return n;
}

void tr_cells_replace(tr_cells *t, const char *from, const char *to)
{
    int32_t old[LONGEST], new[LONGEST];
    const size_t n_old = read_pattern(from, old), n_new = read_pattern(to, new);
    const size_t before = common(old, n_old, new, n_new, false);
    const size_t after = common(old + before, n_old - before, new + before, n_new - before, true);

    size_t first_place = 0;
    while (first_place < t->n && !stands_at(t, first_place, old, n_old))
        first_place++;
    if (first_place == t->n) return;
    for (size_t i = 0; i < t->n;) {
        if (!stands_at(t, i, old, n_old)) {
            tr_cells_keep(t, i++);
            continue;
        }
        const size_t first = i + before, end = i + n_old - after;
        const size_t begin = first < t->n ? t->cell[first].begin : t->cell[first - 1].end;
        for (size_t k = 0; k < before; k++)
            tr_cells_keep(t, i + k);
        for (size_t k = before; k < n_new - after; k++)
            tr_cells_put(t, new[k], begin, end > first ? t->cell[end - 1].end : begin);
        for (size_t k = end; k < i + n_old; k++)
            tr_cells_keep(t, k);
        i += n_old;
    }
    tr_cells_take(t);
}

void tr_cells_squeeze(tr_cells *t)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->cell[i].c != ' ' || i == 0 || t->cell[i - 1].c != ' ') tr_cells_keep(t, i);
    tr_cells_take(t);
}

void tr_cells_trim(tr_cells *t)
{
    size_t begin = 0, end = t->n;
    while (begin < end && t->cell[begin].c == ' ')
        begin++;
    while (end > begin && t->cell[end - 1].c == ' ')
        end--;
    for (size_t i = begin; i < end; i++)
        tr_cells_keep(t, i);
    tr_cells_take(t);
}
