/* hf_marian.c - directories of MarianMT. */
#include "formats/safetensors.h"
#include "import/shared/foreign.h"
#include "make/hf_job.h"
#include "unit/unit.h"

/* vocab.json of these pieces, then <pad>. */
static void marian_open(hf_job *j, const char *vocab)
{
    hf_job_open(j, "marian");
    j->m.vocab = 10;
    hf_set(&j->m.config, "vocab_size", "10");
    hf_set(&j->m.config, "pad_token_id", "9");
    hf_set(&j->m.config, "decoder_start_token_id", "9");
    hf_set(&j->m.config, "eos_token_id", "0");
    hf_set(&j->m.config, "bos_token_id", "0");
    hf_set(&j->m.config, "bad_words_ids", "[[9]]");
    j->m.zero_end = "model.shared.weight final_logits_bias";
    j->m.bias = true;
    hf_write_text(&j->m.dir, "vocab.json", vocab);
    hf_write_spm(&j->m.dir, "source.spm");
    hf_write_spm(&j->m.dir, "target.spm");
    hf_write_text(&j->m.dir, "tokenizer_config.json",
                  "{\"source_lang\": \"en\", \"target_lang\": \"de\"}");
}

#define MARIAN_VOCAB                                                                               \
    "{\"</s>\": 0, \"<unk>\": 1, \"a\": 4, \"b\": 2, \"\xE2\x96\x81\": 3, \"c\": 5, \"d\": 6, "    \
    "\"e\": 7, \"f\": 8, \"<pad>\": 9}"

START_TEST(a_marian_has_the_ids_of_its_vocabulary)
{
    hf_job j;
    marian_open(&j, MARIAN_VOCAB);
    hf_write(&j.m);
    hf_imports(&j);
    const tr_import_vocab *v = &j.im.source;
    ck_assert(v->spm && v->text && j.im.target.spm && j.im.target.text);
    ck_assert_str_eq(v->text[2], "b");
    ck_assert_str_eq(v->text[4], "a");
    ck_assert_str_eq(j.im.config.source_language, "en");
    ck_assert_str_eq(j.im.config.target_language, "de");
    const tr_config *m = &j.im.config;
    ck_assert(m->eos == 0 && m->unk == 1 && m->source_eos_id == 0 && m->source_unk_id == 1);
    ck_assert(!m->pre_norm && m->positions == TR_POSITIONS_SINES && m->n_languages == 0);
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

START_TEST(a_marian_may_force_its_first_token)
{
    hf_job j;
    marian_open(&j, MARIAN_VOCAB);
    hf_set(&j.m.config, "forced_bos_token_id", "7");
    hf_write(&j.m);
    hf_imports(&j);
    ck_assert_int_eq(j.im.config.forced_first, 7);
    ck_assert_ptr_nonnull(strstr(
        j.notes.data, "config.json: forced_bos_token_id: translations begin with the token"));
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

START_TEST(a_pad_of_zeros_is_marians_zero_start)
{
    hf_job j;
    marian_open(&j, MARIAN_VOCAB);
    hf_write(&j.m);
    hf_imports(&j);
    ck_assert(j.im.config.start_id == -1 && j.im.config.target_vocab == 9);
    ck_assert(j.im.config.source_vocab == 9 && j.im.source.n == 9 && j.im.target.n == 9);
    ck_assert(hf_find_tensor(&j.im, "token_embd")->n_out == 9);
    ck_assert(hf_find_tensor(&j.im, "output.bias")->n_out == 9);
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

/* A row that is not zero, or may be produced, stays in the vocabulary. */
START_TEST(another_pad_is_a_token)
{
    for (int i = 0; i < 3; i++) {
        hf_job j;
        marian_open(&j, MARIAN_VOCAB);
        if (i == 0) j.m.zero_end = "final_logits_bias";
        if (i == 1) j.m.zero_end = "model.shared.weight";
        if (i == 2) hf_set(&j.m.config, "bad_words_ids", NULL);
        hf_write(&j.m);
        hf_imports(&j);
        ck_assert(j.im.config.start_id == 9 && j.im.config.target_vocab == 10);
        ck_assert(j.im.source.n == 10 && hf_suppresses(&j.im, 9));
        hf_import_end(&j);
        hf_job_close(&j);
    }
}
END_TEST

START_TEST(marians_positions_are_computed_by_transformers_formula)
{
    hf_job j;
    marian_open(&j, MARIAN_VOCAB);
    hf_write(&j.m);
    hf_imports(&j);
    const tr_import_tensor *t = hf_find_tensor(&j.im, "position.weight");
    ck_assert(t && t->compute && t->n_in == 4 && t->n_out == j.im.config.n_positions);
    float *x = calloc(t->n_out, 4 * sizeof *x);
    t->compute(t, x);
    for (size_t p = 0; p < 3; p++) { /* 10000^(2/4) = 100 */
        ck_assert_double_eq_tol((double)x[4 * p], sin((double)p), 1e-7);
        ck_assert_double_eq_tol((double)x[4 * p + 1], sin((double)p / 100), 1e-7);
        ck_assert_double_eq_tol((double)x[4 * p + 2], cos((double)p), 1e-7);
        ck_assert_double_eq_tol((double)x[4 * p + 3], cos((double)p / 100), 1e-7);
    }
    free(x);
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

START_TEST(stored_positions_go_before_computed_ones)
{
    hf_job j;
    marian_open(&j, MARIAN_VOCAB);
    j.m.positions = 30;
    hf_write(&j.m);
    hf_imports(&j);
    ck_assert(j.im.config.n_positions == 30 && j.im.config.max_source == 29);
    ck_assert(hf_find_tensor(&j.im, "source_position.weight")->n_out == 30); /* they differ */
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

START_TEST(stored_positions_of_one_side_are_those_that_are_computed)
{
    enum { ROWS = 30, DIM = 4 };
    hf_job j;
    float x[ROWS * DIM];

    marian_open(&j, MARIAN_VOCAB);
    j.m.positions = ROWS;
    j.m.left_out = "model.encoder.embed_positions.weight";
    hf_write(&j.m);
    hf_refuses(&j, TR_EUNSUPPORTED,
               "model.decoder.embed_positions.weight: is not supported without that of the other");
    hf_job_close(&j);

    for (size_t i = 0; i < ROWS * DIM; i++) {
        const double angle = (double)(i / DIM) * (i % 2 ? 0.01 : 1);
        x[i] = (float)(i % DIM < 2 ? sin(angle) : cos(angle));
    }
    marian_open(&j, MARIAN_VOCAB);
    safetensors_add(&j.m.tensors, "model.decoder.embed_positions.weight", "F32", "30,4", x,
                    sizeof x);
    hf_write(&j.m);
    hf_imports(&j);
    ck_assert(hf_find_tensor(&j.im, "position.weight")->n_out == ROWS);
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

/* Those of tokenizer_config.json, or of added_tokens.json where it has none. */
START_TEST(tokens_beside_the_vocabulary_are_named)
{
    hf_job j;
    marian_open(&j, MARIAN_VOCAB);
    hf_write(&j.m);
    hf_write_text(&j.m.dir, "added_tokens.json", "{\"<x>\": 10, \"<y>\": 11, \"<unk>\": 1}");
    hf_imports(&j);
    ck_assert_ptr_nonnull(strstr(j.notes.data,
                                 "added_tokens.json: added tokens that the vocabulary "
                                 "lacks: 2, the first is <x>"));
    hf_import_end(&j);
    hf_write_text(&j.m.dir, "tokenizer_config.json",
                  "{\"added_tokens_decoder\": {\"0\": {\"content\": \"</s>\"}, "
                  "\"9\": {\"content\": \"<pad>\"}}}");
    hf_imports(&j);
    ck_assert_ptr_null(strstr(j.notes.data, "added tokens"));
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

START_TEST(vocabularies_may_be_two)
{
    hf_job j;
    marian_open(&j, MARIAN_VOCAB);
    hf_set(&j.m.config, "share_encoder_decoder_embeddings", "false");
    hf_set(&j.m.config, "decoder_vocab_size", "8");
    hf_set(&j.m.config, "pad_token_id", "7");
    hf_set(&j.m.config, "decoder_start_token_id", "7");
    hf_set(&j.m.config, "bad_words_ids", "[[7]]");
    hf_write_text(&j.m.dir, "target_vocab.json",
                  "{\"</s>\": 0, \"<unk>\": 1, \"g\": 2, \"h\": 3, \"x\": 4, \"y\": 5, \"z\": 6, "
                  "\"<pad>\": 7}");
    hf_write_text(&j.m.dir, "tokenizer_config.json", "{\"separate_vocabs\": true}");
    j.m.bias = false;
    j.m.table = "encoder.embed_tokens.weight";
    hf_add(&j.m, "model.decoder.embed_tokens.weight", 8, 4);
    hf_write(&j.m);
    hf_imports(&j);
    const tr_config *m = &j.im.config;
    ck_assert(m->source_vocab == 10 && m->target_vocab == 8 && m->start_id == 7);
    ck_assert_int_eq(j.im.config.ties, TR_TIES_TARGET);
    ck_assert_str_eq(j.im.target.text[2], "g");
    ck_assert(hf_find_tensor(&j.im, "source_embd")->n_out == 10);
    ck_assert(hf_find_tensor(&j.im, "target_embd")->n_out == 8);
    ck_assert(!j.im.config.source_language && !j.im.config.target_language);
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

START_TEST(target_languages_stand_before_the_text)
{
    hf_job j;
    marian_open(&j,
                "{\"</s>\": 0, \"<unk>\": 1, \">>deu<<\": 4, \"b\": 2, \">>\": 3, \">>fra<<\": 5, "
                "\"d\": 6, \"e\": 7, \">><<\": 8, \"<pad>\": 9}");
    hf_write(&j.m);
    hf_imports(&j);
    const tr_config *m = &j.im.config;
    ck_assert(m->n_languages == 2 && m->source_language_token == TR_LANGUAGE_TARGET);
    ck_assert(!m->target_language_token && !*j.im.config.target_language);
    ck_assert_str_eq(m->language_codes[0], "deu");
    ck_assert(m->language_ids[0] == 4 && m->language_ids[1] == 5);
    ck_assert(hf_suppresses(&j.im, 4) && hf_suppresses(&j.im, 5) && !hf_suppresses(&j.im, 3));
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

START_TEST(vocabularies_that_do_not_fit_are_refused)
{
    static const struct {
        const char *vocab, *sentence;
    } rows[] = {
        {"{\"</s>\": 0, \"<unk>\": 1, \"a\": 1}", "pieces '<unk>' and 'a' both have id 1"},
        {"{\"</s>\": 0, \"<unk>\": 1, \"a\": 10}",
         "piece 'a' has id 10, but the vocabulary has 10"},
        {"{\"</s>\": 0, \"<unk>\": 1, \"a\": \"2\"}", "the id of piece 'a' is not a whole number"},
        {"{\"</s>\": 0, \"<unk>\": 1, \"a\": -2}", "the id of piece 'a' is not a whole number"},
        {"{\"a\": 0, \"<unk>\": 1, \"</s>\": 2}", "eos_token_id is 0, but that piece is 'a'"},
        {"{\"</s>\": 0, \"a\": 1}", "has no piece <unk>"},
        {"{}", "eos_token_id is 0, but that piece is ''"},
        {"[\"</s>\"]", "is not a JSON object"},
    };
    hf_job j;

    marian_open(&j, "{}");
    hf_write(&j.m);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hf_write_text(&j.m.dir, "vocab.json", rows[i].vocab);
        hf_refuses(&j, TR_EFORMAT, rows[i].sentence);
    }
    unlink(scratch_file(&j.m.dir, "vocab.json"));
    hf_refuses(&j, TR_EIO, "vocab.json: No such file");
    hf_job_close(&j);
}
END_TEST

START_TEST(ids_without_a_piece_are_never_produced)
{
    hf_job j;
    marian_open(&j, "{\"</s>\": 0, \"<unk>\": 1, \"a\": 4, \"\": 5, \"b\": 7}");
    hf_write(&j.m);
    hf_imports(&j);
    ck_assert_uint_eq(j.im.source.n, 8);
    for (int32_t id = 2; id < 8; id++)
        ck_assert(hf_suppresses(&j.im, id) == (id != 4 && id != 7));
    ck_assert_ptr_nonnull(strstr(j.notes.data, "4 ids have no piece"));
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

START_TEST(a_marian_needs_sentencepiece)
{
    hf_job j;
    marian_open(&j, MARIAN_VOCAB);
    hf_write(&j.m);
    unlink(scratch_file(&j.m.dir, "source.spm"));
    hf_refuses(&j, TR_EIO, "source.spm: No such file");
    hf_write_text(&j.m.dir, "source.bpe", "#version: 0.2\n");
    hf_refuses(&j, TR_EUNSUPPORTED, "source.bpe: subword-nmt vocabularies are not supported");
    hf_write_text(&j.m.dir, "tokenizer_config.json", "{\"tokenizer_class\": \"T5Tokenizer\"}");
    hf_refuses(&j, TR_EUNSUPPORTED, "tokenizer_class 'T5Tokenizer' is not supported");
    hf_job_close(&j);
}
END_TEST

UNIT_MAIN("hf_marian", a_marian_has_the_ids_of_its_vocabulary, a_marian_may_force_its_first_token,
          a_pad_of_zeros_is_marians_zero_start, another_pad_is_a_token,
          marians_positions_are_computed_by_transformers_formula,
          stored_positions_go_before_computed_ones,
          stored_positions_of_one_side_are_those_that_are_computed,
          tokens_beside_the_vocabulary_are_named, vocabularies_may_be_two,
          target_languages_stand_before_the_text, vocabularies_that_do_not_fit_are_refused,
          ids_without_a_piece_are_never_produced, a_marian_needs_sentencepiece)
