/* translate_document.c - documents, each as the command translates its file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/clock.h"
#include "lines/detector.h"
#include "models/model_languages.h"
#include "serve/translator/engine_chain.h"
#include "serve/translator/translator.h"

typedef struct watch {
    translator *d;
    const translator_request *request;
    const char *source;
    int (*progress)(void *ctx, double done);
    void *ctx;
    size_t step, n_steps;
    size_t size;        /* bytes of text */
    model_speed *speed; /* of the step */
    double done;        /* of the step, that the admission was told of */
    bool late, hopeless;
} watch;

static int look(void *ctx, double done)
{
    watch *const w = ctx;
    translator_cancellation *const p = w->request->cancellation;

    pthread_mutex_lock(&p->lock);
    const bool gone = p->gone;
    pthread_mutex_unlock(&p->lock);
    w->late = w->request->deadline > 0 && clock_seconds() > w->request->deadline;
    w->hopeless = !admission_did(w->d->admission, w->request->admitted, w->speed,
                                 (done - w->done) * (double)w->size);
    w->done = done;
    if (gone || w->late || w->hopeless) return 1;
    return w->progress ? w->progress(w->ctx, ((double)w->step + done) / (double)w->n_steps) : 0;
}

static enum translator_status refuse(translator_answer *a, const watch *w, const tr_error *e)
{
    snprintf(a->message, sizeof a->message, "%.*s", (int)sizeof a->message - 1, e->msg);
    if (e->code == TR_ESTOPPED) w->d->n_cancelled++;
    switch (e->code) {
    case TR_ESTOPPED:
        return w->hopeless ? TRANSLATOR_TOO_LONG : w->late ? TRANSLATOR_LATE : TRANSLATOR_GONE;
    case TR_EFORMAT:
    case TR_EINVAL:
    case TR_EUNSUPPORTED:
        return TRANSLATOR_BAD;
    case TR_ENOMEM:
        return TRANSLATOR_BUSY;
    default:
        return TRANSLATOR_FAILED;
    }
}

static void count(translator *d, translator_answer *a, const tr_stream_stats *s)
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
                    size_t size, char **out, size_t *out_size, translator_answer *answer,
                    tr_error *err)
{
    const bool first = w->step == 0, last = w->step + 1 == w->n_steps;
    const tr_document_options options = {
        .format = format,
        .source_language = first ? w->source : model_pivot_language,
        .formality = last ? w->request->formality : TR_FORMALITY_DEFAULT,
        .target_language = last ? w->request->target : model_pivot_language};
    tr_document *document;
    tr_stream_stats stats = {0};
    const char *made;

    int rc = tr_document_open(&document, name, bytes, size, &options, err);
    if (rc < 0) return rc;
    rc = tr_document_translate_by(document, engine_service(e), w->request->admitted->client, look,
                                  w, &stats, err);
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
static bool find_source(translator *d, const translator_request *request, const char *name,
                        const char *format, const char *bytes, size_t size,
                        char source[TR_PEEK_SIZE])
{
    const tr_document_options options = {.format = format};
    char sample[DETECTOR_SAMPLE];
    detected found[DETECTED_MOST];
    tr_document_languages said = {0};
    tr_document *document;

    if (request->source) {
        snprintf(source, TR_PEEK_SIZE, "%s", request->source);
        return true;
    }
    tr_document_say_languages(name, bytes, size, format, &said);
    if (*said.source && translator_has(d, said.source, request->target)) {
        memcpy(source, said.source, sizeof said.source);
        return true;
    }
    if (tr_document_open(&document, name, bytes, size, &options, NULL)) return false;
    const size_t n = detector_sample_document(document, sample);
    tr_document_free(document);
    if (!translator_detect(d, sample, n, request->target, found)) return false;
    snprintf(source, TR_PEEK_SIZE, "%s", found[0].language);
    return true;
}

static size_t size_of_text(const translator_request *request, size_t size)
{
    return request->text_size ? request->text_size : size;
}

/* From a language that was found, and when the work was taken. */
static enum translator_status translate(translator *d, const translator_request *request,
                                        const char *source, const char *name, const char *format,
                                        const char *bytes, size_t size,
                                        int (*progress)(void *ctx, double done), void *ctx,
                                        char **out, size_t *out_size, translator_answer *answer)
{
    char *between = NULL;
    engine_chain chain;
    tr_error e = {0};
    int rc = 0;

    if (tr_language_fit(source, request->target) == 2) {
        *out = checked_copy(bytes, size);
        *out_size = size;
        return TRANSLATOR_OK;
    }
    const enum translator_status status = engine_chain_open(d, &chain, request, source, answer);
    if (status != TRANSLATOR_OK) return status;
    if (chain.n > 1 && fills(name, format, bytes, size)) {
        engine_chain_close(d, &chain);
        snprintf(answer->message, sizeof answer->message,
                 "translations stand beside their sources in this document: that takes a model "
                 "from %s to %s",
                 source, request->target);
        return TRANSLATOR_NO_PAIR;
    }
    watch w = {.d = d,
               .request = request,
               .source = source,
               .progress = progress,
               .ctx = ctx,
               .n_steps = chain.n,
               .size = size_of_text(request, size)};
    for (; w.step < chain.n && rc == 0; w.step++) {
        char *made = NULL;
        w.done = 0;
        w.speed = engine_speed(chain.steps[w.step]);
        rc = run_step(&w, chain.steps[w.step], name, format, bytes, size, &made, &size, answer, &e);
        free(between);
        bytes = between = made;
    }
    engine_chain_close(d, &chain);
    *out = between;
    *out_size = size;
    return rc == 0 ? TRANSLATOR_OK : refuse(answer, &w, &e);
}

enum translator_status translator_document(translator *d, const translator_request *request,
                                           const char *name, const char *format, const char *bytes,
                                           size_t size, int (*progress)(void *ctx, double done),
                                           void *ctx, char **out, size_t *out_size,
                                           translator_answer *answer)
{
    char source[TR_PEEK_SIZE];
    translator_request own = *request;
    admitted taken = {0};

    *answer = (translator_answer){0};
    *out = NULL;
    snprintf(source, sizeof source, "%s", model_pivot_language);
    find_source(d, request, name, format, bytes, size, source);
    if (!request->admitted) {
        own.admitted = &taken;
        engine_chain_add_work(d, &taken, source, request->target, size_of_text(request, size));
        const enum translator_status status = engine_chain_admit(d, &taken, request, answer);
        if (status != TRANSLATOR_OK) return status;
    }
    const enum translator_status status =
        translate(d, &own, source, name, format, bytes, size, progress, ctx, out, out_size, answer);
    if (!request->admitted) admission_leave(d->admission, &taken);
    return status;
}
