/*
 * deepl.c - DeepL's interface, version 2: texts, languages, usage.
 *
 * What a translation is to be like (formality, kinds of models) is taken as a wish, where DeepL
 * does so, too; what must hold and cannot is refused.
 */
#include "serve/dialects/deepl.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/buf.h"
#include "console/alloc.h"
#include "models/language_names.h"
#include "serve/dialects/deepl_tags.h"
#include "serve/dialects/dialects.h"
#include "serve/dialects/language_codes.h"
#include "serve/dialects/text_request.h"

void deepl_refuse(call *c, int status, const char *message)
{
    cJSON *const json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "message", message);
    call_answer(c, status, json);
}

const char *deepl_key(call *c)
{
    return params_word(&c->params, "auth_key");
}

/* Any key will do where the server needs none; but there must be one, as clients expect. */
bool deepl_has_key(call *c)
{
    const char *const given = deepl_key(c);

    if (c->request->authorization || (given && *given)) return true;
    call_refuse(c, 403, "Authorization failure, check auth_key");
    return false;
}

/* ---- Languages ----------------------------------------------------------------------------- */

typedef struct listing {
    cJSON *list;
    bool targets;
} listing;

/* `target`: the language, which tells whether it has forms of address; NULL for a source. */
static void add_code(cJSON *list, const char *code, const char *name, const char *target)
{
    cJSON *const item = cJSON_CreateObject();

    cJSON_AddStringToObject(item, "language", code);
    cJSON_AddStringToObject(item, "name", name);
    if (target)
        cJSON_AddBoolToObject(item, "supports_formality", tr_language_has_formality(target));
    cJSON_AddItemToArray(list, item);
}

/* English is two targets there, and no client of theirs takes it for one. */
static void add_language(void *ctx, const char *language)
{
    listing *const l = ctx;
    char code[TR_PEEK_SIZE], name[128];

    capitals_of(language, code);
    language_name(language, name, sizeof name);
    if (l->targets && !strcmp(code, "EN")) {
        add_code(l->list, "EN-US", "English (American)", language);
        add_code(l->list, "EN-GB", "English (British)", language);
    } else {
        add_code(l->list, code, name, l->targets ? language : NULL);
    }
}

static void languages(call *c)
{
    const char *const type = params_word(&c->params, "type");
    listing l = {.targets = type && !strcmp(type, "target")};

    if (!deepl_has_key(c)) return;
    if (type && strcmp(type, "source") != 0 && strcmp(type, "target") != 0) {
        call_refuse(c, 400, "Value for 'type' not supported.");
        return;
    }
    l.list = cJSON_CreateArray();
    if (l.targets)
        translator_targets(c->server->translator, NULL, add_language, &l);
    else
        translator_sources(c->server->translator, add_language, &l);
    call_answer(c, 200, l.list);
}

/* ---- Languages of version 3 ---- */

typedef struct listing_v3 {
    translator *translator;
    cJSON *list;
} listing_v3;

/* Codes are as BCP 47 has them. */
static void add_code_v3(const listing_v3 *l, const char *code, const char *name,
                        const char *language, bool source, bool target)
{
    static const char *const features[] = {"tag_handling", "glossary", "auto_detection",
                                           "formality"};
    const bool has[] = {true, true, source, target && tr_language_has_formality(language)};
    cJSON *const item = cJSON_CreateObject();

    cJSON_AddStringToObject(item, "lang", code);
    cJSON_AddStringToObject(item, "name", name);
    cJSON_AddStringToObject(item, "status", "stable");
    cJSON_AddBoolToObject(item, "usable_as_source", source);
    cJSON_AddBoolToObject(item, "usable_as_target", target);
    cJSON *const of = cJSON_AddObjectToObject(item, "features");
    for (size_t i = 0; i < sizeof features / sizeof *features; i++)
        if (has[i])
            cJSON_AddStringToObject(cJSON_AddObjectToObject(of, features[i]), "status", "stable");
    cJSON_AddItemToArray(l->list, item);
}

/* English is a source, and two targets. */
static void add_language_v3(const listing_v3 *l, const char *language, bool source)
{
    const bool target = translator_has(l->translator, NULL, language);
    const bool english = !strcmp(language, language_english);
    char name[128];

    language_name(language, name, sizeof name);
    add_code_v3(l, language, name, language, source, target && !english);
    if (!target || !english) return;
    add_code_v3(l, "en-US", "English (American)", language, false, true);
    add_code_v3(l, "en-GB", "English (British)", language, false, true);
}

static void add_source_v3(void *ctx, const char *language)
{
    add_language_v3(ctx, language, true);
}

static void add_target_v3(void *ctx, const char *language)
{
    const listing_v3 *const l = ctx;
    if (!translator_has(l->translator, language, NULL)) add_language_v3(l, language, false);
}

/* "product" was its name in the first version. */
static void languages_v3(call *c)
{
    const char *const resource = params_word(&c->params, "resource"),
                      *const product = params_word(&c->params, "product"),
                      *const of = resource ? resource : product;
    const listing_v3 l = {c->server->translator, cJSON_CreateArray()};

    if (!deepl_has_key(c)) {
        cJSON_Delete(l.list);
    } else if (!of || (strcmp(of, "translate_text") != 0 && strcmp(of, "translate_document") != 0 &&
                       strcmp(of, "glossary") != 0)) {
        cJSON_Delete(l.list);
        call_refuse(c, 400, "Value for 'resource' not supported.");
    } else {
        translator_sources(l.translator, add_source_v3, (void *)(uintptr_t)&l);
        translator_targets(l.translator, NULL, add_target_v3, (void *)(uintptr_t)&l);
        call_answer(c, 200, l.list);
    }
}

/* A part of the service that not all keys have there, either. */
static void write(call *c)
{
    if (!deepl_has_key(c)) return;
    call_refuse(c, 403, "This server translates: it has no DeepL API for Write.");
}

static void usage(call *c)
{
    if (!deepl_has_key(c)) return;
    cJSON *const json = cJSON_CreateObject();
    const uint64_t n = c->server->keys && c->key ? keys_counted(c->server->keys, c->key)
                                                 : metrics_characters(c->server->metrics);
    cJSON_AddNumberToObject(json, "character_count", (double)n);
    cJSON_AddNumberToObject(json, "character_limit", 1e12);
    call_answer(c, 200, json);
}

/* ---- Texts --------------------------------------------------------------------------------- */

bool deepl_read_language(call *c, const char *name, bool is_source, char out[TR_PEEK_SIZE])
{
    const char *const code = params_word(&c->params, name);
    translator *const d = c->server->translator;

    *out = '\0';
    if (is_source && (!code || !*code)) return true;
    if (code && *code) language_of_code(d, code, out);
    if (*out && (is_source ? translator_has(d, out, NULL) : translator_has(d, NULL, out)))
        return true;
    call_refuse(c, 400, "Value for '%s' not supported.", name);
    return false;
}

/* True if a parameter is there, and neither a text nor null. */
static bool is_no_text(const params *p, const char *name)
{
    const cJSON *const member = p->json ? cJSON_GetObjectItemCaseSensitive(p->json, name) : NULL;
    return member && !cJSON_IsString(member) && !cJSON_IsNull(member);
}

bool deepl_read_formality(call *c, const char *target, int *formality)
{
    static const struct {
        const char *name;
        int formality;
        bool is_wish; /* without effect in languages that have one way */
    } values[] = {{"default", TR_FORMALITY_DEFAULT, true},
                  {"more", TR_FORMALITY_FORMAL, false},
                  {"less", TR_FORMALITY_INFORMAL, false},
                  {"prefer_more", TR_FORMALITY_FORMAL, true},
                  {"prefer_less", TR_FORMALITY_INFORMAL, true}};
    const char *const given = params_word(&c->params, "formality");
    const bool has = tr_language_has_formality(target);

    *formality = TR_FORMALITY_DEFAULT;
    const bool known = !is_no_text(&c->params, "formality");
    if (known && (!given || !*given)) return true;
    for (size_t i = 0; known && i < sizeof values / sizeof *values; i++) {
        if (strcmp(given, values[i].name) != 0) continue;
        if (has) *formality = values[i].formality;
        if (has || values[i].is_wish) return true;
        call_refuse(c, 400, "'formality' is not supported for given 'target_lang'.");
        return false;
    }
    call_refuse(c, 400, "Value for 'formality' not supported.");
    return false;
}

/* What cannot be had is refused. */
static bool read_wishes(call *c, int *format)
{
    const char *const tags = params_word(&c->params, "tag_handling");
    const char *const split = params_word(&c->params, "split_sentences");

    if (split && strcmp(split, "0") != 0 && strcmp(split, "1") != 0 &&
        strcmp(split, "nonewlines") != 0) {
        call_refuse(c, 400, "Value for 'split_sentences' not supported.");
        return false;
    }
    *format = tags && !strcmp(tags, "html")  ? TRANSLATOR_HTML
              : tags && !strcmp(tags, "xml") ? TRANSLATOR_XML
                                             : TRANSLATOR_TEXT;
    if (tags && *tags && *format == TRANSLATOR_TEXT) {
        call_refuse(c, 400, "Value for 'tag_handling' not supported.");
        return false;
    }
    return true;
}

char *deepl_read_names(call *c, const char *name)
{
    tr_buf out = {0};
    tr_string *names;
    bool is_list;
    const size_t n = params_texts(&c->params, name, &names, &is_list);

    for (size_t i = 0; n != SIZE_MAX && i < n; i++) {
        tr_buf_add(&out, names[i].text, names[i].len);
        tr_buf_add(&out, ",", 1);
    }
    tr_buf_add(&out, "", 1);
    if (out.failed) end_without_memory();
    free(names);
    return out.data;
}

/* Texts whose ignored tags are marked are translated in the place of the others. */
static bool translate_marked(call *c, call_request *a)
{
    char *const names = deepl_read_names(c, "ignore_tags");
    tr_string *const marked = checked_realloc(NULL, a->n, sizeof *marked);

    for (size_t i = 0; i < a->n; i++)
        marked[i] = deepl_mark_tags(a->texts[i], names);
    a->texts = marked;
    const bool done = call_translate(c, a);
    for (size_t i = 0; i < c->done.n && done; i++)
        deepl_unmark_tags(&c->done.texts[i]);
    for (size_t i = 0; i < a->n; i++)
        free((void *)(uintptr_t)marked[i].text);
    free(marked);
    free(names);
    return done;
}

/* A line end is a blank where sentences may go over it. */
static bool translate_joined(call *c, call_request *a)
{
    tr_string *const joined = checked_realloc(NULL, a->n, sizeof *joined);

    for (size_t i = 0; i < a->n; i++) {
        char *const text = checked_copy(a->texts[i].text, a->texts[i].len);
        joined[i] = (tr_string){text, a->texts[i].len};
        for (size_t k = 0; k < a->texts[i].len; k++)
            if (text[k] == '\n' || text[k] == '\r') text[k] = ' ';
    }
    a->texts = joined;
    const bool done = call_translate(c, a);
    for (size_t i = 0; i < a->n; i++)
        free((void *)(uintptr_t)joined[i].text);
    free(joined);
    return done;
}

/* Sentences end at line ends, unless it is said otherwise; or there is one in each line. */
static bool translate_plain(call *c, call_request *a)
{
    const char *const split = params_word(&c->params, "split_sentences");

    a->whole_lines = split && !strcmp(split, "0");
    return split && !strcmp(split, "nonewlines") ? translate_joined(c, a) : call_translate(c, a);
}

static void answer_texts(call *c, const tr_string *texts)
{
    const bool billed = params_flag(&c->params, "show_billed_characters");
    cJSON *const json = cJSON_CreateObject();
    cJSON *const list = cJSON_AddArrayToObject(json, "translations");

    for (size_t i = 0; i < c->done.n; i++) {
        const translator_text *const t = &c->done.texts[i];
        cJSON *const item = cJSON_CreateObject();
        char code[TR_PEEK_SIZE];
        capitals_of(t->source, code);
        code[strcspn(code, "-_")] = '\0';
        cJSON_AddStringToObject(item, "detected_source_language", code);
        cJSON_AddItemToObject(item, "text", answer_of(t));
        if (billed)
            cJSON_AddNumberToObject(item, "billed_characters", (double)count_characters(texts[i]));
        cJSON_AddItemToArray(list, item);
    }
    call_answer(c, 200, json);
}

static void translate_texts(call *c, const tr_string *texts, size_t n)
{
    char source[TR_PEEK_SIZE], target[TR_PEEK_SIZE];
    call_request a = {.texts = texts,
                      .n = n,
                      .target = target,
                      .n_best = 1,
                      .context = params_text(&c->params, "context"),
                      .glossary = params_word(&c->params, "glossary_id")};

    if (!deepl_read_language(c, "target_lang", false, target) ||
        !deepl_read_language(c, "source_lang", true, source) || !read_wishes(c, &a.format) ||
        !deepl_read_formality(c, target, &a.formality))
        return;
    if (a.glossary && !*source) {
        call_refuse(c, 400, "Value for 'source_lang' is needed with 'glossary_id'.");
        return;
    }
    a.source = *source ? source : NULL;
    const bool done =
        a.format == TRANSLATOR_TEXT ? translate_plain(c, &a) : translate_marked(c, &a);
    if (done) answer_texts(c, texts);
}

static void translate(call *c)
{
    enum { MOST_TEXTS_ASKED = 50 };
    tr_string *texts = NULL;
    bool is_list;

    if (!deepl_has_key(c)) return;
    const size_t n = params_texts(&c->params, "text", &texts, &is_list);
    if (n == SIZE_MAX || !n)
        call_refuse(c, 400, "Parameter 'text' not specified.");
    else if (n > MOST_TEXTS_ASKED)
        call_refuse(c, 413, "There are more than %d texts.", MOST_TEXTS_ASKED);
    else
        translate_texts(c, texts, n);
    free(texts);
}

/* ---- All ----------------------------------------------------------------------------------- */

static const route routes[] = {
    {.method = "POST", .path = "/v2/translate", .run = translate},
    {.method = "GET", .path = "/v2/languages", .run = languages},
    {.method = "POST", .path = "/v2/languages", .run = languages},
    {.method = "GET", .path = "/v3/languages", .run = languages_v3},
    {.method = "POST", .path = "/v2/write/rephrase", .run = write},
    {.method = "POST", .path = "/v2/write/correct", .run = write},
    {.method = "GET", .path = "/v2/usage", .run = usage},
    {.method = "POST", .path = "/v2/usage", .run = usage},
    {0},
};

const dialect deepl_dialect = {
    .name = "deepl",
    .routes = routes,
    .refuse = deepl_refuse,
    .key = deepl_key,
    .no_key_status = 403,
};
