/* hf_fairseq.c - directories of M2M100, NLLB-200 and mBART, and their languages. */
#include "formats/safetensors.h"
#include "import/shared/foreign.h"
#include "make/hf_job.h"
#include "unit/unit.h"

/* The fairseq ids: <s>, <pad>, </s>, <unk>, and from 4 on U+2581 and a to h. */
enum { FAIRSEQ_PIECES = 13 };

static void fairseq_open(hf_job *j, const char *model_type, size_t vocab,
                         const char *tokenizer_config)
{
    static char size[24];

    hf_job_open(j, model_type);
    snprintf(size, sizeof size, "%zu", vocab);
    j->m.vocab = vocab;
    hf_set(&j->m.config, "vocab_size", size);
    hf_write_spm(&j->m.dir, "sentencepiece.bpe.model");
    hf_write_text(&j->m.dir, "tokenizer_config.json", tokenizer_config);
}

START_TEST(nllb_has_fairseqs_ids_and_its_built_in_languages)
{
    hf_job j;
    fairseq_open(&j, "m2m_100", FAIRSEQ_PIECES + 202 + 1,
                 "{\"tokenizer_class\": \"NllbTokenizerFast\"}");
    hf_write(&j.m);
    hf_imports(&j);
    const tr_import_vocab *v = &j.im.source;
    const tr_config *m = &j.im.config;
    ck_assert_str_eq(v->text[1], "<pad>");
    ck_assert_str_eq(v->text[3], "<unk>");
    ck_assert_str_eq(v->text[4], "\xE2\x96\x81");
    ck_assert_str_eq(v->text[12], "h");
    ck_assert_str_eq(v->text[13], "ace_Arab");
    ck_assert_str_eq(v->text[214], "zul_Latn");
    ck_assert_str_eq(v->text[215], "<mask>");
    ck_assert(v->n == 216 && m->n_languages == 202 && m->language_ids[201] == 214);
    ck_assert_str_eq(m->language_codes[46], "eng_Latn"); /* 256047 - 256001 */
    ck_assert(m->source_language_token == TR_LANGUAGE_BEFORE && m->target_language_token);
    ck_assert(m->eos == 2 && m->unk == 3 && m->start_id == 2 && m->pre_norm);
    ck_assert(m->embedding_scale == 2 && !*j.im.config.source_language &&
              !*j.im.config.target_language);
    ck_assert(hf_suppresses(&j.im, 0) && hf_suppresses(&j.im, 1) && hf_suppresses(&j.im, 13) &&
              hf_suppresses(&j.im, 215) && !hf_suppresses(&j.im, 2) && !hf_suppresses(&j.im, 12));
    ck_assert(hf_find_tensor(&j.im, "dec.output_norm.bias") &&
              !hf_find_tensor(&j.im, "enc.embd_norm"));
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

START_TEST(nllb_is_known_without_its_class)
{
    hf_job j;

    fairseq_open(&j, "m2m_100", FAIRSEQ_PIECES + 202 + 1, "{}");
    hf_write(&j.m);
    hf_imports(&j);
    ck_assert_uint_eq(j.im.config.n_languages, 202);
    ck_assert_str_eq(j.im.config.language_codes[46], "eng_Latn");
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

START_TEST(m2m100s_positions_begin_with_row_two)
{
    hf_job j;
    fairseq_open(&j, "m2m_100", 300, "{\"tokenizer_class\": \"NllbTokenizer\"}");
    hf_write(&j.m);
    hf_imports(&j);
    const tr_import_tensor *t = hf_find_tensor(&j.im, "position.weight");
    float *x = calloc(t->n_out, 4 * sizeof *x);
    t->compute(t, x);
    for (size_t p = 0; p < 3; p++) { /* of two columns, the second turns 10000 times slower */
        ck_assert_double_eq_tol((double)x[4 * p], sin((double)p + 2), 1e-7);
        ck_assert_double_eq_tol((double)x[4 * p + 1], sin((double)(p + 2) / 10000), 1e-7);
        ck_assert_double_eq_tol((double)x[4 * p + 2], cos((double)p + 2), 1e-7);
        ck_assert_double_eq_tol((double)x[4 * p + 3], cos((double)(p + 2) / 10000), 1e-7);
    }
    free(x);
    hf_import_end(&j);
    hf_refuses_config(&j, "pad_token_id", "0", TR_EUNSUPPORTED, "with pad_token_id 0");
    hf_job_close(&j);
}
END_TEST

START_TEST(old_files_hold_positions_that_are_computed)
{
    hf_job j;
    fairseq_open(&j, "m2m_100", 300, "{\"tokenizer_class\": \"NllbTokenizer\"}");
    hf_add(&j.m, "model.encoder.embed_positions.weights", 12, 4);
    hf_add(&j.m, "model.decoder.embed_positions.weights", 12, 4);
    hf_write(&j.m);
    hf_imports(&j);
    ck_assert_ptr_nonnull(hf_find_tensor(&j.im, "position.weight")->compute);
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

START_TEST(legacy_nllb_has_the_language_behind_the_end)
{
    hf_job j;
    fairseq_open(&j, "m2m_100", 300,
                 "{\"tokenizer_class\": \"NllbTokenizer\", \"legacy_behaviour\": true}");
    hf_write(&j.m);
    hf_imports(&j);
    ck_assert_int_eq(j.im.config.source_language_token, TR_LANGUAGE_AFTER);
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

/* Both spellings of transformers, and that of the tokenizers library. */
START_TEST(languages_are_those_of_the_tokenizers_files)
{
    static const char *const files[][2] = {
        {"tokenizer_config.json",
         "{\"tokenizer_class\": \"NllbTokenizer\", \"added_tokens_decoder\": {\"0\": {\"content\": "
         "\"<s>\"}, \"13\": {\"content\": \"<mask>\"}, \"14\": {\"content\": \"eng_Latn\"}, "
         "\"16\": "
         "{\"content\": \"xyz_Latn\"}}}"},
        {"added_tokens.json", "{\"<mask>\": 13, \"eng_Latn\": 14, \"xyz_Latn\": 16}"},
        {"tokenizer.json",
         "{\"added_tokens\": [{\"id\": 13, \"content\": \"<mask>\"}, {\"id\": 14, \"content\": "
         "\"eng_Latn\"}, {\"id\": 16, \"content\": \"xyz_Latn\"}], \"model\": {}}"}};

    for (size_t i = 0; i < 3; i++) {
        hf_job j;
        fairseq_open(&j, "m2m_100", 30, "{\"tokenizer_class\": \"NllbTokenizer\"}");
        hf_write(&j.m);
        hf_write_text(&j.m.dir, files[i][0], files[i][1]);
        hf_imports(&j);
        const tr_config *m = &j.im.config;
        ck_assert_uint_eq(m->n_languages, 2);
        ck_assert_str_eq(m->language_codes[0], "eng_Latn");
        ck_assert_str_eq(m->language_codes[1], "xyz_Latn");
        ck_assert(m->language_ids[0] == 14 && m->language_ids[1] == 16);
        ck_assert_uint_eq(j.im.source.n, 17);
        ck_assert_str_eq(j.im.source.text[13], "<mask>");
        for (int32_t id = 13; id < 17; id++) /* 15 has no piece */
            ck_assert(hf_suppresses(&j.im, id));
        hf_import_end(&j);
        hf_job_close(&j);
    }
}
END_TEST

START_TEST(built_in_languages_have_to_fit)
{
    hf_job j;
    fairseq_open(&j, "m2m_100", FAIRSEQ_PIECES + 201, "{\"tokenizer_class\": \"NllbTokenizer\"}");
    hf_write(&j.m);
    hf_refuses(&j, TR_EFORMAT, "piece 'zul_Latn' has id 214, but the vocabulary has 214 ids");
    hf_job_close(&j);
}
END_TEST

START_TEST(m2m100_has_a_vocabulary_and_then_its_languages)
{
    hf_job j;
    fairseq_open(&j, "m2m_100", 120, "{\"language_codes\": \"m2m100\"}");
    hf_write(&j.m);
    hf_write_text(&j.m.dir, "vocab.json",
                  "{\"<s>\": 0, \"<pad>\": 1, \"</s>\": 2, \"<unk>\": 3, \"b\": 4, \"a\": 5}");
    hf_imports(&j);
    const tr_config *m = &j.im.config;
    ck_assert_uint_eq(m->n_languages, 100);
    ck_assert_str_eq(m->language_codes[0], "af");
    ck_assert_str_eq(m->language_codes[99], "zu");
    ck_assert_str_eq(j.im.source.text[6], "__af__");
    ck_assert(j.im.source.n == 106 && m->language_ids[0] == 6 && m->language_ids[99] == 105);
    ck_assert(m->source_language_token == TR_LANGUAGE_BEFORE && m->target_language_token);
    hf_import_end(&j);

    hf_write_text(&j.m.dir, "tokenizer_config.json", "{\"language_codes\": \"wmt21\"}");
    hf_imports(&j);
    ck_assert(m->n_languages == 8 && m->language_ids[7] == 13);
    ck_assert_str_eq(m->language_codes[7], "de");
    hf_import_end(&j);

    hf_write_text(&j.m.dir, "tokenizer_config.json", "{\"language_codes\": \"wmt22\"}");
    hf_refuses(&j, TR_EUNSUPPORTED, "the languages 'wmt22' are not known");
    hf_write_text(&j.m.dir, "tokenizer_config.json",
                  "{\"tokenizer_class\": \"SMALL101Tokenizer\"}");
    hf_refuses(&j, TR_EUNSUPPORTED, "tokenizer_class 'SMALL101Tokenizer' is not supported");
    hf_job_close(&j);
}
END_TEST

START_TEST(small100_has_the_targets_language_beside_the_source)
{
    static const char *const tokenizers[] = {
        "{\"tokenizer_class\": \"SMALL100Tokenizer\"}",
        "{\"tokenizer_class\": \"M2M100Tokenizer\", \"name_or_path\": \"alirezamsh/small100\"}",
        "{\"tokenizer_class\": \"M2M100Tokenizer\"}"};
    hf_job j;

    fairseq_open(&j, "m2m_100", 120, tokenizers[0]);
    hf_write(&j.m);
    hf_write_text(&j.m.dir, "vocab.json",
                  "{\"<s>\": 0, \"<pad>\": 1, \"</s>\": 2, \"<unk>\": 3, \"b\": 4, \"a\": 5}");
    for (size_t i = 0; i < 3; i++) {
        hf_write_text(&j.m.dir, "tokenizer_config.json", tokenizers[i]);
        if (i == 2) hf_write_text(&j.m.dir, "tokenization_small100.py", "");
        hf_imports(&j);
        const tr_config *m = &j.im.config;
        ck_assert(m->n_languages == 100 && m->source_language_token == TR_LANGUAGE_TARGET);
        ck_assert(!m->target_language_token && m->forced_first == -1 && m->start_id == 2);
        hf_import_end(&j);
    }
    hf_job_close(&j);
}
END_TEST

START_TEST(mbart50_forces_the_language_that_is_asked_for)
{
    hf_job j;
    fairseq_open(&j, "mbart", FAIRSEQ_PIECES + 53, "{}");
    hf_set(&j.m.config, "tokenizer_class", "\"MBart50Tokenizer\"");
    hf_set(&j.m.config, "scale_embedding", "true");
    hf_write(&j.m);
    hf_imports(&j);
    const tr_config *m = &j.im.config;
    ck_assert(m->n_languages == 52 && m->language_ids[0] == 13 && j.im.source.n == 66);
    ck_assert_str_eq(m->language_codes[2], "de_DE");
    ck_assert_str_eq(j.im.source.text[65], "<mask>");
    ck_assert(m->source_language_token == TR_LANGUAGE_BEFORE && m->target_language_token);
    ck_assert(m->forced_first == -1 && m->start_id == 2 && m->pre_norm &&
              m->positions == TR_POSITIONS_LEARNED);
    ck_assert(hf_find_tensor(&j.im, "enc.embd_norm.weight") &&
              hf_find_tensor(&j.im, "enc.output_norm.bias"));
    ck_assert_str_eq(j.im.config.target_language, "");
    hf_import_end(&j);

    /* English, unless another language is asked for. */
    hf_set(&j.m.config, "forced_bos_token_id", "16");
    hf_write_config(&j);
    hf_imports(&j);
    ck_assert(m->target_language_token && m->forced_first == -1);
    ck_assert_str_eq(j.im.config.target_language, "en");
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

START_TEST(mbart25_starts_from_a_language)
{
    hf_job j;
    fairseq_open(&j, "mbart", FAIRSEQ_PIECES + 26, "{\"tokenizer_class\": \"MBartTokenizer\"}");
    hf_set(&j.m.config, "decoder_start_token_id", "15");
    hf_write(&j.m);
    hf_imports(&j);
    const tr_config *m = &j.im.config;
    ck_assert(m->n_languages == 25 && m->start_id == 15 && !m->target_language_token);
    ck_assert_int_eq(m->source_language_token, TR_LANGUAGE_AFTER);
    ck_assert_str_eq(j.im.config.target_language, "de");
    hf_import_end(&j);
    hf_refuses_config(&j, "decoder_start_token_id", "2", TR_EUNSUPPORTED,
                      "a decoder that starts from any language's token is not supported");
    hf_job_close(&j);
}
END_TEST

START_TEST(xlm_robertas_texts_begin_with_s)
{
    hf_job j;
    fairseq_open(&j, "mbart", 20, "{\"tokenizer_class\": \"XLMRobertaTokenizer\"}");
    hf_write(&j.m);
    hf_imports(&j);
    const tr_config *m = &j.im.config;
    ck_assert(m->n_languages == 0 && m->source_bos_id == 0 && j.im.source.n == FAIRSEQ_PIECES);
    ck_assert_int_eq(m->source_language_token, TR_LANGUAGE_NONE);
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

START_TEST(a_fairseq_vocabulary_begins_as_fairseqs_does)
{
    tr_buf spm = {0};
    hf_job j;

    fairseq_open(&j, "m2m_100", 300, "{\"tokenizer_class\": \"NllbTokenizer\"}");
    hf_write(&j.m);
    put_piece(&spm, "<s>", 0, TR_SPM_CONTROL);
    put_piece(&spm, "<unk>", 0, TR_SPM_UNKNOWN);
    put_piece(&spm, "</s>", 0, TR_SPM_CONTROL);
    put_piece(&spm, "a", -1, TR_SPM_NORMAL);
    put_trainer(&spm, ALGORITHM_UNIGRAM, false);
    write_file(scratch_file(&j.m.dir, "sentencepiece.bpe.model"), spm.data, spm.len);
    tr_buf_free(&spm);
    hf_refuses(&j, TR_EFORMAT, "its first pieces are not <unk>, <s> and </s>");
    hf_write_text(&j.m.dir, "sentencepiece.bpe.model", "no model");
    hf_refuses(&j, TR_EFORMAT, "sentencepiece.bpe.model: ");
    unlink(scratch_file(&j.m.dir, "sentencepiece.bpe.model"));
    hf_refuses(&j, TR_EIO, "sentencepiece.bpe.model: No such file");
    hf_job_close(&j);
}
END_TEST

START_TEST(a_vocabulary_larger_than_the_model_is_refused)
{
    hf_job j;
    fairseq_open(&j, "m2m_100", 10, "{\"tokenizer_class\": \"NllbTokenizer\"}");
    hf_write(&j.m);
    hf_refuses(&j, TR_EFORMAT, "has id 10, but the vocabulary has 10 ids");
    hf_job_close(&j);
}
END_TEST

UNIT_MAIN("hf_fairseq", nllb_has_fairseqs_ids_and_its_built_in_languages,
          nllb_is_known_without_its_class, m2m100s_positions_begin_with_row_two,
          old_files_hold_positions_that_are_computed, legacy_nllb_has_the_language_behind_the_end,
          languages_are_those_of_the_tokenizers_files, built_in_languages_have_to_fit,
          m2m100_has_a_vocabulary_and_then_its_languages,
          small100_has_the_targets_language_beside_the_source,
          mbart50_forces_the_language_that_is_asked_for, mbart25_starts_from_a_language,
          xlm_robertas_texts_begin_with_s, a_fairseq_vocabulary_begins_as_fairseqs_does,
          a_vocabulary_larger_than_the_model_is_refused)
