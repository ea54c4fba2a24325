#include "search/word_rows.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/quant.h"

tr_word_rows *tr_word_rows_create(const tr_matrix *all)
{
    const size_t size = all->n_out * tr_s8_stride(all->n_in);
    tr_word_rows *w = calloc(1, sizeof *w);
    void *rows = NULL;

    if (!w) return NULL;
    w->all = all;
    w->place = calloc(all->n_out, sizeof *w->place);
    if (!w->place || posix_memalign(&rows, TR_ROW_ALIGN, size) ||
        pthread_mutex_init(&w->lock, NULL)) {
        free(rows);
        free(w->place);
        free(w);
        return NULL;
    }
    w->rows = rows;
    return w;
}

void tr_word_rows_free(tr_word_rows *w)
{
    if (!w) return;
    pthread_mutex_destroy(&w->lock);
    free(w->place);
    free(w->rows);
    free(w);
}

static void copy_row(const tr_matrix *all, size_t id, int8_t *to)
{
    const size_t stride = tr_s8_stride(all->n_in);
    memset(to + stride - TR_ROW_ALIGN, 0, TR_ROW_ALIGN);
    tr_unpack_s8(all->weight, all->n_in, id, 0, all->n_in, to);
}

static uint32_t find_or_copy(tr_word_rows *w, size_t id)
{
    if (!w->place[id]) {
        copy_row(w->all, id, w->rows + w->n * tr_s8_stride(w->all->n_in));
        w->place[id] = (uint32_t)++w->n;
    }
    return w->place[id] - 1;
}

void tr_word_rows_pick(tr_word_rows *w, const int32_t *ids, size_t n, uint32_t *pick)
{
    pthread_mutex_lock(&w->lock);
    for (size_t i = 0; i < n; i++)
        pick[i] = find_or_copy(w, (size_t)ids[i]);
    pthread_mutex_unlock(&w->lock);
}
