/* nllb.c - the interfaces of nllb-serve, and of nllb-api (version 4). */
#include <string.h>

#include "console/alloc.h"
#include "console/clock.h"
#include "serve/dialects/dialects.h"
#include "serve/dialects/text_request.h"

static void refuse(call *c, int status, const char *message)
{
    char *const text = checked_format("%s\n", message);
    call_answer_bytes(c, status, "text/plain; charset=utf-8", text, strlen(text));
}

static void answer(call *c, const text_request *a)
{
    cJSON *const json = cJSON_CreateObject();
    cJSON *const source = cJSON_AddArrayToObject(json, "source");
    cJSON *const translation = cJSON_AddArrayToObject(json, "translation");
    const char *const from = params_word(&c->params, "src_lang");

    for (size_t i = 0; i < c->done.n; i++) {
        cJSON *const holder = cJSON_CreateObject();
        call_add_text(holder, "text", a->texts[i].text, a->texts[i].len);
        cJSON_AddItemToArray(source, cJSON_DetachItemFromObject(holder, "text"));
        cJSON_Delete(holder);
        cJSON_AddItemToArray(translation, answer_of(&c->done.texts[i]));
    }
    cJSON_AddStringToObject(json, "src_lang", from && *from ? from : c->done.texts[0].source);
    cJSON_AddStringToObject(json, "tgt_lang", params_word(&c->params, "tgt_lang"));
    cJSON_AddNumberToObject(json, "time_taken",
                            (int)(1e3 * (clock_seconds() - c->request->begun)) / 1e3);
    cJSON_AddStringToObject(json, "time_units", "s");
    call_answer(c, 200, json);
}

static void translate(call *c)
{
    const params *const p = &c->params;
    text_request a = {0};

    if (!params_has(p, "source"))
        call_refuse(c, 400, "Please submit 'source' parameter");
    else if (text_request_pair(c, &a, params_word(p, "src_lang"), params_word(p, "tgt_lang")) &&
             text_request_texts(c, &a, "source")) {
        if (!a.n)
            call_refuse(c, 400, "Please submit 'source' parameter");
        else if (text_request_translate(c, &a))
            answer(c, &a);
    }
    text_request_free(&a);
}

/* nllb-api has one text, and languages where none are told. */
static void translate_v4(call *c)
{
    const params *const p = &c->params;
    const char *const source = params_word(p, "source"), *const target = params_word(p, "target");
    text_request a = {0};

    if (text_request_pair(c, &a, source ? source : "eng_Latn", target ? target : "spa_Latn") &&
        text_request_text(c, &a, "text")) {
        if (!a.texts[0].len) {
            call_refuse(c, 400, "text: there is none");
        } else if (text_request_translate(c, &a)) {
            cJSON *const json = cJSON_CreateObject();
            cJSON_AddItemToObject(json, "result", answer_of(&c->done.texts[0]));
            call_answer(c, 200, json);
        }
    }
    text_request_free(&a);
}

static bool has_languages(const params *p)
{
    return (params_has(p, "src_lang") || params_has(p, "tgt_lang")) && !params_has(p, "q");
}

static const route routes[] = {
    {.method = "POST", .path = "/translate", .run = translate, .fits = has_languages},
    {.method = "GET", .path = "/translate", .run = translate, .fits = has_languages},
    {.method = "GET", .path = "/api/v4/translator", .run = translate_v4},
    {.method = "POST", .path = "/api/v4/translator", .run = translate_v4},
    {0},
};

const dialect nllb_dialect = {.name = "nllb",
                              .routes = routes,
                              .refuse = refuse,
                              .no_key_status = 401,
                              .wrong_key_status = 401};
