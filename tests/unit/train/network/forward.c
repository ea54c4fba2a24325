/*
 * forward.c - the trainer's forward pass gives the bits that the translator computes: the states of
 * every row, and logits from them, of float32 models that were written and opened again.
 */
#include <string.h>

#include "base/cpu.h"
#include "network/decoder.h"
#include "network/encoder.h"
#include "train/model_file.h"
#include "unit/scratch.h"
#include "unit/trainee.h"
#include "unit/unit.h"

enum { SOURCE = 11, TARGET = 9, SENTENCES = 3, VOCAB = 70, D = 48, HEADS = 6 };

typedef struct translated_network {
    trainee own;
    tr_nmt model;
    scratch files;
} translated_network;

/* The model is written, and opened again. */
static void open_network(translated_network *n, int kind)
{
    static const char spm[] = "not looked at";
    const tr_shape shape = trainee_shape(kind, D, HEADS, VOCAB);
    const tr_model_about about = {.source_language = "en",
                                  .length_penalty = 1,
                                  .target_language = "de",
                                  .max_source = 32,
                                  .max_target = 40,
                                  .spm = spm,
                                  .spm_size = sizeof spm};
    trainee *own = &n->own;
    tr_error err;

    trainee_open(own, &shape, SENTENCES, SOURCE, TARGET);
    tr_transformer_pack(own->t);
    scratch_open(&n->files);
    const char *path = scratch_file(&n->files, "forward.gguf");
    ck_assert_msg(tr_model_file_write(path, &own->p, own->p.w, trainee_positions(own), &about,
                                      false, &err) == 0,
                  "%s", err.msg);
    ck_assert_msg(tr_nmt_open(&n->model, path, &err) == 0, "%s", err.msg);
}

static void close_network(translated_network *n)
{
    tr_nmt_close(&n->model);
    trainee_close(&n->own);
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
        path[i] = tr_kvcache_extend(&t->cache, i ? path[i - 1] : TR_NO_NODE, false);
        const tr_decoder_row row = {
            .previous = i ? target[i - 1] : -1, .position = i, .path = path, .n_memory = n_source};
        tr_decoder_step(&t->c, &row, 1, &t->cache);
        memcpy(states + i * d, t->c.x, d * sizeof *states);
    }
}

/* States of every row of sentence s, and logits of its first. */
static void compare(const translated_network *n, const float *own, size_t s)
{
    static float states[TARGET * D], logits[2][VOCAB];
    const trainee *e = &n->own;
    const tr_dense *output = &e->p.output;
    translator t;

    open_translator(&t, &n->model);
    translate(&t, e->source + s * SOURCE, SOURCE, e->target + s * TARGET, TARGET, states);
    ck_assert_mem_eq(own + s * TARGET * D, states, sizeof states);
    tr_pass_dense(tr_transformer_pass(e->t), output, states, D, 1, logits[0], VOCAB);
    t.c.k.product_f32(states, D, 1, &n->model.weights.output, 0, output->n_out, logits[1], VOCAB);
    ck_assert_mem_eq(logits[0], logits[1], output->n_out * sizeof **logits);
    tr_arena_free(&t.arena);
}

static void compare_kind(int kind)
{
    static translated_network n;
    open_network(&n, kind);
    const float *own = tr_transformer_forward(n.own.t, &n.own.pack, NULL);
    for (size_t s = 0; s < SENTENCES; s++)
        compare(&n, own, s);
    close_network(&n);
}

START_TEST(the_shipped_layout_has_the_translator_s_bits)
{
    compare_kind(TRAINEE_SHIPPED);
}
END_TEST

START_TEST(norms_before_blocks_and_tables_apart_have_them)
{
    compare_kind(TRAINEE_PRE_NORM);
    compare_kind(TRAINEE_QUERY_ONLY);
}
END_TEST

START_TEST(learned_positions_and_gelu_have_them)
{
    compare_kind(TRAINEE_GELU_ERF);
    compare_kind(TRAINEE_GELU_SIGMOID);
}
END_TEST

START_TEST(an_ssru_decoder_has_them)
{
    compare_kind(TRAINEE_SSRU);
}
END_TEST

START_TEST(keys_and_values_of_other_widths_have_them)
{
    compare_kind(TRAINEE_NARROW_KEYS);
    compare_kind(TRAINEE_WIDE_KEYS);
}
END_TEST

static void read_again(int kind)
{
    static translated_network n;
    tr_shape shape;
    tr_parameters again;
    tr_error err;

    open_network(&n, kind);
    const tr_parameters *own = &n.own.p;
    ck_assert_msg(tr_model_file_shape(&n.model, &shape, &err) == 0, "%s", err.msg);
    ck_assert_int_eq(tr_parameters_create(&again, &shape, &own->format, &err), 0);
    tr_model_file_read(&n.model, &again);
    ck_assert_uint_eq(again.n_floats, own->n_floats);
    ck_assert_mem_eq(again.w, own->w, own->n_floats * sizeof *again.w);
    tr_parameters_free(&again);
    close_network(&n);
}

START_TEST(weights_come_back_from_a_model_file_as_they_were)
{
    read_again(TRAINEE_PRE_NORM);
    read_again(TRAINEE_NARROW_KEYS);
}
END_TEST

UNIT_MAIN("forward", the_shipped_layout_has_the_translator_s_bits,
          norms_before_blocks_and_tables_apart_have_them, learned_positions_and_gelu_have_them,
          an_ssru_decoder_has_them, keys_and_values_of_other_widths_have_them,
          weights_come_back_from_a_model_file_as_they_were)
