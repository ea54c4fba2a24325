#include "evaluate/learned_metric.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "console/files_in_use.h"
#include "console/message.h"
#include "models/model_search.h"

/* A metric, as users name it. */
typedef struct named_metric {
    const char *word, *title;
    const char *repository, *licence; /* of a model at Hugging Face */
} named_metric;

static const named_metric comet = {"comet", "COMET", "Unbabel/wmt22-comet-da", "Apache-2.0"};
static const named_metric metricx = {"metricx", "MetricX", "google/metricx-24-hybrid-large-v2p6",
                                     "Apache-2.0"};

static const named_metric *named(int metric)
{
    return metric == TR_METRICX ? &metricx : &comet;
}

static int metric_of(const tr_model_info *info)
{
    return !strcmp(info->metric, "metricx-24") ? TR_METRICX : TR_COMET;
}

/* ---- Which model --------------------------------------------------------------------------- */

static tr_model *open_metric(const char *path)
{
    tr_model *model;
    tr_error err;

    if (tr_model_open(&model, path, &err)) {
        complain("%s", err.msg);
        return NULL;
    }
    if (!strcmp(tr_model_get_info(model)->metric, "none")) {
        complain("%s: is a model that translates, and no metric", path);
        tr_model_close(model);
        return NULL;
    }
    files_in_use_add(path, "the metric");
    return model;
}

/* A file, or the name of a model of this machine. */
static tr_model *open_given(const model_list *list, const char *name)
{
    const found_model *const found = models_named(list, name);

    return open_metric(found && access(name, F_OK) ? found->path : name);
}

/* The first of the models given that is this metric.  False after a sentence. */
static bool find_given(learned_metric *l, int metric, const model_list *list,
                       const text_list *models)
{
    for (size_t i = 0; i < models->n && !l->model; i++) {
        l->model = open_given(list, models->items[i]);
        if (!l->model) return false;
        if (metric_of(tr_model_get_info(l->model)) == metric) return true;
        tr_model_close(l->model);
        l->model = NULL;
    }
    return true;
}

static void complain_of_none(int metric, const text_list *models)
{
    const named_metric *const m = named(metric);

    if (models->n)
        complain(
            "%s: is no model of %s, and no other was found: \"translate fetch hf:%s\" gets one "
            "(%s)",
            models->items[0], m->title, m->repository, m->licence);
    else
        complain("no model of %s is here: \"translate fetch hf:%s\" gets one (%s), and "
                 "--metric-model names it (see translate-evaluate(1))",
                 m->title, m->repository, m->licence);
}

static int find_model(learned_metric *l, int metric, const text_list *models)
{
    model_list list;

    models_find(&list);
    const bool good = find_given(l, metric, &list, models);
    const found_model *const usual =
        good && !l->model ? models_named(&list, named(metric)->word) : NULL;
    if (usual) l->model = open_metric(usual->path);
    models_free(&list);
    if (good && !l->model && !usual) complain_of_none(metric, models);
    if (l->model && metric_of(tr_model_get_info(l->model)) == metric) return 0;
    if (l->model) complain_of_none(metric, models);
    return -1;
}

/* ---- At work ------------------------------------------------------------------------------- */

int learned_metric_open(learned_metric *l, int metric, const text_list *models, int threads,
                        const char *cpu)
{
    tr_error err;

    if (find_model(l, metric, models) < 0) return -1;
    if (!tr_judge_create(&l->judge, l->model, threads, cpu, &err)) return 0;
    complain("%s", err.msg);
    return -1;
}

void learned_metric_close(learned_metric *l)
{
    tr_judge_free(l->judge);
    tr_model_close(l->model);
}

bool learned_metric_needs_reference(const learned_metric *l)
{
    return tr_model_get_info(l->model)->reads_reference == TR_REFERENCE_ALWAYS;
}

bool learned_metric_takes_reference(const learned_metric *l)
{
    return tr_model_get_info(l->model)->reads_reference != TR_REFERENCE_NEVER;
}

/* The name that the model says, or the name of its file, without bars and blanks. */
static void name_model(const tr_model_info *info, char *name, size_t size)
{
    const char *const slash = strrchr(info->path, '/');

    snprintf(name, size, "%s", *info->name ? info->name : slash ? slash + 1 : info->path);
    for (char *p = name; *p; p++)
        if (*p == '|' || (unsigned char)*p <= ' ') *p = '_';
}

void learned_metric_sign(learned_metric *l, bool has_reference)
{
    const tr_model_info *const info = tr_model_get_info(l->model);
    char name[80];

    name_model(info, name, sizeof name);
    snprintf(l->signature, sizeof l->signature, "nrefs:%d|model:%s|form:%s|type:%s",
             has_reference && learned_metric_takes_reference(l), name, info->metric,
             info->weight_type);
}

int learned_metric_score(const learned_metric *l, const tr_string *sources,
                         const tr_string *translations, const tr_string *references, size_t n,
                         float *scores)
{
    tr_error err;

    if (!tr_judge_scores(l->judge, sources, translations, references, n, scores, &err)) return 0;
    complain("%s", err.msg);
    return -1;
}
