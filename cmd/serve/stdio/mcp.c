/*
 * mcp.c - Model Context Protocol: JSON-RPC 2.0, a message a line.
 *
 * A tool that fails says so in its result, where the model that called it reads it; errors of the
 * protocol are the client's.
 */
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/json.h"
#include "serve/stdio/mcp_tools.h"
#include "serve/stdio/protocols.h"

enum { NOT_JSON = -32700, NOT_REQUEST = -32600, NO_METHOD = -32601, BAD_PARAMS = -32602 };

static cJSON *begin(const cJSON *id)
{
    cJSON *const json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "jsonrpc", "2.0");
    cJSON_AddItemToObject(json, "id", id ? cJSON_Duplicate(id, true) : cJSON_CreateNull());
    return json;
}

static void say_result(session *s, const cJSON *id, cJSON *result)
{
    cJSON *const json = begin(id);
    cJSON_AddItemToObject(json, "result", result);
    session_say(s, json);
}

static void say_error(session *s, const cJSON *id, int code, const char *message)
{
    cJSON *const json = begin(id);
    cJSON *const error = cJSON_AddObjectToObject(json, "error");

    cJSON_AddNumberToObject(error, "code", code);
    json_add_text(error, "message", message, strlen(message));
    session_say(s, json);
}

/* ---- Methods ------------------------------------------------------------------------------- */

/* The version that the client asks for, if it is in the list, else the newest. */
static const char *choose_version(const char *asked)
{
    static const char *const known[] = {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};

    for (size_t i = 0; asked && i < sizeof known / sizeof *known; i++)
        if (!strcmp(asked, known[i])) return known[i];
    return known[0];
}

static void initialize(session *s, const cJSON *id, const cJSON *params)
{
    cJSON *const result = cJSON_CreateObject();

    cJSON_AddStringToObject(result, "protocolVersion",
                            choose_version(json_word(params, "protocolVersion")));
    cJSON_AddObjectToObject(cJSON_AddObjectToObject(result, "capabilities"), "tools");
    cJSON *const info = cJSON_AddObjectToObject(result, "serverInfo");
    cJSON_AddStringToObject(info, "name", "translate");
    cJSON_AddStringToObject(info, "version", tr_version());
    cJSON_AddStringToObject(result, "instructions",
                            "Translates on this machine, by models that it has: list_languages "
                            "tells which. Lines stay lines, and tags and placeholders stay.");
    say_result(s, id, result);
}

static void ping(session *s, const cJSON *id, const cJSON *params)
{
    (void)params;
    say_result(s, id, cJSON_CreateObject());
}

static void list_tools(session *s, const cJSON *id, const cJSON *params)
{
    cJSON *const result = cJSON_CreateObject();

    (void)params;
    cJSON_AddItemToObject(result, "tools", mcp_tools_list(s));
    say_result(s, id, result);
}

static const struct {
    const char *name;
    void (*run)(session *s, const cJSON *id, const cJSON *params);
} methods[] = {{"initialize", initialize}, {"ping", ping}, {"tools/list", list_tools}};

/* ---- Messages ------------------------------------------------------------------------------ */

static void take_notification(session *s, const char *method, const cJSON *params)
{
    const cJSON *const id = cJSON_GetObjectItemCaseSensitive(params, "requestId");
    if (!strcmp(method, "notifications/cancelled") && id) session_cancel(s, id);
}

/* True if the message was started, and is not to be freed. */
static bool take_request(session *s, cJSON *message, const cJSON *id, const char *method)
{
    const cJSON *const params = cJSON_GetObjectItemCaseSensitive(message, "params");

    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (!strcmp(method, methods[i].name)) {
            methods[i].run(s, id, params);
            return false;
        }
    if (strcmp(method, "tools/call") != 0) {
        say_error(s, id, NO_METHOD, "there is no such method");
        return false;
    }
    if (!mcp_tools_has(s, json_word(params, "name"))) {
        say_error(s, id, BAD_PARAMS, "there is no such tool");
        return false;
    }
    session_start(s, message, id);
    return true;
}

static void take(session *s, cJSON *message)
{
    const cJSON *const id = cJSON_GetObjectItemCaseSensitive(message, "id");
    const char *const method = json_word(message, "method"), *const version =
                                                                 json_word(message, "jsonrpc");
    bool started = false;

    if (!cJSON_IsObject(message) || !version || strcmp(version, "2.0") != 0 ||
        (id && !cJSON_IsString(id) && !cJSON_IsNumber(id)))
        say_error(s, NULL, NOT_REQUEST, "the message is no request of JSON-RPC 2.0");
    else if (method && !id)
        take_notification(s, method, cJSON_GetObjectItemCaseSensitive(message, "params"));
    else if (method)
        started = take_request(s, message, id, method);
    else if (!cJSON_HasObjectItem(message, "result") && !cJSON_HasObjectItem(message, "error"))
        say_error(s, id, NOT_REQUEST, "the message has no method");
    if (!started) cJSON_Delete(message);
}

static void refuse(session *s, const char *code, const char *what)
{
    say_error(s, NULL, strcmp(code, "json") ? NOT_REQUEST : NOT_JSON, what);
}

static bool is_gone(task *t)
{
    pthread_mutex_lock(&t->cancellation.lock);
    const bool gone = t->cancellation.gone;
    pthread_mutex_unlock(&t->cancellation.lock);
    return gone;
}

/* Nobody waits for the answer of what was cancelled. */
static void run(task *t)
{
    cJSON *const result = mcp_tools_call(t, cJSON_GetObjectItemCaseSensitive(t->message, "params"));

    if (is_gone(t))
        cJSON_Delete(result);
    else
        say_result(t->session, t->id, result);
}

const protocol mcp_protocol = {.kind = WIRE_LINES, .take = take, .refuse = refuse, .run = run};
