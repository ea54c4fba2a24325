#include "installed.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/order.h"
#include "console/alloc.h"
#include "fetch/hub/hub_word.h"
#include "translate.h"

static const char scheme[] = "fetch:";

char *installed_origin(const index_model *m, const char *url)
{
    return checked_format("%s%s@%s %s", scheme, m->name, m->revision, url);
}

/* Reads "fetch:NAME@REVISION URL" of the model NAME. */
static bool read_origin(installed *found, const char *origin, const char *name)
{
    const size_t n = strlen(scheme), len = strlen(name);

    if (strncmp(origin, scheme, n) != 0 || strncmp(origin + n, name, len) != 0) return false;
    const char *revision = origin + n + len;
    if (*revision++ != '@') return false;
    const char *const place = strchr(revision, ' ');
    found->revision = checked_format("%.*s", (int)strcspn(revision, " "), revision);
    if (place && hub_is_word(place + 1)) found->place = checked_format("%s", place + 1);
    return true;
}

static void look_at(installed_list *list, const model_folder *p, const char *name)
{
    installed found = {.path = model_folder_model(p, name)};
    tr_model *model = NULL;

    if (!access(found.path, F_OK) && !tr_model_open(&model, found.path, NULL) &&
        read_origin(&found, tr_model_get_info(model)->origin, name)) {
        found.name = checked_format("%s", name);
        found.size = tr_model_get_info(model)->file_size;
        list->models = checked_realloc(list->models, list->n + 1, sizeof *list->models);
        list->models[list->n++] = found;
    } else {
        free(found.path);
    }
    tr_model_close(model);
}

void installed_find(installed_list *list, const model_folder *p)
{
    DIR *dir = opendir(p->models);

    *list = (installed_list){0};
    for (const struct dirent *e; dir && (e = readdir(dir));)
        if (*e->d_name != '.') look_at(list, p, e->d_name);
    if (dir) closedir(dir);
    if (list->n) qsort(list->models, list->n, sizeof *list->models, tr_compare_strings);
}

void installed_free(installed_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        free(list->models[i].name);
        free(list->models[i].revision);
        free(list->models[i].path);
        free(list->models[i].place);
    }
    free(list->models);
    *list = (installed_list){0};
}

const installed *installed_named(const installed_list *list, const char *name)
{
    for (size_t i = 0; i < list->n; i++)
        if (!strcmp(list->models[i].name, name)) return &list->models[i];
    return NULL;
}

const installed *installed_from(const installed_list *list, const char *place)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->models[i].place && !strcmp(list->models[i].place, place)) return &list->models[i];
    return NULL;
}

bool installed_is_same(const installed *old, const index_model *m)
{
    if (!old->place || !m->place) return !old->place && !m->place;
    return hub_is_same_repository(old->place, m->place);
}
