#define _GNU_SOURCE /* EPOLLRDHUP, accept4() */
#include "serve/http/http.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <microhttpd.h>

#include "console/alloc.h"
#include "console/clock.h"
#include "serve/http/head.h"
#include "serve/http/other_end.h"
#include "serve/http/peer.h"
#include "serve/translator/handler_pool.h"

enum {
    MOST_SOCKETS = 16,
    MOST_BYTES = 256 << 20,  /* of requests and answers in memory, before others are refused */
    MOST_WAITING = 1024,     /* requests that no thread has taken yet */
    HEADERS_SIZE = 96 << 10, /* of memory for a connection: a third is for headers */
    SILENCE = 30,            /* seconds */
    LONGEST_WRITE = 60,      /* seconds for an answer */
    PATIENCE = 2,            /* seconds after which it is seen to who sends no more */
    LAST_WORK = 10,          /* seconds, after SIGTERM */
    REST = 5                 /* seconds without a request, after which memory is given back */
};

/* A connection, and what it does now. */
typedef struct connection {
    int fd;
    enum { READING, WORKING, WRITING } phase;
    double since;
    uint64_t serial;
    struct exchange *exchange; /* that is worked on */
    struct exchange *reading;  /* whose head is not complete */
    bool cut;                  /* the end was told of */
    double half_closed; /* the client sends no more: since it did, or was seen to; 0: it may */
    struct connection *next, **here;
} connection;

/* A request and its answer. */
typedef struct exchange {
    handler_task task; /* first: a task is its exchange */
    http_request request;
    http_answer answer;
    struct MHD_Connection *mhd;
    connection *of;
    char *uri;
    const char **extra;
    char own_name[PEER_NAME_SIZE];
    size_t capacity;
    bool seen, accepted, complete, done, answered;
    bool knows_interim;    /* it is of HTTP/1.1: there may be answers before the answer */
    int refused;           /* the status that was sent, before the library did anything; 0: none */
    char *host;            /* of an address of all; NULL: there is none */
    bool waits;            /* a refusal is sent behind the body */
    struct exchange *next; /* of the requests that are done, or that are to be handed over */
} exchange;

typedef struct server {
    const http_settings *settings;
    const http_handler *handler;
    struct MHD_Daemon *daemons[MOST_SOCKETS];
    int epoll, wake, signals, timer;
    handler_pool *pool, *quick_pool;
    handler_task reload;  /* of the quick pool */
    atomic_int n_reloads; /* that were asked for, and are not done */
    pthread_mutex_t lock;
    exchange *done;  /* by handlers; under the lock */
    exchange *taken; /* in whole, and not handed over yet */
    connection *connections;
    size_t n_connections, n_working;
    size_t n_bytes; /* of requests and of answers that are in memory */
    uint64_t n_requests, n_serials;
    double last_request;
    bool has_worked;  /* since memory was given back */
    bool is_full;     /* no connection can be taken */
    double told_full; /* that no connection can be taken; 0: never */
    bool stopping, ended;
    double stop_begun;
} server;

static server it;
static atomic_size_t n_connections;
static atomic_bool stopping;

size_t http_connections(void)
{
    return n_connections;
}

bool http_is_stopping(void)
{
    return stopping;
}

void http_add_header(http_answer *a, const char *name, const char *value)
{
    if (a->n_headers < HTTP_MOST_HEADERS)
        a->headers[a->n_headers++] = (http_header){name, checked_format("%s", value)};
}

/* ---- Connections --------------------------------------------------------------------------- */

static void enter(connection *c, int phase)
{
    c->phase = phase;
    c->since = clock_seconds();
}

static void on_connection(void *ctx, struct MHD_Connection *mhd, void **own,
                          enum MHD_ConnectionNotificationCode code)
{
    server *const s = ctx;
    connection *c = *own;

    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        c = checked_malloc(sizeof *c);
        *c = (connection){
            .fd = MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd,
            .serial = ++s->n_serials,
            .next = s->connections,
            .here = &s->connections};
        if (c->next) c->next->here = &c->next;
        s->connections = c;
        enter(c, READING);
        s->n_connections++;
        s->is_full = false;
        *own = c;
    } else if (c) {
        *c->here = c->next;
        if (c->next) c->next->here = c->here;
        s->n_connections--;
        free(c);
        *own = NULL;
    }
    n_connections = s->n_connections;
}

/* Cuts off what takes too long; the library closes it then. */
static void cut_slow(server *s)
{
    const double now = clock_seconds();

    for (connection *c = s->connections; c; c = c->next) {
        const double most = c->phase == READING ? s->settings->request_timeout : LONGEST_WRITE;
        if (c->phase != WORKING && now - c->since > most) shutdown(c->fd, SHUT_RDWR);
    }
}

/* ---- Exchanges ----------------------------------------------------------------------------- */

/* The first that is known of a request: its address, as it came. */
static void *on_uri(void *ctx, const char *uri, struct MHD_Connection *mhd)
{
    server *const s = ctx;
    exchange *const e = checked_malloc(sizeof *e);

    *e = (exchange){.mhd = mhd, .uri = checked_format("%s", uri)};
    char *const query = strchr(e->uri, '?');
    e->request.query = query ? query + 1 : NULL;
    e->request.number = ++s->n_requests;
    e->request.begun = s->last_request = clock_seconds();
    s->has_worked = true;
    e->of = MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
    if (e->of) e->of->reading = e;
    translator_cancellation_init(&e->request.cancellation);
    return e;
}

static void free_body(server *s, exchange *e)
{
    free((void *)(uintptr_t)e->request.body);
    e->request.body = NULL;
    s->n_bytes -= e->capacity;
    e->capacity = 0;
}

static void free_exchange(server *s, exchange *e)
{
    if (e->done) s->n_bytes -= e->answer.len;
    free_body(s, e);
    for (size_t i = 0; i < e->answer.n_headers; i++)
        free(e->answer.headers[i].value);
    free(e->answer.body);
    free((void *)(uintptr_t)e->request.path);
    translator_cancellation_free(&e->request.cancellation);
    free(e->extra);
    free(e->host);
    free(e->uri);
    free(e);
}

static void on_completed(void *ctx, struct MHD_Connection *mhd, void **own,
                         enum MHD_RequestTerminationCode code)
{
    server *const s = ctx;
    exchange *const e = *own;

    (void)mhd;
    if (!e) return;
    *own = NULL;
    for (exchange **at = &s->taken; *at; at = &(*at)->next)
        if (*at == e) {
            *at = e->next;
            break;
        }
    if (e->of) {
        e->of->exchange = e->of->reading = NULL;
        enter(e->of, READING);
    }
    const bool told = e->refused || (e->answered && code == MHD_REQUEST_TERMINATED_COMPLETED_OK);
    const size_t sent = e->seen && !strcmp(e->request.method, "HEAD") ? 0 : e->answer.len;
    const int status = e->refused ? e->refused : e->answer.status;
    if (e->seen) s->handler->over(s->handler->ctx, &e->request, told ? status : 0, sent);
    free_exchange(s, e);
}

static const char *header(struct MHD_Connection *mhd, const char *name)
{
    return MHD_lookup_connection_value(mhd, MHD_HEADER_KIND, name);
}

/* The path of an address, decoded by the library; of an address of all, the host takes the place of
 * the field (RFC 9112, 3.2.2). */
static void take_path(exchange *e, const char *path)
{
    const char *host = NULL, *decoded;
    size_t len;
    const char *const own = head_path_of(path, &decoded, &len);

    if (own && head_path_of(e->uri, &host, &len)) e->host = checked_copy(host, len);
    if (e->host) e->request.host = e->host;
    e->request.path = checked_format("%s%s", own && *own != '/' ? "/" : "", own ? own : path);
}

static void take_head(server *s, exchange *e, const char *path, const char *method)
{
    http_request *const r = &e->request;
    const char *const length = header(e->mhd, "Content-Length");
    size_t n = 0;

    r->method = method; /* lives as long as the request */
    r->type = header(e->mhd, "Content-Type");
    r->host = header(e->mhd, "Host");
    take_path(e, path);
    if (e->of && peer_own_name(e->of->fd, e->own_name) > 0) r->own_name = e->own_name;
    r->origin = header(e->mhd, "Origin");
    r->authorization = header(e->mhd, "Authorization");
    r->trace = header(e->mhd, "traceparent");
    r->announced = length ? strtoull(length, NULL, 10) : 0;
    const peer from = peer_of(e->mhd, e->of ? e->of->serial : 0);
    r->is_local = from.is_local;
    r->is_secure = from.is_secure;
    r->address = from.address;
    while (s->handler->extra_headers[n])
        n++;
    e->extra = checked_realloc(NULL, n + 1, sizeof *e->extra);
    for (size_t i = 0; i < n; i++)
        e->extra[i] = header(e->mhd, s->handler->extra_headers[i]);
    r->extra = e->extra;
    /* Where chunks end may be read in several ways: nothing is read behind them. */
    e->answer.close = header(e->mhd, "Transfer-Encoding") != NULL;
    e->waits = (r->announced || e->answer.close) && !header(e->mhd, "Expect");
}

static enum MHD_Result send_answer(exchange *e)
{
    http_answer *const a = &e->answer;
    struct MHD_Response *const response =
        MHD_create_response_from_buffer(a->len, a->len ? a->body : "", MHD_RESPMEM_PERSISTENT);

    if (!response) return MHD_NO;
    if (a->type) MHD_add_response_header(response, "Content-Type", a->type);
    for (size_t i = 0; i < a->n_headers; i++)
        MHD_add_response_header(response, a->headers[i].name, a->headers[i].value);
    if (a->close) MHD_add_response_header(response, "Connection", "close");
    e->answered = true;
    if (e->of) enter(e->of, WRITING);
    const enum MHD_Result result = MHD_queue_response(e->mhd, (unsigned)a->status, response);
    MHD_destroy_response(response);
    return result;
}

static bool append(server *s, exchange *e, const char *bytes, size_t n)
{
    http_request *const r = &e->request;
    char *body = (char *)(uintptr_t)r->body;

    if (n > s->settings->max_body - r->len) return false;
    if (r->len + n + 1 > e->capacity) {
        s->n_bytes += 2 * (r->len + n) + 1 - e->capacity;
        e->capacity = 2 * (r->len + n) + 1;
        body = checked_realloc(body, e->capacity, 1);
    }
    memcpy(body + r->len, bytes, n);
    body[r->len + n] = '\0';
    r->body = body;
    r->len += n;
    return true;
}

static void refuse(exchange *e, int status, const char *message)
{
    http_answer *const a = &e->answer;

    free(a->body);
    a->status = status;
    a->type = "application/json";
    a->body = checked_format("{\"error\":\"%s\",\"message\":\"%s\"}\n", message, message);
    a->len = strlen(a->body);
    a->close = true;
}

static void refuse_for_now(server *s, exchange *e)
{
    free_body(s, e);
    refuse(e, 503, "there is too much to do already");
    http_add_header(&e->answer, "Retry-After", "1");
}

/* Watches for the client's leaving, while the library does not. */
static void watch(server *s, exchange *e, bool on)
{
    struct epoll_event event = {.events = EPOLLRDHUP | EPOLLONESHOT, .data.ptr = e};

    if (!e->of) return;
    epoll_ctl(s->epoll, on ? EPOLL_CTL_ADD : EPOLL_CTL_DEL, e->of->fd, &event);
    e->of->exchange = on ? e : NULL;
    e->of->half_closed = 0;
    if (on) enter(e->of, WORKING);
}

/* The client has left, or sends no more and may wait for the answer: that is seen to later, if it
 * is not done soon. */
static void on_close(server *s, exchange *e, uint32_t events)
{
    struct epoll_event event = {.events = EPOLLONESHOT, .data.ptr = e};

    if (events & (EPOLLHUP | EPOLLERR) || !e->of) {
        translator_cancel(&e->request.cancellation);
    } else {
        e->of->half_closed = clock_seconds();
        epoll_ctl(s->epoll, EPOLL_CTL_MOD, e->of->fd, &event);
    }
}

/* Who has left answers a byte with a reset, which is told of. */
static void send_interim(const exchange *e)
{
    static const char text[] = "HTTP/1.1 100 Continue\r\n\r\n";
    const size_t n = sizeof text - 1;
    if (send(e->of->fd, text, n, MSG_DONTWAIT | MSG_NOSIGNAL) < 0) return;
}

/* Sees to the client that was not seen to for the longest time: one at a time, since it is work. */
static void see_to_half_closed(server *s)
{
    const double now = clock_seconds();
    connection *first = NULL;

    for (connection *c = s->connections; c; c = c->next)
        if (c->exchange && c->half_closed > 0 && (!first || c->half_closed < first->half_closed))
            first = c;
    if (!first || now - first->half_closed < PATIENCE) return;
    const enum other_end end = other_end_of(first->fd);
    first->half_closed = now;
    if (end == OTHER_END_GONE)
        translator_cancel(&first->exchange->request.cancellation);
    else if (end == OTHER_END_UNKNOWN && first->exchange->knows_interim)
        send_interim(first->exchange);
}

/* Answers a head that may be read in several ways, and has the library close the connection: it may
 * have an answer of its own to the same head. */
static enum MHD_Result refuse_head(exchange *e, int status, const char *fault)
{
    char text[512], rest[4096];
    const int n =
        snprintf(text, sizeof text,
                 "HTTP/1.1 %d %s\r\nConnection: close\r\nCache-Control: no-store\r\n"
                 "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n"
                 "{\"error\":\"%s\",\"message\":\"%s\"}\n",
                 status, MHD_get_reason_phrase_for((unsigned)status),
                 strlen("{\"error\":\"\",\"message\":\"\"}\n") + 2 * strlen(fault), fault, fault);

    e->refused = status;
    if (!e->of || send(e->of->fd, text, (size_t)n, MSG_DONTWAIT | MSG_NOSIGNAL) < 0) return MHD_NO;
    shutdown(e->of->fd, SHUT_WR);
    /* What has come and is not read would have the answer dropped. */
    for (int k = 0; k < 64 && recv(e->of->fd, rest, sizeof rest, MSG_DONTWAIT) > 0; k++)
        ;
    return MHD_NO;
}

/* Where no connection can be taken, silent ones go, the longest silent first. */
static void make_room(server *s)
{
    enum { OFTEN = 60, AT_ONCE = 16 };
    const double now = clock_seconds(), least = 1;

    for (int n = 0; n < AT_ONCE; n++) {
        connection *oldest = NULL;
        for (connection *c = s->connections; c; c = c->next)
            if (c->phase == READING && !c->reading && !c->cut &&
                (!oldest || c->since < oldest->since))
                oldest = c;
        if (!oldest || now - oldest->since < least) break;
        oldest->cut = true;
        shutdown(oldest->fd, SHUT_RDWR);
    }
    if (s->told_full > 0 && now - s->told_full < OFTEN) return;
    s->told_full = now;
    complain("there is no room for more connections than %zu: see --max-connections, and the limit "
             "of open files (ulimit -n)",
             s->n_connections);
}

/* The library says something, which it does where a connection fails: it is about to answer lengths
 * that are none, with two heads. */
static void on_message(void *ctx, const char *fmt, va_list values)
{
    server *const s = ctx;

    (void)values;
    for (connection *c = s->connections; c; c = c->next)
        if (c->reading && !c->reading->refused && head_has_bad_length(c->reading->mhd))
            refuse_head(c->reading, 400, "the length is no number");
    if (strstr(fmt, "accept")) s->is_full = true; /* until another one comes */
}

static void wake(const server *s)
{
    const uint64_t one = 1;
    if (write(s->wake, &one, sizeof one) < 0) return; /* the next tick will */
}

/* Hands a request over between two runs of the library.  A connection that is suspended amid one
 * may be read first when it goes on, and a client that sends no more is cut off then. */
static void hand_over(server *s, exchange *e)
{
    handler_pool *const pool = e->request.is_quick ? s->quick_pool : s->pool;

    MHD_suspend_connection(e->mhd);
    if (handler_pool_add(pool, &e->task, MOST_WAITING)) {
        /* This thread hears later that it is done. */
        watch(s, e, true);
        s->n_working++;
        return;
    }
    refuse_for_now(s, e);
    s->n_bytes += e->answer.len;
    e->done = true;
    MHD_resume_connection(e->mhd);
    wake(s);
}

static void hand_over_taken(server *s)
{
    for (exchange *e; (e = s->taken);) {
        s->taken = e->next;
        hand_over(s, e);
    }
}

static enum MHD_Result take(server *s, exchange *e)
{
    e->complete = true;
    e->next = s->taken;
    s->taken = e;
    return MHD_YES;
}

static enum MHD_Result on_request(void *ctx, struct MHD_Connection *mhd, const char *path,
                                  const char *method, const char *version, const char *bytes,
                                  size_t *n, void **own)
{
    server *const s = ctx;
    exchange *const e = *own;

    if (e->answered || e->refused) return MHD_NO;
    if (e->complete) return e->done ? send_answer(e) : MHD_YES;
    if (!e->seen) {
        e->seen = true;
        if (e->of) e->of->reading = NULL;
        take_head(s, e, path, method);
        e->knows_interim = !strcmp(version, "HTTP/1.1");
        int status;
        const request_head head = {.method = method, .version = version, .uri = e->uri};
        const char *const fault = head_fault(mhd, &head, &status);
        if (fault) return refuse_head(e, status, fault);
        e->accepted = !s->stopping && e->request.announced <= s->settings->max_body &&
                      s->handler->accept(s->handler->ctx, &e->request, &e->answer);
        if (e->accepted) return MHD_YES;
        if (s->stopping) refuse(e, 503, "the server is stopping");
        if (!e->answer.status) refuse(e, 413, "the request is too large");
        e->answer.close = true;
        return e->waits ? MHD_YES : send_answer(e);
    }
    if (*n) {
        const bool room = s->n_bytes < MOST_BYTES;
        const bool fits = e->answer.status || (room && append(s, e, bytes, *n));
        *n = 0;
        if (!fits && room)
            refuse(e, 413, "the request is too large");
        else if (!fits)
            refuse_for_now(s, e);
        return MHD_YES;
    }
    return e->answer.status ? send_answer(e) : take(s, e);
}

/* As often as it was asked for: of several, the last one sees what all of them saw. */
static void reload(server *s)
{
    for (int n = atomic_load(&s->n_reloads); n; n = atomic_fetch_sub(&s->n_reloads, n) - n)
        s->handler->reload(s->handler->ctx);
}

static void run_handler(void *ctx, handler_task *task)
{
    server *const s = ctx;
    exchange *const e = (exchange *)task;

    if (task == &s->reload) {
        reload(s);
        return;
    }

    s->handler->handle(s->handler->ctx, &e->request, &e->answer);
    pthread_mutex_lock(&s->lock);
    e->next = s->done;
    s->done = e;
    pthread_mutex_unlock(&s->lock);
    wake(s);
}

static void resume_done(server *s)
{
    uint64_t n;

    if (read(s->wake, &n, sizeof n) < 0 && errno != EAGAIN) return;
    pthread_mutex_lock(&s->lock);
    exchange *e = s->done;
    s->done = NULL;
    pthread_mutex_unlock(&s->lock);
    for (exchange *next; e; e = next) {
        next = e->next;
        e->done = true;
        free_body(s, e);
        s->n_bytes += e->answer.len;
        watch(s, e, false);
        s->n_working--;
        MHD_resume_connection(e->mhd);
    }
}

/* ---- The end ------------------------------------------------------------------------------- */

static void begin_to_stop(server *s)
{
    s->stopping = true;
    stopping = true;
    s->stop_begun = clock_seconds();
    for (size_t i = 0; i < s->settings->n_sockets; i++) {
        const MHD_socket fd = MHD_quiesce_daemon(s->daemons[i]);
        if (fd != MHD_INVALID_SOCKET) close(fd);
    }
}

static void cancel_all(server *s)
{
    for (connection *c = s->connections; c; c = c->next)
        if (c->exchange) translator_cancel(&c->exchange->request.cancellation);
}

static bool any_writes(const server *s)
{
    for (const connection *c = s->connections; c; c = c->next)
        if (c->phase != READING) return true;
    return false;
}

static void tick(server *s)
{
    uint64_t n;

    if (read(s->timer, &n, sizeof n) < 0) return;
    resume_done(s); /* connections whose handlers could not wake this thread */
    cut_slow(s);
    see_to_half_closed(s);
    if (s->is_full || s->n_connections >= (size_t)s->settings->max_connections) make_room(s);
    s->handler->tick(s->handler->ctx);
    const double now = clock_seconds();
    s->has_worked = s->has_worked || s->n_working;
    if (s->has_worked && !s->n_working && now - s->last_request > REST) {
        trim_memory();
        s->has_worked = false;
    }
    const bool idle = !s->n_working && s->handler->is_idle(s->handler->ctx);
    const int most = s->settings->idle_exit;
    if (!s->stopping && most && idle && now - s->last_request > most) begin_to_stop(s);
    if (s->stopping && now - s->stop_begun > LAST_WORK) cancel_all(s);
}

static void take_signal(server *s, void (*on_stop)(void))
{
    struct signalfd_siginfo info;

    if (read(s->signals, &info, sizeof info) != sizeof info) return;
    if (info.ssi_signo == SIGHUP) {
        if (!atomic_fetch_add(&s->n_reloads, 1) &&
            !handler_pool_add(s->quick_pool, &s->reload, MOST_WAITING))
            reload(s);
    } else if (s->stopping) {
        _exit(EXIT_OK);
    } else {
        begin_to_stop(s);
        on_stop();
    }
}

/* ---- The loop ------------------------------------------------------------------------------ */

static void run_daemons(server *s)
{
    for (size_t i = 0; i < s->settings->n_sockets; i++)
        MHD_run(s->daemons[i]);
    hand_over_taken(s);
}

/* Milliseconds until the library wants to run again. */
static int next_timeout(const server *s)
{
    int least = 1000;

    for (size_t i = 0; i < s->settings->n_sockets; i++) {
        MHD_UNSIGNED_LONG_LONG ms;
        if (MHD_get_timeout(s->daemons[i], &ms) == MHD_YES && ms < (MHD_UNSIGNED_LONG_LONG)least)
            least = (int)ms;
    }
    return least;
}

static void loop(server *s, void (*on_stop)(void))
{
    struct epoll_event events[64];

    while (!s->stopping || s->n_working || any_writes(s)) {
        const int n = epoll_wait(s->epoll, events, 64, next_timeout(s));
        for (int i = 0; i < n; i++) {
            void *const what = events[i].data.ptr;
            if (what == &s->wake)
                resume_done(s);
            else if (what == &s->timer)
                tick(s);
            else if (what == &s->signals)
                take_signal(s, on_stop);
            else if (what != s)
                on_close(s, what, events[i].events);
        }
        run_daemons(s);
    }
}

static bool add_to_epoll(server *s, int fd, void *what)
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = what};
    return fd >= 0 && !epoll_ctl(s->epoll, EPOLL_CTL_ADD, fd, &event);
}

static bool open_own_files(server *s)
{
    const struct itimerspec second = {.it_interval.tv_sec = 1, .it_value.tv_sec = 1};
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    s->epoll = epoll_create1(EPOLL_CLOEXEC);
    s->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    s->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    s->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    return s->epoll >= 0 && add_to_epoll(s, s->wake, &s->wake) &&
           add_to_epoll(s, s->signals, &s->signals) && add_to_epoll(s, s->timer, &s->timer) &&
           !timerfd_settime(s->timer, 0, &second, NULL);
}

static bool start_daemon(server *s, size_t i)
{
    const http_settings *const set = s->settings;
    struct sockaddr_storage name;
    socklen_t len = sizeof name;
    /* All that are on this machine, and all that a proxy there stands for, have one address. */
    const bool here = !getsockname(set->sockets[i], (struct sockaddr *)&name, &len) &&
                      peer_is_here((const struct sockaddr *)&name);

    s->daemons[i] = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL, NULL, on_request, s,
        MHD_OPTION_LISTEN_SOCKET, set->sockets[i], MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)set->max_connections, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
        here ? 0U : (unsigned)set->max_per_address, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)SILENCE, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEADERS_SIZE,
        MHD_OPTION_STRICT_FOR_CLIENT, head_is_checked() ? 1 : 0, MHD_OPTION_EXTERNAL_LOGGER,
        on_message, s, MHD_OPTION_NOTIFY_CONNECTION, on_connection, s, MHD_OPTION_NOTIFY_COMPLETED,
        on_completed, s, MHD_OPTION_URI_LOG_CALLBACK, on_uri, s, MHD_OPTION_END);
    if (!s->daemons[i]) return false;
    return add_to_epoll(s, MHD_get_daemon_info(s->daemons[i], MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd,
                        s);
}

int http_serve(const http_settings *settings, const http_handler *handler, void (*ready)(void),
               void (*on_stop)(void))
{
    server *const s = &it;

    *s = (server){.settings = settings, .handler = handler, .last_request = clock_seconds()};
    pthread_mutex_init(&s->lock, NULL);
    signal(SIGPIPE, SIG_IGN);
    bool fine = settings->n_sockets <= MOST_SOCKETS && open_own_files(s);
    if (!fine) complain("the server cannot start: %s", strerror(errno));
    for (size_t i = 0; i < settings->n_sockets && fine; i++) {
        fine = start_daemon(s, i);
        if (!fine) complain("libmicrohttpd does not start: %s", strerror(errno));
    }
    if (!fine) return -1;
    s->pool = handler_pool_open(settings->threads, HANDLER_PATIENCE, run_handler, s);
    s->quick_pool = handler_pool_open(settings->quick_threads, HANDLER_PATIENCE, run_handler, s);
    ready();
    loop(s, on_stop);
    handler_pool_close(s->pool);
    handler_pool_close(s->quick_pool);
    for (size_t i = 0; i < settings->n_sockets; i++)
        MHD_stop_daemon(s->daemons[i]);
    close(s->epoll);
    return 0;
}
