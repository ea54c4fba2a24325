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
        {"activation_function", "\"gelu_new\"", TR_EUNSUPPORTED,
         "activation_function: 'gelu_new' is not supported"},
        {"scale_embedding", "1", TR_EFORMAT, "scale_embedding: is neither true nor false"},
        {"quantization_config", "{\"bits\": 4}", TR_EUNSUPPORTED,
         "quantization_config: is not supported"},
        {"pruned_heads", "{\"0\": [1]}", TR_EUNSUPPORTED, "pruned_heads: is not supported"},
        {"eos_token_id", NULL, TR_EFORMAT, "eos_token_id: is missing"},
        {"eos_token_id", "20", TR_EFORMAT, "eos_token_id: is not an id of the vocabulary"},
        {"eos_token_id", "[2, 5]", TR_EUNSUPPORTED,
         "eos_token_id: more than one id is not supported"},
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

UNIT_MAIN("hf_config", options_are_understood_or_refused_by_name, activations_have_several_names,
          how_to_search_is_read_from_either_file)
