#include "import/shared/low_rank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* row [n_in] = up [rank] x down [rank, n_in]. */
static void multiply_row(const float *up, const float *down, size_t rank, size_t n_in, float *row)
{
    memset(row, 0, n_in * sizeof *row);
    for (size_t k = 0; k < rank; k++)
        for (size_t i = 0; i < n_in; i++)
            row[i] += up[k] * down[k * n_in + i];
}

static int refuse_overflow(const tr_low_rank *l, tr_error *err)
{
    return tr_fail(err, TR_EFORMAT,
                   "%s: %s: added to the model, it makes numbers beyond what float32 holds",
                   l->down->shard->path, l->down->name);
}

int tr_low_rank_add(const tr_low_rank *l, size_t first, size_t n, const tr_element_layout *layout,
                    float *out, tr_error *err)
{
    const size_t rank = l->down->dims[0], n_in = l->down->dims[1];
    const tr_element_layout as_it_is = {n_in, n_in, 1}, one_row = {rank, rank, 1};
    float *const down = malloc((l->down->n + rank + n_in) * sizeof *down);
    int rc = 0;

    if (!down) return tr_fail_memory(err);
    float *const up = down + l->down->n, *const row = up + rank;
    rc = tr_arrays_floats(l->down, 0, l->down->n, &as_it_is, down, err);
    for (size_t at = first, begin; rc == 0 && at < first + n; at = begin + n_in) {
        const size_t o = at / n_in;
        begin = o * n_in;
        rc = tr_arrays_floats(l->up, o * rank, rank, &one_row, up, err);
        if (rc == 0) multiply_row(up, down, rank, n_in, row);
        for (size_t e = at; rc == 0 && e < first + n && e < begin + n_in; e++) {
            const size_t r = (e - first) / layout->row_len, c = (e - first) % layout->row_len;
            float *const to = &out[r * layout->row_stride + c * layout->column_stride];
            *to += l->scale * row[e - begin];
            if (!isfinite(*to)) rc = refuse_overflow(l, err);
        }
    }
    free(down);
    return rc;
}
