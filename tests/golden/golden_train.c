/*
 * golden_train.c - losses, gradients and training runs against PyTorch's in float64.
 *
 * The fixtures' README says how they were made and how close float32 can be.  Their tensors have
 * Marian's names and layout: matrices are [n_in, n_out], and queries, keys and values are apart.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cpu.h"
#include "base/file.h"
#include "formats/zip.h"
#include "make/tap.h"
#include "train/muon.h"
#include "train/transformer.h"
#include "train/update.h"

#define FIXTURES "../shared/training/fixtures"

static double largest_of(const double *x, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++)
        most = fabs(x[i]) > most ? fabs(x[i]) : most;
    return most;
}

static void give_up(const char *what)
{
    printf("Bail out! %s\n", what);
    exit(EXIT_FAILURE);
}

/* ---- Arrays of a fixture ---- */

/* An .npz, whose arrays are stored as they are. */
typedef struct npz {
    tr_file file;
    tr_zip zip;
} npz;

static bool open_fixture(npz *z, const char *folder, const char *name)
{
    char path[512];
    tr_error err;
    snprintf(path, sizeof path, FIXTURES "/%s/%s", folder, name);
    if (tr_file_map(&z->file, path, &err) == 0 &&
        tr_zip_open(&z->zip, z->file.data, z->file.size, path, &err) == 0)
        return true;
    printf("# %s\n", err.msg);
    return false;
}

static void close_fixture(npz *z)
{
    tr_zip_close(&z->zip);
    tr_file_unmap(&z->file);
}

static const tr_zip_member *find_array(const npz *z, const char *name)
{
    char full[400];
    snprintf(full, sizeof full, "%s.npy", name);
    for (size_t i = 0; i < z->zip.n_members; i++)
        if (!strcmp(z->zip.members[i].name, full)) return &z->zip.members[i];
    return NULL;
}

/* An array's type and elements, behind the header of numpy.lib.format. */
typedef struct array {
    const unsigned char *data;
    char kind;
    size_t width, n;
} array;

static array array_of(const npz *z, const tr_zip_member *m)
{
    const unsigned char *at = z->file.data + m->at;
    const size_t header = 10 + at[8] + 256u * at[9];
    const char *type = strstr((const char *)at + 10, "'descr': '") + 11; /* past the byte order */
    array a = {at + header, type[0], (size_t)(type[1] - '0'), 0};
    a.n = (m->size - header) / a.width;
    return a;
}

static double element(const array *a, size_t i)
{
    const unsigned char *at = a->data + i * a->width;
    double d;
    float f;
    int32_t n;
    if (a->kind == 'f' && a->width == 8) return memcpy(&d, at, sizeof d), d;
    if (a->kind == 'f') return memcpy(&f, at, sizeof f), (double)f;
    if (a->width == 4) return memcpy(&n, at, sizeof n), (double)n;
    return (double)*at;
}

/* The caller frees them. */
static double *read_array(const npz *z, const char *name, size_t *n)
{
    const tr_zip_member *m = find_array(z, name);
    if (!m) {
        printf("# %s is missing\n", name);
        give_up("a fixture lacks an array");
    }
    const array a = array_of(z, m);
    double *x = malloc((a.n + 1) * sizeof *x);
    for (size_t i = 0; i < a.n; i++)
        x[i] = element(&a, i);
    if (n) *n = a.n;
    return x;
}

/* ---- Names ---- */

typedef struct part {
    char name[80]; /* of Marian's array; "" for zeros */
} part;

/* Marian's name of what `ours` calls a block, e.g. self_W for attn_qkv. */
static const struct {
    const char *ours, *block, *letters;
} dense_names[] = {
    {"attn_qkv", "self", "qkv"},        {"attn_q", "self", "q"},
    {"attn_kv", "self", "kv"},          {"attn_out", "self", "o"},
    {"cross_attn_q", "context", "q"},   {"cross_attn_kv", "context", "kv"},
    {"cross_attn_out", "context", "o"}, {"ffn_up", "ffn", "1"},
    {"ffn_down", "ffn", "2"},
};
static const struct {
    const char *ours, *theirs;
} norm_names[] = {{"attn_norm", "self_Wo"},
                  {"cross_attn_norm", "context_Wo"},
                  {"ffn_norm", "ffn_ffn"},
                  {"ssru_norm", "rnn_ffn"}};

static size_t layer_parts(const char *prefix, const char *block, const char *kind, bool pre,
                          part parts[3])
{
    const bool weight = !strcmp(kind, "weight");
    if (!strcmp(block, "ssru")) {
        snprintf(parts[0].name, 80, "%s%s", weight ? prefix : "", weight ? "_rnn_W" : "");
        snprintf(parts[1].name, 80, weight ? "%s_rnn_Wf" : "%s_rnn_bf", prefix);
        return 2;
    }
    for (size_t i = 0; i < sizeof norm_names / sizeof *norm_names; i++) {
        if (strcmp(block, norm_names[i].ours) != 0) continue;
        snprintf(parts[0].name, 80, "%s_%s_ln_%s%s", prefix, norm_names[i].theirs,
                 weight ? "scale" : "bias", pre ? "_pre" : "");
        return 1;
    }
    for (size_t i = 0; i < sizeof dense_names / sizeof *dense_names; i++) {
        if (strcmp(block, dense_names[i].ours) != 0) continue;
        const size_t n = strlen(dense_names[i].letters);
        for (size_t j = 0; j < n; j++)
            snprintf(parts[j].name, 80, "%s_%s_%c%c", prefix, dense_names[i].block,
                     weight ? 'W' : 'b', dense_names[i].letters[j]);
        return n;
    }
    give_up("a tensor has no name in Marian");
    return 0;
}

static size_t parts_of(const tr_learned *t, const tr_shape *shape, part parts[3])
{
    static const char *const whole[][2] = {
        {"token_embd.weight", "Wemb"},
        {"source_embd.weight", "encoder_Wemb"},
        {"target_embd.weight", "decoder_Wemb"},
        {"output.weight", "decoder_ff_logit_out_W"},
        {"output.bias", "decoder_ff_logit_out_b"},
        {"position.weight", "Wpos"},
        {"enc.output_norm.weight", "encoder_top_ln_scale"},
        {"enc.output_norm.bias", "encoder_top_ln_bias"},
        {"dec.output_norm.weight", "decoder_top_ln_scale"},
        {"dec.output_norm.bias", "decoder_top_ln_bias"},
    };
    char side[8], block[32], kind[8], prefix[64];
    size_t layer;

    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (!strcmp(t->name, whole[i][0])) return snprintf(parts[0].name, 80, "%s", whole[i][1]), 1;
    if (sscanf(t->name, "%3[a-z].blk.%zu.%31[a-z_].%7s", side, &layer, block, kind) != 4)
        give_up("a tensor's name");
    snprintf(prefix, sizeof prefix, "%s_l%zu", !strcmp(side, "enc") ? "encoder" : "decoder",
             layer + 1);
    return layer_parts(prefix, block, kind, shape->pre_norm, parts);
}

/* Whether Marian's array lies as ours does, outputs first. */
static bool is_table(const tr_learned *t)
{
    return t->kind != TR_WEIGHTS && strcmp(t->name, "output.weight") != 0;
}

static bool is_key_bias(const char *marian)
{
    const size_t n = strlen(marian);
    return n > 3 && !strcmp(marian + n - 3, "_bk");
}

/* Calls visit(ctx, our float's index in a block, Marian's array, number in it) for every number of
 * the fixture that a parameter has. */
typedef void visitor(void *ctx, size_t ours, double theirs, double largest, const char *name);

static void visit_tensor(const npz *z, const tr_shape *shape, const tr_learned *t,
                         const char *prefix, visitor *visit, void *ctx)
{
    part parts[3];
    const size_t n = parts_of(t, shape, parts), share = t->n_out / n;
    for (size_t i = 0; i < n; i++) {
        char name[320];
        size_t size;
        if (!parts[i].name[0]) continue;
        snprintf(name, sizeof name, "%s%s", prefix, parts[i].name);
        double *x = read_array(z, name, &size);
        if (size != share * t->n_in) give_up("a shape");
        const double largest = largest_of(x, size);
        for (size_t o = 0; o < share; o++)
            for (size_t k = 0; k < t->n_in; k++)
                visit(ctx, t->at + (i * share + o) * t->n_in + k,
                      x[is_table(t) ? o * t->n_in + k : k * share + o], largest, parts[i].name);
        free(x);
    }
}

static void visit_all(const npz *z, const tr_parameters *p, const char *prefix, visitor *visit,
                      void *ctx)
{
    for (size_t i = 0; i < p->n_tensors; i++)
        visit_tensor(z, &p->shape, &p->tensors[i], prefix, visit, ctx);
}

static void set_weight(void *ctx, size_t ours, double theirs, double largest, const char *name)
{
    tr_parameters *p = ctx;
    (void)largest, (void)name;
    p->w[ours] = p->average[ours] = (float)theirs;
}

/* The largest difference, relative to each tensor's largest number or absolute. */
typedef struct difference {
    const float *ours;
    bool relative;
    double worst;
    size_t n_beyond; /* numbers that are off by more than 5e-5 */
    char where[80];
} difference;

static void compare_number(void *ctx, size_t ours, double theirs, double largest, const char *name)
{
    difference *d = ctx;
    const bool keys = is_key_bias(name);
    const double unit = d->relative ? fmax(largest, 1e-3) : 1;
    if (keys && !d->relative) return;
    const double off = fabs((double)d->ours[ours] - (keys ? 0 : theirs)) / unit;
    d->n_beyond += off > 5e-5;
    if (off <= d->worst) return;
    d->worst = off;
    snprintf(d->where, sizeof d->where, "%s", name);
}

/* ---- A network with a fixture's weights ---- */

static const struct network {
    const char *name;
    tr_shape shape;
    const char *cases[4]; /* besides grad-smoothed */
} networks[] = {
    {"post-relu-tied",
     {.d_model = 24,
      .heads = 4,
      .encoder_ffn = 40,
      .decoder_ffn = 40,
      .n_encoder_layers = 2,
      .n_decoder_layers = 2,
      .source_vocab = 61,
      .target_vocab = 61,
      .n_positions = 64,
      .activation = TR_RELU},
     {"smoothed", "plain", "dropout", "kl"}},
    {"pre-swish-untied",
     {.d_model = 32,
      .heads = 2,
      .encoder_ffn = 48,
      .decoder_ffn = 48,
      .n_encoder_layers = 2,
      .n_decoder_layers = 1,
      .source_vocab = 53,
      .target_vocab = 47,
      .n_positions = 64,
      .ties = TR_TIES_NONE,
      .activation = TR_SWISH,
      .pre_norm = true},
     {"smoothed", "dropout"}},
    {"post-gelu-erf-learned",
     {.d_model = 16,
      .heads = 2,
      .encoder_ffn = 24,
      .decoder_ffn = 24,
      .n_encoder_layers = 1,
      .n_decoder_layers = 2,
      .source_vocab = 50,
      .target_vocab = 50,
      .n_positions = 16,
      .activation = TR_GELU_ERF,
      .learned_positions = true},
     {"smoothed", "dropout"}},
    {"post-gelu-sigmoid-learned",
     {.d_model = 16,
      .heads = 2,
      .encoder_ffn = 24,
      .decoder_ffn = 24,
      .n_encoder_layers = 1,
      .n_decoder_layers = 2,
      .source_vocab = 50,
      .target_vocab = 50,
      .n_positions = 16,
      .activation = TR_GELU_SIGMOID,
      .learned_positions = true},
     {"smoothed", "dropout"}},
    {"pre-relu-query-only",
     {.d_model = 24,
      .heads = 3,
      .encoder_ffn = 32,
      .decoder_ffn = 32,
      .n_encoder_layers = 1,
      .n_decoder_layers = 1,
      .source_vocab = 40,
      .target_vocab = 40,
      .n_positions = 64,
      .activation = TR_RELU,
      .pre_norm = true,
      .norm_query_only = true},
     {"smoothed", "dropout"}},
    {"post-relu-ssru",
     {.d_model = 20,
      .heads = 5,
      .encoder_ffn = 32,
      .decoder_ffn = 32,
      .n_encoder_layers = 2,
      .n_decoder_layers = 2,
      .source_vocab = 44,
      .target_vocab = 44,
      .n_positions = 64,
      .activation = TR_RELU,
      .ssru = true},
     {"smoothed", "dropout"}},
};
enum { N_NETWORKS = sizeof networks / sizeof *networks, MAX_ROWS = 64 };

typedef struct model {
    tr_parameters p;
    tr_workers *workers;
    tr_transformer *t;
    float positions[64 * 32];
    float *norm_room;
} model;

static void open_model(model *m, const struct network *n, const char *file, unsigned cpu,
                       size_t threads)
{
    const tr_pack_limits limits = {.rows = MAX_ROWS, .longest = 16, .teacher = true};
    tr_shape shape = n->shape;
    tr_error err;
    npz z;

    shape.epsilon = 1e-6f;
    shape.output_bias = true;
    if (!open_fixture(&z, n->name, file)) give_up("a fixture");
    if (tr_parameters_create(&m->p, &shape, &err) < 0 ||
        tr_workers_create(&m->workers, threads, tr_transformer_scratch(&shape, &limits), &err) < 0)
        give_up(err.msg);
    visit_all(&z, &m->p, "", set_weight, &m->p);
    close_fixture(&z);
    tr_sinusoids(64, shape.d_model, m->positions);
    if (tr_transformer_create(&m->t, &m->p, m->workers, cpu,
                              shape.learned_positions ? NULL : m->positions, &limits, &err) < 0)
        give_up(err.msg);
    m->norm_room = calloc(tr_norm_room(&m->p), sizeof *m->norm_room);
    tr_workers_begin(m->workers);
    tr_transformer_pack(m->t);
}

static void close_model(model *m)
{
    tr_transformer_free(m->t);
    tr_workers_free(m->workers);
    tr_parameters_free(&m->p);
    free(m->norm_room);
}

/* ---- Batches ---- */

typedef struct batch {
    int32_t ids[2][MAX_ROWS];
    size_t start[2][16];
    tr_pack pack;
} batch;

static void read_side(const npz *z, const char *prefix, const char *side, int32_t *ids,
                      size_t *start, tr_pack_side *s, size_t *n)
{
    char name[80];
    size_t n_rows;

    snprintf(name, sizeof name, "%s%s", prefix, side);
    double *x = read_array(z, name, &n_rows);
    for (size_t i = 0; i < n_rows; i++)
        ids[i] = (int32_t)x[i];
    free(x);
    snprintf(name, sizeof name, "%s%s_lengths", prefix, side);
    x = read_array(z, name, n);
    start[0] = 0;
    for (size_t i = 0; i < *n; i++)
        start[i + 1] = start[i] + (size_t)x[i];
    free(x);
    *s = (tr_pack_side){.ids = ids, .start = start, .n_rows = n_rows};
}

static void read_batch(batch *b, const npz *z, const char *prefix)
{
    read_side(z, prefix, "source", b->ids[0], b->start[0], &b->pack.source, &b->pack.n_sentences);
    read_side(z, prefix, "target", b->ids[1], b->start[1], &b->pack.target, &b->pack.n_sentences);
}

static tr_dropout dropout_of(double p, uint64_t seed, size_t step)
{
    return (tr_dropout){.seed = seed,
                        .step = (uint32_t)step,
                        .threshold = (uint32_t)(p * 4294967296.0),
                        .scale = (float)(1 / (1 - p))};
}

/* ---- Gradients ---- */

static double worst_rows(const npz *z, const char *name, const float *ours, bool relative)
{
    size_t n;
    double *x = read_array(z, name, &n), worst = 0;
    const double unit = relative ? largest_of(x, n) : 1;
    for (size_t i = 0; i < n; i++)
        worst = fmax(worst, fabs((double)ours[i] - x[i]) / unit);
    free(x);
    return worst;
}

static void check_gradients(const struct network *n, const char *which, const char *cpu_name,
                            size_t threads)
{
    const bool kl = !strcmp(which, "kl"), drops = !strcmp(which, "dropout");
    char file[64];
    unsigned cpu;
    model m, teacher;
    batch b;
    npz z, data;
    tr_loss_sums sums = {0};
    float row_nll[MAX_ROWS];

    tr_cpu_parse(cpu_name, &cpu);
    snprintf(file, sizeof file, "grad-%s.npz", which);
    open_model(&m, n, "model.npz", cpu, threads);
    if (!open_fixture(&z, n->name, file) || !open_fixture(&data, n->name, "batch.npz"))
        give_up("a fixture");
    read_batch(&b, &data, "");
    const tr_dropout dropout = dropout_of(drops ? 0.25 : 0, 0x123456789ABCDEF, 7);
    tr_transformer_forward(m.t, &b.pack, &dropout);
    tr_teacher taught = {.kl = 0.5f};
    if (kl) {
        open_model(&teacher, n, "teacher.npz", cpu, 1);
        taught.states = tr_transformer_forward(teacher.t, &b.pack, NULL);
        taught.pass = tr_transformer_pass(teacher.t);
    }
    const tr_loss_options options = {.smoothing = !strcmp(which, "plain") ? 0 : 0.1f,
                                     .weight = 1 / (float)b.pack.target.n_rows,
                                     .teacher = kl ? &taught : NULL,
                                     .backward = true,
                                     .row_nll = row_nll};
    tr_transformer_loss(m.t, &b.pack, &options, &sums);
    if (kl) close_model(&teacher);

    double *loss = read_array(&z, ":loss", NULL);
    const double off = fabs(sums.loss / (double)b.pack.target.n_rows - *loss);
    tap_ok(off < 2e-6, "%s, %s, %s: the loss is off by %.1e", n->name, which, cpu_name, off);
    free(loss);
    difference d = {.ours = m.p.g, .relative = true};
    visit_all(&z, &m.p, "", compare_number, &d);
    tap_ok(d.worst < 2e-5, "%s, %s, %s: gradients are off by %.1e of the largest (%s)", n->name,
           which, cpu_name, d.worst, d.where);
    const tr_transformer_view view = tr_transformer_look(m.t);
    const double rows =
        fmax(worst_rows(&z, ":encoder", view.memory, true), worst_rows(&z, ":nll", row_nll, true));
    const double back = fmax(worst_rows(&z, ":d_encoder", view.d_memory, true),
                             worst_rows(&z, ":d_decoder", view.d_states, true));
    tap_ok(rows < 2e-5 && back < 2e-5, "%s, %s, %s: states are off by %.1e, their gradients %.1e",
           n->name, which, cpu_name, rows, back);
    close_fixture(&data);
    close_fixture(&z);
    close_model(&m);
}

/* ---- Runs ---- */

enum { STEPS = 50, BATCHES = 4 };

static double run_step(model *m, const batch *b, size_t t, double p, double *loss)
{
    const tr_dropout dropout = dropout_of(p, 42, t);
    const double step = (double)t, n = (double)b->pack.target.n_rows;
    const tr_loss_options options = {
        .smoothing = 0.1f, .weight = 1 / (float)b->pack.target.n_rows, .backward = true};
    const tr_update update = {.step = t,
                              .rate = 4e-3 * fmin(step / 10, sqrt(10 / step)),
                              .clip = 1.4,
                              .beta1 = 0.9,
                              .beta2 = 0.98,
                              .epsilon = 1e-9,
                              .keep = 0.9};
    tr_loss_sums sums = {0};

    tr_transformer_forward(m->t, &b->pack, &dropout);
    tr_transformer_loss(m->t, &b->pack, &options, &sums);
    *loss = sums.loss / n;
    const double norm = tr_gradient_norm(tr_transformer_pass(m->t), m->norm_room);
    tr_update_adam(tr_transformer_pass(m->t), &update, norm);
    tr_transformer_pack(m->t);
    return norm;
}

static void run(model *m, const struct network *n, double p, double *losses, double *norms)
{
    static batch batches[BATCHES];
    npz data;

    if (!open_fixture(&data, n->name, "batches.npz")) give_up("a fixture");
    for (int i = 0; i < BATCHES; i++) {
        char prefix[8];
        snprintf(prefix, sizeof prefix, "%d:", i);
        read_batch(&batches[i], &data, prefix);
    }
    for (size_t t = 1; t <= STEPS; t++)
        norms[t - 1] = run_step(m, &batches[(t - 1) % BATCHES], t, p, &losses[t - 1]);
    close_fixture(&data);
}

static double worst_of(const npz *z, const char *name, const double *ours)
{
    double *x = read_array(z, name, NULL), worst = 0;
    for (int i = 0; i < STEPS; i++)
        worst = fmax(worst, fabs(ours[i] - x[i]));
    free(x);
    return worst;
}

/* With dropout one weight, of a hidden unit that was silent so far, has 8e-9 for its first
 * gradient, the rest of numbers a million times larger; Adam's first step divides it by its own
 * size. */
static void check_run(const struct network *n, bool drops)
{
    double losses[STEPS], norms[STEPS];
    model m;
    npz z;

    open_model(&m, n, "model.npz", tr_cpu_detect(), 1);
    if (!open_fixture(&z, n->name, drops ? "run-dropout-float64.npz" : "run-plain-float64.npz"))
        give_up("a fixture");
    run(&m, n, drops ? 0.1 : 0, losses, norms);
    const double loss = worst_of(&z, ":loss", losses), norm = worst_of(&z, ":gradient_norm", norms);
    tap_ok(loss < 5e-6 && norm < 5e-5, "%s%s: losses of 50 steps are off by %.1e, norms by %.1e",
           n->name, drops ? " with dropout" : "", loss, norm);
    difference d = {.ours = m.p.w};
    visit_all(&z, &m.p, "", compare_number, &d);
    tap_ok(drops ? d.n_beyond <= 1 && d.worst < 1e-4 : d.n_beyond == 0,
           "%s%s: weights after 50 steps are off by %.1e (%s), %zu by more than 5e-5", n->name,
           drops ? " with dropout" : "", d.worst, d.where, d.n_beyond);
    if (find_array(&z, ":m:Wemb")) {
        difference first = {.ours = m.p.m}, second = {.ours = m.p.v},
                   average = {.ours = m.p.average};
        visit_all(&z, &m.p, ":m:", compare_number, &first);
        visit_all(&z, &m.p, ":v:", compare_number, &second);
        visit_all(&z, &m.p, ":average:", compare_number, &average);
        tap_ok(first.worst < 1e-5 && second.worst < 1e-5 && average.worst < 5e-5,
               "%s: moments are off by %.1e and %.1e, the average by %.1e", n->name, first.worst,
               second.worst, average.worst);
    }
    close_fixture(&z);
    close_model(&m);
}

static void check_same_bits(const struct network *n)
{
    static const struct {
        const char *cpu;
        size_t threads;
    } ways[] = {{"ref", 1}, {"ref", 3}, {"avx2", 1}, {"avx2", 2}, {"avx2", 3}, {"avx512", 2}};
    const unsigned here = tr_cpu_detect();
    double losses[STEPS], norms[STEPS];
    float *first = NULL;
    size_t n_ways = 0, n_wrong = 0;

    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        model m;
        unsigned cpu;
        if (tr_cpu_parse(ways[i].cpu, &cpu) < 0 || (cpu & ~here)) continue;
        open_model(&m, n, "model.npz", cpu, ways[i].threads);
        run(&m, n, 0.1, losses, norms);
        if (!first) {
            first = malloc(m.p.n_floats * sizeof *first);
            memcpy(first, m.p.w, m.p.n_floats * sizeof *first);
        }
        n_wrong += memcmp(first, m.p.w, m.p.n_floats * sizeof *first) != 0;
        n_ways++;
        close_model(&m);
    }
    free(first);
    tap_ok(n_wrong == 0, "%s: 50 steps give the same bits in %zu ways of threads and CPU", n->name,
           n_ways);
}

static double loss_of(model *m, const batch *b)
{
    const tr_loss_options options = {.smoothing = 0.1f, .weight = 1};
    tr_loss_sums sums = {0};
    tr_transformer_pack(m->t);
    tr_transformer_forward(m->t, &b->pack, NULL);
    tr_transformer_loss(m->t, &b->pack, &options, &sums);
    return sums.loss / (double)b->pack.target.n_rows;
}

/* How far the gradient of a weight is off from central differences.  A ReLU that changes its side
 * within the step spoils one; so the best of four steps counts. */
static double difference_of(model *m, const batch *b, size_t at)
{
    const float w = m->p.w[at];
    double best = INFINITY;
    for (float h = 8e-3f; h > 1e-4f; h /= 4) {
        m->p.w[at] = w + h;
        double slope = loss_of(m, b);
        m->p.w[at] = w - h;
        slope = (slope - loss_of(m, b)) / (2 * (double)h);
        best = fmin(best, fabs(slope - (double)m->p.g[at]));
    }
    m->p.w[at] = w;
    return best;
}

/* The parts of biases whose gradient is 0 by definition are left out: those of keys, on which
 * nothing depends, and of an SSRU's input, which has none. */
static bool is_frozen(const tr_learned *t, size_t o)
{
    const size_t third = o / (t->n_out / t->parts);
    return t->kind == TR_BIAS && ((t->parts == 3 && third == 1) || (t->parts == 2 && third == 0));
}

/* Three elements of every tensor. */
static void check_differences(const struct network *n)
{
    const tr_loss_options options = {.smoothing = 0.1f, .weight = 1, .backward = true};
    model m;
    batch b;
    npz data;
    tr_loss_sums sums = {0};
    double worst = 0;
    char where[80] = "";

    open_model(&m, n, "model.npz", tr_cpu_detect(), 1);
    if (!open_fixture(&data, n->name, "batch.npz")) give_up("a fixture");
    read_batch(&b, &data, "");
    close_fixture(&data);
    tr_transformer_forward(m.t, &b.pack, NULL);
    tr_transformer_loss(m.t, &b.pack, &options, &sums);
    for (size_t i = 0; i < m.p.n_floats; i++)
        m.p.g[i] /= (float)b.pack.target.n_rows;
    for (size_t i = 0; i < 3 * m.p.n_tensors; i++) {
        const tr_learned *t = &m.p.tensors[i / 3];
        const size_t element = (i % 3 * 7919 + 13 * i) % (t->n_out * t->n_in);
        if (is_frozen(t, element / t->n_in)) continue;
        const double off = difference_of(&m, &b, t->at + element);
        if (off > worst) snprintf(where, sizeof where, "%s", t->name);
        worst = fmax(worst, off);
    }
    tap_ok(worst < 2e-4, "%s: central differences are off by %.1e (%s)", n->name, worst, where);
    close_model(&m);
}

/* ---- Single operations ---- */

static void check_philox(const npz *z)
{
    enum { KEPT = 1003 };
    static const char words[] = "philox:words-seed42-step7-site65538";
    static const char keep[] = "philox:keep-p0.25-seed0x123456789abcdef-step7-site257";
    size_t wrong = 0;

    double *x = read_array(z, words, NULL);
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t word[4];
        tr_philox((uint32_t[]){i / 4, 65538, 7, 0}, 42, word);
        wrong += (int32_t)word[i % 4] != (int32_t)x[i];
    }
    free(x);
    tap_ok(wrong == 0, "Philox: the words are Random123's");

    tr_gradients g;
    float ones[KEPT];
    tr_dropout dropout = dropout_of(0.25, 0x123456789ABCDEF, 7);
    dropout.site = 257;
    tr_gradients_init(&g, tr_cpu_detect());
    for (size_t i = 0; i < KEPT; i++)
        ones[i] = 1;
    g.drop(&dropout, 0, ones, KEPT);
    x = read_array(z, keep, NULL);
    wrong = 0;
    for (size_t i = 0; i < KEPT; i++)
        wrong += (ones[i] != 0) != (x[i] != 0);
    free(x);
    tap_ok(wrong == 0, "dropout: the mask is the fixture's");
}

static void check_activations(const npz *z)
{
    static const char *const names[] = {"relu", "swish", "gelu-sigmoid", "gelu-erf"};
    tr_gradients g;
    tr_gradients_init(&g, tr_cpu_detect());
    for (int a = TR_RELU; a <= TR_GELU_ERF; a++) {
        char name[40];
        float x[256], d[256];
        size_t n;
        snprintf(name, sizeof name, "%s:x", names[a]);
        double *in = read_array(z, name, &n);
        snprintf(name, sizeof name, "%s:dy", names[a]);
        double *d_y = read_array(z, name, NULL);
        for (size_t i = 0; i < n; i++)
            x[i] = (float)in[i], d[i] = (float)d_y[i];
        g.activate_back(a, d, x, n, d);
        snprintf(name, sizeof name, "%s:dx", names[a]);
        const double worst = worst_rows(z, name, d, true);
        tap_ok(worst < 1e-6, "%s: its gradient is off by %.1e of the largest", names[a], worst);
        free(in);
        free(d_y);
    }
}

/* numpy keeps the result for the tall matrix column by column. */
static void check_muon(const npz *z)
{
    static const size_t sizes[][2] = {{16, 16}, {24, 40}, {64, 16}};
    static float scratch[1 << 15];
    tr_gradients k;

    tr_gradients_init(&k, tr_cpu_detect());
    for (size_t i = 0; i < 3; i++) {
        const size_t rows = sizes[i][0], columns = sizes[i][1];
        char name[64];
        float x[64 * 40];
        double worst = 0;
        snprintf(name, sizeof name, "newton-schulz-%zux%zu:g", rows, columns);
        double *g = read_array(z, name, NULL);
        name[strlen(name) - 1] = 'x';
        double *wanted = read_array(z, name, NULL);
        for (size_t e = 0; e < rows * columns; e++)
            x[e] = (float)g[e];
        tr_orthogonalise(&k, x, rows, columns, scratch);
        for (size_t e = 0; e < rows * columns; e++) {
            const size_t by_columns = e % columns * rows + e / columns;
            worst = fmax(worst, fabs((double)x[e] - wanted[rows > columns ? by_columns : e]));
        }
        tap_ok(worst < 1e-5, "Newton-Schulz of %zu x %zu is off by %.1e", rows, columns, worst);
        free(g);
        free(wanted);
    }
}

int main(void)
{
    npz z;

    if (access(FIXTURES "/operations.npz", R_OK)) {
        tap_skip("training against PyTorch", "no " FIXTURES);
        return tap_done();
    }
    if (!open_fixture(&z, ".", "operations.npz")) give_up("operations.npz");
    check_philox(&z);
    check_activations(&z);
    check_muon(&z);
    close_fixture(&z);
    for (size_t i = 0; i < N_NETWORKS; i++) {
        for (size_t c = 0; c < 4 && networks[i].cases[c]; c++) {
            check_gradients(&networks[i], networks[i].cases[c], "ref", 1);
            if (tr_cpu_detect() & TR_CPU_AVX2)
                check_gradients(&networks[i], networks[i].cases[c], "avx2", 2);
        }
        check_differences(&networks[i]);
        check_run(&networks[i], false);
        if (i == 0) check_run(&networks[i], true);
        check_same_bits(&networks[i]);
    }
    return tap_done();
}
