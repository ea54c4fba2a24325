#include "import/hf/hf_tokenizer.h"

#include <string.h>

static const char file_name[] = "tokenizer.json";

int tr_hf_tokenizer_is_there(const tr_import *im, tr_error *err)
{
    int rc = 0;
    const bool there = tr_bundle_finds(&im->bundle, file_name, &rc, err);

    return rc < 0 ? rc : there;
}

static const cJSON *member(const cJSON *item, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(item, key);
}

const cJSON *tr_hf_tokenizer_model(const tr_hf_tokenizer *t)
{
    return member(t->json, "model");
}

int tr_hf_tokenizer_refuse(const tr_hf_tokenizer *t, const char *what, tr_error *err)
{
    return tr_fail(err, TR_EFORMAT, "%s: %s is not as it should be", t->pieces.path, what);
}

bool tr_hf_tokenizer_merge(const cJSON *merge, const char **left, size_t *left_len,
                           const char **right)
{
    const char *const text = cJSON_GetStringValue(merge);
    const char *const blank = text ? strchr(text, ' ') : NULL;

    *left = text ? text : cJSON_GetStringValue(cJSON_GetArrayItem(merge, 0));
    *right = text ? blank : cJSON_GetStringValue(cJSON_GetArrayItem(merge, 1));
    if (!*left || !*right) return false;
    *left_len = text ? (size_t)(blank - text) : strlen(*left);
    *right += text != NULL;
    return !text || !strchr(*right, ' ');
}

/* ---- Pieces ---- */

/* {"piece": 0, ...}, or [["piece", score], ...] by id. */
static int read_vocab(tr_hf_tokenizer *t, tr_error *err)
{
    const cJSON *const vocab = member(tr_hf_tokenizer_model(t), "vocab"), *item;
    uint64_t id = 0;
    int rc = 0;

    if (!cJSON_IsArray(vocab) && !cJSON_IsObject(vocab))
        return tr_hf_tokenizer_refuse(t, "model.vocab", err);
    cJSON_ArrayForEach(item, vocab)
    {
        const bool listed = cJSON_IsArray(item);
        const char *const text =
            listed ? cJSON_GetStringValue(cJSON_GetArrayItem(item, 0)) : item->string;
        if (rc == 0 && (!text || (!listed && !tr_json_is_count(item, &id))))
            rc = tr_hf_tokenizer_refuse(t, "an entry of model.vocab", err);
        if (rc == 0 && *text) rc = tr_hf_set_piece(&t->pieces, id, text, err);
        id++;
    }
    return rc;
}

static int read_added(tr_hf_tokenizer *t, tr_error *err)
{
    const cJSON *item;
    size_t n_beyond = 0;
    uint64_t id;
    int rc = 0;

    cJSON_ArrayForEach(item, member(t->json, "added_tokens"))
    {
        const char *const text = tr_json_text(item, "content");
        if (!text || !tr_json_is_count(member(item, "id"), &id))
            return tr_hf_tokenizer_refuse(t, "an entry of added_tokens", err);
        if (id >= t->pieces.capacity) {
            n_beyond++;
            continue;
        }
        const char *const old = t->pieces.text[id];
        if (!old || strcmp(old, text) != 0) rc = tr_hf_set_piece(&t->pieces, id, text, err);
        if (rc < 0) return rc;
        t->special[id] = cJSON_IsTrue(member(item, "special"));
    }
    if (n_beyond)
        tr_import_note(t->pieces.im, "%s: %zu tokens have ids that the network lacks",
                       t->pieces.path, n_beyond);
    return 0;
}

static void find_unknown(tr_hf_tokenizer *t)
{
    const cJSON *const model = tr_hf_tokenizer_model(t);
    const char *const text = tr_json_text(model, "unk_token");
    uint64_t id;

    t->unk = text ? tr_hf_find_piece(&t->pieces, text) : -1;
    if (tr_json_is_count(member(model, "unk_id"), &id) && id < t->pieces.n) t->unk = (int32_t)id;
    if (t->unk >= 0) t->special[t->unk] = true;
}

/* ---- Around texts ---- */

/* The token that a template names, whose id its list has; -1: it is none, or several. */
static int32_t token_of(const tr_hf_tokenizer *t, const cJSON *names, const cJSON *entry)
{
    const char *const name = tr_json_text(member(entry, "SpecialToken"), "id");
    const cJSON *const ids = name ? member(member(names, name), "ids") : NULL;
    uint64_t id;

    if (!ids) return name ? tr_hf_find_piece(&t->pieces, name) : -1;
    const bool known = cJSON_GetArraySize(ids) == 1 && tr_json_is_count(ids->child, &id) &&
                       id < t->pieces.n && t->pieces.text[id];
    return known ? (int32_t)id : -1;
}

static void read_template(tr_hf_tokenizer *t, const cJSON *step)
{
    bool behind = false;
    const cJSON *entry;

    cJSON_ArrayForEach(entry, member(step, "single"))
    {
        int32_t *const at = behind ? &t->eos : &t->bos;
        if (member(entry, "Sequence")) {
            t->more_around = t->more_around || behind;
            behind = true;
            continue;
        }
        t->more_around = t->more_around || *at >= 0;
        *at = token_of(t, member(step, "special_tokens"), entry);
        t->more_around = t->more_around || *at < 0;
    }
}

/* ["</s>", 2] */
static void read_pair(tr_hf_tokenizer *t, const cJSON *pair, int32_t *at)
{
    const char *const text = cJSON_GetStringValue(cJSON_GetArrayItem(pair, 0));

    t->more_around = t->more_around || *at >= 0;
    *at = text ? tr_hf_find_piece(&t->pieces, text) : -1;
    t->more_around = t->more_around || *at < 0;
}

/* Each step puts its tokens around what the one before made. */
static void read_post_processor(tr_hf_tokenizer *t, const cJSON *item)
{
    const cJSON *step;

    read_template(t, item);
    if (member(item, "cls")) read_pair(t, member(item, "cls"), &t->bos);
    if (member(item, "sep")) read_pair(t, member(item, "sep"), &t->eos);
    cJSON_ArrayForEach(step, member(item, "processors"))
    {
        read_post_processor(t, step);
    }
}

/* ---- Reading ---- */

int tr_hf_tokenizer_open(tr_hf_tokenizer *t, tr_import *im, uint32_t vocab, tr_error *err)
{
    *t = (tr_hf_tokenizer){.unk = -1, .bos = -1, .eos = -1};
    int rc = tr_hf_create_pieces(&t->pieces, im, vocab, err);
    if (rc == 0) t->special = TR_REGION_TAKE(&im->memory, bool, vocab);
    if (rc == 0 && !t->special) rc = tr_fail_memory(err);
    if (rc == 0) rc = tr_import_json(im, file_name, &t->json, &t->pieces.path, err);
    if (rc == 0) rc = read_vocab(t, err);
    if (rc == 0) rc = read_added(t, err);
    if (rc < 0) return rc;
    find_unknown(t);
    read_post_processor(t, member(t->json, "post_processor"));
    return 0;
}

void tr_hf_tokenizer_close(tr_hf_tokenizer *t)
{
    cJSON_Delete(t->json);
    t->json = NULL;
}
