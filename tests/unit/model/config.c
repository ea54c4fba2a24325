#include "model/nmt.h"

#include "formats/gguf_read.h"
#include "formats/gguf_write.h"
#include "make/changed_model.h"
#include "make/model_file.h"
#include "unit/unit.h"

START_TEST(names_a_key_that_is_missing)
{
    static const char *const optional[] = {"general.name", "general.alignment",
                                           "nmt.norm.query_only"};
    scratch s;
    tr_gguf g;
    make_good(&s, &model_spec_small);
    ck_assert_int_eq(tr_gguf_open(&g, s.path, NULL), 0);
    for (size_t i = 0; i < g.n_values; i++) {
        tr_error err = {0};
        if (strcmp(g.values[i].key, "nmt.sha256") == 0) continue;
        const change c = {.key = g.values[i].key, .type = -1};
        int expected = TR_EFORMAT;
        for (size_t k = 0; k < 3; k++)
            if (strcmp(c.key, optional[k]) == 0) expected = 0;
        ck_assert_int_eq(open_changed(&s, &c, &err), expected);
        if (expected < 0) assert_says(&err, TR_EFORMAT, c.key);
        if (expected < 0) assert_says(&err, TR_EFORMAT, "is missing");
    }
    tr_gguf_close(&g);
    scratch_close(&s);
}
END_TEST

START_TEST(refuses_numbers_out_of_range_by_key_and_value)
{
    static const struct {
        const char *key;
        uint32_t number;
        const char *words;
    } cases[] = {
        {"nmt.embedding_length", 0, "nmt.embedding_length: 0 is not in 1..65536"},
        {"nmt.embedding_length", 65537, "nmt.embedding_length: 65537"},
        {"nmt.attention.head_count", 0, "nmt.attention.head_count: 0"},
        {"nmt.attention.head_count", 3, "nmt.attention.head_count: 3 does not divide"},
        {"nmt.attention.head_count", 32, "nmt.attention.head_count: 32 does not divide"},
        {"nmt.encoder.block_count", 0, "nmt.encoder.block_count: 0 is not in 1..1024"},
        {"nmt.encoder.block_count", 1025, "nmt.encoder.block_count: 1025"},
        {"nmt.decoder.block_count", UINT32_MAX, "nmt.decoder.block_count: 4294967295"},
        {"nmt.encoder.feed_forward_length", 65537, "nmt.encoder.feed_forward_length: 65537"},
        {"nmt.decoder.feed_forward_length", 0, "nmt.decoder.feed_forward_length: 0"},
        {"nmt.vocab_size.source", 1, "nmt.vocab_size.source: 1"},
        {"nmt.vocab_size.target", 0x80000000, "nmt.vocab_size.target: 2147483648"},
        {"nmt.max_source_length", 0, "nmt.max_source_length: 0 is not in 1..1000000"},
        {"nmt.max_target_length", 1000001, "nmt.max_target_length: 1000001"},
        {"nmt.eos_id", 37, "nmt.eos_id: 37 is not in 0..36"},
        {"nmt.unk_id", 37, "nmt.unk_id: 37 is not in 0..36"},
        {"nmt.unk_id", 0, "nmt.unk_id: 0 is nmt.eos_id too"},
        {"nmt.beam_size", 0, "nmt.beam_size: 0 is not in 1..64"},
        {"nmt.beam_size", 65, "nmt.beam_size: 65"},
        {"nmt.vocab_size.target", 38, "nmt.ties: all needs"},
        {"nmt.encoder.block_count", 3, "tensor enc.blk.2.attn_qkv.weight is missing"},
        {"nmt.encoder.block_count", 1, "tensor enc.blk.1.attn_qkv.weight has no place"},
        {"nmt.max_source_length", 20, "tensor position.weight: expected F32 [21, 16], found"},
        {"nmt.max_target_length", 21, "tensor position.weight: expected F32 [21, 16], found"},
        {"nmt.decoder.start_id", 3, "nmt.decoder.start_id: 3 needs nmt.decoder.start token"},
        {"nmt.source_eos_id", 37, "nmt.source_eos_id: 37 is not in 0..36"},
        {"nmt.source_eos_id", 1, "nmt.source_eos_id: 1 is the id of <unk> too"},
        {"nmt.source_unk_id", 0, "nmt.source_unk_id: 0 is the id of </s> too"},
        {"nmt.source_bos_id", 37, "nmt.source_bos_id: 37 is not in 0..36"},
        {"nmt.forced_first_id", 37, "nmt.forced_first_id: 37 is not in 0..36"},
        {"nmt.forced_first_id", 0, "nmt.forced_first_id: 0 is nmt.eos_id"},
        {"nmt.alignment.layer", 1, "nmt.alignment.layer: 1 is not in 0..0"},
        {"nmt.alignment.heads", 1, "nmt.alignment.heads: 1 needs nmt.alignment.layer"},
        {"nmt.alignment.heads", 3, "nmt.alignment.heads: 3 is not in 1..2"},
        {"nmt.shortlist.first", 38, "nmt.shortlist.first: 38 is not in 0..37"},
        {"nmt.shortlist.first", 37, "tensor shortlist.id is missing"},
        {"nmt.suppressed_ids", 3, "key nmt.suppressed_ids is not an array of whole numbers"},
        {"nmt.language_codes", 3, "key nmt.language_codes is not an array of strings"},
        {"nmt.decoder.feed_forward_length", 64,
         "tensor dec.blk.0.ffn_up.weight: expected I8 [4, 4, 16, 4], found I8 [3, 4, 16, 4]"},
    };
    scratch s;
    make_good(&s, &model_spec_small);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const change c = {.key = cases[i].key, .type = TR_GGUF_UINT32, .number = cases[i].number};
        tr_error err = {0};
        open_changed(&s, &c, &err);
        assert_says(&err, TR_EFORMAT, cases[i].words);
    }
    scratch_close(&s);
}
END_TEST

START_TEST(refuses_floats_out_of_range_by_key_and_value)
{
    static const struct {
        const char *key;
        float real;
        const char *words;
    } cases[] = {{"nmt.norm.epsilon", 0, "nmt.norm.epsilon: 0 is not between 0 and 1"},
                 {"nmt.norm.epsilon", 1, "nmt.norm.epsilon: 1 "},
                 {"nmt.norm.epsilon", -0.5f, "nmt.norm.epsilon: -0.5"},
                 {"nmt.norm.epsilon", NAN, "nmt.norm.epsilon: "},
                 {"nmt.embedding_scale", INFINITY, "nmt.embedding_scale: inf"},
                 {"nmt.embedding_scale", 0, "nmt.embedding_scale: 0"},
                 {"nmt.length_penalty", NAN, "nmt.length_penalty: "},
                 {"nmt.length_penalty", -1, "nmt.length_penalty: -1"},
                 {"nmt.length_penalty", INFINITY, "nmt.length_penalty: inf"},
                 {"nmt.max_length_factor", 0, "nmt.max_length_factor: 0 is not between"},
                 {"nmt.max_length_factor", NAN, "nmt.max_length_factor: "}};
    scratch s;
    tr_error err = {0};
    make_good(&s, &model_spec_small);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const change c = {.key = cases[i].key, .type = TR_GGUF_FLOAT32, .real = cases[i].real};
        open_changed(&s, &c, &err);
        assert_says(&err, TR_EFORMAT, cases[i].words);
    }
    const change zero = {.key = "nmt.length_penalty", .type = TR_GGUF_FLOAT32, .real = 0};
    ck_assert_int_eq(open_changed(&s, &zero, &err), 0);
    scratch_close(&s);
}
END_TEST

START_TEST(refuses_words_it_does_not_know_by_key_and_value)
{
    static const struct {
        const char *key, *text;
        int code;
        const char *words;
    } cases[] = {
        {"general.architecture", "llama", TR_EFORMAT, "general.architecture: llama is not nmt"},
        {"nmt.norm.placement", "both", TR_EUNSUPPORTED, "nmt.norm.placement: both is not"},
        {"nmt.activation", "relu2", TR_EUNSUPPORTED,
         "nmt.activation: relu2 is not supported, only relu, swish, gelu-sigmoid, gelu-erf"},
        {"nmt.activation", "", TR_EUNSUPPORTED, "nmt.activation: "},
        {"nmt.decoder.kind", "average-attention", TR_EUNSUPPORTED,
         "nmt.decoder.kind: average-attention is not supported, only self-attention, ssru"},
        {"nmt.decoder.kind", "ssru", TR_EFORMAT, "tensor dec.blk.0.ssru.weight is missing"},
        {"nmt.decoder.start", "bos", TR_EUNSUPPORTED, "nmt.decoder.start: bos"},
        {"nmt.decoder.start", "token", TR_EFORMAT, "key nmt.decoder.start_id is missing"},
        {"nmt.source_language_token", "behind", TR_EUNSUPPORTED,
         "nmt.source_language_token: behind is not supported, only none, before, after, target"},
        {"nmt.source_language_token", "before", TR_EFORMAT,
         "nmt.source_language_token: before needs nmt.language_codes"},
        {"nmt.position.kind", "rotary", TR_EUNSUPPORTED, "nmt.position.kind: rotary"},
        {"nmt.ties", "some", TR_EUNSUPPORTED, "nmt.ties: some"},
        {"nmt.weight_type", "int4", TR_EUNSUPPORTED, "nmt.weight_type: int4"},
        {"nmt.length_penalty_kind", "\033[2J", TR_EUNSUPPORTED,
         "nmt.length_penalty_kind: \\x1B[2J"},
        {"tokenizer.kind", "bpe", TR_EUNSUPPORTED, "tokenizer.kind: bpe"},
        {"tokenizer.normalization", "nfd", TR_EUNSUPPORTED, "tokenizer.normalization: nfd"},
        {"nmt.source_language", "en de", TR_EFORMAT,
         "nmt.source_language: en de is not a language"},
        {"nmt.target_language", "../x", TR_EFORMAT, "nmt.target_language: ../x"},
        {"tokenizer.kind", "spm", TR_EFORMAT,
         "tensor tokenizer.spm.source, which tokenizer.kind spm needs, is missing"},
        {"nmt.weight_type", "float32", TR_EFORMAT, "tensor token_embd.weight: expected F32"},
    };
    scratch s;
    make_good(&s, &model_spec_small);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const change c = {.key = cases[i].key, .type = TR_GGUF_STRING, .text = cases[i].text};
        tr_error err = {0};
        ck_assert_int_eq(open_changed(&s, &c, &err), cases[i].code);
        assert_says(&err, cases[i].code, cases[i].words);
        ck_assert_ptr_null(strchr(err.msg, '\033'));
    }
    scratch_close(&s);
}
END_TEST

START_TEST(reads_what_stands_around_texts)
{
    scratch s;
    tr_nmt m;
    const model_spec spec = language_spec();
    make_good(&s, &spec);
    ck_assert_int_eq(tr_nmt_open(&m, s.path, NULL), 0);
    ck_assert_int_eq(m.config.start_id, 4);
    ck_assert_int_eq(m.config.source_eos_id, 5);
    ck_assert_int_eq(m.config.source_unk_id, 6);
    ck_assert_int_eq(m.config.source_bos_id, 7);
    ck_assert_int_eq(m.config.forced_first, -1);
    ck_assert(m.config.source_eos && m.config.target_language_token);
    ck_assert_int_eq(m.config.source_language_token, TR_LANGUAGE_AFTER);
    ck_assert_uint_eq(tr_config_longest_source(&m.config), 12 + 3);
    ck_assert_uint_eq(m.config.n_suppressed, 3);
    ck_assert_mem_eq(m.config.suppressed, ((const int32_t[]){36, 2, 30}), 12);
    ck_assert_uint_eq(m.config.n_languages, 3);
    ck_assert_str_eq(m.config.language_codes[0], "deu_Latn");
    ck_assert_str_eq(m.config.language_codes[1], "en");
    ck_assert_str_eq(m.config.language_codes[2], "zh-CN");
    ck_assert_mem_eq(m.config.language_ids, ((const int32_t[]){30, 31, 36}), 12);
    ck_assert_int_eq(m.config.alignment_layer, 0);
    ck_assert_uint_eq(m.config.alignment_heads, 2);
    tr_nmt_close(&m);
    scratch_close(&s);
}
END_TEST

START_TEST(a_file_need_not_say_what_stands_around_texts)
{
    scratch s;
    tr_nmt m;
    make_good(&s, &model_spec_small);
    ck_assert_int_eq(tr_nmt_open(&m, s.path, NULL), 0);
    ck_assert_int_eq(m.config.start_id, -1);
    ck_assert_int_eq(m.config.source_eos_id, 0);
    ck_assert_int_eq(m.config.source_unk_id, 1);
    ck_assert_int_eq(m.config.source_bos_id, -1);
    ck_assert_int_eq(m.config.forced_first, -1);
    ck_assert(m.config.source_eos && !m.config.target_language_token && !m.config.ssru);
    ck_assert_int_eq(m.config.source_language_token, TR_LANGUAGE_NONE);
    ck_assert_uint_eq(tr_config_longest_source(&m.config), 12 + 1);
    ck_assert_uint_eq(m.config.n_suppressed + m.config.n_languages, 0);
    ck_assert_int_eq(m.config.alignment_layer, -1);
    tr_nmt_close(&m);
    scratch_close(&s);
}
END_TEST

#define TEXTS(...)                                                                                 \
    .texts = (const char *const[])                                                                 \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
#define NUMBERS(...)                                                                               \
    .numbers = (const uint32_t[])                                                                  \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

START_TEST(refuses_arrays_that_cannot_be)
{
    const struct {
        change change;
        const char *words;
    } cases[] = {
        {{"nmt.language_codes", .n = 2, TEXTS("en", "de")}, "nmt.language_ids: [3 x u32] are not"},
        {{"nmt.language_codes", .n = 3, TEXTS("en", "de", "en")}, "holds a language twice"},
        {{"nmt.language_codes", .n = 3, TEXTS("en", "de", "")}, "holds what is not a language"},
        {{"nmt.language_codes", .n = 3, TEXTS("en", "de", "f r")}, "holds what is not a language"},
        {{"nmt.language_codes", .type = -1}, "nmt.language_ids: [3 x u32] are not as many"},
        {{"nmt.language_ids", .type = -1}, "nmt.language_codes: [3 x string] are not as many"},
        {{"nmt.language_ids", .n = 3, NUMBERS(1, 2, 37)}, "element 2 is not in 0..36"},
        {{"nmt.language_ids", .n = 3, NUMBERS(1, 2, 0)}, "nmt.language_ids: [3 x u32] holds nmt.e"},
        {{"nmt.language_ids", .n = 1, TEXTS("de")}, "nmt.language_ids is not an array of whole"},
        {{"nmt.language_codes", .n = 1, NUMBERS(1)}, "nmt.language_codes is not an array of str"},
        {{"nmt.suppressed_ids", .n = 2, NUMBERS(40, 41)}, "element 1 is not in 0..40"},
        {{"nmt.suppressed_ids", .n = 2, NUMBERS(2, 0)}, "nmt.suppressed_ids: [2 x u32] holds nmt."},
        {{"nmt.forced_first_id", .type = TR_GGUF_UINT32, .number = 9},
         "nmt.forced_first_id: 9 stands"},
        {{"nmt.max_target_length", .type = TR_GGUF_UINT32, .number = 1},
         "nmt.max_target_length: 1 has no room behind the first token"},
        {{"nmt.max_source_length", .type = TR_GGUF_UINT32, .number = 18},
         "tensor source_position.weight: expected F32 [21, 18], found F32 [20, 18]"},
    };
    scratch s;
    const model_spec spec = language_spec();
    make_good(&s, &spec);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tr_error err = {0};
        open_changed(&s, &cases[i].change, &err);
        assert_says(&err, TR_EFORMAT, cases[i].words);
    }
    scratch_close(&s);
}
END_TEST

static void put_idle_languages(tr_gguf_writer *w)
{
    tr_gguf_put_strings(w, "nmt.language_codes", (const char *const[]){"en"}, 1);
    tr_gguf_put_u32s(w, "nmt.language_ids", (const uint32_t[]){30}, 1);
}

START_TEST(languages_have_a_use)
{
    scratch s;
    tr_nmt m;
    tr_error err;
    model_spec spec = model_spec_small;
    spec.more_keys = put_idle_languages;
    make_good(&s, &spec);
    tr_nmt_open(&m, s.path, &err);
    assert_says(&err, TR_EFORMAT, "nmt.language_codes: [1 x string] has no use without");
    scratch_close(&s);
}
END_TEST

START_TEST(query_only_norms_are_for_pre_norm)
{
    scratch s;
    tr_error err;
    const change c = {.key = "nmt.norm.query_only", .type = TR_GGUF_BOOL, .number = 1};
    make_good(&s, &model_spec_small);
    open_changed(&s, &c, &err);
    assert_says(&err, TR_EFORMAT, "nmt.norm.query_only: true needs nmt.norm.placement pre");
    scratch_close(&s);
}
END_TEST

UNIT_MAIN("config", names_a_key_that_is_missing, refuses_numbers_out_of_range_by_key_and_value,
          refuses_floats_out_of_range_by_key_and_value,
          refuses_words_it_does_not_know_by_key_and_value, reads_what_stands_around_texts,
          a_file_need_not_say_what_stands_around_texts, refuses_arrays_that_cannot_be,
          languages_have_a_use, query_only_norms_are_for_pre_norm)
