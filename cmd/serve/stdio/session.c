#include "serve/stdio/session.h"

#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/json.h"

/* Threads, which wait for the most part; bytes of requests that are open. */
enum { THREADS = 32, MOST_OPEN = 16 << 20 };

/* ---- Tasks --------------------------------------------------------------------------------- */

static void run(void *ctx, handler_task *link)
{
    session *const s = ctx;
    task *const t = (task *)(void *)link;

    s->protocol->run(t);
    pthread_mutex_lock(&s->lock);
    *t->here = t->next;
    if (t->next) t->next->here = t->here;
    s->open_bytes -= t->bytes;
    pthread_cond_signal(&s->changed);
    pthread_mutex_unlock(&s->lock);
    translator_cancellation_free(&t->cancellation);
    cJSON_Delete(t->message);
    free(t);
}

void session_start(session *s, cJSON *message, const cJSON *id)
{
    task *const t = checked_malloc(sizeof *t);

    *t = (task){.session = s, .message = message, .id = id, .bytes = s->message_bytes};
    translator_cancellation_init(&t->cancellation);
    pthread_mutex_lock(&s->lock);
    while (s->open && s->open_bytes + t->bytes > MOST_OPEN)
        pthread_cond_wait(&s->changed, &s->lock);
    t->number = ++s->n_tasks;
    t->next = s->open;
    t->here = &s->open;
    if (t->next) t->next->here = &t->next;
    s->open = t;
    s->open_bytes += t->bytes;
    pthread_mutex_unlock(&s->lock);
    if (!handler_pool_add(s->pool, &t->link, SIZE_MAX)) run(s, &t->link);
}

bool session_cancel(session *s, const cJSON *id)
{
    bool found = false;

    pthread_mutex_lock(&s->lock);
    for (task *t = s->open; t; t = t->next) {
        if (!t->id || !cJSON_Compare(t->id, id, true)) continue;
        translator_cancel(&t->cancellation);
        found = true;
    }
    pthread_mutex_unlock(&s->lock);
    return found;
}

work_client session_client(task *t)
{
    return (work_client){.translator = t->session->translator,
                         .glossaries = t->session->glossaries,
                         .number = t->number,
                         .cancellation = &t->cancellation};
}

void session_say(session *s, cJSON *message)
{
    char *const text = cJSON_PrintUnformatted(message);

    cJSON_Delete(message);
    wire_write(&s->wire, text, strlen(text));
    free(text);
}

/* ---- Messages ------------------------------------------------------------------------------ */

static bool is_blank(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (!strchr(" \t\r\n", text[i]) || !text[i]) return false;
    return true;
}

static void take(session *s, char *text, size_t len)
{
    if (s->protocol->kind == WIRE_LINES && is_blank(text, len)) return;
    cJSON *const json = json_read(text, len);
    s->message_bytes = len;
    if (json)
        s->protocol->take(s, json);
    else
        s->protocol->refuse(s, "json", "the message is not JSON");
}

static void tick(void *ctx)
{
    const session *const s = ctx;
    translator_tidy(s->translator);
}

bool session_serve(session *s)
{
    enum wire_result result;
    char *text;
    size_t len;

    wire_open(&s->wire, s->protocol->kind);
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->changed, NULL);
    s->pool = handler_pool_open(THREADS, run, s);
    while ((result = wire_read(&s->wire, &text, &len, tick, s)) <= WIRE_TOO_LONG)
        if (result == WIRE_MESSAGE)
            take(s, text, len);
        else
            s->protocol->refuse(s, "length", "the message has more than 10 MiB");
    if (result == WIRE_CUT_SHORT) complain("standard input: ends within a message");
    handler_pool_close(s->pool);
    const bool whole = result == WIRE_END && !s->wire.failed;
    wire_close(&s->wire);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
    return whole;
}
