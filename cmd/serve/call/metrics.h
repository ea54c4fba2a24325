/* metrics.h - what a server counts, as Prometheus reads it. */
#ifndef METRICS_H
#define METRICS_H

#include <stddef.h>
#include <stdint.h>

#include "serve/translator/translator.h"

typedef struct metrics metrics;

metrics *metrics_create(void);
void metrics_free(metrics *m);

/* A request is over: of a dialect (its place in the table, or -1), with a status. */
void metrics_add_request(metrics *m, int dialect, int status, double seconds);

/* A request was refused for a reason, a literal. */
void metrics_add_refusal(metrics *m, const char *reason);

void metrics_add_characters(metrics *m, size_t n);
uint64_t metrics_characters(const metrics *m);

/* All in the text format 0.0.4; the caller frees it.  `names`: of dialects, the last one NULL. */
char *metrics_text(metrics *m, translator *d, const char *const *names);

#endif
