/* translate_document.c - documents, each as the command translates its file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/clock.h"
#include "lines/detector.h"
#include "models/model_languages.h"
#include "serve/desk/desk.h"
#include "serve/desk/route.h"

typedef struct watch {
    desk *d;
    const desk_order *order;
    const char *source;
    int (*progress)(void *ctx, double done);
    void *ctx;
    size_t step, n_steps;
    bool late;
} watch;

static int look(void *ctx, double done)
{
    watch *const w = ctx;
    desk_patience *const p = w->order->patience;

    pthread_mutex_lock(&p->lock);
    const bool gone = p->gone;
    pthread_mutex_unlock(&p->lock);
    w->late = w->order->deadline > 0 && clock_seconds() > w->order->deadline;
    if (gone || w->late) return 1;
    return w->progress ? w->progress(w->ctx, ((double)w->step + done) / (double)w->n_steps) : 0;
}

static enum desk_status refuse(desk_answer *a, const watch *w, const tr_error *e)
{
    snprintf(a->message, sizeof a->message, "%.*s", (int)sizeof a->message - 1, e->msg);
    if (e->code == TR_ESTOPPED) w->d->n_cancelled++;
    switch (e->code) {
    case TR_ESTOPPED:
        return w->late ? DESK_LATE : DESK_GONE;
    case TR_EFORMAT:
    case TR_EINVAL:
    case TR_EUNSUPPORTED:
        return DESK_BAD;
    case TR_ENOMEM:
        return DESK_BUSY;
    default:
        return DESK_FAILED;
    }
}

static void count(desk *d, desk_answer *a, const tr_stream_stats *s)
{
    d->n_sentences += s->sentences;
    d->n_source_tokens += s->source_tokens;
    d->n_target_tokens += s->target_tokens;
    d->n_retried += s->retried;
    a->source_tokens += s->source_tokens;
    a->target_tokens += s->target_tokens;
}

/* True if a document keeps its sources: a second step would find nothing to translate. */
static bool fills(const char *name, const char *format, const char *bytes, size_t size)
{
    const char *const of = format ? format : tr_document_guess(name, bytes, size);
    const tr_document_format *f;

    for (size_t i = 0; of && (f = tr_document_format_at(i)); i++)
        if (!strcmp(f->name, of)) return f->can & TR_FILLS;
    return false;
}

/* One step: what it makes of the bytes is the caller's. */
static int run_step(watch *w, engine *e, const char *name, const char *format, const char *bytes,
                    size_t size, char **out, size_t *out_size, desk_answer *answer, tr_error *err)
{
    const bool first = w->step == 0, last = w->step + 1 == w->n_steps;
    const tr_document_options options = {
        .format = format,
        .source_language = first ? w->source : model_pivot_language,
        .target_language = last ? w->order->target : model_pivot_language};
    tr_document *document;
    tr_stream_stats stats = {0};
    const char *made;

    int rc = tr_document_open(&document, name, bytes, size, &options, err);
    if (rc < 0) return rc;
    rc = tr_document_translate_by(document, engine_service(e), w->order->client, look, w, &stats,
                                  err);
    count(w->d, answer, &stats);
    if (rc == 0 && engine_is_damaged(e)) {
        rc = err->code = TR_EIO;
        snprintf(err->msg, sizeof err->msg, "%s", damaged_model);
    }
    if (rc == 0) rc = tr_document_finish(document, &made, out_size, NULL, err);
    if (rc == 0) *out = checked_copy(made, *out_size);
    tr_document_free(document);
    return rc;
}

/* The language of a document: what it is told to be, what it says, what its text looks like. */
static bool find_source(desk *d, const desk_order *order, const char *name, const char *format,
                        const char *bytes, size_t size, char source[TR_PEEK_SIZE])
{
    const tr_document_options options = {.format = format};
    char sample[DETECTOR_SAMPLE];
    detected found[DETECTED_MOST];
    tr_document_languages said = {0};
    tr_document *document;

    if (order->source) {
        snprintf(source, TR_PEEK_SIZE, "%s", order->source);
        return true;
    }
    tr_document_say_languages(name, bytes, size, format, &said);
    if (*said.source && desk_has(d, said.source, order->target)) {
        memcpy(source, said.source, sizeof said.source);
        return true;
    }
    if (tr_document_open(&document, name, bytes, size, &options, NULL)) return false;
    const size_t n = detector_sample_document(document, sample);
    tr_document_free(document);
    if (!desk_detect(d, sample, n, order->target, found)) return false;
    snprintf(source, TR_PEEK_SIZE, "%s", found[0].language);
    return true;
}

enum desk_status desk_translate_document(desk *d, const desk_order *order, const char *name,
                                         const char *format, const char *bytes, size_t size,
                                         int (*progress)(void *ctx, double done), void *ctx,
                                         char **out, size_t *out_size, desk_answer *answer)
{
    char source[TR_PEEK_SIZE], *between = NULL;
    desk_route route;
    tr_error e = {0};
    int rc = 0;

    *answer = (desk_answer){0};
    *out = NULL;
    snprintf(source, sizeof source, "%s", model_pivot_language);
    find_source(d, order, name, format, bytes, size, source);
    if (tr_language_fit(source, order->target) == 2) {
        *out = checked_copy(bytes, size);
        *out_size = size;
        return DESK_OK;
    }
    const enum desk_status status = desk_route_open(d, &route, order, source, answer);
    if (status != DESK_OK) return status;
    if (route.n > 1 && fills(name, format, bytes, size)) {
        desk_route_close(d, &route);
        snprintf(answer->message, sizeof answer->message,
                 "translations stand beside their sources in this document: that takes a model "
                 "from %s to %s",
                 source, order->target);
        return DESK_NO_PAIR;
    }
    watch w = {.d = d,
               .order = order,
               .source = source,
               .progress = progress,
               .ctx = ctx,
               .n_steps = route.n};
    for (; w.step < route.n && rc == 0; w.step++) {
        char *made = NULL;
        rc = run_step(&w, route.steps[w.step], name, format, bytes, size, &made, &size, answer, &e);
        free(between);
        bytes = between = made;
    }
    desk_route_close(d, &route);
    *out = between;
    *out_size = size;
    return rc == 0 ? DESK_OK : refuse(answer, &w, &e);
}
