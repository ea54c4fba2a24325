#include "import/hf/hf_adapter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    static const char *const names[] = {"pissa", "olora", "loftq", "corda"};

    for (size_t i = 0; beginning && i < sizeof names / sizeof *names; i++)
        if (!strncmp(beginning, names[i], strlen(names[i]))) return true;
    return false;
}

static int read_settings(adapter *a, tr_error *err)
{
    static const char *const others[] = {
        "use_dora",        "fan_in_fan_out",          "alpha_pattern",    "lora_bias",
        "megatron_config", "trainable_token_indices", "target_parameters"};
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
 * it; NULL: it does not end so. */
static const char *name_in_model(adapter *a, const tr_array *t, const char *end, tr_error *err,
                                 int *rc)
{
    static const char prefix[] = "base_model.model.";
    const size_t n_prefix = sizeof prefix - 1, n_end = strlen(end), len = strlen(t->name);
    const char *const begin = t->name + (strncmp(t->name, prefix, n_prefix) ? 0 : n_prefix);

    if (!tr_ends_in(t->name, end) || len < n_end + (size_t)(begin - t->name)) return NULL;
    const size_t n = len - n_end - (size_t)(begin - t->name);
    const char *const name =
        tr_region_printf(&a->im->memory, "%.*s%s", (int)n, begin, *end ? "weight" : "");
    if (!name) *rc = tr_fail_memory(err);
    return name;
}

static int refuse_array(const tr_array *t, const char *name, const char *why, tr_error *err)
{
    return tr_fail(err, TR_EFORMAT, "%s: %s: %s %s", t->shard->path, t->name, name, why);
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

    if (!of) return refuse_array(down, name, "is not in the model", err);
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

    if (!of) return refuse_array(t, name, "is not in the model", err);
    if (of->n_dims != t->n_dims || memcmp(of->dims, t->dims, t->n_dims * sizeof *t->dims) != 0 ||
        !tr_element_is_float(t->element))
        return refuse_array(t, name, "has another shape in the model", err);
    of->member = t;
    return 0;
}

static int merge_array(adapter *a, const tr_arrays *arrays, const tr_array *t, size_t *n,
                       tr_error *err)
{
    static const char down_end[] = "lora_A.weight", up_end[] = "lora_B.weight";
    int rc = 0;

    if (tr_ends_in(t->name, up_end)) return 0; /* with its other half */
    const char *name = name_in_model(a, t, down_end, err, &rc);
    if (name) {
        const tr_import_name up = tr_import_named(
            "%.*s%s", (int)(strlen(t->name) - (sizeof down_end - 1)), t->name, up_end);
        const tr_array *const other = tr_arrays_find(arrays, up.text);
        *n += 1;
        return other ? add_product(a, name, other, t, err)
                     : refuse_array(t, name, "has no lora_B beside it", err);
    }
    if (rc == 0 && strstr(t->name, "lora_"))
        return tr_fail(err, TR_EUNSUPPORTED,
                       "%s: %s is not supported: merge it with PEFT (merge_and_unload), and "
                       "convert the result",
                       t->shard->path, t->name);
    if (rc == 0) name = name_in_model(a, t, "", err, &rc);
    *n += 1;
    return rc ? rc : replace(a, name, t, err);
}

static int merge_arrays(adapter *a, tr_arrays *arrays, tr_error *err)
{
    static const char bytes_name[] = "adapter_model.safetensors",
                      torch_name[] = "adapter_model.bin";
    size_t n = 0, n_up = 0;
    int rc = 0;

    const bool is_torch = !tr_bundle_finds(a->bundle, bytes_name, &rc, err) &&
                          tr_bundle_finds(a->bundle, torch_name, &rc, err);
    if (rc == 0)
        rc = tr_arrays_open(arrays, a->bundle, is_torch ? &tr_torch : &tr_safetensors,
                            is_torch ? torch_name : bytes_name, err);
    for (size_t i = 0; rc == 0 && i < arrays->n_tensors; i++) {
        n_up += tr_ends_in(arrays->tensors[i].name, "lora_B.weight");
        rc = merge_array(a, arrays, &arrays->tensors[i], &n, err);
    }
    if (rc == 0 && (!n || n_up > n))
        rc = tr_fail(err, TR_EFORMAT, "%s: has not one adapter for each matrix",
                     arrays->shards[0].path);
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
