/*
 * native.c - the protocol of translateLocally, which extensions of browsers speak to a program
 * that the browser starts ("native messaging").
 *
 * Models are told by pair of languages: "en-de" is the id of one, whatever file it is.
 */
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/json.h"
#include "models/language_names.h"
#include "serve/stdio/protocols.h"

/* Browsers refuse a longer answer. */
enum { LONGEST_ANSWER = 1 << 20 };

static void say(session *s, const cJSON *id, bool success, const char *name, cJSON *value)
{
    cJSON *const json = cJSON_CreateObject();

    cJSON_AddItemToObject(json, "id", id ? cJSON_Duplicate(id, true) : cJSON_CreateNumber(-1));
    cJSON_AddBoolToObject(json, "success", success);
    cJSON_AddItemToObject(json, name, value);
    char *const text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    const size_t n = strlen(text);
    if (n <= LONGEST_ANSWER)
        wire_write(&s->wire, text, n);
    else
        say(s, id, false, "error", cJSON_CreateString("the answer has more than 1 MiB"));
    free(text);
}

static void say_error(session *s, const cJSON *id, const char *message)
{
    say(s, id, false, "error", json_text(message, strlen(message)));
}

/* ---- Models -------------------------------------------------------------------------------- */

typedef struct pairs {
    session *session;
    cJSON *list;
    const char *source, *source_name;
} pairs;

static void add_pair(void *ctx, const char *target)
{
    const pairs *const p = ctx;
    cJSON *const json = cJSON_CreateObject();
    char *const id = checked_format("%s-%s", p->source, target);
    char name[128];

    language_name(target, name, sizeof name);
    char *const both = checked_format("%s-%s", p->source_name, name);
    cJSON_AddStringToObject(json, "id", id);
    cJSON_AddStringToObject(json, "shortname", id);
    cJSON_AddStringToObject(json, "modelName", both);
    cJSON_AddBoolToObject(json, "local", true);
    cJSON_AddStringToObject(json, "src", p->source_name);
    cJSON_AddStringToObject(json, "trg", name);
    cJSON_AddStringToObject(cJSON_AddObjectToObject(json, "srcTags"), p->source, p->source_name);
    cJSON_AddStringToObject(json, "trgTag", target);
    cJSON_AddStringToObject(json, "type", "tiny");
    cJSON_AddStringToObject(json, "repository", "local");
    cJSON_AddItemToArray(p->list, json);
    free(both);
    free(id);
}

static void add_pairs(void *ctx, const char *source)
{
    pairs *const p = ctx;
    char name[128];

    language_name(source, name, sizeof name);
    p->source = source;
    p->source_name = name;
    translator_targets(p->session->translator, source, add_pair, p);
}

static cJSON *list_models(session *s)
{
    pairs p = {.session = s, .list = cJSON_CreateArray()};
    translator_sources(s->translator, add_pairs, &p);
    return p.list;
}

/* The languages of a pair's id: the target is in it, the source a copy.  A "-" may also be within a
 * language.  NULL: it is none. */
static char *split_pair(session *s, const char *id, const char **target)
{
    for (const char *at = strchr(id, '-'); at; at = strchr(at + 1, '-')) {
        char *const source = checked_format("%.*s", (int)(at - id), id);
        *target = at + 1;
        if (translator_has(s->translator, source, *target)) return source;
        free(source);
    }
    return NULL;
}

/* ---- Translating --------------------------------------------------------------------------- */

static void translate(task *t, const work_request *request)
{
    const work_client client = session_client(t);
    work_failure why;
    translator_answer a;

    if (!work_translate(&client, request, &a, &why)) {
        say_error(t->session, t->id, why.message);
        return;
    }
    cJSON *const data = cJSON_CreateObject();
    json_add_text(cJSON_AddObjectToObject(data, "target"), "text", a.texts[0].text, a.texts[0].len);
    say(t->session, t->id, true, "data", data);
    translator_answer_free(&a);
}

/* Languages that a model, and perhaps a second behind it, is of. */
static void translate_by_model(task *t, work_request *request, const char *model, const char *pivot)
{
    char *const source = split_pair(t->session, model, &request->target);
    char *const between = source && pivot ? split_pair(t->session, pivot, &request->target) : NULL;

    request->source = source;
    if (!source || (pivot && !between))
        say_error(t->session, t->id, "there is no such model");
    else
        translate(t, request);
    free(source);
    free(between);
}

static void run(task *t)
{
    const cJSON *const data = cJSON_GetObjectItemCaseSensitive(t->message, "data");
    const char *const model = json_word(data, "model");
    work_request request = {.source = json_word(data, "src"),
                            .target = json_word(data, "trg"),
                            .text = cJSON_GetObjectItemCaseSensitive(data, "text"),
                            .html = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(data, "html"))};
    const bool by_languages =
        request.source && request.target && *request.source && *request.target;

    if (!cJSON_IsString(request.text))
        say_error(t->session, t->id, "the data have no text");
    else if (by_languages == (model && *model))
        say_error(t->session, t->id, "the data need either src and trg, or model");
    else if (by_languages)
        translate(t, &request);
    else
        translate_by_model(t, &request, model, json_word(data, "pivot"));
}

/* ---- Messages ------------------------------------------------------------------------------ */

static void take(session *s, cJSON *message)
{
    const cJSON *const id = cJSON_GetObjectItemCaseSensitive(message, "id");
    const cJSON *const data = cJSON_GetObjectItemCaseSensitive(message, "data");
    const char *const asked = json_word(message, "command");

    if (!id || cJSON_IsNull(id))
        say_error(s, NULL, "the message has no id");
    else if (!asked)
        say_error(s, id, "the message has no command");
    else if (!cJSON_IsObject(data))
        say_error(s, id, "the message has no data");
    else if (!strcmp(asked, "ListModels"))
        say(s, id, true, "data", list_models(s));
    else if (!strcmp(asked, "DownloadModel"))
        say_error(s, id, "models are fetched with: translate fetch");
    else if (strcmp(asked, "Translate") != 0)
        say_error(s, id, "the commands are ListModels, DownloadModel and Translate");
    else {
        session_start(s, message, id);
        return;
    }
    cJSON_Delete(message);
}

static void refuse(session *s, const char *code, const char *what)
{
    (void)code;
    say_error(s, NULL, what);
}

const protocol native_protocol = {.kind = WIRE_FRAMES, .take = take, .refuse = refuse, .run = run};
