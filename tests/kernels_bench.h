/* kernels_bench.h - check_kernels --bench: how fast the kernels of this machine are. */
#ifndef KERNELS_BENCH_H
#define KERNELS_BENCH_H

#include "../lib/cpu.h"
#include "../lib/kernels/kernels.h"
#include "../lib/kernels/quant.h"

#include <stdbool.h>

#include "kernels_random.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

static inline double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds of one call of `run`: the best of several rounds, others share the machine. */
typedef void bench_run(void *what);

static inline double seconds(bench_run *run, void *what)
{
    double best = INFINITY;
    size_t calls = 1;
    run(what);
    for (int round = 0; round < 12; round++) {
        const double start = now();
        for (size_t i = 0; i < calls; i++)
            run(what);
        const double each = (now() - start) / (double)calls;
        best = each < best ? each : best;
        calls = (size_t)(4e-3 / best) + 1;
    }
    return best;
}

/* Peaks: the multiply-accumulate sequence of a product, on registers alone. */

enum { PEAK_LOOPS = 10000, PEAK_CHAINS = 12 };

#if defined(__x86_64__)
__attribute__((target("avx512f,avx512vnni"))) static inline void peak_vnni(void *sink)
{
    __m512i acc[PEAK_CHAINS], x = _mm512_loadu_si512(sink), w = x;
    for (int i = 0; i < PEAK_CHAINS; i++)
        acc[i] = _mm512_set1_epi32(i);
    for (int loop = 0; loop < PEAK_LOOPS; loop++) {
        _Pragma("GCC unroll 16") for (int i = 0; i < PEAK_CHAINS; i++) acc[i] =
            _mm512_dpbusd_epi32(acc[i], x, w);
        __asm__ volatile("" : "+v"(x), "+v"(w));
    }
    for (int i = 0; i < PEAK_CHAINS; i++)
        x = _mm512_xor_si512(x, acc[i]);
    _mm512_storeu_si512(sink, x);
}

__attribute__((target("avx512f"))) static inline void peak_fma512(void *sink)
{
    __m512 acc[PEAK_CHAINS], x = _mm512_loadu_ps(sink), w = x;
    for (int i = 0; i < PEAK_CHAINS; i++)
        acc[i] = _mm512_set1_ps((float)i);
    for (int loop = 0; loop < PEAK_LOOPS; loop++) {
        _Pragma("GCC unroll 16") for (int i = 0; i < PEAK_CHAINS; i++) acc[i] =
            _mm512_fmadd_ps(x, w, acc[i]);
        __asm__ volatile("" : "+v"(x), "+v"(w));
    }
    for (int i = 0; i < PEAK_CHAINS; i++)
        x = _mm512_add_ps(x, acc[i]);
    _mm512_storeu_ps(sink, x);
}

__attribute__((target("avx2"))) static inline void peak_maddubs(void *sink)
{
    __m256i acc[PEAK_CHAINS], x = _mm256_loadu_si256(sink), w = x;
    const __m256i ones = _mm256_set1_epi16(1);
    for (int i = 0; i < PEAK_CHAINS; i++)
        acc[i] = _mm256_set1_epi32(i);
    for (int loop = 0; loop < PEAK_LOOPS; loop++) {
        _Pragma("GCC unroll 16") for (int i = 0; i < PEAK_CHAINS; i++)
        {
            __asm__ volatile("" : "+v"(x), "+v"(w));
            const __m256i pairs = _mm256_maddubs_epi16(w, _mm256_sign_epi8(x, w));
            acc[i] = _mm256_add_epi32(acc[i], _mm256_madd_epi16(pairs, ones));
        }
    }
    for (int i = 0; i < PEAK_CHAINS; i++)
        x = _mm256_xor_si256(x, acc[i]);
    _mm256_storeu_si256(sink, x);
}

__attribute__((target("avx2,fma"))) static inline void peak_fma256(void *sink)
{
    __m256 acc[PEAK_CHAINS], x = _mm256_loadu_ps(sink), w = x;
    for (int i = 0; i < PEAK_CHAINS; i++)
        acc[i] = _mm256_set1_ps((float)i);
    for (int loop = 0; loop < PEAK_LOOPS; loop++) {
        _Pragma("GCC unroll 16") for (int i = 0; i < PEAK_CHAINS; i++) acc[i] =
            _mm256_fmadd_ps(x, w, acc[i]);
        __asm__ volatile("" : "+v"(x), "+v"(w));
    }
    for (int i = 0; i < PEAK_CHAINS; i++)
        x = _mm256_add_ps(x, acc[i]);
    _mm256_storeu_ps(sink, x);
}
#endif

/* Multiply-accumulates a second, for int8 and float32; 0 where it is not known. */
static inline void measure_peaks(unsigned cpu, double *s8, double *f32)
{
    *s8 = *f32 = 0;
#if defined(__x86_64__)
    float sink[16] = {0};
    const double steps = (double)PEAK_LOOPS * PEAK_CHAINS;
    if (cpu & TR_CPU_AVX512) {
        *s8 = steps * 64 / seconds(peak_vnni, sink);
        *f32 = steps * 16 / seconds(peak_fma512, sink);
    } else if (cpu & TR_CPU_AVX2) {
        *s8 = steps * 32 / seconds(peak_maddubs, sink);
        *f32 = steps * 8 / seconds(peak_fma256, sink);
    }
#else
    (void)cpu;
#endif
}

/* Products */

enum form { S8, F32, F32_S8 };

typedef struct bench_product {
    const tr_kernels *k;
    enum form form;
    tr_matrix w;
    size_t rows, stride;
    const void *x;
    const float *x_scale;
    float *y;
} bench_product;

static inline void run_product(void *what)
{
    const bench_product *p = what;
    const size_t n = p->w.n_out;
    switch (p->form) {
    case S8:
        p->k->product_s8(p->x, p->stride, p->x_scale, p->rows, &p->w, 0, n, p->y, n);
        break;
    case F32:
        p->k->product_f32(p->x, p->stride, p->rows, &p->w, 0, n, p->y, n);
        break;
    case F32_S8:
        p->k->product_f32_s8(p->x, p->stride, p->rows, &p->w, 0, n, p->y, n);
        break;
    }
}

static inline double product_seconds(heap *h, const tr_kernels *k, enum form form, size_t n_out,
                                     size_t n_in, size_t rows)
{
    const size_t weight_size =
        form == F32 ? tr_packed_f32_size(n_out, n_in) : tr_packed_s8_size(n_out, n_in);
    const size_t x_size = rows * n_in * (form == S8 ? 1 : sizeof(float));
    char *weight = heap_take(h, weight_size), *x = heap_take(h, x_size);
    float *scale = heap_take(h, n_out * sizeof *scale),
          *x_scale = heap_take(h, rows * sizeof *scale);
    int32_t *sum = heap_take(h, n_out * sizeof *sum);
    memset(weight, 1, weight_size);
    memset(x, 2, x_size);
    memset(sum, 0, n_out * sizeof *sum);
    for (size_t i = 0; i < n_out; i++)
        scale[i] = 1;
    for (size_t i = 0; i < rows; i++)
        x_scale[i] = 1;
    bench_product p = {k, form,    {weight, scale, sum, scale, n_out, n_in},  rows, n_in,
                       x, x_scale, heap_take(h, rows * n_out * sizeof(float))};
    const double time = seconds(run_product, &p);
    heap_reset(h);
    return time;
}

static inline void bench_products(heap *h, const tr_kernels *k, enum form form, double peak)
{
    static const char *const names[] = {"int8", "float32", "float32 by int8"};
    static const size_t shapes[][2] = {{512, 512},   {1536, 512}, {2048, 512}, {512, 2048},
                                       {32000, 512}, {256, 256},  {768, 256},  {1024, 256},
                                       {256, 1024},  {8000, 256}};
    static const size_t rows[] = {1, 4, 8, 16, 64, 512};
    const size_t n_shapes = form == S8 ? sizeof shapes / sizeof *shapes : 4;
    const size_t n_rows = form == S8 ? 6 : 5;
    printf("\n%s: GMAC/s (%% of peak) of n_out x n_in by rows\n%14s", names[form], "");
    for (size_t r = 0; r < n_rows; r++)
        printf("%16zu", rows[r]);
    for (size_t s = 0; s < n_shapes; s++) {
        printf("\n%7zu x %4zu", shapes[s][0], shapes[s][1]);
        for (size_t r = 0; r < n_rows; r++) {
            const double macs = (double)(shapes[s][0] * shapes[s][1] * rows[r]);
            const double rate =
                macs / product_seconds(h, k, form, shapes[s][0], shapes[s][1], rows[r]);
            printf("  %7.1f (%3.0f%%)", rate * 1e-9, peak > 0 ? 100 * rate / peak : 0);
            fflush(stdout);
        }
    }
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

static inline void run_quantize(void *what)
{
    const bench_vector *b = what;
    b->k->quantize(b->x, b->n, b->q, b->z);
}

static inline void run_norm(void *what)
{
    const bench_vector *b = what;
    b->k->norm(b->x, b->v, b->x, b->v, 1e-6f, b->n, b->y);
}

static inline void run_activate(void *what)
{
    const bench_vector *b = what;
    memcpy(b->y, b->x, b->n * sizeof *b->y);
    b->k->activate(b->activation, b->y, b->n);
}

static inline void run_log_sum(void *what)
{
    const bench_vector *b = what;
    b->k->log_sum_block(b->x, b->n, b->y, b->z);
}

static inline void run_above(void *what)
{
    const bench_vector *b = what;
    b->z[0] = (float)b->k->above(b->x, b->n, 3.9f, (uint32_t *)b->y);
}

typedef struct bench_attention {
    const tr_kernels *k;
    tr_heads heads;
    tr_memory memory;
    size_t n_rows;
    float *q, *work;
} bench_attention;

static inline void run_attend(void *what)
{
    const bench_attention *b = what;
    const size_t width = b->heads.n * b->heads.d_head;
    b->k->attend(b->q, width, b->n_rows, &b->memory, &b->heads, 0.1f, b->work, b->q + 4 * width,
                 width);
}

static inline void run_pack(void *what)
{
    const bench_attention *b = what;
    b->k->pack_row(b->q, &b->heads, b->work);
}

static inline void bench_attend(heap *h, const tr_kernels *k, size_t d_head, bool half)
{
    enum { MOST = 100 };
    static const size_t positions[] = {1, 10, 30, MOST};
    bench_attention b = {.k = k, .heads = {8, d_head, half}};
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

static inline void bench_vectors(heap *h, const tr_kernels *k)
{
    enum { MOST = 100 * 512 };
    static const char *const names[] = {"relu", "swish", "gelu-sigmoid", "gelu-erf"};
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
    for (b.activation = TR_RELU; b.activation <= TR_GELU_ERF; b.activation++)
        printf("%s %zu: %.0f\n", names[b.activation], b.n, 1e9 * seconds(run_activate, &b));
    b.n = TR_CANDIDATES;
    printf("log_sum_block %zu: %.0f\n", b.n, 1e9 * seconds(run_log_sum, &b));
    printf("above %zu: %.0f\n", b.n, 1e9 * seconds(run_above, &b));
    heap_reset(h);
    for (int i = 0; i < 4; i++)
        bench_attend(h, k, i < 2 ? 32 : 64, i % 2);
}

/* `name`: the level to measure, or NULL for this machine's best. */
static inline int bench(const char *name)
{
    heap h = {.random = 1};
    unsigned cpu = tr_cpu_detect();
    tr_kernels k;
    double s8, f32;
    if (name && (tr_cpu_parse(name, &cpu) || (cpu & tr_cpu_detect()) != cpu)) {
        fprintf(stderr, "check_kernels: %s: no such level on this machine\n", name);
        return EXIT_FAILURE;
    }
    tr_kernels_init(&k, cpu);
    measure_peaks(cpu, &s8, &f32);
    printf("%s: peak int8 %.1f GMAC/s, float32 %.1f GMAC/s\n", tr_cpu_name(cpu), s8 * 1e-9,
           f32 * 1e-9);
    bench_vectors(&h, &k);
    bench_products(&h, &k, S8, s8);
    bench_products(&h, &k, F32, f32);
    bench_products(&h, &k, F32_S8, f32);
    return EXIT_SUCCESS;
}

#endif
