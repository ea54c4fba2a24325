#include "line/hypothesis_copy.h"

#include <string.h>

/* The weights of one target token: out [n + 1] are the weights of the text's tokens [n], then the
 * sum of all others.  row [n_source] are the weights of all ids of the source; `before` of them
 * come before the text. */
static void copy_weights(const float *row, size_t before, size_t n, size_t n_source, float *out)
{
    float rest = 0;
    for (size_t i = 0; i < n_source; i++)
        if (i < before || i >= before + n) rest += row[i];
    memcpy(out, row + before, n * sizeof *out);
    out[n] = rest;
}

static bool copy_alignment(tr_sentence *s, const tr_special_tokens *special,
                           const tr_kvcache *cache, const tr_path *p, tr_sentence_hypothesis *h)
{
    const size_t width = s->n_tokens + 1;
    float *weight = TR_REGION_TAKE(&s->region, float, tr_size_mul(h->n, width));
    if (!weight) return false;
    for (size_t i = 0; i < h->n; i++)
        copy_weights(tr_kvcache_alignment(cache, p->nodes[i]), special->n_before, s->n_tokens,
                     s->task.n_source, weight + i * width);
    h->alignment = weight;
    return true;
}

bool tr_hypothesis_copy(tr_sentence *s, const tr_special_tokens *special,
                            const tr_kvcache *cache, const tr_path *p, tr_sentence_hypothesis *h)
{
    const size_t n = p->n;
    int32_t *ids = TR_REGION_TAKE(&s->region, int32_t, n);
    float *log_probabilities = TR_REGION_TAKE(&s->region, float, n);
    if (!ids || !log_probabilities) return false;
    memcpy(ids, p->ids, n * sizeof *ids);
    memcpy(log_probabilities, p->log_probabilities, n * sizeof *log_probabilities);
    *h = (tr_sentence_hypothesis){.log_probability = p->log_probability,
                                  .score = p->score,
                                  .length = p->length,
                                  .n = n,
                                  .ids = ids,
                                  .log_probabilities = log_probabilities};
    return !s->task.goal.aligned || copy_alignment(s, special, cache, p, h);
}
