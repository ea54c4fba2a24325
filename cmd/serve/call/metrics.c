#include "serve/call/metrics.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "console/alloc.h"
#include "console/clock.h"
#include "serve/http/http.h"

enum { MOST_SERIES = 256, MOST_REASONS = 16, N_BOUNDS = 11 };

static const double bounds[N_BOUNDS] = {.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10};

typedef struct series {
    int dialect, status;
    uint64_t n;
} series;

struct metrics {
    pthread_mutex_t lock;
    series series[MOST_SERIES];
    size_t n_series;
    uint64_t in_bound[N_BOUNDS + 1];
    double seconds;
    const char *reasons[MOST_REASONS];
    uint64_t refused[MOST_REASONS];
    size_t n_reasons;
    atomic_ullong characters;
    double begun;
};

metrics *metrics_create(void)
{
    metrics *const m = checked_malloc(sizeof *m);
    memset(m, 0, sizeof *m);
    pthread_mutex_init(&m->lock, NULL);
    m->begun = clock_seconds();
    return m;
}

void metrics_free(metrics *m)
{
    pthread_mutex_destroy(&m->lock);
    free(m);
}

static series *series_of(metrics *m, int dialect, int status)
{
    for (size_t i = 0; i < m->n_series; i++)
        if (m->series[i].dialect == dialect && m->series[i].status == status) return &m->series[i];
    if (m->n_series == MOST_SERIES) return &m->series[0];
    m->series[m->n_series] = (series){dialect, status, 0};
    return &m->series[m->n_series++];
}

void metrics_add_request(metrics *m, int dialect, int status, double seconds)
{
    size_t i = 0;

    while (i < N_BOUNDS && seconds > bounds[i])
        i++;
    pthread_mutex_lock(&m->lock);
    series_of(m, dialect, status)->n++;
    m->in_bound[i]++;
    m->seconds += seconds;
    pthread_mutex_unlock(&m->lock);
}

void metrics_add_refusal(metrics *m, const char *reason)
{
    size_t i = 0;

    pthread_mutex_lock(&m->lock);
    while (i < m->n_reasons && strcmp(m->reasons[i], reason) != 0)
        i++;
    if (i < MOST_REASONS) {
        if (i == m->n_reasons) m->reasons[m->n_reasons++] = reason;
        m->refused[i]++;
    }
    pthread_mutex_unlock(&m->lock);
}

void metrics_add_characters(metrics *m, size_t n)
{
    m->characters += n;
}

uint64_t metrics_characters(const metrics *m)
{
    return m->characters;
}

/* ---- Text ---------------------------------------------------------------------------------- */

static void begin(tr_buf *b, const char *name, const char *type, const char *help)
{
    tr_buf_printf(b, "# HELP translate_%s %s\n# TYPE translate_%s %s\n", name, help, name, type);
}

static void add(tr_buf *b, const char *name, const char *type, const char *help, double value)
{
    begin(b, name, type, help);
    tr_buf_printf(b, "translate_%s %.17g\n", name, value);
}

static void add_requests(tr_buf *b, const metrics *m, const char *const *names)
{
    begin(b, "requests_total", "counter", "Requests by interface and status.");
    for (size_t i = 0; i < m->n_series; i++) {
        const series *const s = &m->series[i];
        tr_buf_printf(b, "translate_requests_total{interface=\"%s\",status=\"%d\"} %llu\n",
                      s->dialect < 0 ? "none" : names[s->dialect], s->status,
                      (unsigned long long)s->n);
    }
    begin(b, "request_seconds", "histogram", "Time from the request to its answer.");
    uint64_t sum = 0;
    for (size_t i = 0; i < N_BOUNDS; i++) {
        sum += m->in_bound[i];
        tr_buf_printf(b, "translate_request_seconds_bucket{le=\"%g\"} %llu\n", bounds[i],
                      (unsigned long long)sum);
    }
    sum += m->in_bound[N_BOUNDS];
    tr_buf_printf(b,
                  "translate_request_seconds_bucket{le=\"+Inf\"} %llu\n"
                  "translate_request_seconds_sum %.9g\ntranslate_request_seconds_count %llu\n",
                  (unsigned long long)sum, m->seconds, (unsigned long long)sum);
    begin(b, "refused_total", "counter", "Requests that were refused, by reason.");
    for (size_t i = 0; i < m->n_reasons; i++)
        tr_buf_printf(b, "translate_refused_total{reason=\"%s\"} %llu\n", m->reasons[i],
                      (unsigned long long)m->refused[i]);
}

static void add_label(tr_buf *b, const char *name, const char *value)
{
    tr_buf_printf(b, "%s=\"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\') tr_buf_add(b, "\\", 1);
        if (*value == '\n')
            tr_buf_add_string(b, "\\n");
        else
            tr_buf_add(b, value, 1);
    }
    tr_buf_add_string(b, "\"");
}

static void add_model(void *ctx, const char *name, const char *source, const char *target,
                      const char *digest)
{
    tr_buf *const b = ctx;
    tr_buf_add_string(b, "translate_model_info{");
    add_label(b, "name", name);
    tr_buf_printf(b, ",languages=\"%s-%s\",digest=\"%.16s\"} 1\n", source, target, digest);
}

char *metrics_text(metrics *m, translator *d, const char *const *names)
{
    tr_buf b = {0};
    translator_numbers n;

    translator_count(d, &n);
    pthread_mutex_lock(&m->lock);
    add_requests(&b, m, names);
    pthread_mutex_unlock(&m->lock);
    add(&b, "sentences_total", "counter", "Lines and segments that were translated.",
        (double)n.sentences);
    add(&b, "source_tokens_total", "counter", "Tokens that were read.", (double)n.source_tokens);
    add(&b, "target_tokens_total", "counter", "Tokens that were said.", (double)n.target_tokens);
    add(&b, "characters_total", "counter", "Characters of texts that were translated.",
        (double)m->characters);
    add(&b, "retried_total", "counter", "Sentences that were searched a second time.",
        (double)n.retried);
    add(&b, "cancelled_total", "counter", "Requests whose client left before the answer.",
        (double)n.cancelled);
    add(&b, "queued_bytes", "gauge", "Bytes of text that are not translated yet.",
        (double)n.queued_bytes);
    add(&b, "admitted_requests", "gauge", "Requests that are translated now.", (double)n.admitted);
    add(&b, "admitted_seconds", "gauge", "Seconds of work that they are, by the speed of late.",
        n.work);
    add(&b, "open_models", "gauge", "Models that are open.", (double)n.models);
    add(&b, "connections", "gauge", "Open connections.", (double)http_connections());
    add(&b, "uptime_seconds", "gauge", "Seconds since the start.", clock_seconds() - m->begun);
    begin(&b, "model_info", "gauge", "Models that are open.");
    translator_models(d, add_model, &b);
    char *const text = checked_format("%s", b.failed ? "" : tr_buf_text(&b));
    tr_buf_free(&b);
    return text;
}
