#include "import/comet/comet_hparams.h"

#include <stdlib.h>
#include <string.h>

#include "base/numbers/number.h"
#include "formats/flat_yaml.h"

typedef struct reader {
    tr_import *im;
    tr_comet_hparams *h;
    tr_flat_yaml yaml;
    const char *path;
    tr_error *err;
    int rc;
} reader;

/* Settings that change no score: of the training, of what is loaded before the checkpoint, and of
 * the words' labels, which are no score. */
static const char *const passed_over[] = {"nr_frozen_epochs",
                                          "keep_embeddings_frozen",
                                          "optimizer",
                                          "warmup_steps",
                                          "encoder_learning_rate",
                                          "learning_rate",
                                          "layerwise_decay",
                                          "pretrained_model",
                                          "loss",
                                          "dropout",
                                          "batch_size",
                                          "train_data",
                                          "validation_data",
                                          "load_pretrained_weights",
                                          "load_weights_from_checkpoint",
                                          "local_files_only",
                                          "word_level_training",
                                          "word_layer",
                                          "word_weights",
                                          "loss_lambda",
                                          "error_labels",
                                          "cross_entropy_weights"};

static void refuse_hparam(reader *r, int code, const char *key, const char *value, const char *why)
{
    if (r->rc == 0)
        r->rc = tr_fail(r->err, code, "%s: %s: %.100s %s", r->path, key, value ? value : "", why);
}

/* ---- Values -------------------------------------------------------------------------------- */

/* A scalar; NULL where there is none, or null. */
static const char *scalar(reader *r, const char *key)
{
    const tr_yaml_option *const o = tr_flat_yaml_find(&r->yaml, key);

    if (!o) return NULL;
    if (o->kind != TR_YAML_SCALAR) refuse_hparam(r, TR_EFORMAT, key, "", "is not one value");
    return o->kind != TR_YAML_SCALAR || !*o->value || !strcmp(o->value, "null") ||
                   !strcmp(o->value, "~")
               ? NULL
               : o->value;
}

/* The place in `words`, a list that ends in NULL; `otherwise` where the file is silent. */
static int choice(reader *r, const char *key, const char *const *words, int otherwise)
{
    const char *const value = scalar(r, key);

    if (!value) return otherwise;
    for (int i = 0; words[i]; i++)
        if (!strcmp(words[i], value)) return i;
    refuse_hparam(r, TR_EUNSUPPORTED, key, value, "is not supported");
    return otherwise;
}

static bool flag(reader *r, const char *key, bool otherwise)
{
    static const char *const words[] = {"false", "true", NULL};
    return choice(r, key, words, otherwise) == 1;
}

/* True for a whole number in low..high. */
static bool is_whole(const char *text, double low, double high, int32_t *n)
{
    double x;

    if (!tr_parse_decimal(text, strlen(text), &x) || !(x >= low && x <= high)) return false;
    *n = (int32_t)x;
    return x == (double)*n;
}

/* "mix", or the number of a layer. */
static int32_t layer(reader *r, const char *key)
{
    enum { MOST_LAYERS = 1024 };
    const char *const value = scalar(r, key);
    int32_t n = -1;

    if (value && strcmp(value, "mix") != 0 && !is_whole(value, 0, MOST_LAYERS, &n))
        refuse_hparam(r, TR_EUNSUPPORTED, key, value, "is neither mix nor a layer");
    return n;
}

/* ---- The file ------------------------------------------------------------------------------ */

static void read_kind(reader *r)
{
    static const char *const names[] = {"regression_metric", "referenceless_regression_metric",
                                        "unified_metric", NULL};
    static const char *const encoders[] = {"XLM-RoBERTa", NULL};

    if (!scalar(r, "class_identifier"))
        refuse_hparam(r, TR_EFORMAT, "class_identifier", "", "is missing");
    r->im->config.metric = TR_METRIC_REGRESSION + choice(r, "class_identifier", names, 0);
    choice(r, "encoder_model", encoders, 0);
}

static void read_mix(reader *r)
{
    static const char *const transformations[] = {"softmax", "sparsemax", "sparsemax_patch", NULL};
    static const char *const pools[] = {"avg", "cls", NULL};
    tr_config *const c = &r->im->config;
    const bool unified = c->metric == TR_METRIC_UNIFIED;

    r->h->is_sparse = choice(r, "layer_transformation", transformations, unified) == 1;
    r->h->layer = layer(r, unified ? "sent_layer" : "layer");
    c->mix_norm = flag(r, "layer_norm", true) && r->h->layer < 0;
    c->pool = unified || choice(r, "pool", pools, 0) ? TR_POOL_FIRST : TR_POOL_MEAN;
}

/* A unified metric that reads references is the mean of three scores, which is not supported. */
static void read_segments(reader *r)
{
    const tr_yaml_option *const o = tr_flat_yaml_find(&r->yaml, "input_segments");

    if (r->im->config.metric != TR_METRIC_UNIFIED) return;
    if (!o || o->kind != TR_YAML_LIST || strcmp(o->value, "mt src") != 0)
        refuse_hparam(r, TR_EUNSUPPORTED, "input_segments", o ? o->value : "mt src ref",
                      "is not supported, only mt and src");
}

static int activation(reader *r, const char *key, int otherwise)
{
    static const char *const names[] = {"Tanh", "Sigmoid", "tanh", "sigmoid", NULL};
    static const int ours[] = {TR_ESTIMATOR_TANH, TR_ESTIMATOR_SIGMOID};

    if (!scalar(r, key)) return otherwise;
    return ours[choice(r, key, names, 0) % 2];
}

static void read_estimator(reader *r)
{
    static const char key[] = "hidden_sizes";
    const tr_yaml_option *const o = tr_flat_yaml_find(&r->yaml, key);
    tr_config *const c = &r->im->config;
    const size_t n = o && o->kind == TR_YAML_LIST ? o->n_items : 0;

    if (n < 1 || n > TR_ESTIMATOR_MOST) {
        refuse_hparam(r, TR_EFORMAT, key, o ? o->value : "", "is not a list of 1 to 8 sizes");
        return;
    }
    c->estimator_widths = TR_REGION_TAKE(&r->im->memory, int32_t, n);
    if (!c->estimator_widths) r->rc = tr_fail_memory(r->err);
    for (size_t i = 0; r->rc == 0 && i < n; i++) {
        if (!is_whole(tr_yaml_item(o, i), 1, 65536, &c->estimator_widths[i]))
            refuse_hparam(r, TR_EFORMAT, key, o->value, "is not a list of sizes");
    }
    c->n_estimator_widths = n;
    r->h->n_layers = (uint32_t)n + 1;
    c->estimator_activation = activation(r, "activations", TR_ESTIMATOR_TANH);
    c->estimator_last = activation(r, "final_activation", TR_ESTIMATOR_LINEAR);
}

static bool is_among(const char *const *words, size_t n, const char *word)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(words[i], word)) return true;
    return false;
}

static void refuse_unknown(reader *r)
{
    static const char *const known[] = {
        "class_identifier", "encoder_model", "layer_transformation", "layer",        "sent_layer",
        "layer_norm",       "pool",          "input_segments",       "hidden_sizes", "activations",
        "final_activation"};

    for (size_t i = 0; i < r->yaml.n_options; i++) {
        const char *const key = r->yaml.options[i].key;
        if (is_among(known, sizeof known / sizeof *known, key) ||
            is_among(passed_over, sizeof passed_over / sizeof *passed_over, key))
            continue;
        refuse_hparam(r, TR_EUNSUPPORTED, key, r->yaml.options[i].value,
                      "is a setting that is not known");
    }
}

int tr_comet_hparams_read(tr_comet_hparams *h, tr_import *im, tr_error *err)
{
    reader r = {.im = im, .h = h, .err = err};
    tr_file file;

    *h = (tr_comet_hparams){.layer = -1};
    int rc = tr_import_map_member(im, "hparams.yaml", &file, &r.path, err);
    if (rc == 0) rc = tr_flat_yaml_read(&r.yaml, (const char *)file.data, file.size, r.path, err);
    if (rc < 0) return rc;
    refuse_unknown(&r);
    read_kind(&r);
    read_segments(&r);
    read_mix(&r);
    read_estimator(&r);
    tr_flat_yaml_free(&r.yaml);
    return r.rc;
}

/* ---- The encoder --------------------------------------------------------------------------- */

static int refuse_encoder(const char *path, const char *key, tr_error *err)
{
    return tr_fail(err, TR_EUNSUPPORTED, "%s: %s is not what XLM-RoBERTa has", path, key);
}

/* True unless a member is there and has another value. */
static bool is_or_lacks(const cJSON *config, const char *key, const char *value)
{
    const char *const text = tr_json_text(config, key);
    return !text || !strcmp(text, value);
}

static int take_config(tr_import *im, const cJSON *config, const char *path, tr_error *err)
{
    const cJSON *const heads = cJSON_GetObjectItemCaseSensitive(config, "num_attention_heads");
    const cJSON *const epsilon = cJSON_GetObjectItemCaseSensitive(config, "layer_norm_eps");
    tr_config *const c = &im->config;
    uint64_t n = 0;

    if (!is_or_lacks(config, "model_type", "xlm-roberta"))
        return refuse_encoder(path, "model_type", err);
    if (!is_or_lacks(config, "hidden_act", "gelu")) return refuse_encoder(path, "hidden_act", err);
    if (!is_or_lacks(config, "position_embedding_type", "absolute"))
        return refuse_encoder(path, "position_embedding_type", err);
    if (!tr_json_is_count(heads, &n) || n < 1 || c->d_model % n)
        return refuse_encoder(path, "num_attention_heads", err);
    c->heads = (uint32_t)n;
    if (epsilon) c->epsilon = (float)cJSON_GetNumberValue(epsilon);
    return c->epsilon > 0 && c->epsilon < 1 ? 0 : refuse_encoder(path, "layer_norm_eps", err);
}

int tr_comet_encoder_read(tr_import *im, tr_error *err)
{
    enum { WIDTH_OF_HEADS = 64 };
    tr_config *const c = &im->config;
    const char *path;
    cJSON *config;
    int rc = 0;

    c->epsilon = 1e-5f;
    c->heads = c->d_model / WIDTH_OF_HEADS;
    if (tr_bundle_finds(&im->bundle, "config.json", &rc, err)) {
        rc = tr_import_json(im, "config.json", &config, &path, err);
        if (rc == 0) rc = take_config(im, config, path, err);
        cJSON_Delete(config);
    } else if (rc == 0 && c->d_model % WIDTH_OF_HEADS) {
        rc = tr_fail(err, TR_EUNSUPPORTED,
                     "%s: how many heads its encoder has is not known: config.json is missing",
                     im->options->input);
    }
    return rc;
}
