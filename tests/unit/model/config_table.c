/* config_table.c - what is written is read back, and what differs is named. */
#include "model/config.h"

#include "formats/gguf_read.h"
#include "formats/gguf_write.h"
#include "kernels/kernels.h"
#include "translate.h"
#include "unit/scratch.h"
#include "unit/unit.h"

static char *codes[] = {"de", "en"};
static int32_t language_ids[] = {30, 31}, suppressed[] = {2, 3, 5};

/* Nothing has its default. */
static tr_config full_config(void)
{
    return (tr_config){.d_model = 24,
                       .heads = 3,
                       .encoder_ffn = 40,
                       .decoder_ffn = 48,
                       .n_encoder_layers = 4,
                       .n_decoder_layers = 2,
                       .source_vocab = 60,
                       .target_vocab = 60,
                       .max_source = 70,
                       .max_target = 80,
                       .eos = 1,
                       .unk = 4,
                       .ssru = true,
                       .pre_norm = true,
                       .norm_query_only = true,
                       .int8 = true,
                       .positions = TR_POSITIONS_LEARNED,
                       .activation = TR_GELU_ERF,
                       .rms_norm = true,
                       .gated_ffn = true,
                       .unscaled_attention = true,
                       .ties = TR_TIES_TARGET,
                       .epsilon = 0.25f,
                       .embedding_scale = 3,
                       .source_eos = false,
                       .source_eos_id = 6,
                       .source_unk_id = 7,
                       .source_bos_id = 8,
                       .start_id = 9,
                       .forced_first = 10,
                       .suppressed = suppressed,
                       .n_suppressed = 3,
                       .n_languages = 2,
                       .language_codes = codes,
                       .language_ids = language_ids,
                       .source_language_token = TR_LANGUAGE_PREFIX,
                       .source_prefix = "to {target}: ",
                       .language_names = codes,
                       .n_language_names = 2,
                       .target_language_token = true,
                       .alignment_layer = 1,
                       .alignment_heads = 2,
                       .shortlist_first = 50,
                       .shortlist_source_ids = true,
                       .tokenizer = TR_TOKENIZER_PIECES,
                       .normalization = "nfkc",
                       .name = "n",
                       .license = "MIT",
                       .origin = "here",
                       .source_language = "de",
                       .target_language = "en",
                       .beam_size = 5,
                       .penalty = TR_PENALTY_GNMT,
                       .length_penalty = 0.5f,
                       .max_length_factor = 2};
}

START_TEST(what_is_written_is_read_back)
{
    scratch s;
    tr_gguf file;
    tr_gguf_writer *w;
    tr_region memory = {0};
    tr_config read;
    const tr_config c = full_config();

    scratch_open(&s);
    scratch_file(&s, "keys.gguf");
    ck_assert_int_eq(tr_gguf_create(&w, s.path, NULL), 0);
    tr_config_write(&c, w);
    tr_gguf_declare(w, "x", TR_TENSOR_F32, 1, (const uint64_t[]){1});
    ck_assert_int_eq(tr_gguf_begin_data(w, NULL), 0);
    ck_assert_int_eq(tr_gguf_write(w, &c.epsilon, sizeof c.epsilon, NULL), 0);
    ck_assert_int_eq(tr_gguf_finish(w, NULL), 0);

    ck_assert_int_eq(tr_gguf_open(&file, s.path, NULL), 0);
    tr_keys k = {.file = &file, .memory = &memory};
    tr_config_read(&read, &k);
    ck_assert_int_eq(k.rc, 0);
    ck_assert_ptr_null(tr_config_differs(&c, &read));
    ck_assert_int_eq(read.start_id, 9);
    ck_assert_int_eq(read.suppressed[2], 5);
    ck_assert_str_eq(read.language_codes[1], "en");
    ck_assert_str_eq(read.origin, "here");
    tr_region_free(&memory);
    tr_gguf_close(&file);
    scratch_close(&s);
}
END_TEST

START_TEST(a_difference_is_named_by_its_key)
{
    char *other_codes[] = {"de", "fr"};
    int32_t other_ids[] = {30, 32}, other_suppressed[] = {2, 3, 6};
    tr_config c[] = {full_config(), full_config(), full_config(), full_config(),
                     full_config(), full_config(), full_config()};
    static const char *const keys[] = {"nmt.suppressed_ids",     "nmt.language_codes",
                                       "nmt.language_ids",       "nmt.source_eos_id",
                                       "nmt.alignment.heads",    "tokenizer.normalization",
                                       "nmt.length_penalty_kind"};
    const tr_config as_it_is = full_config();

    c[0].suppressed = other_suppressed;
    c[1].language_codes = other_codes;
    c[2].language_ids = other_ids;
    c[3].source_eos_id = 11;
    c[4].alignment_heads = 1;
    c[5].normalization = "nfc";
    c[6].penalty = TR_PENALTY_POWER;
    for (size_t i = 0; i < sizeof c / sizeof *c; i++)
        ck_assert_pstr_eq(tr_config_differs(&as_it_is, &c[i]), keys[i]);
}
END_TEST

START_TEST(what_no_file_would_hold_makes_no_difference)
{
    tr_config a = full_config(), b = full_config();

    a.alignment_layer = b.alignment_layer = -1;
    b.alignment_heads = 1;
    a.n_languages = b.n_languages = 0;
    b.source_language_token = TR_LANGUAGE_NONE;
    a.length_penalty = b.length_penalty = -1;
    b.penalty = TR_PENALTY_POWER;
    a.name = NULL;
    b.name = "";
    ck_assert_ptr_null(tr_config_differs(&a, &b));
}
END_TEST

START_TEST(the_sources_ids_are_the_targets_unless_they_are_given)
{
    tr_config c = full_config();

    c.source_unk_id = -1;
    tr_config_complete(&c);
    ck_assert_int_eq(c.source_eos_id, 6);
    ck_assert_int_eq(c.source_unk_id, 4);
}
END_TEST

START_TEST(words_are_those_of_the_file)
{
    const tr_config c = full_config();

    ck_assert_str_eq(tr_config_word(&c, "nmt.activation"), "gelu-erf");
    ck_assert_str_eq(tr_config_word(&c, "nmt.ties"), "target");
    ck_assert_str_eq(tr_config_word(&c, "nmt.decoder.start"), "token");
    ck_assert_str_eq(tr_config_word(&c, "nmt.norm.placement"), "pre");
}
END_TEST

UNIT_MAIN("config_table", what_is_written_is_read_back, a_difference_is_named_by_its_key,
          what_no_file_would_hold_makes_no_difference,
          the_sources_ids_are_the_targets_unless_they_are_given, words_are_those_of_the_file)
