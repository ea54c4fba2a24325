/*
 * hf_generation.c - config.json and generation_config.json: tokens, and how to search.
 */
#include "import/hf/hf_generation.h"

#include <stdio.h>
#include <string.h>

enum { MAX_BEAM = 64, MAX_LENGTH_PENALTY = 10 };

/* ---- Files -------------------------------------------------------------------------------- */

int tr_hf_settings_open(tr_hf_settings *s, tr_import *im, tr_error *err)
{
    static const char generation[] = "generation_config.json";

    *s = (tr_hf_settings){.im = im, .err = err};
    s->rc = tr_import_json(im, "config.json", &s->config, &s->path, err);
    if (s->rc == 0 && tr_bundle_finds(&im->bundle, generation, &s->rc, err))
        s->rc = tr_import_json(im, generation, &s->generation, &s->generation_path, err);
    return s->rc;
}

void tr_hf_settings_close(tr_hf_settings *s)
{
    cJSON_Delete(s->config);
    cJSON_Delete(s->generation);
}

void tr_hf_settings_refuse(tr_hf_settings *s, int code, const char *path, const char *key,
                           const char *why)
{
    if (s->rc == 0) s->rc = tr_fail(s->err, code, "%s: %s: %s", path, key, why);
}

static const cJSON *find_in(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);

    return cJSON_IsNull(item) ? NULL : item;
}

const cJSON *tr_hf_settings_find(const tr_hf_settings *s, const char *key)
{
    return find_in(s->config, key);
}

/* Settings of the search may stand in either file; generation_config.json goes first, unless it
 * was made of the other. */
static const cJSON *find_setting(const tr_hf_settings *s, const char *key, const char **path)
{
    const bool made = cJSON_IsTrue(find_in(s->generation, "_from_model_config"));
    const cJSON *first = find_in(made ? s->config : s->generation, key);

    *path = (first != NULL) != made ? s->generation_path : s->path;
    return first ? first : find_in(made ? s->generation : s->config, key);
}

/* True for a class that is made for something else than translations: ...ForRegression, such as a
 * metric, ...ForSequenceClassification. */
static bool is_made_for_another_task(const char *class_name)
{
    const char *const task = strstr(class_name, "For");
    return task && strcmp(task, "ForConditionalGeneration") != 0 &&
           strcmp(task, "ForCausalLM") != 0;
}

void tr_hf_settings_refuse_unsupported(tr_hf_settings *s)
{
    const cJSON *const first = cJSON_GetArrayItem(tr_hf_settings_find(s, "architectures"), 0);
    static const char *const refused[] = {"quantization_config", "pruned_heads",
                                          "tie_encoder_decoder"};

    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const cJSON *item = tr_hf_settings_find(s, refused[i]);
        if (item && !cJSON_IsFalse(item) && (!cJSON_IsObject(item) || item->child))
            tr_hf_settings_refuse(s, TR_EUNSUPPORTED, s->path, refused[i], "is not supported");
    }
    if (s->im->config.metric == TR_METRIC_NONE && cJSON_IsString(first) &&
        is_made_for_another_task(first->valuestring))
        tr_hf_settings_refuse_own(s, TR_EUNSUPPORTED, "architectures",
                                  "says that the model is for another task than translation");
}

/* ---- Activations -------------------------------------------------------------------------- */

void tr_hf_settings_activation(tr_hf_settings *s, const char *key, const char *name,
                               int *activation)
{
    static const struct {
        const char *name;
        int activation;
    } names[] = {{"relu", TR_RELU},
                 {"silu", TR_SWISH},
                 {"swish", TR_SWISH},
                 {"gelu", TR_GELU_ERF},
                 {"gelu_python", TR_GELU_ERF},
                 {"gelu_new", TR_GELU_TANH},
                 {"gelu_fast", TR_GELU_TANH},
                 {"gelu_accurate", TR_GELU_TANH},
                 {"gelu_pytorch_tanh", TR_GELU_TANH},
                 {"gelu_python_tanh", TR_GELU_TANH},
                 {"quick_gelu", TR_GELU_SIGMOID}};
    char why[80];

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i].name)) {
            *activation = names[i].activation;
            return;
        }
    snprintf(why, sizeof why, "'%.40s' is not supported", name);
    tr_hf_settings_refuse_own(s, TR_EUNSUPPORTED, key, why);
}

/* ---- Tokens ------------------------------------------------------------------------------- */

void tr_hf_settings_set_vocab(tr_hf_settings *s, uint32_t vocab)
{
    if (s->rc < 0) return;
    s->vocab = vocab;
    s->suppressed = TR_REGION_TAKE(&s->im->memory, bool, vocab);
    if (!s->suppressed) s->rc = tr_fail_memory(s->err);
}

/* True for a list of one number, once or repeated. */
static bool is_one_id(const cJSON *list)
{
    const cJSON *item;

    cJSON_ArrayForEach(item, list)
    {
        if (!cJSON_IsNumber(item) || item->valuedouble != list->child->valuedouble) return false;
    }
    return list->child != NULL;
}

static void refuse_several(tr_hf_settings *s, const char *path, const char *key, const cJSON *list)
{
    char why[160];

    snprintf(why, sizeof why, "is no id, but an empty list");
    if (list->child)
        snprintf(why, sizeof why,
                 "lists %d ids, and more than one is not supported: leave only the one that "
                 "translations have, such as that of </s>",
                 cJSON_GetArraySize(list));
    tr_hf_settings_refuse(s, TR_EUNSUPPORTED, path, key, why);
}

int32_t tr_hf_settings_token(tr_hf_settings *s, const char *key, int32_t otherwise)
{
    const char *path;
    uint64_t id;

    const cJSON *item = find_setting(s, key, &path);
    if (!item) return otherwise;
    if (cJSON_IsArray(item) && is_one_id(item)) item = item->child;
    if (cJSON_IsArray(item)) {
        refuse_several(s, path, key, item);
    } else if (!tr_json_is_count(item, &id) || id >= s->vocab) {
        tr_hf_settings_refuse(s, TR_EFORMAT, path, key, "is not an id of the vocabulary");
    } else {
        return (int32_t)id;
    }
    return -1;
}

int32_t tr_hf_settings_first_token(tr_hf_settings *s)
{
    static const char key[] = "forced_bos_token_id";
    const char *path;
    const int32_t id = tr_hf_settings_token(s, key, -1);

    find_setting(s, key, &path);
    if (id >= 0)
        tr_import_note(s->im, "%s: %s: translations begin with the token, but do not show it", path,
                       key);
    return id;
}

/* ---- The search --------------------------------------------------------------------------- */

/* Ids that are words of their own; of words of several ids, which are passed over, none alone is
 * bad.  Of bad words </s> is none, as in transformers, but other lists may have it. */
static void suppress_list(tr_hf_settings *s, const char *key, int32_t eos)
{
    const char *path;
    const cJSON *item;
    const cJSON *list = find_setting(s, key, &path);
    bool has_longer = false;
    uint64_t id = 0;

    if (list && !cJSON_IsArray(list))
        tr_hf_settings_refuse(s, TR_EFORMAT, path, key, "is not a list");
    cJSON_ArrayForEach(item, list)
    {
        const cJSON *word = cJSON_IsArray(item) ? item->child : item;
        if (word && word->next && cJSON_IsArray(item))
            has_longer = true;
        else if (s->rc == 0 && tr_json_is_count(word, &id) && id < s->vocab)
            s->suppressed[id] = true;
        else
            tr_hf_settings_refuse(s, TR_EFORMAT, path, key,
                                  "holds what is not an id of the vocabulary");
        if (s->rc == 0 && word == item && id == (uint64_t)eos)
            tr_import_note(s->im, "%s: %s: </s> is not left out", path, key);
    }
    if (has_longer)
        tr_import_note(s->im, "%s: %s: words of several ids are not left out", path, key);
}

static double number_or(const cJSON *item, double otherwise)
{
    return cJSON_IsNumber(item) ? item->valuedouble : cJSON_IsTrue(item) ? 1 : otherwise;
}

static bool is_neutral(const cJSON *item, double neutral)
{
    if (cJSON_IsArray(item) || cJSON_IsObject(item)) return !item->child;
    return cJSON_IsFalse(item) || number_or(item, neutral) == neutral;
}

/* Ways to search that translate does not know. */
static void note_others(const tr_hf_settings *s)
{
    static const struct {
        const char *key;
        double neutral;
    } others[] = {{"no_repeat_ngram_size", 0}, {"encoder_no_repeat_ngram_size", 0},
                  {"repetition_penalty", 1},   {"encoder_repetition_penalty", 1},
                  {"num_beam_groups", 1},      {"min_length", 0},
                  {"min_new_tokens", 0},       {"do_sample", 0},
                  {"guidance_scale", 1},       {"begin_suppress_tokens", 0},
                  {"forced_decoder_ids", 0},   {"force_words_ids", 0},
                  {"sequence_bias", 0},        {"exponential_decay_length_penalty", 0}};
    const char *path;

    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const cJSON *item = find_setting(s, others[i].key, &path);
        if (!is_neutral(item, others[i].neutral))
            tr_import_note(s->im, "%s: %s is not applied", path, others[i].key);
    }
}

/* A number from `low` to `high`; another one is named, and is `otherwise`, as one that is missing
 * is. */
static double number_within(const tr_hf_settings *s, const char *key, int low, int high,
                            double otherwise)
{
    const char *path;
    const cJSON *item = find_setting(s, key, &path);

    if (!item) return otherwise;
    if (cJSON_IsNumber(item) && item->valuedouble >= low && item->valuedouble <= high)
        return item->valuedouble;
    tr_import_note(s->im, "%s: %s is not applied: it is not in %d..%d", path, key, low, high);
    return otherwise;
}

void tr_hf_settings_read_search(tr_hf_settings *s, int32_t eos)
{
    tr_config *m = &s->im->config;

    if (s->rc < 0) return;
    m->beam_size = (uint32_t)number_within(s, "num_beams", 1, MAX_BEAM, m->beam_size);
    m->length_penalty = (float)number_within(s, "length_penalty", 0, MAX_LENGTH_PENALTY, -1);
    suppress_list(s, "bad_words_ids", eos);
    suppress_list(s, "suppress_tokens", eos);
    note_others(s);
}

int tr_hf_set_suppressed(tr_import *im, bool *suppressed, tr_error *err)
{
    tr_config *m = &im->config;

    suppressed[m->eos] = suppressed[m->unk] = false;
    m->suppressed = TR_REGION_TAKE(&im->memory, int32_t, m->target_vocab);
    if (!m->suppressed) return tr_fail_memory(err);
    for (uint32_t id = 0; id < m->target_vocab; id++)
        if (suppressed[id]) m->suppressed[m->n_suppressed++] = (int32_t)id;
    return 0;
}
