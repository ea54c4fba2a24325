#include "text/pipeline/pipeline.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/json.h"
#include "text/bpe/byte_bpe.h"
#include "text/pipeline/added.h"
#include "text/pipeline/models.h"
#include "text/pipeline/rules.h"

struct tr_pipeline {
    tr_rules rules;
    tr_added_tokens raw, normal; /* looked for before the normalizers, and after them */
    tr_piece_model model;
    bool *special; /* [pieces->n] */
    char *name;
};

/* ---- The model ---- */

static bool option(const cJSON *model, const char *key)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(model, key));
}

static void read_unigram(tr_piece_model *m)
{
    const double penalty = 10;

    m->kind = TR_CUTS_UNIGRAM;
    m->fuses = true;
    m->unknown_score = DBL_MAX;
    for (int32_t id = 0; id < m->pieces->n; id++)
        if (m->scores[id] < m->unknown_score && m->scores[id] > -INFINITY)
            m->unknown_score = m->scores[id];
    m->unknown_score -= penalty;
}

static int read_bpe(tr_pipeline *p, const tr_pipeline_parts *parts, const cJSON *model,
                    tr_error *err)
{
    const char *const end = tr_json_text(model, "end_of_word_suffix");
    const char *const between = tr_json_text(model, "between_merges");
    tr_piece_model *const m = &p->model;

    m->kind = TR_CUTS_BPE;
    m->fuses = option(model, "fuse_unk");
    m->drops = !tr_json_text(model, "unk_token");
    m->whole_first = option(model, "ignore_merges");
    m->end = end ? tr_region_copy(&p->rules.memory, end, strlen(end)) : "";
    if (!m->end) return tr_fail_memory(err);
    tr_merges_init(&m->merges, parts->merges);
    if (between) m->merges.between = tr_region_copy(&p->rules.memory, between, strlen(between));
    if (!m->merges.between) return tr_fail_memory(err);
    if (!tr_json_text(model, "continuing_subword_prefix")) return 0;
    return tr_fail(err, TR_EUNSUPPORTED, "%s: continuing_subword_prefix is not supported", p->name);
}

static int read_model(tr_pipeline *p, const tr_pipeline_parts *parts, const cJSON *model,
                      tr_error *err)
{
    const char *const type = tr_json_text(model, "type");
    tr_piece_model *const m = &p->model;

    m->pieces = parts->pieces;
    m->special = p->special;
    m->scores = parts->scores;
    m->byte_fallback = option(model, "byte_fallback");
    if (type && !strcmp(type, "Unigram") && parts->scores) {
        read_unigram(m);
        return 0;
    }
    if (type && !strcmp(type, "BPE") && parts->merges) return read_bpe(p, parts, model, err);
    return tr_fail(err, TR_EUNSUPPORTED, "%s: model '%.40s' is not supported", p->name,
                   type ? type : "");
}

/* ---- Tokens beside the model's ---- */

static int grow_tokens(tr_added_tokens *t, size_t *capacity, const tr_added_token *token,
                       tr_error *err)
{
    bool failed = false;

    t->list = tr_room(t->list, capacity, t->n + 1, sizeof *t->list, &failed);
    if (failed) return tr_fail_memory(err);
    t->list[t->n++] = *token;
    return 0;
}

/* *text becomes what normalizers leave of it. */
static int normalize_token(tr_pipeline *p, const char **text, tr_error *err)
{
    tr_aligned a = {0}, b = {0};

    tr_aligned_begin(&a, *text, strlen(*text));
    int rc = a.failed ? tr_fail_memory(err) : 0;
    if (rc == 0) rc = tr_steps_run(&p->rules.normalizers, &a, &b, err);
    *text = rc < 0 ? NULL : tr_region_copy(&p->rules.memory, tr_buf_text(&a.text), a.text.len);
    if (rc == 0 && !*text) rc = tr_fail_memory(err);
    tr_aligned_free(&a);
    tr_aligned_free(&b);
    return rc;
}

static int add_token(tr_pipeline *p, const cJSON *item, const char *content, int32_t id,
                     size_t capacities[2], tr_error *err)
{
    const bool normal = option(item, "normalized");
    tr_added_token token = {.text = tr_region_copy(&p->rules.memory, content, strlen(content)),
                            .id = id,
                            .single_word = option(item, "single_word"),
                            .left = option(item, "lstrip"),
                            .right = option(item, "rstrip")};

    int rc = token.text ? 0 : tr_fail_memory(err);
    if (rc == 0 && normal) rc = normalize_token(p, &token.text, err);
    return rc < 0 ? rc
                  : grow_tokens(normal ? &p->normal : &p->raw, &capacities[normal], &token, err);
}

static int read_tokens(tr_pipeline *p, const cJSON *tokens, tr_error *err)
{
    size_t capacities[2] = {0};
    const cJSON *item;
    int rc = 0;

    cJSON_ArrayForEach(item, tokens)
    {
        const char *const content = tr_json_text(item, "content");
        const int32_t id = content ? tr_pieces_find(p->model.pieces, content, strlen(content)) : -1;
        if (id < 0 || rc < 0) continue;
        if (option(item, "special"))
            p->special[id] = true;
        else
            rc = add_token(p, item, content, id, capacities, err);
    }
    if (rc < 0) return rc;
    const bool good = tr_added_tokens_finish(&p->raw) && tr_added_tokens_finish(&p->normal);
    return good ? 0 : tr_fail_memory(err);
}

/* ---- Creating ---- */

static int set_up(tr_pipeline *p, const tr_pipeline_parts *parts, const cJSON *json, tr_error *err)
{
    const cJSON *const model = cJSON_GetObjectItemCaseSensitive(json, "model");

    int rc = tr_rules_read(&p->rules, json, p->name, err);
    if (rc == 0) rc = read_model(p, parts, model, err);
    if (rc == 0) rc = read_tokens(p, cJSON_GetObjectItemCaseSensitive(json, "added_tokens"), err);
    if (rc == 0 && !tr_piece_model_finish(&p->model)) rc = tr_fail_memory(err);
    return rc;
}

int tr_pipeline_create(tr_pipeline **out, const tr_pipeline_parts *parts, tr_error *err)
{
    tr_pipeline *const p = *out = calloc(1, sizeof *p);
    tr_buf name = {0};
    cJSON *json = NULL;

    tr_buf_add_string(&name, parts->name);
    if (p) p->special = calloc((size_t)parts->pieces->n + 1, sizeof *p->special);
    if (p) p->name = tr_buf_take(&name);
    int rc = p && p->special && p->name ? 0 : tr_fail_memory(err);
    if (rc == 0) rc = tr_json_parse(&json, parts->rules, parts->rules_len, parts->name, err);
    if (rc == 0) rc = set_up(p, parts, json, err);
    cJSON_Delete(json);
    tr_buf_free(&name);
    if (rc == 0) return 0;
    tr_pipeline_free(p);
    *out = NULL;
    return rc;
}

void tr_pipeline_free(tr_pipeline *p)
{
    if (!p) return;
    tr_rules_free(&p->rules);
    tr_added_tokens_free(&p->raw);
    tr_added_tokens_free(&p->normal);
    free(p->raw.list);
    free(p->normal.list);
    tr_piece_model_free(&p->model);
    free(p->special);
    free(p->name);
    free(p);
}

/* ---- Cutting ---- */

static int split_tokens(const tr_added_tokens *t, tr_aligned *a, tr_aligned *b, tr_error *err)
{
    if (!t->n) return 0;
    const int rc = tr_added_tokens_split(t, a, b, err);
    const tr_aligned swapped = *a;
    *a = *b;
    *b = swapped;
    return rc;
}

static int cut_text(const tr_pipeline *p, tr_aligned *a, tr_aligned *b, tr_piece_list *out,
                    tr_error *err)
{
    tr_piece_work work = {0};

    int rc = split_tokens(&p->raw, a, b, err);
    if (rc == 0) rc = tr_steps_run(&p->rules.normalizers, a, b, err);
    if (rc == 0) rc = split_tokens(&p->normal, a, b, err);
    if (rc == 0) rc = tr_steps_run(&p->rules.pre_tokenizers, a, b, err);
    if (rc == 0 && !tr_piece_model_cut(&p->model, a, &work, out)) rc = tr_fail_memory(err);
    tr_piece_work_free(&work);
    return rc;
}

static int cut(const void *state, const char *text, size_t len, tr_spm_piece_span **spans,
               size_t *capacity, size_t *n, tr_buf *pieces, tr_error *err)
{
    tr_piece_list out = {.spans = spans, .capacity = capacity, .n = n, .pieces = pieces};
    tr_aligned a = {0}, b = {0};

    *n = 0;
    if (len > INT32_MAX) return tr_fail(err, TR_EINVAL, "the text is too long");
    tr_aligned_begin(&a, text, len);
    const int rc = a.failed ? tr_fail_memory(err) : cut_text(state, &a, &b, &out, err);
    tr_aligned_free(&a);
    tr_aligned_free(&b);
    return rc;
}

/* ---- Joining ---- */

static void join(const void *state, const char *pieces, size_t n, tr_buf *out)
{
    const tr_pipeline *const p = state;
    const char *end = pieces;
    tr_texts texts = {0};
    tr_error err = {0};

    for (size_t i = 0; i < n; i++)
        end += strlen(end) + 1;
    tr_buf_add(&texts.bytes, pieces, (size_t)(end - pieces));
    texts.n = n;
    if (texts.bytes.failed ||
        tr_decoders_run(p->rules.decoders, p->rules.n_decoders, &texts, out, &err) < 0)
        out->failed = true;
    tr_buf_free(&texts.bytes);
}

tr_cutter tr_pipeline_cutter(const tr_pipeline *p)
{
    return (tr_cutter){.state = p,
                       .cut = cut,
                       .spell = p->rules.spells_bytes ? tr_byte_bpe_spell : NULL,
                       .join = join,
                       .has_bytes = p->model.byte_fallback};
}
