#include "import/hf/hf_adapter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/safetensors.h"
#include "formats/torch/torch.h"
#include "import/shared/foreign.h"

static const char settings_name[] = "adapter_config.json";

typedef struct adapter {
    tr_import *im;
    const tr_bundle *bundle;
    cJSON *settings;
    const char *path; /* of the settings, for messages */
    double alpha;
    bool by_root; /* the scale is alpha / sqrt(rank), not alpha / rank */
} adapter;

/* ---- Settings ------------------------------------------------------------------------------ */

static int refuse_setting(const adapter *a, const char *key, const char *why, tr_error *err)
{
    return tr_fail(err, TR_EUNSUPPORTED,
                   "%s: %s %s: merge it with PEFT (merge_and_unload), and convert the result",
                   a->path, key, why);
}

/* True if a member says something: it is not there, false, null, 0 and empty in most files. */
static bool is_set(const cJSON *settings, const char *key)
{
    const cJSON *const item = cJSON_GetObjectItemCaseSensitive(settings, key);

    if (cJSON_IsArray(item) || cJSON_IsObject(item)) return item->child;
    return item && !cJSON_IsNull(item) && !cJSON_IsFalse(item);
}

/* Ways of beginning that change the model's own weights. */
static bool changes_base(const char *beginning)
{
    static const char *const names[] = {"pissa", "olora", "loftq", "corda", "lora_ga"};

    for (size_t i = 0; beginning && i < sizeof names / sizeof *names; i++)
        if (!strncasecmp(beginning, names[i], strlen(names[i]))) return true;
    return false;
}

static int read_settings(adapter *a, tr_error *err)
{
    static const char *const others[] = {"use_dora",          "use_qalora",
                                         "use_bdlora",        "fan_in_fan_out",
                                         "alpha_pattern",     "lora_bias",
                                         "megatron_config",   "trainable_token_indices",
                                         "target_parameters", "alora_invocation_tokens",
                                         "layer_replication", "arrow_config",
                                         "kasa_config"};
    const cJSON *const alpha = cJSON_GetObjectItemCaseSensitive(a->settings, "lora_alpha");
    const char *const type = tr_json_text(a->settings, "peft_type");

    if (!type || strcmp(type, "LORA") != 0)
        return tr_fail(err, TR_EUNSUPPORTED,
                       "%s: is an adapter of the kind %.40s, and only LORA can be merged", a->path,
                       type ? type : "that is not named");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (is_set(a->settings, others[i]))
            return refuse_setting(a, others[i], "is not supported", err);
    if (changes_base(tr_json_text(a->settings, "init_lora_weights")))
        return refuse_setting(a, "init_lora_weights", "changes the model's own weights", err);
    if (!cJSON_IsNumber(alpha) || !isfinite(alpha->valuedouble))
        return tr_fail(err, TR_EFORMAT, "%s: lora_alpha is not a number", a->path);
    a->alpha = alpha->valuedouble;
    a->by_root = is_set(a->settings, "use_rslora");
    return 0;
}

/* ---- Arrays -------------------------------------------------------------------------------- */

/* What stands before the end in the name of an array, as the model names it, and "weight" behind
 * it; NULL: it does not end so.  PEFT puts "base_layer" before what belongs to a layer that has an
 * adapter. */
static const char *name_in_model(adapter *a, const tr_array *t, const char *end, tr_error *err,
                                 int *rc)
{
    static const char prefix[] = "base_model.model.", base[] = ".base_layer.";
    const size_t n_prefix = sizeof prefix - 1, n_end = strlen(end), len = strlen(t->name);
    const char *const begin = t->name + (strncmp(t->name, prefix, n_prefix) ? 0 : n_prefix);

    if (!tr_ends_in(t->name, end) || len < n_end + (size_t)(begin - t->name)) return NULL;
    const char *const stop = t->name + len - n_end, *const within = strstr(begin, base);
    const bool is_base = !*end && within;
    const char *const name =
        tr_region_printf(&a->im->memory, "%.*s%s%s", (int)((is_base ? within + 1 : stop) - begin),
                         begin, is_base ? within + (sizeof base - 1) : "", *end ? "weight" : "");
    if (!name) *rc = tr_fail_memory(err);
    return name;
}

static int refuse_array(const tr_array *t, const char *name, const char *why, tr_error *err)
{
    return tr_fail(err, TR_EFORMAT, "%s: %s: %s %s", t->shard->path, t->name, name, why);
}

/* Of a model whose tables are tied, PEFT may train one of them apart. */
static int refuse_lack(const tr_array *t, const char *name, tr_error *err)
{
    return refuse_array(t, name,
                        "is not in the model: it was trained for another one, or apart from what "
                        "it is tied to; merge it with PEFT (merge_and_unload), and convert the "
                        "result",
                        err);
}

static bool is_matrix(const tr_array *t, uint64_t rows, uint64_t columns)
{
    return t->n_dims == 2 && t->dims[0] == rows && t->dims[1] == columns &&
           tr_element_is_float(t->element);
}

/* Adds the product of `up` and `down` to the model's matrix of that name. */
static int add_product(adapter *a, const char *name, const tr_array *up, const tr_array *down,
                       tr_error *err)
{
    tr_foreign_array *const of = tr_foreign_find(a->im->foreign, name);

    if (!of) return refuse_lack(down, name, err);
    const uint64_t rank = down->n_dims == 2 ? down->dims[0] : 0;
    if (!rank || of->n_dims != 2 || !is_matrix(down, rank, of->dims[1]) ||
        !is_matrix(up, of->dims[0], rank))
        return refuse_array(down, name, "has another shape in the model", err);
    tr_low_rank *const l = TR_REGION_TAKE(&a->im->memory, tr_low_rank, 1);
    if (!l) return tr_fail_memory(err);
    const double divisor = a->by_root ? sqrt((double)rank) : (double)rank;
    *l = (tr_low_rank){.up = up, .down = down, .scale = (float)(a->alpha / divisor)};
    of->added = l;
    return 0;
}

/* An array that was trained as a whole takes the place of the model's. */
static int replace(adapter *a, const char *name, const tr_array *t, tr_error *err)
{
    tr_foreign_array *const of = tr_foreign_find(a->im->foreign, name);

    if (!of) return refuse_lack(t, name, err);
    if (of->n_dims != t->n_dims || memcmp(of->dims, t->dims, t->n_dims * sizeof *t->dims) != 0 ||
        !tr_element_is_float(t->element))
        return refuse_array(t, name, "has another shape in the model", err);
    of->member = t;
    return 0;
}

/* The other half of a product, of the name with another end; NULL: there is none. */
static const tr_array *half_of(const tr_arrays *arrays, const tr_array *t, const char *end,
                               const char *other_end)
{
    const tr_import_name name =
        tr_import_named("%.*s%s", (int)(strlen(t->name) - strlen(end)), t->name, other_end);

    return tr_arrays_find(arrays, name.text);
}

static int merge_array(adapter *a, const tr_arrays *arrays, const tr_array *t, tr_error *err)
{
    static const char down_end[] = "lora_A.weight", up_end[] = "lora_B.weight";
    int rc = 0;

    if (tr_ends_in(t->name, up_end))
        return half_of(arrays, t, up_end, down_end)
                   ? 0
                   : refuse_array(t, "it", "has no lora_A beside it", err);
    const char *name = name_in_model(a, t, down_end, err, &rc);
    if (name) {
        const tr_array *const other = half_of(arrays, t, down_end, up_end);
        return other ? add_product(a, name, other, t, err)
                     : refuse_array(t, name, "has no lora_B beside it", err);
    }
    if (rc == 0 && strstr(t->name, "lora_"))
        return tr_fail(err, TR_EUNSUPPORTED,
                       "%s: %s is not supported: merge it with PEFT (merge_and_unload), and "
                       "convert the result",
                       t->shard->path, t->name);
    if (rc == 0) name = name_in_model(a, t, "", err, &rc);
    return rc ? rc : replace(a, name, t, err);
}

static int merge_arrays(adapter *a, tr_arrays *arrays, tr_error *err)
{
    static const char bytes_name[] = "adapter_model.safetensors",
                      torch_name[] = "adapter_model.bin";
    int rc = 0;

    const bool is_torch = !tr_bundle_finds(a->bundle, bytes_name, &rc, err) &&
                          tr_bundle_finds(a->bundle, torch_name, &rc, err);
    if (rc == 0)
        rc = tr_arrays_open(arrays, a->bundle, is_torch ? &tr_torch : &tr_safetensors,
                            is_torch ? torch_name : bytes_name, err);
    for (size_t i = 0; rc == 0 && i < arrays->n_tensors; i++)
        rc = merge_array(a, arrays, &arrays->tensors[i], err);
    if (rc == 0 && !arrays->n_tensors)
        rc = tr_fail(err, TR_EFORMAT, "%s: holds no adapter", arrays->shards[0].path);
    if (rc == 0) tr_import_note(a->im, "%s is merged", arrays->shards[0].path);
    return rc;
}

/* ---- Files --------------------------------------------------------------------------------- */

static int merge_from(tr_import *im, const tr_bundle *b, tr_arrays *arrays, tr_error *err)
{
    adapter a = {.im = im, .bundle = b};
    char *const name = tr_bundle_name(b, settings_name);

    a.path = name ? tr_region_copy(&im->memory, name, strlen(name)) : NULL;
    free(name);
    int rc = a.path ? tr_json_read_member(&a.settings, b, settings_name, err) : tr_fail_memory(err);
    if (rc == 0) rc = read_settings(&a, err);
    if (rc == 0) rc = merge_arrays(&a, arrays, err);
    cJSON_Delete(a.settings);
    return rc;
}

int tr_hf_adapter_merge(tr_import *im, tr_arrays *arrays, tr_error *err)
{
    const char *const folder = im->options->adapter;
    tr_bundle own;
    int rc = 0;

    if (!folder)
        return tr_bundle_finds(&im->bundle, settings_name, &rc, err)
                   ? merge_from(im, &im->bundle, arrays, err)
                   : rc;
    rc = tr_bundle_open(&own, folder, im->options->output, err);
    if (rc < 0) return rc;
    rc = merge_from(im, &own, arrays, err);
    tr_bundle_close(&own);
    return rc;
}
