/* Texts that the quick way leaves to SentencePiece; spm_ids.c and the fuzzer show that both are the
 * same.
 */
#include "text/subword.h"

#include <string.h>

#include "make/spm_proto.h"
#include "unit/unit.h"

static bool is_supported(tr_buf *model)
{
    tr_spm_model m;
    ck_assert_int_eq(tr_spm_model_read(&m, model->data, model->len, false, "m", NULL), TR_OK);
    tr_subword *s = tr_subword_create(&m);
    const bool supported = s != NULL;
    tr_subword_free(s);
    tr_spm_model_free(&m);
    tr_buf_free(model);
    return supported;
}

static tr_buf base(void)
{
    tr_buf model = {0};
    put_base(&model);
    return model;
}

START_TEST(takes_what_is_usual)
{
    tr_buf plain = base(), bpe = base(), bytes = base();
    put_trainer(&bpe, ALGORITHM_BPE, false);
    put_byte_pieces(&bytes);
    put_trainer(&bytes, ALGORITHM_UNIGRAM, true);
    ck_assert(is_supported(&plain) && is_supported(&bpe) && is_supported(&bytes));
}
END_TEST

/* A NormalizerSpec or, for field 5, a denormalizer with one number or one map. */
static bool supports_rule(unsigned message, unsigned field, int value)
{
    tr_buf model = base(), inner = {0};
    if (field == 2)
        put_bytes(&inner, 2, "map", 3);
    else
        put_number(&inner, field, (uint64_t)value);
    put_message(&model, message, &inner);
    return is_supported(&model);
}

START_TEST(leaves_what_is_rare)
{
    tr_buf user = base(), unused = base(), twice = base(), bytes = base(), surface = base();
    put_piece(&user, "xy", 0, TR_SPM_USER_DEFINED);
    put_piece(&unused, "ab", -1, TR_SPM_UNUSED);
    put_trainer(&unused, ALGORITHM_BPE, false);
    put_piece(&twice, "a", -1, TR_SPM_NORMAL);
    put_trainer(&bytes, ALGORITHM_UNIGRAM, true);
    tr_buf inner = {0};
    put_bytes(&inner, 44, "?", 1);
    put_message(&surface, 2, &inner);
    ck_assert(!is_supported(&user) && !is_supported(&unused) && !is_supported(&twice));
    ck_assert(!is_supported(&bytes) && !is_supported(&surface));
    ck_assert(supports_rule(3, 3, 0) && !supports_rule(3, 4, 0) && !supports_rule(3, 5, 0));
    ck_assert(!supports_rule(2, 24, 1) && !supports_rule(5, 2, 0));
}
END_TEST

START_TEST(notices_rules_that_are_damaged)
{
    tr_buf model = base();
    tr_spm *spm;
    tr_error err;
    int32_t *ids = NULL;
    size_t capacity = 0, n;
    put_charsmap(&model, "\xFF\x00\x00\x00xyz", 7);
    ck_assert_int_eq(tr_spm_open(&spm, model.data, model.len, true, "m.spm", &err), TR_OK);
    ck_assert_int_eq(tr_spm_encode(spm, "ab", 2, &ids, &capacity, &n, &err), TR_EFORMAT);
    ck_assert_str_eq(err.msg, "m.spm: the normalisation allowed are cut short");
    ck_assert_int_eq(tr_spm_load(spm, &err), TR_EFORMAT);
    tr_spm_close(spm);
    free(ids);
    tr_buf_free(&model);
}
END_TEST

/* As a file does that is mapped while somebody writes it. */
START_TEST(notices_a_model_that_changed)
{
    tr_buf model = base(), other = base();
    tr_spm *spm;
    tr_error err;
    put_piece(&model, "xyz", -1, TR_SPM_NORMAL);
    put_piece(&other, "xyz", -1, TR_SPM_CONTROL);
    ck_assert_uint_eq(model.len, other.len);
    ck_assert_int_eq(tr_spm_open(&spm, model.data, model.len, true, "m.spm", &err), TR_OK);
    memcpy(model.data, other.data, model.len);
    ck_assert_int_eq(tr_spm_load(spm, &err), TR_EFORMAT);
    ck_assert_str_eq(err.msg, "m.spm: has changed since it was opened");
    tr_spm_close(spm);
    tr_buf_free(&model);
    tr_buf_free(&other);
}
END_TEST

UNIT_MAIN("subword", takes_what_is_usual, leaves_what_is_rare, notices_rules_that_are_damaged,
          notices_a_model_that_changed)
