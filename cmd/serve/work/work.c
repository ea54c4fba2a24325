#include "serve/stdio/work.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/json.h"
#include "models/language_names.h"
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

bool work_open(open_request *o, task *t, const work_request *request, work_failure *why)
{
    session *const s = t->session;
    const bool any = !request->source || !*request->source || !strcmp(request->source, "auto");

    *o = (open_request){0};
    if (!request->target || !*request->target)
        return work_fail(why, "invalid", "the language to translate to is not told");
    if (!any) language_of_code(s->translator, request->source, o->source);
    language_of_code(s->translator, request->target, o->target);
    if (!any && !translator_has(s->translator, o->source, NULL))
        return work_fail(why, "unsupported", "no model translates from %s", request->source);
    if (!translator_has(s->translator, NULL, o->target) &&
        !translator_has(s->translator, o->target, NULL))
        return work_fail(why, "unsupported", "no model translates to %s", request->target);
    if (request->glossary && !(o->glossary = glossaries_take(s->glossaries, NULL, request->glossary,
                                                             any ? NULL : o->source, o->target)))
        return work_fail(why, "invalid", "no glossary for these languages has the id %s",
                         request->glossary);
    o->request = (translator_request){.source = any ? NULL : o->source,
                                      .target = o->target,
                                      .format = request->html ? TRANSLATOR_HTML : TRANSLATOR_TEXT,
                                      .n_best = request->n_best > 0 ? request->n_best : 1,
                                      .memory = !o->glossary,
                                      .client = t->number,
                                      .cancellation = &t->cancellation};
    if (!o->glossary) return true;
    o->request.glossary = (tr_string){o->glossary->entries, o->glossary->len};
    o->request.glossary_name = o->glossary->digest;
    return true;
}

void work_close(open_request *o, task *t)
{
    glossaries_let_go(t->session->glossaries, o->glossary);
}

/* All texts: how many, or SIZE_MAX if something is none. */
static size_t read_texts(const cJSON *text, tr_string **texts)
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

bool work_translate(task *t, const work_request *request, translator_answer *answer,
                    work_failure *why)
{
    tr_string *texts;
    open_request o = {0};
    const size_t n = read_texts(request->text, &texts);
    bool done = false;

    *answer = (translator_answer){0};
    if (n == SIZE_MAX)
        work_fail(why, "invalid", "the text is neither a text nor a list of texts");
    else if (request->n_best < 0 || request->n_best > TR_MAX_BEAM)
        work_fail(why, "invalid", "there can be 1 to %d translations of a text", TR_MAX_BEAM);
    else if (work_open(&o, t, request, why)) {
        o.request.texts = texts;
        o.request.n = n;
        const enum translator_status status =
            translator_translate(t->session->translator, &o.request, answer);
        done = status == TRANSLATOR_OK || work_fail_status(why, status, answer);
    }
    work_close(&o, t);
    if (!done) translator_answer_free(answer);
    free(texts);
    return done;
}

/* ---- Languages ----------------------------------------------------------------------------- */

typedef struct listing {
    session *session;
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
    translator_targets(l->session->translator, language, json_append_word,
                       cJSON_AddArrayToObject(item, "targets"));
    cJSON_AddItemToArray(l->list, item);
}

cJSON *work_languages(session *s)
{
    listing l = {s, cJSON_CreateArray()};
    translator_sources(s->translator, add_language, &l);
    return l.list;
}

cJSON *work_detect(session *s, const char *text)
{
    detected found[DETECTED_MOST];
    cJSON *const list = cJSON_CreateArray();
    const size_t n = translator_detect(s->translator, text, strlen(text), NULL, found);

    for (size_t i = 0; i < n; i++) {
        cJSON *const one = cJSON_CreateObject();
        cJSON_AddStringToObject(one, "language", found[i].language);
        json_add_float(one, "confidence", (float)found[i].share);
        cJSON_AddItemToArray(list, one);
    }
    return list;
}
