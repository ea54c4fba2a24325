/*
 * azure.c - the interface of Azure's translator, version 3.0, and the version of 2026-06-06, which
 * its newer clients speak.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "models/language_names.h"
#include "serve/dialects/dialects.h"
#include "serve/dialects/text_request.h"

/* The first three digits of a code are the status. */
enum {
    BAD_INPUT = 400000,
    BAD_VERSION = 400021,
    BAD_SOURCE = 400035,
    BAD_TARGET = 400036,
    BAD_JSON = 400074
};

static void refuse_code(call *c, int code, const char *message)
{
    cJSON *const json = cJSON_CreateObject();
    cJSON *const error = cJSON_AddObjectToObject(json, "error");
    cJSON_AddNumberToObject(error, "code", code);
    cJSON_AddStringToObject(error, "message", message);
    call_answer(c, code / 1000, json);
}

static void refuse(call *c, int status, const char *message)
{
    const bool json = status == 400 && strstr(message, "JSON");
    refuse_code(c, json ? BAD_JSON : 1000 * status, message);
}

static bool is_old(const call *c)
{
    const char *const version = params_field(&c->params, "api-version");
    return version && !strcmp(version, "3.0");
}

static bool check_version(call *c)
{
    const char *const version = params_field(&c->params, "api-version");
    if (version && (!strcmp(version, "3.0") || !strncmp(version, "20", 2))) return true;
    refuse_code(c, BAD_VERSION, "The API version parameter is not valid.");
    return false;
}

/* ---- Texts --------------------------------------------------------------------------------- */

/* The text of an element: {"Text": ...} or {"text": ...}; NULL: it has none. */
static const char *text_in(const cJSON *element)
{
    return cJSON_GetStringValue(cJSON_GetObjectItem(element, "text"));
}

/* The elements of the body: a list, or the list "inputs" of an object. */
static const cJSON *elements_of(call *c)
{
    const cJSON *const body = c->params.json;
    const cJSON *const list =
        cJSON_IsArray(body) ? body : cJSON_GetObjectItemCaseSensitive(body, "inputs");
    const cJSON *one;

    if (!cJSON_IsArray(list) || !list->child) {
        refuse_code(c, BAD_INPUT, "The body has to be a list of texts in JSON.");
        return NULL;
    }
    cJSON_ArrayForEach(one, list)
    {
        if (text_in(one)) continue;
        refuse_code(c, BAD_INPUT, "An element of the body has no text.");
        return NULL;
    }
    return list;
}

static tr_string text_at(const cJSON *element)
{
    const char *const text = text_in(element);
    return (tr_string){text, strlen(text)};
}

/* ---- Translating --------------------------------------------------------------------------- */

/* Reads the codes; the refusal has a code of the side. */
static bool read_pair(call *c, text_request *a, const char *from, const char *to)
{
    text_request source = *a;

    if (text_request_pair(c, a, from, to)) return true;
    if (text_request_pair(c, &source, NULL, to))
        refuse_code(c, BAD_SOURCE, "The source language is not valid.");
    else
        refuse_code(c, BAD_TARGET, "The target language is missing or not valid.");
    return false;
}

static void add_detected(cJSON *item, const translator_text *t)
{
    cJSON *const found = cJSON_AddObjectToObject(item, "detectedLanguage");
    cJSON_AddStringToObject(found, "language", t->source);
    cJSON_AddNumberToObject(found, "score", t->confidence);
}

/* Adds the translation of a text to its item of the answer. */
static void add_translation(cJSON *item, const translator_text *t, const text_request *a,
                            const char *to, const char *member)
{
    cJSON *list = cJSON_GetObjectItemCaseSensitive(item, "translations");
    cJSON *const one = cJSON_CreateObject();

    if (!list) {
        if (!*a->source) add_detected(item, t);
        list = cJSON_AddArrayToObject(item, "translations");
    }
    cJSON_AddItemToObject(one, "text", answer_of(t));
    cJSON_AddStringToObject(one, member, to);
    cJSON_AddItemToArray(list, one);
}

/* Version 3.0: all texts to each language of the query. */
static bool translate_all(call *c, const cJSON *elements, cJSON *answer)
{
    const params *const p = &c->params;
    tr_string *to;
    const size_t n_to = params_fields(p, "to", &to);
    const cJSON *one;
    text_request a = {0};
    bool ok = n_to || read_pair(c, &a, NULL, NULL);

    a.texts = checked_realloc(NULL, (size_t)cJSON_GetArraySize(elements), sizeof *a.texts);
    cJSON_ArrayForEach(one, elements)
    {
        a.texts[a.n++] = text_at(one);
        cJSON_AddItemToArray(answer, cJSON_CreateObject());
    }
    ok = ok && text_request_format(c, &a, params_field(p, "textType"));
    for (size_t k = 0; ok && k < n_to; k++) {
        ok = read_pair(c, &a, params_field(p, "from"), to[k].text) && text_request_translate(c, &a);
        cJSON *item = answer->child;
        for (size_t i = 0; ok && i < a.n; i++, item = item->next)
            add_translation(item, &c->done.texts[i], &a, to[k].text, "to");
    }
    free(to);
    text_request_free(&a);
    return ok;
}

/* The newer version: each text says its languages. */
static bool translate_each(call *c, const cJSON *element, cJSON *item)
{
    const char *const from = cJSON_GetStringValue(cJSON_GetObjectItem(element, "language"));
    const char *const type = cJSON_GetStringValue(cJSON_GetObjectItem(element, "textType"));
    const cJSON *const targets = cJSON_GetObjectItem(element, "targets");
    tr_string text = text_at(element);
    text_request a = {.texts = &text, .n = 1};
    const cJSON *target;

    if (!text_request_format(c, &a, type)) return false;
    if (!cJSON_IsArray(targets) || !targets->child) return read_pair(c, &a, from, NULL);
    cJSON_ArrayForEach(target, targets)
    {
        const char *const to = cJSON_GetStringValue(cJSON_GetObjectItem(target, "language"));
        if (!read_pair(c, &a, from, to) || !text_request_translate(c, &a)) return false;
        add_translation(item, &c->done.texts[0], &a, to, "language");
    }
    return true;
}

static void translate(call *c)
{
    const cJSON *const elements = check_version(c) ? elements_of(c) : NULL;
    cJSON *const list = cJSON_CreateArray();
    const cJSON *one;
    bool ok = elements != NULL;

    if (ok && is_old(c)) {
        ok = translate_all(c, elements, list);
    } else if (ok) {
        cJSON_ArrayForEach(one, elements)
        {
            cJSON *const item = cJSON_CreateObject();
            cJSON_AddItemToArray(list, item);
            if (!(ok = translate_each(c, one, item))) break;
        }
    }
    if (!ok) {
        cJSON_Delete(list);
    } else if (is_old(c)) {
        call_answer(c, 200, list);
    } else {
        cJSON *const json = cJSON_CreateObject();
        cJSON_AddItemToObject(json, "value", list);
        call_answer(c, 200, json);
    }
}

/* ---- Languages ----------------------------------------------------------------------------- */

static void detect(call *c)
{
    const cJSON *const elements = check_version(c) ? elements_of(c) : NULL;
    const cJSON *one;

    if (!elements) return;
    size_t n = 0, characters = 0;
    cJSON_ArrayForEach(one, elements)
    {
        n++;
        characters += count_characters(text_at(one));
    }
    if (!call_spend(c, n, characters)) return;
    cJSON *const list = cJSON_CreateArray();
    cJSON_ArrayForEach(one, elements)
    {
        const translator_text found = detect_one(c, text_at(one), "und");
        cJSON *const item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "language", found.source);
        cJSON_AddNumberToObject(item, "score", found.confidence);
        cJSON_AddBoolToObject(item, "isTranslationSupported",
                              translator_has(c->server->translator, found.source, NULL));
        cJSON_AddBoolToObject(item, "isTransliterationSupported", false);
        cJSON_AddItemToArray(list, item);
    }
    call_answer(c, 200, list);
}

static void add_language(void *ctx, const char *language)
{
    cJSON *const all = ctx;
    char name[128];

    if (cJSON_GetObjectItemCaseSensitive(all, language)) return;
    cJSON *const item = cJSON_AddObjectToObject(all, language);
    language_name(language, name, sizeof name);
    cJSON_AddStringToObject(item, "name", name);
    language_name_in(language, "", name, sizeof name);
    cJSON_AddStringToObject(item, "nativeName", name);
    cJSON_AddStringToObject(item, "dir", language_is_right_to_left(language) ? "rtl" : "ltr");
    cJSON_AddArrayToObject(item, "models");
}

static void languages(call *c)
{
    static const char *const scopes[] = {"translation", "transliteration", "dictionary"};
    const char *const asked_for = params_field(&c->params, "scope");

    if (!check_version(c)) return;
    cJSON *const json = cJSON_CreateObject();
    for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++)
        if (!asked_for || !*asked_for || strstr(asked_for, scopes[i]))
            cJSON_AddObjectToObject(json, scopes[i]);
    cJSON *const translation = cJSON_GetObjectItemCaseSensitive(json, "translation");
    if (translation) {
        translator_sources(c->server->translator, add_language, translation);
        translator_targets(c->server->translator, NULL, add_language, translation);
    }
    call_answer(c, 200, json);
}

/* ---- All ----------------------------------------------------------------------------------- */

static bool has_version(const params *p)
{
    return params_field(p, "api-version") != NULL;
}

static const route routes[] = {
    {.method = "POST",
     .path = "/translate",
     .run = translate,
     .fits = has_version,
     .any_json = true},
    {.method = "POST", .path = "/detect", .run = detect, .fits = has_version, .any_json = true},
    {.method = "GET", .path = "/languages", .run = languages, .is_open = true, .fits = has_version},
    {0},
};

const dialect azure_dialect = {.name = "azure",
                               .routes = routes,
                               .refuse = refuse,
                               .no_key_status = 401,
                               .wrong_key_status = 401};
