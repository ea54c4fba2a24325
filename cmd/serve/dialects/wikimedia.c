/* wikimedia.c - the interface of MinT, the machine translation of Wikimedia. */
#include <stdio.h>
#include <string.h>

#include "console/clock.h"
#include "serve/dialects/dialects.h"
#include "serve/dialects/text_request.h"

static const char model_name[] = "translate";

static void refuse(call *c, int status, const char *message)
{
    cJSON *const json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "detail", message);
    call_answer(c, status, json);
}

static void run(call *c, const char *from, const char *to, const char *format, const char *content)
{
    text_request a = {0};

    if (format && strcmp(format, "text") && strcmp(format, "html"))
        call_refuse(c, 413, "No translator found for the passed content");
    else if (text_request_format(c, &a, format) && text_request_pair(c, &a, from, to) &&
             text_request_text(c, &a, content) && text_request_translate(c, &a)) {
        cJSON *const json = cJSON_CreateObject();
        cJSON_AddItemToObject(json, "translation", answer_of(&c->done.texts[0]));
        cJSON_AddNumberToObject(json, "translationtime", clock_seconds() - c->request->begun);
        cJSON_AddStringToObject(json, "sourcelanguage",
                                from && *from ? from : c->done.texts[0].source);
        cJSON_AddStringToObject(json, "targetlanguage", to);
        cJSON_AddStringToObject(json, "model", model_name);
        call_answer(c, 200, json);
    }
    text_request_free(&a);
}

static void translate(call *c)
{
    static const char *const members[] = {"format", "content", "source_language",
                                          "target_language"};
    const params *const p = &c->params;

    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (!params_text(p, members[i]).text) {
            call_refuse(c, 422, "%s: a string is required", members[i]);
            return;
        }
    run(c, params_word(p, "source_language"), params_word(p, "target_language"),
        params_word(p, "format"), "content");
}

/* The older form: "/api/translate/FROM/TO", and the content as "text" or "html". */
static void translate_path(call *c)
{
    const char *const format = params_has(&c->params, "text") ? "text" : "html";
    char from[TR_PEEK_SIZE], to[TR_PEEK_SIZE];
    const size_t n = strcspn(c->tail, "/");

    if (n >= sizeof from || !c->tail[n] || strlen(c->tail + n + 1) >= sizeof to ||
        strchr(c->tail + n + 1, '/')) {
        call_refuse(c, 404, "Not Found");
        return;
    }
    snprintf(from, sizeof from, "%.*s", (int)n, c->tail);
    snprintf(to, sizeof to, "%s", c->tail + n + 1);
    run(c, from, to, format, format);
}

/* ---- Languages ----------------------------------------------------------------------------- */

typedef struct listing {
    translator *translator;
    cJSON *sources, *targets;
} listing;

static void add_target(void *ctx, const char *language)
{
    const listing *const l = ctx;
    cJSON *const models = cJSON_AddArrayToObject(l->targets, language);
    cJSON_AddItemToArray(models, cJSON_CreateString(model_name));
}

static void add_source(void *ctx, const char *language)
{
    listing *const l = ctx;
    l->targets = cJSON_AddObjectToObject(l->sources, language);
    translator_targets(l->translator, language, add_target, l);
}

static void languages(call *c)
{
    listing l = {.translator = c->server->translator, .sources = cJSON_CreateObject()};
    translator_sources(l.translator, add_source, &l);
    call_answer(c, 200, l.sources);
}

static const route routes[] = {
    {.method = "POST", .path = "/api/translate", .run = translate},
    {.method = "POST", .path = "/api/translate/*", .run = translate_path},
    {.method = "GET", .path = "/api/languages", .run = languages},
    {0},
};

const dialect wikimedia_dialect = {.name = "mint",
                                   .routes = routes,
                                   .refuse = refuse,
                                   .no_key_status = 401,
                                   .wrong_key_status = 401};
