/*
 * mcp_http.c - a message a request, and one answer of JSON: nothing is streamed.
 *
 * Requests of older revisions belong to a session; modern ones tell in their head what they say in
 * their body, for proxies that do not read bodies.
 */
#include "serve/mcp/mcp_http.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/numbers/base64.h"
#include "console/alloc.h"
#include "console/json.h"
#include "serve/call/sent_document.h"
#include "serve/mcp/mcp_message.h"
#include "serve/mcp/mcp_sessions.h"

static const char *header(const call *c, enum call_header which)
{
    return c->request->extra[which];
}

/* ---- Work ---------------------------------------------------------------------------------- */

static bool fail(const call *c, work_failure *why)
{
    return work_fail(why, "failed", "%s", c->refusal);
}

static bool translate_texts(const mcp_asker *by, const work_request *request, tr_string *texts,
                            size_t n, translator_answer *answer, work_failure *why)
{
    call *const c = by->ctx;
    const int most = c->server->settings.alternatives_limit;
    work_pair pair;

    if (n == SIZE_MAX)
        return work_fail(why, "invalid", "the text is neither a text nor a list of texts");
    if (request->n_best > 1 + most)
        return work_fail(why, "invalid", "there can be %d alternatives of a text", most);
    if (!work_read_pair(by->translator, request, &pair, why)) return false;
    const call_request a = {.source = pair.any ? NULL : pair.source,
                            .target = pair.target,
                            .texts = texts,
                            .n = n,
                            .format = request->html ? TRANSLATOR_HTML : TRANSLATOR_TEXT,
                            .n_best = request->n_best,
                            .glossary = request->glossary};
    if (!call_translate(c, &a)) return fail(c, why);
    *answer = c->done;
    c->done = (translator_answer){0};
    return true;
}

static bool translate(const mcp_asker *by, const work_request *request, translator_answer *answer,
                      work_failure *why)
{
    tr_string *texts;
    const size_t n = work_read_texts(request->text, &texts);
    const bool done = translate_texts(by, request, texts, n, answer, why);

    free(texts);
    return done;
}

static bool translate_document(const mcp_asker *by, const work_request *request, const char *name,
                               const char *bytes, size_t len, char **out, size_t *size,
                               work_failure *why)
{
    call *const c = by->ctx;
    const param file = {.name = "", .value = {bytes, len}};
    sent_document d;
    work_pair pair;

    if (!work_read_pair(by->translator, request, &pair, why)) return false;
    const enum sent_result result = sent_read(&file, name, &d);
    if (result == SENT_UNKNOWN)
        return work_fail(why, "invalid", "%s: is no document of a known kind", name);
    if (result == SENT_DAMAGED) return work_fail(why, "invalid", "%s", d.reason);
    const document_request a = {.source = pair.any ? NULL : pair.source,
                                .target = pair.target,
                                .glossary = request->glossary};
    *out = sent_translate(c, &d, &a, size);
    return *out || fail(c, why);
}

static bool admit(const mcp_asker *by, tr_string text, work_failure *why)
{
    call *const c = by->ctx;
    return call_spend(c, 1, count_characters(text)) || fail(c, why);
}

static const mcp_work work = {translate, translate_document, admit};

/* No file of this machine can be asked for. */
static mcp_asker asker_of(call *c)
{
    return (mcp_asker){.work = &work,
                       .translator = c->server->translator,
                       .glossaries = c->server->glossaries,
                       .key = c->key,
                       .ctx = c};
}

/* ---- Answers ------------------------------------------------------------------------------- */

/* The id of the message, as far as there is one. */
static const cJSON *id_of(const call *c)
{
    mcp_message m;

    if (!cJSON_IsObject(c->params.json)) return NULL;
    cJSON_Delete(mcp_message_read(c->params.json, &m));
    return m.kind == MCP_REQUEST ? m.id : NULL;
}

/* An error of HTTP is one of the protocol, too. */
static void refuse(call *c, int status, const char *message)
{
    const bool damaged = status == 400 && !c->params.json && !strcmp(c->request->method, "POST");

    if (status == 401) http_add_header(c->answer, "WWW-Authenticate", "Bearer");
    call_answer(c, status,
                mcp_message_error(id_of(c), damaged ? MCP_NOT_JSON : MCP_NOT_REQUEST, message));
}

/* What was taken, and has no answer. */
static void answer_nothing(call *c)
{
    call_answer_bytes(c, 202, NULL, NULL, 0);
}

/* The status of a modern answer. */
static int status_of(const cJSON *answer)
{
    const int code = mcp_message_code(answer);
    return !code ? 200 : code == MCP_NO_METHOD ? 404 : 400;
}

/* ---- Heads --------------------------------------------------------------------------------- */

/* True if a list of types has this one, or all; where nothing is said, all. */
static bool takes_json(const char *accept)
{
    static const char *const types[] = {"application/json", "application/*", "*/*"};

    for (const char *at = accept; at && *at;) {
        at += strspn(at, " \t,");
        const size_t n = strcspn(at, " \t,;");
        for (size_t i = 0; i < sizeof types / sizeof *types; i++)
            if (strlen(types[i]) == n && !strncasecmp(at, types[i], n)) return true;
        at += strcspn(at, ",");
    }
    return !accept;
}

/* "=?base64?TEXT?=" or the text itself is what the body says. */
static bool says(const char *value, const char *wanted)
{
    static const char begin[] = "=?base64?", end[] = "?=";
    const size_t len = value ? strlen(value) : 0, n_begin = sizeof begin - 1;

    if (!value || !wanted) return value == wanted;
    if (len < n_begin + 2 || strncmp(value, begin, n_begin) != 0 || strcmp(value + len - 2, end))
        return !strcmp(value, wanted);
    tr_buf text = {0};
    const bool same = tr_base64_decode(value + n_begin, len - n_begin - 2, &text) &&
                      text.len == strlen(wanted) && !memcmp(tr_buf_text(&text), wanted, text.len);
    tr_buf_free(&text);
    return same;
}

/* What the head of a modern request says is not what its body says; NULL: it is. */
static const char *fault_of_head(const call *c, const mcp_message *m)
{
    const bool has_name = !strcmp(m->method, "tools/call");

    if (cJSON_IsString(m->version) && !says(header(c, HEADER_MCP_VERSION), m->version->valuestring))
        return "MCP-Protocol-Version is not the version of _meta";
    if (!says(header(c, HEADER_MCP_METHOD), m->method)) return "Mcp-Method is not the method";
    if (has_name && !says(header(c, HEADER_MCP_NAME), json_word(m->params, "name")))
        return "Mcp-Name is not the name of the tool";
    return NULL;
}

/* ---- Requests of today --------------------------------------------------------------------- */

static void take_modern(call *c, const mcp_message *m)
{
    const mcp_asker by = asker_of(c);
    const char *const fault = m->version ? fault_of_head(c, m) : "_meta has no protocolVersion";
    cJSON *const answer =
        !fault ? mcp_message_answer(&by, m)
               : mcp_message_error(m->id, m->version ? MCP_BAD_HEADER : MCP_BAD_PARAMS, fault);

    call_answer(c, status_of(answer), answer);
}

/* ---- Requests of sessions ------------------------------------------------------------------ */

static mcp_owner owner_of(const call *c)
{
    return (mcp_owner){.key = c->key ? c->key->client : 0,
                       .client = c->key ? c->key->client : c->request->address};
}

static void begin_session(call *c, const mcp_message *m)
{
    const mcp_asker by = asker_of(c);
    char id[MCP_SESSION_ID_SIZE];

    if (!mcp_sessions_begin(c->server->mcp_sessions, owner_of(c), id)) {
        call_refuse_status(c, TRANSLATOR_BUSY, "");
        return;
    }
    http_add_header(c->answer, "Mcp-Session-Id", id);
    call_answer(c, 200, mcp_message_answer(&by, m));
}

static bool is_gone(call *c)
{
    translator_cancellation *const p = &c->request->cancellation;

    pthread_mutex_lock(&p->lock);
    const bool gone = p->gone;
    pthread_mutex_unlock(&p->lock);
    return gone;
}

/* What was cancelled has an answer, too, since the request has to end. */
static void take_request(call *c, const mcp_message *m)
{
    const mcp_asker by = asker_of(c);
    cJSON *const answer = mcp_message_answer(&by, m);

    if (!is_gone(c)) {
        call_answer(c, 200, answer);
        return;
    }
    cJSON_Delete(answer);
    if (http_is_stopping())
        call_refuse(c, 503, "the server is stopping");
    else
        call_answer(c, 200, mcp_message_error(m->id, MCP_CANCELLED, "the request was cancelled"));
}

static bool has_session(call *c, mcp_open *request)
{
    const char *const id = header(c, HEADER_MCP_SESSION);

    if (!id)
        call_refuse(c, 400, "there is no Mcp-Session-Id: initialize begins a session");
    else if (mcp_sessions_enter(c->server->mcp_sessions, owner_of(c), id, request))
        return true;
    else
        call_refuse(c, 404, "there is no such session: initialize begins another one");
    return false;
}

static void take_old(call *c, const mcp_message *m)
{
    const char *const id = header(c, HEADER_MCP_SESSION);
    const cJSON *const cancelled = mcp_message_cancels(m);
    mcp_open open = {.id = m->id, .cancellation = &c->request->cancellation};

    if (!has_session(c, m->kind == MCP_REQUEST ? &open : NULL)) return;
    if (m->kind == MCP_REQUEST) {
        take_request(c, m);
        mcp_sessions_leave(c->server->mcp_sessions, &open);
        return;
    }
    if (cancelled) mcp_sessions_cancel(c->server->mcp_sessions, owner_of(c), id, cancelled);
    answer_nothing(c);
}

/* ---- All ----------------------------------------------------------------------------------- */

/* The message, whose parts are the call's; false after a refusal. */
static bool read_message(call *c, mcp_message *m)
{
    const char *const version = header(c, HEADER_MCP_VERSION);
    const cJSON *const json = c->params.json;

    if (!takes_json(header(c, HEADER_ACCEPT))) {
        call_refuse(c, 406, "the answer is application/json, which has to be accepted");
        return false;
    }
    if (!json) {
        call_refuse(c, 415, "the request is no application/json");
        return false;
    }
    if (cJSON_IsArray(json)) {
        call_refuse(c, 400, "there is one message in a request");
        return false;
    }
    cJSON *const refusal = mcp_message_read(json, m);
    if (refusal) {
        call_answer(c, 400, refusal);
        return false;
    }
    if (!version || mcp_version_is_known(version)) return true;
    call_answer(c, 400, mcp_message_bad_version(id_of(c), version));
    return false;
}

static void post(call *c)
{
    const char *const version = header(c, HEADER_MCP_VERSION);
    mcp_message m;

    if (!read_message(c, &m)) return;
    const bool is_modern = m.version || (version && mcp_version_is_modern(version));
    if (is_modern && m.kind == MCP_REQUEST)
        take_modern(c, &m);
    else if (is_modern)
        answer_nothing(c);
    else if (mcp_message_begins(&m))
        begin_session(c, &m);
    else
        take_old(c, &m);
}

static void end_session(call *c)
{
    const char *const id = header(c, HEADER_MCP_SESSION);

    if (!has_session(c, NULL)) return;
    mcp_sessions_end(c->server->mcp_sessions, owner_of(c), id);
    call_answer_bytes(c, 204, NULL, NULL, 0);
}

static const route routes[] = {
    {.method = "POST", .path = "/mcp", .run = post, .any_json = true},
    {.method = "DELETE", .path = "/mcp", .run = end_session},
    {.method = "POST", .path = "/mcp/", .run = post, .any_json = true},
    {.method = "DELETE", .path = "/mcp/", .run = end_session},
    {0},
};

const dialect mcp_dialect = {.name = "mcp",
                             .routes = routes,
                             .refuse = refuse,
                             .no_key_status = 401,
                             .wrong_key_status = 401};
