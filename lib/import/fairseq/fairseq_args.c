#include "import/fairseq/fairseq_args.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MAX_TEXT = 4096, MAX_ITEMS = 4096 };

/* ---- Values ------------------------------------------------------------------------------- */

/* Attributes of an object, if it has such. */
static const tr_pickle_value *attribute(const tr_pickle_value *v, const char *key)
{
    return v->kind == TR_PICKLE_CALL && v->state ? tr_pickle_find(v->state, key) : NULL;
}

/* A node of omegaconf's keeps its value as _val, a dictionary or a list as _content. */
const tr_pickle_value *tr_fairseq_value(const tr_pickle_value *v)
{
    for (int depth = 0; v && depth < 4; depth++) {
        const tr_pickle_value *inner = attribute(v, "_val");
        if (!inner) inner = attribute(v, "_content");
        if (!inner) break;
        v = inner;
    }
    return v && v->kind != TR_PICKLE_NONE ? v : NULL;
}

/* A member of a dictionary, or an attribute of a Namespace. */
static const tr_pickle_value *find_setting(const tr_pickle_value *holder, const char *key)
{
    const tr_pickle_value *v = tr_fairseq_value(holder);

    if (v && v->kind == TR_PICKLE_CALL && v->state) v = v->state;
    return v ? tr_fairseq_value(tr_pickle_find(v, key)) : NULL;
}

static bool holds_settings(const tr_pickle_value *holder)
{
    const tr_pickle_value *v = tr_fairseq_value(holder);

    return v && (v->kind == TR_PICKLE_MAPPING ||
                 (v->kind == TR_PICKLE_CALL && v->state && v->state->kind == TR_PICKLE_MAPPING));
}

/* ---- Where the settings are --------------------------------------------------------------- */

static const tr_pickle_value *find_args(const tr_torch_pickle *p)
{
    const tr_pickle_value *args = tr_pickle_find(p->pickle.root, "args");

    return holds_settings(args) ? args : NULL;
}

static const tr_pickle_value *find_cfg(const tr_torch_pickle *p)
{
    const tr_pickle_value *cfg = tr_pickle_find(p->pickle.root, "cfg");

    return holds_settings(cfg) && holds_settings(find_setting(cfg, "model")) ? cfg : NULL;
}

int tr_fairseq_args_open(tr_fairseq_args *a, const tr_torch_pickle *p, const char *path,
                         tr_error *err)
{
    const tr_pickle_value *args = find_args(p), *cfg = args ? NULL : find_cfg(p);

    *a = (tr_fairseq_args){.path = path, .model = args, .task = args, .err = err};
    if (!args && !cfg)
        return tr_fail(err, TR_EUNSUPPORTED,
                       "%s: is no checkpoint of fairseq's: it has neither args nor cfg", path);
    if (tr_pickle_find(p->pickle.root, "fsdp_metadata"))
        return tr_fail(err, TR_EUNSUPPORTED,
                       "%s: has a share of the weights (FSDP); a checkpoint of all of them is "
                       "needed",
                       path);
    if (args) return 0;
    a->model = find_setting(cfg, "model");
    a->task = find_setting(cfg, "task");
    return 0;
}

/* ---- Settings ----------------------------------------------------------------------------- */

const tr_pickle_value *tr_fairseq_model_arg(const tr_fairseq_args *a, const char *key)
{
    static const char *const halves[] = {"encoder", "decoder"};
    const tr_pickle_value *v = find_setting(a->model, key);

    for (size_t i = 0; !v && i < 2; i++) {
        const size_t len = strlen(halves[i]);
        const tr_pickle_value *half = find_setting(a->model, halves[i]);
        if (half && !strncmp(key, halves[i], len) && key[len] == '_')
            v = find_setting(half, key + len + 1);
    }
    return v;
}

const tr_pickle_value *tr_fairseq_task_arg(const tr_fairseq_args *a, const char *key)
{
    return find_setting(a->task, key);
}

void tr_fairseq_refuse(tr_fairseq_args *a, int code, const char *key, const char *why)
{
    if (a->rc == 0) a->rc = tr_fail(a->err, code, "%s: %s: %s", a->path, key, why);
}

uint32_t tr_fairseq_size(tr_fairseq_args *a, const char *key, uint32_t high)
{
    const tr_pickle_value *v = tr_fairseq_model_arg(a, key);
    char why[64];

    if (!v) {
        tr_fairseq_refuse(a, TR_EFORMAT, key, "is missing");
        return 0;
    }
    if (v->kind == TR_PICKLE_INTEGER && v->integer >= 1 && v->integer <= (int64_t)high)
        return (uint32_t)v->integer;
    snprintf(why, sizeof why, "is not a whole number in 1..%" PRIu32, high);
    tr_fairseq_refuse(a, TR_EFORMAT, key, why);
    return 0;
}

bool tr_fairseq_is_true(tr_fairseq_args *a, const tr_pickle_value *v, const char *key)
{
    if (!v) return false;
    const bool known = v->kind == TR_PICKLE_BOOL ||
                       (v->kind == TR_PICKLE_INTEGER && (v->integer == 0 || v->integer == 1));
    if (!known) tr_fairseq_refuse(a, TR_EFORMAT, key, "is neither true nor false");
    return known && v->integer;
}

static const char *copy_setting(tr_fairseq_args *a, tr_import *im, const char *text, size_t n,
                                const char *key)
{
    if (n > MAX_TEXT || (n && memchr(text, '\0', n))) {
        tr_fairseq_refuse(a, TR_EFORMAT, key, "is not a text");
        return NULL;
    }
    const char *copy = tr_region_copy(&im->memory, text, n);
    if (!copy && a->rc == 0) a->rc = tr_fail_memory(a->err);
    return copy;
}

const char *tr_fairseq_text(tr_fairseq_args *a, tr_import *im, const tr_pickle_value *v,
                            const char *key, const char *otherwise)
{
    if (!v || a->rc < 0) return otherwise;
    if (v->kind != TR_PICKLE_TEXT) {
        tr_fairseq_refuse(a, TR_EFORMAT, key, "is not a text");
        return otherwise;
    }
    const char *copy = copy_setting(a, im, v->text, v->n, key);
    return copy ? copy : otherwise;
}

/* ---- Lists -------------------------------------------------------------------------------- */

static const char *const *split_text(tr_fairseq_args *a, tr_import *im, const tr_pickle_value *v,
                                     const char *key, size_t *n)
{
    size_t most = 1;

    for (size_t i = 0; i < v->n; i++)
        most += v->text[i] == ',';
    const char **list = TR_REGION_TAKE(&im->memory, const char *, most);
    if (!list) a->rc = tr_fail_memory(a->err);
    for (size_t at = 0; a->rc == 0 && at < v->n;) {
        const char *comma = memchr(v->text + at, ',', v->n - at);
        const size_t len = comma ? (size_t)(comma - v->text) - at : v->n - at;
        if (len) list[(*n)++] = copy_setting(a, im, v->text + at, len, key);
        at += len + 1;
    }
    return list;
}

const char *const *tr_fairseq_list(tr_fairseq_args *a, tr_import *im, const tr_pickle_value *v,
                                   const char *key, size_t *n)
{
    *n = 0;
    if (!v || a->rc < 0) return NULL;
    const bool is_list = v->kind == TR_PICKLE_SEQUENCE;
    if ((!is_list && v->kind != TR_PICKLE_TEXT) || v->n > (is_list ? MAX_ITEMS : MAX_TEXT)) {
        tr_fairseq_refuse(a, TR_EFORMAT, key, "is not a list of names");
        return NULL;
    }
    if (!is_list) return split_text(a, im, v, key, n);
    const char **list = TR_REGION_TAKE(&im->memory, const char *, v->n + 1);
    if (!list) a->rc = tr_fail_memory(a->err);
    for (size_t i = 0; a->rc == 0 && i < v->n; i++) {
        const tr_pickle_value *item = tr_fairseq_value(v->items[i]);
        if (!item || item->kind != TR_PICKLE_TEXT)
            tr_fairseq_refuse(a, TR_EFORMAT, key, "is not a list of names");
        else
            list[(*n)++] = copy_setting(a, im, item->text, item->n, key);
    }
    return list;
}
