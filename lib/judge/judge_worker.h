/*
 * judge_worker.h - what a thread judges with: its memory, and the steps from texts to scores.
 */
#ifndef TR_JUDGE_WORKER_H
#define TR_JUDGE_WORKER_H

#include "judge/estimator.h"
#include "judge/judged_text.h"
#include "network/decoder.h"

enum {
    TR_JUDGE_SEGMENTS = 16,                    /* that a worker takes at once, at most */
    TR_JUDGE_SEQUENCES = 3 * TR_JUDGE_SEGMENTS /* of them, */
};

typedef struct tr_judge_worker {
    const tr_nmt *m;
    const tr_tokenizer *tokenizer;
    tr_arena arena;
    tr_compute c;
    tr_sequences sequences;
    tr_source *sources; /* [TR_JUDGE_SEQUENCES] */

    /* Of COMET's: */
    float *vectors;          /* [TR_JUDGE_SEQUENCES, d_model] */
    float *sums;             /* [2, d_model] */
    float *features;         /* [TR_JUDGE_SEGMENTS, tr_config_features()] */
    float *hidden;           /* [2, TR_JUDGE_SEGMENTS, tr_estimator_width()] */
    tr_kvcache cache;        /* of MetricX: */
    tr_decoder_row *decoded; /* [TR_JUDGE_SEGMENTS] */
    uint32_t *nodes;         /* [TR_JUDGE_SEGMENTS] */
} tr_judge_worker;

/* TR_ENOMEM; *w, which was {0}, is to be freed either way. */
int tr_judge_worker_init(tr_judge_worker *w, const tr_nmt *m, const tr_tokenizer *t,
                         const tr_kernels *k, tr_error *err);
void tr_judge_worker_free(tr_judge_worker *w);

/* scores [n], n <= TR_JUDGE_SEGMENTS.  TR_EINVAL, TR_ENUMERIC, TR_ENOMEM. */
int tr_judge_worker_run(tr_judge_worker *w, const tr_judged *segments, size_t n, float *scores,
                        tr_error *err);

#endif
