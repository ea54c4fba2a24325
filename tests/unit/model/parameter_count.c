#include "translate.h"

#include "make/model_file.h"
#include "unit/unit.h"

static uint64_t count(const model_spec *spec)
{
    scratch s;
    tr_model *model;
    tr_error err = {0};

    make_good(&s, spec);
    ck_assert_msg(tr_model_open(&model, s.path, &err) == 0, "%s", err.msg);
    const uint64_t n = tr_model_get_info(model)->n_parameters;
    tr_model_close(model);
    scratch_close(&s);
    return n;
}

/* Vectors of 18, feed-forward networks of 24 and 40, two encoder layers and one decoder layer. */
enum {
    D = 18,
    NORM = 2 * D,
    QKV = 3 * D * D + 3 * D,
    OUT = D * D + D,
    ENCODER = QKV + OUT + NORM + (24 * D + 24) + (D * 24 + D) + NORM,
    CROSS = OUT + (2 * D * D + 2 * D) + OUT + NORM,
    DECODER = QKV + OUT + NORM + CROSS + (40 * D + 40) + (D * 40 + D) + NORM,
    SSRU = DECODER - QKV - OUT + 2 * D * D + 2 * D
};

/* Neither 18 nor 37 nor 41 fills whole blocks. */
START_TEST(fill_is_not_counted)
{
    for (int int8 = 0; int8 < 2; int8++) {
        model_spec spec = full_spec();
        spec.int8 = int8;
        ck_assert_uint_eq(count(&spec), (37 + 41 + 41) * D + 41 + 4 * NORM + 2 * ENCODER + DECODER);
        spec.ssru = true;
        spec.output_bias = spec.output_norms = false;
        ck_assert_uint_eq(count(&spec), (37 + 41 + 41) * D + 2 * NORM + 2 * ENCODER + SSRU);
    }
}
END_TEST

START_TEST(shared_embeddings_count_once)
{
    model_spec spec = full_spec();

    spec.embedding_norms = spec.output_norms = false;
    spec.ties = "target";
    ck_assert_uint_eq(count(&spec), (37 + 41) * D + 41 + 2 * ENCODER + DECODER);
    spec.ties = "all";
    spec.target_vocab = 37;
    ck_assert_uint_eq(count(&spec), 37 * D + 37 + 2 * ENCODER + DECODER);
}
END_TEST

/* Of both encoder layers, and of the decoder layer with its second attention. */
START_TEST(biases_count_where_they_are)
{
    model_spec spec = full_spec();

    spec.placement = "pre";
    spec.query_only = true;
    spec.embedding_norms = spec.output_norms = false;
    const uint64_t all = count(&spec);
    spec.biases = false;
    ck_assert_uint_eq(all - count(&spec),
                      2 * (3 * D + D + 24 + D) + (3 * D + D + D + 2 * D + D + 40 + D));
}
END_TEST

UNIT_MAIN("parameter_count", fill_is_not_counted, shared_embeddings_count_once,
          biases_count_where_they_are)
