/*
 * lines.c - a JSON object a line:
 *
 *   {"id", "text", "source", "target", "n_best", "html", "glossary", "score", "quality", "lost"}
 *   {"id", "detect"}, {"id", "languages": true}, {"id", "cancel": ID}
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/json.h"
#include "serve/dialects/text_request.h"
#include "serve/stdio/protocols.h"
#include "serve/translator/losses.h"

static const cJSON *member(const cJSON *message, const char *name)
{
    const cJSON *const m = cJSON_GetObjectItemCaseSensitive(message, name);
    return cJSON_IsNull(m) ? NULL : m;
}

static cJSON *begin_answer(const cJSON *id)
{
    cJSON *const json = cJSON_CreateObject();
    cJSON_AddItemToObject(json, "id", id ? cJSON_Duplicate(id, true) : cJSON_CreateNull());
    return json;
}

static void say_error(session *s, const cJSON *id, const char *code, const char *message)
{
    cJSON *const json = begin_answer(id);
    cJSON *const error = cJSON_AddObjectToObject(json, "error");

    cJSON_AddStringToObject(error, "code", code);
    json_add_text(error, "message", message, strlen(message));
    session_say(s, json);
}

/* ---- Translating --------------------------------------------------------------------------- */

/* As the command tells it; null where nothing was searched. */
static cJSON *score_of(const translator_text *t)
{
    return isnan(t->score) ? cJSON_CreateNull() : json_float(t->score);
}

/* As the command tells it; null where there is none. */
static cJSON *quality_of(const translator_text *t)
{
    return json_quality(t->quality);
}

static cJSON *alternatives_of(const translator_text *t)
{
    cJSON *const list = cJSON_CreateArray();
    for (size_t i = 0; i < t->n_alternatives; i++)
        cJSON_AddItemToArray(list, json_text(t->alternatives[i], strlen(t->alternatives[i])));
    return list;
}

static cJSON *source_of(const translator_text *t)
{
    return cJSON_CreateString(t->source);
}

/* One for a text, a list for a list. */
static void add_each(cJSON *json, const char *name, const translator_answer *a, bool is_list,
                     cJSON *(*of)(const translator_text *t))
{
    cJSON *const list = is_list ? cJSON_AddArrayToObject(json, name) : NULL;

    for (size_t i = 0; i < a->n && list; i++)
        cJSON_AddItemToArray(list, of(&a->texts[i]));
    if (!list) cJSON_AddItemToObject(json, name, of(&a->texts[0]));
}

/* A list for a text, a list of lists for a list. */
static void add_losses(cJSON *json, const translator_answer *a, const cJSON *text)
{
    const cJSON *const first = cJSON_IsArray(text) ? text->child : text;
    cJSON *const list = cJSON_IsArray(text) ? cJSON_AddArrayToObject(json, "lost") : NULL;
    size_t i = 0;

    for (const cJSON *one = first; i < a->n; one = one->next, i++) {
        const tr_string source = {one->valuestring, strlen(one->valuestring)};
        cJSON *const lost = lost_of(&a->texts[i], source);
        if (list)
            cJSON_AddItemToArray(list, lost);
        else
            cJSON_AddItemToObject(json, "lost", lost);
    }
}

static void answer(task *t, const translator_answer *a, const work_request *request)
{
    const bool is_list = cJSON_IsArray(request->text);
    cJSON *const json = begin_answer(t->id);

    add_each(json, "text", a, is_list, answer_of);
    if (request->score) add_each(json, "score", a, is_list, score_of);
    if (request->quality) add_each(json, "quality", a, is_list, quality_of);
    if (request->lost) add_losses(json, a, request->text);
    if (request->n_best > 1) add_each(json, "alternatives", a, is_list, alternatives_of);
    if (!request->source || !strcmp(request->source, "auto"))
        add_each(json, "source", a, is_list, source_of);
    session_say(t->session, json);
}

static void run(task *t)
{
    const cJSON *const n_best = member(t->message, "n_best");
    const work_request request = {.source = json_word(t->message, "source"),
                                  .target = json_word(t->message, "target"),
                                  .text = member(t->message, "text"),
                                  .score = cJSON_IsTrue(member(t->message, "score")),
                                  .quality = cJSON_IsTrue(member(t->message, "quality")),
                                  .lost = cJSON_IsTrue(member(t->message, "lost")),
                                  .html = cJSON_IsTrue(member(t->message, "html")),
                                  .n_best = n_best ? n_best->valueint : 1,
                                  .glossary = json_word(t->message, "glossary")};
    const work_client client = session_client(t);
    work_failure why;
    translator_answer a;

    if (n_best && (!cJSON_IsNumber(n_best) || n_best->valueint < 1)) {
        say_error(t->session, t->id, "invalid", "n_best is not a number from 1");
    } else if (work_translate(&client, &request, &a, &why)) {
        answer(t, &a, &request);
        translator_answer_free(&a);
    } else {
        say_error(t->session, t->id, why.code, why.message);
    }
}

/* ---- Messages ------------------------------------------------------------------------------ */

/* What is not a translation: the answer's member; NULL: it is unknown. */
static cJSON *answer_at_once(session *s, const cJSON *message, const char **name)
{
    const char *const text = json_word(message, "detect");
    const cJSON *const cancel = member(message, "cancel");

    if (text) {
        *name = "detected";
        return work_detect(s->translator, text);
    }
    if (cancel) {
        *name = "cancelled";
        return cJSON_CreateBool(session_cancel(s, cancel));
    }
    *name = "languages";
    return cJSON_IsTrue(member(message, "languages")) ? work_languages(s->translator) : NULL;
}

static void take(session *s, cJSON *message)
{
    const cJSON *const id = member(message, "id");
    const char *name;

    if (cJSON_IsObject(message) && member(message, "text")) {
        session_start(s, message, id);
        return;
    }
    cJSON *const at_once = answer_at_once(s, message, &name);
    if (at_once) {
        cJSON *const json = begin_answer(id);
        cJSON_AddItemToObject(json, name, at_once);
        session_say(s, json);
    } else {
        say_error(s, id, "invalid", "the message has neither text, detect, languages nor cancel");
    }
    cJSON_Delete(message);
}

static void refuse(session *s, const char *code, const char *what)
{
    say_error(s, NULL, code, what);
}

const protocol lines_protocol = {.kind = WIRE_LINES, .take = take, .refuse = refuse, .run = run};
