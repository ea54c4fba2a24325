/* mcp.c - Model Context Protocol: a message a line. */
#include <stdlib.h>
#include <string.h>

#include "serve/mcp/mcp_message.h"
#include "serve/stdio/protocols.h"
#include "serve/work/work_document.h"

/* ---- Work ---------------------------------------------------------------------------------- */

static bool translate(const mcp_asker *by, const work_request *request, translator_answer *answer,
                      work_failure *why)
{
    const work_client client = session_client(by->ctx);
    return work_translate(&client, request, answer, why);
}

static bool translate_document(const mcp_asker *by, const work_request *request, const char *name,
                               const char *bytes, size_t len, char **out, size_t *size,
                               work_failure *why)
{
    const work_client client = session_client(by->ctx);
    return work_translate_document(&client, request, name, bytes, len, out, size, why);
}

/* There is one client, which may have anything done. */
static bool admit(const mcp_asker *by, tr_string text, work_failure *why)
{
    (void)by;
    (void)text;
    (void)why;
    return true;
}

static const mcp_work work = {translate, translate_document, admit};

/* `t` NULL: for what is answered at once. */
static mcp_asker asker_of(const session *s, task *t)
{
    return (mcp_asker){.work = &work,
                       .translator = s->translator,
                       .glossaries = s->glossaries,
                       .roots = s->roots,
                       .n_roots = s->n_roots,
                       .ctx = t};
}

/* ---- Messages ------------------------------------------------------------------------------ */

/* True if the message was started, and is not to be freed. */
static bool take_request(session *s, cJSON *json, const mcp_message *m)
{
    const mcp_asker by = asker_of(s, NULL);

    if (mcp_message_takes_time(&by, m)) {
        session_start(s, json, m->id);
        return true;
    }
    session_say(s, mcp_message_answer(&by, m));
    return false;
}

static void take(session *s, cJSON *json)
{
    mcp_message m;
    cJSON *const refusal = mcp_message_read(json, &m);
    const cJSON *const cancelled = refusal ? NULL : mcp_message_cancels(&m);
    bool started = false;

    if (refusal)
        session_say(s, refusal);
    else if (m.kind == MCP_REQUEST)
        started = take_request(s, json, &m);
    else if (cancelled)
        session_cancel(s, cancelled);
    if (!started) cJSON_Delete(json);
}

static void refuse(session *s, const char *code, const char *what)
{
    session_say(
        s, mcp_message_error(NULL, strcmp(code, "json") ? MCP_NOT_REQUEST : MCP_NOT_JSON, what));
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
    const mcp_asker by = asker_of(t->session, t);
    mcp_message m;

    cJSON_Delete(mcp_message_read(t->message, &m));
    cJSON *const answer = mcp_message_answer(&by, &m);
    if (is_gone(t))
        cJSON_Delete(answer);
    else
        session_say(t->session, answer);
}

const protocol mcp_protocol = {.kind = WIRE_LINES, .take = take, .refuse = refuse, .run = run};
