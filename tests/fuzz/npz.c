/* npz.c - any bytes as an .npz file: opened, and every array of it read. */
#include <stdlib.h>

#include "formats/npz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_array(tr_npz *z, const tr_npy *a)
{
    enum { MOST = 1 << 22 };
    char *text;

    if (a->n > MOST) return;
    float *x = malloc(a->n * sizeof *x);
    if (x) tr_npz_floats(z, a, &(tr_element_layout){a->n, a->n, 1}, x, NULL);
    free(x);
    if (tr_npz_bytes(z, a, &text, NULL) == 0) free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tr_npz z;
    tr_error err;

    if (tr_npz_open(&z, data, size, "fuzz.npz", &err) < 0) return 0;
    for (size_t i = 0; i < z.n_arrays; i++)
        read_array(&z, &z.arrays[i]);
    tr_npz_close(&z);
    return 0;
}
