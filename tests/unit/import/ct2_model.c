#include "import/ct2/ct2_model.h"

#include <math.h>

#include "make/make_ct2.h"
#include "unit/unit.h"

enum { NEWEST = 6 };

static const float six[] = {1, -2, 3.5f, 0, 1e-40f, -3e38f};

static int open_made(tr_ct2_model *m, ct2_maker *maker, tr_error *err)
{
    ct2_end(maker);
    return tr_ct2_open(m, (unsigned char *)maker->bytes.data, maker->bytes.len, "x.bin", err);
}

static void check_refused(ct2_maker *maker, int code, const char *what)
{
    tr_ct2_model m;
    tr_error err;

    ck_assert_int_eq(open_made(&m, maker, &err), code);
    ck_assert_ptr_eq(strstr(err.msg, "x.bin: "), err.msg);
    ck_assert_msg(strstr(err.msg, what), "'%s' does not say '%s'", err.msg, what);
    tr_buf_free(&maker->bytes);
}

static void read_all(const tr_ct2_model *m, const char *name, float *x)
{
    const tr_ct2_variable *v = tr_ct2_find(m, name);
    ck_assert_ptr_nonnull(v);
    const tr_element_layout layout = {.row_len = v->n, .row_stride = v->n, .column_stride = 1};
    ck_assert_int_eq(tr_ct2_floats(m, v, &layout, x, NULL), 0);
}

START_TEST(reads_every_version)
{
    for (int version = 1; version <= NEWEST; version++) {
        ct2_maker maker = {.version = version, .revision = version > 1 ? 7 : 0};
        tr_ct2_model m;
        float x[6];

        ct2_add(&maker, "a/weight", CT2_F32, 2, 3, six);
        ct2_add_number(&maker, "a/flag", CT2_S8, 1);
        ck_assert_int_eq(open_made(&m, &maker, NULL), 0);
        ck_assert_uint_eq(m.version, version);
        ck_assert_uint_eq(m.revision, version > 1 ? 7 : 1);
        ck_assert_str_eq(m.spec, version > 1 ? "TransformerSpec" : "");
        ck_assert_uint_eq(m.n_variables, 2);
        const tr_ct2_variable *v = tr_ct2_find(&m, "a/weight");
        ck_assert_uint_eq(v->n_dims, 2);
        ck_assert_uint_eq(v->dims[0], 2);
        ck_assert_uint_eq(v->dims[1], 3);
        ck_assert_uint_eq(v->n, 6);
        read_all(&m, "a/weight", x);
        ck_assert_mem_eq(x, six, sizeof x);
        ck_assert_ptr_null(tr_ct2_find(&m, "a"));
        tr_ct2_close(&m);
        tr_buf_free(&maker.bytes);
    }
}
END_TEST

/* The names are those of ct2-aren-transliteration/v1-float32 of the fixtures. */
START_TEST(gives_the_names_of_the_first_revision_in_later_words)
{
    static const char *const names[][2] = {
        {"transformer/encoder/w_embs:0", "encoder/embeddings/weight"},
        {"transformer/encoder/layer_0/multi_head/LayerNorm/beta:0",
         "encoder/layer_0/self_attention/layer_norm/beta"},
        {"transformer/encoder/layer_0/multi_head/conv1d/kernel:0",
         "encoder/layer_0/self_attention/linear_0/weight"},
        {"transformer/encoder/layer_0/ffn/conv1d_1/bias:0", "encoder/layer_0/ffn/linear_1/bias"},
        {"transformer/encoder/LayerNorm/gamma:0", "encoder/layer_norm/gamma"},
        {"transformer/decoder/dense/kernel:0", "decoder/projection/weight"},
        {"transformer/decoder/layer_3/masked_multi_head/conv1d_1/kernel:0",
         "decoder/layer_3/self_attention/linear_1/weight"},
        {"transformer/decoder/layer_3/multi_head/conv1d_2/kernel:0",
         "decoder/layer_3/attention/linear_2/weight"},
    };
    enum { N = sizeof names / sizeof *names };
    ct2_maker maker = {.version = 1};
    tr_ct2_model m;

    for (size_t i = 0; i < N; i++)
        ct2_add(&maker, names[i][0], CT2_F32, 2, 3, six);
    ck_assert_int_eq(open_made(&m, &maker, NULL), 0);
    for (size_t i = 0; i < N; i++)
        ck_assert_ptr_eq(tr_ct2_find(&m, names[i][1]), &m.variables[i]);
    tr_ct2_close(&m);
    tr_buf_free(&maker.bytes);
}
END_TEST

START_TEST(reads_every_type)
{
    const uint16_t halves[] = {0x3c00, 0xc000}, brains[] = {0x3f80, 0xc000};
    const int32_t integers[] = {70000};
    ct2_maker maker = {.version = NEWEST, .revision = 7};
    tr_ct2_model m;
    float x[2];
    double number;

    ct2_add(&maker, "half", CT2_F16, 2, 0, halves);
    ct2_add(&maker, "brain", CT2_BF16, 2, 0, brains);
    ct2_add(&maker, "integer", CT2_S32, 0, 0, integers);
    ct2_add_number(&maker, "short", CT2_S16, -2);
    ct2_add(&maker, "float", CT2_F32, 0, 0, six + 2);
    ct2_add(&maker, "text", CT2_S8, 5, 0, "<unk>");
    ck_assert_int_eq(open_made(&m, &maker, NULL), 0);
    read_all(&m, "half", x);
    ck_assert(x[0] == 1 && x[1] == -2);
    read_all(&m, "brain", x);
    ck_assert(x[0] == 1 && x[1] == -2);
    ck_assert(tr_ct2_number(&m, tr_ct2_find(&m, "integer"), &number) && number == 70000);
    ck_assert(tr_ct2_number(&m, tr_ct2_find(&m, "short"), &number) && number == -2);
    ck_assert(tr_ct2_number(&m, tr_ct2_find(&m, "float"), &number) && number == 3.5);
    ck_assert(!tr_ct2_number(&m, tr_ct2_find(&m, "half"), &number));
    ck_assert_mem_eq(tr_ct2_text(&m, tr_ct2_find(&m, "text")), "<unk>", 5);
    ck_assert_ptr_null(tr_ct2_text(&m, tr_ct2_find(&m, "short")));
    tr_ct2_close(&m);
    tr_buf_free(&maker.bytes);
}
END_TEST

START_TEST(finds_a_tensor_by_its_aliases)
{
    ct2_maker maker = {.version = NEWEST, .revision = 7};
    tr_ct2_model m;

    ct2_add(&maker, "b", CT2_F32, 2, 3, six);
    ct2_add(&maker, "c", CT2_F32, 2, 3, six);
    ct2_add_alias(&maker, "d", "c");
    ct2_add_alias(&maker, "a", "c");
    ck_assert_int_eq(open_made(&m, &maker, NULL), 0);
    ck_assert_ptr_eq(tr_ct2_find(&m, "a"), &m.variables[1]);
    ck_assert_ptr_eq(tr_ct2_find(&m, "b"), &m.variables[0]);
    ck_assert_ptr_eq(tr_ct2_find(&m, "d"), &m.variables[1]);
    ck_assert_ptr_null(tr_ct2_find(&m, "e"));
    tr_ct2_close(&m);
    tr_buf_free(&maker.bytes);
}
END_TEST

/* 1 / 3 and 1 / 7 are rounded before they are multiplied, as CTranslate2's Dequantize does. */
START_TEST(multiplies_int8_by_the_inverse_of_each_rows_scale)
{
    const int8_t q[] = {-127, 0, 127, 1, -1, 5};
    const float scales[] = {3, 7};
    ct2_maker maker = {.version = NEWEST, .revision = 7};
    tr_ct2_model m;
    int8_t values[6];
    float x[6], factors[2];

    ct2_add(&maker, "weight", CT2_S8, 2, 3, q);
    ct2_add(&maker, "weight_scale", CT2_F32, 2, 0, scales);
    ck_assert_int_eq(open_made(&m, &maker, NULL), 0);
    read_all(&m, "weight", x);
    for (int i = 0; i < 6; i++)
        ck_assert_float_eq(x[i], (float)q[i] * (1 / scales[i / 3]));
    ck_assert_int_eq(tr_ct2_s8(&m, tr_ct2_find(&m, "weight"), values, factors, NULL), 0);
    ck_assert_mem_eq(values, q, sizeof q);
    ck_assert(factors[0] == 1.0f / 3 && factors[1] == 1.0f / 7);
    tr_ct2_close(&m);
    tr_buf_free(&maker.bytes);
}
END_TEST

/* CTranslate2's global_int16_scale is 1000. */
START_TEST(multiplies_int16_by_the_inverse_of_one_scale)
{
    const int16_t q[] = {-32768, 7};
    const float scale = 300;
    ct2_maker maker = {.version = NEWEST, .revision = 7};
    tr_ct2_model m;
    float x[2];

    ct2_add(&maker, "a", CT2_S16, 2, 0, q);
    ct2_add(&maker, "a_scale", CT2_F32, 0, 0, &scale);
    ct2_add(&maker, "b", CT2_S16, 2, 0, q);
    ck_assert_int_eq(open_made(&m, &maker, NULL), 0);
    read_all(&m, "a", x);
    ck_assert(x[0] == -32768 * (1 / 300.0f) && x[1] == 7 * (1 / 300.0f));
    read_all(&m, "b", x);
    ck_assert(x[0] == -32768 * (1 / 1000.0f) && x[1] == 7 * (1 / 1000.0f));
    tr_ct2_close(&m);
    tr_buf_free(&maker.bytes);
}
END_TEST

static void check_scale_refused(int type, uint32_t n, const float *scales)
{
    ct2_maker maker = {.version = NEWEST, .revision = 7};
    ct2_add(&maker, "w", type, 2, 3, six);
    ct2_add(&maker, "w_scale", CT2_F32, n, 0, scales);
    check_refused(&maker, TR_EFORMAT, "tensor w_scale: ");
}

START_TEST(refuses_what_is_no_scale)
{
    static const float bad[] = {0, -1, NAN, INFINITY, 1e-40f};

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        check_scale_refused(CT2_S8, 2, (float[]){1, bad[i]});
        check_scale_refused(CT2_S16, 0, &bad[i]);
    }
    check_scale_refused(CT2_S8, 3, (float[]){1, 1, 1});
    check_scale_refused(CT2_S8, 0, (float[]){1});
    check_scale_refused(CT2_S16, 2, (float[]){1, 1});
}
END_TEST

START_TEST(refuses_numbers_that_are_not_finite_or_have_no_scale)
{
    const float x[] = {1, NAN};
    const tr_element_layout layout = {.row_len = 2, .row_stride = 2, .column_stride = 1};
    ct2_maker maker = {.version = NEWEST, .revision = 7};
    tr_ct2_model m;
    tr_error err;
    float out[2];

    ct2_add(&maker, "nan", CT2_F32, 2, 0, x);
    ct2_add(&maker, "bare", CT2_S8, 1, 2, "ab");
    ck_assert_int_eq(open_made(&m, &maker, NULL), 0);
    ck_assert_int_eq(tr_ct2_floats(&m, tr_ct2_find(&m, "nan"), &layout, out, &err), TR_EFORMAT);
    ck_assert_str_eq(err.msg, "x.bin: tensor nan: element 1 is not a finite number");
    ck_assert_int_eq(tr_ct2_floats(&m, tr_ct2_find(&m, "bare"), &layout, out, &err), TR_EFORMAT);
    ck_assert_ptr_nonnull(strstr(err.msg, "tensor bare: holds integers without a scale"));
    tr_ct2_close(&m);
    tr_buf_free(&maker.bytes);
}
END_TEST

START_TEST(refuses_other_versions)
{
    static const int versions[] = {0, 7, 0x7fffffff, -1};

    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        ct2_maker maker = {.version = versions[i]};
        check_refused(&maker, TR_EVERSION, "version ");
    }
}
END_TEST

START_TEST(refuses_sizes_that_contradict_shapes)
{
    static const uint32_t shapes[][4] = {{2, 4, 1, 1},
                                         {0, 6, 1, 1},
                                         {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
                                         {0x80000000, 0x80000000, 4, 1},
                                         {0x40000000, 6, 1, 1}};

    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        ct2_maker maker = {.version = NEWEST, .revision = 7};
        ct2_add_shaped(&maker, "w", CT2_F32, 4, shapes[i], six, 6);
        check_refused(&maker, TR_EFORMAT, "tensor w: ");
    }
    ct2_maker five = {.version = NEWEST, .revision = 7};
    ct2_add_shaped(&five, "w", CT2_F32, 5, (uint32_t[]){1, 1, 1, 2, 3}, six, 6);
    check_refused(&five, TR_EUNSUPPORTED, "tensor w: has too many dimensions");

    static const int64_t changes[] = {-4, 4, 1, 0xffffffe0};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        ct2_maker maker = {.version = NEWEST, .revision = 7, .size_change = changes[i]};
        ct2_add(&maker, "w", CT2_F32, 2, 3, six);
        check_refused(&maker, TR_EFORMAT, "tensor w: ");
    }
}
END_TEST

START_TEST(refuses_types_that_are_not_known)
{
    ct2_maker new = {.version = NEWEST, .revision = 7}, old = {.version = 3, .revision = 2};

    ct2_add(&new, "w", CT2_F32, 6, 0, six);
    new.variables.data[new.variables.len - 4 * 6 - 5] = 6;
    check_refused(&new, TR_EUNSUPPORTED, "tensor w: its type is not known");
    ct2_add(&old, "w", CT2_F32, 6, 0, six);
    old.variables.data[old.variables.len - 4 * 6 - 5] = 8;
    check_refused(&old, TR_EUNSUPPORTED, "tensor w: its type is not known");
}
END_TEST

START_TEST(refuses_names_that_become_too_long)
{
    char name[256] = "w_embs";
    ct2_maker maker = {.version = 6, .revision = 1};

    memset(name + 6, 'x', sizeof name - 7);
    ct2_add(&maker, name, CT2_F32, 1, 1, six);
    check_refused(&maker, TR_EFORMAT, "has a name that is too long");
}
END_TEST

START_TEST(refuses_names_and_counts_that_lie)
{
    ct2_maker twice = {.version = NEWEST, .revision = 7};
    ct2_add(&twice, "w", CT2_F32, 2, 3, six);
    ct2_add(&twice, "w", CT2_F32, 2, 3, six);
    check_refused(&twice, TR_EFORMAT, "two tensors have the name w");

    ct2_maker odd = {.version = NEWEST, .revision = 7};
    ct2_add(&odd, "w\n", CT2_F32, 2, 3, six);
    check_refused(&odd, TR_EFORMAT, "the name of a tensor is damaged");

    ct2_maker none = {.version = NEWEST, .revision = 7};
    ct2_add(&none, "", CT2_F32, 2, 3, six);
    check_refused(&none, TR_EFORMAT, "the name of a tensor is damaged");

    static const uint32_t changes[] = {1, 0x7fffffff, 0xffffffff};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        ct2_maker maker = {.version = NEWEST, .revision = 7, .count_change = changes[i]};
        ct2_add(&maker, "w", CT2_F32, 2, 3, six);
        ct2_add_alias(&maker, "v", "w");
        check_refused(&maker, TR_EFORMAT, "");
    }
}
END_TEST

START_TEST(refuses_aliases_that_lead_nowhere)
{
    ct2_maker missing = {.version = NEWEST, .revision = 7};
    ct2_add(&missing, "w", CT2_F32, 2, 3, six);
    ct2_add_alias(&missing, "a", "b");
    check_refused(&missing, TR_EFORMAT, "tensor a: is an alias of none of the tensors");

    ct2_maker loop = {.version = NEWEST, .revision = 7};
    ct2_add(&loop, "w", CT2_F32, 2, 3, six);
    ct2_add_alias(&loop, "a", "b");
    ct2_add_alias(&loop, "b", "a");
    check_refused(&loop, TR_EFORMAT, "tensor a: is an alias of none of the tensors");

    ct2_maker own = {.version = NEWEST, .revision = 7};
    ct2_add(&own, "w", CT2_F32, 2, 3, six);
    ct2_add_alias(&own, "w", "w");
    check_refused(&own, TR_EFORMAT, "two tensors have the name w");
}
END_TEST

START_TEST(refuses_a_file_cut_short_anywhere_or_with_a_tail)
{
    for (int version = 1; version <= NEWEST; version++) {
        ct2_maker maker = {.version = version, .revision = 7};
        tr_ct2_model m;
        tr_error err;

        ct2_add(&maker, "w", CT2_F32, 2, 3, six);
        ct2_add(&maker, "v", CT2_S8, 3, 0, "abc");
        if (version >= 3) ct2_add_alias(&maker, "u", "v");
        ct2_end(&maker);
        for (size_t n = 0; n < maker.bytes.len; n++) {
            unsigned char *part = malloc(n); /* of that size, so that a sanitizer sees its end */
            memcpy(part, maker.bytes.data, n);
            ck_assert_int_eq(tr_ct2_open(&m, part, n, "x.bin", &err), TR_EFORMAT);
            free(part);
        }
        tr_buf_add(&maker.bytes, "", 1);
        ck_assert_int_eq(
            tr_ct2_open(&m, (unsigned char *)maker.bytes.data, maker.bytes.len, "x.bin", &err),
            TR_EFORMAT);
        ck_assert_str_eq(err.msg, "x.bin: goes on behind its last tensor");
        tr_buf_free(&maker.bytes);
    }
}
END_TEST

UNIT_MAIN("ct2_model", reads_every_version, gives_the_names_of_the_first_revision_in_later_words,
          reads_every_type, finds_a_tensor_by_its_aliases,
          multiplies_int8_by_the_inverse_of_each_rows_scale,
          multiplies_int16_by_the_inverse_of_one_scale, refuses_what_is_no_scale,
          refuses_numbers_that_are_not_finite_or_have_no_scale, refuses_other_versions,
          refuses_sizes_that_contradict_shapes, refuses_types_that_are_not_known,
          refuses_names_that_become_too_long, refuses_names_and_counts_that_lie,
          refuses_aliases_that_lead_nowhere, refuses_a_file_cut_short_anywhere_or_with_a_tail)
