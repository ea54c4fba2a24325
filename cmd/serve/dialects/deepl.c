/* deepl.c - DeepL's interface, version 2. */
#include "serve/dialects/dialects.h"

static void refuse(call *c, int status, const char *message)
{
    cJSON *const json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "message", message);
    call_answer(c, status, json);
}

static const route routes[] = {{0}};

const dialect deepl_dialect = {
    .name = "deepl", .routes = routes, .refuse = refuse, .no_key_status = 403};
