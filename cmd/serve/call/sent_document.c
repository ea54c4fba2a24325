#include "serve/call/sent_document.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "base/first_bytes.h"
#include "console/alloc.h"
#include "console/clock.h"
#include "console/options.h"
#include "serve/call/glossary_store.h"

/* Documents that clients wait for, at once: the other threads of the server stay for texts. */
enum { MOST_AWAITED = 16, LONGEST_TITLE = 120 };

static atomic_int n_awaited;

/* ---- Kinds --------------------------------------------------------------------------------- */

static const char *last_part(const char *name)
{
    const char *at = name;
    for (const char *c = name; *c; c++)
        if (*c == '/' || *c == '\\') at = c + 1;
    return at;
}

static bool is_plain_text(const char *name)
{
    const char *const point = strrchr(name, '.');
    return !point || !strcasecmp(point, ".txt") || !strcasecmp(point, ".text");
}

static bool count_text(sent_document *d, size_t *n)
{
    const tr_document_options options = {.format = d->format};
    tr_document *document;
    tr_document_segment s;
    tr_error e;

    if (tr_document_open(&document, d->name, d->bytes, d->size, &options, &e)) {
        snprintf(d->reason, sizeof d->reason, "%.*s", (int)sizeof d->reason - 1, e.msg);
        return false;
    }
    for (size_t i = 0; i < tr_document_segment_count(document); i++)
        if (!tr_document_get(document, i, &s, NULL))
            *n += count_characters((tr_string){s.text, s.text_len});
    tr_document_free(document);
    return true;
}

enum sent_result sent_read(const param *file, const char *name, sent_document *d)
{
    *d = (sent_document){
        .name = last_part(name), .bytes = file->value.text, .size = file->value.len};
    d->format = tr_document_guess(d->name, d->bytes, d->size);
    if (!d->format && is_plain_text(d->name)) d->format = "lines";
    if (!d->format) return SENT_UNKNOWN;
    if ((option_format_can(d->format) & TR_IS_ARCHIVE))
        return count_text(d, &d->characters) ? SENT_OK : SENT_DAMAGED;
    if (tr_first_bytes_no_text(d->bytes, d->size)) return SENT_UNKNOWN;
    d->characters = count_characters(file->value);
    return SENT_OK;
}

/* ---- Requests ------------------------------------------------------------------------------ */

/* The request, and a glossary that is to be let go; false after a refusal. */
static bool make_request(call *c, const sent_document *d, const document_request *a,
                         translator_request *request, dictionary **glossary)
{
    *request = call_translator_request(c, a->source, a->target);
    request->formality = a->formality;
    if (!call_take_glossary(c, a->glossary, request, glossary)) return false;
    if (call_spend(c, 1, d->characters)) return true;
    glossaries_let_go(*glossary);
    return false;
}

static char *translate_now(call *c, const sent_document *d, translator_request *request,
                           size_t *len)
{
    char *out;

    request->deadline = c->request->begun + FILES_SECONDS;
    request->text_size = d->characters;
    translator_answer_free(&c->done);
    const enum translator_status status =
        translator_document(c->server->translator, request, d->name, d->format, d->bytes, d->size,
                            NULL, NULL, &out, len, &c->done);
    if (*c->done.model) http_add_header(c->answer, "X-Translate-Model", c->done.model);
    if (status == TRANSLATOR_OK)
        call_count(c->server, c->key, d->characters);
    else
        call_refuse_status(c, status, c->done.message);
    return out;
}

char *sent_translate(call *c, const sent_document *d, const document_request *a, size_t *len)
{
    dictionary *glossary;
    translator_request request;
    char *out = NULL;

    if (++n_awaited > MOST_AWAITED) {
        call_refuse_status(c, TRANSLATOR_BUSY, "");
    } else if (make_request(c, d, a, &request, &glossary)) {
        out = translate_now(c, d, &request, len);
        glossaries_let_go(glossary);
    }
    n_awaited--;
    return out;
}

/* ---- Work of the store --------------------------------------------------------------------- */

/* All that outlives the call. */
typedef struct document_work {
    server_state *server;
    const key *key;
    sent_document document;
    translator_request request;
    dictionary *glossary;
    char *bytes, *name, *source, *target;
} document_work;

static enum translator_status run(void *ctx, translator_cancellation *cancellation,
                                  int (*progress)(void *of, double done), void *of, char **out,
                                  size_t *len, char message[256])
{
    document_work *const w = ctx;
    const sent_document *const d = &w->document;
    translator_answer answer;

    w->request.cancellation = cancellation;
    w->request.deadline = clock_seconds() + FILES_SECONDS;
    w->request.text_size = d->characters;
    const enum translator_status status =
        translator_document(w->server->translator, &w->request, d->name, d->format, d->bytes,
                            d->size, progress, of, out, len, &answer);
    if (status == TRANSLATOR_OK) call_count(w->server, w->key, d->characters);
    memcpy(message, answer.message, sizeof answer.message);
    if (status == TRANSLATOR_BUSY) snprintf(message, 256, "there is too much to translate already");
    if (status == TRANSLATOR_TOO_LONG) snprintf(message, 256, "the document is too long");
    if (status == TRANSLATOR_LATE) snprintf(message, 256, "it took too long");
    translator_answer_free(&answer);
    return status;
}

static void end(void *ctx)
{
    document_work *const w = ctx;

    glossaries_let_go(w->glossary);
    keys_let_go(w->server->keys, w->key);
    free(w->bytes);
    free(w->name);
    free(w->source);
    free(w->target);
    free(w);
}

/* Copies what is the call's. */
static document_work *make_work(call *c, const sent_document *d, const translator_request *request,
                                dictionary *glossary)
{
    document_work *const w = checked_malloc(sizeof *w);

    *w = (document_work){.server = c->server,
                         .key = keys_hold(c->server->keys, c->key),
                         .document = *d,
                         .request = *request,
                         .glossary = glossary,
                         .bytes = checked_copy(d->bytes, d->size),
                         .name = checked_format("%s", d->name),
                         .source = request->source ? checked_format("%s", request->source) : NULL,
                         .target = checked_format("%s", request->target)};
    w->document.bytes = w->bytes;
    w->document.name = w->name;
    w->request.source = w->source;
    w->request.target = w->target;
    return w;
}

bool sent_begin(call *c, const sent_document *d, const document_request *a, file_name *name)
{
    dictionary *glossary;
    translator_request request;

    if (!make_request(c, d, a, &request, &glossary)) return false;
    const file_work work = {.run = run,
                            .end = end,
                            .ctx = make_work(c, d, &request, glossary),
                            .client = request.client,
                            .characters = d->characters,
                            .size = d->size};
    return sent_have_room(c, files_begin(c->server->files, &work, name));
}

bool sent_have_room(call *c, enum files_result result)
{
    if (result == FILES_OK) return true;
    http_add_header(c->answer, "Retry-After", "10");
    metrics_add_refusal(c->server->metrics, "busy");
    if (result == FILES_OF_CLIENT)
        call_refuse(c, 429, "Slowdown: there are too many documents of yours");
    else
        call_refuse(c, 503, "there are too many documents");
    return false;
}

/* ---- Files --------------------------------------------------------------------------------- */

static bool is_harmless(char ch)
{
    return tr_ascii_is_alnum(ch) || strchr("-_.", ch);
}

void sent_title(const char *name, char *out, size_t size)
{
    const char *at = last_part(name);
    const size_t len = strlen(at);
    size_t n = 0;

    if (len > LONGEST_TITLE) at += len - LONGEST_TITLE; /* its end tells its kind */
    for (at += strspn(at, "."); *at && n + 1 < size; at++)
        out[n++] = is_harmless(*at) ? *at : '_';
    out[n] = '\0';
    if (!n) snprintf(out, size, "document");
}

void sent_answer(call *c, const char *title, char *bytes, size_t len)
{
    char disposition[LONGEST_TITLE + 64];

    snprintf(disposition, sizeof disposition, "attachment; filename=\"%.*s\"", LONGEST_TITLE,
             title);
    http_add_header(c->answer, "Content-Disposition", disposition);
    call_answer_bytes(c, 200, "application/octet-stream", bytes, len);
}
