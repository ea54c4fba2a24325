/* train.h - the options of `translate train`, for the program that runs it. */
#ifndef TRAIN_H
#define TRAIN_H

#include "console/options.h"

enum { TRAIN_NOT_SAID = -1 };

typedef struct train_settings {
    const char *source_language, *target_language, *output;
    const char *target, *mix, *dev, *vocab, *from, *general, *resume;
    const char *name, *license, *origin, *export;
    const char *size, *shape, *rate, *dropout, *clip, *hours, *average, *smoothing, *betas;
    const char *lora_alpha, *lora_matrices;
    int steps, cooldown, warmup, batch, limit, pieces, every, seed, threads, shards, lora;
    int optimizer;         /* enum tr_optimizer, or TRAIN_NOT_SAID */
    int arithmetic;        /* enum tr_arithmetic */
    int schedule;          /* enum tr_schedule */
    int positions;         /* 1: learned */
    int norm;              /* 1: before blocks */
    int activation;        /* enum tr_activation */
    int ties;              /* enum tr_ties */
    int decoder;           /* 1: with an SSRU in place of self-attention */
    int d_key, d_value;    /* of a new network's heads; 0: not said */
    const char *attention; /* its scores, or NULL */
    int type;              /* 0 int8, 1 float32, or TRAIN_NOT_SAID */
    int plan, exchange, force, text_changed, quiet, mpi;
    length_penalty penalty; /* of the model's search */
    const char *cpu;
} train_settings;

/* Before any option was read. */
train_settings train_defaults(void);

#define EXPORT_NEEDS_NONE "--export needs no text and no --output"

#endif
