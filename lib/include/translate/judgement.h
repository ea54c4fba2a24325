/* translate/judgement.h - learned metrics: COMET and MetricX, networks that judge translations. */
#ifndef TRANSLATE_JUDGEMENT_H
#define TRANSLATE_JUDGEMENT_H

#include "models.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What tr_model_info.reads_reference says. */
enum tr_reads_reference { TR_REFERENCE_NEVER, TR_REFERENCE_MAYBE, TR_REFERENCE_ALWAYS };

/* A metric at work, with memory for as many threads as it has. */
typedef struct tr_judge tr_judge;

/* `model` is a metric (tr_model_info.metric), and outlives the judge.  `threads`: 0 = one per core;
 * `cpu`: an instruction set, as in tr_options, NULL = the best.  TR_EINVAL, TR_EUNSUPPORTED for a
 * model that translates, what is wrong with its tokenizer, TR_ENOMEM. */
int tr_judge_create(tr_judge **judge, const tr_model *model, int threads, const char *cpu,
                    tr_error *err);
void tr_judge_free(tr_judge *judge); /* NULL is allowed */

/* scores [n] = how good each translation of a source is, as the metric has it: COMET's are mostly 0
 * to 1, the higher the better; MetricX's are errors, 0 to 25.  A score depends on the texts of its
 * segment alone.  `references` [n], or NULL for none.  TR_EINVAL where the metric needs references,
 * or a text is too long; TR_ENUMERIC, TR_EFORMAT if the model's file was written to, TR_ENOMEM. */
int tr_judge_scores(tr_judge *judge, const tr_string *sources, const tr_string *translations,
                    const tr_string *references, size_t n, float *scores, tr_error *err);

#ifdef __cplusplus
}
#endif
#endif
