#include "lines/alignment.h"

#include <stdlib.h>

#include "console/alloc.h"
#include "console/json.h"

typedef struct pair {
    size_t source, target;
} pair;

static int compare_pairs(const void *a, const void *b)
{
    const pair *x = a, *y = b;
    if (x->source != y->source) return x->source < y->source ? -1 : 1;
    return x->target < y->target ? -1 : 1;
}

/* One for each target token, sorted; the caller frees them. */
static pair *pairs_of(const tr_hypothesis *h)
{
    pair *pairs = checked_malloc((h->n_tokens + 1) * sizeof *pairs);

    for (size_t i = 0; i < h->n_tokens; i++)
        pairs[i] = (pair){.source = h->alignment[i].best, .target = i};
    qsort(pairs, h->n_tokens, sizeof *pairs, compare_pairs);
    return pairs;
}

static void print_hard(FILE *out, const tr_hypothesis *h)
{
    pair *pairs = pairs_of(h);

    for (size_t i = 0; i < h->n_tokens; i++)
        fprintf(out, "%s%zu-%zu", i ? " " : "", pairs[i].source, pairs[i].target);
    free(pairs);
}

static void print_soft(FILE *out, const tr_hypothesis *h)
{
    for (size_t i = 0; i < h->n_tokens; i++)
        for (size_t k = 0; k <= h->alignment[i].n; k++)
            fprintf(out, "%s%g", k ? "," : i ? " " : "", (double)h->alignment[i].weight[k]);
}

void alignment_print(FILE *out, const tr_hypothesis *h, int form)
{
    (form == ALIGNMENT_HARD ? print_hard : print_soft)(out, h);
}

static cJSON *hard_json(const tr_hypothesis *h)
{
    cJSON *array = cJSON_CreateArray();
    pair *pairs = pairs_of(h);

    for (size_t i = 0; i < h->n_tokens; i++) {
        cJSON *both = cJSON_CreateArray();
        cJSON_AddItemToArray(both, cJSON_CreateNumber((double)pairs[i].source));
        cJSON_AddItemToArray(both, cJSON_CreateNumber((double)pairs[i].target));
        cJSON_AddItemToArray(array, both);
    }
    free(pairs);
    return array;
}

static cJSON *soft_json(const tr_hypothesis *h)
{
    cJSON *array = cJSON_CreateArray();

    for (size_t i = 0; i < h->n_tokens; i++) {
        const tr_alignment *a = &h->alignment[i];
        cJSON *row = cJSON_CreateObject();
        cJSON_AddNumberToObject(row, "first", (double)a->first);
        cJSON *weights = cJSON_AddArrayToObject(row, "weights");
        for (size_t k = 0; k <= a->n; k++)
            cJSON_AddItemToArray(weights, json_float(a->weight[k]));
        cJSON_AddItemToArray(array, row);
    }
    return array;
}

cJSON *alignment_json(const tr_hypothesis *h, int form)
{
    return (form == ALIGNMENT_HARD ? hard_json : soft_json)(h);
}
