/* serve_translator.h - a translator that has no model: texts come back as they are.  For targets
 * that fuzz what reads requests. */
#ifndef FUZZ_SERVE_DESK_H
#define FUZZ_SERVE_DESK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "serve/translator/translator.h"

static const char *const translator_languages[] = {"de", "en", "zh-Hant"};

translator *translator_open(const model_pool_settings *settings)
{
    (void)settings;
    return NULL;
}

void translator_close(translator *d)
{
    (void)d;
}

void translator_reload(translator *d)
{
    (void)d;
}

void translator_tidy(translator *d)
{
    (void)d;
}

void translator_sources(translator *d, translator_take_language *take, void *ctx)
{
    (void)d;
    for (size_t i = 0; i < sizeof translator_languages / sizeof *translator_languages; i++)
        take(ctx, translator_languages[i]);
}

void translator_targets(translator *d, const char *source, translator_take_language *take,
                        void *ctx)
{
    (void)source;
    translator_sources(d, take, ctx);
}

bool translator_has_model(translator *d, const char *source, const char *target)
{
    (void)d;
    for (size_t i = 0; i < sizeof translator_languages / sizeof *translator_languages; i++)
        if ((!source || tr_language_fit(translator_languages[i], source)) &&
            (!target || tr_language_fit(translator_languages[i], target)))
            return true;
    return source && target && *source && *target;
}

bool translator_has(translator *d, const char *source, const char *target)
{
    return translator_has_model(d, source, target);
}

size_t translator_detect(translator *d, const char *text, size_t len, const char *target,
                         detected found[DETECTED_MOST])
{
    (void)d;
    (void)text;
    (void)target;
    if (!len) return 0;
    found[0] = (detected){.language = "en", .share = 0.5};
    return 1;
}

enum translator_status translator_translate(translator *d, const translator_request *request,
                                            translator_answer *answer)
{
    (void)d;
    *answer = (translator_answer){.n = request->n};
    answer->texts = checked_realloc(NULL, request->n + 1, sizeof *answer->texts);
    for (size_t i = 0; i < request->n; i++) {
        translator_text *const t = &answer->texts[i];
        *t = (translator_text){.text = checked_copy(request->texts[i].text, request->texts[i].len),
                               .len = request->texts[i].len,
                               .source = "en",
                               .confidence = 1};
        t->alternatives = checked_realloc(NULL, 1, sizeof *t->alternatives);
        if (request->n_best > 1) t->alternatives[t->n_alternatives++] = checked_format("%d", 1);
        if (request->alignment && t->len) {
            t->links = checked_realloc(NULL, 1, sizeof *t->links);
            t->links[t->n_links++] = (translator_link){0, t->len, 0, t->len};
        }
    }
    return TRANSLATOR_OK;
}

enum translator_status translator_document(translator *d, const translator_request *request,
                                           const char *name, const char *format, const char *bytes,
                                           size_t size, int (*progress)(void *ctx, double done),
                                           void *ctx, char **out, size_t *out_size,
                                           translator_answer *answer)
{
    (void)d;
    (void)request;
    (void)name;
    (void)format;
    *answer = (translator_answer){0};
    if (progress) progress(ctx, 0.5);
    *out = checked_copy(bytes, size);
    *out_size = size;
    return TRANSLATOR_OK;
}

void translator_count(translator *d, translator_numbers *n)
{
    (void)d;
    *n = (translator_numbers){0};
}

void translator_models(translator *d, model_pool_take_open *take, void *ctx)
{
    (void)d;
    take(ctx, "a \"name\"\n", "en", "de", "0123456789abcdef0123456789abcdef");
}

#endif
