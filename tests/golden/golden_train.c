/*
 * golden_train.c - losses, gradients and training runs against PyTorch's in float64.
 *
 * The fixtures' README says how they were made and how close float32 can be.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cpu.h"
#include "base/numbers/philox.h"
#include "golden/train/network.h"
#include "golden/train/weights.h"
#include "make/tap.h"
#include "train/optimiser/adam.h"
#include "train/optimiser/gradient_norm.h"
#include "train/optimiser/muon.h"

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

static void check_gradients(const golden_network *n, const char *which, const char *cpu_name,
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
    tr_adam_update(tr_transformer_pass(m->t), &update, norm);
    tr_transformer_pack(m->t);
    return norm;
}

static void run(model *m, const golden_network *n, double p, double *losses, double *norms)
{
    static batch batches[BATCHES];
    npz data;

    if (!open_fixture(&data, n->name, "batches.npz")) give_up("a fixture");
    for (int i = 0; i < BATCHES; i++) {
        char prefix[16];
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
static void check_run(const golden_network *n, bool drops)
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
    /* With dropout one weight has no better answer.  The first gradient of decoder_l2_ffn_W1[10][0]
     * that is not 0 comes in step 5: -6.8e-9, 1.2e-7 of the tensor's largest.  Adam makes a full
     * step of it, whatever its size; so rounding decides how long the step is.  When the gradients
     * of the run in float64 get noise of 3e-7 of the largest, this weight moves by 1.7e-4, and no
     * other one by more than 3e-5, unless a ReLU changes its side. */
    const bool known = !drops || !d.n_beyond || !strcmp(d.where, "decoder_l2_ffn_W1");
    tap_ok(known && (drops ? d.n_beyond <= 1 && d.worst < 1e-4 : d.n_beyond == 0),
           "%s%s: weights after 50 steps are off by %.1e (%s), %zu by more than 5e-5", n->name,
           drops ? " with dropout" : "", d.worst, d.where, d.n_beyond);
    if (has_array(&z, ":m:Wemb")) {
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

static void check_same_bits(const golden_network *n)
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
static bool is_frozen(const tr_parameter_tensor *t, size_t o)
{
    const size_t third = o / (t->n_out / t->parts);
    return t->kind == TR_BIAS && ((t->parts == 3 && third == 1) || (t->parts == 2 && third == 0));
}

/* Three elements of every tensor. */
static void check_differences(const golden_network *n)
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
        const tr_parameter_tensor *t = &m.p.tensors[i / 3];
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
    tr_gradients_init(&g, tr_cpu_detect(), TR_FLOAT32);
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
    tr_gradients_init(&g, tr_cpu_detect(), TR_FLOAT32);
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

    tr_gradients_init(&k, tr_cpu_detect(), TR_FLOAT32);
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
        tr_muon_orthogonalise(&k, x, rows, columns, scratch);
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