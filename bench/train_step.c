/*
 * train_step.c - how fast a training step is, on random rows: pieces a second, and how much of the
 * processor's multiplications the whole step reaches.
 *
 *     train_step D FFN ENCODER DECODER VOCAB THREADS PIECES LENGTH STEPS
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/cpu.h"
#include "train/transformer.h"
#include "train/update.h"

enum { ROWS = 2048 };

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Multiply-adds of the network for one piece on each side, forward. */
static double work_of(const tr_shape *s, double length)
{
    const double d = (double)s->d_model, ffn = (double)s->encoder_ffn;
    const double encoder = 4 * d * d + 2 * d * ffn + 2 * length * d;
    const double decoder = 8 * d * d + 2 * d * ffn + 3 * length * d;
    return (double)s->n_encoder_layers * encoder + (double)s->n_decoder_layers * decoder +
           (double)s->target_vocab * d;
}

/* Fused multiplications of one core, in 1e9 operations a second. */
static double peak(void)
{
#if defined(__x86_64__)
    const long n = 20000000;
    const double began = seconds();
    for (long i = 0; i < n; i++)
        __asm__ volatile(
            "vfmadd231ps %%ymm0, %%ymm0, %%ymm1\n vfmadd231ps %%ymm0, %%ymm0, %%ymm2\n"
            "vfmadd231ps %%ymm0, %%ymm0, %%ymm3\n vfmadd231ps %%ymm0, %%ymm0, %%ymm4\n"
            "vfmadd231ps %%ymm0, %%ymm0, %%ymm5\n vfmadd231ps %%ymm0, %%ymm0, %%ymm6\n"
            "vfmadd231ps %%ymm0, %%ymm0, %%ymm7\n vfmadd231ps %%ymm0, %%ymm0, %%ymm8\n"
            "vfmadd231ps %%ymm0, %%ymm0, %%ymm9\n vfmadd231ps %%ymm0, %%ymm0, %%ymm10\n"
            :
            :
            : "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10");
    return 160.0 * (double)n / (seconds() - began) * 1e-9;
#else
    return 0;
#endif
}

int main(int argc, char **argv)
{
    if (argc < 10) return EXIT_FAILURE;
    const size_t a[] = {(size_t)atol(argv[1]), (size_t)atol(argv[2]), (size_t)atol(argv[3]),
                        (size_t)atol(argv[4]), (size_t)atol(argv[5]), (size_t)atol(argv[6]),
                        (size_t)atol(argv[7]), (size_t)atol(argv[8]), (size_t)atol(argv[9])};
    const tr_shape shape = {.d_model = a[0],
                            .heads = 8,
                            .encoder_ffn = a[1],
                            .decoder_ffn = a[1],
                            .n_encoder_layers = a[2],
                            .n_decoder_layers = a[3],
                            .source_vocab = a[4],
                            .target_vocab = a[4],
                            .n_positions = 128,
                            .output_bias = true,
                            .epsilon = 1e-6f};
    const size_t pieces = a[6], length = a[7], packs = (pieces + ROWS - 1) / ROWS;
    const size_t n = pieces / packs / length, rows = n * length;
    const tr_pack_limits limits = {.rows = ROWS, .longest = 128};
    static int32_t ids[ROWS];
    static size_t start[ROWS + 1];
    tr_parameters p;
    tr_workers *w;
    tr_transformer *t;
    tr_gradients g;
    tr_error err;
    float *positions = malloc(128 * a[0] * sizeof *positions);

    const int arithmetic = argc > 10 ? TR_FLOAT32 : TR_BF16;
    tr_gradients_init(&g, tr_cpu_detect(), arithmetic);
    if (tr_parameters_create(&p, &shape, &g.format, &err) < 0 ||
        tr_workers_create(&w, a[5], tr_transformer_scratch(&shape, &limits, &g.format), &err) < 0 ||
        tr_transformer_create(&t, &p, w, tr_cpu_detect(), arithmetic, positions, &limits, &err) < 0)
        return EXIT_FAILURE;
    tr_sinusoids(128, a[0], positions);
    tr_parameters_initialise(&p, 1);
    for (size_t i = 0; i < rows; i++)
        ids[i] = (int32_t)((i * 7919 + 13) % a[4]);
    for (size_t i = 0; i <= n; i++)
        start[i] = i * length;
    const tr_pack_side side = {.ids = ids, .start = start, .n_rows = rows};
    const tr_pack pack = {side, side, n};
    float *room = calloc(tr_norm_room(&p), sizeof *room);
    const tr_loss_options options = {
        .smoothing = 0.1f, .weight = 1 / (float)(rows * packs), .backward = true};

    tr_workers_begin(w);
    for (size_t step = 1; step <= a[8]; step++) {
        const tr_update u = {step, 1e-4, 1, 0.9, 0.98, 1e-9, 0.99};
        double in[5] = {0}, t0 = seconds(), t1;
        tr_loss_sums sums = {0};
        tr_transformer_pack(t);
        in[0] = (t1 = seconds()) - t0;
        for (size_t i = 0; i < packs; i++) {
            t0 = seconds();
            tr_transformer_forward(t, &pack, NULL);
            in[1] += (t1 = seconds()) - t0;
            tr_transformer_loss(t, &pack, &options, &sums);
            in[2] += (t0 = seconds()) - t1;
        }
        t0 = seconds();
        tr_update_adam(tr_transformer_pass(t), &u, tr_gradient_norm(tr_transformer_pass(t), room));
        in[3] = seconds() - t0;
        const double all = in[0] + in[1] + in[2] + in[3], done = (double)(rows * packs);
        const double flops = 6 * done * work_of(&shape, (double)length) * 1e-9, most = peak();
        printf("step %zu: loss %.4f, %.0f pieces/s; pack %.0f forward %.0f loss and backward %.0f "
               "update %.0f ms; %.1f of %.1f GFLOP/s a core: %.0f %%\n",
               step, sums.loss / done, done / all, in[0] * 1e3, in[1] * 1e3, in[2] * 1e3,
               in[3] * 1e3, flops / all, most, 100 * flops / all / most / (double)a[5]);
    }
    return EXIT_SUCCESS;
}
