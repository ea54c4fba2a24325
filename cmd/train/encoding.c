#include "encoding.h"

#include <string.h>

#include "translate.h"

int encoding_open(encoding *e, const char *path, const char *source, const char *target,
                  tr_error *err)
{
    tr_options options;

    *e = (encoding){0};
    int rc = tr_model_open(&e->model, path, err);
    if (rc < 0) return rc;
    tr_options_init(&options, e->model);
    options.source_language = source;
    options.target_language = target;
    return tr_setup_init(&e->setup, e->model, &options, err);
}

void encoding_close(encoding *e)
{
    if (e->model) tr_setup_free(&e->setup);
    tr_model_close(e->model);
    *e = (encoding){0};
}

/* Puts tokens before and after ids [*n]. */
static int surround(int32_t **ids, size_t *capacity, size_t *n, const int32_t *before,
                    size_t n_before, const int32_t *after, size_t n_after, tr_error *err)
{
    void *p = *ids;
    if (tr_reserve(&p, capacity, *n + n_before + n_after, sizeof **ids) < 0)
        return tr_fail_memory(err);
    int32_t *const all = *ids = p;
    memmove(all + n_before, all, *n * sizeof *all);
    memcpy(all, before, n_before * sizeof *all);
    memcpy(all + n_before + *n, after, n_after * sizeof *all);
    *n += n_before + n_after;
    return 0;
}

int encoding_encode(void *ctx, int side, const char *text, size_t len, int32_t **ids,
                    size_t *capacity, size_t *n, tr_error *err)
{
    const encoding *e = ctx;
    const tr_special_tokens *s = &e->setup.special;
    const tr_tokenizers *both = e->setup.tokenizers;
    const tr_tokenizer *t = side ? both->target : both->source;

    *n = 0;
    const int rc = tr_tokenizer_encode(t, text, len, ids, capacity, n, err);
    if (rc < 0) return rc;
    if (side)
        return surround(ids, capacity, n, &s->first, s->first >= 0, &e->setup.m->config.eos, 1,
                        err);
    return surround(ids, capacity, n, s->before, s->n_before, s->after, s->n_after, err);
}
