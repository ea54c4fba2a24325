/* serve_desk.h - a desk that has no model: texts come back as they are.  For targets that fuzz what
 * reads requests. */
#ifndef FUZZ_SERVE_DESK_H
#define FUZZ_SERVE_DESK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "serve/desk/desk.h"

static const char *const desk_languages[] = {"de", "en", "zh-Hant"};

desk *desk_open(const shelf_settings *settings)
{
    (void)settings;
    return NULL;
}

void desk_close(desk *d)
{
    (void)d;
}

void desk_reload(desk *d)
{
    (void)d;
}

void desk_tidy(desk *d)
{
    (void)d;
}

void desk_sources(desk *d, desk_take_language *take, void *ctx)
{
    (void)d;
    for (size_t i = 0; i < sizeof desk_languages / sizeof *desk_languages; i++)
        take(ctx, desk_languages[i]);
}

void desk_targets(desk *d, const char *source, desk_take_language *take, void *ctx)
{
    (void)source;
    desk_sources(d, take, ctx);
}

bool desk_has_model(desk *d, const char *source, const char *target)
{
    (void)d;
    for (size_t i = 0; i < sizeof desk_languages / sizeof *desk_languages; i++)
        if ((!source || tr_language_fit(desk_languages[i], source)) &&
            (!target || tr_language_fit(desk_languages[i], target)))
            return true;
    return source && target && *source && *target;
}

bool desk_has(desk *d, const char *source, const char *target)
{
    return desk_has_model(d, source, target);
}

size_t desk_detect(desk *d, const char *text, size_t len, const char *target,
                   detected found[DETECTED_MOST])
{
    (void)d;
    (void)text;
    (void)target;
    if (!len) return 0;
    found[0] = (detected){.language = "en", .share = 0.5};
    return 1;
}

enum desk_status desk_translate(desk *d, const desk_order *order, desk_answer *answer)
{
    (void)d;
    *answer = (desk_answer){.n = order->n};
    answer->texts = checked_realloc(NULL, order->n + 1, sizeof *answer->texts);
    for (size_t i = 0; i < order->n; i++) {
        desk_text *const t = &answer->texts[i];
        *t = (desk_text){.text = checked_copy(order->texts[i].text, order->texts[i].len),
                         .len = order->texts[i].len,
                         .source = "en",
                         .confidence = 1};
        t->alternatives = checked_realloc(NULL, 1, sizeof *t->alternatives);
        if (order->n_best > 1) t->alternatives[t->n_alternatives++] = checked_format("%d", 1);
        if (order->alignment && t->len) {
            t->links = checked_realloc(NULL, 1, sizeof *t->links);
            t->links[t->n_links++] = (desk_link){0, t->len, 0, t->len};
        }
    }
    return DESK_OK;
}

enum desk_status desk_translate_document(desk *d, const desk_order *order, const char *name,
                                         const char *format, const char *bytes, size_t size,
                                         int (*progress)(void *ctx, double done), void *ctx,
                                         char **out, size_t *out_size, desk_answer *answer)
{
    (void)d;
    (void)order;
    (void)name;
    (void)format;
    *answer = (desk_answer){0};
    if (progress) progress(ctx, 0.5);
    *out = checked_copy(bytes, size);
    *out_size = size;
    return DESK_OK;
}

void desk_count(desk *d, desk_numbers *n)
{
    (void)d;
    *n = (desk_numbers){0};
}

void desk_models(desk *d, shelf_take_open *take, void *ctx)
{
    (void)d;
    take(ctx, "a \"name\"\n", "en", "de", "0123456789abcdef0123456789abcdef");
}

#endif
