/* A service: what several threads hand in at once, over a small random model without a tokenizer.
 */
#include "translate.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "make/make_model.h"
#include "unit/scratch.h"
#include "unit/unit.h"

enum { LINES = 120, CLIENTS = 8, LONGEST = 400 };

static tr_model *model;
static tr_options options;
static char texts[LINES][64];
static char wanted[LINES][LONGEST]; /* by tr_translate() */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void open_model(void)
{
    scratch dir;
    tr_error err;
    model_spec spec = model_spec_small;
    tr_session *s;
    const tr_translation *r;
    uint32_t h = 1;

    scratch_open(&dir);
    ck_assert_int_eq(make_model(scratch_file(&dir, "m.gguf"), &spec, &err), 0);
    ck_assert_msg(tr_model_open(&model, dir.path, &err) == 0, "%s", err.msg);
    scratch_count(&dir, true);
    rmdir(dir.folder);
    tr_options_init(&options, model);
    options.input = options.output = TR_IDS;
    options.beam_size = 4;
    options.threads = 3;
    ck_assert_int_eq(tr_session_create(&s, model, &options, &err), 0);
    for (size_t i = 0; i < LINES; i++) {
        char *p = texts[i];
        h = h * 1664525u + 1013904223u;
        for (uint32_t k = 0; k < (h >> 20) % 9; k++)
            p += sprintf(p, "%s%u", k ? " " : "", 2 + (h >> (k + 3)) % 20);
        ck_assert_int_eq(tr_translate(s, texts[i], strlen(texts[i]), &r, &err), 0);
        snprintf(wanted[i], LONGEST, "%a %s", (double)r->hypotheses[0].score,
                 r->hypotheses[0].text);
    }
    tr_session_free(s);
}

static tr_service *start(const tr_service_limits *limits)
{
    tr_service *s;
    tr_error err;
    if (!model) open_model();
    ck_assert_msg(tr_service_create(&s, model, &options, limits, &err) == 0, "%s", err.msg);
    return s;
}

/* What has come back of a ticket. */
typedef struct inbox {
    size_t first; /* line of its first one */
    size_t n_best;
    atomic_size_t n, n_failed;
    atomic_bool closed;
} inbox;

static void receive(void *ctx, size_t i, const tr_translation *r)
{
    inbox *in = ctx;
    char text[LONGEST];

    ck_assert(!atomic_load(&in->closed));
    snprintf(text, LONGEST, "%a %s", (double)r->hypotheses[0].score, r->hypotheses[0].text);
    if (r->status)
        in->n_failed++;
    else
        ck_assert_str_eq(text, wanted[(in->first + i) % LINES]);
    ck_assert_uint_le(r->n_hypotheses, in->n_best);
    if (r->n_source_tokens > 3 && !r->status) ck_assert_uint_eq(r->n_hypotheses, in->n_best);
    in->n++;
}

static tr_job job_of(inbox *in, uint64_t client)
{
    return (tr_job){.client = client, .n_best = (int)in->n_best, .done = receive, .ctx = in};
}

static void lines_from(size_t first, size_t n, tr_string *lines)
{
    for (size_t i = 0; i < n; i++) {
        const char *const text = texts[(first + i) % LINES];
        lines[i] = (tr_string){text, strlen(text)};
    }
}

static void wait_for(const inbox *in, size_t n)
{
    const struct timespec moment = {.tv_nsec = 100000};
    while (atomic_load(&in->n) < n)
        nanosleep(&moment, NULL);
}

typedef struct client {
    tr_service *service;
    uint64_t id;
} client;

static void *ask(void *ctx)
{
    const client *c = ctx;
    tr_string lines[LINES];
    tr_error err;

    for (size_t round = 0; round < 20; round++) {
        const size_t n = 1 + (c->id * 7 + round * 5) % 30;
        inbox in = {.first = (c->id * 31 + round * 17) % LINES, .n_best = 1 + (c->id + round) % 4};
        tr_ticket *t;
        const tr_job job = job_of(&in, c->id);
        lines_from(in.first, n, lines);
        ck_assert_int_eq(tr_service_submit(c->service, &job, lines, n, &t, &err), 0);
        if (round % 3) wait_for(&in, n);
        tr_ticket_free(t);
        in.closed = true;
        if (round % 3) ck_assert_uint_eq(in.n, n);
        ck_assert_uint_eq(in.n_failed, 0);
    }
    return NULL;
}

START_TEST(many_clients_get_what_one_gets)
{
    tr_service *const s = start(NULL);
    pthread_t threads[CLIENTS];
    client clients[CLIENTS];

    for (size_t i = 0; i < CLIENTS; i++) {
        clients[i] = (client){s, i % 5};
        ck_assert_int_eq(pthread_create(&threads[i], NULL, ask, &clients[i]), 0);
    }
    for (size_t i = 0; i < CLIENTS; i++)
        pthread_join(threads[i], NULL);
    ck_assert_uint_eq(tr_service_load(s), 0);
    ck_assert_uint_gt(tr_service_done(s), 0);
    tr_service_free(s);
}
END_TEST

START_TEST(what_is_let_go_is_not_told)
{
    tr_service *const s = start(NULL);
    static tr_string lines[40 * LINES];
    inbox dropped = {.n_best = 1}, kept = {.n_best = 2};
    const tr_job a = job_of(&dropped, 1), b = job_of(&kept, 2);
    tr_ticket *ta, *tb;
    tr_error err;

    lines_from(0, 40 * LINES, lines);
    ck_assert_int_eq(tr_service_submit(s, &a, lines, 40 * LINES, &ta, &err), 0);
    ck_assert_int_eq(tr_service_submit(s, &b, lines, LINES, &tb, &err), 0);
    wait_for(&dropped, 5);
    tr_ticket_free(ta);
    dropped.closed = true;
    ck_assert_uint_lt(dropped.n, 40 * LINES);
    wait_for(&kept, LINES);
    tr_ticket_free(tb);
    ck_assert_uint_eq(tr_service_load(s), 0);
    tr_service_free(s);
}
END_TEST

START_TEST(a_large_job_keeps_a_small_one_waiting_for_a_turn_only)
{
    tr_service *const s = start(NULL);
    static tr_string lines[100 * LINES];
    inbox large = {.n_best = 1}, small = {.n_best = 1};
    const tr_job a = job_of(&large, 1), b = job_of(&small, 2);
    tr_ticket *ta, *tb;
    tr_error err;

    lines_from(0, 100 * LINES, lines);
    ck_assert_int_eq(tr_service_submit(s, &a, lines, 100 * LINES, &ta, &err), 0);
    wait_for(&large, 5);
    const size_t before = large.n;
    ck_assert_int_eq(tr_service_submit(s, &b, lines, 3, &tb, &err), 0);
    wait_for(&small, 3);
    ck_assert_uint_lt(large.n - before, 50 * LINES);
    tr_ticket_free(tb);
    tr_ticket_free(ta);
    tr_service_free(s);
}
END_TEST

START_TEST(limits_hold)
{
    const tr_service_limits limits = {.bytes = 600, .client_bytes = 200};
    tr_service *const s = start(&limits);
    inbox in = {.n_best = 1};
    tr_job job = job_of(&in, 1);
    tr_string many[64];
    tr_ticket *t[5];
    tr_error err;
    size_t n = 0;
    int rc = TR_OK;

    lines_from(0, 64, many);
    job.n_best = 5;
    ck_assert_int_eq(tr_service_submit(s, &job, many, 64, &t[0], &err), TR_EINVAL);
    job.n_best = 1;
    for (size_t i = 0; i < 5 && rc == TR_OK; i++, n += rc == TR_OK)
        rc = tr_service_submit(s, &job, many, 64, &t[i], &err);
    ck_assert_int_eq(rc, TR_EBUSY);
    ck_assert_uint_ge(n, 1);
    for (size_t i = 0; i < n; i++)
        tr_ticket_free(t[i]);
    ck_assert_uint_eq(tr_service_load(s), 0);
    ck_assert_int_eq(tr_service_submit(s, &job, many, 64, &t[0], &err), 0);
    tr_ticket_free(t[0]);
    tr_service_free(s);
}
END_TEST

START_TEST(lines_after_their_deadline_fail)
{
    tr_service *const s = start(NULL);
    tr_string lines[LINES];
    inbox in = {.n_best = 1};
    tr_job job = job_of(&in, 1);
    tr_ticket *t;
    tr_error err;

    job.deadline = now() - 1;
    lines_from(0, LINES, lines);
    ck_assert_int_eq(tr_service_submit(s, &job, lines, LINES, &t, &err), 0);
    wait_for(&in, LINES);
    ck_assert_uint_eq(in.n_failed, LINES);
    tr_ticket_free(t);
    ck_assert_int_eq(tr_service_submit(s, &job, NULL, 0, &t, &err), 0);
    tr_ticket_free(t);
    tr_service_free(s);
}
END_TEST

/* ---- Streams ---- */

typedef struct tape {
    size_t at, n;
} tape;

static ptrdiff_t read_tape(void *ctx, char *bytes, size_t size)
{
    tape *t = ctx;
    if (t->at == 5 * LINES) return 0;
    const int n = snprintf(bytes, size, "%s\n", texts[t->at++ % LINES]);
    return n;
}

static int write_tape(void *ctx, const tr_translation *r)
{
    tape *t = ctx;
    char text[LONGEST];
    snprintf(text, LONGEST, "%a %s", (double)r->hypotheses[0].score, r->hypotheses[0].text);
    ck_assert_str_eq(text, wanted[t->n++ % LINES]);
    return 0;
}

static void *stream(void *ctx)
{
    const client *c = ctx;
    tape t = {0};
    const tr_stream_io io = {.read = read_tape, .write = write_tape, .ctx = &t};
    tr_stream_stats stats;
    tr_error err;

    ck_assert_int_eq(tr_service_stream(c->service, c->id, &io, &stats, &err), 0);
    ck_assert_uint_eq(t.n, 5 * LINES);
    ck_assert_uint_eq(stats.lines, 5 * LINES);
    return NULL;
}

START_TEST(streams_and_jobs_share_a_service)
{
    tr_service *const s = start(NULL);
    pthread_t threads[4];
    client clients[4];

    for (size_t i = 0; i < 4; i++) {
        clients[i] = (client){s, i};
        ck_assert_int_eq(pthread_create(&threads[i], NULL, i % 2 ? ask : stream, &clients[i]), 0);
    }
    for (size_t i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    tr_service_free(s);
}
END_TEST

UNIT_MAIN("service", many_clients_get_what_one_gets, what_is_let_go_is_not_told,
          a_large_job_keeps_a_small_one_waiting_for_a_turn_only, limits_hold,
          lines_after_their_deadline_fail, streams_and_jobs_share_a_service)
