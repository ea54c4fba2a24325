/*
 * google.c - the interface of Google Cloud Translation, version 2, and the interfaces of Google
 * Translate itself: translate_a/single, as scripts ask it, and its page for old telephones.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "console/alloc.h"
#include "console/json.h"
#include "models/language_names.h"
#include "serve/call/dictionary_blocks.h"
#include "serve/dialects/dialects.h"
#include "serve/dialects/text_request.h"

static void refuse(call *c, int status, const char *message)
{
    cJSON *const json = cJSON_CreateObject();
    cJSON *const error = cJSON_AddObjectToObject(json, "error");

    cJSON_AddNumberToObject(error, "code", status);
    cJSON_AddStringToObject(error, "message", message);
    cJSON *const errors = cJSON_AddArrayToObject(error, "errors");
    cJSON *const one = cJSON_CreateObject();
    cJSON_AddStringToObject(one, "message", message);
    cJSON_AddStringToObject(one, "domain", "global");
    cJSON_AddStringToObject(one, "reason", status < 500 ? "invalid" : "backendError");
    cJSON_AddItemToArray(errors, one);
    cJSON_AddStringToObject(error, "status",
                            status == 400                    ? "INVALID_ARGUMENT"
                            : status == 401 || status == 403 ? "PERMISSION_DENIED"
                            : status == 429                  ? "RESOURCE_EXHAUSTED"
                                                             : "UNAVAILABLE");
    call_answer(c, status, json);
}

static const char *key_of(call *c)
{
    return params_field(&c->params, "key");
}

/* ---- Version 2 ----------------------------------------------------------------------------- */

static void answer_data(call *c, const char *member, cJSON *list)
{
    cJSON *const json = cJSON_CreateObject();
    cJSON_AddItemToObject(cJSON_AddObjectToObject(json, "data"), member, list);
    call_answer(c, 200, json);
}

static bool has_texts(call *c, text_request *a)
{
    const bool there = params_has(&c->params, "q");

    if (there && !text_request_texts(c, a, "q")) return false;
    if (!a->n) call_refuse(c, 400, "Required Text");
    return a->n > 0;
}

static void translate(call *c)
{
    const params *const p = &c->params;
    const char *const format = params_word(p, "format");
    text_request a = {0};

    /* A text is HTML where nothing is said. */
    if (has_texts(c, &a) && text_request_format(c, &a, format && *format ? format : "html") &&
        text_request_pair(c, &a, params_word(p, "source"), params_word(p, "target")) &&
        text_request_translate(c, &a)) {
        cJSON *const list = cJSON_CreateArray();
        for (size_t i = 0; i < c->done.n; i++) {
            cJSON *const item = cJSON_CreateObject();
            cJSON_AddItemToObject(item, "translatedText", answer_of(&c->done.texts[i]));
            if (!*a.source)
                cJSON_AddStringToObject(item, "detectedSourceLanguage", c->done.texts[i].source);
            cJSON_AddItemToArray(list, item);
        }
        answer_data(c, "translations", list);
    }
    text_request_free(&a);
}

static void detect(call *c)
{
    text_request a = {0};

    if (has_texts(c, &a) && call_spend_texts(c, a.texts, a.n)) {
        cJSON *const list = cJSON_CreateArray();
        for (size_t i = 0; i < a.n; i++) {
            const translator_text found = detect_one(c, a.texts[i], "und");
            cJSON *const of = cJSON_CreateArray(), *const item = cJSON_CreateObject();
            cJSON_AddStringToObject(item, "language", found.source);
            cJSON_AddNumberToObject(item, "confidence", found.confidence);
            cJSON_AddBoolToObject(item, "isReliable", false);
            cJSON_AddItemToArray(of, item);
            cJSON_AddItemToArray(list, of);
        }
        answer_data(c, "detections", list);
    }
    text_request_free(&a);
}

typedef struct listing {
    cJSON *list;
    const char *in; /* of names; NULL: without */
} listing;

static void add_language(void *ctx, const char *language)
{
    const listing *const l = ctx;
    cJSON *const item = cJSON_CreateObject();
    char name[128];

    cJSON_AddStringToObject(item, "language", language);
    if (l->in) {
        language_name_in(language, l->in, name, sizeof name);
        cJSON_AddStringToObject(item, "name", name);
    }
    cJSON_AddItemToArray(l->list, item);
}

static void languages(call *c)
{
    const char *const in = params_word(&c->params, "target");
    listing l = {cJSON_CreateArray(), in && *in && strlen(in) < TR_PEEK_SIZE ? in : NULL};

    translator_sources(c->server->translator, add_language, &l);
    answer_data(c, "languages", l.list);
}

/* ---- Google Translate itself ---------------------------------------------------------------- */

static bool translate_single(call *c, text_request *a)
{
    const params *const p = &c->params;
    const char *const to = params_word(p, "tl");

    return has_texts(c, a) &&
           text_request_pair(c, a, params_word(p, "sl"), to && *to ? to : language_english) &&
           text_request_translate(c, a);
}

static void add_nulls(cJSON *list, int n)
{
    while (n--)
        cJSON_AddItemToArray(list, cJSON_CreateNull());
}

/* What a dictionary has of the one text, if that is wanted; NULL: nothing. */
static cJSON *blocks_of(const call *c, const text_request *a, bool objects)
{
    if (a->n != 1) return NULL;
    return dictionary_blocks(c, c->done.texts[0].source, a->target, a->texts[0], objects);
}

/* [[[translation, text, null, null, 1], ...], dictionary or null, source, null, null, null,
 * confidence, []] */
static cJSON *make_lists(const call *c, const text_request *a)
{
    cJSON *const json = cJSON_CreateArray(), *const sentences = cJSON_CreateArray();

    for (size_t i = 0; i < c->done.n; i++) {
        cJSON *const one = cJSON_CreateArray();
        cJSON_AddItemToArray(one, answer_of(&c->done.texts[i]));
        cJSON_AddItemToArray(one, json_text(a->texts[i].text, a->texts[i].len));
        add_nulls(one, 2);
        cJSON_AddItemToArray(one, cJSON_CreateNumber(1));
        cJSON_AddItemToArray(sentences, one);
    }
    cJSON_AddItemToArray(json, sentences);
    cJSON *const blocks = blocks_of(c, a, false);
    cJSON_AddItemToArray(json, blocks ? blocks : cJSON_CreateNull());
    cJSON_AddItemToArray(json, cJSON_CreateString(c->done.texts[0].source));
    add_nulls(json, 3);
    cJSON_AddItemToArray(json, cJSON_CreateNumber(c->done.texts[0].confidence));
    cJSON_AddItemToArray(json, cJSON_CreateArray());
    return json;
}

static cJSON *make_object(const call *c, const text_request *a)
{
    cJSON *const json = cJSON_CreateObject();
    cJSON *const sentences = cJSON_AddArrayToObject(json, "sentences");

    for (size_t i = 0; i < c->done.n; i++) {
        cJSON *const one = cJSON_CreateObject();
        cJSON_AddItemToObject(one, "trans", answer_of(&c->done.texts[i]));
        cJSON_AddItemToObject(one, "orig", json_text(a->texts[i].text, a->texts[i].len));
        cJSON_AddNumberToObject(one, "backend", 1);
        cJSON_AddItemToArray(sentences, one);
    }
    cJSON *const blocks = blocks_of(c, a, true);
    if (blocks) cJSON_AddItemToObject(json, "dict", blocks);
    cJSON_AddStringToObject(json, "src", c->done.texts[0].source);
    cJSON_AddNumberToObject(json, "confidence", c->done.texts[0].confidence);
    return json;
}

static void single(call *c)
{
    text_request a = {0};

    if (translate_single(c, &a))
        call_answer(c, 200, params_flag(&c->params, "dj") ? make_object(c, &a) : make_lists(c, &a));
    text_request_free(&a);
}

/* A list of translations; of pairs with the language, where that was found out. */
static void several(call *c)
{
    const char *const from = params_word(&c->params, "sl");
    const bool found_out = !from || !*from || !strcmp(from, "auto");
    text_request a = {0};

    if (translate_single(c, &a)) {
        cJSON *const list = cJSON_CreateArray();
        for (size_t i = 0; i < c->done.n; i++) {
            cJSON *const pair = found_out ? cJSON_CreateArray() : NULL;
            cJSON_AddItemToArray(pair ? pair : list, answer_of(&c->done.texts[i]));
            if (!pair) continue;
            cJSON_AddItemToArray(pair, cJSON_CreateString(c->done.texts[i].source));
            cJSON_AddItemToArray(list, pair);
        }
        call_answer(c, 200, list);
    }
    text_request_free(&a);
}

static void add_escaped(tr_buf *b, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        const char *const code = text[i] == '<'   ? "&lt;"
                                 : text[i] == '>' ? "&gt;"
                                 : text[i] == '&' ? "&amp;"
                                                  : NULL;
        if (code)
            tr_buf_add(b, code, strlen(code));
        else
            tr_buf_add(b, text + i, 1);
    }
}

static void page(call *c)
{
    static const char begin[] = "<!DOCTYPE html><meta charset=\"utf-8\"><title>translate</title>"
                                "<div class=\"result-container\">",
                      end[] = "</div>\n";
    text_request a = {0};
    tr_buf b = {0};

    if (translate_single(c, &a)) {
        const translator_text *const t = &c->done.texts[c->done.n - 1];
        tr_buf_add(&b, begin, sizeof begin - 1);
        add_escaped(&b, t->text, t->len);
        tr_buf_add(&b, end, sizeof end - 1);
        if (b.failed) end_without_memory();
        const size_t len = b.len;
        call_answer_bytes(c, 200, "text/html; charset=utf-8", tr_buf_take(&b), len);
    }
    text_request_free(&a);
}

/* ---- All ----------------------------------------------------------------------------------- */

#define V2 "/language/translate/v2"

static const route routes[] = {
    {.method = "POST", .path = V2, .run = translate},
    {.method = "GET", .path = V2, .run = translate},
    {.method = "POST", .path = V2 "/detect", .run = detect},
    {.method = "GET", .path = V2 "/detect", .run = detect},
    {.method = "GET", .path = V2 "/languages", .run = languages},
    {.method = "POST", .path = V2 "/languages", .run = languages},
    {.method = "POST", .path = "/google" V2, .run = translate},
    {.method = "GET", .path = "/translate_a/single", .run = single},
    {.method = "POST", .path = "/translate_a/single", .run = single},
    {.method = "GET", .path = "/google/translate_a/single", .run = single},
    {.method = "GET", .path = "/translate_a/t", .run = several},
    {.method = "POST", .path = "/translate_a/t", .run = several},
    {.method = "GET", .path = "/m", .run = page},
    {0},
};

const dialect google_dialect = {
    .name = "google", .routes = routes, .refuse = refuse, .key = key_of, .no_key_status = 403};
