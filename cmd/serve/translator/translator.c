#include "serve/translator/translator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "console/alloc.h"
#include "lines/detector.h"
#include "models/model_languages.h"
#include "serve/translator/engine_chain.h"

translator *translator_open(const model_pool_settings *settings)
{
    model_pool *const models = model_pool_open(settings);
    if (!models) return NULL;
    translator *const d = checked_malloc(sizeof *d);
    *d = (translator){.models = models, .admission = admission_create(models, settings->threads)};
    return d;
}

void translator_close(translator *d)
{
    admission_free(d->admission);
    model_pool_close(d->models);
    free(d);
}

void translator_reload(translator *d)
{
    model_pool_reload(d->models);
}

void translator_tidy(translator *d)
{
    model_pool_tidy(d->models);
}

/* ---- Languages ----------------------------------------------------------------------------- */

/* Languages that were told, each once. */
typedef struct language_set {
    char **items; /* [n] */
    size_t n;
    const char *source; /* NULL: any */
    bool pivot;         /* something translates from `source` to the language between */
} language_set;

static bool is_known(const language_set *s, const char *language)
{
    for (size_t i = 0; i < s->n; i++)
        if (!strcmp(s->items[i], language)) return true;
    return false;
}

static void add_all(language_set *s, char **languages)
{
    for (size_t i = 0; languages[i]; i++) {
        if (is_known(s, languages[i])) continue;
        s->items = checked_realloc(s->items, s->n + 1, sizeof *s->items);
        s->items[s->n++] = checked_format("%s", languages[i]);
    }
}

static bool has_language(char **languages, const char *asked)
{
    for (size_t i = 0; languages[i]; i++)
        if (tr_language_fit(languages[i], asked)) return true;
    return false;
}

static void add_sources_of(void *ctx, const known_model *m)
{
    add_all(ctx, m->sources);
}

static void add_targets_of(void *ctx, const known_model *m)
{
    language_set *const s = ctx;
    if (!s->source || has_language(m->sources, s->source)) add_all(s, m->targets);
}

static void add_targets_by_pivot(void *ctx, const known_model *m)
{
    if (has_language(m->sources, model_pivot_language)) add_all(ctx, m->targets);
}

static void tell_all(language_set *s, translator_take_language *take, void *ctx)
{
    if (s->n) qsort(s->items, s->n, sizeof *s->items, tr_compare_strings);
    for (size_t i = 0; i < s->n; i++) {
        const bool itself = s->source && !strcmp(s->items[i], s->source);
        if (!itself) take(ctx, s->items[i]);
        free(s->items[i]);
    }
    free(s->items);
}

void translator_sources(translator *d, translator_take_language *take, void *ctx)
{
    language_set s = {0};
    model_pool_each(d->models, add_sources_of, &s);
    tell_all(&s, take, ctx);
}

void translator_targets(translator *d, const char *source, translator_take_language *take,
                        void *ctx)
{
    language_set s = {.source = source};
    model_pool_each(d->models, add_targets_of, &s);
    if (source && model_pool_has(d->models, source, model_pivot_language))
        model_pool_each(d->models, add_targets_by_pivot, &s);
    tell_all(&s, take, ctx);
}

bool translator_has(translator *d, const char *source, const char *target)
{
    return model_pool_has(d->models, source, target) ||
           (source && target && model_pool_has(d->models, source, model_pivot_language) &&
            model_pool_has(d->models, model_pivot_language, target));
}

bool translator_has_model(translator *d, const char *source, const char *target)
{
    return model_pool_has(d->models, source, target);
}

/* ---- Detection ----------------------------------------------------------------------------- */

typedef struct accepting {
    translator *d;
    const char *target;
    bool others; /* than the target alone */
} accepting;

static bool accepts(void *ctx, const char *language)
{
    const accepting *const a = ctx;
    if (a->target && tr_language_fit(language, a->target)) return !a->others;
    return translator_has(a->d, language, a->target);
}

/* By its letters.  A few letters tell little, and who has a text translated into a language says
 * that it is in another one. */
static bool choose_by_letters(const char *text, size_t len, accepting *a,
                              char name[DETECTED_NAME_SIZE])
{
    enum { FEW = 4 };
    char other[DETECTED_NAME_SIZE];

    if (!detector_choose_by_letters(text, len, accepts, a, name)) return false;
    if (len > FEW || !a->target || !tr_language_fit(name, a->target)) return true;
    a->others = true;
    if (detector_choose_by_letters(text, len, accepts, a, other))
        memcpy(name, other, sizeof other);
    else if (accepts(a, model_pivot_language))
        snprintf(name, DETECTED_NAME_SIZE, "%s", model_pivot_language);
    return true;
}

size_t translator_detect(translator *d, const char *text, size_t len, const char *target,
                         detected found[DETECTED_MOST])
{
    accepting a = {.d = d, .target = target};
    char name[DETECTED_NAME_SIZE];
    size_t n = 0;

    if (!detector_ready(false)) return 0;
    if (len > DETECTOR_SAMPLE) len = DETECTOR_SAMPLE;
    const detection guess = detector_guess(text, len);
    for (size_t i = 0; i < guess.n; i++)
        if (accepts(&a, guess.found[i].language)) found[n++] = guess.found[i];
    if (n && guess.sure) return n;
    if (!detector_has_letters(text, len)) return n;
    if (!detector_choose_by_words(text, len, accepts, &a, name) &&
        (n || !choose_by_letters(text, len, &a, name)))
        return n;
    for (size_t i = 0; i < n; i++)
        if (!strcmp(found[i].language, name)) return n;
    found[0] = (detected){.share = n ? found[0].share : 0.5};
    memcpy(found[0].language, name, sizeof name);
    return 1;
}

/* ---- Numbers ------------------------------------------------------------------------------- */

void translator_count(translator *d, translator_numbers *n)
{
    *n = (translator_numbers){.sentences = d->n_sentences,
                              .source_tokens = d->n_source_tokens,
                              .target_tokens = d->n_target_tokens,
                              .retried = d->n_retried,
                              .cancelled = d->n_cancelled};
    model_pool_load(d->models, &n->queued_bytes, &n->models);
    admission_count(d->admission, &n->admitted, &n->work);
}

void translator_models(translator *d, model_pool_take_open *take, void *ctx)
{
    model_pool_each_open(d->models, take, ctx);
}
