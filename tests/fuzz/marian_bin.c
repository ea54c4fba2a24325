/* marian_bin.c - any bytes as a .bin file of Marian: opened, and every tensor of it read. */
#include <stdlib.h>

#include "import/marian/marian_bin.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_item(tr_bin *b, const tr_bin_item *item)
{
    enum { MOST = 1 << 22 };
    const size_t columns = item->n_dims ? (size_t)item->dims[item->n_dims - 1] : 1;
    float scale;
    char *text;

    if (item->n > MOST) return;
    float *x = malloc(item->n * sizeof *x);
    int8_t *values = malloc(item->n);
    if (x) tr_bin_floats(b, item, &(tr_element_layout){columns, columns, 1}, x, NULL);
    if (x) tr_bin_floats(b, item, &(tr_element_layout){columns, 1, item->n / columns}, x, NULL);
    if (values) tr_bin_s8(b, item, columns, 1, values, &scale, NULL);
    if (tr_bin_bytes(b, item, &text, NULL) == 0) free(text);
    free(values);
    free(x);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tr_bin b;
    tr_error err;

    if (tr_bin_open(&b, data, size, "fuzz.bin", &err) < 0) return 0;
    for (size_t i = 0; i < b.n_items; i++)
        read_item(&b, &b.items[i]);
    tr_bin_close(&b);
    return 0;
}
