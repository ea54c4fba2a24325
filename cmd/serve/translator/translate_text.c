/* translate_text.c - texts of lines, each as the command translates a file of lines. */
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "console/alloc.h"
#include "console/clock.h"
#include "models/model_languages.h"
#include "serve/translator/engine_chain.h"
#include "serve/translator/links.h"
#include "serve/translator/translator.h"

/* ---- Lines --------------------------------------------------------------------------------- */

enum { TOLD_AT_ONCE = 1024 }; /* bytes that are done */

/* What came out of a line. */
typedef struct line_result {
    char **texts; /* [n_texts], the best first */
    size_t n_texts;
    char *line_end;
    float score, quality;   /* of the first */
    translator_link *links; /* [n_links] */
    size_t n_links;
    translator_loss *lost; /* [n_lost] bytes of the line */
    size_t n_lost;
} line_result;

/* Lines that are being translated. */
typedef struct work {
    translator *d;
    const translator_request *request;
    translator_answer *answer;
    tr_string *lines;      /* [n] */
    line_result *results;  /* [n] */
    float *before;         /* [n] the quality of the steps that are done; NULL: there is none */
    size_t n, n_done;      /* n_done: under the lock of the request's cancellation, as are */
    size_t done_bytes;     /*   the bytes of lines that are done, and not told of yet */
    int failure;           /* of a line: a status of the library */
    model_speed *speed;    /* of the step */
    bool hopeless;         /* it would be late */
    const size_t *n_lines; /* [request->n] of each text, in order, */
    size_t n_context;      /*   and of the context, behind them all */
} work;

static void count(translator *d, const tr_translation *t)
{
    d->n_sentences++;
    d->n_source_tokens += t->n_source_tokens;
    d->n_target_tokens += t->hypotheses[0].n_tokens;
    d->n_retried += t->n_retried;
}

/* The quality of the worse of two steps; NAN: one has done nothing. */
static float lower_quality(float first, float second)
{
    return isnan(first) || second < first ? second : first;
}

static void add_losses(line_result *r, const tr_translation *t)
{
    if (t->n_lost) r->lost = checked_realloc(NULL, t->n_lost, sizeof *r->lost);
    for (; r->n_lost < t->n_lost; r->n_lost++) {
        const tr_lost *const loss = tr_translation_lost(t, r->n_lost);
        r->lost[r->n_lost] = (translator_loss){loss->begin, loss->end, loss->kind};
    }
}

static void take_line(void *ctx, size_t i, const tr_translation *t)
{
    work *const w = ctx;
    line_result *const r = &w->results[i];

    r->texts = checked_realloc(NULL, t->n_hypotheses, sizeof *r->texts);
    for (; r->n_texts < t->n_hypotheses; r->n_texts++) {
        const tr_hypothesis *const h = &t->hypotheses[r->n_texts];
        r->texts[r->n_texts] = checked_copy(h->text, h->text_len);
    }
    r->line_end = checked_copy(t->line_end, strlen(t->line_end));
    r->score = t->hypotheses[0].score;
    r->quality = w->before ? lower_quality(w->before[i], t->quality) : t->quality;
    links_add(&r->links, &r->n_links, t);
    if (!w->before) add_losses(r, t);
    count(w->d, t);
    model_speed_learn(w->speed, admission_size(w->lines[i].len), t->n_source_tokens);
    pthread_mutex_lock(&w->request->cancellation->lock);
    w->n_done++;
    w->done_bytes += admission_size(w->lines[i].len);
    w->answer->source_tokens += t->n_source_tokens;
    w->answer->target_tokens += t->hypotheses[0].n_tokens;
    if (t->status && !w->failure) {
        w->failure = t->status;
        snprintf(w->answer->message, sizeof w->answer->message, "%.*s",
                 (int)sizeof w->answer->message - 1, t->message);
    }
    pthread_cond_broadcast(&w->request->cancellation->changed);
    pthread_mutex_unlock(&w->request->cancellation->lock);
}

static struct timespec time_of(double seconds)
{
    const time_t whole = (time_t)seconds;
    return (struct timespec){.tv_sec = whole, .tv_nsec = (long)(1e9 * (seconds - (double)whole))};
}

/* Tells the admission of what was done meanwhile. */
static void tell_done(work *w)
{
    translator_cancellation *const p = w->request->cancellation;
    const double bytes = (double)w->done_bytes;

    w->done_bytes = 0;
    pthread_mutex_unlock(&p->lock);
    w->hopeless = !admission_did(w->d->admission, w->request->admitted, w->speed, bytes);
    pthread_mutex_lock(&p->lock);
}

/* Waits until all lines are there; else why not. */
static enum translator_status await(work *w)
{
    translator_cancellation *const p = w->request->cancellation;
    const struct timespec deadline = time_of(w->request->deadline);
    int rc = 0;

    pthread_mutex_lock(&p->lock);
    while (w->n_done < w->n && !w->failure && !p->gone && !w->hopeless && rc != ETIMEDOUT) {
        if (w->done_bytes > TOLD_AT_ONCE) {
            tell_done(w);
            continue;
        }
        rc = w->request->deadline > 0 ? pthread_cond_timedwait(&p->changed, &p->lock, &deadline)
                                      : pthread_cond_wait(&p->changed, &p->lock);
    }
    tell_done(w);
    const bool gone = p->gone, done = w->n_done == w->n;
    const int failure = w->failure;
    pthread_mutex_unlock(&p->lock);
    if (gone && !done) w->d->n_cancelled++;
    return gone                     ? TRANSLATOR_GONE
           : failure == TR_ESTOPPED ? TRANSLATOR_LATE
           : failure == TR_ENOMEM   ? TRANSLATOR_BUSY
           : failure == TR_EIO      ? TRANSLATOR_FAILED
           : failure                ? TRANSLATOR_BAD
           : done                   ? TRANSLATOR_OK
           : w->hopeless            ? TRANSLATOR_TOO_LONG
                                    : TRANSLATOR_LATE;
}

static void free_results(work *w)
{
    if (!w->results) return;
    for (size_t i = 0; i < w->n; i++) {
        for (size_t k = 0; k < w->results[i].n_texts; k++)
            free(w->results[i].texts[k]);
        free(w->results[i].texts);
        free(w->results[i].line_end);
        free(w->results[i].links);
        free(w->results[i].lost);
    }
    free(w->results);
    w->results = NULL;
}

static enum translator_status refuse(work *w, const tr_error *e)
{
    snprintf(w->answer->message, sizeof w->answer->message, "%.*s",
             (int)sizeof w->answer->message - 1, e->msg);
    return e->code == TR_EBUSY || e->code == TR_ENOMEM ? TRANSLATOR_BUSY : TRANSLATOR_FAILED;
}

/* One step of the way; the results are of this step then. */
static enum translator_status run_step(work *w, engine *e, bool last, bool alignment)
{
    const int wanted = w->request->n_best, most = engine_beam(e);
    tr_job job = {.client = w->request->admitted->client,
                  .n_best = !last           ? 1
                            : wanted < most ? wanted
                                            : most,
                  .formality = last ? w->request->formality : TR_FORMALITY_DEFAULT,
                  .deadline = w->request->deadline,
                  .alignment = alignment,
                  .done = take_line,
                  .ctx = w};
    tr_ticket *ticket;
    tr_error err;

    w->results = checked_realloc(NULL, w->n + 1, sizeof *w->results);
    memset(w->results, 0, (w->n + 1) * sizeof *w->results);
    w->n_done = 0;
    w->speed = engine_speed(e);
    int rc = tr_service_submit(engine_service(e), &job, w->lines, w->n, &ticket, &err);
    if (rc == TR_EUNSUPPORTED && alignment) {
        job.alignment = false;
        rc = tr_service_submit(engine_service(e), &job, w->lines, w->n, &ticket, &err);
    }
    if (rc) return refuse(w, &err);
    const enum translator_status status = await(w);
    tr_ticket_free(ticket);
    if (status != TRANSLATOR_OK || !engine_is_damaged(e)) return status;
    snprintf(w->answer->message, sizeof w->answer->message, "%s", damaged_model);
    return TRANSLATOR_FAILED;
}

/* The results of a step are the lines of the next: the texts, with their line ends. */
static char **make_lines_of_results(work *w)
{
    char **const made = checked_realloc(NULL, w->n + 1, sizeof *made);

    w->before = checked_realloc(w->before, w->n + 1, sizeof *w->before);
    for (size_t i = 0; i < w->n; i++) {
        w->before[i] = w->results[i].quality;
        made[i] = checked_format("%s%s", w->results[i].texts[0], w->results[i].line_end);
        w->lines[i] = (tr_string){made[i], strlen(made[i])};
    }
    return made;
}

/* Line i as it stands behind the lines before. */
static void revise_line(work *w, tr_context *context, size_t i, bool is_context)
{
    char **const text = &w->results[i].texts[0];
    const tr_string said = {*text, strlen(*text)};
    tr_string revised;
    size_t n;

    if (tr_context_revise(context, w->lines[i], said, &revised, &n, NULL) < 0) end_without_memory();
    if (is_context || !n) return;
    free(*text);
    *text = checked_copy(revised.text, revised.len);
}

/* Has the texts say of things that the request's context names what fits them. */
static void revise_lines(work *w, const engine *e)
{
    enum { SENTENCES = 3, MOST_LINES = 10 };
    const size_t end = w->n - w->n_context;
    tr_context *const context =
        w->n_context && w->request->n_best == 1 ? engine_context(e, SENTENCES) : NULL;
    size_t at = 0;

    for (size_t i = 0; context && i < w->request->n; i++) {
        tr_context_clear(context);
        for (size_t k = w->n_context > MOST_LINES ? w->n - MOST_LINES : end; k < w->n; k++)
            revise_line(w, context, k, true);
        for (size_t k = 0; k < w->n_lines[i]; k++)
            revise_line(w, context, at++, false);
    }
    tr_context_free(context);
}

static enum translator_status run(work *w, engine_chain *chain)
{
    char **between = NULL;
    enum translator_status status = TRANSLATOR_OK;

    for (size_t k = 0; k < chain->n && status == TRANSLATOR_OK; k++) {
        const bool last = k + 1 == chain->n;
        if (k > 0) {
            between = make_lines_of_results(w);
            free_results(w);
        }
        status = run_step(w, chain->steps[k], last, w->request->alignment && chain->n == 1);
    }
    if (status == TRANSLATOR_OK && chain->n) revise_lines(w, chain->steps[chain->n - 1]);
    for (size_t i = 0; between && i < w->n; i++)
        free(between[i]);
    free(between);
    free(w->before);
    w->before = NULL;
    return status;
}

/* ---- Texts --------------------------------------------------------------------------------- */

/* Appends the lines of a text, each with its line end; how many. */
static size_t add_lines(work *w, tr_string text)
{
    size_t n = 0;

    for (size_t at = 0; at < text.len; n++) {
        const char *const end = memchr(text.text + at, '\n', text.len - at);
        const size_t len = end ? (size_t)(end - text.text) - at + 1 : text.len - at;
        if (!(w->n & (w->n - 1)))
            w->lines = checked_realloc(w->lines, w->n ? 2 * w->n : 1, sizeof *w->lines);
        w->lines[w->n++] = (tr_string){text.text + at, len};
        at += len;
    }
    return n;
}

/* The k-th translation of a text of lines [n]; of a line that has fewer, the best. */
static char *join(const line_result *lines, size_t n, size_t k, size_t *len)
{
    char *out, *at;
    size_t size = 1;

    for (size_t i = 0; i < n; i++)
        size += strlen(lines[i].texts[k < lines[i].n_texts ? k : 0]) + strlen(lines[i].line_end);
    out = at = checked_malloc(size);
    for (size_t i = 0; i < n; i++) {
        const char *const text = lines[i].texts[k < lines[i].n_texts ? k : 0];
        const size_t n_text = strlen(text), n_end = strlen(lines[i].line_end);
        memcpy(at, text, n_text);
        memcpy(at + n_text, lines[i].line_end, n_end);
        at += n_text + n_end;
    }
    *at = '\0';
    *len = (size_t)(at - out);
    return out;
}

static bool is_new(const translator_text *t, const char *text)
{
    if (!*text || !strcmp(t->text, text)) return false;
    for (size_t i = 0; i < t->n_alternatives; i++)
        if (!strcmp(t->alternatives[i], text)) return false;
    return true;
}

/* Links of a text whose lines are results [n]. */
static void take_links(translator_text *t, const line_result *results, const tr_string *lines,
                       size_t n)
{
    size_t source = 0, target = 0;

    for (size_t i = 0; i < n; i++) {
        const line_result *const r = &results[i];
        if (r->n_links) {
            t->links = checked_realloc(t->links, t->n_links + r->n_links, sizeof *t->links);
            memcpy(t->links + t->n_links, r->links, r->n_links * sizeof *t->links);
            links_move(t->links + t->n_links, r->n_links, source, target);
            t->n_links += r->n_links;
        }
        source += lines[i].len;
        target += strlen(r->texts[0]) + strlen(r->line_end);
    }
}

/* What the lines of a text lack, where that is in the text. */
static void take_losses(translator_text *t, const line_result *results, const tr_string *lines,
                        size_t n)
{
    size_t at = 0;

    for (size_t i = 0; i < n; i++) {
        const line_result *const r = &results[i];
        if (r->n_lost) t->lost = checked_realloc(t->lost, t->n_lost + r->n_lost, sizeof *t->lost);
        for (size_t k = 0; k < r->n_lost; k++)
            t->lost[t->n_lost++] =
                (translator_loss){at + r->lost[k].begin, at + r->lost[k].end, r->lost[k].kind};
        at += lines[i].len;
    }
}

/* Lines without text count for nothing. */
static float mean_score(const line_result *lines, size_t n)
{
    double sum = 0;
    size_t n_scored = 0;

    for (size_t i = 0; i < n; i++) {
        if (!*lines[i].texts[0]) continue;
        sum += lines[i].score;
        n_scored++;
    }
    return n_scored ? (float)(sum / (double)n_scored) : NAN;
}

static float mean_quality(const line_result *lines, size_t n)
{
    double sum = 0, all = 0;

    for (size_t i = 0; i < n; i++) {
        const double len = (double)strlen(lines[i].texts[0]);
        if (isnan(lines[i].quality)) continue;
        sum += len * (double)lines[i].quality;
        all += len;
    }
    return all > 0 ? (float)(sum / all) : NAN;
}

static void take_text(translator_text *t, const line_result *lines, size_t n)
{
    size_t most = 1, len;

    t->score = mean_score(lines, n);
    t->quality = mean_quality(lines, n);
    for (size_t i = 0; i < n; i++)
        if (lines[i].n_texts > most) most = lines[i].n_texts;
    t->text = join(lines, n, 0, &t->len);
    t->alternatives = checked_realloc(NULL, most, sizeof *t->alternatives);
    for (size_t k = 1; k < most; k++) {
        char *const text = join(lines, n, k, &len);
        if (is_new(t, text))
            t->alternatives[t->n_alternatives++] = text;
        else
            free(text);
    }
}

/* ---- Languages of texts -------------------------------------------------------------------- */

static void set_source(translator_text *t, const char *language, double confidence)
{
    snprintf(t->source, sizeof t->source, "%s", language);
    t->confidence = confidence;
}

/* Finds out each text's language; a text without one is in the first language that there is. */
static void first_language(void *ctx, const char *language)
{
    translator_text *const t = ctx;
    if (!*t->source) set_source(t, language, 0);
}

static bool is_gone(const translator_request *request)
{
    pthread_mutex_lock(&request->cancellation->lock);
    const bool gone = request->cancellation->gone;
    pthread_mutex_unlock(&request->cancellation->lock);
    return gone;
}

static enum translator_status find_sources(translator *d, const translator_request *request,
                                           translator_answer *answer)
{
    for (size_t i = 0; i < request->n; i++) {
        if (!request->source && is_gone(request)) return TRANSLATOR_GONE;
        if (!request->source && request->deadline > 0 && clock_seconds() > request->deadline)
            return TRANSLATOR_LATE;
        detected found[DETECTED_MOST];
        const tr_string text = request->texts[i];
        translator_text *const t = &answer->texts[i];
        if (request->source)
            set_source(t, request->source, 1);
        else if (translator_detect(d, text.text, text.len, request->target, found))
            set_source(t, found[0].language, found[0].share);
        else if (translator_has(d, model_pivot_language, request->target))
            set_source(t, model_pivot_language, 0);
        else
            translator_sources(d, first_language, t);
    }
    return TRANSLATOR_OK;
}

/* ---- Work ---------------------------------------------------------------------------------- */

/* Bytes outside of tags. */
static size_t size_of_markup(tr_string text)
{
    size_t n = 0;
    bool tag = false;

    for (size_t i = 0; i < text.len; i++) {
        if (text.text[i] == '<') tag = true;
        n += !tag;
        if (tag && text.text[i] == '>') {
            tag = false;
            n += i + 1 < text.len && text.text[i + 1] != '<' ? admission_size(0) : 0;
        }
    }
    return n;
}

static size_t size_of_lines(tr_string text)
{
    size_t size = 0;

    for (size_t at = 0, len; at < text.len; at += len) {
        const char *const end = memchr(text.text + at, '\n', text.len - at);
        len = end ? (size_t)(end - text.text) - at + 1 : text.len - at;
        size += admission_size(len);
    }
    return size;
}

static size_t size_of(const translator_request *request, tr_string text)
{
    return request->format == TRANSLATOR_TEXT ? size_of_lines(text) : size_of_markup(text);
}

/* What is to be done is of the language of the first text, or of others. */
static void add_work(translator *d, const translator_request *request,
                     const translator_answer *answer, admitted *r)
{
    for (size_t i = 0; i < request->n;) {
        const char *const source = answer->texts[i].source;
        size_t bytes = request->context.text ? size_of_lines(request->context) : 0;
        for (; i < request->n && !strcmp(answer->texts[i].source, source); i++)
            bytes += size_of(request, request->texts[i]);
        if (tr_language_fit(source, request->target) != 2)
            engine_chain_add_work(d, r, source, request->target, bytes);
    }
}

/* ---- All ----------------------------------------------------------------------------------- */

static void keep_text(const translator_request *request, translator_text *t, size_t i)
{
    t->text = checked_copy(request->texts[i].text, request->texts[i].len);
    t->len = request->texts[i].len;
    t->score = t->quality = NAN;
}

/* XML has one root: a text of it gets one, which its translation loses again. */
static const char root[] = "<text>", root_end[] = "</text>";

static tr_string add_root(tr_string text)
{
    const size_t n = sizeof root - 1, n_end = sizeof root_end - 1;
    char *const out = checked_malloc(n + text.len + n_end + 1);

    memcpy(out, root, n);
    if (text.len) memcpy(out + n, text.text, text.len);
    memcpy(out + n + text.len, root_end, n_end + 1);
    return (tr_string){out, n + text.len + n_end};
}

static void drop_root(translator_text *t)
{
    const size_t n = sizeof root - 1;

    if (!t->text || t->len < n + sizeof root_end - 1) return;
    t->len -= n + sizeof root_end - 1;
    memmove(t->text, t->text + n, t->len);
    t->text[t->len] = '\0';
}

/* A document of one text. */
static enum translator_status translate_markup(translator *d, const translator_request *request,
                                               translator_answer *answer, size_t i)
{
    translator_text *const t = &answer->texts[i];
    translator_request one = *request;
    translator_answer part = {0};

    t->score = t->quality = NAN;
    const bool xml = request->format == TRANSLATOR_XML;
    const tr_string text = xml ? add_root(request->texts[i]) : request->texts[i];
    one.source = t->source;
    one.text_size = size_of(request, request->texts[i]);
    const enum translator_status status =
        translator_document(d, &one, "text", xml ? "xml" : "html", text.text, text.len, NULL, NULL,
                            &t->text, &t->len, &part);
    if (xml) drop_root(t);
    if (xml) free((void *)(uintptr_t)text.text);
    answer->source_tokens += part.source_tokens;
    answer->target_tokens += part.target_tokens;
    memcpy(answer->model, part.model, sizeof answer->model);
    if (status != TRANSLATOR_OK) memcpy(answer->message, part.message, sizeof answer->message);
    translator_answer_free(&part);
    return status;
}

/* All texts of the language of text `first`, from there on, together. */
static enum translator_status translate_texts(translator *d, const translator_request *request,
                                              translator_answer *answer, size_t first, bool *done)
{
    const char *const source = answer->texts[first].source;
    work w = {.d = d, .request = request, .answer = answer};
    size_t *const n_lines = checked_realloc(NULL, request->n, sizeof *n_lines);
    engine_chain chain;
    size_t at = 0;

    memset(n_lines, 0, request->n * sizeof *n_lines);
    for (size_t i = first; i < request->n; i++)
        n_lines[i] = !done[i] && !strcmp(answer->texts[i].source, source)
                         ? add_lines(&w, request->texts[i])
                         : 0;
    w.n_lines = n_lines;
    if (request->context.text) w.n_context = add_lines(&w, request->context);
    enum translator_status status = engine_chain_open(d, &chain, request, source, answer);
    if (status == TRANSLATOR_OK) {
        status = run(&w, &chain);
        engine_chain_close(d, &chain);
    }
    for (size_t i = first; i < request->n && status == TRANSLATOR_OK; i++) {
        if (done[i] || strcmp(answer->texts[i].source, source)) continue;
        take_text(&answer->texts[i], w.results + at, n_lines[i]);
        take_links(&answer->texts[i], w.results + at, w.lines + at, n_lines[i]);
        take_losses(&answer->texts[i], w.results + at, w.lines + at, n_lines[i]);
        at += n_lines[i];
        done[i] = true;
    }
    free_results(&w);
    free(w.lines);
    free(n_lines);
    return status;
}

static enum translator_status translate_all(translator *d, const translator_request *request,
                                            translator_answer *answer)
{
    bool *const done = checked_malloc(request->n + 1);
    enum translator_status status = TRANSLATOR_OK;

    memset(done, 0, request->n + 1);
    for (size_t i = 0; i < request->n && status == TRANSLATOR_OK; i++) {
        translator_text *const t = &answer->texts[i];
        if (done[i]) continue;
        if (tr_language_fit(t->source, request->target) == 2)
            keep_text(request, t, i);
        else if (request->format == TRANSLATOR_TEXT)
            status = translate_texts(d, request, answer, i, done);
        else
            status = translate_markup(d, request, answer, i);
        done[i] = true;
    }
    free(done);
    return status;
}

enum translator_status translator_translate(translator *d, const translator_request *request,
                                            translator_answer *answer)
{
    translator_request own = *request;
    admitted taken = {0};

    own.admitted = &taken;
    *answer = (translator_answer){.n = request->n};
    answer->texts = checked_realloc(NULL, request->n + 1, sizeof *answer->texts);
    memset(answer->texts, 0, (request->n + 1) * sizeof *answer->texts);
    enum translator_status status = find_sources(d, request, answer);
    if (status != TRANSLATOR_OK) return status;
    add_work(d, request, answer, &taken);
    status = engine_chain_admit(d, &taken, request, answer);
    if (status != TRANSLATOR_OK) return status;
    status = translate_all(d, &own, answer);
    admission_leave(d->admission, &taken);
    return status;
}
