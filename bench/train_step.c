/*
 * train_step.c - how fast a training step is, on random rows: pieces a second, the time of its
 * parts, and how much of the processor's multiplications products reach, alone and over the step.
 *
 *     train_step [-s E+D,WIDTH,FFN,HEADS,VOCAB] [-p PIECES] [-l LENGTH] [-n STEPS] [-j THREADS]
 *                [-a bf16|float32] [-o adam|muon] [-c CPU]
 *
 * Times are of the processor, so that other programs matter less; the step that took least counts.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/cpu.h"
#include "train/network/transformer.h"
#include "train/optimiser/adam.h"
#include "train/optimiser/gradient_norm.h"
#include "train/optimiser/muon.h"

enum { ROWS = 2048, POSITIONS = 128 };

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- The processor's peak ---- */

#if defined(__x86_64__)
#define SIX(op, v)                                                                                 \
    op " %%" v "0, %%" v "0, %%" v "1\n" op " %%" v "0, %%" v "0, %%" v "2\n" op " %%" v "0, %%" v \
       "0, %%" v "3\n" op " %%" v "0, %%" v "0, %%" v "4\n" op " %%" v "0, %%" v "0, %%" v         \
       "5\n" op " %%" v "0, %%" v "0, %%" v "6\n"
#define TWELVE(op, v)                                                                              \
    SIX(op, v)                                                                                     \
    op " %%" v "0, %%" v "0, %%" v "7\n" op " %%" v "0, %%" v "0, %%" v "8\n" op " %%" v "0, %%" v \
       "0, %%" v "9\n" op " %%" v "0, %%" v "0, %%" v "10\n" op " %%" v "0, %%" v "0, %%" v        \
       "11\n" op " %%" v "0, %%" v "0, %%" v "12\n"
#define CHANGED                                                                                    \
    "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",       \
        "xmm11", "xmm12"

/* In 1e9 operations a second: of so many for each instruction, twelve of which do not wait for one
 * another. */
#define MEASURE(op, v, operations)                                                                 \
    for (long i = 0; i < n; i++)                                                                   \
        __asm__ volatile(TWELVE(op, v) : : : CHANGED);                                             \
    return 12.0 * (operations) * (double)n / (seconds(CLOCK_THREAD_CPUTIME_ID) - began) * 1e-9

static double peak(unsigned cpu, int arithmetic)
{
    const long n = 2000000;
    __asm__ volatile("vxorps %%xmm0, %%xmm0, %%xmm0" : : : "xmm0");
    const double began = seconds(CLOCK_THREAD_CPUTIME_ID);
    if ((cpu & TR_CPU_BF16) && arithmetic == TR_BF16) {
        MEASURE("vdpbf16ps", "zmm", 64);
    }
    if (cpu & TR_CPU_AVX512) {
        MEASURE("vfmadd231ps", "zmm", 32);
    }
    MEASURE("vfmadd231ps", "ymm", 16);
}
#else
static double peak(unsigned cpu, int arithmetic)
{
    (void)cpu;
    (void)arithmetic;
    return 0;
}
#endif

/* ---- Products, counted ---- */

static void (*product)(const tr_left_operand *, size_t, const float *, size_t, size_t,
                       const float *, bool, float *, size_t);
static atomic_ullong product_operations, product_nanoseconds;

static void counted_product(const tr_left_operand *left, size_t n_rows, const float *panels,
                            size_t n_in, size_t n_out, const float *bias, bool add, float *y,
                            size_t y_stride)
{
    const double began = seconds(CLOCK_THREAD_CPUTIME_ID);
    product(left, n_rows, panels, n_in, n_out, bias, add, y, y_stride);
    const double took = seconds(CLOCK_THREAD_CPUTIME_ID) - began;
    atomic_fetch_add(&product_nanoseconds, (unsigned long long)(took * 1e9));
    atomic_fetch_add(&product_operations, 2ull * n_rows * n_in * n_out);
}

/* ---- A step ---- */

typedef struct bench_settings {
    tr_shape shape;
    size_t pieces, length, steps, threads;
    int arithmetic;
    bool muon;
    unsigned cpu;
} bench_settings;

typedef struct bench {
    bench_settings set;
    tr_parameters p;
    tr_workers *workers;
    tr_transformer *t;
    float *positions, *room;
    int32_t ids[ROWS];
    size_t start[ROWS + 1], n_packs;
    tr_pack pack;
} bench;

enum step_part { PACK, FORWARD, BACKWARD, UPDATE, N_PARTS };

typedef struct step_report {
    double part[N_PARTS], all, wall; /* seconds */
    double product_seconds, operations;
    double loss;
} step_report;

static double size_larger(size_t a, size_t b)
{
    return (double)(a > b ? a : b);
}

static void open_bench(bench *b)
{
    const bench_settings *set = &b->set;
    const tr_pack_limits limits = {.rows = ROWS, .longest = POSITIONS};
    tr_gradients g;
    tr_error err;

    tr_gradients_init(&g, set->cpu, set->arithmetic);
    const size_t scratch = (size_t)size_larger(tr_transformer_scratch(&set->shape, &limits),
                                               tr_muon_scratch(&set->shape));
    b->positions = malloc(POSITIONS * set->shape.d_model * sizeof *b->positions);
    if (!b->positions || tr_parameters_create(&b->p, &set->shape, &g.format, &err) < 0 ||
        tr_workers_create(&b->workers, set->threads, scratch, &err) < 0 ||
        tr_transformer_create(&b->t, &b->p, b->workers, set->cpu, set->arithmetic, b->positions,
                              &limits, &err) < 0)
        exit(EXIT_FAILURE);
    tr_pass *pass = (tr_pass *)tr_transformer_pass(b->t);
    product = pass->g.product;
    pass->g.product = counted_product;
    tr_transformer_sinusoids(POSITIONS, set->shape.d_model, b->positions);
    tr_parameters_initialise(&b->p, 1);
    b->room = calloc(tr_gradient_norm_room(&b->p), sizeof *b->room);
}

static void make_pack(bench *b)
{
    b->n_packs = (b->set.pieces + ROWS - 1) / ROWS;
    const size_t n = b->set.pieces / b->n_packs / b->set.length, rows = n * b->set.length;
    for (size_t i = 0; i < rows; i++)
        b->ids[i] = (int32_t)((i * 7919 + 13) % b->set.shape.target_vocab);
    for (size_t i = 0; i <= n; i++)
        b->start[i] = i * b->set.length;
    const tr_pack_side side = {.ids = b->ids, .start = b->start, .n_rows = rows};
    b->pack = (tr_pack){side, side, n};
}

/* Seconds since *last, which becomes now. */
static double lap(double *last)
{
    const double before = *last;
    *last = seconds(CLOCK_PROCESS_CPUTIME_ID);
    return *last - before;
}

static step_report run_step(bench *b, size_t step)
{
    const tr_update u = {step, 1e-4, 1, 0.9, 0.98, 1e-9, 0.99};
    const tr_pass *pass = tr_transformer_pass(b->t);
    const size_t rows = b->pack.target.n_rows * b->n_packs;
    const tr_loss_options options = {
        .smoothing = 0.1f, .weight = 1 / (float)rows, .backward = true};
    tr_loss_sums sums = {0};
    step_report r = {.wall = -seconds(CLOCK_MONOTONIC)};
    double last = seconds(CLOCK_PROCESS_CPUTIME_ID);

    product_nanoseconds = product_operations = 0;
    tr_workers_begin(b->workers);
    tr_transformer_pack(b->t);
    r.part[PACK] = lap(&last);
    for (size_t i = 0; i < b->n_packs; i++) {
        tr_transformer_forward(b->t, &b->pack, NULL);
        r.part[FORWARD] += lap(&last);
        tr_transformer_loss(b->t, &b->pack, &options, &sums);
        r.part[BACKWARD] += lap(&last);
    }
    (b->set.muon ? tr_muon_update : tr_adam_update)(pass, &u, tr_gradient_norm(pass, b->room));
    tr_workers_end(b->workers);
    r.part[UPDATE] = lap(&last);
    r.wall += seconds(CLOCK_MONOTONIC);
    for (size_t i = 0; i < N_PARTS; i++)
        r.all += r.part[i];
    r.product_seconds = (double)product_nanoseconds * 1e-9;
    r.operations = (double)product_operations;
    r.loss = sums.loss / (double)rows;
    return r;
}

static void print_report(const bench *b, const step_report *r, double most)
{
    static const char *const names[N_PARTS] = {"packing of weights", "forward", "loss, backward",
                                               "update"};
    const double pieces = (double)(b->pack.target.n_rows * b->n_packs);
    const double rate = r->operations / r->product_seconds * 1e-9;
    const double whole = r->operations / r->all * 1e-9;

    for (size_t i = 0; i < N_PARTS; i++)
        printf("%-20s %7.1f ms  %5.1f %%\n", names[i], r->part[i] * 1e3, 100 * r->part[i] / r->all);
    printf("%-20s %7.1f ms  %5.1f %%  %.0f GFLOP/s a core, %.0f %% of the peak of %.0f\n",
           "products", r->product_seconds * 1e3, 100 * r->product_seconds / r->all, rate,
           100 * rate / most, most);
    printf("%-20s %7.1f ms  %5.1f %%\n", "the rest", (r->all - r->product_seconds) * 1e3,
           100 - 100 * r->product_seconds / r->all);
    printf("%-20s %7.1f ms  %5.1f %%  products at %.0f GFLOP/s a core, %.0f %% of the peak\n",
           "the whole step", r->all * 1e3, 100.0, whole, 100 * whole / most);
    printf("%.0f pieces a second on %zu threads, %.0f a second of a core; loss %.4f\n",
           pieces / r->wall, b->set.threads, pieces / r->all, r->loss);
}

static bool read_settings(bench_settings *s, int argc, char **argv)
{
    size_t vocab = 8000;
    *s =
        (bench_settings){.shape = {.n_positions = POSITIONS, .output_bias = true, .epsilon = 1e-6f},
                         .pieces = 4000,
                         .length = 25,
                         .steps = 6,
                         .threads = 1,
                         .cpu = tr_cpu_usable(NULL)};
    const char *shape = "4+2,256,1024,8,8000";
    for (int c; (c = getopt(argc, argv, "s:p:l:n:j:a:o:c:")) != -1;) {
        if (c == 's') shape = optarg;
        if (c == 'p') s->pieces = (size_t)atol(optarg);
        if (c == 'l') s->length = (size_t)atol(optarg);
        if (c == 'n') s->steps = (size_t)atol(optarg);
        if (c == 'j') s->threads = (size_t)atol(optarg);
        if (c == 'a') s->arithmetic = strcmp(optarg, "bf16") ? TR_FLOAT32 : TR_BF16;
        if (c == 'o') s->muon = !strcmp(optarg, "muon");
        if (c == 'c') s->cpu = tr_cpu_usable(optarg);
        if (c == '?') return false;
    }
    tr_shape *n = &s->shape;
    if (sscanf(shape, "%zu+%zu,%zu,%zu,%zu,%zu", &n->n_encoder_layers, &n->n_decoder_layers,
               &n->d_model, &n->encoder_ffn, &n->heads, &vocab) != 6)
        return false;
    n->decoder_ffn = n->encoder_ffn;
    n->source_vocab = n->target_vocab = vocab;
    return s->cpu != TR_CPU_NOT_HERE && s->threads >= 1 && s->threads <= 8 && s->steps >= 1 &&
           s->length >= 1 && s->length <= POSITIONS && s->pieces >= s->length;
}

int main(int argc, char **argv)
{
    static bench b;
    step_report best = {.all = 1e9};
    double most = 0;

    if (!read_settings(&b.set, argc, argv)) {
        fputs("see the head of bench/train_step.c\n", stderr);
        return EXIT_FAILURE;
    }
    open_bench(&b);
    make_pack(&b);
    for (size_t step = 1; step <= b.set.steps; step++) {
        const double now = peak(b.set.cpu, b.set.arithmetic);
        const step_report r = run_step(&b, step);
        if (now > most) most = now;
        if (r.all < best.all) best = r;
    }
    print_report(&b, &best, most);
    return EXIT_SUCCESS;
}
