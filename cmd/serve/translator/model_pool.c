#include "serve/translator/model_pool.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sha2.h>

#include "console/alloc.h"
#include "console/clock.h"
#include "console/truncated_file.h"
#include "lines/already_translated.h"
#include "models/model_languages.h"
#include "models/model_search.h"

/* A model that is open.  It is closed when it has no engine. */
typedef struct open_model {
    char *path;
    struct stat file; /* that was opened */
    tr_model *model;
    char digest[65];
    model_speed *speed;
    int guard; /* of its bytes, which others may cut short: truncated_file.h */
    size_t n_engines;
    struct open_model *next;
} open_model;

struct engine {
    open_model *of;
    char *source, *target; /* that it is for; NULL: any */
    bool with_memory, whole_lines;
    shared_terms *terms; /* NULL: none */
    tr_options options;
    already_translated already;
    translation_memory memory;
    tr_service *service;
    uint64_t n_counted; /* tokens that the model's speed knows of */
    size_t n_users;
    double last_used;
    engine *next;
};

struct model_pool {
    model_pool_settings settings;
    pthread_mutex_t lock;
    known_model *models; /* [n] */
    size_t n;
    open_model *open;
    engine *engines;
    model_speed *speeds; /* of all models that there were */
};

/* ---- Which models there are ---------------------------------------------------------------- */

typedef struct strings {
    char **items; /* [n], and a NULL */
    size_t n;
} strings;

static void add_string(void *ctx, const char *text)
{
    strings *const s = ctx;

    for (size_t i = 0; i < s->n; i++)
        if (!strcmp(s->items[i], text)) return;
    s->items = checked_realloc(s->items, s->n + 2, sizeof *s->items);
    s->items[s->n++] = checked_format("%s", text);
    s->items[s->n] = NULL;
}

static void free_strings(char **items)
{
    for (size_t i = 0; items && items[i]; i++)
        free(items[i]);
    free(items);
}

/* Fills in the languages.  A model that does not tell them by its first bytes is opened.  Fails
 * where it cannot be, or has no languages. */
static bool find_languages(known_model *m, tr_error *err)
{
    char source[TR_PEEK_SIZE], target[TR_PEEK_SIZE];
    strings sources = {0}, targets = {0};
    tr_model *model;

    snprintf(err->msg, sizeof err->msg, "%s: does not tell its languages", m->path);
    if (tr_model_peek(m->path, source, target)) {
        add_string(&sources, source);
        add_string(&targets, target);
    } else if (!tr_model_open(&model, m->path, err)) {
        const tr_model_info *const info = tr_model_get_info(model);
        languages_of_model(model, TR_SOURCE, add_string, &sources);
        languages_of_model(model, TR_TARGET, add_string, &targets);
        m->told_source = info->source_is_chosen;
        m->told_target = info->target_is_chosen;
        tr_model_close(model);
    }
    m->sources = sources.items;
    m->targets = targets.items;
    return sources.n && targets.n && *sources.items[0] && *targets.items[0];
}

static void free_models(model_pool *s)
{
    for (size_t i = 0; i < s->n; i++) {
        free(s->models[i].name);
        free(s->models[i].path);
        free_strings(s->models[i].sources);
        free_strings(s->models[i].targets);
    }
    free(s->models);
    s->models = NULL;
    s->n = 0;
}

/* Of a file, however often it is found. */
static model_speed *speed_of(model_pool *s, const char *path)
{
    model_speed *p = s->speeds;

    while (p && strcmp(p->path, path) != 0)
        p = p->next;
    if (p) return p;
    p = checked_malloc(sizeof *p);
    *p = (model_speed){.path = checked_format("%s", path), .next = s->speeds};
    return s->speeds = p;
}

static void free_speeds(model_speed *p)
{
    for (model_speed *next; p; p = next) {
        next = p->next;
        free(p->path);
        free(p);
    }
}

static void add_model(model_pool *s, const char *name, const char *path)
{
    known_model m = {.name = checked_format("%s", name),
                     .path = checked_format("%s", path),
                     .speed = speed_of(s, path)};
    tr_error err;

    s->models = checked_realloc(s->models, s->n + 1, sizeof *s->models);
    s->models[s->n++] = m;
    if (find_languages(&s->models[s->n - 1], &err)) return;
    complain("%s; it is not served", err.msg);
    free(m.name);
    free(m.path);
    free_strings(s->models[s->n - 1].sources);
    free_strings(s->models[s->n - 1].targets);
    s->n--;
}

static void find_models(model_pool *s)
{
    const char *const only = s->settings.model;
    model_list list;

    models_find(&list);
    const found_model *const named = only ? models_named(&list, only) : NULL;
    if (only && !named) add_model(s, only, only);
    for (size_t i = 0; i < list.n; i++)
        if (!only || &list.models[i] == named)
            add_model(s, list.models[i].name, list.models[i].path);
    models_free(&list);
}

/* 0: the model does not have the language; 1: has a variety of it; 2: has it. */
static int fit(char **languages, const char *asked)
{
    int best = 0;

    if (!asked) return 2;
    for (size_t i = 0; languages[i] && best < 2; i++) {
        const int this_fit = tr_language_fit(languages[i], asked);
        if (this_fit > best) best = this_fit;
    }
    return best;
}

/* The first of the models that fit best; NULL: none does. */
static const known_model *find_fitting(const model_pool *s, const char *source, const char *target)
{
    const known_model *best = NULL;
    int best_fit = 0;

    for (size_t i = 0; i < s->n; i++) {
        const int from = fit(s->models[i].sources, source), to = fit(s->models[i].targets, target);
        if (!from || !to || from + to <= best_fit) continue;
        best = &s->models[i];
        best_fit = from + to;
    }
    return best;
}

bool model_pool_has(model_pool *s, const char *source, const char *target)
{
    pthread_mutex_lock(&s->lock);
    const bool has = find_fitting(s, source, target) != NULL;
    pthread_mutex_unlock(&s->lock);
    return has;
}

void model_pool_each(model_pool *s, void (*take)(void *ctx, const known_model *model), void *ctx)
{
    pthread_mutex_lock(&s->lock);
    for (size_t i = 0; i < s->n; i++)
        take(ctx, &s->models[i]);
    pthread_mutex_unlock(&s->lock);
}

/* ---- Open models --------------------------------------------------------------------------- */

static bool is_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* Bytes of the model's file, whose header has n. */
static size_t size_of(const tr_model *model, size_t n)
{
    tr_tensor_info t;

    for (size_t i = 0; i < tr_model_tensor_count(model); i++) {
        tr_model_tensor(model, i, &t);
        if (t.offset + t.size > n) n = (size_t)(t.offset + t.size);
    }
    return n;
}

/* The model of a file as it is now, opened if it is not open yet. */
static open_model *open_locked(model_pool *s, const known_model *known, tr_error *err)
{
    const char *const path = known->path;
    struct stat now;
    tr_model *model;
    size_t n;

    for (open_model *m = s->open; m && !stat(path, &now); m = m->next)
        if (!strcmp(m->path, path) && is_same_file(&m->file, &now) &&
            !truncated_file_is_damaged(m->guard))
            return m;
    if (tr_model_open(&model, path, err)) return NULL;
    open_model *const m = checked_malloc(sizeof *m);
    *m = (open_model){
        .path = checked_format("%s", path), .model = model, .speed = known->speed, .next = s->open};
    if (!stat(path, &now)) m->file = now;
    const void *const header = tr_model_header(model, &n);
    SHA256Data(header, n, m->digest);
    m->guard = truncated_file_guard(header, size_of(model, n));
    s->open = m;
    return m;
}

static void close_if_unused_locked(model_pool *s, open_model *m)
{
    open_model **at = &s->open;

    if (m->n_engines) return;
    while (*at != m)
        at = &(*at)->next;
    *at = m->next;
    truncated_file_release(m->guard);
    tr_model_close(m->model);
    free(m->path);
    free(m);
}

/* ---- Engines ------------------------------------------------------------------------------- */

static void fill_options(const model_pool *s, engine *e, const known_model *m)
{
    tr_options *const o = &e->options;

    tr_options_init(o, e->of->model);
    o->threads = s->settings.threads;
    if (s->settings.beam_size) o->beam_size = s->settings.beam_size;
    if (m->told_source) o->source_language = e->source;
    if (m->told_target) o->target_language = e->target;
    if (e->terms) o->glossary = e->terms->glossary;
    if (e->whole_lines) o->split = TR_SPLIT_NONE;
}

static void free_engine(engine *e)
{
    tr_service_free(e->service);
    already_translated_end(&e->already);
    tm_end(&e->memory);
    shared_terms_let_go(e->terms);
    free(e->source);
    free(e->target);
    free(e);
}

static void close_engine_locked(model_pool *s, engine *e)
{
    open_model *const of = e->of;
    engine **at = &s->engines;

    while (*at != e)
        at = &(*at)->next;
    *at = e->next;
    free_engine(e);
    of->n_engines--;
    close_if_unused_locked(s, of);
}

static engine *make_engine_locked(model_pool *s, const known_model *m, open_model *of,
                                  const engine_spec *spec, tr_error *err)
{
    engine *const e = checked_malloc(sizeof *e);

    *e = (engine){.of = of,
                  .with_memory = spec->memory && s->settings.memory.path,
                  .whole_lines = spec->whole_lines};
    e->source = checked_format("%s", spec->source);
    e->target = checked_format("%s", spec->target);
    e->terms = shared_terms_hold(spec->terms);
    fill_options(s, e, m);
    const int rc =
        e->with_memory ? tm_begin(&e->memory, &s->settings.memory, of->model, &e->options) : 0;
    already_translated_begin(&e->already, of->model, &e->options, e->target);
    if (rc < 0 ||
        tr_service_create(&e->service, of->model, &e->options, &s->settings.limits, err) < 0) {
        if (rc < 0 && err) snprintf(err->msg, sizeof err->msg, "the memory cannot be opened");
        if (rc < 0 && err) err->code = TR_EIO;
        free_engine(e);
        return NULL;
    }
    of->n_engines++;
    e->next = s->engines;
    return s->engines = e;
}

/* True if they say the same, whosever they are. */
static bool are_equal(const shared_terms *a, const shared_terms *b)
{
    return a == b ||
           (a && b && !strcmp(tr_glossary_digest(a->glossary), tr_glossary_digest(b->glossary)));
}

static engine *find_engine_locked(model_pool *s, const open_model *of, const engine_spec *spec)
{
    const bool memory = spec->memory && s->settings.memory.path;

    for (engine *e = s->engines; e; e = e->next)
        if (e->of == of && e->with_memory == memory && e->whole_lines == spec->whole_lines &&
            !strcmp(e->source, spec->source) && !strcmp(e->target, spec->target) &&
            are_equal(e->terms, spec->terms))
            return e;
    return NULL;
}

/* Bytes of memory that the process has, as the system counts them; 0 where it does not tell. */
static uint64_t resident(void)
{
    unsigned long all, pages = 0;
    FILE *const f = fopen("/proc/self/statm", "re");

    if (!f) return 0;
    if (fscanf(f, "%lu %lu", &all, &pages) != 2) pages = 0;
    fclose(f);
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* `glossary`: of the engines that have one. */
static engine *find_oldest_idle_locked(const model_pool *s, bool glossary)
{
    engine *oldest = NULL;

    for (engine *e = s->engines; e; e = e->next)
        if (!e->n_users && (e->terms || !glossary) && (!oldest || e->last_used < oldest->last_used))
            oldest = e;
    return oldest;
}

/* Clients may make any number of glossaries, and each has engines of its own. */
static void drop_old_glossaries_locked(model_pool *s)
{
    enum { MOST_WITH_GLOSSARY = 8 };
    engine *const oldest = find_oldest_idle_locked(s, true);
    size_t n = 0;

    for (const engine *e = s->engines; e; e = e->next)
        n += e->terms != NULL;
    if (n >= MOST_WITH_GLOSSARY && oldest) close_engine_locked(s, oldest);
}

static void make_room_locked(model_pool *s)
{
    engine *e;

    while (s->settings.max_memory && resident() > s->settings.max_memory &&
           (e = find_oldest_idle_locked(s, false)))
        close_engine_locked(s, e);
}

engine *model_pool_take(model_pool *s, const engine_spec *spec, tr_error *err)
{
    *err = (tr_error){0};
    pthread_mutex_lock(&s->lock);
    const known_model *const m = find_fitting(s, spec->source, spec->target);
    open_model *const of = m ? open_locked(s, m, err) : NULL;
    engine *e = of ? find_engine_locked(s, of, spec) : NULL;
    if (of && !e) {
        of->n_engines++; /* it stays open */
        make_room_locked(s);
        if (spec->terms) drop_old_glossaries_locked(s);
        of->n_engines--;
        e = make_engine_locked(s, m, of, spec, err);
    }
    if (e)
        e->n_users++;
    else if (of)
        close_if_unused_locked(s, of);
    pthread_mutex_unlock(&s->lock);
    return e;
}

void model_pool_let_go(model_pool *s, engine *e)
{
    pthread_mutex_lock(&s->lock);
    e->n_users--;
    e->last_used = clock_seconds();
    pthread_mutex_unlock(&s->lock);
}

tr_service *engine_service(engine *e)
{
    return e->service;
}

tr_context *engine_context(const engine *e, int n)
{
    tr_context *c;
    return tr_context_create(&c, e->of->model, &e->options, n, NULL) == 0 ? c : NULL;
}

bool engine_is_damaged(const engine *e)
{
    return truncated_file_is_damaged(e->of->guard);
}

int engine_beam(const engine *e)
{
    return e->options.beam_size;
}

model_speed *engine_speed(engine *e)
{
    return e->of->speed;
}

const char *engine_digest(const engine *e)
{
    return e->of->digest;
}

/* ---- All ----------------------------------------------------------------------------------- */

model_pool *model_pool_open(const model_pool_settings *settings)
{
    model_pool *const s = checked_malloc(sizeof *s);

    *s = (model_pool){.settings = *settings};
    pthread_mutex_init(&s->lock, NULL);
    find_models(s);
    if (s->n) return s;
    complain("there is no model to serve");
    model_pool_close(s);
    return NULL;
}

void model_pool_close(model_pool *s)
{
    while (s->engines)
        close_engine_locked(s, s->engines);
    free_models(s);
    free_speeds(s->speeds);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

void model_pool_reload(model_pool *s)
{
    pthread_mutex_lock(&s->lock);
    free_models(s);
    find_models(s);
    pthread_mutex_unlock(&s->lock);
}

/* True if the file of a model is another one by now. */
static bool is_replaced(const open_model *m)
{
    struct stat now;
    return truncated_file_is_damaged(m->guard) || stat(m->path, &now) ||
           !is_same_file(&m->file, &now);
}

void model_pool_tidy(model_pool *s)
{
    const double now = clock_seconds();
    engine *next;
    bool closed = false;

    pthread_mutex_lock(&s->lock);
    for (engine *e = s->engines; e; e = next) {
        next = e->next;
        if (e->n_users) continue;
        if (now - e->last_used <= s->settings.idle && !is_replaced(e->of)) continue;
        close_engine_locked(s, e);
        closed = true;
    }
    pthread_mutex_unlock(&s->lock);
    if (closed) trim_memory();
}

void model_pool_each_open(model_pool *s, model_pool_take_open *take, void *ctx)
{
    pthread_mutex_lock(&s->lock);
    for (const open_model *m = s->open; m; m = m->next) {
        const tr_model_info *const info = tr_model_get_info(m->model);
        take(ctx, info->name, info->source_language, info->target_language, m->digest);
    }
    pthread_mutex_unlock(&s->lock);
}

model_speed *model_pool_speed(model_pool *s, const char *source, const char *target)
{
    pthread_mutex_lock(&s->lock);
    const known_model *const m = find_fitting(s, source, target);
    model_speed *const speed = m ? m->speed : NULL;
    pthread_mutex_unlock(&s->lock);
    return speed;
}

bool model_pool_measure(model_pool *s, double seconds)
{
    bool grew = false;

    pthread_mutex_lock(&s->lock);
    for (engine *e = s->engines; e; e = e->next) {
        const uint64_t n = tr_service_done(e->service);
        atomic_fetch_add(&e->of->speed->tokens, n - e->n_counted);
        grew = grew || n != e->n_counted;
        e->n_counted = n;
    }
    if (seconds > 0)
        model_speed_measure(s->speeds, seconds);
    else
        model_speed_begin(s->speeds);
    pthread_mutex_unlock(&s->lock);
    return grew;
}

void model_pool_load(model_pool *s, size_t *bytes, size_t *models)
{
    *bytes = *models = 0;
    pthread_mutex_lock(&s->lock);
    for (const engine *e = s->engines; e; e = e->next)
        *bytes += tr_service_load(e->service);
    for (const open_model *m = s->open; m; m = m->next)
        (*models)++;
    pthread_mutex_unlock(&s->lock);
}
