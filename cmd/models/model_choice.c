#include "models/model_choice.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/files_in_use.h"
#include "console/message.h"
#include "console/suggest.h"
#include "models/foreign_model.h"
#include "models/model_offer.h"
#include "models/model_search.h"

/* ---- Sentences ---------------------------------------------------------------------------- */

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

static void complain_of_name(const model_list *list, const char *name)
{
    suggestion s = suggest_for(name, strlen(name));
    char hint[HINT_SIZE];

    for (size_t i = 0; i < list->n; i++)
        suggest_word(&s, list->models[i].name, strlen(list->models[i].name));
    suggest_hint(&s, "", hint);
    char *places = enumerate(list, list->n_places, get_place);
    char *names = enumerate(list, list->n, get_name);
    complain("no model is named \"%s\": looked in %s, and for a file of that name%s%s", name,
             places, *hint ? hint : "; found ", *hint ? "" : names);
    free(places);
    free(names);
}

/* " from en to de", or less where a language was not given. */
static char *describe_pair(const char *from, const char *to)
{
    return checked_format("%s%s%s%s", from ? " from " : "", from ? from : "", to ? " to " : "",
                          to ? to : "");
}

/* Looks for a language among the languages that it is told of. */
typedef struct search {
    const char *asked;
    bool found;
} search;

static void compare_language(void *ctx, const char *language)
{
    search *s = ctx;
    if (tr_language_fit(language, s->asked)) s->found = true;
}

/* The nearest language of the models found, on a side where none has the one asked for. */
static const char *hint_at_language(const model_list *list, int side, const char *asked,
                                    const char *before, char hint[HINT_SIZE])
{
    search known = {.asked = asked};
    suggestion s = suggest_for(asked ? asked : "", asked ? strlen(asked) : 0);

    *hint = '\0';
    if (!asked) return hint;
    languages_found(list, side, compare_language, &known);
    if (known.found) return hint;
    languages_found(list, side, languages_suggest, &s);
    return suggest_hint(&s, before, hint);
}

static void complain_of_pair(const model_list *list, const model_choice *choice)
{
    char from[HINT_SIZE], to[HINT_SIZE];

    if (choice->from && choice->to && tr_language_fit(choice->from, choice->to)) {
        complain("%s to %s: is one language: there is nothing to translate", choice->from,
                 choice->to);
        return;
    }
    hint_at_language(list, TR_SOURCE, choice->from, "-f ", from);
    hint_at_language(list, TR_TARGET, choice->to, "-t ", to);
    char *pair = describe_pair(choice->from, choice->to);
    char *names = enumerate(list, list->n, get_name);
    char *fetch = model_offer_hint(choice->from, choice->to);
    complain("no model translates%s: found %s (see translate models)%s%s", pair, names,
             *from ? from : to, fetch);
    free(fetch);
    free(pair);
    free(names);
}

/* ---- Choosing ----------------------------------------------------------------------------- */

/* *broke: where it is not NULL, set if the system failed, and not the file. */
static tr_model *try_model_path(const char *path, bool *broke)
{
    tr_model *model;
    tr_error err;

    if (!tr_model_open(&model, path, &err)) {
        files_in_use_add(path, "the model");
        return model;
    }
    complain("%s%s", err.msg, foreign_model_hint(path));
    if (broke && (err.code == TR_ENOMEM || err.code == TR_EIO)) *broke = true;
    return NULL;
}

static tr_model *open_model_path(const char *path)
{
    return try_model_path(path, NULL);
}

static tr_model *open_named(const model_list *list, const char *name)
{
    const found_model *found = models_named(list, name);

    if (found) return open_model_path(found->path);
    if (!access(name, F_OK)) return open_model_path(name);
    complain_of_name(list, name);
    return NULL;
}

/* How well one side of a model fits the language asked for: 0 = not at all, 1 = the model can be
 * told to use it, 2 = one is a variety of the other, 3 = they are the same. */
static int fit_side(const tr_model *model, const char *own, int is_chosen, const char *asked)
{
    if (!asked) return 3;
    if (is_chosen) return tr_model_find_language(model, asked) >= 0;
    const int fit = tr_language_fit(own, asked);
    return fit ? fit + 1 : 0;
}

/* Both sides fit, and the model need not be told a language: OWN_FIT. */
enum { OWN_FIT = 4, BEST_FIT = 6 };

static int fit_both(const tr_model *model, const model_choice *choice)
{
    const tr_model_info *info = tr_model_get_info(model);
    const int from = fit_side(model, info->source_language, info->source_is_chosen, choice->from);
    const int to = fit_side(model, info->target_language, info->target_is_chosen, choice->to);
    return from && to ? from + to : 0;
}

/* True if a model may fit better than `best_fit`, as far as its first bytes tell: opening hundreds
 * of models that do not would take longer than the translation. */
static bool may_fit_better(const char *path, const model_choice *choice, int best_fit)
{
    char source[TR_PEEK_SIZE], target[TR_PEEK_SIZE];

    if (!tr_model_peek(path, source, target)) return true;
    const int from = fit_side(NULL, source, false, choice->from);
    const int to = fit_side(NULL, target, false, choice->to);
    return from && to && from + to > best_fit;
}

/* True for a model that is no metric. */
static bool translates(const tr_model *model)
{
    return !strcmp(tr_model_get_info(model)->metric, "none");
}

/* The first in the list of the models that fit best, and better than `best_fit`.  NULL where there
 * is none; nothing is said then.  *broke: set if the system let one not be opened, after a
 * sentence.
 */
static tr_model *find_fitting(const model_list *list, const model_choice *choice, int best_fit,
                              bool *broke)
{
    tr_model *best = NULL;

    for (size_t i = 0; i < list->n && best_fit < BEST_FIT; i++) {
        if (!may_fit_better(list->models[i].path, choice, best_fit)) continue;
        tr_model *model = try_model_path(list->models[i].path, broke);
        const int this_fit = model && translates(model) ? fit_both(model, choice) : 0;
        if (this_fit > best_fit) {
            tr_model_close(best);
            best = model;
            best_fit = this_fit;
        } else {
            tr_model_close(model);
        }
    }
    return best;
}

static tr_model *find_for_languages(const model_list *list, const model_choice *choice, bool *broke)
{
    return find_fitting(list, choice, 0, broke);
}

static void complain_of_languages(const model_list *list, const model_choice *choice)
{
    if (list->n)
        complain_of_pair(list, choice);
    else
        complain_of_none(list);
}

/* After a question, what is missing may have come: then the list is made anew. */
static bool has_come(model_list *list, const model_choice *choice, bool *broke)
{
    const enum model_offer done = *broke ? OFFER_NONE : model_offer_fetch(choice->from, choice->to);

    if (done == OFFER_FAILED) *broke = true; /* that was told */
    if (done != OFFER_FETCHED) return false;
    models_free(list);
    models_find(list);
    return !list->failed;
}

static tr_model *open_for_languages(model_list *list, const model_choice *choice)
{
    bool broke = false;
    tr_model *best = find_for_languages(list, choice, &broke);
    if (!best && has_come(list, choice, &broke)) best = find_for_languages(list, choice, &broke);
    if (!best && !broke) complain_of_languages(list, choice);
    return best;
}

const model_choice model_default_pair = {.from = "en", .to = "de"};

/* The model that is used if the user chose none: the first of the settings, the only one, or the
 * first of the default pair. */
static tr_model *open_default(const model_list *list)
{
    bool broke = false;

    if (list->n == 1 || list->n_pinned) return open_model_path(list->models[0].path);
    tr_model *const best = find_fitting(list, &model_default_pair, OWN_FIT - 1, &broke);
    const found_model *const named = best || broke ? NULL : models_named(list, "en-de");
    if (best || broke) return best;
    if (named) return open_model_path(named->path); /* it may not tell its languages */
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
    tr_model *model = list.failed                  ? NULL
                      : name                       ? open_named(&list, name)
                      : choice->from || choice->to ? open_for_languages(&list, choice)
                                                   : open_default(&list);
    models_free(&list);
    return model;
}

/* ---- Agreement ---------------------------------------------------------------------------- */

/* True if the model has to be told the language of a side, does not have the one asked for, but has
 * another that is spelt nearly so: then there was a sentence.  The library refuses all others. */
static bool is_misspelt(const tr_model *model, int side, const char *asked)
{
    const tr_model_info *info = tr_model_get_info(model);
    const bool chosen = side == TR_SOURCE ? info->source_is_chosen : info->target_is_chosen;
    char hint[HINT_SIZE];

    if (!asked || !chosen || tr_model_find_language(model, asked) >= 0) return false;
    suggestion s = suggest_for(asked, strlen(asked));
    languages_of_model(model, side, languages_suggest, &s);
    if (!*suggest_hint(&s, "", hint)) return false;
    complain("%s: has no language \"%s\"%s", info->path, asked, hint);
    return true;
}

/* A model that was named must not contradict -f and -t.  A model that does not tell its languages
 * agrees with all. */
static bool agrees(const tr_model *model, const model_choice *choice)
{
    const tr_model_info *info = tr_model_get_info(model);
    const bool from = *info->source_language && !info->source_is_chosen;
    const bool to = *info->target_language && !info->target_is_chosen;
    const model_choice known = {.from = from ? choice->from : NULL, .to = to ? choice->to : NULL};

    if (is_misspelt(model, TR_SOURCE, choice->from)) return false;
    if (is_misspelt(model, TR_TARGET, choice->to)) return false;
    if (fit_both(model, &known)) return true;
    char *pair = describe_pair(choice->from, choice->to);
    complain("%s: translates from %s to %s, not%s", info->path, info->source_language,
             info->target_language, pair);
    free(pair);
    return false;
}

static tr_model *open_agreed(const model_choice *choice)
{
    const char *name = choice->model;
    const char *preset = getenv("TRANSLATE_MODEL");

    if (!name && !choice->from && !choice->to && preset && *preset) name = preset;
    const bool is_file = name && (strchr(name, '/') || is_model_file_name(name));
    tr_model *model = is_file ? open_model_path(name) : open_chosen(name, choice);
    if (model && name && !agrees(model, choice)) {
        tr_model_close(model);
        return NULL;
    }
    return model;
}

int model_use(const model_choice *choice, int (*use)(const tr_model *model, void *ctx), void *ctx)
{
    tr_model *model = open_agreed(choice);
    if (!model) return EXIT_FAILED;
    const int status = use(model, ctx);
    tr_model_close(model);
    return status;
}

/* Two models by way of English; false, with none open, where there are no such two.  There and back
 * is not meant. */
static bool find_two(const model_list *list, const model_choice *choice, tr_model *two[2],
                     bool *broke)
{
    const model_choice first = {.from = choice->from, .to = model_pivot_language};
    const model_choice second = {.from = model_pivot_language, .to = choice->to};

    if (tr_language_fit(choice->from, choice->to)) return false;
    two[0] = find_for_languages(list, &first, broke);
    two[1] = two[0] ? find_for_languages(list, &second, broke) : NULL;
    if (two[1]) return true;
    tr_model_close(two[0]);
    two[0] = NULL;
    return false;
}

/* One model that has both languages, or two that do by way of English. */
typedef struct found_models {
    tr_model *direct, *two[2]; /* NULL: not found */
} found_models;

static found_models search_models(const model_list *list, const model_choice *choice, bool or_two,
                                  bool *broke)
{
    found_models found = {0};

    if (list->failed) return found;
    found.direct = find_for_languages(list, choice, broke);
    if (!found.direct && or_two) find_two(list, choice, found.two, broke);
    return found;
}

static found_models find_models(const model_choice *choice, bool or_two, bool aloud)
{
    model_list list;

    models_find(&list);
    bool broke = list.failed;
    found_models found = search_models(&list, choice, or_two, &broke);
    bool is_there = found.direct || found.two[1];
    if (!is_there && aloud && has_come(&list, choice, &broke)) {
        found = search_models(&list, choice, or_two, &broke);
        is_there = found.direct || found.two[1];
    }
    if (!is_there && !broke && aloud) complain_of_languages(&list, choice);
    models_free(&list);
    return found;
}

static void close_models(found_models *found)
{
    tr_model_close(found->direct);
    tr_model_close(found->two[0]);
    tr_model_close(found->two[1]);
}

int model_use_or_two(const model_choice *choice, int (*use)(const tr_model *model, void *ctx),
                     int (*use_two)(const tr_model *first, const tr_model *second, void *ctx),
                     void *ctx)
{
    int status = EXIT_FAILED;

    if (choice->model || !choice->from || !choice->to) return model_use(choice, use, ctx);
    found_models found = find_models(choice, true, true);
    if (found.direct) status = use(found.direct, ctx);
    if (found.two[1]) status = use_two(found.two[0], found.two[1], ctx);
    close_models(&found);
    return status;
}

bool model_fits(const tr_model *model, const char *from, const char *to)
{
    const tr_model_info *const info = tr_model_get_info(model);
    const char *const source = info->source_language, *const target = info->target_language;

    return translates(model) &&
           (!from || (*source ? fit_side(NULL, source, false, from) > 0 : true)) &&
           (!to || (*target ? fit_side(NULL, target, false, to) > 0 : true));
}

bool model_is_there(const model_choice *choice, bool or_two)
{
    if (choice->model) return true;
    found_models found = find_models(choice, or_two && choice->to, false);
    const bool is_there = found.direct || found.two[1];
    close_models(&found);
    return is_there;
}

/* Of the models that translate to a language, the first one's source, and whether others' differ.
 */
typedef struct sources {
    char first[TR_PEEK_SIZE];
    bool several;
} sources;

static void add_source(sources *s, const char *path, const char *to)
{
    char source[TR_PEEK_SIZE], target[TR_PEEK_SIZE];

    if (!tr_model_peek(path, source, target) || !tr_language_fit(target, to)) return;
    if (*s->first && !tr_language_fit(source, s->first)) s->several = true;
    strcpy(s->first, source);
}

bool model_needs_source(const model_choice *choice)
{
    sources s = {0};
    model_list list;

    if (choice->model || choice->from || !choice->to) return false;
    models_find(&list);
    for (size_t i = 0; i < list.n && !s.several; i++)
        add_source(&s, list.models[i].path, choice->to);
    models_free(&list);
    return s.several;
}

static bool model_speaks(const tr_model *model, const char *asked, int chosen)
{
    if (!asked || !chosen || tr_model_find_language(model, asked) >= 0) return true;
    complain("%s: has no language \"%s\", or several of that name (see translate inspect)",
             tr_model_get_info(model)->path, asked);
    return false;
}

bool model_has_languages(const tr_model *model, const model_choice *choice)
{
    const tr_model_info *info = tr_model_get_info(model);
    return model_speaks(model, choice->from, info->source_is_chosen) &&
           model_speaks(model, choice->to, info->target_is_chosen);
}

void model_choose_languages(tr_options *o, const model_choice *choice)
{
    o->source_language = choice->from;
    o->target_language = choice->to;
}
