/* model_file.c - shapes, metadata and weights come back from model files; others are refused. */
#include "train/model_file.h"

#include <math.h>
#include <string.h>

#include "make/make_model.h"
#include "unit/scratch.h"
#include "unit/trainee.h"
#include "unit/unit.h"

enum { D = 48, VOCAB = 70 };

static const char spm[] = "not looked at";

static tr_model_about usual_about(void)
{
    return (tr_model_about){.source_language = "en",
                            .target_language = "de",
                            .max_source = 32,
                            .max_target = 40,
                            .length_penalty = 1,
                            .spm = spm,
                            .spm_size = sizeof spm};
}

/* Writes the network to a file, and opens that. */
static void open_written(scratch *s, trainee *e, const tr_model_about *about, bool int8, tr_nmt *m)
{
    tr_error err;
    scratch_open(s);
    const char *path = scratch_file(s, "model.gguf");
    ck_assert_msg(
        tr_model_file_write(path, &e->p, e->p.w, trainee_positions(e), about, int8, &err) == 0,
        "%s", err.msg);
    ck_assert_msg(tr_nmt_open(m, path, &err) == 0, "%s", err.msg);
}

static void close_written(scratch *s, tr_nmt *m)
{
    tr_nmt_close(m);
    scratch_close(s);
}

static void check_shape(const tr_shape *a, const tr_shape *b)
{
    ck_assert(a->d_model == b->d_model && a->heads == b->heads);
    ck_assert(a->d_key == b->d_key && a->d_value == b->d_value && a->n_places == b->n_places);
    ck_assert(a->self_score == b->self_score && a->cross_score == b->cross_score);
    ck_assert(a->encoder_ffn == b->encoder_ffn && a->decoder_ffn == b->decoder_ffn);
    ck_assert(a->n_encoder_layers == b->n_encoder_layers);
    ck_assert(a->n_decoder_layers == b->n_decoder_layers);
    ck_assert(a->source_vocab == b->source_vocab && a->target_vocab == b->target_vocab);
    ck_assert(a->n_positions == b->n_positions && a->ties == b->ties);
    ck_assert(a->activation == b->activation && a->pre_norm == b->pre_norm);
    ck_assert(a->norm_query_only == b->norm_query_only && a->ssru == b->ssru);
    ck_assert(a->learned_positions == b->learned_positions && a->output_bias == b->output_bias);
    ck_assert_float_eq(a->epsilon, b->epsilon);
}

START_TEST(the_shape_of_every_kind_comes_back)
{
    static trainee e;
    const tr_model_about about = usual_about();

    for (int kind = 0; kind < 2 * TRAINEE_KINDS; kind++) {
        const tr_shape shape = trainee_shape(kind / 2, D, 6, VOCAB);
        tr_shape again;
        scratch s;
        tr_nmt m;
        tr_error err;
        trainee_open(&e, &shape, 1, 3, 3);
        open_written(&s, &e, &about, kind % 2, &m);
        ck_assert_msg(tr_model_file_shape(&m, &again, &err) == 0, "%s", err.msg);
        ck_assert(!tr_model_file_rewrites(&m));
        check_shape(&again, &shape);
        close_written(&s, &m);
        trainee_close(&e);
    }
}
END_TEST

static void put_note(void *ctx, tr_gguf_writer *w)
{
    tr_gguf_put_string(w, "train.note", ctx);
}

START_TEST(metadata_comes_back)
{
    static trainee e;
    static const int32_t suppressed[] = {2, 9};
    static char note[] = "a remark";
    const tr_shape shape = trainee_shape(TRAINEE_SHIPPED, D, 6, VOCAB);
    tr_model_about about = usual_about();
    const char *found;
    size_t len;
    tr_error err;
    scratch s;
    tr_nmt m;

    about.name = "Toy";
    about.license = "CC0-1.0";
    about.origin = "https://example.org";
    about.beam_size = 3;
    about.penalty = TR_PENALTY_GNMT;
    about.length_penalty = 0.75f;
    about.max_length_factor = 2.5f;
    about.suppressed = suppressed;
    about.n_suppressed = 2;
    about.put_more = put_note;
    about.ctx = note;
    trainee_open(&e, &shape, 1, 3, 3);
    open_written(&s, &e, &about, true, &m);
    const tr_config *c = &m.config;
    ck_assert_str_eq(c->name, "Toy");
    ck_assert_str_eq(c->license, "CC0-1.0");
    ck_assert_str_eq(c->origin, "https://example.org");
    ck_assert_str_eq(c->source_language, "en");
    ck_assert_str_eq(c->target_language, "de");
    ck_assert(c->max_source == 32 && c->max_target == 40 && c->beam_size == 3);
    ck_assert_int_eq(c->penalty, TR_PENALTY_GNMT);
    ck_assert_float_eq(c->length_penalty, 0.75f);
    ck_assert_float_eq(c->max_length_factor, 2.5f);
    ck_assert_uint_eq(c->n_suppressed, 2);
    ck_assert_mem_eq(c->suppressed, suppressed, sizeof suppressed);
    ck_assert(c->eos == 0 && c->unk == 1 && c->int8);
    ck_assert_uint_eq(m.weights.source_spm_size, sizeof spm);
    ck_assert_mem_eq(m.weights.source_spm, spm, sizeof spm);
    ck_assert_int_eq(tr_gguf_string(&m.file, "train.note", &found, &len, &err), 0);
    ck_assert(len == strlen(note) && !memcmp(found, note, len));
    close_written(&s, &m);
    trainee_close(&e);
}
END_TEST

/* A row's 255 steps are so small that their error, of 1 / sqrt(12) of a step, is 1 % of the row's
 * numbers at most. */
static void check_int8_row(const float *row, const float *read, size_t n)
{
    double squares = 0, errors = 0;
    for (size_t i = 0; i < n; i++) {
        const double off = (double)read[i] - (double)row[i];
        squares += (double)row[i] * (double)row[i];
        errors += off * off;
    }
    ck_assert(sqrt(errors) < 0.01 * sqrt(squares));
}

START_TEST(int8_weights_come_back_nearly_and_others_as_they_were)
{
    static trainee e, again;
    const tr_model_about about = usual_about();

    for (int kind = 0; kind < TRAINEE_KINDS; kind++) {
        const tr_shape shape = trainee_shape(kind, D, 6, VOCAB);
        scratch s;
        tr_nmt m;
        trainee_open(&e, &shape, 1, 3, 3);
        trainee_open(&again, &shape, 1, 3, 3);
        open_written(&s, &e, &about, true, &m);
        tr_model_file_read(&m, &again.p);
        ck_assert_mem_eq(again.p.average, again.p.w, again.p.n_floats * sizeof *again.p.w);
        for (size_t i = 0; i < e.p.n_tensors; i++) {
            const tr_parameter_tensor *t = &e.p.tensors[i];
            const bool int8 = (t->kind == TR_WEIGHTS || t->kind == TR_EMBEDDING) &&
                              strcmp(t->name, "position.weight") != 0;
            const float *w = e.p.w + t->at, *read = again.p.w + t->at;
            for (size_t o = 0; int8 && o < t->n_out; o++)
                check_int8_row(w + o * t->n_in, read + o * t->n_in, t->n_in);
            if (!int8) ck_assert_mem_eq(read, w, t->n_out * t->n_in * sizeof *w);
        }
        close_written(&s, &m);
        trainee_close(&e);
        trainee_close(&again);
    }
}
END_TEST

/* ---- Models that cannot be trained ---- */

static model_spec good_spec(void)
{
    model_spec spec = model_spec_small;
    spec.source_spm = spm;
    spec.source_spm_size = sizeof spm;
    spec.eos = 0;
    spec.unk = 1;
    spec.start_id = 0;
    spec.embedding_scale = sqrtf((float)spec.d_model);
    return spec;
}

/* Whether the model is rewritten, or an error. */
static int shape_and_rewrites(const model_spec *spec, tr_shape *shape, tr_error *err)
{
    scratch s;
    tr_nmt m;

    scratch_open(&s);
    const char *path = scratch_file(&s, "model.gguf");
    ck_assert_msg(make_model(path, spec, err) == 0, "%s", err->msg);
    ck_assert_msg(tr_nmt_open(&m, path, err) == 0, "%s", err->msg);
    int rc = tr_model_file_shape(&m, shape, err);
    if (rc == 0) rc = tr_model_file_rewrites(&m);
    close_written(&s, &m);
    return rc;
}

static int shape_of(const model_spec *spec, tr_error *err)
{
    tr_shape shape;
    const int rc = shape_and_rewrites(spec, &shape, err);
    return rc < 0 ? rc : 0;
}

static void use_t5(tr_gguf_writer *w)
{
    tr_gguf_put_bool(w, "nmt.attention.unscaled", true);
}

START_TEST(what_cannot_be_trained_is_named)
{
    model_spec specs[3];
    static const char *const why[] = {"no tokenizer", "fixed positions", "T5"};
    tr_error err;

    for (size_t i = 0; i < 3; i++)
        specs[i] = good_spec();
    ck_assert_msg(shape_of(&specs[0], &err) == 0, "%s", err.msg);
    specs[0].source_spm = NULL;
    specs[1].two_position_tables = true;
    specs[2].more_keys = use_t5;
    for (size_t i = 0; i < 3; i++) {
        ck_assert_int_eq(shape_of(&specs[i], &err), TR_EUNSUPPORTED);
        ck_assert_msg(strstr(err.msg, why[i]) != NULL, "%zu: %s", i, err.msg);
    }
}
END_TEST

static void add_token(tr_gguf_writer *w)
{
    tr_gguf_put_u32(w, "nmt.source_bos_id", 3);
}

START_TEST(what_new_files_have_no_place_for_is_told)
{
    enum { N = 7 };
    model_spec specs[N];
    tr_error err;

    for (size_t i = 0; i < N; i++) {
        specs[i] = good_spec();
        specs[i].position = "learned";
        specs[i].embedding_scale = 1;
    }
    specs[1].embedding_norms = true;
    specs[2].target_spm = "another one";
    specs[2].target_spm_size = 11;
    specs[3].start_id = 2;
    specs[4].embedding_scale = 4;
    specs[5].more_keys = add_token;
    specs[5].extra_rows = 1;
    specs[6].two_position_tables = true;
    for (size_t i = 0; i < N; i++) {
        tr_shape shape;
        ck_assert_msg(shape_and_rewrites(&specs[i], &shape, &err) == (i > 0), "%zu", i);
        ck_assert_uint_eq(shape.start, i == 3 ? 3 : 0);
        ck_assert_int_eq(shape.embedding_norm, i == 1);
        ck_assert_int_eq(shape.two_positions, i == 6);
        ck_assert_float_eq(shape.embedding_scale, i == 4 ? 4 : 0);
    }
}
END_TEST

START_TEST(a_folder_that_is_not_there_is_named)
{
    static trainee e;
    const tr_shape shape = trainee_shape(TRAINEE_SHIPPED, D, 6, VOCAB);
    const tr_model_about about = usual_about();
    tr_error err;

    trainee_open(&e, &shape, 1, 3, 3);
    ck_assert_int_eq(tr_model_file_write("/nowhere/model.gguf", &e.p, e.p.w, trainee_positions(&e),
                                         &about, true, &err),
                     TR_EIO);
    ck_assert_msg(strstr(err.msg, "/nowhere/model.gguf") != NULL, "%s", err.msg);
    trainee_close(&e);
}
END_TEST

UNIT_MAIN("model_file", the_shape_of_every_kind_comes_back, metadata_comes_back,
          int8_weights_come_back_nearly_and_others_as_they_were, what_cannot_be_trained_is_named,
          what_new_files_have_no_place_for_is_told, a_folder_that_is_not_there_is_named)
