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

/* True if a path lies below the models that came with the program. */
static bool is_shipped(const char *path)
{
    char *const place = self_path_file("share/translate/models", "models");
    const size_t len = place ? strlen(place) : 0;
    const bool is = len && !strncmp(path, place, len) && path[len] == '/';

    free(place);
    return is;
}

/* True if a model of the pair is there that did not come with the program. */
static bool has_another(const tr_model_info *info)
{
    char source[TR_PEEK_SIZE], target[TR_PEEK_SIZE];
    model_list list;
    bool has = false;

    models_find(&list);
    for (size_t i = 0; i < list.n && !has; i++) {
        const char *const path = list.models[i].path;
        has = !is_shipped(path) && tr_model_peek(path, source, target) &&
              tr_language_fit(source, info->source_language) &&
              tr_language_fit(target, info->target_language);
    }
    models_free(&list);
    return has;
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
    complain("this model is small: \"translate fetch %s-%s\" gets a better one, %s, which -f %s -t "
             "%s then takes (--no-hints: not to be told)",
             m->source, m->target, size, m->source, m->target);
}

/* The cheap questions first: a list of models is read once a day. */
void better_model_hint(const tr_model *model, const model_choice *choice)
{
    const tr_model_info *const info = tr_model_get_info(model);
    model_index index;

    if (!isatty(STDERR_FILENO) || is_set("NO_HINTS") || choice->model || is_set("TRANSLATE_MODEL"))
        return;
    char *const fetch = self_path_beside("translate-fetch");
    const bool may =
        fetch && is_shipped(info->path) && !has_another(info) && once_a_day("better-model");
    free(fetch);
    if (!may || index_read(&index, NULL, true)) return;
    const index_model *const m =
        index_best(&index, info->source_language, info->target_language, NULL);
    if (is_better(m, info)) say(m);
    index_free(&index);
}
