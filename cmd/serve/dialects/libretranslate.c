/*
 * libretranslate.c - LibreTranslate's interface, as its app.py has it.
 *
 * What differs: 404 and 405 are JSON; a list of texts has one detected language each; suggestions
 * are not taken.
 */
#include "serve/dialects/libretranslate.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/json.h"
#include "models/language_names.h"
#include "serve/dialects/dialects.h"
#include "serve/dialects/language_codes.h"
#include "serve/dialects/text_request.h"
#include "serve/translator/losses.h"

const char *libretranslate_key(call *c)
{
    return params_word(&c->params, "api_key");
}

/* ---- Languages ----------------------------------------------------------------------------- */

typedef struct listing {
    call *call;
    cJSON *list;
    bool with_targets;
} listing;

static void add_language(void *ctx, const char *language)
{
    listing *const l = ctx;
    cJSON *const item = cJSON_CreateObject(), *const targets = cJSON_CreateArray();
    char name[128];

    language_name(language, name, sizeof name);
    cJSON_AddStringToObject(item, "code", language);
    cJSON_AddStringToObject(item, "name", name);
    if (l->with_targets) {
        translator_targets(l->call->server->translator, language, json_append_word, targets);
        cJSON_AddItemToArray(targets, cJSON_CreateString(language));
        cJSON_AddItemToObject(item, "targets", targets);
    } else {
        cJSON_Delete(targets);
    }
    cJSON_AddItemToArray(l->list, item);
}

static void languages(call *c)
{
    listing l = {c, cJSON_CreateArray(), true};
    translator_sources(c->server->translator, add_language, &l);
    call_answer(c, 200, l.list);
}

static void add_language_object(cJSON *object, const char *member, const char *code)
{
    cJSON *const item = cJSON_AddObjectToObject(object, member);
    char name[128];

    language_name(code, name, sizeof name);
    cJSON_AddStringToObject(item, "code", code);
    cJSON_AddStringToObject(item, "name", strcmp(code, "auto") ? name : "Auto Detect");
}

static void take_first(void *ctx, const char *language)
{
    char *const first = ctx;
    if (!*first) snprintf(first, TR_PEEK_SIZE, "%s", language);
}

/* Endings of the files that are documents: ".docx". */
static void add_formats(cJSON *list)
{
    const tr_document_format *f;

    cJSON_AddItemToArray(list, cJSON_CreateString(".txt"));
    for (size_t i = 0; (f = tr_document_format_at(i)); i++) {
        char *const endings = checked_format("%s", f->extensions);
        char *rest;
        for (char *one = strtok_r(endings, " ", &rest); one; one = strtok_r(NULL, " ", &rest))
            cJSON_AddItemToArray(list, cJSON_CreateString(one));
        free(endings);
    }
}

static void settings(call *c)
{
    const call_settings *const s = &c->server->settings;
    cJSON *const json = cJSON_CreateObject();
    char first[TR_PEEK_SIZE] = "";

    cJSON_AddBoolToObject(json, "apiKeys", c->server->keys != NULL);
    cJSON_AddNumberToObject(json, "charLimit", s->char_limit ? s->char_limit : -1);
    cJSON_AddBoolToObject(json, "filesTranslation", true);
    cJSON_AddNumberToObject(json, "frontendTimeout", 500);
    cJSON_AddBoolToObject(json, "keyRequired", c->server->keys != NULL);
    cJSON_AddBoolToObject(json, "suggestions", false);
    add_formats(cJSON_AddArrayToObject(json, "supportedFilesFormat"));
    cJSON *const language = cJSON_AddObjectToObject(json, "language");
    add_language_object(language, "source", "auto");
    translator_sources(c->server->translator, take_first, first);
    char target[TR_PEEK_SIZE] = "";
    translator_targets(c->server->translator, first, take_first, target);
    add_language_object(language, "target", target);
    call_answer(c, 200, json);
}

/* ---- Translating --------------------------------------------------------------------------- */

/* A parameter that has to be there. */
static const char *wanted(call *c, const char *name)
{
    const char *const word = params_word(&c->params, name);
    if (!word || !*word) call_refuse(c, 400, "Invalid request: missing %s parameter", name);
    return word && *word ? word : NULL;
}

bool libretranslate_read_languages(call *c, char source[TR_PEEK_SIZE], bool *any,
                                   char target[TR_PEEK_SIZE])
{
    const char *const from = wanted(c, "source");
    const char *const to = from ? wanted(c, "target") : NULL;

    if (!to) return false;
    *any = !strcmp(from, "auto");
    language_of_code(c->server->translator, from, source);
    language_of_code(c->server->translator, to, target);
    if (!*any && !translator_has(c->server->translator, source, NULL)) {
        call_refuse(c, 400, "%s is not supported", from);
        return false;
    }
    if (!translator_has(c->server->translator, NULL, target) &&
        !translator_has(c->server->translator, target, NULL)) {
        call_refuse(c, 400, "%s is not supported", to);
        return false;
    }
    return true;
}

static bool read_format(call *c, int *format)
{
    const char *const word = params_word(&c->params, "format");

    *format = word && !strcmp(word, "html") ? TRANSLATOR_HTML : TRANSLATOR_TEXT;
    if (!word || !*word || !strcmp(word, "text") || !strcmp(word, "html")) return true;
    call_refuse(c, 400, "%s format is not supported", word);
    return false;
}

static bool read_alternatives(call *c, int *n)
{
    const cJSON *const json =
        c->params.json ? cJSON_GetObjectItemCaseSensitive(c->params.json, "alternatives") : NULL;
    const char *const word = params_word(&c->params, "alternatives");
    const int most = c->server->settings.alternatives_limit;
    char *end = NULL;
    const double value = cJSON_IsNumber(json) ? json->valuedouble
                         : word               ? (double)strtol(word, &end, 10)
                                              : 0;

    *n = 0;
    if ((word && *word && (*end || end == word)) ||
        (json && !cJSON_IsNumber(json) && !cJSON_IsString(json) && !cJSON_IsNull(json)) ||
        value < 0) {
        call_refuse(c, 400, "Invalid request: alternatives parameter is not a number");
        return false;
    }
    if (value > most) {
        call_refuse(c, 400, "Invalid request: alternatives parameter must be <= %d", most);
        return false;
    }
    *n = (int)value;
    return true;
}

static cJSON *detected_of(const translator_text *t)
{
    cJSON *const json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "confidence", (int)(100 * t->confidence + 0.5));
    cJSON_AddStringToObject(json, "language", t->source);
    return json;
}

static cJSON *alternatives_of(const translator_text *t)
{
    cJSON *const list = cJSON_CreateArray();
    for (size_t i = 0; i < t->n_alternatives; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(t->alternatives[i]));
    return list;
}

/* One for a text, or a list of one for each. */
static void add_each(call *c, cJSON *json, const char *name, bool is_list,
                     cJSON *(*of)(const translator_text *t))
{
    cJSON *const list = cJSON_CreateArray();

    if (!is_list) {
        cJSON_Delete(list);
        cJSON_AddItemToObject(json, name, of(&c->done.texts[0]));
        return;
    }
    for (size_t i = 0; i < c->done.n; i++)
        cJSON_AddItemToArray(list, of(&c->done.texts[i]));
    cJSON_AddItemToObject(json, name, list);
}

static cJSON *quality_of(const translator_text *t)
{
    return json_quality(t->quality);
}

/* What this server alone tells, where it is asked for: each translation's quality, and what it
 * lacks. */
static void add_quality(call *c, cJSON *json, const tr_string *texts, bool is_list)
{
    cJSON *const list = cJSON_CreateArray();

    add_each(c, json, "quality", is_list, quality_of);
    for (size_t i = 0; i < c->done.n; i++)
        cJSON_AddItemToArray(list, lost_of(&c->done.texts[i], texts[i]));
    cJSON_AddItemToObject(json, "lost", is_list ? list : cJSON_DetachItemFromArray(list, 0));
    if (!is_list) cJSON_Delete(list);
}

static void answer_texts(call *c, const tr_string *texts, bool is_list, bool any,
                         int n_alternatives)
{
    cJSON *const json = cJSON_CreateObject();

    if (n_alternatives) add_each(c, json, "alternatives", is_list, alternatives_of);
    if (any) add_each(c, json, "detectedLanguage", is_list, detected_of);
    if (params_flag(&c->params, "quality")) add_quality(c, json, texts, is_list);
    add_each(c, json, "translatedText", is_list, answer_of);
    call_answer(c, 200, json);
}

static bool any_text(const tr_string *texts, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (texts[i].len) return true;
    return false;
}

/* Lines of a form end in CR LF. */
static void make_unix_lines(tr_string *texts, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char *const text = (char *)(uintptr_t)texts[i].text;
        size_t to = 0;
        for (size_t from = 0; from < texts[i].len; from++)
            if (text[from] != '\r' || from + 1 == texts[i].len || text[from + 1] != '\n')
                text[to++] = text[from];
        texts[i].len = to;
    }
}

static void translate_texts(call *c, tr_string *texts, size_t n, bool is_list)
{
    char source[TR_PEEK_SIZE], target[TR_PEEK_SIZE];
    bool any;
    int n_alternatives;
    call_request a = {
        .target = target, .texts = texts, .n = n, .glossary = params_word(&c->params, "glossary")};

    if (!libretranslate_read_languages(c, source, &any, target) ||
        !read_alternatives(c, &n_alternatives) || !read_format(c, &a.format))
        return;
    a.source = any ? NULL : source;
    a.n_best = n_alternatives + 1;
    if (!c->params.json) make_unix_lines(texts, n);
    if (call_translate(c, &a)) answer_texts(c, texts, is_list, any, n_alternatives);
}

static void translate(call *c)
{
    tr_string *texts;
    bool is_list;
    const size_t n = params_texts(&c->params, "q", &texts, &is_list);

    if (n == SIZE_MAX)
        call_refuse(c, 400, "Invalid request: q parameter is neither a text nor a list of texts");
    else if (!n || (!is_list && !any_text(texts, n)))
        call_refuse(c, 400, "Invalid request: missing q parameter");
    else /* of several fields the last counts */
        translate_texts(c, is_list ? texts : texts + n - 1, is_list ? n : 1, is_list);
    free(texts);
}

static void detect(call *c)
{
    const tr_string q = params_text(&c->params, "q");
    detected found[DETECTED_MOST];

    if (!q.len) {
        call_refuse(c, 400, "Invalid request: missing q parameter");
        return;
    }
    if (!call_spend(c, 1, count_characters(q))) return;
    cJSON *const list = cJSON_CreateArray();
    const size_t n = translator_detect(c->server->translator, q.text, q.len, NULL, found);
    translator_text none = {.confidence = 0};
    snprintf(none.source, sizeof none.source, "%s", language_english);
    for (size_t i = 0; i < n; i++) {
        translator_text t = {.confidence = found[i].share};
        memcpy(t.source, found[i].language, sizeof found[i].language);
        cJSON_AddItemToArray(list, detected_of(&t));
    }
    if (!n) cJSON_AddItemToArray(list, detected_of(&none));
    call_answer(c, 200, list);
}

/* ---- All ----------------------------------------------------------------------------------- */

static void show_spec(call *c)
{
    /* "" is for who reads this file alone, as cppcheck does. */
    static const char spec[] = ""
#include "spec.json.inc"
        ;
    call_answer_text(c, 200, "application/json", spec);
}

static void suggest(call *c)
{
    call_refuse(c, 403, "Suggestions are disabled on this server.");
}

static const route routes[] = {
    {.method = "POST", .path = "/translate", .run = translate},
    {.method = "POST", .path = "/detect", .run = detect},
    {.method = "GET", .path = "/languages", .run = languages, .is_open = true},
    {.method = "GET", .path = "/frontend/settings", .run = settings, .is_open = true},
    {.method = "POST", .path = "/suggest", .run = suggest, .is_open = true},
    {.method = "GET", .path = "/spec", .run = show_spec, .is_open = true},
    {0},
};

const dialect libretranslate_dialect = {
    .name = "libretranslate",
    .routes = routes,
    .refuse = call_refuse_by_error,
    .key = libretranslate_key,
    .no_key_status = 400,
};
