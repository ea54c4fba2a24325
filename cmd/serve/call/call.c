#include "serve/call/call.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "console/alloc.h"
#include "console/clock.h"
#include "console/json.h"
#include "serve/call/glossary_store.h"

/* ---- Answers ------------------------------------------------------------------------------- */

void call_answer_bytes(call *c, int status, const char *type, char *bytes, size_t len)
{
    http_answer *const a = c->answer;

    free(a->body);
    a->status = status;
    a->type = type;
    a->body = bytes;
    a->len = len;
}

void call_answer_text(call *c, int status, const char *type, const char *text)
{
    call_answer_bytes(c, status, type, checked_format("%s", text), strlen(text));
}

void call_answer(call *c, int status, cJSON *json)
{
    char *const text = cJSON_PrintUnformatted(json);

    cJSON_Delete(json);
    char *const line = checked_format("%s\n", text);
    free(text);
    call_answer_bytes(c, status, "application/json", line, strlen(line));
}

void call_refuse(call *c, int status, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    vsnprintf(c->refusal, sizeof c->refusal, fmt, args);
    va_end(args);
    c->dialect->refuse(c, status, c->refusal);
}

void call_add_text(cJSON *object, const char *member, const char *text, size_t len)
{
    json_add_text(object, member, text, len);
}

size_t count_characters(tr_string text)
{
    return tr_utf8_count(text.text, text.len);
}

/* ---- Work ---------------------------------------------------------------------------------- */

translator_request call_translator_request(call *c, const char *source, const char *target)
{
    const http_request *const r = c->request;
    return (translator_request){.source = source,
                                .target = target,
                                .n_best = 1,
                                .memory = !c->server->keys || (c->key && c->key->is_owner),
                                .client = c->key ? c->key->client : r->address,
                                .deadline = r->begun + c->server->settings.request_timeout,
                                .cancellation = &c->request->cancellation};
}

/* When a client may come back; 0: in a while. */
static void tell_wait(call *c, double wait)
{
    enum { USUAL = 2, LONGEST = 600 };
    char seconds[16];

    snprintf(seconds, sizeof seconds, "%d",
             wait <= 0        ? USUAL
             : wait > LONGEST ? LONGEST
                              : (int)ceil(wait));
    http_add_header(c->answer, "Retry-After", seconds);
}

void call_refuse_status(call *c, enum translator_status status, const char *message)
{
    static const struct {
        int status;
        const char *reason, *message; /* message NULL: the translator's */
    } of[] = {
        [TRANSLATOR_NO_PAIR] = {400, "pair", NULL},
        [TRANSLATOR_BUSY] = {503, "busy", "there is too much to translate already"},
        [TRANSLATOR_TOO_LONG] = {413, "long",
                                 "the text takes longer than a request may take here: send less of "
                                 "it at once"},
        [TRANSLATOR_GONE] = {499, "gone", "nobody waits any more"},
        [TRANSLATOR_LATE] = {503, "late", "it took too long"},
        [TRANSLATOR_BAD] = {400, "text", NULL},
        [TRANSLATOR_FAILED] = {500, "failed",
                               "the server could not do it, and says why where it was started"},
    };
    if (status == TRANSLATOR_GONE && http_is_stopping()) {
        metrics_add_refusal(c->server->metrics, "stopping");
        tell_wait(c, 0);
        call_refuse(c, 503, "the server is stopping");
        return;
    }
    if (status == TRANSLATOR_FAILED) complain("%s", message); /* it may have names of files */
    metrics_add_refusal(c->server->metrics, of[status].reason);
    if (of[status].status == 503) tell_wait(c, status == TRANSLATOR_BUSY ? c->done.wait : 0);
    call_refuse(c, of[status].status, "%s", of[status].message ? of[status].message : message);
}

void call_count(server_state *s, const key *of, size_t characters)
{
    metrics_add_characters(s->metrics, characters);
    if (s->keys && of) keys_count(s->keys, of, characters);
}

bool call_spend(call *c, size_t requests, size_t characters)
{
    char seconds[16];

    if (!c->server->keys || !c->key) return true;
    if (c->key->characters && characters > c->key->characters) {
        call_refuse(c, 413, "the request has %zu characters, and the key %u a minute", characters,
                    c->key->characters);
        return false;
    }
    if (c->key->requests && requests > c->key->requests) {
        call_refuse(c, 413, "the request has %zu texts, and the key %u a minute", requests,
                    c->key->requests);
        return false;
    }
    const int wait = keys_spend(c->server->keys, c->key, (unsigned)requests, characters);
    if (!wait) return true;
    snprintf(seconds, sizeof seconds, "%d", wait);
    http_add_header(c->answer, "Retry-After", seconds);
    metrics_add_refusal(c->server->metrics, "rate");
    call_refuse(c, 429, "Slowdown: too many requests, try again in %d s", wait);
    return false;
}

bool call_spend_texts(call *c, const tr_string *texts, size_t n)
{
    size_t characters = 0;

    for (size_t i = 0; i < n; i++)
        characters += count_characters(texts[i]);
    return call_spend(c, n, characters);
}

static size_t count_lines(tr_string text)
{
    const char *const end = text.text + text.len;
    size_t n = 1;

    for (const char *at = text.text; at < end && (at = memchr(at, '\n', (size_t)(end - at))); at++)
        n++;
    return n;
}

/* Each line takes memory, however short it is. */
static bool has_few_lines(call *c, const call_request *a)
{
    enum { MOST_LINES = 200000 };
    size_t n = a->context.text ? count_lines(a->context) : 0;

    for (size_t i = 0; i < a->n; i++)
        n += count_lines(a->texts[i]);
    if (n <= MOST_LINES) return true;
    call_refuse(c, 413, "the request has more than %d lines", MOST_LINES);
    return false;
}

/* The texts keep to the limits of the server. */
static bool keeps_limits(call *c, const call_request *a, size_t *characters)
{
    const call_settings *const s = &c->server->settings;

    *characters = 0;
    if (s->batch_limit && a->n > (size_t)s->batch_limit) {
        call_refuse(c, 400, "Invalid request: request (%zu) exceeds text limit (%d)", a->n,
                    s->batch_limit);
        return false;
    }
    if (!has_few_lines(c, a)) return false;
    for (size_t i = 0; i < a->n; i++) {
        const size_t n = count_characters(a->texts[i]);
        *characters += n;
        if (!s->char_limit || n <= (size_t)s->char_limit) continue;
        call_refuse(c, 400, "Invalid request: request (%zu) exceeds text limit (%d)", n,
                    s->char_limit);
        return false;
    }
    return true;
}

bool call_take_glossary(call *c, const char *id, translator_request *request, dictionary **terms)
{
    glossary_store *const all = c->server->glossaries;

    *terms = NULL;
    if (!id || !*id) return true;
    if (request->source)
        *terms = glossaries_take(all, c->key, id, request->source, request->target);
    if (!*terms) {
        if (!glossaries_tell(all, c->key, id, NULL, NULL))
            call_refuse(c, 404, "no glossary has the id %s", id);
        else if (!request->source)
            call_refuse(c, 400, "with a glossary, the language of the text has to be told");
        else
            call_refuse(c, 400, "the glossary has no terms from %s to %s", request->source,
                        request->target);
        return false;
    }
    request->glossary = (tr_string){(*terms)->entries, (*terms)->len};
    request->glossary_name = (*terms)->digest;
    request->memory = false;
    return true;
}

void call_let_go_glossary(call *c, dictionary *terms)
{
    glossaries_let_go(c->server->glossaries, terms);
}

bool call_translate(call *c, const call_request *a)
{
    translator_request request = call_translator_request(c, a->source, a->target);
    dictionary *glossary = NULL;
    size_t characters;

    if (!keeps_limits(c, a, &characters) || !call_spend(c, a->n, characters)) return false;
    if (!call_take_glossary(c, a->glossary, &request, &glossary)) return false;
    request.texts = a->texts;
    request.n = a->n;
    request.format = a->format;
    request.alignment = a->alignment;
    request.whole_lines = a->whole_lines;
    request.context = a->context;
    request.formality = a->formality;
    request.n_best = a->n_best > 0 ? a->n_best : 1;
    translator_answer_free(&c->done);
    const enum translator_status status =
        translator_translate(c->server->translator, &request, &c->done);
    call_let_go_glossary(c, glossary);
    if (*c->done.model) http_add_header(c->answer, "X-Translate-Model", c->done.model);
    if (status == TRANSLATOR_OK)
        call_count(c->server, c->key, characters);
    else
        call_refuse_status(c, status, c->done.message);
    return status == TRANSLATOR_OK;
}

void call_refuse_by_error(call *c, int status, const char *message)
{
    cJSON *const json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "error", message);
    call_answer(c, status, json);
}

const char *call_token(call *c)
{
    return params_field(&c->params, "token");
}
