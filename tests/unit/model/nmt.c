#include "model/nmt.h"

#include <fcntl.h>
#include <math.h>

#include "model/keys.h"
#include "make/model_file.h"
#include "unit/unit.h"

/* ---- Models with something wrong: a good one is copied, and one thing changed. */

typedef struct change {
    const char
        *key; /* its new value is `text`, `number`, `real`, `texts` or `numbers`, by `type`; */
    int type; /*   -1 drops it; for arrays the type of the elements */
    const char *text;
    uint32_t number;
    float real;
    const char *const *texts; /* [n] */
    const uint32_t *numbers;  /* [n] */
    size_t n;
    const char *tensor; /* takes another shape or type, all its data zero; n_dims 0 drops it */
    int tensor_type;
    unsigned n_dims;
    uint64_t dims[TR_GGUF_MAX_DIMS];
} change;

static void put(tr_gguf_writer *w, const char *key, const change *c)
{
    if (c->texts) tr_gguf_put_strings(w, key, c->texts, c->n);
    if (c->numbers) tr_gguf_put_u32s(w, key, c->numbers, c->n);
    if (c->texts || c->numbers) return;
    if (c->type == TR_GGUF_STRING) tr_gguf_put_string(w, key, c->text);
    if (c->type == TR_GGUF_UINT32) tr_gguf_put_u32(w, key, c->number);
    if (c->type == TR_GGUF_FLOAT32) tr_gguf_put_f32(w, key, c->real);
    if (c->type == TR_GGUF_BOOL) tr_gguf_put_bool(w, key, c->number != 0);
}

static void copy_array(const tr_gguf *g, const tr_gguf_value *v, tr_gguf_writer *w)
{
    tr_region memory = {0};
    tr_keys k = {.file = g, .memory = &memory};
    change same = {.key = v->key};
    char **texts = NULL;
    int32_t *numbers = NULL;
    if (v->element_type == TR_GGUF_STRING)
        texts = tr_keys_strings(&k, v->key, &same.n);
    else
        numbers = tr_keys_ids(&k, v->key, INT32_MAX, &same.n);
    ck_assert_int_eq(k.rc, 0);
    same.texts = (const char *const *)texts;
    same.numbers = (const uint32_t *)numbers;
    put(w, v->key, &same);
    tr_region_free(&memory);
}

static void copy_key(const tr_gguf *g, const tr_gguf_value *v, tr_gguf_writer *w)
{
    change same = {.type = v->type};
    const char *text = "";
    size_t len = 0;
    bool truth = false;
    char copy[200];
    if (v->type == TR_GGUF_STRING) tr_gguf_string(g, v->key, &text, &len, NULL);
    if (v->type == TR_GGUF_UINT32) tr_gguf_u32(g, v->key, &same.number, NULL);
    if (v->type == TR_GGUF_FLOAT32) tr_gguf_f32(g, v->key, &same.real, NULL);
    if (v->type == TR_GGUF_BOOL) tr_gguf_bool(g, v->key, &truth, NULL);
    if (truth) same.number = 1;
    ck_assert_uint_lt(len, sizeof copy);
    memcpy(copy, text, len);
    copy[len] = '\0';
    same.text = copy;
    put(w, v->key, &same);
}

static void copy_keys(const tr_gguf *g, const change *c, tr_gguf_writer *w)
{
    for (size_t i = 0; i < g->n_values; i++) {
        const tr_gguf_value *v = &g->values[i];
        if (!strcmp(v->key, "nmt.sha256") || (c->key && !strcmp(v->key, c->key))) continue;
        if (v->type == TR_GGUF_ARRAY)
            copy_array(g, v, w);
        else
            copy_key(g, v, w);
    }
    if (c->key) put(w, c->key, c);
}

static bool changes(const change *c, const tr_gguf_tensor *t)
{
    return c->tensor && strcmp(c->tensor, t->name) == 0;
}

static void copy_changed(const char *from, const char *to, const change *c)
{
    tr_gguf g;
    tr_gguf_writer *w;
    ck_assert_int_eq(tr_gguf_open(&g, from, NULL), 0);
    ck_assert_int_eq(tr_gguf_create(&w, to, NULL), 0);
    copy_keys(&g, c, w);
    for (size_t i = 0; i < g.n_tensors; i++)
        if (!changes(c, &g.tensors[i]))
            tr_gguf_declare(w, g.tensors[i].name, g.tensors[i].type, g.tensors[i].n_dims,
                            g.tensors[i].dims);
    if (c->n_dims) tr_gguf_declare(w, c->tensor, c->tensor_type, c->n_dims, c->dims);
    ck_assert_int_eq(tr_gguf_begin_data(w, NULL), 0);
    for (size_t i = 0; i < g.n_tensors; i++)
        if (!changes(c, &g.tensors[i]))
            ck_assert_int_eq(tr_gguf_write(w, g.tensors[i].data, g.tensors[i].size, NULL), 0);
    if (c->n_dims) {
        const size_t size = tr_gguf_tensor_size(c->tensor_type, c->n_dims, c->dims);
        void *zeros = calloc(1, size);
        ck_assert_int_eq(tr_gguf_write(w, zeros, size, NULL), 0);
        free(zeros);
    }
    ck_assert_int_eq(tr_gguf_finish(w, NULL), 0);
    tr_gguf_close(&g);
}

/* What opening the changed model says. */
static int open_changed(scratch *s, const change *c, tr_error *err)
{
    char from[SCRATCH_PATH];
    tr_nmt m;
    strcpy(from, scratch_file(s, "good.gguf"));
    copy_changed(from, scratch_file(s, "changed.gguf"), c);
    const int rc = tr_nmt_open(&m, s->path, err);
    if (rc == 0) tr_nmt_close(&m);
    return rc;
}

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
              m.config.learned_positions);
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
    ck_assert_uint_eq(m.source_spm_size, 13);
    ck_assert_mem_eq(m.source_spm, "source pieces", 13);
    ck_assert_mem_eq(m.target_spm, "target pieces!", 14);
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
        ck_assert(!m.config.pre_norm && !m.config.norm_query_only && !m.config.learned_positions);
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
    ck_assert_ptr_eq(m.target_spm, m.source_spm);
    ck_assert_uint_eq(m.target_spm_size, 13);
    tr_nmt_close(&m);
    scratch_close(&s);
    make_good(&s, &model_spec_small);
    ck_assert_int_eq(tr_nmt_open(&m, s.path, NULL), 0);
    ck_assert_ptr_null(m.source_spm);
    ck_assert_ptr_null(m.target_spm);
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

/* ---- What is refused */

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

/* A model of three languages, with everything that may stand around a text. */
static void put_languages(tr_gguf_writer *w)
{
    tr_gguf_put_strings(w, "nmt.language_codes", (const char *const[]){"deu_Latn", "en", "zh-CN"},
                        3);
    tr_gguf_put_u32s(w, "nmt.language_ids", (const uint32_t[]){30, 31, 36}, 3);
    tr_gguf_put_string(w, "nmt.source_language_token", "after");
    tr_gguf_put_bool(w, "nmt.target_language_token", true);
    tr_gguf_put_u32(w, "nmt.source_eos_id", 5);
    tr_gguf_put_u32(w, "nmt.source_unk_id", 6);
    tr_gguf_put_u32(w, "nmt.source_bos_id", 7);
    tr_gguf_put_u32s(w, "nmt.suppressed_ids", (const uint32_t[]){36, 2, 30}, 3);
    tr_gguf_put_u32(w, "nmt.alignment.layer", 0);
    tr_gguf_put_u32(w, "nmt.alignment.heads", 2);
}

static model_spec language_spec(void)
{
    model_spec spec = full_spec();
    spec.start_id = 4;
    spec.more_keys = put_languages;
    return spec;
}

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

/* The biases of matrices may be missing; a norm's may not, nor its gain when its bias is there. */
START_TEST(names_a_tensor_that_is_missing)
{
    scratch s;
    tr_gguf g;
    const model_spec spec = full_spec();
    make_good(&s, &spec);
    ck_assert_int_eq(tr_gguf_open(&g, s.path, NULL), 0);
    for (size_t i = 0; i < g.n_tensors; i++) {
        tr_error err = {0};
        char stem[64];
        const change c = {.tensor = g.tensors[i].name};
        const bool bias = strstr(c.tensor, ".bias") && !strstr(c.tensor, "norm");
        const bool optional = bias || !strcmp(c.tensor, "tokenizer.spm.target");
        ck_assert_msg((open_changed(&s, &c, &err) == 0) == optional, "%s", c.tensor);
        if (optional) continue;
        strcpy(stem, c.tensor);
        if (strstr(stem, "embd_norm") || strstr(stem, "output_norm")) *strrchr(stem, '_') = '\0';
        assert_says(&err, TR_EFORMAT, stem);
    }
    tr_gguf_close(&g);
    scratch_close(&s);
}
END_TEST

START_TEST(names_a_tensor_that_has_no_place)
{
    static const char *const names[] = {"token_embd.weight.1",
                                        "enc.blk.2.attn_qkv.weight",
                                        "enc.blk.0.attn_q.bias",
                                        "enc.blk.0.cross_attn_q.weight",
                                        "secret",
                                        "target_embd.weight",
                                        "enc.embd_norm.bias",
                                        "dec.blk.0.ssru.weight",
                                        "shortlist.offset",
                                        "tokenizer.spm.source"};
    scratch s;
    make_good(&s, &model_spec_small);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        tr_error err = {0};
        char words[100];
        const change c = {
            .tensor = names[i], .tensor_type = TR_TENSOR_I8, .n_dims = 1, .dims = {1}};
        open_changed(&s, &c, &err);
        snprintf(words, sizeof words, "tensor %s has no place in this network", names[i]);
        assert_says(&err, TR_EFORMAT, words);
    }
    scratch_close(&s);
}
END_TEST

static void assert_misfit(scratch *s, const change *c)
{
    tr_error err = {0};
    char words[100];
    open_changed(s, c, &err);
    snprintf(words, sizeof words, "tensor %s: expected ", c->tensor);
    assert_says(&err, TR_EFORMAT, words);
    ck_assert_ptr_nonnull(strstr(err.msg, ", found "));
}

/* Each tensor in turn: one more row, one dimension more, another type. */
START_TEST(names_a_tensor_of_another_shape_or_type)
{
    for (int int8 = 0; int8 < 2; int8++) {
        scratch s;
        tr_gguf g;
        model_spec spec = full_spec();
        spec.encoder_layers = 1;
        spec.int8 = int8;
        make_good(&s, &spec);
        ck_assert_int_eq(tr_gguf_open(&g, s.path, NULL), 0);
        for (size_t i = 0; i < g.n_tensors; i++) {
            const tr_gguf_tensor *t = &g.tensors[i];
            change c = {.tensor = t->name, .tensor_type = t->type, .n_dims = t->n_dims};
            memcpy(c.dims, t->dims, sizeof c.dims);
            c.tensor_type = t->type == TR_TENSOR_I8 ? TR_TENSOR_I32 : TR_TENSOR_I8;
            assert_misfit(&s, &c);
            c.tensor_type = t->type;
            if (!strncmp(t->name, "tokenizer", 9) || !strcmp(t->name, "shortlist.id")) continue;
            c.dims[t->n_dims - 1]++;
            assert_misfit(&s, &c);
            c.dims[t->n_dims - 1]--;
            c.dims[0] -= t->dims[0] > 1 ? 1 : -1;
            assert_misfit(&s, &c);
            c.dims[0] = t->dims[0];
            if (t->n_dims == TR_GGUF_MAX_DIMS) continue;
            c.dims[c.n_dims++] = 1;
            assert_misfit(&s, &c);
        }
        tr_gguf_close(&g);
        scratch_close(&s);
    }
}
END_TEST

/* ---- Bytes of the data, changed in place */

/* A float in the middle of the tensor and its last one, changed and restored. */
static void assert_guards(const char *path, const tr_gguf_tensor *t, float bad, const char *why)
{
    const size_t n = t->size / sizeof bad;
    const size_t at[] = {n / 2, n - 1};
    for (size_t i = 0; i < 2; i++) {
        tr_nmt m;
        tr_error err = {0};
        char words[128];
        const float before = ((const float *)t->data)[at[i]];
        patch(path, t->name, at[i] * sizeof bad, &bad, sizeof bad);
        tr_nmt_open(&m, path, &err);
        snprintf(words, sizeof words, "tensor %s: element %zu %s", t->name, at[i], why);
        assert_says(&err, TR_EFORMAT, words);
        patch(path, t->name, at[i] * sizeof bad, &before, sizeof before);
    }
}

START_TEST(refuses_floats_that_are_not_finite)
{
    scratch s;
    tr_gguf g;
    const model_spec spec = full_spec();
    make_good(&s, &spec);
    ck_assert_int_eq(tr_gguf_open(&g, s.path, NULL), 0);
    for (size_t i = 0; i < g.n_tensors; i++) {
        if (g.tensors[i].type != TR_TENSOR_F32) continue;
        assert_guards(s.path, &g.tensors[i], NAN, "is not finite");
        assert_guards(s.path, &g.tensors[i], INFINITY, "is not finite");
        assert_guards(s.path, &g.tensors[i], -INFINITY, "is not finite");
        if (strstr(g.tensors[i].name, ".scale"))
            assert_guards(s.path, &g.tensors[i], -1e-30f, "is negative");
    }
    tr_gguf_close(&g);
    scratch_close(&s);
}
END_TEST

START_TEST(refuses_sums_that_no_row_can_have)
{
    static const int32_t bad[] = {127 * 18 + 1, -127 * 18 - 1, INT32_MAX, INT32_MIN};
    scratch s;
    const model_spec spec = full_spec();
    make_good(&s, &spec);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        tr_nmt m;
        tr_error err = {0};
        patch(s.path, "output.sum", 4, &bad[i], 4);
        tr_nmt_open(&m, s.path, &err);
        assert_says(&err, TR_EFORMAT, "tensor output.sum: element 1 is more than a row");
    }
    scratch_close(&s);
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
    ck_assert_ptr_eq(m.lexicon.offset, tr_gguf_find_tensor(&m.file, "shortlist.offset")->data);
    ck_assert_ptr_eq(m.lexicon.id, tr_gguf_find_tensor(&m.file, "shortlist.id")->data);
    tr_nmt_close(&m);
    scratch_close(&s);

    spec = model_spec_small;
    make_good(&s, &spec);
    ck_assert_int_eq(tr_nmt_open(&m, s.path, NULL), 0);
    ck_assert_ptr_null(m.lexicon.offset);
    tr_nmt_close(&m);
    scratch_close(&s);
}
END_TEST

/* An integer of a tensor, changed and restored. */
static void assert_refuses_integer(const char *path, const char *tensor, size_t at, int32_t bad,
                                   const char *words)
{
    tr_gguf g;
    tr_nmt m;
    tr_error err = {0};
    ck_assert_int_eq(tr_gguf_open(&g, path, NULL), 0);
    const int32_t before = ((const int32_t *)tr_gguf_find_tensor(&g, tensor)->data)[at];
    tr_gguf_close(&g);
    patch(path, tensor, at * sizeof bad, &bad, sizeof bad);
    tr_nmt_open(&m, path, &err);
    assert_says(&err, TR_EFORMAT, words);
    patch(path, tensor, at * sizeof bad, &before, sizeof before);
}

START_TEST(refuses_a_lexicon_whose_lists_lead_astray)
{
    static const char id[] = "shortlist.id", offset[] = "shortlist.offset";
    static const char order[] = "tensor shortlist.offset: is not an ascending list from 0 to";
    scratch s;
    tr_gguf g;
    tr_error err = {0};
    model_spec spec = full_spec();
    make_good(&s, &spec);
    ck_assert_int_eq(tr_gguf_open(&g, s.path, NULL), 0);
    const int32_t n = (int32_t)(tr_gguf_find_tensor(&g, id)->size / sizeof(int32_t));
    tr_gguf_close(&g);
    assert_refuses_integer(s.path, id, 3, -1, "tensor shortlist.id: an element is not in 0..40");
    assert_refuses_integer(s.path, id, (size_t)n - 1, 41, "an element is not in 0..40");
    assert_refuses_integer(s.path, offset, 1, -1, "tensor shortlist.offset: an element is not in");
    assert_refuses_integer(s.path, offset, 37, n + 1, "an element is not in");
    assert_refuses_integer(s.path, offset, 0, 1, order);
    assert_refuses_integer(s.path, offset, 37, n - 1, order);
    assert_refuses_integer(s.path, offset, 5, n, order);

    const change joint = {.key = "nmt.shortlist.source_ids", .type = TR_GGUF_BOOL, .number = true};
    open_changed(&s, &joint, &err);
    assert_says(&err, TR_EFORMAT, "nmt.shortlist.source_ids: true needs nmt.vocab_size");
    scratch_close(&s);
}
END_TEST

/* ---- Damage */

START_TEST(refuses_a_digest_that_is_not_one)
{
    scratch s;
    size_t size;
    tr_nmt m;
    tr_error err = {0};
    make_good(&s, &model_spec_small);
    char *bytes = read_file(s.path, &size);
    size_t at = 0;
    while (memcmp(bytes + at, "nmt.sha256", 10) != 0)
        at++;
    bytes[at + 10 + 4 + 8 + 63] = 'g';
    write_file(s.path, bytes, size);
    ck_assert_int_eq(tr_nmt_open(&m, s.path, &err), TR_EFORMAT);
    assert_says(&err, TR_EFORMAT, "key nmt.sha256: ");
    free(bytes);
    scratch_close(&s);
}
END_TEST

/* Names, types, shapes, offsets, values: it opens or says why not, and a sanitizer watches. */
static void assert_survives_changes(const model_spec *spec)
{
    static const unsigned char masks[] = {0xFF, 0x01, 0x20, 0x80};
    scratch s;
    size_t size;
    tr_gguf g;
    make_good(&s, spec);
    char *bytes = read_file(s.path, &size);
    ck_assert_int_eq(tr_gguf_open(&g, s.path, NULL), 0);
    const size_t n = g.tensors[0].offset;
    tr_gguf_close(&g);
    const int fd = open(s.path, O_WRONLY);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < sizeof masks; k++) {
            const char changed = (char)(bytes[i] ^ masks[k]);
            tr_nmt m;
            tr_error err = {0};
            ck_assert_int_eq(pwrite(fd, &changed, 1, (off_t)i), 1);
            const int rc = tr_nmt_open(&m, s.path, &err);
            if (rc == 0) {
                tr_nmt_verify(&m, &err);
                tr_nmt_close(&m);
            } else if (rc != err.code || !strstr(err.msg, "good.gguf: ")) {
                ck_abort_msg("byte %zu: \"%s\"", i, err.msg);
            }
        }
        ck_assert_int_eq(pwrite(fd, bytes + i, 1, (off_t)i), 1);
    }
    close(fd);
    free(bytes);
    scratch_close(&s);
}

START_TEST(survives_every_changed_byte_before_the_data)
{
    model_spec spec = language_spec();
    spec.ssru = true;
    assert_survives_changes(&model_spec_small);
    assert_survives_changes(&spec);
}
END_TEST

START_TEST(refuses_a_model_cut_off_anywhere)
{
    scratch s;
    size_t size;
    make_good(&s, &model_spec_small);
    free(read_file(s.path, &size));
    while (size > 0) {
        tr_nmt m;
        size -= size > 23 ? 23 : size;
        ck_assert_int_eq(truncate(s.path, (off_t)size), 0);
        ck_assert_int_eq(tr_nmt_open(&m, s.path, NULL), TR_EFORMAT);
    }
    scratch_close(&s);
}
END_TEST

START_TEST(refuses_files_that_are_not_models)
{
    scratch s;
    tr_nmt m;
    tr_error err = {0};
    scratch_open(&s);
    write_file(scratch_file(&s, "text.gguf"), "Once upon a time\n", 17);
    ck_assert_int_eq(tr_nmt_open(&m, s.path, &err), TR_EFORMAT);
    assert_says(&err, TR_EFORMAT, "not a model file");
    ck_assert_int_eq(tr_nmt_open(&m, s.folder, &err), TR_EIO);
    ck_assert_int_eq(tr_nmt_open(&m, "/nonexistent", NULL), TR_EIO);
    tr_nmt_close(&m);
    scratch_close(&s);
}
END_TEST

UNIT_MAIN("nmt", reads_the_numbers, reads_what_stands_around_texts,
          a_file_need_not_say_what_stands_around_texts, refuses_arrays_that_cannot_be,
          languages_have_a_use, binds_an_ssru_in_place_of_self_attention, knows_the_choices_by_name,
          binds_every_tensor_to_its_field, ties_share_tables_but_not_the_bias_of_the_logits,
          the_targets_tokenizer_is_the_sources_unless_there_is_one, finds_the_pieces_of_each_side,
          refuses_pieces_that_do_not_fit, names_a_key_that_is_missing,
          refuses_numbers_out_of_range_by_key_and_value,
          refuses_floats_out_of_range_by_key_and_value,
          refuses_words_it_does_not_know_by_key_and_value, query_only_norms_are_for_pre_norm,
          names_a_tensor_that_is_missing, names_a_tensor_that_has_no_place,
          names_a_tensor_of_another_shape_or_type, refuses_floats_that_are_not_finite,
          refuses_sums_that_no_row_can_have, binds_a_lexicon,
          refuses_a_lexicon_whose_lists_lead_astray, refuses_a_digest_that_is_not_one,
          survives_every_changed_byte_before_the_data, refuses_a_model_cut_off_anywhere,
          refuses_files_that_are_not_models)
