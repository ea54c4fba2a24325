/* hf.c - Hugging Face directories put together by hand: what is made of them, and what is
 * refused. */
#include "import/importers.h"

#include "formats/safetensors.h"
#include "import/foreign.h"
#include "make/make_hf.h"
#include "make/make_npz.h"
#include "make/recognise.h"
#include "unit/unit.h"

/* ---- Jobs --------------------------------------------------------------------------------- */

typedef struct job {
    hf_maker m;
    tr_convert_options options;
    tr_import im;
    tr_buf notes;
    tr_error err;
} job;

static void take_note(void *ctx, const char *text)
{
    tr_buf_add_string(ctx, text);
    tr_buf_add_string(ctx, "\n");
}

static void job_open(job *j, const char *model_type)
{
    *j = (job){0};
    hf_open(&j->m, model_type);
    tr_convert_options_init(&j->options);
    j->options.input = j->m.dir.folder;
    j->options.output = "";
    j->options.max_source = 100;
    j->options.note = take_note;
    j->options.ctx = &j->notes;
}

/* Describes the directory as it is; to be followed by import_end(). */
static int import(job *j)
{
    tr_buf_clear(&j->notes);
    tr_import_init(&j->im, &j->options);
    return tr_hf_importer.open(&j->im, &j->err);
}

static void import_end(job *j)
{
    tr_import_close(&j->im);
}

static void imports(job *j)
{
    const int rc = import(j);
    ck_assert_msg(rc == 0, "%d %s", rc, j->err.msg);
}

/* The directory is refused with a message that holds `sentence`. */
static void refuses(job *j, int code, const char *sentence)
{
    j->err = (tr_error){0};
    const int rc = import(j);
    ck_assert_msg(rc == code && strstr(j->err.msg, sentence), "%d %s, expected %d %s", rc,
                  j->err.msg, code, sentence);
    import_end(j);
}

static void job_close(job *j)
{
    tr_buf_free(&j->notes);
    hf_close(&j->m);
}

static const tr_import_tensor *find_tensor(const tr_import *im, const char *name)
{
    for (size_t i = 0; i < im->n_tensors; i++)
        if (!strcmp(im->tensors[i].name, name)) return &im->tensors[i];
    return NULL;
}

static bool suppresses(const tr_import *im, int32_t id)
{
    for (size_t i = 0; i < im->config.n_suppressed; i++)
        if (im->config.suppressed[i] == id) return true;
    return false;
}

static void write_config(job *j)
{
    hf_write_json(&j->m.dir, "config.json", &j->m.config);
}

/* With this member, whose value is JSON, config.json is refused. */
static void refuses_config(job *j, const char *key, const char *value, int code,
                           const char *sentence)
{
    hf_json config = j->m.config;

    hf_set(&j->m.config, key, value);
    write_config(j);
    refuses(j, code, sentence);
    j->m.config = config;
    write_config(j);
}

/* ---- BART --------------------------------------------------------------------------------- */

START_TEST(a_bart_without_a_tokenizer_takes_ids)
{
    job j;
    job_open(&j, "bart");
    hf_write(&j.m);
    imports(&j);
    const tr_config *m = &j.im.config;
    ck_assert(j.im.ids_only && !j.im.source.spm && !*j.im.config.source_language);
    ck_assert(m->d_model == 4 && m->heads == 2 && m->encoder_ffn == 6 && m->decoder_ffn == 6);
    ck_assert(m->n_encoder_layers == 1 && m->n_decoder_layers == 1);
    ck_assert(m->source_vocab == 20 && m->target_vocab == 20);
    ck_assert(!m->pre_norm && m->learned_positions && m->activation == TR_GELU_ERF);
    ck_assert(m->embedding_scale == 1 && m->epsilon == 1e-5f);
    ck_assert(m->eos == 2 && m->unk == 3 && m->start_id == 2 && m->source_bos_id == 0);
    ck_assert(m->forced_first == -1 && m->n_suppressed == 0);
    ck_assert_int_eq(j.im.config.ties, TR_TIES_ALL);
    ck_assert(find_tensor(&j.im, "enc.embd_norm.weight") && find_tensor(&j.im, "token_embd"));
    ck_assert(!find_tensor(&j.im, "enc.output_norm.weight") && !find_tensor(&j.im, "output.bias"));
    ck_assert_ptr_nonnull(strstr(j.notes.data, "has no SentencePiece file"));
    import_end(&j);
    job_close(&j);
}
END_TEST

START_TEST(byte_level_bpe_is_named)
{
    job j;
    job_open(&j, "bart");
    hf_write(&j.m);
    hf_write_text(&j.m.dir, "merges.txt", "#version: 0.2\n");
    imports(&j);
    ck_assert(j.im.ids_only);
    ck_assert_ptr_nonnull(strstr(j.notes.data, "byte-level BPE (GPT-2) is not supported"));
    import_end(&j);
    job_close(&j);
}
END_TEST

START_TEST(learned_positions_begin_with_the_third_row)
{
    job j;
    float all[40 * 4], x[38 * 4];
    static const char *const sides[][2] = {
        {"source_position.weight", "model.encoder.embed_positions.weight"},
        {"target_position.weight", "model.decoder.embed_positions.weight"}};

    job_open(&j, "bart");
    hf_write(&j.m);
    imports(&j);
    const tr_config *m = &j.im.config;
    ck_assert(m->n_positions == 38 && m->max_target == 38);
    ck_assert_uint_eq(m->max_source, 36); /* <s> and </s> stand around */
    for (size_t i = 0; i < 2; i++) {
        const tr_import_tensor *t = find_tensor(&j.im, sides[i][0]);
        const tr_safetensor *theirs = tr_safetensors_find(j.im.file, sides[i][1]);
        const tr_element_layout layout = {4, 4, 1};
        ck_assert(t && t->n_out == 38 && t->n_in == 4 && t->n_parts == 1);
        ck_assert_int_eq(j.im.foreign->read(j.im.file, t->part[0].array, t->part[0].first, 38 * 4,
                                            &layout, x, &j.err),
                         0);
        ck_assert_int_eq(tr_safetensors_floats(theirs, 0, 160, &layout, all, &j.err), 0);
        ck_assert(!memcmp(x, all + 2 * 4, sizeof x));
    }
    import_end(&j);
    job_close(&j);
}
END_TEST

START_TEST(tables_of_positions_need_a_row)
{
    job j;
    job_open(&j, "bart");
    j.m.positions = 4; /* two of them stand for nothing, and <s> and </s> take the others */
    hf_write(&j.m);
    refuses(&j, TR_EFORMAT, "embed_positions.weight: has 4 rows");
    job_close(&j);
}
END_TEST

START_TEST(the_first_token_may_be_forced)
{
    job j;
    job_open(&j, "bart");
    hf_set(&j.m.config, "forced_bos_token_id", "0");
    hf_write(&j.m);
    imports(&j);
    ck_assert_int_eq(j.im.config.forced_first, 0);
    import_end(&j);
    job_close(&j);
}
END_TEST

/* ---- Tensors ------------------------------------------------------------------------------ */

START_TEST(a_missing_tensor_is_named)
{
    static const char *const names[] = {"model.shared.weight",
                                        "model.encoder.layers.0.self_attn.q_proj.bias",
                                        "model.decoder.layers.0.encoder_attn.v_proj.weight",
                                        "model.decoder.layernorm_embedding.weight",
                                        "model.encoder.embed_positions.weight",
                                        "model.decoder.layers.0.final_layer_norm.bias"};
    char sentence[128];

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        job j;
        job_open(&j, "bart");
        j.m.left_out = names[i];
        hf_write(&j.m);
        snprintf(sentence, sizeof sentence, "tensor %s is missing", names[i]);
        refuses(&j, TR_EFORMAT, sentence);
        job_close(&j);
    }
}
END_TEST

START_TEST(a_tensor_without_a_place_is_named)
{
    job j;
    job_open(&j, "bart");
    hf_add(&j.m, "classification_head.dense.weight", 2, 2);
    hf_write(&j.m);
    refuses(&j, TR_EFORMAT, "tensor classification_head.dense.weight has no place in the network");
    job_close(&j);
}
END_TEST

START_TEST(shapes_are_those_that_the_configuration_says)
{
    job j;
    job_open(&j, "bart");
    hf_write(&j.m);
    refuses_config(&j, "encoder_ffn_dim", "7", TR_EFORMAT,
                   "tensor model.encoder.layers.0.fc1.weight: is [6, 4], expected [7, 4]");
    refuses_config(&j, "vocab_size", "21", TR_EFORMAT,
                   "tensor model.shared.weight: is [20, 4], expected [21, 4]");
    refuses_config(&j, "decoder_layers", "2", TR_EFORMAT,
                   "tensor model.decoder.layers.1.self_attn.q_proj.weight is missing");
    job_close(&j);
}
END_TEST

START_TEST(tensors_hold_floats)
{
    job j;
    job_open(&j, "bart");
    j.m.left_out = "model.encoder.layers.0.fc1.bias";
    safetensors_add(&j.m.tensors, j.m.left_out, "I32", "6", "123456781234567812345678", 24);
    hf_write(&j.m);
    refuses(&j, TR_EUNSUPPORTED, "model.encoder.layers.0.fc1.bias: holds I32, not floats");
    job_close(&j);
}
END_TEST

START_TEST(a_tied_table_has_any_of_its_names)
{
    static const char *const names[] = {"shared.weight", "encoder.embed_tokens.weight",
                                        "decoder.embed_tokens.weight"};
    for (size_t i = 0; i < 3; i++) {
        job j;
        job_open(&j, "bart");
        j.m.table = names[i];
        hf_write(&j.m);
        imports(&j);
        const tr_import_tensor *t = find_tensor(&j.im, "token_embd");
        ck_assert(t && t->n_out == 20 && t->n_in == 4);
        import_end(&j);
        job_close(&j);
    }
}
END_TEST

START_TEST(tied_tables_are_equal_or_refused)
{
    job j;
    float x[20 * 4] = {0};

    job_open(&j, "bart");
    j.m.left_out = "model.shared.weight";
    safetensors_add(&j.m.tensors, "model.shared.weight", "F32", "20,4", x, sizeof x);
    safetensors_add(&j.m.tensors, "lm_head.weight", "F32", "20,4", x, sizeof x);
    hf_write(&j.m);
    imports(&j);
    import_end(&j);
    x[79] = 1;
    safetensors_add(&j.m.tensors, "model.shared.weight", "F32", "20,4", (float[80]){0}, sizeof x);
    safetensors_add(&j.m.tensors, "lm_head.weight", "F32", "20,4", x, sizeof x);
    hf_write(&j.m);
    refuses(&j, TR_EFORMAT, "tensors model.shared.weight and lm_head.weight differ");
    hf_set(&j.m.config, "tie_word_embeddings", "false");
    write_config(&j);
    imports(&j);
    ck_assert_int_eq(j.im.config.ties, TR_TIES_NONE);
    ck_assert(find_tensor(&j.im, "output") && find_tensor(&j.im, "source_embd") &&
              find_tensor(&j.im, "target_embd"));
    import_end(&j);
    job_close(&j);
}
END_TEST

START_TEST(names_may_lack_their_prefix)
{
    job j;
    job_open(&j, "bart");
    j.m.prefix = "";
    hf_write(&j.m);
    imports(&j);
    import_end(&j);
    job_close(&j);
}
END_TEST

START_TEST(a_bias_of_the_output_is_kept)
{
    job j;
    job_open(&j, "bart");
    j.m.bias = true;
    hf_write(&j.m);
    imports(&j);
    const tr_import_tensor *t = find_tensor(&j.im, "output.bias");
    ck_assert(t && t->kind == TR_IMPORT_VECTOR && t->n_out == 20);
    import_end(&j);
    job_close(&j);
}
END_TEST

START_TEST(numbers_that_are_none_leave_no_file)
{
    job j;
    char path[SCRATCH_PATH];

    job_open(&j, "bart");
    j.m.not_a_number = "model.decoder.layers.0.fc2.weight";
    hf_write(&j.m);
    snprintf(path, sizeof path, "%s", scratch_file(&j.m.dir, "out.gguf"));
    j.options.output = path;
    const int n = scratch_count(&j.m.dir, false);
    ck_assert_int_eq(tr_convert(&j.options, &j.err), TR_EFORMAT);
    ck_assert_ptr_nonnull(
        strstr(j.err.msg, "model.decoder.layers.0.fc2.weight: element 23 is not a finite number"));
    ck_assert_int_eq(scratch_count(&j.m.dir, false), n);
    job_close(&j);
}
END_TEST

/* ---- config.json -------------------------------------------------------------------------- */

START_TEST(options_are_understood_or_refused_by_name)
{
    static const struct {
        const char *key, *value;
        int code;
        const char *sentence;
    } rows[] = {
        {"model_type", "\"t5\"", TR_EUNSUPPORTED,
         "config.json: model_type: 't5' is not supported, only marian, m2m_100, mbart and bart"},
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
    job j;

    job_open(&j, "bart");
    hf_write(&j.m);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        refuses_config(&j, rows[i].key, rows[i].value, rows[i].code, rows[i].sentence);
    hf_write_text(&j.m.dir, "config.json", "{\"model_type\": ");
    refuses(&j, TR_EFORMAT, "config.json: is not JSON");
    hf_write_text(&j.m.dir, "config.json", "[]");
    refuses(&j, TR_EFORMAT, "config.json: is not a JSON object");
    job_close(&j);
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
    job j;

    job_open(&j, "bart");
    hf_write(&j.m);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hf_set(&j.m.config, "activation_function", rows[i].name);
        write_config(&j);
        imports(&j);
        ck_assert_int_eq(j.im.config.activation, rows[i].activation);
        import_end(&j);
    }
    job_close(&j);
}
END_TEST

START_TEST(how_to_search_is_read_from_either_file)
{
    job j;
    hf_json generation = {0};

    job_open(&j, "bart");
    hf_set(&j.m.config, "num_beams", "5");
    hf_set(&j.m.config, "length_penalty", "2.0");
    hf_set(&j.m.config, "scale_embedding", "true");
    hf_write(&j.m);
    imports(&j);
    ck_assert(j.im.config.beam_size == 5 && j.im.config.length_penalty == 2);
    ck_assert(j.im.config.embedding_scale == 2);
    import_end(&j);

    hf_set(&generation, "num_beams", "3");
    hf_set(&generation, "eos_token_id", "[5]");
    hf_set(&generation, "decoder_start_token_id", "null");
    hf_set(&generation, "bad_words_ids", "[[7], [9], [1]]");
    hf_set(&generation, "suppress_tokens", "[8]");
    hf_set(&generation, "no_repeat_ngram_size", "3");
    hf_set(&generation, "do_sample", "false");
    hf_write_json(&j.m.dir, "generation_config.json", &generation);
    imports(&j);
    const tr_config *m = &j.im.config;
    ck_assert(m->beam_size == 3 && m->length_penalty == 2);
    ck_assert(m->eos == 5 && m->start_id == 2 && m->n_suppressed == 4);
    ck_assert(suppresses(&j.im, 7) && suppresses(&j.im, 8) && suppresses(&j.im, 9));
    ck_assert_ptr_nonnull(strstr(j.notes.data, "no_repeat_ngram_size is not applied"));
    ck_assert_ptr_null(strstr(j.notes.data, "do_sample"));
    import_end(&j);

    hf_set(&generation, "bad_words_ids", "[[7, 8]]");
    hf_write_json(&j.m.dir, "generation_config.json", &generation);
    imports(&j);
    ck_assert_ptr_nonnull(strstr(j.notes.data, "words of several ids are not left out"));
    import_end(&j);
    job_close(&j);
}
END_TEST

/* ---- MarianMT ----------------------------------------------------------------------------- */

/* vocab.json of these pieces, then <pad>. */
static void marian_open(job *j, const char *vocab)
{
    job_open(j, "marian");
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
    job j;
    marian_open(&j, MARIAN_VOCAB);
    hf_write(&j.m);
    imports(&j);
    const tr_import_vocab *v = &j.im.source;
    ck_assert(v->spm && v->text && j.im.target.spm && j.im.target.text);
    ck_assert_str_eq(v->text[2], "b");
    ck_assert_str_eq(v->text[4], "a");
    ck_assert_str_eq(j.im.config.source_language, "en");
    ck_assert_str_eq(j.im.config.target_language, "de");
    const tr_config *m = &j.im.config;
    ck_assert(m->eos == 0 && m->unk == 1 && m->source_eos_id == 0 && m->source_unk_id == 1);
    ck_assert(!m->pre_norm && !m->learned_positions && m->n_languages == 0);
    import_end(&j);
    job_close(&j);
}
END_TEST

START_TEST(a_pad_of_zeros_is_marians_zero_start)
{
    job j;
    marian_open(&j, MARIAN_VOCAB);
    hf_write(&j.m);
    imports(&j);
    ck_assert(j.im.config.start_id == -1 && j.im.config.target_vocab == 9);
    ck_assert(j.im.config.source_vocab == 9 && j.im.source.n == 9 && j.im.target.n == 9);
    ck_assert(find_tensor(&j.im, "token_embd")->n_out == 9);
    ck_assert(find_tensor(&j.im, "output.bias")->n_out == 9);
    import_end(&j);
    job_close(&j);
}
END_TEST

/* What is not zero, or may be produced, stays in the vocabulary. */
START_TEST(another_pad_is_a_token)
{
    for (int i = 0; i < 3; i++) {
        job j;
        marian_open(&j, MARIAN_VOCAB);
        if (i == 0) j.m.zero_end = "final_logits_bias";
        if (i == 1) j.m.zero_end = "model.shared.weight";
        if (i == 2) hf_set(&j.m.config, "bad_words_ids", NULL);
        hf_write(&j.m);
        imports(&j);
        ck_assert(j.im.config.start_id == 9 && j.im.config.target_vocab == 10);
        ck_assert(j.im.source.n == 10 && suppresses(&j.im, 9));
        import_end(&j);
        job_close(&j);
    }
}
END_TEST

START_TEST(marians_positions_are_computed_by_transformers_formula)
{
    job j;
    marian_open(&j, MARIAN_VOCAB);
    hf_write(&j.m);
    imports(&j);
    const tr_import_tensor *t = find_tensor(&j.im, "position.weight");
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
    import_end(&j);
    job_close(&j);
}
END_TEST

START_TEST(stored_positions_go_before_computed_ones)
{
    job j;
    marian_open(&j, MARIAN_VOCAB);
    j.m.positions = 30;
    hf_write(&j.m);
    imports(&j);
    ck_assert(j.im.config.n_positions == 30 && j.im.config.max_source == 29);
    ck_assert(find_tensor(&j.im, "source_position.weight")->n_out == 30); /* they differ */
    import_end(&j);
    j.m.left_out = "model.encoder.embed_positions.weight";
    hf_write(&j.m);
    imports(&j);
    ck_assert(find_tensor(&j.im, "position.weight")->n_out == 30);
    import_end(&j);
    job_close(&j);
}
END_TEST

START_TEST(vocabularies_may_be_two)
{
    job j;
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
    imports(&j);
    const tr_config *m = &j.im.config;
    ck_assert(m->source_vocab == 10 && m->target_vocab == 8 && m->start_id == 7);
    ck_assert_int_eq(j.im.config.ties, TR_TIES_TARGET);
    ck_assert_str_eq(j.im.target.text[2], "g");
    ck_assert(find_tensor(&j.im, "source_embd")->n_out == 10);
    ck_assert(find_tensor(&j.im, "target_embd")->n_out == 8);
    ck_assert(!j.im.config.source_language && !j.im.config.target_language);
    import_end(&j);
    job_close(&j);
}
END_TEST

START_TEST(target_languages_stand_before_the_text)
{
    job j;
    marian_open(&j,
                "{\"</s>\": 0, \"<unk>\": 1, \">>deu<<\": 4, \"b\": 2, \">>\": 3, \">>fra<<\": 5, "
                "\"d\": 6, \"e\": 7, \">><<\": 8, \"<pad>\": 9}");
    hf_write(&j.m);
    imports(&j);
    const tr_config *m = &j.im.config;
    ck_assert(m->n_languages == 2 && m->source_language_token == TR_LANGUAGE_TARGET);
    ck_assert(!m->target_language_token && !*j.im.config.target_language);
    ck_assert_str_eq(m->language_codes[0], "deu");
    ck_assert(m->language_ids[0] == 4 && m->language_ids[1] == 5);
    ck_assert(suppresses(&j.im, 4) && suppresses(&j.im, 5) && !suppresses(&j.im, 3));
    import_end(&j);
    job_close(&j);
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
    job j;

    marian_open(&j, "{}");
    hf_write(&j.m);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hf_write_text(&j.m.dir, "vocab.json", rows[i].vocab);
        refuses(&j, TR_EFORMAT, rows[i].sentence);
    }
    unlink(scratch_file(&j.m.dir, "vocab.json"));
    refuses(&j, TR_EIO, "vocab.json: No such file");
    job_close(&j);
}
END_TEST

START_TEST(ids_without_a_piece_are_never_produced)
{
    job j;
    marian_open(&j, "{\"</s>\": 0, \"<unk>\": 1, \"a\": 4, \"\": 5, \"b\": 7}");
    hf_write(&j.m);
    imports(&j);
    ck_assert_uint_eq(j.im.source.n, 8);
    for (int32_t id = 2; id < 8; id++)
        ck_assert(suppresses(&j.im, id) == (id != 4 && id != 7));
    ck_assert_ptr_nonnull(strstr(j.notes.data, "4 ids have no piece"));
    import_end(&j);
    job_close(&j);
}
END_TEST

START_TEST(a_marian_needs_sentencepiece)
{
    job j;
    marian_open(&j, MARIAN_VOCAB);
    hf_write(&j.m);
    unlink(scratch_file(&j.m.dir, "source.spm"));
    refuses(&j, TR_EIO, "source.spm: No such file");
    hf_write_text(&j.m.dir, "source.bpe", "#version: 0.2\n");
    refuses(&j, TR_EUNSUPPORTED, "source.bpe: subword-nmt vocabularies are not supported");
    hf_write_text(&j.m.dir, "tokenizer_config.json", "{\"tokenizer_class\": \"T5Tokenizer\"}");
    refuses(&j, TR_EUNSUPPORTED, "tokenizer_class 'T5Tokenizer' is not supported");
    job_close(&j);
}
END_TEST

/* ---- M2M100, NLLB-200, mBART -------------------------------------------------------------- */

/* The fairseq ids: <s>, <pad>, </s>, <unk>, and from 4 on U+2581 and a to h. */
enum { FAIRSEQ_PIECES = 13 };

static void fairseq_open(job *j, const char *model_type, size_t vocab, const char *tokenizer_config)
{
    static char size[24];

    job_open(j, model_type);
    snprintf(size, sizeof size, "%zu", vocab);
    j->m.vocab = vocab;
    hf_set(&j->m.config, "vocab_size", size);
    hf_write_spm(&j->m.dir, "sentencepiece.bpe.model");
    hf_write_text(&j->m.dir, "tokenizer_config.json", tokenizer_config);
}

START_TEST(nllb_has_fairseqs_ids_and_its_built_in_languages)
{
    job j;
    fairseq_open(&j, "m2m_100", FAIRSEQ_PIECES + 202 + 1,
                 "{\"tokenizer_class\": \"NllbTokenizerFast\"}");
    hf_write(&j.m);
    imports(&j);
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
    ck_assert(suppresses(&j.im, 0) && suppresses(&j.im, 1) && suppresses(&j.im, 13) &&
              suppresses(&j.im, 215) && !suppresses(&j.im, 2) && !suppresses(&j.im, 12));
    ck_assert(find_tensor(&j.im, "dec.output_norm.bias") && !find_tensor(&j.im, "enc.embd_norm"));
    import_end(&j);
    job_close(&j);
}
END_TEST

START_TEST(m2m100s_positions_begin_with_row_two)
{
    job j;
    fairseq_open(&j, "m2m_100", 300, "{\"tokenizer_class\": \"NllbTokenizer\"}");
    hf_write(&j.m);
    imports(&j);
    const tr_import_tensor *t = find_tensor(&j.im, "position.weight");
    float *x = calloc(t->n_out, 4 * sizeof *x);
    t->compute(t, x);
    for (size_t p = 0; p < 3; p++) { /* of two columns, the second turns 10000 times slower */
        ck_assert_double_eq_tol((double)x[4 * p], sin((double)p + 2), 1e-7);
        ck_assert_double_eq_tol((double)x[4 * p + 1], sin((double)(p + 2) / 10000), 1e-7);
        ck_assert_double_eq_tol((double)x[4 * p + 2], cos((double)p + 2), 1e-7);
        ck_assert_double_eq_tol((double)x[4 * p + 3], cos((double)(p + 2) / 10000), 1e-7);
    }
    free(x);
    import_end(&j);
    refuses_config(&j, "pad_token_id", "0", TR_EUNSUPPORTED, "with pad_token_id 0");
    job_close(&j);
}
END_TEST

START_TEST(old_files_hold_positions_that_are_computed)
{
    job j;
    fairseq_open(&j, "m2m_100", 300, "{\"tokenizer_class\": \"NllbTokenizer\"}");
    hf_add(&j.m, "model.encoder.embed_positions.weights", 12, 4);
    hf_add(&j.m, "model.decoder.embed_positions.weights", 12, 4);
    hf_write(&j.m);
    imports(&j);
    ck_assert_ptr_nonnull(find_tensor(&j.im, "position.weight")->compute);
    import_end(&j);
    job_close(&j);
}
END_TEST

START_TEST(legacy_nllb_has_the_language_behind_the_end)
{
    job j;
    fairseq_open(&j, "m2m_100", 300,
                 "{\"tokenizer_class\": \"NllbTokenizer\", \"legacy_behaviour\": true}");
    hf_write(&j.m);
    imports(&j);
    ck_assert_int_eq(j.im.config.source_language_token, TR_LANGUAGE_AFTER);
    import_end(&j);
    job_close(&j);
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
        job j;
        fairseq_open(&j, "m2m_100", 30, "{\"tokenizer_class\": \"NllbTokenizer\"}");
        hf_write(&j.m);
        hf_write_text(&j.m.dir, files[i][0], files[i][1]);
        imports(&j);
        const tr_config *m = &j.im.config;
        ck_assert_uint_eq(m->n_languages, 2);
        ck_assert_str_eq(m->language_codes[0], "eng_Latn");
        ck_assert_str_eq(m->language_codes[1], "xyz_Latn");
        ck_assert(m->language_ids[0] == 14 && m->language_ids[1] == 16);
        ck_assert_uint_eq(j.im.source.n, 17);
        ck_assert_str_eq(j.im.source.text[13], "<mask>");
        for (int32_t id = 13; id < 17; id++) /* 15 has no piece */
            ck_assert(suppresses(&j.im, id));
        import_end(&j);
        job_close(&j);
    }
}
END_TEST

START_TEST(built_in_languages_have_to_fit)
{
    job j;
    fairseq_open(&j, "m2m_100", FAIRSEQ_PIECES + 201, "{\"tokenizer_class\": \"NllbTokenizer\"}");
    hf_write(&j.m);
    refuses(&j, TR_EFORMAT, "piece 'zul_Latn' has id 214, but the vocabulary has 214 ids");
    job_close(&j);
}
END_TEST

START_TEST(m2m100_has_a_vocabulary_and_then_its_languages)
{
    job j;
    fairseq_open(&j, "m2m_100", 120, "{\"language_codes\": \"m2m100\"}");
    hf_write(&j.m);
    hf_write_text(&j.m.dir, "vocab.json",
                  "{\"<s>\": 0, \"<pad>\": 1, \"</s>\": 2, \"<unk>\": 3, \"b\": 4, \"a\": 5}");
    imports(&j);
    const tr_config *m = &j.im.config;
    ck_assert_uint_eq(m->n_languages, 100);
    ck_assert_str_eq(m->language_codes[0], "af");
    ck_assert_str_eq(m->language_codes[99], "zu");
    ck_assert_str_eq(j.im.source.text[6], "__af__");
    ck_assert(j.im.source.n == 106 && m->language_ids[0] == 6 && m->language_ids[99] == 105);
    ck_assert(m->source_language_token == TR_LANGUAGE_BEFORE && m->target_language_token);
    import_end(&j);

    hf_write_text(&j.m.dir, "tokenizer_config.json", "{\"language_codes\": \"wmt21\"}");
    imports(&j);
    ck_assert(m->n_languages == 8 && m->language_ids[7] == 13);
    ck_assert_str_eq(m->language_codes[7], "de");
    import_end(&j);

    hf_write_text(&j.m.dir, "tokenizer_config.json", "{\"language_codes\": \"wmt22\"}");
    refuses(&j, TR_EUNSUPPORTED, "the languages 'wmt22' are not known");
    hf_write_text(&j.m.dir, "tokenizer_config.json",
                  "{\"tokenizer_class\": \"SMALL100Tokenizer\"}");
    refuses(&j, TR_EUNSUPPORTED, "tokenizer_class 'SMALL100Tokenizer' is not supported");
    job_close(&j);
}
END_TEST

START_TEST(mbart50_forces_the_language_that_is_asked_for)
{
    job j;
    fairseq_open(&j, "mbart", FAIRSEQ_PIECES + 53, "{}");
    hf_set(&j.m.config, "tokenizer_class", "\"MBart50Tokenizer\"");
    hf_set(&j.m.config, "scale_embedding", "true");
    hf_write(&j.m);
    imports(&j);
    const tr_config *m = &j.im.config;
    ck_assert(m->n_languages == 52 && m->language_ids[0] == 13 && j.im.source.n == 66);
    ck_assert_str_eq(m->language_codes[2], "de_DE");
    ck_assert_str_eq(j.im.source.text[65], "<mask>");
    ck_assert(m->source_language_token == TR_LANGUAGE_BEFORE && m->target_language_token);
    ck_assert(m->forced_first == -1 && m->start_id == 2 && m->pre_norm && m->learned_positions);
    ck_assert(find_tensor(&j.im, "enc.embd_norm.weight") &&
              find_tensor(&j.im, "enc.output_norm.bias"));
    ck_assert_str_eq(j.im.config.target_language, "");
    import_end(&j);

    /* English, unless another language is asked for. */
    hf_set(&j.m.config, "forced_bos_token_id", "16");
    write_config(&j);
    imports(&j);
    ck_assert(m->target_language_token && m->forced_first == -1);
    ck_assert_str_eq(j.im.config.target_language, "en");
    import_end(&j);
    job_close(&j);
}
END_TEST

START_TEST(mbart25_starts_from_a_language)
{
    job j;
    fairseq_open(&j, "mbart", FAIRSEQ_PIECES + 26, "{\"tokenizer_class\": \"MBartTokenizer\"}");
    hf_set(&j.m.config, "decoder_start_token_id", "15");
    hf_write(&j.m);
    imports(&j);
    const tr_config *m = &j.im.config;
    ck_assert(m->n_languages == 25 && m->start_id == 15 && !m->target_language_token);
    ck_assert_int_eq(m->source_language_token, TR_LANGUAGE_AFTER);
    ck_assert_str_eq(j.im.config.target_language, "de");
    import_end(&j);
    refuses_config(&j, "decoder_start_token_id", "2", TR_EUNSUPPORTED,
                   "a decoder that starts from any language's token is not supported");
    job_close(&j);
}
END_TEST

START_TEST(xlm_robertas_texts_begin_with_s)
{
    job j;
    fairseq_open(&j, "mbart", 20, "{\"tokenizer_class\": \"XLMRobertaTokenizer\"}");
    hf_write(&j.m);
    imports(&j);
    const tr_config *m = &j.im.config;
    ck_assert(m->n_languages == 0 && m->source_bos_id == 0 && j.im.source.n == FAIRSEQ_PIECES);
    ck_assert_int_eq(m->source_language_token, TR_LANGUAGE_NONE);
    import_end(&j);
    job_close(&j);
}
END_TEST

START_TEST(a_fairseq_vocabulary_begins_as_fairseqs_does)
{
    tr_buf spm = {0};
    job j;

    fairseq_open(&j, "m2m_100", 300, "{\"tokenizer_class\": \"NllbTokenizer\"}");
    hf_write(&j.m);
    put_piece(&spm, "<s>", 0, TR_SPM_CONTROL);
    put_piece(&spm, "<unk>", 0, TR_SPM_UNKNOWN);
    put_piece(&spm, "</s>", 0, TR_SPM_CONTROL);
    put_piece(&spm, "a", -1, TR_SPM_NORMAL);
    put_trainer(&spm, ALGORITHM_UNIGRAM, false);
    write_file(scratch_file(&j.m.dir, "sentencepiece.bpe.model"), spm.data, spm.len);
    tr_buf_free(&spm);
    refuses(&j, TR_EFORMAT, "its first pieces are not <unk>, <s> and </s>");
    hf_write_text(&j.m.dir, "sentencepiece.bpe.model", "no model");
    refuses(&j, TR_EFORMAT, "sentencepiece.bpe.model: ");
    unlink(scratch_file(&j.m.dir, "sentencepiece.bpe.model"));
    refuses(&j, TR_EIO, "sentencepiece.bpe.model: No such file");
    job_close(&j);
}
END_TEST

START_TEST(a_vocabulary_larger_than_the_model_is_refused)
{
    job j;
    fairseq_open(&j, "m2m_100", 10, "{\"tokenizer_class\": \"NllbTokenizer\"}");
    hf_write(&j.m);
    refuses(&j, TR_EFORMAT, "has id 10, but the vocabulary has 10 ids");
    job_close(&j);
}
END_TEST

/* ---- Files -------------------------------------------------------------------------------- */

START_TEST(directories_are_recognised_by_their_files)
{
    job j;
    char path[SCRATCH_PATH];

    job_open(&j, "bart");
    ck_assert(!recognise(&tr_hf_importer, j.m.dir.folder, NULL));
    hf_write(&j.m);
    ck_assert(recognise(&tr_hf_importer, j.m.dir.folder, NULL) == 1);
    snprintf(path, sizeof path, "%s", scratch_file(&j.m.dir, "model.safetensors"));
    ck_assert(recognise(&tr_hf_importer, path, NULL) == 1);
    j.options.input = path; /* with the files beside it */
    imports(&j);
    import_end(&j);
    ck_assert(recognise(&tr_hf_importer, "pytorch_model.bin", NULL) == 1 &&
              recognise(&tr_hf_importer, "a.ckpt", NULL) == 1);
    ck_assert(!recognise(&tr_hf_importer, "model.bin", NULL) &&
              !recognise(&tr_hf_importer, "a.npz", NULL));
    job_close(&j);
}
END_TEST

START_TEST(pickles_are_never_opened)
{
    job j;
    job_open(&j, "bart");
    hf_write(&j.m);
    unlink(scratch_file(&j.m.dir, "model.safetensors"));
    refuses(&j, TR_EIO, "model.safetensors.index.json: No such file");
    hf_write_text(&j.m.dir, "pytorch_model.bin.index.json", "{}");
    ck_assert(recognise(&tr_hf_importer, j.m.dir.folder, NULL) == 1);
    refuses(&j, TR_EUNSUPPORTED, "pytorch_model.bin.index.json: is a pickle");
    hf_write_text(&j.m.dir, "pytorch_model.bin", "\x80\x02");
    refuses(&j, TR_EUNSUPPORTED, "save_pretrained");
    j.options.input = "model.pt"; /* which is not even there */
    refuses(&j, TR_EUNSUPPORTED, "model.pt: is a pickle, which can run code and is never opened");
    job_close(&j);
}
END_TEST

START_TEST(shards_are_read_like_one_file)
{
    job j;
    size_t size;
    tr_buf index = {0};

    job_open(&j, "bart");
    hf_write(&j.m);
    imports(&j);
    tr_buf_add_string(&index, "{\"weight_map\": ");
    const tr_safetensors *file = j.im.file;
    for (size_t i = 0; i < file->n_tensors; i++)
        tr_buf_printf(&index, "%s\"%s\": \"model-00001-of-00001.safetensors\"", i ? ", " : "{",
                      file->tensors[i].name);
    tr_buf_add_string(&index, "}}");
    import_end(&j);
    char *bytes = read_file(scratch_file(&j.m.dir, "model.safetensors"), &size);
    unlink(scratch_file(&j.m.dir, "model.safetensors"));
    write_file(scratch_file(&j.m.dir, "model-00001-of-00001.safetensors"), bytes, size);
    free(bytes);
    hf_write_text(&j.m.dir, "model.safetensors.index.json", index.data);
    tr_buf_free(&index);
    ck_assert(recognise(&tr_hf_importer, j.m.dir.folder, NULL) == 1);
    imports(&j);
    import_end(&j);
    job_close(&j);
}
END_TEST

/* Archives of the directory's files, in a folder or not. */
static void write_archive(job *j, const char *folder, char path[300])
{
    static const char *const names[] = {"config.json", "model.safetensors"};
    zip_maker z = {.method = 8};

    for (size_t i = 0; i < 2; i++) {
        char member[64];
        size_t n;
        char *bytes = read_file(scratch_file(&j->m.dir, names[i]), &n);
        snprintf(member, sizeof member, "%s%s", folder, names[i]);
        zip_add(&z, member, bytes, n);
        free(bytes);
    }
    zip_end(&z, "");
    snprintf(path, 300, "%s", scratch_file(&j->m.dir, "model.zip"));
    write_file(path, z.bytes.data, z.bytes.len);
    tr_buf_free(&z.bytes);
}

/* What convert makes of the input. */
static char *convert(job *j, const char *input, size_t *size)
{
    char output[300];

    j->options.input = input;
    j->options.output = strcpy(output, scratch_file(&j->m.dir, "out.gguf"));
    const int rc = tr_convert(&j->options, &j->err);
    ck_assert_msg(rc == 0, "%s", j->err.msg);
    return read_file(output, size);
}

START_TEST(an_archive_is_read_like_a_directory)
{
    static const char *const folders[] = {"", "bart/"};
    job j;
    char path[300];
    size_t n, n_again;

    job_open(&j, "bart");
    hf_write(&j.m);
    char *expected = convert(&j, j.m.dir.folder, &n);
    for (size_t i = 0; i < 2; i++) {
        write_archive(&j, folders[i], path);
        char *bytes = convert(&j, path, &n_again);
        ck_assert_uint_eq(n_again, n);
        ck_assert_mem_eq(bytes, expected, n);
        free(bytes);
    }
    free(expected);
    job_close(&j);
}
END_TEST

UNIT_MAIN("import_hf", a_bart_without_a_tokenizer_takes_ids, byte_level_bpe_is_named,
          learned_positions_begin_with_the_third_row, tables_of_positions_need_a_row,
          the_first_token_may_be_forced, a_missing_tensor_is_named,
          a_tensor_without_a_place_is_named, shapes_are_those_that_the_configuration_says,
          tensors_hold_floats, a_tied_table_has_any_of_its_names, tied_tables_are_equal_or_refused,
          names_may_lack_their_prefix, a_bias_of_the_output_is_kept,
          numbers_that_are_none_leave_no_file, options_are_understood_or_refused_by_name,
          activations_have_several_names, how_to_search_is_read_from_either_file,
          a_marian_has_the_ids_of_its_vocabulary, a_pad_of_zeros_is_marians_zero_start,
          another_pad_is_a_token, marians_positions_are_computed_by_transformers_formula,
          stored_positions_go_before_computed_ones, vocabularies_may_be_two,
          target_languages_stand_before_the_text, vocabularies_that_do_not_fit_are_refused,
          ids_without_a_piece_are_never_produced, a_marian_needs_sentencepiece,
          nllb_has_fairseqs_ids_and_its_built_in_languages, m2m100s_positions_begin_with_row_two,
          old_files_hold_positions_that_are_computed, legacy_nllb_has_the_language_behind_the_end,
          languages_are_those_of_the_tokenizers_files, built_in_languages_have_to_fit,
          m2m100_has_a_vocabulary_and_then_its_languages,
          mbart50_forces_the_language_that_is_asked_for, mbart25_starts_from_a_language,
          xlm_robertas_texts_begin_with_s, a_fairseq_vocabulary_begins_as_fairseqs_does,
          a_vocabulary_larger_than_the_model_is_refused, directories_are_recognised_by_their_files,
          pickles_are_never_opened, an_archive_is_read_like_a_directory,
          shards_are_read_like_one_file)
