#include "lines/already_translated.h"

#include <math.h>
#include <string.h>

#include "console/alloc.h"
#include "lines/detector.h"
#include "lines/function_words.h"

enum {
    LEAST_LETTERS = 12, /* bytes of a text that is looked at */
    MOST_LOOKED_AT = 1 << 14,
    TIMES = 4 /* as many words of the target as of the source */
};

/* Nearly all of a text has to be in the target's language. */
static const double LEAST_SHARE = 0.9;

static bool is_ready(already_translated *s)
{
    pthread_mutex_lock(&s->lock);
    if (!s->loaded) s->ready = detector_ready(false);
    s->loaded = true;
    const bool ready = s->ready;
    pthread_mutex_unlock(&s->lock);
    return ready;
}

/* What needs no detector, and is false of nearly all that is to be translated. */
static bool may_stay(const already_translated *s, const char *text, size_t len)
{
    if (len < LEAST_LETTERS) return false;
    if (s->target_words < 0) return detector_is_other_script(text, len);
    const word_counts n = function_words_compare(text, len, s->source_words, s->target_words);
    return n.second && n.second >= TIMES * n.first;
}

static bool tells_target(const already_translated *s, const detection *d)
{
    return d->sure && d->found[0].share >= LEAST_SHARE &&
           tr_language_fit(d->found[0].language, s->target) &&
           !tr_language_fit(d->found[0].language, s->source);
}

bool is_already_translated(already_translated *s, const char *text, size_t len)
{
    const size_t some = len < MOST_LOOKED_AT ? len : MOST_LOOKED_AT;

    if (!may_stay(s, text, some) || !is_ready(s)) return false;
    const detection plain = detector_guess(text, some);
    if (!tells_target(s, &plain)) return false;
    const detection against = detector_guess_against(text, some, s->source);
    return tells_target(s, &against);
}

static int find(void *ctx, int what, tr_string source, tr_remembered *found)
{
    already_translated *const s = ctx;

    if (what != TR_OF_SENTENCE && is_already_translated(s, source.text, source.len)) {
        *found = (tr_remembered){.text = checked_format("%.*s", (int)source.len, source.text),
                                 .text_len = source.len,
                                 .score = NAN,
                                 .log_probability = NAN};
        return TR_STAYS;
    }
    return s->inner ? s->inner->find(s->inner->ctx, what, source, found) : 0;
}

static void add(void *ctx, int what, tr_string source, const tr_remembered *said)
{
    const already_translated *const s = ctx;
    if (s->inner) s->inner->add(s->inner->ctx, what, source, said);
}

/* The place of a language's words, whatever its variety; -1: none are known. */
static int place_of(const char *language)
{
    char name[DETECTED_NAME_SIZE];
    const size_t len = strcspn(language, "-_");

    if (len >= sizeof name) return -1;
    memcpy(name, language, len);
    name[len] = '\0';
    return function_words_place(name);
}

static const char *language_of(const char *chosen, const char *own)
{
    return chosen && *chosen ? chosen : own;
}

void already_translated_begin(already_translated *s, const tr_model *model, tr_options *o,
                              const char *target)
{
    const tr_model_info *const info = tr_model_get_info(model);

    *s = (already_translated){
        .source = language_of(o->source_language, info->source_language),
        .target = language_of(target ? target : o->target_language, info->target_language),
        .inner = o->memory};
    const bool can = !o->raw && o->input == TR_TEXT && o->output == TR_TEXT && o->n_best <= 1 &&
                     !o->alignment && !o->sampling.on;
    if (!can || !*s->source || !*s->target || tr_language_fit(s->source, s->target)) return;
    s->source_words = place_of(s->source);
    s->target_words = place_of(s->target);
    if (s->source_words < 0) return;
    pthread_mutex_init(&s->lock, NULL);
    s->memory = (tr_translation_memory){.ctx = s, .find = find, .add = add, .is_steady = !s->inner};
    o->memory = &s->memory;
}

void already_translated_end(already_translated *s)
{
    if (s->memory.find) pthread_mutex_destroy(&s->lock);
    s->memory.find = NULL;
}
