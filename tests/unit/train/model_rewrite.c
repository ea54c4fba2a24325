/* model_rewrite.c - a model that is written anew keeps what was not learnt, byte for byte. */
#include "train/model_rewrite.h"

#include <string.h>

#include "make/make_model.h"
#include "unit/scratch.h"
#include "unit/unit.h"

static const char spm[] = "not looked at", other_spm[] = "nor this";

static void put_tokens(tr_gguf_writer *w)
{
    tr_gguf_put_u32(w, "nmt.source_bos_id", 3);
    tr_gguf_put_u32s(w, "nmt.suppressed_ids", (uint32_t[]){2}, 1);
    tr_gguf_put_string(w, "x.note", "of another program");
    tr_gguf_put_u32(w, "train.steps", 7);
    tr_gguf_put_f32(w, "nmt.quality.bias", 1);
    tr_gguf_put_f32(w, "nmt.quality.slope", 2);
    tr_gguf_put_u32(w, "nmt.quality.lines", 100);
    tr_gguf_put_u32(w, "nmt.quality.version", 1);
}

/* Such as no trained model is: two vocabularies, norms of embeddings, a shortlist. */
static model_spec strange_spec(bool int8)
{
    model_spec spec = model_spec_small;
    spec.int8 = int8;
    spec.source_spm = spm;
    spec.source_spm_size = sizeof spm;
    spec.target_spm = other_spm;
    spec.target_spm_size = sizeof other_spm;
    spec.embedding_norms = spec.output_norms = spec.lexicon = true;
    spec.two_position_tables = true;
    spec.start_id = 4;
    spec.extra_rows = 1;
    spec.more_keys = put_tokens;
    return spec;
}

static const float *nothing(void *ctx, const char *name, size_t n_out, size_t n_in)
{
    (void)ctx, (void)name, (void)n_out, (void)n_in;
    return NULL;
}

static void put_steps(void *ctx, tr_gguf_writer *w)
{
    tr_gguf_put_u32(w, "train.steps", *(uint32_t *)ctx);
}

typedef struct pair {
    scratch s;
    tr_nmt before, after;
} pair;

/* Makes a model, and writes it anew. */
static void open_pair(pair *p, const model_spec *spec, const tr_tensor_source *source, bool int8)
{
    uint32_t steps = 50;
    const tr_model_about about = {.name = "Learnt", .put_more = put_steps, .ctx = &steps};
    tr_error err;

    scratch_open(&p->s);
    const char *path = scratch_file(&p->s, "before.gguf");
    ck_assert_msg(make_model(path, spec, &err) == 0, "%s", err.msg);
    ck_assert_msg(tr_nmt_open(&p->before, path, &err) == 0, "%s", err.msg);
    path = scratch_file(&p->s, "after.gguf");
    ck_assert_msg(tr_model_file_rewrite(path, &p->before, source, &about, int8, &err) == 0, "%s",
                  err.msg);
    ck_assert_msg(tr_nmt_open(&p->after, path, &err) == 0, "%s", err.msg);
}

static void close_pair(pair *p)
{
    tr_nmt_close(&p->before);
    tr_nmt_close(&p->after);
    scratch_close(&p->s);
}

static bool is_kept(const char *key)
{
    return strncmp(key, "train.", 6) != 0 && strncmp(key, "nmt.quality.", 12) != 0 &&
           strcmp(key, "nmt.sha256") != 0 && strcmp(key, "general.name") != 0;
}

static void check_keys(const pair *p)
{
    size_t n_kept = 0;
    for (size_t i = 0; i < p->before.file.n_values; i++) {
        const tr_gguf_value *a = &p->before.file.values[i],
                            *b = tr_gguf_find(&p->after.file, a->key);
        if (!is_kept(a->key)) continue;
        ck_assert_msg(b && b->type == a->type && b->size == a->size, "%s", a->key);
        ck_assert_mem_eq(a->bytes, b->bytes, a->size);
        n_kept++;
    }
    ck_assert_uint_gt(n_kept, 25);
    ck_assert_str_eq(p->after.config.name, "Learnt");
    uint32_t steps;
    tr_error err;
    ck_assert_int_eq(tr_gguf_u32(&p->after.file, "train.steps", &steps, &err), 0);
    ck_assert_uint_eq(steps, 50);
    ck_assert_ptr_null(tr_gguf_find(&p->after.file, "nmt.quality.bias"));
}

static void check_tensor(const tr_gguf_tensor *a, const tr_gguf_tensor *b)
{
    ck_assert(b && b->type == a->type && b->n_dims == a->n_dims && b->size == a->size);
    ck_assert_mem_eq(a->dims, b->dims, a->n_dims * sizeof *a->dims);
    ck_assert_mem_eq(a->data, b->data, a->size);
}

START_TEST(where_nothing_was_learnt_all_tensors_stay)
{
    const tr_tensor_source none = {nothing, NULL};

    for (int int8 = 0; int8 < 2; int8++) {
        const model_spec spec = strange_spec(int8);
        pair p;
        open_pair(&p, &spec, &none, int8);
        check_keys(&p);
        ck_assert_uint_eq(p.after.file.n_tensors, p.before.file.n_tensors);
        for (size_t i = 0; i < p.before.file.n_tensors; i++) {
            const tr_gguf_tensor *t = &p.before.file.tensors[i];
            check_tensor(t, tr_gguf_find_tensor(&p.after.file, t->name));
        }
        close_pair(&p);
    }
}
END_TEST

START_TEST(weights_become_of_the_other_type)
{
    const tr_tensor_source none = {nothing, NULL};

    for (int int8 = 0; int8 < 2; int8++) {
        const model_spec spec = strange_spec(!int8);
        pair p;
        open_pair(&p, &spec, &none, int8);
        ck_assert(p.after.config.int8 == int8);
        check_tensor(tr_gguf_find_tensor(&p.before.file, "tokenizer.spm.target"),
                     tr_gguf_find_tensor(&p.after.file, "tokenizer.spm.target"));
        const char *path = scratch_file(&p.s, "again.gguf");
        const tr_model_about about = {0};
        tr_error err;
        tr_nmt again;
        ck_assert_int_eq(tr_model_file_rewrite(path, &p.after, &none, &about, !int8, &err), 0);
        ck_assert_msg(tr_nmt_open(&again, path, &err) == 0, "%s", err.msg);
        if (!int8) /* what int8 became can be int8 again */
            check_tensor(tr_gguf_find_tensor(&p.before.file, "enc.blk.0.ffn_up.weight"),
                         tr_gguf_find_tensor(&again.file, "enc.blk.0.ffn_up.weight"));
        tr_nmt_close(&again);
        close_pair(&p);
    }
}
END_TEST

/* Learns one of each kind: a matrix, a norm, and a bias that the file has not. */
static const float *some(void *ctx, const char *name, size_t n_out, size_t n_in)
{
    static const char *const learnt[] = {"dec.blk.0.ffn_up.weight", "enc.embd_norm.bias",
                                         "dec.blk.0.ffn_up.bias"};
    float *x = ctx;
    for (size_t i = 0; i < sizeof learnt / sizeof *learnt; i++) {
        if (strcmp(learnt[i], name) != 0) continue;
        for (size_t j = 0; j < n_out * n_in; j++)
            x[j] = (float)(i + 1) + (float)(j % 7);
        return x;
    }
    return NULL;
}

START_TEST(what_was_learnt_takes_the_place_of_the_old)
{
    static float room[1 << 16];
    const tr_tensor_source source = {some, room};
    model_spec spec = strange_spec(false);
    pair p;

    spec.biases = false;
    open_pair(&p, &spec, &source, false);
    const tr_matrix *up = &p.after.weights.decoder[0].up;
    ck_assert_uint_eq(p.after.file.n_tensors, p.before.file.n_tensors + 1);
    for (size_t i = 0; i < 3; i++) {
        const float *w = up->weight;
        ck_assert_float_eq(w[tr_packed_f32_at(up->n_in, i, 1)],
                           1 + (float)((i * up->n_in + 1) % 7));
        ck_assert_float_eq(p.after.weights.encoder_embedding_norm.bias[i], 2 + (float)i);
        ck_assert_float_eq(up->bias[i], 3 + (float)i);
    }
    check_tensor(tr_gguf_find_tensor(&p.before.file, "enc.blk.0.ffn_up.weight"),
                 tr_gguf_find_tensor(&p.after.file, "enc.blk.0.ffn_up.weight"));
    close_pair(&p);
}
END_TEST

/* The network learns fewer rows than the file has, of one of its two tables. */
START_TEST(rows_of_positions_that_were_not_learnt_stay)
{
    enum { LEARNT = 15 };
    static const tr_panel_format format = {1, 1};
    model_spec spec = strange_spec(false);
    scratch s;
    tr_nmt before, after;
    tr_shape shape;
    tr_parameters p;
    tr_error err;

    spec.position = "learned";
    spec.placement = "pre";
    scratch_open(&s);
    const char *path = scratch_file(&s, "before.gguf");
    ck_assert_msg(make_model(path, &spec, &err) == 0, "%s", err.msg);
    ck_assert_msg(tr_nmt_open(&before, path, &err) == 0, "%s", err.msg);
    ck_assert_msg(tr_model_file_shape(&before, &shape, &err) == 0, "%s", err.msg);
    const size_t d = shape.d_model, n = shape.n_positions, size = LEARNT * d * sizeof(float);
    ck_assert_uint_gt(n, LEARNT);
    shape.n_positions = LEARNT;
    ck_assert_int_eq(tr_parameters_create_fixed(&p, &shape, &format, &err), 0);
    for (size_t i = 0; i < p.n_floats; i++)
        p.w[i] = 2 + (float)(i % 9);
    tr_parameter_source weights;
    ck_assert_int_eq(tr_parameter_source_open(&weights, &p, p.w, &before, &err), 0);
    const tr_tensor_source source = tr_parameter_source_of(&weights);
    const tr_model_about about = {0};
    path = scratch_file(&s, "after.gguf");
    ck_assert_int_eq(tr_model_file_rewrite(path, &before, &source, &about, false, &err), 0);
    tr_parameter_source_close(&weights);
    ck_assert_msg(tr_nmt_open(&after, path, &err) == 0, "%s", err.msg);
    ck_assert_mem_eq(after.weights.source_positions, p.w + p.positions[0], size);
    ck_assert_mem_eq(after.weights.target_positions, p.w + p.positions[1], size);
    ck_assert_mem_eq(after.weights.target_positions + LEARNT * d,
                     before.weights.target_positions + LEARNT * d,
                     (n - LEARNT) * d * sizeof(float));
    ck_assert_mem_eq(after.weights.encoder_embedding_norm.gain, p.w + p.embedding_norms[0].gain,
                     d * sizeof(float));
    tr_parameters_free(&p);
    tr_nmt_close(&before);
    tr_nmt_close(&after);
    scratch_close(&s);
}
END_TEST

UNIT_MAIN("model_rewrite", where_nothing_was_learnt_all_tensors_stay,
          weights_become_of_the_other_type, what_was_learnt_takes_the_place_of_the_old,
          rows_of_positions_that_were_not_learnt_stay)
