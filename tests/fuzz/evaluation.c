/* evaluation.c - any two lines by all metrics: scores stay in their range, and edits are no more
 * than it takes to write the reference anew. */
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "translate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_scores(const tr_evaluation *e, size_t most_edits)
{
    tr_metric_score score = {0};

    for (int metric = 0; metric < TR_COMET; metric++) {
        if (tr_evaluation_lines(e)) assert(!tr_evaluation_score_line(e, metric, &score, NULL));
        assert(score.score >= 0 && (metric == TR_TER || score.score < 100.0001));
        assert(!tr_evaluation_score(e, metric, &score, NULL));
        assert(score.score >= 0 && (metric == TR_TER || score.score < 100.0001));
    }
    assert(score.edits <= (double)most_edits);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) return 0;
    const char *const text = (const char *)data + 1, *const end = (const char *)data + size;
    const char *const tab = memchr(text, '\t', (size_t)(end - text));
    const tr_string line = {text, (size_t)((tab ? tab : end) - text)};
    const tr_string references[] = {{tab ? tab : end, tab ? (size_t)(end - tab) : 0}, line};
    tr_evaluation_options o;
    tr_evaluation *e;
    tr_comparison c;

    tr_evaluation_options_init(&o);
    o.words = data[0] % 5;
    o.lowercase = data[0] >> 2 & 1;
    o.n_references = 1 + (data[0] >> 3 & 1);
    o.compare = 1;
    o.ter_normalized = data[0] >> 4 & 1;
    o.ter_asian = o.ter_normalized & data[0] >> 5;
    if (tr_evaluation_create(&e, &o, NULL)) return 0;
    for (int i = 0; i < 2; i++)
        tr_evaluation_add(e, i ? references[0] : line, references, NULL);
    check_scores(e, 2 * size);
    if (tr_evaluation_lines(e)) assert(!tr_evaluation_compare(e, e, TR_CHRF_PLUS, 3, 1, &c, NULL));
    tr_evaluation_free(e);
    return 0;
}
