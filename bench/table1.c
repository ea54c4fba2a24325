/*
 * table1.c - Table 1 of "Attention Is All You Need", measured: the time of a layer by the length n
 * of its sentence, for self-attention, for self-attention restricted to r neighbours, and for
 * recurrence.
 *
 *     table1 [-d WIDTH] [-h HEADS] [-r NEIGHBOURS] [-n LONGEST] [-c CPU]
 *
 * As in the paper, the layers are bare: what makes queries, keys, values and inputs of rows, 4 n
 * d^2 multiplications that have no order, is a line of its own.  The recurrence is h = f(x + U h)
 * with a matrix U (Elman 1990); that of an SSRU (Kim et al. 2019) has no matrix.  Times are of the
 * processor, on one core in float32; of some runs the one that took least counts.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/cpu.h"
#include "kernels/kernels.h"
#include "kernels/quant.h"

enum { SHORTEST = 16, FACTOR = 4, MOST_LENGTHS = 8 };

typedef struct bench {
    tr_kernels k;
    tr_heads heads;
    size_t d, r, longest, n; /* n: of the sentence in hand */
    float *x, *y;            /* [longest, 2 d] */
    char *memory;            /* [longest] keys and values, as attend() reads them */
    float *mask;             /* by distance: 0 for neighbours, -infinity beyond */
    float *work;
    tr_matrix w; /* [d, d] */
} bench;

static float noise(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return (float)(*state >> 8) * 0x1p-23f - 1;
}

static void *room(size_t size)
{
    void *p;
    if (posix_memalign(&p, TR_ROW_ALIGN, size)) exit(EXIT_FAILURE);
    return memset(p, 0, size);
}

/* ---- The layers ---- */

static void remember(const bench *b)
{
    const size_t stride = tr_memory_bytes(&b->heads);
    for (size_t j = 0; j < b->n; j++) {
        b->k.pack_row(b->x + j * 2 * b->d, &b->heads, b->memory + j * stride);
        b->k.pack_row(b->x + j * 2 * b->d + b->d, &b->heads,
                      b->memory + j * stride + tr_row_bytes(&b->heads));
    }
}

/* Rows first .. last - 1 attend to positions from .. to - 1. */
static void attend(const bench *b, size_t first, size_t last, size_t from, size_t to, bool masked)
{
    const size_t stride = tr_memory_bytes(&b->heads);
    const char *rows = b->memory + from * stride;
    tr_memory m = {
        .k = rows, .v = rows + tr_row_bytes(&b->heads), .stride = stride, .n = to - from};
    if (masked) {
        m.bias = b->mask;
        m.n_biases = b->r + 3;
        m.first_bias = (ptrdiff_t)(b->r / 2 + 1 + from) - (ptrdiff_t)first;
    }
    b->k.attend(b->x + first * 2 * b->d, 2 * b->d, last - first, &m, &b->heads,
                1 / sqrtf((float)b->heads.d_head), b->work, b->y + first * b->d, b->d);
}

static void self_attention(const bench *b)
{
    remember(b);
    attend(b, 0, b->n, 0, b->n, false);
}

/* Few rows at once, which have nearly the same neighbours; a mask leaves each its own. */
static void restricted(const bench *b)
{
    const size_t half = b->r / 2;
    remember(b);
    for (size_t i = 0; i < b->n; i += TR_ATTEND_ROWS) {
        const size_t last = i + TR_ATTEND_ROWS < b->n ? i + TR_ATTEND_ROWS : b->n;
        attend(b, i, last, i > half ? i - half : 0, last + half < b->n ? last + half : b->n, true);
    }
}

static void recurrent(const bench *b)
{
    const size_t d = b->d;
    for (size_t i = 0; i < b->n; i++) {
        float *h = b->y + i * d;
        if (i)
            b->k.product_f32(h - d, d, 1, &b->w, 0, d, h, d);
        else
            memset(h, 0, d * sizeof *h);
        for (size_t c = 0; c < d; c++)
            h[c] += b->x[i * 2 * d + c];
        b->k.activate(TR_SIGMOID, h, d);
    }
}

static void ssru(const bench *b)
{
    const size_t d = b->d;
    for (size_t i = 0; i < b->n; i++) {
        const float *x = b->x + i * 2 * d;
        float *h = b->y + i * d;
        memcpy(b->work, x + d, d * sizeof *x);
        b->k.activate(TR_SIGMOID, b->work, d);
        for (size_t c = 0; c < d; c++)
            h[c] = (i ? b->work[c] * h[c - d] : 0) + (1 - b->work[c]) * x[c];
    }
}

static void projections(const bench *b)
{
    for (int i = 0; i < 4; i++)
        b->k.product_f32(b->x, 2 * b->d, b->n, &b->w, 0, b->d, b->y, b->d);
}

typedef struct layer {
    const char *name, *operations, *in_order, *path;
    void (*run)(const bench *b);
} layer;
static const layer layers[] = {
    {"self-attention", "n^2 d", "1", "1", self_attention},
    {"restricted to r neighbours", "r n d", "1", "n/r", restricted},
    {"recurrent", "n d^2", "n", "n", recurrent},
    {"SSRU", "n d", "n", "n", ssru},
    {"four products of all rows", "n d^2", "1", "-", projections},
};
enum { N_LAYERS = sizeof layers / sizeof *layers };

/* ---- Whether they are what they are called ---- */

/* y of row i, head 0, first number: attention to positions from .. to - 1 in float64. */
static double plain(const bench *b, size_t i, size_t from, size_t to)
{
    double sum = 0, y = 0;
    for (size_t j = from; j < to; j++) {
        const float *q = b->x + i * 2 * b->d, *k = b->x + j * 2 * b->d;
        double s = 0;
        for (size_t c = 0; c < b->heads.d_head; c++)
            s += (double)q[c] * (double)k[c];
        s = exp(s / sqrt((double)b->heads.d_head));
        sum += s;
        y += s * (double)k[b->d];
    }
    return y / sum;
}

static void check(bench *b)
{
    const size_t half = b->r / 2;
    double worst = 0;
    b->n = b->longest < 64 ? b->longest : 64;
    for (int near = 0; near < 2; near++) {
        (near ? restricted : self_attention)(b);
        for (size_t i = 0; i < b->n; i++) {
            const size_t from = near && i > half ? i - half : 0;
            const size_t to = near && i + half + 1 < b->n ? i + half + 1 : b->n;
            worst = fmax(worst, fabs(plain(b, i, from, to) - (double)b->y[i * b->d]));
        }
    }
    if (worst < 1e-5) return;
    fprintf(stderr, "table1: attention is off by %g\n", worst);
    exit(EXIT_FAILURE);
}

/* ---- Time ---- */

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Of runs that take a tenth of a second together, and three at least. */
static double best_time(const bench *b, const layer *l)
{
    double best = INFINITY, all = 0;
    for (int i = 0; i < 3 || all < 0.1; i++) {
        const double began = seconds();
        l->run(b);
        const double took = seconds() - began;
        all += took;
        best = fmin(best, took);
    }
    return best;
}

static void print_table(bench *b)
{
    printf("d = %zu, %zu heads, r = %zu; ms of one core\n\n", b->d, b->heads.n, b->r);
    printf("| layer | operations | one after another | longest path |");
    for (size_t n = SHORTEST; n <= b->longest; n *= FACTOR)
        printf(" n = %zu |", n);
    printf("\n|---|---|---|---|");
    for (size_t n = SHORTEST; n <= b->longest; n *= FACTOR)
        printf("---:|");
    printf("\n");
    for (size_t i = 0; i < N_LAYERS; i++) {
        const layer *l = &layers[i];
        printf("| %s | %s | %s | %s |", l->name, l->operations, l->in_order, l->path);
        for (b->n = SHORTEST; b->n <= b->longest; b->n *= FACTOR)
            printf(" %.3f |", best_time(b, l) * 1e3);
        printf("\n");
    }
}

/* ---- Settings ---- */

static bool read_settings(bench *b, unsigned *cpu, int argc, char **argv)
{
    b->d = 512;
    b->heads.n = 8;
    b->r = 32;
    b->longest = 4096;
    *cpu = tr_cpu_usable(NULL);
    for (int c; (c = getopt(argc, argv, "d:h:r:n:c:")) != -1;) {
        if (c == 'd') b->d = (size_t)atol(optarg);
        if (c == 'h') b->heads.n = (size_t)atol(optarg);
        if (c == 'r') b->r = (size_t)atol(optarg);
        if (c == 'n') b->longest = (size_t)atol(optarg);
        if (c == 'c') *cpu = tr_cpu_usable(optarg);
        if (c == '?') return false;
    }
    return *cpu != TR_CPU_NOT_HERE && b->heads.n >= 1 && b->d >= b->heads.n && b->d <= 8192 &&
           b->d % b->heads.n == 0 && b->r >= 2 && b->r % 2 == 0 && b->r <= 65536 &&
           b->longest >= SHORTEST && b->longest <= 65536 && optind == argc;
}

static void open_bench(bench *b, unsigned cpu)
{
    const size_t d = b->d, n = b->longest;
    uint32_t state = 1;
    size_t groups;

    tr_kernels_init(&b->k, cpu);
    b->heads.d_head = d / b->heads.n;
    tr_row_width(&b->heads, &groups);
    b->x = room(n * 2 * d * sizeof *b->x);
    b->y = room(n * d * sizeof *b->y);
    b->memory = room(n * tr_memory_bytes(&b->heads));
    b->work = room((tr_attend_work(&b->heads, n) + d) * sizeof *b->work);
    for (size_t i = 0; i < n * 2 * d; i++)
        b->x[i] = noise(&state);
    const size_t per_distance = groups * TR_LANES;
    b->mask = room((b->r + 3) * per_distance * sizeof *b->mask);
    for (size_t i = 0; i < per_distance; i++)
        b->mask[i] = b->mask[(b->r + 2) * per_distance + i] = -INFINITY;
    float *w = room(d * d * sizeof *w), *packed = room(tr_packed_f32_size(d, d));
    for (size_t i = 0; i < d * d; i++)
        w[i] = noise(&state) / sqrtf((float)d);
    tr_pack_f32(w, d, d, d, 1, packed);
    free(w);
    b->w = (tr_matrix){.weight = packed, .n_out = d, .n_in = d};
}

int main(int argc, char **argv)
{
    static bench b;
    unsigned cpu;

    if (!read_settings(&b, &cpu, argc, argv)) {
        fputs("see the head of bench/table1.c\n", stderr);
        return EXIT_FAILURE;
    }
    open_bench(&b, cpu);
    check(&b);
    print_table(&b);
    return EXIT_SUCCESS;
}
