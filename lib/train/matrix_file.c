#include "train/matrix_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "kernels/kernels.h"
#include "kernels/quant.h"

enum { READ_TOGETHER = 256 }; /* values of a row */

void tr_matrix_beside(const char *name, const char *ending, char beside[TR_BESIDE_NAME])
{
    snprintf(beside, TR_BESIDE_NAME, "%.*s%s", (int)(strlen(name) - strlen(".weight")), name,
             ending);
}

/* Declares a vector beside a matrix. */
static void declare_beside(tr_gguf_writer *w, const char *name, const char *ending, int type,
                           uint64_t n)
{
    char beside[TR_BESIDE_NAME];
    tr_matrix_beside(name, ending, beside);
    tr_gguf_declare(w, beside, type, 1, &n);
}

void tr_matrix_declare(tr_gguf_writer *w, const char *name, size_t n_out, size_t n_in, bool int8)
{
    const uint64_t blocks = (n_out + TR_BLOCK - 1) / TR_BLOCK,
                   quads = (n_in + TR_QUAD - 1) / TR_QUAD;

    if (!int8) {
        tr_gguf_declare(w, name, TR_TENSOR_F32, 3, (uint64_t[]){blocks, n_in, TR_BLOCK});
        return;
    }
    tr_gguf_declare(w, name, TR_TENSOR_I8, 4, (uint64_t[]){blocks, quads, TR_BLOCK, TR_QUAD});
    declare_beside(w, name, ".scale", TR_TENSOR_F32, n_out);
    declare_beside(w, name, ".sum", TR_TENSOR_I32, n_out);
}

static int write_int8(tr_gguf_writer *w, const float *rows, size_t n_out, size_t n_in,
                      tr_error *err)
{
    const size_t size = tr_packed_s8_size(n_out, n_in);
    int8_t *packed = malloc(size);
    float *scale = malloc(n_out * sizeof *scale);
    int32_t *sum = malloc(n_out * sizeof *sum);
    int rc = packed && scale && sum ? 0 : tr_fail_memory(err);

    if (rc == 0) {
        tr_pack_s8(rows, n_out, n_in, n_in, 1, packed, scale, sum);
        rc = tr_gguf_write(w, packed, size, err);
    }
    if (rc == 0) rc = tr_gguf_write(w, scale, n_out * sizeof *scale, err);
    if (rc == 0) rc = tr_gguf_write(w, sum, n_out * sizeof *sum, err);
    free(packed);
    free(scale);
    free(sum);
    return rc;
}

int tr_matrix_write(tr_gguf_writer *w, const float *rows, size_t n_out, size_t n_in, bool int8,
                    tr_error *err)
{
    if (int8) return write_int8(w, rows, n_out, n_in, err);
    const size_t size = tr_packed_f32_size(n_out, n_in);
    float *packed = malloc(size);
    if (!packed) return tr_fail_memory(err);
    tr_pack_f32(rows, n_out, n_in, n_in, 1, packed);
    const int rc = tr_gguf_write(w, packed, size, err);
    free(packed);
    return rc;
}

static void read_row_s8(const int8_t *packed, size_t n_in, size_t o, float scale, float *to)
{
    int8_t values[READ_TOGETHER];
    for (size_t i = 0; i < n_in; i += READ_TOGETHER) {
        const size_t n = tr_smaller(n_in - i, READ_TOGETHER);
        tr_unpack_s8(packed, n_in, o, i, n, values);
        for (size_t k = 0; k < n; k++)
            to[i + k] = (float)values[k] * scale;
    }
}

void tr_matrix_read(const tr_gguf *file, const tr_gguf_tensor *t, size_t n_in, size_t first,
                    size_t n, float *rows)
{
    if (t->n_dims < 3) {
        memcpy(rows, (const float *)t->data + first * n_in, n * n_in * sizeof *rows);
    } else if (t->type == TR_TENSOR_F32) {
        const float *packed = t->data;
        for (size_t o = 0; o < n; o++)
            for (size_t i = 0; i < n_in; i++)
                rows[o * n_in + i] = packed[tr_packed_f32_at(n_in, first + o, i)];
    } else {
        char beside[TR_BESIDE_NAME];
        tr_matrix_beside(t->name, ".scale", beside);
        const float *scale = tr_gguf_find_tensor(file, beside)->data;
        for (size_t o = 0; o < n; o++)
            read_row_s8(t->data, n_in, first + o, scale[first + o], rows + o * n_in);
    }
}
