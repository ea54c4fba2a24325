#include "kernels_bench.h"

#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "kernels/kernels.h"
#include "kernels/quant.h"

#include "kernels_peaks.h"
#include "kernels_random.h"

/* Products */

enum form { S8, F32, F32_S8 };

enum { MOST_ROWS = 512, N_ROWS = 6 };

static const size_t bench_rows[N_ROWS] = {1, 4, 8, 16, 64, MOST_ROWS};

/* One matrix after the other of `copies` alike: those of the other layers, which stand between two
 * readings of the same one. */
typedef struct bench_product {
    const tr_kernels *k;
    enum form form;
    tr_matrix w;
    const char *weights;
    size_t size, copies, next; /* bytes of a copy */
    size_t rows, at_once;      /* outputs of a call */
    const void *x;
    const float *x_scale;
    float *y; /* [rows, at_once] */
    tr_row_plan *plan;
} bench_product;

static void run_outputs(const bench_product *p, size_t first, size_t last)
{
    const size_t stride = p->w.n_in, width = last - first;
    switch (p->form) {
    case S8:
        p->k->product_s8(p->x, stride, p->x_scale, p->rows, &p->w, first, last, p->y, width,
                         p->plan);
        break;
    case F32:
        p->k->product_f32(p->x, stride, p->rows, &p->w, first, last, p->y, width);
        break;
    case F32_S8:
        p->k->product_f32_s8(p->x, stride, p->rows, &p->w, first, last, p->y, width);
        break;
    }
}

static void run_product(void *what)
{
    bench_product *p = what;
    const size_t n = p->w.n_out;
    p->w.weight = p->weights + p->next * p->size;
    p->next = (p->next + 1) % p->copies;
    tr_row_plan_reset(p->plan);
    for (size_t first = 0; first < n; first += p->at_once)
        run_outputs(p, first, n - first < p->at_once ? n : first + p->at_once);
}

static float *ones(heap *h, size_t n)
{
    float *x = heap_take(h, n * sizeof *x);
    for (size_t i = 0; i < n; i++)
        x[i] = 1;
    return x;
}

/* Distributed like the normed activations of a row: some sets are faster without negative inputs,
 * or with small ones. */
static int random_activation(heap *h)
{
    return (int)(random_below(h, 85) + random_below(h, 85) + random_below(h, 85)) - 3 * 42;
}

/* `footprint`: bytes of weights that are gone through, at least those of the matrix. */
static bench_product product_of(heap *h, const tr_kernels *k, enum form form, size_t n_out,
                                size_t n_in, size_t at_once, size_t footprint)
{
    bench_product p = {.k = k, .form = form, .at_once = at_once};
    p.size = form == F32 ? tr_packed_f32_size(n_out, n_in) : tr_packed_s8_size(n_out, n_in);
    p.copies = (footprint + p.size - 1) / p.size;
    char *weights = heap_take(h, p.size * p.copies);
    const size_t x_size = MOST_ROWS * n_in * (form == S8 ? 1 : sizeof(float));
    char *x = heap_take(h, x_size);
    int32_t *sum = heap_take(h, n_out * sizeof *sum);
    memset(weights, 1, p.size * p.copies);
    memset(x, 2, x_size);
    for (size_t i = 0; form == S8 && i < x_size; i++)
        x[i] = (char)random_activation(h);
    memset(sum, 0, n_out * sizeof *sum);
    p.weights = weights;
    p.x = x;
    p.x_scale = ones(h, MOST_ROWS);
    p.y = ones(h, MOST_ROWS * at_once);
    p.plan = heap_take(h, sizeof *p.plan);
    p.w = (tr_matrix){
        .scale = ones(h, n_out), .sum = sum, .bias = ones(h, n_out), .n_out = n_out, .n_in = n_in};
    return p;
}

/* The shapes of a network's products: of d by d (attention's queries and outputs), queries, keys
 * and values at once, both of the feed-forward network, and the logits, block by block. */
typedef struct network {
    const char *name;
    size_t d, ffn, vocab, decoder_layers;
} network;

enum { N_SHAPES = 5 };

typedef struct product_shape {
    size_t n_out, n_in, at_once;
} product_shape;

static void shapes_of(const network *n, product_shape shapes[N_SHAPES])
{
    shapes[0] = (product_shape){n->d, n->d, n->d};
    shapes[1] = (product_shape){3 * n->d, n->d, 3 * n->d};
    shapes[2] = (product_shape){n->ffn, n->d, n->ffn};
    shapes[3] = (product_shape){n->d, n->ffn, n->d};
    shapes[4] = (product_shape){n->vocab, n->d, TR_CANDIDATES};
}

/* Bytes of int8 weights that a step of the decoder reads. */
static size_t decoder_size(const network *n)
{
    return n->decoder_layers * (6 * n->d * n->d + 2 * n->d * n->ffn) + n->vocab * n->d;
}

/* Limits of a product: the arithmetic, or that each weight is read once for all rows. */
static double roofline(double peak, double read, double weight_bytes, size_t rows)
{
    const double fed = read / weight_bytes * (double)rows;
    return fed < peak ? fed : peak;
}

static void bench_shape(heap *h, const tr_kernels *k, enum form form, product_shape s,
                        size_t footprint, double peak, bench_run *read)
{
    bench_product p = product_of(h, k, form, s.n_out, s.n_in, s.at_once, footprint);
    const size_t all = p.size * p.copies;
    const double from = read_rate(read, p.weights, all);
    printf("\n%6zu x %4zu %6.1f MB %-6s %4.0f", s.n_out, s.n_in, (double)all * 1e-6, level_of(all),
           from * 1e-9);
    for (size_t r = 0; r < N_ROWS; r++) {
        p.rows = bench_rows[r];
        const double macs = (double)(s.n_out * s.n_in * p.rows);
        const double rate = macs / seconds(run_product, &p);
        const double roof = roofline(peak, from, form == F32 ? 4 : 1, p.rows);
        printf("  %6.1f %3.0f %3.0f", rate * 1e-9, 100 * rate / peak, 100 * rate / roof);
        fflush(stdout);
    }
    heap_reset(h);
}

/* `streaming`: weights come from where a decoder finds them, which has read all its others since;
 * else a matrix is used again and again. */
static void bench_products(heap *h, const tr_kernels *k, enum form form, const network *n,
                           bool streaming, double peak, bench_run *read)
{
    static const char *const names[] = {"int8", "float32", "float32 by int8"};
    const size_t footprint = streaming ? decoder_size(n) * (form == F32 ? 4 : 1) : 1;
    product_shape shapes[N_SHAPES];
    shapes_of(n, shapes);
    printf("\n%s, model %s, %s\n%13s %9s %-6s %4s", names[form], n->name,
           streaming ? "among the decoder's other weights" : "the same weights again and again",
           "n_out x n_in", "weights", "from", "GB/s");
    for (size_t r = 0; r < N_ROWS; r++)
        printf("%9zu %-6s", bench_rows[r], r == 0 ? "row" : "rows");
    for (size_t s = 0; s < N_SHAPES; s++)
        bench_shape(h, k, form, shapes[s], footprint, peak, read);
    printf("\n");
}

/* The rest */

typedef struct bench_vector {
    const tr_kernels *k;
    size_t n, heads, d_head;
    int activation;
    const float *x, *v;
    const uint32_t *index;
    int8_t *q;
    float *y, *z;
} bench_vector;

static void run_quantize(void *what)
{
    const bench_vector *b = what;
    b->k->quantize(b->x, b->n, b->q, b->z);
}

static void run_norm(void *what)
{
    const bench_vector *b = what;
    b->k->norm(b->x, b->v, b->x, b->v, 1e-6f, b->n, b->y);
}

static void run_activate(void *what)
{
    const bench_vector *b = what;
    memcpy(b->y, b->x, b->n * sizeof *b->y);
    b->k->activate(b->activation, b->y, b->n);
}

static void run_log_sum(void *what)
{
    const bench_vector *b = what;
    b->k->log_sum_block(b->x, b->n, b->y, b->z);
}

static void run_above(void *what)
{
    const bench_vector *b = what;
    b->z[0] = (float)b->k->above(b->x, b->n, -INFINITY, 6, (uint32_t *)b->y);
}

typedef struct bench_attention {
    const tr_kernels *k;
    tr_heads heads;
    tr_memory memory;
    size_t n_rows;
    float *q, *work;
} bench_attention;

static void run_attend(void *what)
{
    const bench_attention *b = what;
    const size_t width = b->heads.n * b->heads.d_head;
    b->k->attend(b->q, width, b->n_rows, &b->memory, &b->heads, 0.1f, b->work, b->q + 4 * width,
                 width);
}

static void run_pack(void *what)
{
    const bench_attention *b = what;
    b->k->pack_row(b->q, &b->heads, b->work);
}

static void bench_attend(heap *h, const tr_kernels *k, size_t d_head, bool half)
{
    enum { MOST = 100 };
    static const size_t positions[] = {1, 10, 30, MOST};
    bench_attention b = {.k = k, .heads = {.n = 8, .d_head = d_head, .half = half}};
    const size_t bytes = tr_row_bytes(&b.heads), width = 8 * d_head;
    char *rows = heap_take(h, 2 * MOST * bytes);
    uint32_t *index = heap_take(h, MOST * sizeof *index);
    b.q = heap_take(h, 8 * width * sizeof *b.q);
    b.work = heap_take(h, tr_attend_work(&b.heads, MOST) * sizeof *b.work);
    for (size_t i = 0; i < 4 * width; i++)
        b.q[i] = random_ordinary(h);
    for (size_t r = 0; r < 2 * MOST; r++)
        k->pack_row(b.q + r % 4 * width, &b.heads, rows + r * bytes);
    for (size_t j = 0; j < MOST; j++)
        index[j] = (uint32_t)(j * 7 % MOST);
    b.memory = (tr_memory){.k = rows, .v = rows + bytes, .stride = 2 * bytes};
    printf("%s, 8 x %zu: pack_row %.0f\n", half ? "half" : "float", d_head,
           1e9 * seconds(run_pack, &b));
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        b.memory.n = positions[i];
        printf("  attend over %zu:", b.memory.n);
        b.memory.index = NULL;
        for (b.n_rows = 1; b.n_rows <= 4; b.n_rows++)
            printf(" %.0f", 1e9 * seconds(run_attend, &b));
        b.memory.index = index;
        b.n_rows = 1;
        printf(" for 1 to 4 queries, %.0f by index\n", 1e9 * seconds(run_attend, &b));
    }
    heap_reset(h);
}

static void bench_vectors(heap *h, const tr_kernels *k)
{
    enum { MOST = 100 * 512 };
    static const char *const names[] = {"relu", "swish", "gelu-sigmoid", "gelu-erf", "gelu-tanh"};
    float *x = heap_take(h, MOST * sizeof *x), *v = heap_take(h, MOST * sizeof *v);
    bench_vector b = {.k = k, .x = x, .v = v, .q = heap_take(h, 4096)};
    b.y = heap_take(h, 4096 * sizeof *b.y);
    b.z = heap_take(h, 4096 * sizeof *b.z);
    for (size_t i = 0; i < MOST; i++) {
        x[i] = random_ordinary(h);
        v[i] = random_ordinary(h);
    }
    printf("\nns a call\n");
    for (b.n = 256; b.n <= 512; b.n *= 2)
        printf("quantize %zu: %.0f\nnorm %zu: %.0f\n", b.n, 1e9 * seconds(run_quantize, &b), b.n,
               1e9 * seconds(run_norm, &b));
    b.n = 2048;
    for (b.activation = TR_RELU; b.activation <= TR_GELU_TANH; b.activation++)
        printf("%s %zu: %.0f\n", names[b.activation], b.n, 1e9 * seconds(run_activate, &b));
    b.n = TR_CANDIDATES;
    printf("log_sum_block %zu: %.0f\n", b.n, 1e9 * seconds(run_log_sum, &b));
    printf("above %zu: %.0f\n", b.n, 1e9 * seconds(run_above, &b));
    heap_reset(h);
    for (int i = 0; i < 4; i++)
        bench_attend(h, k, i < 2 ? 32 : 64, i % 2);
}

static void bench_reading(heap *h, bench_run *read)
{
    enum { MOST = 256 << 20 };
    char *data = heap_take(h, MOST);
    memset(data, 1, MOST);
    printf("reads GB/s:");
    for (size_t size = 16 << 10; size <= MOST; size *= 4)
        printf(" %.0f from %zu KB (%s)%s", read_rate(read, data, size) * 1e-9, size >> 10,
               level_of(size), size * 4 <= MOST ? "," : "\n");
    heap_reset(h);
}

/* Work that one of two threads does over and over, and how many units of it a second. */
typedef struct runner {
    bench_run *run;
    void *what;
    int times;
    double units; /* a time */
    double rate;
} runner;

static void *run_repeatedly(void *ctx)
{
    runner *r = ctx;
    const double start = now();
    for (int i = 0; i < r->times; i++)
        r->run(r->what);
    r->rate = r->times * r->units / (now() - start);
    return NULL;
}

/* Both at once; 0 where there is no second thread. */
static double rate_together(runner *one, runner *two)
{
    pthread_t other;
    if (pthread_create(&other, NULL, run_repeatedly, two)) return 0;
    run_repeatedly(one);
    pthread_join(other, NULL);
    return one->rate + two->rate;
}

/* At best: others share the machine. */
static double rate_of_two(runner *one, runner *two)
{
    enum { ROUNDS = 4 };
    double best = 0;
    for (int i = 0; i < ROUNDS; i++) {
        const double rate = rate_together(one, two);
        best = rate > best ? rate : best;
    }
    return best;
}

static double read_rate_of_two(heap *h, bench_run *read)
{
    enum { SIZE = 128 << 20, STREAMS = 4, TIMES = 6 };
    char *data = heap_take(h, 2 * (size_t)SIZE);
    reading first = {data, SIZE, STREAMS}, second = {data + SIZE, SIZE, STREAMS};
    memset(data, 1, 2 * (size_t)SIZE);
    runner one = {read, &first, TIMES, SIZE, 0}, two = {read, &second, TIMES, SIZE, 0};
    const double rate = rate_of_two(&one, &two);
    heap_reset(h);
    return rate;
}

static runner peak_runner(const peak_loops *loops)
{
    enum { TIMES = 600 }; /* some 20 milliseconds */
    return (runner){loops->s8, NULL, TIMES, peak_macs(loops->s8_macs), 0};
}

static double peak_rate_of_two(const peak_loops *loops)
{
    runner one = peak_runner(loops), two = one;
    return rate_of_two(&one, &two);
}

/* Gain of a second thread, just now: 2 where each has a core for itself. */
static double speedup_of_two(const peak_loops *loops)
{
    runner one = peak_runner(loops), two = one;
    run_repeatedly(&one);
    const double alone = one.rate;
    return rate_together(&one, &two) / alone;
}

static void bench_peaks(heap *h, const peak_loops *loops)
{
    const double s8 = peak_rate(loops->s8, loops->s8_macs);
    const double f32 = peak_rate(loops->f32, loops->f32_macs);
    printf("%s: peak int8 %.1f GMAC/s, float32 %.1f GMAC/s\n", loops->set, s8 * 1e-9, f32 * 1e-9);
    bench_reading(h, loops->read);
    printf("two threads together: peak int8 %.0f GMAC/s, %.0f GB/s from memory\n",
           peak_rate_of_two(loops) * 1e-9, read_rate_of_two(h, loops->read) * 1e-9);
}

static void bench_all_products(heap *h, const tr_kernels *k, const peak_loops *loops)
{
    static const network base = {"B", 512, 2048, 32000, 6}, small = {"S", 256, 1024, 8000, 2};
    const double s8 = peak_rate(loops->s8, loops->s8_macs);
    const double f32 = peak_rate(loops->f32, loops->f32_macs);
    printf("\nProducts: GMAC/s, %% of the peak, %% of the roofline: the lower of the peak and of "
           "what\n"
           "the weights, read once for all rows, allow at the rate of plain reading\n");
    for (int streaming = 0; streaming < 2; streaming++) {
        bench_products(h, k, S8, &base, streaming, s8, loops->read);
        bench_products(h, k, S8, &small, streaming, s8, loops->read);
    }
    bench_products(h, k, F32, &base, false, f32, loops->read);
    bench_products(h, k, F32_S8, &base, false, f32, loops->read);
}

int bench(const char *what, const char *name)
{
    heap h = {.random = 1};
    unsigned cpu = tr_cpu_detect();
    tr_kernels k;
    if (name && (tr_cpu_parse(name, &cpu) || (cpu & tr_cpu_detect()) != cpu)) {
        fprintf(stderr, "check_kernels: %s: no such level on this machine\n", name);
        return EXIT_FAILURE;
    }
    tr_kernels_init(&k, cpu);
    const peak_loops *loops = peak_loops_of(tr_cpu_name(cpu));
    if (!strcmp(what, "--two")) {
        printf("%.2f\n", loops ? speedup_of_two(loops) : 0);
        return EXIT_SUCCESS;
    }
    if (loops) bench_peaks(&h, loops);
    if (!strcmp(what, "--peak")) return EXIT_SUCCESS;
    if (loops) bench_all_products(&h, &k, loops);
    bench_vectors(&h, &k);
    return EXIT_SUCCESS;
}
