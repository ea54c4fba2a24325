#include "models/better_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console/message.h"
#include "console/once_a_day.h"
#include "console/printable.h"
#include "console/self_path.h"
#include "models/model_index.h"
#include "models/model_search.h"

static bool is_set(const char *name)
{
    const char *const value = getenv(name);
    return value && *value;
}

/* True if a model came with the program, and there is neither another of its pair that did not, nor
 * one that the settings name. */
static bool is_only_choice(const tr_model_info *info)
{
    char source[TR_PEEK_SIZE], target[TR_PEEK_SIZE];
    model_list list;
    bool is_shipped = false, has_another = false;

    models_find(&list);
    for (size_t i = 0; i < list.n; i++) {
        const found_model *const m = &list.models[i];
        is_shipped = is_shipped || (m->is_shipped && !strcmp(m->path, info->path));
        has_another = has_another || i < list.n_pinned ||
                      (!m->is_shipped && tr_model_peek(m->path, source, target) &&
                       tr_language_fit(source, info->source_language) &&
                       tr_language_fit(target, info->target_language));
    }
    models_free(&list);
    return is_shipped && !has_another;
}

/* Small models lose to larger ones; a score tells that somebody has looked. */
static bool is_better(const index_model *m, const tr_model_info *info)
{
    const bool is_scored = m && (m->comet > 0 || m->chrf > 0 || m->bleu > 0);
    return is_scored && !*m->refused && m->is_pinned && !m->is_nightly && m->size > info->file_size;
}

static void say(const index_model *m)
{
    char size[32];

    printable_bytes(size, sizeof size, m->size);
    complain("this model is small: \"translate fetch %s-%s\" gets a better one, %s, which is "
             "used from then on (--no-hints: not to be told)",
             m->source, m->target, size);
}

/* The cheap questions first: a list of models is read once a day. */
void better_model_hint(const tr_model *model, const model_choice *choice)
{
    const tr_model_info *const info = tr_model_get_info(model);
    model_index index;

    if (!isatty(STDERR_FILENO) || is_set("NO_HINTS") || choice->model || is_set("TRANSLATE_MODEL"))
        return;
    char *const fetch = self_path_beside("translate-fetch");
    const bool may = fetch && is_only_choice(info) && once_a_day("better-model");
    free(fetch);
    if (!may || index_read(&index, NULL, true)) return;
    const index_model *const m =
        index_best(&index, info->source_language, info->target_language, NULL);
    if (is_better(m, info)) say(m);
    index_free(&index);
}
