#include "text/rewrite.h"

#include <stdlib.h>

void tr_rewrite_free(tr_rewrite *r)
{
    tr_buf_free(&r->text);
    free(r->edits);
    *r = (tr_rewrite){0};
}

void tr_rewrite_note(tr_rewrite *r, size_t begin, size_t end, size_t new_begin)
{
    void *edits = r->edits;
    if (tr_reserve(&edits, &r->capacity, r->n + 1, sizeof *r->edits) < 0) {
        r->text.failed = true;
        return;
    }
    r->edits = edits;
    r->edits[r->n++] = (tr_edit){begin, end, new_begin, r->text.len};
}

void tr_rewrite_put(tr_rewrite *r, size_t begin, size_t end, const char *text, size_t len)
{
    const size_t new_begin = r->text.len;
    tr_buf_add(&r->text, text, len);
    tr_rewrite_note(r, begin, end, new_begin);
}

/* The last edit that begins at or before `at` in the new text, or NULL. */
static const tr_edit *edit_before(const tr_rewrite *r, size_t at)
{
    size_t low = 0, high = r->n;
    while (low < high) {
        const size_t mid = low + (high - low) / 2;
        if (r->edits[mid].new_begin <= at)
            low = mid + 1;
        else
            high = mid;
    }
    return low > 0 ? &r->edits[low - 1] : NULL;
}

size_t tr_rewrite_old_begin(const tr_rewrite *r, size_t at)
{
    const tr_edit *const e = edit_before(r, at);
    if (!e) return at;
    return at < e->new_end ? e->old_begin : e->old_end + (at - e->new_end);
}

size_t tr_rewrite_old_end(const tr_rewrite *r, size_t at)
{
    const tr_edit *const e = edit_before(r, at - 1);
    if (!e) return at;
    return at < e->new_end ? e->old_end : e->old_end + (at - e->new_end);
}
