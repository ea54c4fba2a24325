#include "ready.h"

#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/message.h"
#include "models/model_choice.h"

static int print_path(const tr_model *model, void *ctx)
{
    char **path = ctx;
    *path = checked_format("%s", tr_model_get_info(model)->path);
    return EXIT_OK;
}

/* True if a choice takes the model of that path. */
static bool takes(const model_choice *choice, const char *path)
{
    char *used = NULL;

    model_use(choice, print_path, &used);
    const bool is = used && !strcmp(used, path);
    free(used);
    return is;
}

/* A hub does not tell the languages; the model does, or is told them. */
static int tell_ready_of_hub(const tr_model *model, void *ctx)
{
    const tr_model_info *const info = tr_model_get_info(model);
    const index_model *const m = ctx;

    if (strcmp(info->metric, "none") != 0)
        complain("%s: ready: translate evaluate --metrics %s --metric-model %s judges translations",
                 m->name, strcmp(info->metric, "metricx-24") ? "comet" : "metricx", m->name);
    else if (info->n_languages)
        complain("%s: ready: translate -m %s%s%s, of %zu languages (translate inspect %s lists "
                 "them)",
                 m->name, m->name, info->source_is_chosen ? " -f LANG" : "",
                 info->target_is_chosen ? " -t LANG" : "", info->n_languages, m->name);
    else if (*info->source_language && *info->target_language)
        complain("%s: ready: translate -m %s translates from %s to %s", m->name, m->name,
                 info->source_language, info->target_language);
    else
        complain("%s: ready: translate -m %s", m->name, m->name);
    return EXIT_OK;
}

/* Ends with what is used from now on. */
static void tell_use(const job *j, const index_model *m, const char *path)
{
    const model_choice choice = {.from = m->source, .to = m->target}, none = {0};
    const bool is_default = tr_language_fit(m->source, model_default_pair.from) &&
                            tr_language_fit(m->target, model_default_pair.to);
    char *used = NULL;

    if (j->set.quiet) return;
    if (m->place) {
        model_use(&(model_choice){.model = path}, tell_ready_of_hub, (void *)m);
        return;
    }
    model_use(&choice, print_path, &used);
    if (!used || strcmp(used, path) != 0)
        complain("%s: ready: translate -m %s; -f %s -t %s goes on with %s", m->name, m->name,
                 m->source, m->target, used ? used : "another");
    else
        complain("%s: ready: translate -f %s -t %s uses it from now on%s", m->name, m->source,
                 m->target,
                 is_default && takes(&none, path) ? ", and so does translate alone" : "");
    free(used);
}

void ready_tell(job *j, const index_model *m)
{
    char *const path = model_folder_model(&j->folder, m->name);

    tell_use(j, m, path);
    job_report(j, m->name, "fetched", path);
    free(path);
}
