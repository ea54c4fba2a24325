/* hf_config.c - config.json: what is understood, and what is refused by name. */
#include "make/hf_job.h"
#include "unit/unit.h"

START_TEST(options_are_understood_or_refused_by_name)
{
    static const struct {
        const char *key, *value;
        int code;
        const char *sentence;
    } rows[] = {
        {"model_type", "\"pegasus\"", TR_EUNSUPPORTED,
         "config.json: model_type: 'pegasus' is not supported, only marian, m2m_100, mbart, bart"},
        {"model_type", NULL, TR_EFORMAT, "model_type: is missing"},
        {"model_type", "7", TR_EFORMAT, "model_type: is not a string"},
        {"d_model", NULL, TR_EFORMAT, "d_model: is missing"},
        {"d_model", "null", TR_EFORMAT, "d_model: is missing"},
        {"d_model", "0", TR_EFORMAT, "d_model: is not a whole number in 1..65536"},
        {"d_model", "4.5", TR_EFORMAT, "d_model: is not a whole number in 1..65536"},
        {"d_model", "1e9", TR_EFORMAT, "d_model: is not a whole number in 1..65536"},
        {"d_model", "\"4\"", TR_EFORMAT, "d_model: is not a whole number in 1..65536"},
        {"encoder_layers", "1000000", TR_EFORMAT, "encoder_layers: is not a whole number"},
        {"encoder_attention_heads", "3", TR_EUNSUPPORTED,
         "decoder_attention_heads: another number than encoder_attention_heads"},
        {"d_model", "5", TR_EFORMAT, "encoder_attention_heads: does not divide d_model"},
        {"activation_function", "\"mish\"", TR_EUNSUPPORTED,
         "activation_function: 'mish' is not supported"},
        {"scale_embedding", "1", TR_EFORMAT, "scale_embedding: is neither true nor false"},
        {"quantization_config", "{\"bits\": 4}", TR_EUNSUPPORTED,
         "quantization_config: is not supported"},
        {"pruned_heads", "{\"0\": [1]}", TR_EUNSUPPORTED, "pruned_heads: is not supported"},
        {"tie_encoder_decoder", "true", TR_EUNSUPPORTED, "tie_encoder_decoder: is not supported"},
        {"architectures", "[\"MT5ForRegression\"]", TR_EUNSUPPORTED, "architectures: says that"},
        {"architectures", "[\"BartForSequenceClassification\"]", TR_EUNSUPPORTED, "another task"},
        {"eos_token_id", NULL, TR_EFORMAT, "eos_token_id: is missing"},
        {"eos_token_id", "20", TR_EFORMAT, "eos_token_id: is not an id of the vocabulary"},
        {"eos_token_id", "[2, 5]", TR_EUNSUPPORTED,
         "eos_token_id: lists 2 ids, and more than one is not supported: leave only the one that "
         "translations have, such as that of </s>"},
        {"eos_token_id", "[2, 2, 3, 4]", TR_EUNSUPPORTED, "lists 4 ids, and more"},
        {"eos_token_id", "[]", TR_EUNSUPPORTED, "eos_token_id: is no id, but an empty list"},
        {"eos_token_id", "[\"2\", 2]", TR_EUNSUPPORTED, "eos_token_id: lists 2 ids"},
        {"decoder_start_token_id", "-1", TR_EFORMAT, "is not an id of the vocabulary"},
        {"forced_bos_token_id", "\"en\"", TR_EFORMAT, "is not an id of the vocabulary"},
        {"bad_words_ids", "[[20]]", TR_EFORMAT, "bad_words_ids: holds what is not an id"},
        {"bad_words_ids", "[[]]", TR_EFORMAT, "bad_words_ids: holds what is not an id"},
        {"bad_words_ids", "{}", TR_EFORMAT, "bad_words_ids: is not a list"},
    };
    hf_job j;

    hf_job_open(&j, "bart");
    hf_write(&j.m);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        hf_refuses_config(&j, rows[i].key, rows[i].value, rows[i].code, rows[i].sentence);
    hf_write_text(&j.m.dir, "config.json", "{\"model_type\": ");
    hf_refuses(&j, TR_EFORMAT, "config.json: is not JSON");
    hf_write_text(&j.m.dir, "config.json", "[]");
    hf_refuses(&j, TR_EFORMAT, "config.json: is not a JSON object");
    hf_job_close(&j);
}
END_TEST

START_TEST(one_id_may_be_listed_more_than_once)
{
    hf_job j;

    hf_job_open(&j, "bart");
    hf_set(&j.m.config, "eos_token_id", "[2, 2]");
    hf_write(&j.m);
    hf_imports(&j);
    ck_assert_int_eq(j.im.config.eos, 2);
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

START_TEST(activations_have_several_names)
{
    static const struct {
        const char *name;
        int activation;
    } rows[] = {{"\"relu\"", TR_RELU},
                {"\"swish\"", TR_SWISH},
                {"\"silu\"", TR_SWISH},
                {"\"gelu\"", TR_GELU_ERF},
                {"\"gelu_python\"", TR_GELU_ERF},
                {"\"quick_gelu\"", TR_GELU_SIGMOID},
                {"\"gelu_new\"", TR_GELU_TANH},
                {"\"gelu_pytorch_tanh\"", TR_GELU_TANH},
                {NULL, TR_GELU_ERF}};
    hf_job j;

    hf_job_open(&j, "bart");
    hf_write(&j.m);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hf_set(&j.m.config, "activation_function", rows[i].name);
        hf_write_config(&j);
        hf_imports(&j);
        ck_assert_int_eq(j.im.config.activation, rows[i].activation);
        hf_import_end(&j);
    }
    hf_job_close(&j);
}
END_TEST

START_TEST(how_to_search_is_read_from_either_file)
{
    hf_job j;
    hf_json generation = {0};

    hf_job_open(&j, "bart");
    hf_set(&j.m.config, "num_beams", "5");
    hf_set(&j.m.config, "length_penalty", "2.0");
    hf_set(&j.m.config, "scale_embedding", "true");
    hf_set(&j.m.config, "tie_encoder_decoder", "false");
    hf_write(&j.m);
    hf_imports(&j);
    ck_assert(j.im.config.beam_size == 5 && j.im.config.length_penalty == 2);
    ck_assert(j.im.config.embedding_scale == 2);
    hf_import_end(&j);

    hf_set(&generation, "num_beams", "3");
    hf_set(&generation, "eos_token_id", "[5]");
    hf_set(&generation, "decoder_start_token_id", "null");
    hf_set(&generation, "bad_words_ids", "[[7], [9], [1]]");
    hf_set(&generation, "suppress_tokens", "[8]");
    hf_set(&generation, "no_repeat_ngram_size", "3");
    hf_set(&generation, "do_sample", "false");
    hf_write_json(&j.m.dir, "generation_config.json", &generation);
    hf_imports(&j);
    const tr_config *m = &j.im.config;
    ck_assert(m->beam_size == 3 && m->length_penalty == 2);
    ck_assert(m->eos == 5 && m->start_id == 2 && m->n_suppressed == 4);
    ck_assert(hf_suppresses(&j.im, 7) && hf_suppresses(&j.im, 8) && hf_suppresses(&j.im, 9));
    ck_assert_ptr_nonnull(strstr(j.notes.data, "no_repeat_ngram_size is not applied"));
    ck_assert_ptr_null(strstr(j.notes.data, "do_sample"));
    hf_import_end(&j);

    hf_set(&generation, "bad_words_ids", "[[7, 8], [9], [10, 11], [12]]");
    hf_set(&generation, "suppress_tokens", NULL);
    hf_write_json(&j.m.dir, "generation_config.json", &generation);
    hf_imports(&j);
    ck_assert(!hf_suppresses(&j.im, 7) && !hf_suppresses(&j.im, 8) && !hf_suppresses(&j.im, 10));
    ck_assert(hf_suppresses(&j.im, 9) && hf_suppresses(&j.im, 12));
    ck_assert_ptr_nonnull(strstr(j.notes.data, "words of several ids are not left out"));
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

START_TEST(what_of_a_search_is_not_applied_is_named)
{
    static const struct {
        const char *key, *value, *neutral;
    } rows[] = {{"no_repeat_ngram_size", "2", "0"},
                {"encoder_no_repeat_ngram_size", "2", "0"},
                {"repetition_penalty", "1.5", "1.0"},
                {"encoder_repetition_penalty", "5", "1.0"},
                {"num_beam_groups", "2", "1"},
                {"min_length", "3", "0"},
                {"min_new_tokens", "3", "null"},
                {"do_sample", "true", "false"},
                {"guidance_scale", "2", "1"},
                {"begin_suppress_tokens", "[4]", "[]"},
                {"forced_decoder_ids", "[[1, 9]]", "null"},
                {"force_words_ids", "[[9]]", "[]"},
                {"sequence_bias", "[[[9], 1.5]]", "null"},
                {"exponential_decay_length_penalty", "[2, 2.0]", "null"},
                {"length_penalty", "-1.0", "2.0"},
                {"length_penalty", "30", "0.0"},
                {"num_beams", "100", "64"}};
    char sentence[128];
    hf_job j;

    hf_job_open(&j, "bart");
    hf_write(&j.m);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(sentence, sizeof sentence, "config.json: %s is not applied", rows[i].key);
        hf_set(&j.m.config, rows[i].key, rows[i].neutral);
        hf_write_config(&j);
        hf_imports(&j);
        ck_assert_ptr_null(strstr(j.notes.data, "is not applied"));
        hf_import_end(&j);
        hf_set(&j.m.config, rows[i].key, rows[i].value);
        hf_write_config(&j);
        hf_imports(&j);
        ck_assert_ptr_nonnull(strstr(j.notes.data, sentence));
        hf_import_end(&j);
        hf_set(&j.m.config, rows[i].key, NULL);
    }
    hf_job_close(&j);
}
END_TEST

START_TEST(the_end_is_never_left_out)
{
    hf_job j;

    hf_job_open(&j, "bart");
    hf_set(&j.m.config, "bad_words_ids", "[[2]]");
    hf_write(&j.m);
    hf_imports(&j);
    ck_assert(!hf_suppresses(&j.im, 2));
    ck_assert_ptr_null(strstr(j.notes.data, "is not left out"));
    hf_import_end(&j);
    hf_set(&j.m.config, "suppress_tokens", "[2]");
    hf_write_config(&j);
    hf_imports(&j);
    ck_assert(!hf_suppresses(&j.im, 2));
    ck_assert_ptr_nonnull(strstr(j.notes.data, "suppress_tokens: </s> is not left out"));
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

START_TEST(a_bart_may_have_to_begin_with_its_bos)
{
    hf_job j;
    hf_json generation = {0};

    hf_job_open(&j, "bart");
    hf_set(&j.m.config, "forced_bos_token_id", NULL);
    hf_set(&j.m.config, "bos_token_id", "0");
    hf_set(&j.m.config, "force_bos_token_to_be_generated", "true");
    hf_write(&j.m);
    hf_imports(&j);
    ck_assert_int_eq(j.im.config.forced_first, 0);
    hf_import_end(&j);
    hf_write_json(&j.m.dir, "generation_config.json", &generation);
    hf_imports(&j);
    ck_assert_int_eq(j.im.config.forced_first, -1);
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

START_TEST(the_configuration_goes_before_what_was_made_of_it)
{
    hf_job j;
    hf_json generation = {0};

    hf_job_open(&j, "bart");
    hf_set(&j.m.config, "num_beams", "5");
    hf_write(&j.m);
    hf_set(&generation, "num_beams", "3");
    hf_set(&generation, "repetition_penalty", "2");
    hf_set(&generation, "_from_model_config", "true");
    hf_write_json(&j.m.dir, "generation_config.json", &generation);
    hf_imports(&j);
    ck_assert_uint_eq(j.im.config.beam_size, 5);
    ck_assert_ptr_nonnull(
        strstr(j.notes.data, "generation_config.json: repetition_penalty is not"));
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

UNIT_MAIN("hf_config", options_are_understood_or_refused_by_name,
          one_id_may_be_listed_more_than_once, activations_have_several_names,
          how_to_search_is_read_from_either_file, what_of_a_search_is_not_applied_is_named,
          the_end_is_never_left_out, a_bart_may_have_to_begin_with_its_bos,
          the_configuration_goes_before_what_was_made_of_it)
