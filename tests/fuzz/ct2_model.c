/* ct2_model.c - any bytes as CTranslate2's model.bin: opened, and every array of it read. */
#include <stdlib.h>

#include "import/ct2/ct2_model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_floats(const tr_ct2_model *m, const tr_ct2_variable *v)
{
    const tr_element_layout layout = {.row_len = v->n, .row_stride = v->n, .column_stride = 1};
    float *x = malloc(v->n * sizeof *x);

    if (x) tr_ct2_floats(m, v, &layout, x, NULL);
    free(x);
}

static void read_integers(const tr_ct2_model *m, const tr_ct2_variable *v)
{
    int8_t *values = malloc(v->n);
    float *factors = malloc(v->dims[0] * sizeof *factors);

    if (values && factors) tr_ct2_s8(m, v, values, factors, NULL);
    free(values);
    free(factors);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tr_ct2_model m;
    tr_error err;
    double x;

    if (tr_ct2_open(&m, data, size, "fuzz.bin", &err) < 0) return 0;
    for (size_t i = 0; i < m.n_variables; i++) {
        const tr_ct2_variable *v = &m.variables[i];
        read_floats(&m, v);
        if (v->type == TR_ELEMENT_S8 && v->n_dims) read_integers(&m, v);
        tr_ct2_number(&m, v, &x);
    }
    for (size_t i = 0; i < m.n_names; i++)
        tr_ct2_find(&m, m.names[i].text);
    tr_ct2_close(&m);
    return 0;
}
