#include "serve/translator/engine_chain.h"

#include <stdio.h>
#include <string.h>

#include "models/model_languages.h"

const char damaged_model[] = "the model's file was cut short while it was used";

static enum translator_status refuse(translator_answer *a, const tr_error *e, const char *source,
                                     const char *target)
{
    if (e->code == TR_OK) {
        snprintf(a->message, sizeof a->message, "no model translates from %s to %s", source,
                 target);
        return TRANSLATOR_NO_PAIR;
    }
    snprintf(a->message, sizeof a->message, "%.*s", (int)sizeof a->message - 1, e->msg);
    return TRANSLATOR_FAILED;
}

static void add_digest(translator_answer *a, const engine *e)
{
    const size_t n = strlen(a->model);
    if (strstr(a->model, engine_digest(e))) return;
    snprintf(a->model + n, sizeof a->model - n, "%s%s", n ? "," : "", engine_digest(e));
}

enum translator_status engine_chain_open(translator *d, engine_chain *r,
                                         const translator_request *request, const char *source,
                                         translator_answer *answer)
{
    const bool direct = model_pool_has(d->models, source, request->target);
    const char *const stops[] = {source, direct ? request->target : model_pivot_language,
                                 request->target};
    const size_t n = direct ? 1 : 2;
    tr_error e = {0};

    *r = (engine_chain){0};
    if (request->terms && !direct) {
        snprintf(answer->message, sizeof answer->message,
                 "a glossary takes a model from %s to %s, and there is none", source,
                 request->target);
        return TRANSLATOR_NO_PAIR;
    }
    for (; r->n < n; r->n++) {
        const engine_spec spec = {.source = stops[r->n],
                                  .target = stops[r->n + 1],
                                  .terms = request->terms,
                                  .whole_lines = request->whole_lines,
                                  .memory = request->memory && direct};
        r->steps[r->n] = model_pool_take(d->models, &spec, &e);
        if (!r->steps[r->n]) {
            engine_chain_close(d, r);
            return refuse(answer, &e, source, request->target);
        }
        add_digest(answer, r->steps[r->n]);
    }
    return TRANSLATOR_OK;
}

void engine_chain_close(translator *d, engine_chain *r)
{
    while (r->n)
        model_pool_let_go(d->models, r->steps[--r->n]);
}

/* ---- Admission ----------------------------------------------------------------------------- */

static void add_step(translator *d, admitted *r, const char *source, const char *target,
                     size_t bytes)
{
    model_speed *const speed = model_pool_speed(d->models, source, target);
    if (speed) admission_add(r, speed, bytes);
}

void engine_chain_add_work(translator *d, admitted *r, const char *source, const char *target,
                           size_t bytes)
{
    if (model_pool_has(d->models, source, target)) {
        add_step(d, r, source, target, bytes);
    } else {
        add_step(d, r, source, model_pivot_language, bytes);
        add_step(d, r, model_pivot_language, target, bytes);
    }
}

enum translator_status engine_chain_admit(translator *d, admitted *r,
                                          const translator_request *request,
                                          translator_answer *answer)
{
    r->client = request->client;
    r->deadline = request->deadline;
    switch (admission_enter(d->admission, r, &answer->wait)) {
    case ADMISSION_TAKEN:
        return TRANSLATOR_OK;
    case ADMISSION_TOO_LONG:
        return TRANSLATOR_TOO_LONG;
    default:
        return TRANSLATOR_BUSY;
    }
}
