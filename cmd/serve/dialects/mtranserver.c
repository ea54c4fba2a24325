/* mtranserver.c - MTranServer's own interface. */
#include <stdlib.h>

#include "console/alloc.h"
#include "serve/dialects/dialects.h"
#include "serve/dialects/text_request.h"

static const char *key_of(call *c)
{
    const char *const token = params_field(&c->params, "token");
    return token ? token : params_field(&c->params, "api_token");
}

static bool read(call *c, text_request *a)
{
    const params *const p = &c->params;
    a->format = params_flag(p, "html") ? TRANSLATOR_HTML : TRANSLATOR_TEXT;
    return text_request_pair(c, a, params_word(p, "from"), params_word(p, "to"));
}

static void translate(call *c)
{
    text_request a = {0};

    if (read(c, &a) && text_request_text(c, &a, "text") && text_request_translate(c, &a)) {
        cJSON *const json = cJSON_CreateObject();
        cJSON_AddItemToObject(json, "result", answer_of(&c->done.texts[0]));
        call_answer(c, 200, json);
    }
    text_request_free(&a);
}

static void batch(call *c)
{
    text_request a = {0};

    if (read(c, &a) && text_request_texts(c, &a, "texts") && text_request_translate(c, &a)) {
        cJSON *const json = cJSON_CreateObject();
        cJSON *const results = cJSON_AddArrayToObject(json, "results");
        for (size_t i = 0; i < c->done.n; i++)
            cJSON_AddItemToArray(results, answer_of(&c->done.texts[i]));
        call_answer(c, 200, json);
    }
    text_request_free(&a);
}

static void detect(call *c)
{
    text_request a = {0};

    if (text_request_text(c, &a, "text") && call_spend_texts(c, a.texts, 1)) {
        const translator_text found = detect_one(c, a.texts[0], "");
        cJSON *const json = cJSON_CreateObject();
        cJSON_AddStringToObject(json, "language", found.source);
        cJSON_AddNumberToObject(json, "confidence", found.confidence);
        call_answer(c, 200, json);
    }
    text_request_free(&a);
}

/* ---- Languages ----------------------------------------------------------------------------- */

typedef struct listing {
    translator *translator;
    cJSON *languages, *pairs;
    const char *source;
} listing;

static void add_pair(void *ctx, const char *target)
{
    const listing *const l = ctx;
    cJSON *const pair = cJSON_CreateObject();
    cJSON_AddStringToObject(pair, "from", l->source);
    cJSON_AddStringToObject(pair, "to", target);
    cJSON_AddItemToArray(l->pairs, pair);
}

static void add_language(void *ctx, const char *language)
{
    listing *const l = ctx;
    cJSON_AddItemToArray(l->languages, cJSON_CreateString(language));
    l->source = language;
    translator_targets(l->translator, language, add_pair, l);
}

static void languages(call *c)
{
    cJSON *const json = cJSON_CreateObject();
    listing l = {.translator = c->server->translator};

    l.languages = cJSON_AddArrayToObject(json, "languages");
    l.pairs = cJSON_AddArrayToObject(json, "pairs");
    translator_sources(l.translator, add_language, &l);
    call_answer(c, 200, json);
}

static void add_model(void *ctx, const char *target)
{
    const listing *const l = ctx;
    char *const name = checked_format("%s%s", l->source, target);
    cJSON_AddItemToArray(l->pairs, cJSON_CreateString(name));
    free(name);
}

static void add_models(void *ctx, const char *language)
{
    listing *const l = ctx;
    l->source = language;
    translator_targets(l->translator, language, add_model, l);
}

/* Pairs of languages, as its first versions told them: "ende". */
static void models(call *c)
{
    cJSON *const json = cJSON_CreateObject();
    listing l = {.translator = c->server->translator};

    l.pairs = cJSON_AddArrayToObject(json, "models");
    translator_sources(l.translator, add_models, &l);
    call_answer(c, 200, json);
}

static void heartbeat(call *c)
{
    call_answer_text(c, 200, "text/plain; charset=utf-8", "Ready");
}

/* ---- All ----------------------------------------------------------------------------------- */

static bool has_pair(const params *p)
{
    return (params_has(p, "from") || params_has(p, "to")) && !params_has(p, "q");
}

static bool has_text(const params *p)
{
    return params_has(p, "text") && !params_has(p, "q");
}

static bool has_token(const params *p)
{
    return params_field(p, "token") || params_field(p, "api_token");
}

static const route routes[] = {
    {.method = "POST", .path = "/translate", .run = translate, .fits = has_pair},
    {.method = "POST", .path = "/detect", .run = detect, .fits = has_text},
    {.method = "GET", .path = "/languages", .run = languages, .fits = has_token},
    {.method = "GET", .path = "/models", .run = models},
    {.method = "GET",
     .path = "/__heartbeat__",
     .run = heartbeat,
     .is_open = true,
     .is_quick = true},
    {.method = "GET",
     .path = "/__lbheartbeat__",
     .run = heartbeat,
     .is_open = true,
     .is_quick = true},
    {.method = "POST", .path = "/translate/batch", .run = batch},
    {.method = "POST", .path = "/mtranserver/translate", .run = translate},
    {.method = "POST", .path = "/mtranserver/translate/batch", .run = batch},
    {.method = "POST", .path = "/mtranserver/detect", .run = detect},
    {.method = "GET", .path = "/mtranserver/languages", .run = languages},
    {0},
};

const dialect mtranserver_dialect = {.name = "mtranserver",
                                     .routes = routes,
                                     .refuse = call_refuse_by_error,
                                     .key = key_of,
                                     .no_key_status = 401,
                                     .wrong_key_status = 401};
