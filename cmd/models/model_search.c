#include "models/model_search.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/order.h"
#include "config.h"
#include "console/alloc.h"
#include "console/message.h"
#include "console/preferences.h"
#include "console/self_path.h"

/* ---- Places ------------------------------------------------------------------------------ */

static bool is_same_model(const char *a, const char *b)
{
    struct stat sa, sb;
    return !stat(a, &sa) && !stat(b, &sb) && sa.st_dev == sb.st_dev && sa.st_ino == sb.st_ino;
}

/* Takes `path`; returns its place in the list.  A directory that is there already is not added
 * again. */
static size_t add_place(model_list *list, char *path)
{
    for (size_t i = 0; i < list->n_places; i++) {
        if (!strcmp(list->places[i], path) || is_same_model(list->places[i], path)) {
            free(path);
            return i;
        }
    }
    list->places = checked_realloc(list->places, list->n_places + 1, sizeof *list->places);
    list->places[list->n_places] = path;
    return list->n_places++;
}

static void add_colon_list(model_list *list, const char *paths)
{
    while (*paths) {
        const size_t n = strcspn(paths, ":");
        if (n) add_place(list, checked_format("%.*s", (int)n, paths));
        paths += n + (paths[n] == ':');
    }
}

char *models_user_place(void)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");

    if (data && *data == '/') /* the specification says: ignore relative paths */
        return checked_format("%s/translate/models", data);
    return home && *home ? checked_format("%s/.local/share/translate/models", home) : NULL;
}

static void add_user_place(model_list *list)
{
    char *place = models_user_place();
    if (place) add_place(list, place);
}

static bool is_directory(const char *path)
{
    struct stat st;
    return !stat(path, &st) && S_ISDIR(st.st_mode);
}

/* PREFIX/share/translate/models, or TREE/models of a program that was not installed.  True when it
 * exists. */
static bool add_program_place(model_list *list)
{
    char *place = self_path_file("share/translate/models", "models");
    if (!place) return false;
    const bool exists = is_directory(place);
    list->shipped_place = add_place(list, place);
    return exists;
}

static void find_places(model_list *list)
{
    const char *paths = getenv("TRANSLATE_MODELS");

    if (paths) add_colon_list(list, paths);
    add_user_place(list);
    if (!add_program_place(list))
        list->shipped_place = add_place(list, checked_format("%s", MODEL_DIRECTORY));
}

/* ---- Models in a place ------------------------------------------------------------------- */

/* A place that is not there, or belongs to another user, is no failure. */
static bool is_failure(int cause)
{
    return cause && cause != ENOENT && cause != ENOTDIR && cause != EACCES;
}

/* The next name that is not hidden; NULL at the end, and then errno tells of a failure. */
static const char *next_name(DIR *dir)
{
    for (;;) {
        errno = 0;
        const struct dirent *entry = readdir(dir);
        if (!entry) return NULL;
        if (entry->d_name[0] != '.') return entry->d_name;
    }
}

/* Sorted, without hidden files; NULL for a directory that cannot be read.  *failed: after a
 * sentence, it may hold what was not seen. */
static char **list_directory(const char *path, size_t *n, bool *failed)
{
    char **names = NULL;
    DIR *dir = opendir(path);
    int cause = dir ? 0 : errno;

    *n = 0;
    for (const char *name; dir && (name = next_name(dir));) {
        names = checked_realloc(names, *n + 1, sizeof *names);
        names[(*n)++] = checked_format("%s", name);
    }
    if (dir) cause = errno;
    if (dir) closedir(dir);
    if (is_failure(cause)) {
        complain("%s: %s", path, strerror(cause));
        *failed = true;
    }
    if (*n) qsort(names, *n, sizeof *names, tr_compare_strings);
    return names;
}

static void free_model_names(char **names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        free(names[i]);
    free(names);
}

bool is_model_file_name(const char *name)
{
    const size_t len = strlen(name);
    return len > 5 && !strcmp(name + len - 5, ".gguf");
}

/* Takes `path`.  The first file of a folder has the folder's name, any other its own. */
static void add_found_model(model_list *list, char *path, const char *folder, bool first,
                            const char *file)
{
    found_model m = {
        .path = path,
        .folder = folder ? checked_format("%s", folder) : NULL,
        .stem = checked_format("%.*s", (int)strlen(file) - 5, file),
    };
    m.name = folder && first ? m.folder : m.stem;
    list->models = checked_realloc(list->models, list->n + 1, sizeof *list->models);
    list->models[list->n++] = m;
}

static void scan_folder(model_list *list, const char *place, const char *folder)
{
    size_t n;
    char *directory = checked_format("%s/%s", place, folder);
    char **names = list_directory(directory, &n, &list->failed);
    bool first = true;

    for (size_t i = 0; i < n; i++) {
        if (!is_model_file_name(names[i])) continue;
        add_found_model(list, checked_format("%s/%s", directory, names[i]), folder, first,
                        names[i]);
        first = false;
    }
    free_model_names(names, n);
    free(directory);
}

static void scan_place(model_list *list, const char *place)
{
    size_t n;
    char **names = list_directory(place, &n, &list->failed);

    for (size_t i = 0; i < n; i++) {
        if (is_model_file_name(names[i]))
            add_found_model(list, checked_format("%s/%s", place, names[i]), NULL, true, names[i]);
        else
            scan_folder(list, place, names[i]);
    }
    free_model_names(names, n);
}

/* ---- Settings ------------------------------------------------------------------------------ */

/* A model of a path that the settings name; false after a sentence. */
static bool add_file(model_list *list, const preferences *p, const preference *wanted)
{
    const char *const file = strrchr(wanted->value, '/') + 1;

    if (access(wanted->value, F_OK) < 0) {
        complain("%s:%zu: %s: %s", p->path, wanted->line, wanted->value, strerror(errno));
        return false;
    }
    const size_t len = strlen(file) - (is_model_file_name(file) ? 5 : 0);
    found_model m = {.path = checked_format("%s", wanted->value),
                     .stem = checked_format("%.*s", (int)len, file)};
    m.name = m.stem;
    list->models = checked_realloc(list->models, list->n + 1, sizeof *list->models);
    list->models[list->n++] = m;
    return true;
}

/* The place in the list of the model that a setting names; list->n after a sentence. */
static size_t find_wanted(model_list *list, const preferences *p, const preference *wanted)
{
    const size_t n = list->n;

    if (*wanted->value == '/') return add_file(list, p, wanted) ? n : list->n;
    const found_model *const found = models_named(list, wanted->value);
    if (found) return (size_t)(found - list->models);
    complain("%s:%zu: no model is named \"%s\": see translate models; a file is named by a path "
             "that begins with /",
             p->path, wanted->line, wanted->value);
    return list->n;
}

/* Moves model `at` to the end of the pinned models; a model among them stays. */
static void pin(model_list *list, size_t at)
{
    if (at < list->n_pinned) return;
    const found_model m = list->models[at];
    memmove(&list->models[list->n_pinned + 1], &list->models[list->n_pinned],
            (at - list->n_pinned) * sizeof m);
    list->models[list->n_pinned++] = m;
}

static void pin_wanted(model_list *list)
{
    preferences p;

    if (preferences_read(&p) < 0) list->failed = true;
    for (size_t i = 0; i < p.n_models && !list->failed; i++) {
        const size_t at = find_wanted(list, &p, &p.models[i]);
        if (at < list->n)
            pin(list, at);
        else
            list->failed = true;
    }
    preferences_free(&p);
}

void models_find(model_list *list)
{
    *list = (model_list){0};
    find_places(list);
    for (size_t i = 0; i < list->n_places; i++) {
        const size_t before = list->n;
        scan_place(list, list->places[i]);
        for (size_t k = before; k < list->n; k++)
            list->models[k].is_shipped = i == list->shipped_place;
    }
    pin_wanted(list);
}

void models_free(model_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        free(list->models[i].path);
        free(list->models[i].folder);
        free(list->models[i].stem);
    }
    free(list->models);
    free_model_names(list->places, list->n_places);
    *list = (model_list){0};
}

const found_model *models_named(const model_list *list, const char *name)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->models[i].folder && !strcmp(list->models[i].folder, name))
            return &list->models[i];
    for (size_t i = 0; i < list->n; i++)
        if (!strcmp(list->models[i].stem, name)) return &list->models[i];
    return NULL;
}
