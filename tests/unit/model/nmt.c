#include "model/nmt.h"

#include "formats/gguf_write.h"
#include "make/changed_model.h"
#include "make/model_file.h"
#include "model/keys.h"
#include "model/verify.h"
#include "unit/unit.h"

/* ---- What a good model says */

START_TEST(reads_the_numbers)
{
    scratch s;
    tr_nmt m;
    model_spec spec = full_spec();
    spec.placement = "pre";
    spec.query_only = true;
    spec.activation = "swish";
    spec.position = "learned";
    spec.eos = 3;
    make_good(&s, &spec);
    ck_assert_int_eq(tr_nmt_open(&m, s.path, NULL), 0);
    ck_assert_uint_eq(m.config.d_model, 18);
    ck_assert_uint_eq(m.config.heads, 2);
    ck_assert_uint_eq(m.config.n_encoder_layers, 2);
    ck_assert_uint_eq(m.config.n_decoder_layers, 1);
    ck_assert_uint_eq(m.config.encoder_ffn, 24);
    ck_assert_uint_eq(m.config.decoder_ffn, 40);
    ck_assert_uint_eq(m.config.source_vocab, 37);
    ck_assert_uint_eq(m.config.target_vocab, 41);
    ck_assert_uint_eq(m.config.max_source, 12);
    ck_assert_uint_eq(m.config.max_target, 20);
    ck_assert_uint_eq(m.config.n_positions, 20);
    ck_assert_uint_eq(m.config.eos, 3);
    ck_assert_uint_eq(m.config.unk, 1);
    ck_assert(m.config.pre_norm && m.config.norm_query_only && m.config.int8 &&
              m.config.positions == TR_POSITIONS_LEARNED);
    ck_assert_int_eq(m.config.activation, TR_SWISH);
    ck_assert_float_eq(m.config.epsilon, 1e-6f);
    ck_assert_float_eq(m.config.embedding_scale, 4);
    ck_assert_str_eq(m.config.name, "random");
    ck_assert_str_eq(m.config.license, "");
    ck_assert_str_eq(m.config.source_language, "en");
    ck_assert_str_eq(m.config.target_language, "de");
    ck_assert_str_eq(m.config.normalization, "none");
    ck_assert_uint_eq(m.config.beam_size, 0);
    ck_assert_float_lt(m.config.length_penalty, 0);
    ck_assert_uint_eq(m.weights.source_spm_size, 13);
    ck_assert_mem_eq(m.weights.source_spm, "source pieces", 13);
    ck_assert_mem_eq(m.weights.target_spm, "target pieces!", 14);
    tr_nmt_close(&m);
    tr_nmt_close(&m);
    scratch_close(&s);
}
END_TEST

START_TEST(knows_the_choices_by_name)
{
    static const struct {
        const char *key, *text;
        int activation, penalty;
        const char *normalization;
    } cases[] = {{"nmt.activation", "relu", TR_RELU, 0, "none"},
                 {"nmt.activation", "swish", TR_SWISH, 0, "none"},
                 {"nmt.activation", "gelu-sigmoid", TR_GELU_SIGMOID, 0, "none"},
                 {"nmt.activation", "gelu-erf", TR_GELU_ERF, 0, "none"},
                 {"nmt.length_penalty_kind", "gnmt", TR_RELU, TR_PENALTY_GNMT, "none"},
                 {"tokenizer.normalization", "nfc", TR_RELU, 0, "nfc"},
                 {"tokenizer.normalization", "nfkc", TR_RELU, 0, "nfkc"}};
    scratch s;
    make_good(&s, &model_spec_small);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const change c = {.key = cases[i].key, .type = TR_GGUF_STRING, .text = cases[i].text};
        char from[SCRATCH_PATH];
        tr_nmt m;
        strcpy(from, scratch_file(&s, "good.gguf"));
        copy_changed(from, scratch_file(&s, "changed.gguf"), &c);
        ck_assert_int_eq(tr_nmt_open(&m, s.path, NULL), 0);
        ck_assert_int_eq(m.config.activation, cases[i].activation);
        ck_assert_int_eq(m.config.penalty, cases[i].penalty);
        ck_assert_str_eq(m.config.normalization, cases[i].normalization);
        ck_assert(!m.config.pre_norm && !m.config.norm_query_only &&
                  m.config.positions == TR_POSITIONS_SINES);
        tr_nmt_close(&m);
    }
    scratch_close(&s);
}
END_TEST

static void assert_matrix(const tr_nmt *m, const tr_matrix *w, const char *name, size_t n_out,
                          size_t n_in)
{
    static const char *const suffixes[] = {".weight", ".scale", ".sum", ".bias"};
    const void *const bound[] = {w->weight, w->scale, w->sum, w->bias};
    char full[64];
    for (size_t i = 0; i < 4; i++) {
        snprintf(full, sizeof full, "%s%s", name, suffixes[i]);
        const tr_gguf_tensor *t = tr_gguf_find_tensor(&m->file, full);
        ck_assert_msg(bound[i] == (t ? t->data : NULL), "%s is bound to another field", full);
    }
    ck_assert_ptr_nonnull(w->weight);
    ck_assert_uint_eq(w->n_out, n_out);
    ck_assert_uint_eq(w->n_in, n_in);
}

static void assert_norm(const tr_nmt *m, const tr_norm *norm, const char *name)
{
    char full[64];
    snprintf(full, sizeof full, "%s.weight", name);
    ck_assert_ptr_eq(norm->gain, tr_gguf_find_tensor(&m->file, full)->data);
    snprintf(full, sizeof full, "%s.bias", name);
    ck_assert_ptr_eq(norm->bias, tr_gguf_find_tensor(&m->file, full)->data);
}

static void assert_decoder(const tr_nmt *m)
{
    const tr_layer *l = &m->weights.decoder[0];
    assert_matrix(m, &l->self.out, "dec.blk.0.attn_out", 18, 18);
    assert_matrix(m, &l->cross.q, "dec.blk.0.cross_attn_q", 18, 18);
    assert_matrix(m, &l->cross.kv, "dec.blk.0.cross_attn_kv", 36, 18);
    assert_matrix(m, &l->cross.out, "dec.blk.0.cross_attn_out", 18, 18);
    assert_matrix(m, &l->up, "dec.blk.0.ffn_up", 40, 18);
    assert_matrix(m, &l->down, "dec.blk.0.ffn_down", 18, 40);
    assert_norm(m, &l->self.norm, "dec.blk.0.attn_norm");
    assert_norm(m, &l->cross.norm, "dec.blk.0.cross_attn_norm");
    assert_norm(m, &l->ffn_norm, "dec.blk.0.ffn_norm");
    ck_assert_ptr_null(l->cross.qkv.weight);
}

START_TEST(binds_every_tensor_to_its_field)
{
    for (int kind = 0; kind < 4; kind++) {
        scratch s;
        tr_nmt m;
        model_spec spec = full_spec();
        spec.int8 = kind & 1;
        spec.query_only = kind & 2;
        spec.placement = "pre";
        make_good(&s, &spec);
        ck_assert_int_eq(tr_nmt_open(&m, s.path, NULL), 0);
        assert_norm(&m, &m.weights.encoder_embedding_norm, "enc.embd_norm");
        assert_norm(&m, &m.weights.decoder_embedding_norm, "dec.embd_norm");
        assert_norm(&m, &m.weights.encoder_norm, "enc.output_norm");
        assert_norm(&m, &m.weights.decoder_norm, "dec.output_norm");
        const tr_attention *self = &m.weights.encoder[1].self;
        if (spec.query_only) {
            assert_matrix(&m, &self->q, "enc.blk.1.attn_q", 18, 18);
            assert_matrix(&m, &self->kv, "enc.blk.1.attn_kv", 36, 18);
            ck_assert_ptr_null(self->qkv.weight);
        } else {
            assert_matrix(&m, &self->qkv, "enc.blk.1.attn_qkv", 54, 18);
            ck_assert_ptr_null(self->q.weight);
            ck_assert_ptr_null(self->kv.weight);
        }
        assert_matrix(&m, &m.weights.encoder[0].up, "enc.blk.0.ffn_up", 24, 18);
        assert_matrix(&m, &m.weights.encoder[1].down, "enc.blk.1.ffn_down", 18, 24);
        ck_assert_ptr_null(m.weights.encoder[0].cross.q.weight);
        ck_assert_ptr_null(m.weights.encoder[0].cross.norm.gain);
        assert_decoder(&m);
        tr_nmt_close(&m);
        scratch_close(&s);
    }
}
END_TEST

START_TEST(ties_share_tables_but_not_the_bias_of_the_logits)
{
    static const char *const ties[] = {"all", "target", "none"};
    for (int i = 0; i < 3; i++) {
        scratch s;
        tr_nmt m;
        model_spec spec = model_spec_small;
        spec.ties = ties[i];
        if (i > 0) spec.target_vocab = 50;
        make_good(&s, &spec);
        ck_assert_int_eq(tr_nmt_open(&m, s.path, NULL), 0);
        assert_matrix(&m, &m.weights.source_embedding, i ? "source_embd" : "token_embd", 37, 16);
        assert_matrix(&m, &m.weights.target_embedding, i ? "target_embd" : "token_embd",
                      i ? 50 : 37, 16);
        const float *bias = tr_gguf_find_tensor(&m.file, "output.bias")->data;
        ck_assert_ptr_eq(m.weights.output.bias, bias);
        ck_assert_uint_eq(m.weights.output.n_out, i ? 50 : 37);
        ck_assert((m.weights.output.weight == m.weights.target_embedding.weight) == (i < 2));
        ck_assert((m.weights.output.scale == m.weights.target_embedding.scale) == (i < 2));
        if (i == 2) assert_matrix(&m, &m.weights.output, "output", 50, 16);
        ck_assert_ptr_eq(m.weights.source_positions,
                         tr_gguf_find_tensor(&m.file, "position.weight")->data);
        ck_assert_ptr_eq(m.weights.target_positions, m.weights.source_positions);
        tr_nmt_close(&m);
        scratch_close(&s);
    }
}
END_TEST

START_TEST(the_targets_tokenizer_is_the_sources_unless_there_is_one)
{
    scratch s;
    tr_nmt m;
    model_spec spec = full_spec();
    spec.target_spm = NULL;
    make_good(&s, &spec);
    ck_assert_int_eq(tr_nmt_open(&m, s.path, NULL), 0);
    ck_assert_ptr_eq(m.weights.target_spm, m.weights.source_spm);
    ck_assert_uint_eq(m.weights.target_spm_size, 13);
    tr_nmt_close(&m);
    scratch_close(&s);
    make_good(&s, &model_spec_small);
    ck_assert_int_eq(tr_nmt_open(&m, s.path, NULL), 0);
    ck_assert_ptr_null(m.weights.source_spm);
    ck_assert_ptr_null(m.weights.target_spm);
    tr_nmt_close(&m);
    scratch_close(&s);
}
END_TEST

static const char *const source_pieces[] = {"</s>", "<unk>", "a"}, *const target_pieces[] = {"b"};

static void put_source_pieces(tr_gguf_writer *w)
{
    tr_gguf_put_strings(w, "tokenizer.vocab.source", source_pieces, 3);
    tr_gguf_put_string(w, "tokenizer.normalization", "opus-mt");
}

static void put_both_pieces(tr_gguf_writer *w)
{
    tr_gguf_put_strings(w, "tokenizer.vocab.source", source_pieces, 3);
    tr_gguf_put_strings(w, "tokenizer.vocab.target", target_pieces, 1);
}

START_TEST(finds_the_pieces_of_each_side)
{
    scratch s;
    tr_nmt m;
    model_spec spec = full_spec();
    spec.more_keys = put_source_pieces;
    make_good(&s, &spec);
    ck_assert_int_eq(tr_nmt_open(&m, s.path, NULL), 0);
    ck_assert_ptr_eq(m.source_pieces, tr_gguf_find(&m.file, "tokenizer.vocab.source"));
    ck_assert_ptr_eq(m.target_pieces, m.source_pieces);
    ck_assert_str_eq(m.config.normalization, "opus-mt");
    tr_nmt_close(&m);
    scratch_close(&s);

    spec.more_keys = put_both_pieces;
    make_good(&s, &spec);
    ck_assert_int_eq(tr_nmt_open(&m, s.path, NULL), 0);
    ck_assert_ptr_eq(m.source_pieces, tr_gguf_find(&m.file, "tokenizer.vocab.source"));
    ck_assert_ptr_eq(m.target_pieces, tr_gguf_find(&m.file, "tokenizer.vocab.target"));
    tr_nmt_close(&m);
    scratch_close(&s);

    spec = model_spec_small; /* without a tokenizer, they are nobody's */
    spec.more_keys = put_both_pieces;
    make_good(&s, &spec);
    ck_assert_int_eq(tr_nmt_open(&m, s.path, NULL), 0);
    ck_assert(!tr_nmt_has_tokenizer(&m));
    tr_nmt_close(&m);
    scratch_close(&s);
}
END_TEST

static void put_many_pieces(tr_gguf_writer *w)
{
    const char *pieces[38];
    for (size_t i = 0; i < 38; i++)
        pieces[i] = "x";
    tr_gguf_put_strings(w, "tokenizer.vocab.source", pieces, 38);
}

static void put_target_alone(tr_gguf_writer *w)
{
    tr_gguf_put_strings(w, "tokenizer.vocab.target", target_pieces, 1);
}

static void put_a_string(tr_gguf_writer *w)
{
    tr_gguf_put_string(w, "tokenizer.vocab.source", "a");
}

START_TEST(refuses_pieces_that_do_not_fit)
{
    static const struct {
        void (*put)(tr_gguf_writer *w);
        const char *words;
    } cases[] = {
        {put_many_pieces, "tokenizer.vocab.source: [38 x string] does not fit the vocabulary"},
        {put_target_alone, "tokenizer.vocab.target: [1 x string] needs tokenizer.vocab.source"},
        {put_a_string, "tokenizer.vocab.source: a is not an array of strings"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scratch s;
        tr_nmt m;
        tr_error err = {0};
        model_spec spec = full_spec();
        spec.more_keys = cases[i].put;
        make_good(&s, &spec);
        ck_assert_int_eq(tr_nmt_open(&m, s.path, &err), TR_EFORMAT);
        assert_says(&err, TR_EFORMAT, cases[i].words);
        scratch_close(&s);
    }
}
END_TEST

START_TEST(binds_an_ssru_in_place_of_self_attention)
{
    for (int kind = 0; kind < 4; kind++) {
        scratch s;
        tr_nmt m;
        model_spec spec = full_spec();
        spec.ssru = true;
        spec.int8 = kind & 1;
        spec.query_only = kind & 2;
        spec.placement = kind & 2 ? "pre" : "post";
        make_good(&s, &spec);
        ck_assert_int_eq(tr_nmt_open(&m, s.path, NULL), 0);
        ck_assert(m.config.ssru);
        const tr_layer *l = &m.weights.decoder[0];
        assert_matrix(&m, &l->ssru, "dec.blk.0.ssru", 36, 18);
        assert_norm(&m, &l->ssru_norm, "dec.blk.0.ssru_norm");
        ck_assert_ptr_null(l->self.qkv.weight);
        ck_assert_ptr_null(l->self.q.weight);
        ck_assert_ptr_null(l->self.out.weight);
        ck_assert_ptr_null(l->self.norm.gain);
        ck_assert_ptr_null(m.weights.encoder[0].ssru.weight);
        assert_matrix(&m, &m.weights.encoder[0].self.out, "enc.blk.0.attn_out", 18, 18);
        tr_nmt_close(&m);
        scratch_close(&s);
    }
}
END_TEST

START_TEST(binds_a_lexicon)
{
    scratch s;
    tr_nmt m;
    model_spec spec = full_spec();
    make_good(&s, &spec);
    ck_assert_int_eq(tr_nmt_open(&m, s.path, NULL), 0);
    ck_assert_uint_eq(m.config.shortlist_first, 5);
    ck_assert(!m.config.shortlist_source_ids);
    ck_assert_ptr_eq(m.weights.lexicon.offset,
                     tr_gguf_find_tensor(&m.file, "shortlist.offset")->data);
    ck_assert_ptr_eq(m.weights.lexicon.id, tr_gguf_find_tensor(&m.file, "shortlist.id")->data);
    tr_nmt_close(&m);
    scratch_close(&s);

    spec = model_spec_small;
    make_good(&s, &spec);
    ck_assert_int_eq(tr_nmt_open(&m, s.path, NULL), 0);
    ck_assert_ptr_null(m.weights.lexicon.offset);
    tr_nmt_close(&m);
    scratch_close(&s);
}
END_TEST

UNIT_MAIN("nmt", reads_the_numbers, knows_the_choices_by_name, binds_every_tensor_to_its_field,
          ties_share_tables_but_not_the_bias_of_the_logits,
          the_targets_tokenizer_is_the_sources_unless_there_is_one, finds_the_pieces_of_each_side,
          refuses_pieces_that_do_not_fit, binds_an_ssru_in_place_of_self_attention, binds_a_lexicon)
