#include "serve/mcp/mcp_message.h"

#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "console/json.h"
#include "serve/mcp/mcp_tools.h"

#define META "io.modelcontextprotocol/"

/* ---- Versions ------------------------------------------------------------------------------ */

/* The newest first; "initialize" begins a session of a version from OLD on. */
static const char *const versions[] = {"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26",
                                       "2024-11-05"};
enum { OLD = 1, N_VERSIONS = sizeof versions / sizeof *versions };

static size_t find_version(const char *version)
{
    size_t i = 0;
    while (i < N_VERSIONS && strcmp(version, versions[i]) != 0)
        i++;
    return i;
}

bool mcp_version_is_known(const char *version)
{
    return find_version(version) < N_VERSIONS;
}

bool mcp_version_is_modern(const char *version)
{
    return find_version(version) < OLD;
}

/* The version that "initialize" asks for, or the newest that it can have. */
static const char *choose_version(const char *asked)
{
    const size_t i = asked ? find_version(asked) : N_VERSIONS;
    return versions[i < OLD || i == N_VERSIONS ? OLD : i];
}

/* ---- Answers ------------------------------------------------------------------------------- */

static cJSON *begin(const cJSON *id)
{
    cJSON *const json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "jsonrpc", "2.0");
    cJSON_AddItemToObject(json, "id", id ? cJSON_Duplicate(id, true) : cJSON_CreateNull());
    return json;
}

cJSON *mcp_message_error(const cJSON *id, int code, const char *message)
{
    cJSON *const json = begin(id);
    cJSON *const error = cJSON_AddObjectToObject(json, "error");

    cJSON_AddNumberToObject(error, "code", code);
    json_add_text(error, "message", message, strlen(message));
    return json;
}

static void add_versions(cJSON *object, const char *name)
{
    cJSON *const list = cJSON_AddArrayToObject(object, name);
    for (size_t i = 0; i < N_VERSIONS; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(versions[i]));
}

cJSON *mcp_message_bad_version(const cJSON *id, const char *asked)
{
    cJSON *const json =
        mcp_message_error(id, MCP_BAD_VERSION, "this version of the protocol is not spoken here");
    cJSON *const data =
        cJSON_AddObjectToObject(cJSON_GetObjectItemCaseSensitive(json, "error"), "data");

    add_versions(data, "supported");
    json_add_text(data, "requested", asked, strlen(asked));
    return json;
}

int mcp_message_code(const cJSON *answer)
{
    const cJSON *const error = cJSON_GetObjectItemCaseSensitive(answer, "error");
    const cJSON *const code = cJSON_GetObjectItemCaseSensitive(error, "code");
    return code ? code->valueint : 0;
}

/* ---- Methods ------------------------------------------------------------------------------- */

static void add_server(cJSON *object, const char *name)
{
    cJSON *const info = cJSON_AddObjectToObject(object, name);
    cJSON_AddStringToObject(info, "name", "translate");
    cJSON_AddStringToObject(info, "version", tr_version());
}

static void add_abilities(cJSON *result)
{
    cJSON_AddObjectToObject(cJSON_AddObjectToObject(result, "capabilities"), "tools");
}

static void add_instructions(cJSON *result)
{
    cJSON_AddStringToObject(result, "instructions",
                            "Translates on this machine, by models that it has: list_languages "
                            "tells which. Lines stay lines, and tags and placeholders stay.");
}

/* What is the same for all, for as long as the server runs; clients may ask again in five minutes.
 */
static void add_caching(cJSON *result)
{
    enum { MILLISECONDS = 300000 };
    cJSON_AddNumberToObject(result, "ttlMs", MILLISECONDS);
    cJSON_AddStringToObject(result, "cacheScope", "private");
}

static cJSON *initialize(const mcp_asker *by, const mcp_message *m)
{
    cJSON *const result = cJSON_CreateObject();

    (void)by;
    cJSON_AddStringToObject(result, "protocolVersion",
                            choose_version(json_word(m->params, "protocolVersion")));
    add_abilities(result);
    add_server(result, "serverInfo");
    add_instructions(result);
    return result;
}

static cJSON *discover(const mcp_asker *by, const mcp_message *m)
{
    cJSON *const result = cJSON_CreateObject();

    (void)by;
    (void)m;
    add_versions(result, "supportedVersions");
    add_abilities(result);
    add_instructions(result);
    add_caching(result);
    return result;
}

static cJSON *ping(const mcp_asker *by, const mcp_message *m)
{
    (void)by;
    (void)m;
    return cJSON_CreateObject();
}

static cJSON *list_tools(const mcp_asker *by, const mcp_message *m)
{
    cJSON *const result = cJSON_CreateObject();

    cJSON_AddItemToObject(result, "tools", mcp_tools_list(by));
    if (m->version) add_caching(result);
    return result;
}

static cJSON *call_tool(const mcp_asker *by, const mcp_message *m)
{
    return mcp_tools_call(by, m->params);
}

enum { OLD_ONES = 1, MODERN_ONES = 2, ALL = OLD_ONES | MODERN_ONES };

static const struct method {
    const char *name;
    int of; /* which requests have it */
    cJSON *(*result)(const mcp_asker *by, const mcp_message *m);
} methods[] = {{"initialize", OLD_ONES, initialize},
               {"ping", OLD_ONES, ping},
               {"server/discover", MODERN_ONES, discover},
               {"tools/list", ALL, list_tools},
               {"tools/call", ALL, call_tool}};

static const struct method *find_method(const mcp_message *m)
{
    const int of = m->version ? MODERN_ONES : OLD_ONES;

    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if ((methods[i].of & of) && !strcmp(m->method, methods[i].name)) return &methods[i];
    return NULL;
}

/* ---- Messages ------------------------------------------------------------------------------ */

/* A text, or a whole number that is told back as it came. */
static bool is_id(const cJSON *id)
{
    static const double most = 9007199254740992; /* 2^53 */

    if (cJSON_IsString(id)) return tr_utf8_valid(id->valuestring, strlen(id->valuestring));
    return cJSON_IsNumber(id) && fabs(id->valuedouble) < most &&
           id->valuedouble == floor(id->valuedouble);
}

cJSON *mcp_message_read(const cJSON *json, mcp_message *m)
{
    const cJSON *const id = cJSON_GetObjectItemCaseSensitive(json, "id");
    const char *const version = json_word(json, "jsonrpc");
    const cJSON *const params = cJSON_GetObjectItemCaseSensitive(json, "params");

    *m = (mcp_message){.params = params, .method = json_word(json, "method")};
    if (!cJSON_IsObject(json) || !version || strcmp(version, "2.0") != 0 || (id && !is_id(id)))
        return mcp_message_error(NULL, MCP_NOT_REQUEST,
                                 "the message is no request of JSON-RPC 2.0");
    m->id = id;
    m->kind = !m->method ? MCP_RESPONSE : id ? MCP_REQUEST : MCP_NOTIFICATION;
    if (m->kind == MCP_RESPONSE && !cJSON_HasObjectItem(json, "result") &&
        !cJSON_HasObjectItem(json, "error"))
        return mcp_message_error(id, MCP_NOT_REQUEST, "the message has no method");
    m->version = cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(params, "_meta"),
                                                  META "protocolVersion");
    return NULL;
}

const cJSON *mcp_message_cancels(const mcp_message *m)
{
    return m->kind == MCP_NOTIFICATION && !strcmp(m->method, "notifications/cancelled")
               ? cJSON_GetObjectItemCaseSensitive(m->params, "requestId")
               : NULL;
}

bool mcp_message_begins(const mcp_message *m)
{
    return m->kind == MCP_REQUEST && !m->version && !strcmp(m->method, "initialize");
}

/* What is wrong with a modern request; NULL: nothing. */
static cJSON *fault_of_meta(const mcp_message *m)
{
    const cJSON *const meta = cJSON_GetObjectItemCaseSensitive(m->params, "_meta");

    if (!cJSON_IsString(m->version))
        return mcp_message_error(m->id, MCP_BAD_PARAMS,
                                 META "protocolVersion of _meta is no string");
    if (!cJSON_IsObject(cJSON_GetObjectItemCaseSensitive(meta, META "clientCapabilities")))
        return mcp_message_error(m->id, MCP_BAD_PARAMS,
                                 META "clientCapabilities of _meta is missing");
    return mcp_version_is_modern(m->version->valuestring)
               ? NULL
               : mcp_message_bad_version(m->id, m->version->valuestring);
}

static bool calls_tool(const mcp_message *m)
{
    return !strcmp(m->method, "tools/call");
}

bool mcp_message_takes_time(const mcp_asker *by, const mcp_message *m)
{
    return calls_tool(m) && mcp_tools_has(by, json_word(m->params, "name"));
}

cJSON *mcp_message_answer(const mcp_asker *by, const mcp_message *m)
{
    const struct method *const method = find_method(m);
    cJSON *const fault = m->version ? fault_of_meta(m) : NULL;

    if (fault) return fault;
    if (!method) return mcp_message_error(m->id, MCP_NO_METHOD, "there is no such method");
    if (calls_tool(m) && !mcp_tools_has(by, json_word(m->params, "name")))
        return mcp_message_error(m->id, MCP_BAD_PARAMS, "there is no such tool");
    cJSON *const json = begin(m->id);
    cJSON *const result = method->result(by, m);
    if (m->version) {
        cJSON_AddStringToObject(result, "resultType", "complete");
        add_server(cJSON_AddObjectToObject(result, "_meta"), META "serverInfo");
    }
    cJSON_AddItemToObject(json, "result", result);
    return json;
}
