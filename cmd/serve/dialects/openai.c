/*
 * openai.c - chat completions, for programs that have a prompt for translating.
 *
 * A prompt is no request to translate: what says how to translate would be translated, too.  So
 * three forms are known, each of one message of a user, and all others are refused:
 * TranslateGemma's, whose content has the codes of both languages; Hunyuan-MT's fixed sentence; and
 * a message that is the text alone, where the model's name is a pair of languages.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "console/alloc.h"
#include "console/json.h"
#include "serve/dialects/dialects.h"
#include "serve/dialects/language_codes.h"
#include "serve/dialects/text_request.h"

static void refuse(call *c, int status, const char *message)
{
    cJSON *const json = cJSON_CreateObject();
    cJSON *const error = cJSON_AddObjectToObject(json, "error");

    cJSON_AddStringToObject(error, "message", message);
    cJSON_AddStringToObject(error, "type",
                            status >= 500   ? "server_error"
                            : status == 429 ? "rate_limit_error"
                                            : "invalid_request_error");
    cJSON_AddNullToObject(error, "param");
    cJSON_AddNullToObject(error, "code");
    call_answer(c, status, json);
}

static bool refuse_form(call *c, const char *what)
{
    call_refuse(c, 400,
                "%s: this server translates, and follows no prompt; set the prompt to the text "
                "alone ({text}), without a system message, and the model to a pair of languages "
                "such as en-de",
                what);
    return false;
}

/* ---- What is to be translated --------------------------------------------------------------- */

/* The only message; one of the system that says nothing may be beside it. */
static const cJSON *find_message(call *c)
{
    const cJSON *const list = cJSON_GetObjectItemCaseSensitive(c->params.json, "messages");
    const cJSON *one, *found = NULL;

    if (!cJSON_IsArray(list)) {
        call_refuse(c, 400, "messages: a list is required");
        return NULL;
    }
    cJSON_ArrayForEach(one, list)
    {
        const char *const role = json_word(one, "role"), *const content = json_word(one, "content");
        const bool user = role && !strcmp(role, "user");
        if (!user && content && !*content) continue;
        if (!user || found) {
            refuse_form(c, user ? "there is more than one message"
                                : "there is a message of another than the user");
            return NULL;
        }
        found = one;
    }
    if (!found) refuse_form(c, "there is no message of a user");
    return found;
}

/* The text of a message, and the part of its content that has it. */
static const char *find_text(call *c, const cJSON *message, const cJSON **part)
{
    const cJSON *const content = cJSON_GetObjectItemCaseSensitive(message, "content");

    *part = NULL;
    if (cJSON_IsString(content)) return content->valuestring;
    if (cJSON_IsArray(content) && cJSON_GetArraySize(content) == 1 &&
        json_word(content->child, "text")) {
        *part = content->child;
        return json_word(content->child, "text");
    }
    refuse_form(c, "the content of the message is not one text");
    return NULL;
}

/* A pair of languages as the name of a model: "en-de", "zh-Hant-en", "auto-de". */
static bool read_model(call *c, text_request *a)
{
    const char *const model = params_word(&c->params, "model");
    translator *const d = c->server->translator;
    char from[TR_PEEK_SIZE];

    for (const char *dash = model ? strchr(model, '-') : NULL; dash; dash = strchr(dash + 1, '-')) {
        if ((size_t)(dash - model) >= sizeof from) return false;
        snprintf(from, sizeof from, "%.*s", (int)(dash - model), model);
        *a->source = '\0';
        if ((!strcmp(from, "auto") || find_language_code(d, from, false, a->source)) &&
            find_language_code(d, dash + 1, true, a->target))
            return true;
    }
    return false;
}

static bool takes(const char **text, const char *begin)
{
    const size_t n = strlen(begin);
    if (strncmp(*text, begin, n) != 0) return false;
    *text += n;
    return true;
}

/* Hunyuan-MT's sentence before the text: the name of the language, [64]; the text is what follows.
 */
static bool take_sentence(const char **text, char language[TR_PEEK_SIZE])
{
    static const char *const sentences[][2] = {
        {"Translate the following segment into ", ", without additional explanation.\n\n"},
        {"把下面的文本翻译成", "，不要额外解释。\n\n"},
        {"将以下文本翻译为", "，注意只需要输出翻译后的结果，不要额外解释：\n\n"},
    };

    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        const char *rest = *text;
        const char *const end =
            takes(&rest, sentences[i][0]) ? strstr(rest, sentences[i][1]) : NULL;
        if (!end || end - rest >= TR_PEEK_SIZE) continue;
        snprintf(language, TR_PEEK_SIZE, "%.*s", (int)(end - rest), rest);
        *text = end + strlen(sentences[i][1]);
        return true;
    }
    return false;
}

/* Reads languages, and where the text begins. */
static bool read_form(call *c, text_request *a, const char **text, const cJSON *part)
{
    const cJSON *const kwargs =
        cJSON_GetObjectItemCaseSensitive(c->params.json, "chat_template_kwargs");
    const cJSON *const codes = json_word(part, "target_lang_code") ? part : kwargs;
    char name[TR_PEEK_SIZE];

    if (json_word(codes, "target_lang_code"))
        return text_request_pair(c, a, json_word(codes, "source_lang_code"),
                                 json_word(codes, "target_lang_code"));
    const bool by_model = read_model(c, a);
    const char *const target = a->target;
    if (take_sentence(text, name)) {
        text_request other = {0};
        if (!find_language_name(c->server->translator, name, true, other.target)) {
            call_refuse(c, 400, "%s is not supported", name);
            return false;
        }
        if (by_model && strcmp(other.target, target) != 0)
            return refuse_form(c, "the model and the message name different languages");
        memcpy(a->target, other.target, sizeof other.target);
        if (!by_model) *a->source = '\0';
        return true;
    }
    return by_model || refuse_form(c, "the model is not a pair of languages");
}

/* ---- Answers ------------------------------------------------------------------------------- */

static cJSON *make_head(call *c, const char *object)
{
    const char *const model = params_word(&c->params, "model");
    cJSON *const json = cJSON_CreateObject();
    char *const id = checked_format("chatcmpl-%llu", (unsigned long long)c->request->number);

    cJSON_AddStringToObject(json, "id", id);
    cJSON_AddStringToObject(json, "object", object);
    cJSON_AddNumberToObject(json, "created", (double)time(NULL));
    cJSON_AddStringToObject(json, "model", model ? model : "");
    free(id);
    return json;
}

static void add_usage(const call *c, cJSON *json)
{
    const double in = (double)c->done.source_tokens, out = (double)c->done.target_tokens;
    cJSON *const usage = cJSON_AddObjectToObject(json, "usage");
    cJSON_AddNumberToObject(usage, "prompt_tokens", in);
    cJSON_AddNumberToObject(usage, "completion_tokens", out);
    cJSON_AddNumberToObject(usage, "total_tokens", in + out);
}

static void add_choice(const call *c, cJSON *json, const char *holder)
{
    cJSON *const choice = cJSON_CreateObject();

    cJSON_AddNumberToObject(choice, "index", 0);
    cJSON *const message = cJSON_AddObjectToObject(choice, holder);
    cJSON_AddStringToObject(message, "role", "assistant");
    cJSON_AddItemToObject(message, "content", answer_of(&c->done.texts[0]));
    cJSON_AddNullToObject(choice, "logprobs");
    cJSON_AddStringToObject(choice, "finish_reason", "stop");
    cJSON_AddItemToArray(cJSON_AddArrayToObject(json, "choices"), choice);
}

/* All in one chunk, then the usage if that is asked for. */
static void answer_stream(call *c)
{
    const cJSON *const options = cJSON_GetObjectItemCaseSensitive(c->params.json, "stream_options");
    cJSON *const chunk = make_head(c, "chat.completion.chunk");
    cJSON *const end = make_head(c, "chat.completion.chunk");
    const bool with_usage =
        cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(options, "include_usage"));

    add_choice(c, chunk, "delta");
    cJSON_AddArrayToObject(end, "choices");
    add_usage(c, end);
    char *const one = cJSON_PrintUnformatted(chunk), *const two = cJSON_PrintUnformatted(end);
    if (!one || !two) end_without_memory();
    char *const text = with_usage
                           ? checked_format("data: %s\n\ndata: %s\n\ndata: [DONE]\n\n", one, two)
                           : checked_format("data: %s\n\ndata: [DONE]\n\n", one);
    call_answer_bytes(c, 200, "text/event-stream", text, strlen(text));
    free(one);
    free(two);
    cJSON_Delete(chunk);
    cJSON_Delete(end);
}

static void complete(call *c)
{
    const cJSON *const n = cJSON_GetObjectItemCaseSensitive(c->params.json, "n");
    const cJSON *const message = c->params.json ? find_message(c) : NULL;
    const cJSON *part = NULL;
    const char *text = message ? find_text(c, message, &part) : NULL;
    text_request a = {0};

    if (!c->params.json) call_refuse(c, 400, "the request is no JSON (Content-Type)");
    if (!text) return;
    if (cJSON_IsNumber(n) && n->valuedouble != 1) {
        call_refuse(c, 400, "n: there is one answer");
        return;
    }
    if (!read_form(c, &a, &text, part)) return;
    tr_string one = {text, strlen(text)};
    a.texts = &one;
    a.n = 1;
    if (!text_request_translate(c, &a)) return;
    if (params_flag(&c->params, "stream")) {
        answer_stream(c);
        return;
    }
    cJSON *const json = make_head(c, "chat.completion");
    add_choice(c, json, "message");
    add_usage(c, json);
    call_answer(c, 200, json);
}

/* ---- Models: pairs of languages -------------------------------------------------------------- */

typedef struct listing {
    translator *translator;
    cJSON *list;
    const char *source;
} listing;

static cJSON *make_model(const char *id)
{
    cJSON *const model = cJSON_CreateObject();
    cJSON_AddStringToObject(model, "id", id);
    cJSON_AddStringToObject(model, "object", "model");
    cJSON_AddNumberToObject(model, "created", 0);
    cJSON_AddStringToObject(model, "owned_by", "translate");
    return model;
}

static void add_target(void *ctx, const char *language)
{
    const listing *const l = ctx;
    char *const id = checked_format("%s-%s", l->source, language);
    cJSON_AddItemToArray(l->list, make_model(id));
    free(id);
}

static void add_source(void *ctx, const char *language)
{
    listing *const l = ctx;
    l->source = language;
    translator_targets(l->translator, language, add_target, l);
}

static void models(call *c)
{
    cJSON *const json = cJSON_CreateObject();
    listing l = {.translator = c->server->translator};

    cJSON_AddStringToObject(json, "object", "list");
    l.list = cJSON_AddArrayToObject(json, "data");
    translator_sources(l.translator, add_source, &l);
    call_answer(c, 200, json);
}

static void show_model(call *c)
{
    char source[TR_PEEK_SIZE], target[TR_PEEK_SIZE];
    const char *const dash = strchr(c->tail, '-');
    char *const from = checked_copy(c->tail, dash ? (size_t)(dash - c->tail) : 0);

    if (dash && find_language_code(c->server->translator, from, false, source) &&
        find_language_code(c->server->translator, dash + 1, true, target) &&
        translator_has(c->server->translator, source, target))
        call_answer(c, 200, make_model(c->tail));
    else
        call_refuse(c, 404, "The model does not exist: models are pairs of languages, as en-de");
    free(from);
}

static const route routes[] = {
    {.method = "POST", .path = "/v1/chat/completions", .run = complete},
    {.method = "GET", .path = "/v1/models", .run = models},
    {.method = "GET", .path = "/v1/models/*", .run = show_model},
    {0},
};

const dialect openai_dialect = {.name = "openai",
                                .routes = routes,
                                .refuse = refuse,
                                .no_key_status = 401,
                                .wrong_key_status = 401};
