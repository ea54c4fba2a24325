/* learned_metric.h - COMET and MetricX: which model is meant, and what it makes of lines. */
#ifndef LEARNED_METRIC_H
#define LEARNED_METRIC_H

#include <stdbool.h>

#include "console/options.h"
#include "translate.h"

/* True for one of enum tr_metric that a model gives. */
static inline bool metric_is_learned(int metric)
{
    return metric == TR_COMET || metric == TR_METRICX;
}

/* Starts out as zeros. */
typedef struct learned_metric {
    tr_model *model;
    tr_judge *judge;
    char signature[192]; /* what its model is */
} learned_metric;

/* Opens the metric of `models`, which the user named, or else the installed model that is named as
 * the metric is.  0, or -1 after a sentence. */
int learned_metric_open(learned_metric *l, int metric, const text_list *models, int threads,
                        const char *cpu);
void learned_metric_close(learned_metric *l);

/* True if the metric needs references, or takes them. */
bool learned_metric_needs_reference(const learned_metric *l);
bool learned_metric_takes_reference(const learned_metric *l);

/* Says whether there are references in its signature. */
void learned_metric_sign(learned_metric *l, bool has_reference);

/* scores [n] of translations; `references` NULL: none.  0, or -1 after a sentence. */
int learned_metric_score(const learned_metric *l, const tr_string *sources,
                         const tr_string *translations, const tr_string *references, size_t n,
                         float *scores);

#endif
