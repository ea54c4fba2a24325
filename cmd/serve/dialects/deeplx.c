/* deeplx.c - DeepLX' interface: one text of DeepL's languages. */
#include "serve/dialects/dialects.h"
#include "serve/dialects/text_request.h"

static void refuse(call *c, int status, const char *message)
{
    cJSON *const json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "code", status);
    cJSON_AddStringToObject(json, "message", message);
    call_answer(c, status, json);
}

static void answer(call *c, const text_request *a)
{
    const translator_text *const t = &c->done.texts[0];
    cJSON *const json = cJSON_CreateObject();
    char code[TR_PEEK_SIZE];

    cJSON_AddNumberToObject(json, "code", 200);
    cJSON_AddNumberToObject(json, "id", (double)c->request->number);
    cJSON_AddItemToObject(json, "data", answer_of(t));
    cJSON *const others = cJSON_AddArrayToObject(json, "alternatives");
    for (size_t i = 0; i < t->n_alternatives; i++)
        cJSON_AddItemToArray(others, cJSON_CreateString(t->alternatives[i]));
    cJSON_AddStringToObject(json, "source_lang", capitals_of(t->source, code));
    cJSON_AddStringToObject(json, "target_lang", capitals_of(a->target, code));
    cJSON_AddStringToObject(json, "method", "Free");
    call_answer(c, 200, json);
}

static void translate(call *c)
{
    const params *const p = &c->params;
    /* Its answers have other translations, whether they are asked for or not. */
    text_request a = {.n_best = 1 + c->server->settings.alternatives_limit};

    if (!text_request_pair(c, &a, params_word(p, "source_lang"), params_word(p, "target_lang")) ||
        !text_request_format(c, &a, params_word(p, "tag_handling")) ||
        !text_request_text(c, &a, "text")) {
    } else if (!a.texts[0].len) {
        call_refuse(c, 404, "No text to translate");
    } else if (text_request_translate(c, &a)) {
        answer(c, &a);
    }
    text_request_free(&a);
}

static bool has_target(const params *p)
{
    return params_has(p, "target_lang") && !params_has(p, "q");
}

static const route routes[] = {
    {.method = "POST", .path = "/translate", .run = translate, .fits = has_target},
    {.method = "POST", .path = "/deeplx", .run = translate},
    {.method = "POST", .path = "/deeplx/translate", .run = translate},
    {0},
};

const dialect deeplx_dialect = {.name = "deeplx",
                                .routes = routes,
                                .refuse = refuse,
                                .key = call_token,
                                .no_key_status = 401,
                                .wrong_key_status = 401};
