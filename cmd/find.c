#define _XOPEN_SOURCE 700 /* realpath */
#include "find.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include "message.h"

/* ---- Places ------------------------------------------------------------------------------ */

static bool same_file(const char *a, const char *b)
{
    struct stat sa, sb;
    return !stat(a, &sa) && !stat(b, &sb) && sa.st_dev == sb.st_dev && sa.st_ino == sb.st_ino;
}

/* Takes `path`; a directory that is in the list already is not looked in twice. */
static void add_place(model_list *list, char *path)
{
    for (size_t i = 0; i < list->n_places; i++) {
        if (!strcmp(list->places[i], path) || same_file(list->places[i], path)) {
            free(path);
            return;
        }
    }
    list->places = checked_realloc(list->places, list->n_places + 1, sizeof *list->places);
    list->places[list->n_places++] = path;
}

static void add_colon_list(model_list *list, const char *paths)
{
    while (*paths) {
        const size_t n = strcspn(paths, ":");
        if (n) add_place(list, checked_format("%.*s", (int)n, paths));
        paths += n + (paths[n] == ':');
    }
}

static void add_user_place(model_list *list)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");

    if (data && *data == '/') /* the specification: relative paths are to be ignored */
        add_place(list, checked_format("%s/translate/models", data));
    else if (home && *home)
        add_place(list, checked_format("%s/.local/share/translate/models", home));
}

/* Cuts the last component off; false when there is none. */
static bool cut_component(char *path)
{
    char *slash = strrchr(path, '/');
    if (!slash || slash == path) return false;
    *slash = '\0';
    return true;
}

static bool is_directory(const char *path)
{
    struct stat st;
    return !stat(path, &st) && S_ISDIR(st.st_mode);
}

/* The program's own path.  Where /proc is not mounted, as in a bare chroot, the kernel still tells
 * what was executed. */
static bool program_path(char *exe, size_t size)
{
    const ssize_t n = readlink("/proc/self/exe", exe, size - 1);
    if (n > 0) {
        exe[n] = '\0';
        return true;
    }
    const char *executed = (const char *)getauxval(AT_EXECFN);
    char *real = executed ? realpath(executed, NULL) : NULL;
    const bool known = real && strlen(real) < size;
    if (known) strcpy(exe, real);
    free(real);
    return known;
}

/* BIN/../share/translate/models, or TREE/models for TREE/build/VARIANT/translate.  True when it
 * exists. */
static bool add_program_place(model_list *list)
{
    char exe[4096];

    if (!program_path(exe, sizeof exe)) return false;
    if (!cut_component(exe) || !cut_component(exe)) return false;
    const char *last = strrchr(exe, '/');
    const bool in_tree = last && !strcmp(last, "/build");
    if (in_tree) cut_component(exe);
    char *place = checked_format("%s/%s", exe, in_tree ? "models" : "share/translate/models");
    const bool exists = is_directory(place);
    add_place(list, place);
    return exists;
}

static void find_places(model_list *list)
{
    const char *paths = getenv("TRANSLATE_MODELS");

    if (paths) add_colon_list(list, paths);
    add_user_place(list);
    if (!add_program_place(list)) add_place(list, checked_format("%s", MODEL_DIRECTORY));
}

/* ---- Models in a place ------------------------------------------------------------------- */

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sorted, without hidden files; NULL for a directory that cannot be read. */
static char **list_directory(const char *path, size_t *n)
{
    char **names = NULL;
    DIR *dir = opendir(path);

    *n = 0;
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        if (entry->d_name[0] == '.') continue;
        names = checked_realloc(names, *n + 1, sizeof *names);
        names[(*n)++] = checked_format("%s", entry->d_name);
    }
    if (dir) closedir(dir);
    if (*n) qsort(names, *n, sizeof *names, compare_names);
    return names;
}

static void free_names(char **names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        free(names[i]);
    free(names);
}

static bool ends_in_gguf(const char *name)
{
    const size_t len = strlen(name);
    return len > 5 && !strcmp(name + len - 5, ".gguf");
}

/* Takes `path`.  The first file of a folder has the folder's name, any other its own. */
static void add_model(model_list *list, char *path, const char *folder, bool first,
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
    char **names = list_directory(directory, &n);
    bool first = true;

    for (size_t i = 0; i < n; i++) {
        if (!ends_in_gguf(names[i])) continue;
        add_model(list, checked_format("%s/%s", directory, names[i]), folder, first, names[i]);
        first = false;
    }
    free_names(names, n);
    free(directory);
}

static void scan_place(model_list *list, const char *place)
{
    size_t n;
    char **names = list_directory(place, &n);

    for (size_t i = 0; i < n; i++) {
        if (ends_in_gguf(names[i]))
            add_model(list, checked_format("%s/%s", place, names[i]), NULL, true, names[i]);
        else
            scan_folder(list, place, names[i]);
    }
    free_names(names, n);
}

void models_find(model_list *list)
{
    *list = (model_list){0};
    find_places(list);
    for (size_t i = 0; i < list->n_places; i++)
        scan_place(list, list->places[i]);
}

void models_free(model_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        free(list->models[i].path);
        free(list->models[i].folder);
        free(list->models[i].stem);
    }
    free(list->models);
    free_names(list->places, list->n_places);
    *list = (model_list){0};
}

/* ---- Choosing ---------------------------------------------------------------------------- */

static tr_model *open_path(const char *path)
{
    tr_model *model;
    tr_error err;

    if (!tr_model_open(&model, path, &err)) return model;
    complain("%s", err.msg);
    return NULL;
}

/* "A, B and C" from what `get` says of each; the caller frees it. */
static char *enumerate(const model_list *list, size_t n,
                       const char *(*get)(const model_list *, size_t))
{
    char *text = checked_format("%s", n ? "" : "nothing");

    for (size_t i = 0; i < n; i++) {
        const char *joint = i == 0 ? "" : i + 1 == n ? " and " : ", ";
        char *longer = checked_format("%s%s%s", text, joint, get(list, i));
        free(text);
        text = longer;
    }
    return text;
}

static const char *get_place(const model_list *list, size_t i)
{
    return list->places[i];
}

static const char *get_name(const model_list *list, size_t i)
{
    return list->models[i].name;
}

static void complain_of_none(const model_list *list)
{
    char *places = enumerate(list, list->n_places, get_place);
    complain("no model found in %s; name a model file with -m", places);
    free(places);
}

static tr_model *open_named(const model_list *list, const char *name)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->models[i].folder && !strcmp(list->models[i].folder, name))
            return open_path(list->models[i].path);
    for (size_t i = 0; i < list->n; i++)
        if (!strcmp(list->models[i].stem, name)) return open_path(list->models[i].path);
    if (!access(name, F_OK)) return open_path(name);

    char *places = enumerate(list, list->n_places, get_place);
    complain("no model is named \"%s\": looked in %s, and for a file of that name", name, places);
    free(places);
    return NULL;
}

/* How well one side of a model fits the language asked for: 0 = not, 1 = as one of those it may be
 * told, 2 = as a variety or the other way round, 3 = it is the same. */
static int fit_side(const tr_model *model, const char *own, int is_chosen, const char *asked)
{
    if (!asked) return 3;
    if (is_chosen) return tr_model_find_language(model, asked) >= 0;
    const int fit = tr_language_fit(own, asked);
    return fit ? fit + 1 : 0;
}

enum { BEST_FIT = 6 };

static int fit_both(const tr_model *model, const model_choice *choice)
{
    const tr_model_info *info = tr_model_get_info(model);
    const int from = fit_side(model, info->source_language, info->source_is_chosen, choice->from);
    const int to = fit_side(model, info->target_language, info->target_is_chosen, choice->to);
    return from && to ? from + to : 0;
}

/* " from en to de", with what is known of it. */
static char *describe_pair(const char *from, const char *to)
{
    return checked_format("%s%s%s%s", from ? " from " : "", from ? from : "", to ? " to " : "",
                          to ? to : "");
}

static void complain_of_pair(const model_list *list, const model_choice *choice)
{
    char *pair = describe_pair(choice->from, choice->to);
    char *names = enumerate(list, list->n, get_name);
    complain("no model translates%s: found %s (see translate models)", pair, names);
    free(pair);
    free(names);
}

static tr_model *open_for_languages(const model_list *list, const model_choice *choice)
{
    tr_model *best = NULL;
    int best_fit = 0;

    for (size_t i = 0; i < list->n && best_fit < BEST_FIT; i++) {
        tr_model *model = open_path(list->models[i].path);
        const int this_fit = model ? fit_both(model, choice) : 0;
        if (this_fit > best_fit) {
            tr_model_close(best);
            best = model;
            best_fit = this_fit;
        } else {
            tr_model_close(model);
        }
    }
    if (!best && list->n) complain_of_pair(list, choice);
    if (!best && !list->n) complain_of_none(list);
    return best;
}

/* Without any choice made. */
static tr_model *open_default(const model_list *list)
{
    const char *const name = list->n == 1 ? list->models[0].name : "en-de";

    for (size_t i = 0; i < list->n; i++)
        if (!strcmp(list->models[i].name, name)) return open_path(list->models[i].path);
    if (!list->n) {
        complain_of_none(list);
        return NULL;
    }
    char *names = enumerate(list, list->n, get_name);
    complain("several models are found, %s: choose with -m, or with -f and -t", names);
    free(names);
    return NULL;
}

static tr_model *open_chosen(const char *name, const model_choice *choice)
{
    model_list list;

    models_find(&list);
    tr_model *model = name                         ? open_named(&list, name)
                      : choice->from || choice->to ? open_for_languages(&list, choice)
                                                   : open_default(&list);
    models_free(&list);
    return model;
}

/* A model that was named must not contradict -f and -t; one that does not say is believed.  About
 * languages that a model is told, the library has more to say. */
static bool agrees(const tr_model *model, const model_choice *choice)
{
    const tr_model_info *info = tr_model_get_info(model);
    const bool from = *info->source_language && !info->source_is_chosen;
    const bool to = *info->target_language && !info->target_is_chosen;
    const model_choice known = {.from = from ? choice->from : NULL, .to = to ? choice->to : NULL};
    if (fit_both(model, &known)) return true;
    char *pair = describe_pair(choice->from, choice->to);
    complain("%s: translates from %s to %s, not%s", info->path, info->source_language,
             info->target_language, pair);
    free(pair);
    return false;
}

tr_model *model_open(const model_choice *choice)
{
    const char *name = choice->model;
    const char *preset = getenv("TRANSLATE_MODEL");

    if (!name && !choice->from && !choice->to && preset && *preset) name = preset;
    const bool is_file = name && (strchr(name, '/') || ends_in_gguf(name));
    tr_model *model = is_file ? open_path(name) : open_chosen(name, choice);
    if (model && name && !agrees(model, choice)) {
        tr_model_close(model);
        return NULL;
    }
    return model;
}

void model_choose_languages(tr_options *o, const model_choice *choice)
{
    o->source_language = choice->from;
    o->target_language = choice->to;
}
