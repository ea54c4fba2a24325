#include "import/shared/importer.h"

#include <math.h>

#include "formats/gguf_read.h"
#include "formats/gguf_write.h"
#include "import/shared/foreign.h"
#include "import/write.h"
#include "kernels/quant.h"
#include "make/s8_row.h"
#include "unit/scratch.h"
#include "unit/unit.h"

enum { N_OUT = 4, N_IN = 3, SHARE = 2 };

/* A foreign array [SHARE, N_IN] or, for floats by input, [N_IN, SHARE]. */
typedef struct array {
    int8_t values[SHARE * N_IN];
    float scale[SHARE], floats[SHARE * N_IN];
} array;

static const array first = {.values = {1, -127, 3, 0, 127, -6}, .scale = {0.5f, 0.1f}},
                   second = {.values = {7, 8, -9, 10, -11, 12}, .scale = {0, 3e-3f}},
                   by_input = {.floats = {1, 40, -2, 50, 3, -60}};

static int read_array(void *file, const tr_foreign_array *what, size_t from, size_t n,
                      const tr_element_layout *l, float *out, tr_error *err)
{
    const array *a = what->member;

    ck_assert(from == 0 && n == SHARE * N_IN);
    (void)file;
    (void)err;
    for (size_t i = 0; i < n; i++)
        out[i / l->row_len * l->row_stride + i % l->row_len * l->column_stride] =
            a == &by_input ? a->floats[i] : (float)a->values[i] * a->scale[i / N_IN];
    return 0;
}

static int read_s8(void *file, const tr_foreign_array *what, bool columns, size_t n_out,
                   size_t n_in, int8_t *values, float *scale, tr_error *err)
{
    const array *a = what->member;

    ck_assert(n_out == SHARE && !columns);
    (void)file;
    (void)err;
    memcpy(values, a->values, SHARE * n_in);
    memcpy(scale, a->scale, sizeof a->scale);
    return 0;
}

typedef struct job {
    scratch s;
    tr_convert_options options;
    tr_import im;
    tr_gguf file;
    tr_error err;
} job;

static void job_open(job *j)
{
    scratch_open(&j->s);
    tr_convert_options_init(&j->options);
    j->options.input = "foreign";
    tr_import_init(&j->im, &j->options);
    j->im.config.ties = TR_TIES_ALL;
    j->im.config.int8 = true;
    ck_assert_int_eq(tr_foreign_create(&j->im, "foreign", 0, NULL), 0);
    j->im.foreign->read = read_array;
    j->im.foreign->read_s8 = read_s8;
    j->file = (tr_gguf){0};
}

static void job_close(job *j)
{
    tr_gguf_close(&j->file);
    tr_import_close(&j->im);
    scratch_close(&j->s);
}

static void add_matrix(job *j, tr_import_part a, tr_import_part b)
{
    tr_import_tensor *t = tr_import_add(&j->im, TR_IMPORT_MATRIX, "m", N_OUT, N_IN);
    t->part[0] = a;
    t->part[1] = b;
    t->n_parts = 2;
}

static int write_all(job *j)
{
    tr_gguf_writer *w;
    const char *path = scratch_file(&j->s, "model.gguf");

    ck_assert_int_eq(tr_gguf_create(&w, path, NULL), 0);
    tr_import_declare(&j->im, w);
    ck_assert_int_eq(tr_gguf_begin_data(w, NULL), 0);
    const int rc = tr_import_write(&j->im, w, 0.5, &j->err);
    if (rc < 0)
        tr_gguf_abandon(w);
    else
        ck_assert_int_eq(tr_gguf_finish(w, NULL), 0);
    if (rc == 0) ck_assert_int_eq(tr_gguf_open(&j->file, path, NULL), 0);
    return rc;
}

static const void *data_of(const job *j, const char *name)
{
    const tr_gguf_tensor *t = tr_gguf_find_tensor(&j->file, name);
    ck_assert_ptr_nonnull(t);
    return t->data;
}

/* Int8 by output, or floats by input. */
static tr_import_part part_of(job *j, const array *a)
{
    tr_foreign_array *f = TR_REGION_TAKE(&j->im.memory, tr_foreign_array, 1);

    *f = (tr_foreign_array){.is_s8 = a != &by_input, .member = a};
    return (tr_import_part){.array = f, .by_input = a == &by_input};
}

static float counted(size_t o, size_t k)
{
    return (float)((o * 7 + k * 3) % 11) - 5.5f;
}

/* [n_out, n_in] of counted(). */
static int read_counted(void *file, const tr_foreign_array *what, size_t from, size_t n,
                        const tr_element_layout *l, float *out, tr_error *err)
{
    (void)file;
    (void)what;
    (void)err;
    for (size_t i = from; i < from + n; i++)
        out[i / l->row_len * l->row_stride + i % l->row_len * l->column_stride] =
            counted(i / l->row_len, i % l->row_len);
    return 0;
}

START_TEST(takes_int8_values_and_scales_over_as_they_are)
{
    job j;

    job_open(&j);
    add_matrix(&j, part_of(&j, &first), part_of(&j, &second));
    ck_assert_int_eq(write_all(&j), 0);
    const int8_t *q = data_of(&j, "m.weight");
    const int32_t *sum = data_of(&j, "m.sum");
    for (size_t o = 0; o < N_OUT; o++) {
        const array *a = o < SHARE ? &first : &second;
        const int8_t *row = a->values + o % SHARE * N_IN;
        for (size_t k = 0; k < N_IN; k++)
            ck_assert_int_eq(q[tr_packed_s8_at(N_IN, o, k)], row[k]);
        ck_assert_int_eq(sum[o], row[0] + row[1] + row[2]);
    }
    const float *scale = data_of(&j, "m.scale");
    ck_assert_mem_eq(scale, first.scale, sizeof first.scale);
    ck_assert_mem_eq(scale + SHARE, second.scale, sizeof second.scale);
    job_close(&j);
}
END_TEST

START_TEST(multiplies_int8_values_out_for_float32)
{
    job j;

    job_open(&j);
    j.im.config.int8 = false;
    add_matrix(&j, part_of(&j, &first), part_of(&j, &second));
    ck_assert_int_eq(write_all(&j), 0);
    const float *x = data_of(&j, "m.weight");
    ck_assert_float_eq(x[tr_packed_f32_at(N_IN, 0, 1)], -127 * 0.5f);
    ck_assert_float_eq(x[tr_packed_f32_at(N_IN, 1, 2)], -6 * 0.1f);
    ck_assert_float_eq(x[tr_packed_f32_at(N_IN, 2, 0)], 0);
    ck_assert_float_eq(x[tr_packed_f32_at(N_IN, 3, 1)], -11 * 3e-3f);
    job_close(&j);
}
END_TEST

/* Parts of both kinds: quantised anew, the rows of the float part from their columns. */
START_TEST(quantises_a_matrix_that_is_int8_in_part)
{
    static const float rows[N_OUT][N_IN] = {
        {0.5f, -63.5f, 1.5f}, {0, 12.7f, -0.6f}, {1, -2, 3}, {40, 50, -60}};
    job j;

    job_open(&j);
    add_matrix(&j, part_of(&j, &first), part_of(&j, &by_input));
    ck_assert_int_eq(write_all(&j), 0);
    const int8_t *q = data_of(&j, "m.weight");
    const float *scale = data_of(&j, "m.scale");
    for (size_t o = 0; o < N_OUT; o++) {
        int8_t row[N_IN];
        for (size_t k = 0; k < N_IN; k++)
            row[k] = q[tr_packed_s8_at(N_IN, o, k)];
        check_s8_row(rows[o], row, N_IN, scale[o]);
    }
    job_close(&j);
}
END_TEST

START_TEST(a_part_without_an_array_is_zeros)
{
    job j;

    job_open(&j);
    tr_import_tensor *t = tr_import_add(&j.im, TR_IMPORT_TABLE, "table", N_OUT, N_IN);
    t->part[1] = part_of(&j, &by_input);
    t->n_parts = 2;
    ck_assert_int_eq(write_all(&j), 0);
    static const float expected[] = {0, 0, 0, 0, 0, 0, 1, -2, 3, 40, 50, -60};
    ck_assert_mem_eq(data_of(&j, "table"), expected, sizeof expected);
    job_close(&j);
}
END_TEST

START_TEST(stores_integers_and_bytes)
{
    static const int32_t integers[] = {-1, 1 << 30, 5};
    job j;

    job_open(&j);
    tr_import_tensor *t = tr_import_add(&j.im, TR_IMPORT_INTEGERS, "integers", 3, 1);
    t->data = integers;
    ck_assert_int_eq(tr_import_add_bytes(&j.im, "bytes", "\1\2\3\0", 4, NULL), 0);
    ck_assert_int_eq(write_all(&j), 0);
    ck_assert_mem_eq(data_of(&j, "integers"), integers, sizeof integers);
    ck_assert_mem_eq(data_of(&j, "bytes"), "\1\2\3\0", 4);
    ck_assert_int_eq(tr_gguf_find_tensor(&j.file, "integers")->type, TR_TENSOR_I32);
    ck_assert_int_eq(tr_gguf_find_tensor(&j.file, "bytes")->type, TR_TENSOR_I8);
    job_close(&j);
}
END_TEST

START_TEST(refuses_int8_arrays_that_no_model_file_can_hold)
{
    static const struct {
        array bad;
        const char *what;
    } cases[] = {
        {{.values = {1, 2, -128}, .scale = {1, 1}}, "foreign: m: holds -128"},
        {{.scale = {1, NAN}}, "foreign: m: the scale of output 3 is nan"},
        {{.scale = {INFINITY, 1}}, "foreign: m: the scale of output 2 is inf"},
        {{.scale = {1, -0.5f}}, "foreign: m: the scale of output 3 is -0.5"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        job j;
        job_open(&j);
        add_matrix(&j, part_of(&j, &first), part_of(&j, &cases[i].bad));
        ck_assert_int_eq(write_all(&j), TR_EFORMAT);
        ck_assert_str_eq(strncmp(j.err.msg, cases[i].what, strlen(cases[i].what)) ? j.err.msg : "",
                         "");
        job_close(&j);
    }
}
END_TEST

/* Counts the calls, and stops at the second for stop_at 2. */
typedef struct progress {
    int calls, stop_at;
    double last;
} progress;

static int on_progress(void *ctx, double done)
{
    progress *p = ctx;

    ck_assert_double_gt(done, p->last);
    p->last = done;
    return ++p->calls == p->stop_at;
}

START_TEST(tells_how_far_it_is_and_stops_when_told)
{
    for (int stop_at = 0; stop_at < 3; stop_at++) {
        progress p = {.stop_at = stop_at};
        job j;
        job_open(&j);
        j.options.output = "model";
        j.options.progress = on_progress;
        j.options.ctx = &p;
        ck_assert_int_eq(tr_import_add_bytes(&j.im, "bytes", "\1\2\3", 3, NULL), 0);
        ck_assert_int_eq(tr_import_add_bytes(&j.im, "more", "\1", 1, NULL), 0);
        ck_assert_int_eq(write_all(&j), stop_at ? TR_ESTOPPED : 0);
        ck_assert_int_eq(p.calls, stop_at ? stop_at : 2);
        ck_assert_double_eq(p.last, stop_at == 1 ? 0.5 * 3 / 4 : 0.5);
        if (stop_at) ck_assert_str_eq(j.err.msg, "model: stopped");
        job_close(&j);
    }
}
END_TEST

/* 37 outputs: two blocks and some. */
START_TEST(writes_a_matrix_of_many_blocks)
{
    enum { N = 37, K = 5 };
    static const tr_foreign_array any = {.name = "any"};
    job j;

    for (int int8 = 0; int8 < 2; int8++) {
        job_open(&j);
        j.im.config.int8 = int8;
        j.im.foreign->read = read_counted;
        tr_import_tensor *t = tr_import_add(&j.im, TR_IMPORT_MATRIX, "m", N, K);
        t->part[t->n_parts++].array = &any;
        ck_assert_int_eq(write_all(&j), 0);
        const int8_t *q = data_of(&j, "m.weight");
        const float *x = data_of(&j, "m.weight"), *scale = int8 ? data_of(&j, "m.scale") : NULL;
        for (size_t o = 0; o < N; o++)
            for (size_t k = 0; k < K; k++) {
                const float expected = counted(o, k);
                if (int8)
                    ck_assert_float_eq_tol((float)q[tr_packed_s8_at(K, o, k)] * scale[o], expected,
                                           0.51f * scale[o]);
                else
                    ck_assert_float_eq(x[tr_packed_f32_at(K, o, k)], expected);
            }
        job_close(&j);
    }
}
END_TEST

UNIT_MAIN("import", takes_int8_values_and_scales_over_as_they_are,
          multiplies_int8_values_out_for_float32, quantises_a_matrix_that_is_int8_in_part,
          a_part_without_an_array_is_zeros, stores_integers_and_bytes,
          refuses_int8_arrays_that_no_model_file_can_hold, tells_how_far_it_is_and_stops_when_told,
          writes_a_matrix_of_many_blocks)
