#include "model/nmt.h"

#include <math.h>

#include "make/model_file.h"
#include "model/verify.h"
#include "unit/unit.h"

START_TEST(verifies_good_models)
{
    for (int kind = 0; kind < 16; kind++) {
        scratch s;
        tr_nmt m;
        tr_error err = {0};
        model_spec spec = kind & 4 ? full_spec() : model_spec_small;
        spec.int8 = kind & 1;
        spec.placement = kind & 2 ? "pre" : "post";
        spec.query_only = kind & 2;
        spec.ssru = kind & 8;
        make_good(&s, &spec);
        ck_assert_int_eq(tr_nmt_open(&m, s.path, &err), 0);
        ck_assert_msg(tr_nmt_verify(&m, &err) == 0, "%s", err.msg);
        tr_nmt_close(&m);
        scratch_close(&s);
    }
}
END_TEST

/* Opens, since that does not look at weights; then fails. */
static void assert_verify_says(const model_spec *spec, const char *tensor, size_t at,
                               const void *bytes, size_t n, const char *words)
{
    scratch s;
    tr_nmt m;
    tr_error err = {0};
    make_good(&s, spec);
    patch(s.path, tensor, at, bytes, n);
    ck_assert_int_eq(tr_nmt_open(&m, s.path, &err), 0);
    ck_assert_int_eq(tr_nmt_verify(&m, &err), TR_EFORMAT);
    assert_says(&err, TR_EFORMAT, words);
    tr_nmt_close(&m);
    scratch_close(&s);
}

/* [ceil(54/16)][ceil(18/4)][16][4]: the offsets below are worked out from this. */
START_TEST(verify_names_an_int8_weight_that_is_wrong)
{
    const model_spec spec = full_spec();
    const char *name = "dec.blk.0.attn_qkv.weight";
    const size_t row53_column17 = ((3 * 5 + 4) * 16 + 5) * 4 + 1;
    const size_t row20_column18 = ((1 * 5 + 4) * 16 + 4) * 4 + 2;
    const size_t row54_column0 = ((3 * 5 + 0) * 16 + 6) * 4 + 0;
    const int32_t sum = 12;
    assert_verify_says(&spec, name, row53_column17, "\x80", 1,
                       "dec.blk.0.attn_qkv.weight: row 53, column 17: the weight is -128");
    assert_verify_says(&spec, name, row20_column18, "\1", 1,
                       "dec.blk.0.attn_qkv.weight: row 20, column 18: the fill is not zero");
    assert_verify_says(&spec, name, row54_column0, "\xFF", 1,
                       "dec.blk.0.attn_qkv.weight: row 54, column 0: the fill is not zero");
    assert_verify_says(&spec, "dec.blk.0.attn_qkv.sum", 53 * 4, &sum, 4,
                       "dec.blk.0.attn_qkv.sum says 12");
    assert_verify_says(&spec, "source_embd.sum", 0, &sum, 4, "source_embd.sum says 12");
    assert_verify_says(&spec, "target_embd.sum", 0, &sum, 4, "target_embd.sum says 12");
    assert_verify_says(&spec, "output.sum", 0, &sum, 4, "output.sum says 12");
    assert_verify_says(&spec, "enc.blk.1.ffn_down.sum", 0, &sum, 4, "ffn_down.sum says 12");
    assert_verify_says(&spec, "dec.blk.0.cross_attn_out.sum", 0, &sum, 4, "attn_out.sum says 12");
}
END_TEST

/* [ceil(54/16)][18][16] */
START_TEST(verify_names_a_float_weight_that_is_wrong)
{
    model_spec spec = full_spec();
    const char *name = "enc.blk.1.attn_qkv.weight";
    const size_t row53_column17 = (3 * 18 + 17) * 16 + 5, row54_column3 = (3 * 18 + 3) * 16 + 6;
    const float bad = NAN, tiny = 1e-40f;
    spec.int8 = false;
    assert_verify_says(&spec, name, row53_column17 * 4, &bad, 4,
                       "enc.blk.1.attn_qkv.weight: row 53, column 17: the weight is not finite");
    assert_verify_says(&spec, name, row54_column3 * 4, &tiny, 4,
                       "enc.blk.1.attn_qkv.weight: row 54, column 3: the fill is not zero");
}
END_TEST

/* One bit of a number that is as good as before, and one of a byte that nobody looks at. */
START_TEST(verify_notices_any_changed_bit)
{
    const model_spec spec = full_spec();
    const float other = 0.25f;
    assert_verify_says(&spec, "source_position.weight", 400, &other, 4,
                       "damaged: the tensor data has the SHA-256");
    assert_verify_says(&spec, "tokenizer.spm.target", 13, "?", 1, "key nmt.sha256");
    assert_verify_says(&spec, "enc.blk.0.ffn_up.scale", 0, "\1", 1, "key nmt.sha256");
}
END_TEST

UNIT_MAIN("nmt_verify", verifies_good_models, verify_names_an_int8_weight_that_is_wrong,
          verify_names_a_float_weight_that_is_wrong, verify_notices_any_changed_bit)
