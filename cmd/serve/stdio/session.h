/*
 * session.h - a client at the other end of standard input and output, and what it has asked for.
 *
 * Requests are answered in any order, each as soon as it is done.  While too much is open, no more
 * is read.  At the end of the input, what is open is answered first.
 */
#ifndef SESSION_H
#define SESSION_H

#include "serve/call/glossary_store.h"
#include "serve/stdio/wire.h"
#include "serve/translator/handler_pool.h"
#include "serve/translator/translator.h"
#include "serve/work/work.h"

typedef struct session session;

/* A request that takes a while. */
typedef struct task {
    handler_task link;
    session *session;
    cJSON *message;
    const cJSON *id; /* in the message; NULL: none */
    size_t bytes;
    uint64_t number;
    translator_cancellation cancellation;
    struct task *next, **here; /* of the open ones */
} task;

/* What is spoken. */
typedef struct protocol {
    enum wire_kind kind;
    /* Takes a message, which is its own, in the thread that reads: it answers at once, or calls
     * session_start(). */
    void (*take)(session *s, cJSON *message);
    /* A message cannot be read: `what` is a literal.  `code` is "json" or "length". */
    void (*refuse)(session *s, const char *code, const char *what);
    /* Does what was started, in another thread. */
    void (*run)(task *t);
} protocol;

struct session {
    const protocol *protocol;
    translator *translator;
    struct glossary_store *glossaries;
    const char *const
        *roots; /* [n_roots] folders that documents may be in, with no links in them */
    size_t n_roots;
    wire wire;
    handler_pool *pool;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t changed;
    task *open;
    size_t open_bytes;
    size_t message_bytes; /* of the message that is being taken */
    uint64_t n_tasks;
};

/* Serves until the input ends: false when it ends within a message, or cannot be read. */
bool session_serve(session *s);

/* Has the protocol run a message, whose id is a part of it. */
void session_start(session *s, cJSON *message, const cJSON *id);

/* Whoever waits for the tasks of this id waits no more: true if there is one. */
bool session_cancel(session *s, const cJSON *id);

/* Who asks for a task. */
work_client session_client(task *t);

/* Says a message, and frees it. */
void session_say(session *s, cJSON *message);

#endif
