#include "serve/work/work.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/json.h"
#include "models/language_names.h"
#include "serve/call/glossary_store.h"
#include "serve/dialects/language_codes.h"

bool work_fail(work_failure *f, const char *code, const char *fmt, ...)
{
    va_list args;

    f->code = code;
    va_start(args, fmt);
    vsnprintf(f->message, sizeof f->message, fmt, args);
    va_end(args);
    return false;
}

bool work_fail_status(work_failure *f, enum translator_status status,
                      const translator_answer *answer)
{
    static const struct {
        const char *code, *message; /* message NULL: the translator's */
    } of[] = {
        [TRANSLATOR_NO_PAIR] = {"unsupported", NULL},
        [TRANSLATOR_BUSY] = {"busy", "there is too much to translate already"},
        [TRANSLATOR_GONE] = {"cancelled", "it was cancelled"},
        [TRANSLATOR_TOO_LONG] = {"busy", "it would take too long"},
        [TRANSLATOR_LATE] = {"busy", "it took too long"},
        [TRANSLATOR_BAD] = {"text", NULL},
        [TRANSLATOR_FAILED] = {"failed", NULL},
    };
    return work_fail(f, of[status].code, "%s",
                     of[status].message ? of[status].message : answer->message);
}

/* ---- Translating --------------------------------------------------------------------------- */

bool work_read_pair(translator *d, const work_request *request, work_pair *pair, work_failure *why)
{
    const char *const from = request->source, *const to = request->target;

    *pair = (work_pair){.any = !from || !*from || !strcmp(from, "auto")};
    if (!to || !*to) return work_fail(why, "invalid", "the language to translate to is not told");
    if (!pair->any) language_of_code(d, from, pair->source);
    language_of_code(d, to, pair->target);
    if (!pair->any && !translator_has(d, pair->source, NULL))
        return work_fail(why, "unsupported", "no model translates from %s", from);
    if (!translator_has(d, NULL, pair->target) && !translator_has(d, pair->target, NULL))
        return work_fail(why, "unsupported", "no model translates to %s", to);
    return true;
}

bool work_open(open_request *o, const work_client *by, const work_request *request,
               work_failure *why)
{
    *o = (open_request){0};
    if (!work_read_pair(by->translator, request, &o->pair, why)) return false;
    const char *const source = o->pair.any ? NULL : o->pair.source, *const target = o->pair.target;
    if (request->glossary &&
        !(o->glossary = glossaries_take(by->glossaries, NULL, request->glossary, source, target)))
        return work_fail(why, "invalid", "no glossary for these languages has the id %s",
                         request->glossary);
    o->request = (translator_request){.source = source,
                                      .target = target,
                                      .format = request->html ? TRANSLATOR_HTML : TRANSLATOR_TEXT,
                                      .n_best = request->n_best > 0 ? request->n_best : 1,
                                      .memory = !o->glossary,
                                      .client = by->number,
                                      .cancellation = by->cancellation};
    if (!o->glossary) return true;
    o->request.glossary = (tr_string){o->glossary->entries, o->glossary->len};
    o->request.glossary_name = o->glossary->digest;
    return true;
}

void work_close(open_request *o, const work_client *by)
{
    glossaries_let_go(by->glossaries, o->glossary);
}

size_t work_read_texts(const cJSON *text, tr_string **texts)
{
    const bool is_list = cJSON_IsArray(text);
    const size_t n = is_list ? (size_t)cJSON_GetArraySize(text) : 1;
    size_t i = 0;

    *texts = checked_realloc(NULL, n + 1, sizeof **texts);
    for (const cJSON *one = is_list ? text->child : text; i < n; one = one->next, i++) {
        if (!cJSON_IsString(one)) return SIZE_MAX;
        (*texts)[i] = (tr_string){one->valuestring, strlen(one->valuestring)};
    }
    return n;
}

bool work_translate(const work_client *by, const work_request *request, translator_answer *answer,
                    work_failure *why)
{
    tr_string *texts;
    open_request o = {0};
    const size_t n = work_read_texts(request->text, &texts);
    bool done = false;

    *answer = (translator_answer){0};
    if (n == SIZE_MAX)
        work_fail(why, "invalid", "the text is neither a text nor a list of texts");
    else if (request->n_best < 0 || request->n_best > TR_MAX_BEAM)
        work_fail(why, "invalid", "there can be 1 to %d translations of a text", TR_MAX_BEAM);
    else if (work_open(&o, by, request, why)) {
        o.request.texts = texts;
        o.request.n = n;
        const enum translator_status status =
            translator_translate(by->translator, &o.request, answer);
        done = status == TRANSLATOR_OK || work_fail_status(why, status, answer);
    }
    work_close(&o, by);
    if (!done) translator_answer_free(answer);
    free(texts);
    return done;
}

/* ---- Languages ----------------------------------------------------------------------------- */

typedef struct listing {
    translator *translator;
    cJSON *list;
} listing;

static void add_language(void *ctx, const char *language)
{
    const listing *const l = ctx;
    cJSON *const item = cJSON_CreateObject();
    char name[128];

    language_name(language, name, sizeof name);
    cJSON_AddStringToObject(item, "code", language);
    cJSON_AddStringToObject(item, "name", name);
    translator_targets(l->translator, language, json_append_word,
                       cJSON_AddArrayToObject(item, "targets"));
    cJSON_AddItemToArray(l->list, item);
}

cJSON *work_languages(translator *d)
{
    listing l = {d, cJSON_CreateArray()};
    translator_sources(d, add_language, &l);
    return l.list;
}

cJSON *work_detect(translator *d, const char *text)
{
    detected found[DETECTED_MOST];
    cJSON *const list = cJSON_CreateArray();
    const size_t n = translator_detect(d, text, strlen(text), NULL, found);

    for (size_t i = 0; i < n; i++) {
        cJSON *const one = cJSON_CreateObject();
        cJSON_AddStringToObject(one, "language", found[i].language);
        json_add_float(one, "confidence", (float)found[i].share);
        cJSON_AddItemToArray(list, one);
    }
    return list;
}
