/* Embeddings, of widths that are more than one part of tr_embed()'s. */
#include "network/layer.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/quant.h"
#include "unit/unit.h"

enum { WORDS = 37, MOST = 1030 };

static int8_t value(size_t word, size_t k)
{
    return (int8_t)((int)((word * 131 + k * 71 + k / 256 * 5) % 255) - 127);
}

START_TEST(an_embedding_has_all_values_of_its_row)
{
    static const size_t widths[] = {1, 4, 7, 511, 512, 513, 515, 1024, MOST};
    static int8_t values[WORDS * MOST];
    static float scale[WORDS], position[MOST], y[MOST + 1];
    int32_t sum[WORDS];
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
        const size_t d = widths[w];
        int8_t *packed = calloc(1, tr_packed_s8_size(WORDS, d));
        for (size_t i = 0; i < WORDS * d; i++)
            values[i] = value(i / d, i % d);
        tr_pack_s8_values(values, WORDS, d, packed, sum);
        for (size_t i = 0; i < WORDS; i++)
            scale[i] = (float)(i + 1);
        for (size_t k = 0; k < d; k++)
            position[k] = (float)k / 4;
        const tr_nmt m = {.config = {.d_model = (uint32_t)d, .int8 = true, .embedding_scale = 2}};
        const tr_matrix table = {.weight = packed, .scale = scale, .n_out = WORDS, .n_in = d};
        for (int32_t id = 0; id < WORDS; id++) {
            y[d] = 12345;
            tr_embed(&m, &table, id, position, y);
            for (size_t k = 0; k < d; k++)
                ck_assert(y[k] == value((size_t)id, k) * 2.0F * (float)(id + 1) + position[k]);
            ck_assert(y[d] == 12345);
        }
        free(packed);
    }
}
END_TEST

UNIT_MAIN("embed", an_embedding_has_all_values_of_its_row)
