/* torch.c - any bytes as a file of PyTorch's weights: opened, and every array of it read. */
#include <stdlib.h>

#include "formats/torch/torch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_tensor(const tr_array *t)
{
    float *x = malloc((t->n + 1) * sizeof *x); /* no larger than the input: the shapes fit it */

    const tr_element_layout layout = {t->n + 1, 0, 1};
    if (x) tr_arrays_floats(t, 0, t->n, &layout, x, NULL);
    free(x);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tr_arrays s;
    tr_error err;

    if (tr_arrays_open_bytes(&s, data, size, &tr_torch, "fuzz.bin", &err) < 0) return 0;
    for (size_t i = 0; i < s.n_tensors; i++) {
        read_tensor(&s.tensors[i]);
        if (i) tr_arrays_equal(&s.tensors[i - 1], &s.tensors[i]);
    }
    tr_arrays_close(&s);
    return 0;
}
