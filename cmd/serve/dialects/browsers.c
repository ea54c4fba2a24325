/*
 * browsers.c - what extensions of browsers ask of a server of one's own: Immersive Translate
 * (/imme), Kiss Translator (/kiss) and Huaci Fanyi (/hcfy).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/language_names.h"
#include "serve/dialects/dialects.h"
#include "serve/dialects/language_codes.h"
#include "serve/dialects/text_request.h"

/* {"translations": [{"text", SOURCE}]} */
static void answer_list(call *c, const char *source)
{
    cJSON *const json = cJSON_CreateObject();
    cJSON *const list = cJSON_AddArrayToObject(json, "translations");

    for (size_t i = 0; i < c->done.n; i++) {
        cJSON *const item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, source, c->done.texts[i].source);
        cJSON_AddItemToObject(item, "text", answer_of(&c->done.texts[i]));
        cJSON_AddItemToArray(list, item);
    }
    call_answer(c, 200, json);
}

static void immersive(call *c)
{
    const params *const p = &c->params;
    text_request a = {0};

    if (text_request_pair(c, &a, params_word(p, "source_lang"), params_word(p, "target_lang")) &&
        text_request_texts(c, &a, "text_list") && text_request_translate(c, &a))
        answer_list(c, "detected_source_lang");
    text_request_free(&a);
}

static void kiss(call *c)
{
    const params *const p = &c->params;
    const bool several = params_has(p, "texts");
    text_request a = {0};

    if (!text_request_pair(c, &a, params_word(p, "from"), params_word(p, "to")) ||
        !(several ? text_request_texts(c, &a, "texts") : text_request_text(c, &a, "text")) ||
        !text_request_translate(c, &a)) {
    } else if (several) {
        answer_list(c, "src");
    } else {
        cJSON *const json = cJSON_CreateObject();
        cJSON_AddItemToObject(json, "text", answer_of(&c->done.texts[0]));
        cJSON_AddStringToObject(json, "src", c->done.texts[0].source);
        call_answer(c, 200, json);
    }
    text_request_free(&a);
}

/* ---- Huaci Fanyi: languages have their Chinese names ---------------------------------------- */

static void add_chinese_name(cJSON *json, const char *member, const char *code)
{
    char name[128];
    language_name_in(code, language_chinese, name, sizeof name);
    cJSON_AddStringToObject(json, member, name);
}

/* The first language that is asked for, the second where the text is in the first. */
static bool read_destination(call *c, text_request *a)
{
    tr_string *names;
    bool is_list;
    translator *const d = c->server->translator;
    const size_t n = params_texts(&c->params, "destination", &names, &is_list);
    char second[TR_PEEK_SIZE];
    const bool ok = n && n != SIZE_MAX && find_language_name(d, names[0].text, true, a->target);

    if (!ok)
        call_refuse(c, 400, "destination has no language that is supported");
    else if (n > 1 && tr_language_fit(a->source, a->target) == 2 &&
             find_language_name(d, names[1].text, true, second))
        memcpy(a->target, second, sizeof second);
    free(names);
    return ok;
}

static bool read_source(call *c, text_request *a)
{
    const char *const source = params_word(&c->params, "source");

    if (source && *source && strcmp(source, "auto")) {
        if (find_language_name(c->server->translator, source, false, a->source)) return true;
        call_refuse(c, 400, "%s is not supported", source);
        return false;
    }
    const translator_text found = detect_one(c, a->texts[0], "");
    snprintf(a->source, sizeof a->source, "%.*s", TR_PEEK_SIZE - 1, found.source);
    return true;
}

/* One translation for each line. */
static void answer_lines(call *c, const text_request *a)
{
    const translator_text *const t = &c->done.texts[0];
    cJSON *const json = cJSON_CreateObject();

    call_add_text(json, "text", a->texts[0].text, a->texts[0].len);
    add_chinese_name(json, "from", t->source);
    add_chinese_name(json, "to", a->target);
    cJSON *const result = cJSON_AddArrayToObject(json, "result");
    for (const char *at = t->text;; at++) {
        const size_t len = strcspn(at, "\n");
        cJSON *const line = cJSON_CreateObject();
        call_add_text(line, "text", at, len);
        cJSON_AddItemToArray(result, cJSON_DetachItemFromObject(line, "text"));
        cJSON_Delete(line);
        at += len;
        if (!*at) break;
    }
    call_answer(c, 200, json);
}

static void hcfy(call *c)
{
    text_request a = {0};

    if (text_request_text(c, &a, "text") && read_source(c, &a) && read_destination(c, &a) &&
        text_request_translate(c, &a))
        answer_lines(c, &a);
    text_request_free(&a);
}

/* ---- All ----------------------------------------------------------------------------------- */

static const route immersive_routes[] = {{.method = "POST", .path = "/imme", .run = immersive},
                                         {0}};
static const route kiss_routes[] = {{.method = "POST", .path = "/kiss", .run = kiss}, {0}};
static const route hcfy_routes[] = {{.method = "POST", .path = "/hcfy", .run = hcfy}, {0}};

const dialect immersive_dialect = {.name = "immersive",
                                   .routes = immersive_routes,
                                   .refuse = call_refuse_by_error,
                                   .key = call_token,
                                   .no_key_status = 401,
                                   .wrong_key_status = 401};
const dialect kiss_dialect = {.name = "kiss",
                              .routes = kiss_routes,
                              .refuse = call_refuse_by_error,
                              .key = call_token,
                              .no_key_status = 401,
                              .wrong_key_status = 401};
const dialect hcfy_dialect = {.name = "hcfy",
                              .routes = hcfy_routes,
                              .refuse = call_refuse_by_error,
                              .key = call_token,
                              .no_key_status = 401,
                              .wrong_key_status = 401};
