/* ct2.c - the files beside model.bin: what surrounds texts, vocabularies, tokenizers. */
#include "make/ct2_job.h"
#include "unit/unit.h"

/* ---- Early versions ------------------------------------------------------------------------ */

static void early_tokens(ct2_maker *m)
{
    ct2_add(m, "unk_token", CT2_S8, 2, 0, "d");
    ct2_add(m, "bos_token", CT2_S8, 7, 0, "<blank>");
    ct2_add(m, "eos_token", CT2_S8, 2, 0, "e");
    ct2_add_number(m, "with_source_bos", CT2_S8, 1);
    ct2_add_number(m, "with_source_eos", CT2_S8, 1);
    ct2_add_number(m, "with_target_bos", CT2_S8, 0);
}

static void user_start(ct2_maker *m)
{
    ct2_add_number(m, "user_decoder_start_tokens", CT2_S8, 1);
}

START_TEST(reads_the_tokens_of_versions_without_config_json)
{
    ct2_spec spec = ct2_small;
    tr_nmt m;
    job j;

    job_open(&j, NULL);
    spec.version = 5;
    spec.config = "";
    ct2_job_convert(&j, &spec, &m);
    ck_assert_uint_eq(m.config.eos, 2);
    ck_assert_uint_eq(m.config.unk, 3);
    ck_assert_int_eq(m.config.start_id, 1);
    ck_assert_int_eq(m.config.source_bos_id, -1);
    ck_assert(!m.config.source_eos);
    tr_nmt_close(&m);
    spec.more = early_tokens;
    ct2_job_convert(&j, &spec, &m);
    ck_assert_uint_eq(m.config.eos, 5);
    ck_assert_uint_eq(m.config.unk, 4);
    ck_assert_int_eq(m.config.start_id, 5);
    ck_assert_int_eq(m.config.source_bos_id, 0);
    ck_assert(m.config.source_eos);
    tr_nmt_close(&m);
    spec.more = user_start;
    ct2_refused(&j, &spec, TR_EUNSUPPORTED, "its decoder starts from a token that each request");
    scratch_close(&j.s);
}
END_TEST

/* ---- What stands around texts -------------------------------------------------------------- */

#define CONFIG(bos, eos, start, epsilon)                                                           \
    "{\"add_source_bos\": " bos ", \"add_source_eos\": " eos ", \"bos_token\": \"<s>\","           \
    " \"decoder_start_token\": " start ", \"eos_token\": \"</s>\", \"unk_token\": \"<unk>\","      \
    " \"layer_norm_epsilon\": " epsilon "}"

START_TEST(puts_around_texts_what_the_configuration_says)
{
    ct2_spec spec = ct2_small;
    tr_nmt m;
    job j;

    job_open(&j, NULL);
    ct2_job_convert(&j, &spec, &m);
    ck_assert(m.config.source_eos);
    ck_assert_int_eq(m.config.source_eos_id, 2);
    ck_assert_int_eq(m.config.source_bos_id, -1);
    ck_assert_int_eq(m.config.start_id, 1);
    tr_nmt_close(&m);

    spec.config = CONFIG("true", "false", "\"d\"", "1e-6");
    ct2_job_convert(&j, &spec, &m);
    ck_assert(!m.config.source_eos);
    ck_assert_int_eq(m.config.source_bos_id, 1);
    ck_assert_int_eq(m.config.start_id, 4);
    ck_assert_float_eq(m.config.epsilon, 1e-6f);
    tr_nmt_close(&m);

    spec.config = CONFIG("false", "false", "\"nowhere\"", "null");
    ct2_job_convert(&j, &spec, &m);
    ck_assert_int_eq(m.config.start_id, 3); /* <unk>, as in CTranslate2 */
    tr_nmt_close(&m);

    spec.config = CONFIG("false", "true", "null", "null");
    ct2_refused(&j, &spec, TR_EUNSUPPORTED, "its decoder starts from a token that each request");
    scratch_close(&j.s);
}
END_TEST

START_TEST(models_that_start_from_zero_have_sources_that_end)
{
    ct2_spec spec = ct2_small;
    tr_nmt m;
    job j;

    job_open(&j, NULL);
    spec.zero_start = true;
    spec.config = CONFIG("false", "false", "null", "null");
    ct2_job_convert(&j, &spec, &m);
    ck_assert_int_eq(m.config.start_id, -1);
    ck_assert(m.config.source_eos);
    tr_nmt_close(&m);
    scratch_close(&j.s);
}
END_TEST

/* <unk> is the last of a list that does not have it. */
START_TEST(adds_the_unknown_token_to_lists_without_it)
{
    ct2_spec spec = ct2_small;
    tr_nmt m;
    job j;

    job_open(&j, NULL);
    spec.ties = "none";
    spec.source_vocab = 4;
    spec.target_vocab = 6;
    spec.source = "<s>\na\nb\n";
    spec.target = "</s>\nb\nc\nd\ne";
    spec.config = CONFIG("false", "false", "\"</s>\"", "null");
    ct2_job_convert(&j, &spec, &m);
    ck_assert_uint_eq(m.config.eos, 0);
    ck_assert_uint_eq(m.config.unk, 5);
    ck_assert_int_eq(m.config.source_unk_id, 3);
    ck_assert(!m.config.source_eos);
    tr_nmt_close(&m);
    scratch_close(&j.s);
}
END_TEST

static bool suppressed(const tr_nmt *m, int32_t id)
{
    for (size_t i = 0; i < m->config.n_suppressed; i++)
        if (m->config.suppressed[i] == id) return true;
    return false;
}

START_TEST(suppresses_tokens_of_training)
{
    ct2_spec spec = ct2_small;
    tr_nmt m;
    job j;

    job_open(&j, NULL);
    ct2_job_convert(&j, &spec, &m);
    ck_assert_uint_eq(m.config.n_suppressed, 2);
    ck_assert(suppressed(&m, 0) && suppressed(&m, 1)); /* <blank>, <s> */
    tr_nmt_close(&m);
    scratch_close(&j.s);
}
END_TEST

static void check_languages(job *j, const char *list, const char *first, const char *second)
{
    ct2_spec spec = ct2_small;
    tr_nmt m;

    spec.source = list;
    spec.config = CONFIG("false", "false", "\"</s>\"", "null");
    ct2_job_convert(j, &spec, &m);
    ck_assert_uint_eq(m.config.n_languages, first ? 2 : 0);
    if (first) {
        ck_assert_str_eq(m.config.language_codes[0], first);
        ck_assert_str_eq(m.config.language_codes[1], second);
        ck_assert_int_eq(m.config.language_ids[0], 4);
        ck_assert_int_eq(m.config.language_ids[1], 6);
        ck_assert_str_eq(m.config.source_language, "");
        ck_assert(suppressed(&m, 4) && suppressed(&m, 6));
    }
    ck_assert_int_eq(m.config.source_language_token, first ? TR_LANGUAGE_BEFORE : TR_LANGUAGE_NONE);
    ck_assert_int_eq(m.config.target_language_token, first != NULL);
    ck_assert_int_eq(m.config.source_eos, first != NULL);
    tr_nmt_close(&m);
}

START_TEST(finds_languages_among_the_tokens)
{
    job j;

    job_open(&j, NULL);
    j.options.source_language = j.options.target_language = NULL;
    check_languages(&j, "<s>\n<pad>\n</s>\n<unk>\ndeu_Latn\nx\nzho_Hans\n", "deu_Latn", "zho_Hans");
    check_languages(&j, "<s>\n<pad>\n</s>\n<unk>\nde_DE\nx\nen_XX\n", "de_DE", "en_XX");
    check_languages(&j, "<s>\n<pad>\n</s>\n<unk>\n__de__\nx\n__ceb__\n", "de", "ceb");
    j.options.source_language = j.options.target_language = "en";
    check_languages(&j, "<s>\n<pad>\n</s>\n<unk>\nde_de\nx\nen_xx\n", NULL, NULL);
    check_languages(&j, "<s>\n<pad>\n</s>\n<unk>\nde_DE\nx\ny\n", NULL, NULL);
    scratch_close(&j.s);
}
END_TEST

/* ---- Files --------------------------------------------------------------------------------- */

START_TEST(reads_lists_of_tokens_in_both_forms)
{
    static const char json[] =
        "[\"<blank>\", \"<s>\", \"</s>\", \"<unk>\", \"\\u2581a\", \"b\", \"\"]";
    ct2_spec spec = ct2_small;
    tr_nmt m;
    job j;

    job_open(&j, NULL);
    ct2_job_write(&j, &spec); /* a list in JSON goes before one in lines */
    ct2_job_put(&j, "shared_vocabulary.txt", "x\ny\n", 4);
    ct2_job_put(&j, "shared_vocabulary.json", json, sizeof json - 1);
    const int rc = tr_convert(&j.options, &j.err);
    ck_assert_msg(rc == 0, "%s", j.err.msg);
    ck_assert_int_eq(tr_nmt_open(&m, j.gguf, NULL), 0);
    ck_assert_uint_eq(m.config.eos, 2);
    tr_nmt_close(&m);

    /* Carriage returns that end every line are not part of the tokens. */
    spec.source = "<blank>\r\n<s>\r\n</s>\r\n<unk>\r\nd\r\ne\r\nf\r\n";
    ct2_job_convert(&j, &spec, &m);
    ck_assert_uint_eq(m.config.eos, 2);
    tr_nmt_close(&m);
    spec.source = "<blank>\r\n<s>\r\n</s>\r\n<unk>\r\nd\r\ne\nf\r\n";
    ct2_refused(&j, &spec, TR_EFORMAT, "shared_vocabulary.txt: does not have the token </s>");
    scratch_close(&j.s);
}
END_TEST

START_TEST(refuses_lists_that_do_not_fit)
{
    ct2_spec spec = ct2_small;
    job j;

    job_open(&j, NULL);
    spec.source = "a\nb\n<unk>\n";
    ct2_refused(&j, &spec, TR_EFORMAT, "shared_vocabulary.txt: does not have the token </s>");
    spec.source = "<blank>\n<s>\n</s>\n<unk>\nd\ne\nf\ng\n";
    ct2_refused(&j, &spec, TR_EFORMAT,
                "shared_vocabulary.txt: has 8 tokens, but there are embeddings for 7");
    spec.source = "<blank>\n<s>\n</s>\n<unk>\n\xff\n";
    ct2_refused(&j, &spec, TR_EFORMAT, "shared_vocabulary.txt: line 5 is not UTF-8");
    spec.source = NULL;
    spec.config = "{\"add_source_bos\": false, \"add_source_eos\": true, \"bos_token\": \"<s>\","
                  " \"decoder_start_token\": \"<s>\", \"eos_token\": \"<unk>\","
                  " \"unk_token\": \"<unk>\"}";
    ct2_refused(&j, &spec, TR_EUNSUPPORTED, "<unk> ends texts and stands for unknown tokens");

    spec = ct2_small;
    spec.source = "";
    ct2_refused(&j, &spec, TR_EFORMAT, "shared_vocabulary.txt: does not have the token </s>");

    ct2_job_write(&j, &ct2_small);
    ct2_job_put(&j, "shared_vocabulary.json", "", 0);
    ct2_files_refused(&j, TR_EFORMAT, "shared_vocabulary.json: is not JSON");
    ct2_job_put(&j, "shared_vocabulary.json", "{\"a\": 1}", 8);
    ct2_files_refused(&j, TR_EFORMAT, "shared_vocabulary.json: is not a list of tokens");
    ct2_job_put(&j, "shared_vocabulary.json", "[\"a\", 1]", 8);
    ct2_files_refused(&j, TR_EFORMAT, "shared_vocabulary.json: item 1 is not a token");
    ct2_job_put(&j, "shared_vocabulary.json", "[\"a\"", 4);
    ct2_files_refused(&j, TR_EFORMAT, "shared_vocabulary.json: is not JSON");
    scratch_close(&j.s);
}
END_TEST

START_TEST(refuses_files_that_are_missing)
{
    job j;

    job_open(&j, NULL);
    j.options.format = "ct2";
    ct2_job_write(&j, &ct2_small);
    unlink(scratch_file(&j.s, "config.json"));
    ct2_files_refused(&j, TR_EIO, "config.json");
    ct2_job_write(&j, &ct2_small);
    unlink(scratch_file(&j.s, "shared_vocabulary.txt"));
    ct2_files_refused(&j, TR_EFORMAT, "stands without its vocabulary");
    ct2_job_write(&j, &ct2_small);
    unlink(scratch_file(&j.s, "model.bin"));
    ct2_files_refused(&j, TR_EIO, "model.bin");
    ct2_job_write(&j, &ct2_small);
    j.options.input = scratch_file(&j.s, "model.bin");
    ct2_files_refused(&j, TR_EINVAL, "is not a directory");
    scratch_close(&j.s);
}
END_TEST

START_TEST(refuses_configurations_that_make_no_sense)
{
    static const char *const bad[][2] = {
        {"[]", "config.json: is not a JSON object"},
        {"{", "config.json: is not JSON"},
        {"{}", "config.json: unk_token: is not a token"},
        {CONFIG("1", "true", "\"<s>\"", "null"), "add_source_bos: is not true or false"},
        {CONFIG("true", "\"no\"", "\"<s>\"", "null"), "add_source_eos: is not true or false"},
        {CONFIG("true", "true", "3", "null"), "decoder_start_token: is not a token"},
        {CONFIG("true", "true", "\"\"", "null"), "decoder_start_token: is not a token"},
        {CONFIG("true", "true", "\"<s>\"", "1"), "layer_norm_epsilon: is not a number above 0"},
        {CONFIG("true", "true", "\"<s>\"", "-1e-5"), "layer_norm_epsilon: is not a number above 0"},
        {CONFIG("true", "true", "\"<s>\"", "\"x\""), "layer_norm_epsilon: is not a number above 0"},
    };
    ct2_spec spec = ct2_small;
    job j;

    job_open(&j, NULL);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        spec.config = bad[i][0];
        ct2_refused(&j, &spec, TR_EFORMAT, bad[i][1]);
    }
    spec.config = CONFIG("true", "true", "\"<s>\"", "null, \"quantization_type\": 1");
    ct2_refused(&j, &spec, TR_EUNSUPPORTED, "weights of fewer than 8 bits");
    scratch_close(&j.s);
}
END_TEST

START_TEST(uses_the_sentencepiece_models_beside_it)
{
    job j;
    tr_nmt m;

    job_open(&j, NULL);
    ct2_job_write(&j, &ct2_small);
    ck_assert_int_eq(tr_convert(&j.options, &j.err), 0);
    ck_assert_ptr_nonnull(strstr(j.notes, "takes and gives pieces"));
    j.notes[0] = '\0';

    write_vocab(scratch_file(&j.s, "sentencepiece.model"), 5, false);
    ck_assert_int_eq(tr_convert(&j.options, &j.err), 0);
    ck_assert_int_eq(tr_nmt_open(&m, j.gguf, NULL), 0);
    ck_assert_ptr_nonnull(m.weights.source_spm);
    ck_assert_ptr_eq(m.weights.source_spm, m.weights.target_spm);
    tr_nmt_close(&m);
    ck_assert_ptr_null(strstr(j.notes, "pieces"));

    /* eole's, and QuickMT's. */
    write_vocab(scratch_file(&j.s, "src.spm.model"), 5, false);
    write_vocab(scratch_file(&j.s, "tgt.spm.model"), 6, false);
    ck_assert_int_eq(tr_convert(&j.options, &j.err), 0);
    ck_assert_int_eq(tr_nmt_open(&m, j.gguf, NULL), 0);
    ck_assert(m.weights.source_spm != m.weights.target_spm);
    tr_nmt_close(&m);
    ck_assert_ptr_null(strstr(j.notes, "pieces"));

    write_vocab(scratch_file(&j.s, "source.spm"), 5, false);
    write_vocab(scratch_file(&j.s, "target.spm"), 6, false);
    ck_assert_int_eq(tr_convert(&j.options, &j.err), 0);
    ck_assert_int_eq(tr_nmt_open(&m, j.gguf, NULL), 0);
    ck_assert(m.weights.source_spm != m.weights.target_spm &&
              m.weights.source_spm_size < m.weights.target_spm_size);
    tr_nmt_close(&m);

    ct2_job_put(&j, "target.spm", "", 0);
    ct2_files_refused(&j, TR_EFORMAT, "target.spm: is empty");
    ct2_job_put(&j, "target.spm", "no model", 8);
    ct2_files_refused(&j, TR_EFORMAT, "target.spm");
    scratch_close(&j.s);
}
END_TEST

START_TEST(says_that_it_leaves_the_vocabulary_map_out)
{
    job j;

    job_open(&j, NULL);
    ct2_job_write(&j, &ct2_small);
    ct2_job_put(&j, "vmap.txt", "a\tb\n", 4);
    ck_assert_int_eq(tr_convert(&j.options, &j.err), 0);
    ck_assert_ptr_nonnull(strstr(j.notes, "vmap.txt is left out"));
    scratch_close(&j.s);
}
END_TEST

START_TEST(recognises_a_directory_by_its_files)
{
    job j;

    job_open(&j, NULL);
    ct2_job_write(&j, &ct2_small);
    unlink(scratch_file(&j.s, "shared_vocabulary.txt"));
    ct2_files_refused(&j, TR_EUNSUPPORTED, "no vocabulary: shared_vocabulary.json");
    ct2_job_write(&j, &ct2_small);
    unlink(scratch_file(&j.s, "model.bin"));
    ct2_files_refused(&j, TR_EUNSUPPORTED, "no weights: model.bin");
    scratch_close(&j.s);
}
END_TEST

UNIT_MAIN("ct2", reads_the_tokens_of_versions_without_config_json,
          puts_around_texts_what_the_configuration_says,
          models_that_start_from_zero_have_sources_that_end,
          adds_the_unknown_token_to_lists_without_it, suppresses_tokens_of_training,
          finds_languages_among_the_tokens, reads_lists_of_tokens_in_both_forms,
          refuses_lists_that_do_not_fit, refuses_files_that_are_missing,
          refuses_configurations_that_make_no_sense, uses_the_sentencepiece_models_beside_it,
          says_that_it_leaves_the_vocabulary_map_out, recognises_a_directory_by_its_files)
