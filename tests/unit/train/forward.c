/*
 * forward.c - the trainer's forward pass gives the bits that the translator computes: the states of
 * every row, and logits from them, of float32 models that were written and opened again.
 */
#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "network/decoder.h"
#include "network/encoder.h"
#include "unit/scratch.h"
#include "train/model_file.h"
#include "train/transformer.h"
#include "unit/unit.h"

enum { SOURCE = 11, TARGET = 9, SENTENCES = 3, VOCAB = 70, POSITIONS = 64 };

static const tr_panel_format format = {1, 1};

typedef struct network {
    tr_parameters p;
    tr_workers *workers;
    tr_transformer *t;
    float positions[POSITIONS * 64];
    tr_nmt model;
    scratch files;
} network;

/* Biases and gains that are not 0 and 1. */
static void shake(tr_parameters *p)
{
    for (size_t i = 0; i < p->n_tensors; i++) {
        const tr_learned *t = &p->tensors[i];
        for (size_t e = 0; t->n_in == 1 && e < t->n_out; e++)
            p->w[t->at + e] += 0.01f * (float)((e * 37 + i * 11) % 41) - 0.2f;
    }
}

static void open_network(network *n, const tr_shape *shape)
{
    static const char spm[] = "not looked at";
    const tr_pack_limits limits = {.rows = 128, .longest = 32};
    const tr_model_about about = {.source_language = "en",
                                  .target_language = "de",
                                  .max_source = 32,
                                  .max_target = 40,
                                  .spm = spm,
                                  .spm_size = sizeof spm};
    const float *positions = shape->learned_positions ? NULL : n->positions;
    tr_error err;

    scratch_open(&n->files);
    const char *path = scratch_file(&n->files, "forward.gguf");
    ck_assert_int_eq(tr_parameters_create(&n->p, shape, &format, &err), 0);
    tr_parameters_initialise(&n->p, 3);
    shake(&n->p);
    tr_sinusoids(POSITIONS, shape->d_model, n->positions);
    ck_assert_int_eq(
        tr_workers_create(&n->workers, 1, tr_transformer_scratch(shape, &limits), &err), 0);
    ck_assert_int_eq(tr_transformer_create(&n->t, &n->p, n->workers, tr_cpu_detect(), TR_FLOAT32,
                                           positions, &limits, &err),
                     0);
    tr_transformer_pack(n->t);
    ck_assert_msg(tr_model_write(path, &n->p, n->p.w, positions, &about, false, &err) == 0, "%s",
                  err.msg);
    ck_assert_msg(tr_nmt_open(&n->model, path, &err) == 0, "%s", err.msg);
}

static void close_network(network *n)
{
    tr_nmt_close(&n->model);
    tr_transformer_free(n->t);
    tr_workers_free(n->workers);
    tr_parameters_free(&n->p);
    scratch_close(&n->files);
}

/* The translator: an encoder and a decoder with one hypothesis. */
typedef struct translator {
    tr_arena arena;
    tr_compute c;
    tr_kvcache cache;
} translator;

static void open_translator(translator *t, const tr_nmt *m)
{
    const tr_heads heads = tr_compute_heads(m, false);
    tr_kernels k;

    tr_kernels_init(&k, tr_cpu_detect());
    const size_t size =
        tr_compute_size(m, false, 128, 64) + tr_kvcache_size(m, &heads, false, 64, 64);
    ck_assert_int_eq(tr_arena_init(&t->arena, size), 0);
    tr_compute_init(&t->c, &t->arena, m, &k, false, 128, 64);
    tr_kvcache_init(&t->cache, &t->arena, m, &t->c.heads, false, 64, 64);
}

/* Steps through a target whose pieces are known: states [n_target, d_model]. */
static void translate(translator *t, const int32_t *source, size_t n_source, const int32_t *target,
                      size_t n_target, float *states)
{
    const size_t d = t->c.m->config.d_model;
    const tr_source one = {.ids = source, .n = n_source};
    uint32_t path[TARGET];

    tr_kvcache_hold(&t->cache, n_source);
    tr_encode(&t->c, &one, 1, &t->cache);
    for (size_t i = 0; i < n_target; i++) {
        path[i] = tr_kvcache_extend(&t->cache, i ? path[i - 1] : TR_NO_NODE);
        const tr_decoder_row row = {
            .previous = i ? target[i - 1] : -1, .position = i, .path = path, .n_memory = n_source};
        tr_decoder_step(&t->c, &row, 1, &t->cache);
        memcpy(states + i * d, t->c.x, d * sizeof *states);
    }
}

static void compare(const tr_shape *shape)
{
    static network n;
    static int32_t source[SENTENCES * SOURCE], target[SENTENCES * TARGET];
    static float states[TARGET * 64], logits[2][VOCAB];
    size_t source_start[SENTENCES + 1], target_start[SENTENCES + 1];
    const size_t d = shape->d_model;

    open_network(&n, shape);
    for (size_t i = 0; i < SENTENCES * SOURCE; i++)
        source[i] = (int32_t)(i * 29 % (shape->source_vocab - 1) + 1);
    for (size_t i = 0; i < SENTENCES * TARGET; i++)
        target[i] = (int32_t)(i * 17 % (shape->target_vocab - 1) + 1);
    for (size_t s = 0; s <= SENTENCES; s++) {
        source_start[s] = s * SOURCE;
        target_start[s] = s * TARGET;
    }
    const tr_pack pack = {{source, source_start, SENTENCES * SOURCE, 0},
                          {target, target_start, SENTENCES * TARGET, 0},
                          SENTENCES};
    const float *own = tr_transformer_forward(n.t, &pack, NULL);

    for (size_t s = 0; s < SENTENCES; s++) {
        translator t;
        open_translator(&t, &n.model);
        translate(&t, source + s * SOURCE, SOURCE, target + s * TARGET, TARGET, states);
        ck_assert_mem_eq(own + s * TARGET * d, states, TARGET * d * sizeof *states);

        const tr_pass *pass = tr_transformer_pass(n.t);
        const tr_dense *output = &n.p.output;
        tr_dense_rows(pass, output, states, d, 1, logits[0], VOCAB);
        t.c.k.product_f32(states, d, 1, &n.model.weights.output, 0, output->n_out, logits[1],
                          VOCAB);
        ck_assert_mem_eq(logits[0], logits[1], output->n_out * sizeof **logits);
        tr_arena_free(&t.arena);
    }
    close_network(&n);
}

static tr_shape usual(void)
{
    return (tr_shape){.d_model = 48,
                      .heads = 6,
                      .encoder_ffn = 80,
                      .decoder_ffn = 72,
                      .n_encoder_layers = 2,
                      .n_decoder_layers = 2,
                      .source_vocab = VOCAB,
                      .target_vocab = VOCAB,
                      .n_positions = POSITIONS,
                      .activation = TR_RELU,
                      .output_bias = true,
                      .epsilon = 1e-6f};
}

START_TEST(the_shipped_layout_has_the_translator_s_bits)
{
    const tr_shape shape = usual();
    compare(&shape);
}
END_TEST

START_TEST(norms_before_blocks_and_tables_apart_have_them)
{
    tr_shape shape = usual();
    shape.pre_norm = true;
    shape.ties = TR_TIES_NONE;
    shape.source_vocab = 50;
    shape.activation = TR_SWISH;
    compare(&shape);
    shape.norm_query_only = true;
    shape.ties = TR_TIES_TARGET;
    compare(&shape);
}
END_TEST

START_TEST(learned_positions_and_gelu_have_them)
{
    tr_shape shape = usual();
    shape.learned_positions = true;
    shape.activation = TR_GELU_ERF;
    compare(&shape);
    shape.activation = TR_GELU_SIGMOID;
    compare(&shape);
}
END_TEST

START_TEST(an_ssru_decoder_has_them)
{
    tr_shape shape = usual();
    shape.ssru = true;
    compare(&shape);
}
END_TEST

START_TEST(weights_come_back_from_a_model_file_as_they_were)
{
    static network n;
    tr_shape shape, given = usual();
    tr_parameters again;
    tr_error err;

    given.ties = TR_TIES_NONE;
    open_network(&n, &given);
    ck_assert_msg(tr_model_shape(&n.model, &shape, &err) == 0, "%s", err.msg);
    ck_assert_int_eq(tr_parameters_create(&again, &shape, &format, &err), 0);
    tr_model_read(&n.model, &again);
    ck_assert_uint_eq(again.n_floats, n.p.n_floats);
    ck_assert_mem_eq(again.w, n.p.w, n.p.n_floats * sizeof *again.w);
    tr_parameters_free(&again);
    close_network(&n);
}
END_TEST

UNIT_MAIN("forward", the_shipped_layout_has_the_translator_s_bits,
          norms_before_blocks_and_tables_apart_have_them, learned_positions_and_gelu_have_them,
          an_ssru_decoder_has_them, weights_come_back_from_a_model_file_as_they_were)
