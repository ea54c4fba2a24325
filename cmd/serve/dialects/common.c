/* common.c - what is the server's own: health, version, metrics, the page. */
#include <stdlib.h>
#include <string.h>

#include "serve/dialects/dialects.h"
#include "serve/dialects/page.h"

static void health(call *c)
{
    call_answer_text(c, 200, "application/json", "{\"status\":\"ok\"}");
}

/* Not while it stops, nor where nothing can be translated. */
static void ready(call *c)
{
    if (http_is_stopping())
        call_refuse(c, 503, "the server is stopping");
    else if (!translator_has(c->server->translator, NULL, NULL))
        call_refuse(c, 503, "there is no model");
    else
        call_answer_text(c, 200, "application/json", "{\"status\":\"ready\"}");
}

static void add_model(void *ctx, const char *name, const char *source, const char *target,
                      const char *digest)
{
    cJSON *const model = cJSON_CreateObject();

    cJSON_AddStringToObject(model, "name", name);
    cJSON_AddStringToObject(model, "source", source);
    cJSON_AddStringToObject(model, "target", target);
    cJSON_AddStringToObject(model, "sha256", digest);
    cJSON_AddItemToArray(ctx, model);
}

static void version(call *c)
{
    cJSON *const json = cJSON_CreateObject();

    cJSON_AddStringToObject(json, "name", "translate");
    cJSON_AddStringToObject(json, "version", tr_version());
    translator_models(c->server->translator, add_model, cJSON_AddArrayToObject(json, "models"));
    call_answer(c, 200, json);
}

static void show_metrics(call *c)
{
    const dialect *const *const all = c->server->dialects;
    const char *names[32] = {NULL};

    for (size_t i = 0; all[i] && i + 1 < sizeof names / sizeof *names; i++)
        names[i] = all[i]->name;
    if (!c->server->settings.shows_metrics) {
        call_refuse(c, 404, "metrics are shown with --metrics");
        return;
    }
    char *const text = metrics_text(c->server->metrics, c->server->translator, names);
    call_answer_bytes(c, 200, "text/plain; version=0.0.4; charset=utf-8", text, strlen(text));
}

static const route routes[] = {
    {.method = "GET", .path = "/", .run = page_show, .is_open = true, .is_quick = true},
    {.method = "POST", .path = "/translate/alignment", .run = page_translate},
    {.method = "GET", .path = "/health", .run = health, .is_open = true, .is_quick = true},
    {.method = "GET", .path = "/ready", .run = ready, .is_open = true, .is_quick = true},
    {.method = "GET", .path = "/version", .run = version, .is_open = true, .is_quick = true},
    {.method = "GET", .path = "/metrics", .run = show_metrics, .is_quick = true},
    {0},
};

const dialect common_dialect = {
    .name = "own",
    .routes = routes,
    .refuse = call_refuse_by_error,
    .no_key_status = 403,
};
