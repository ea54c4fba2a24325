/* libretranslate_files.c - LibreTranslate's files: the answer to one is where its translation is.
 */
#include <stdio.h>
#include <string.h>

#include "serve/call/sent_document.h"
#include "serve/dialects/dialects.h"
#include "serve/dialects/libretranslate.h"

enum { TITLE_SIZE = 160 };

static bool read_document(call *c, sent_document *d)
{
    const param *const file = params_file(&c->params, "file");

    if (!file || !*file->file_name) {
        call_refuse(c, 400, "Invalid request: missing file parameter");
        return false;
    }
    const enum sent_result result = sent_read(file, file->file_name, d);
    if (result == SENT_UNKNOWN) call_refuse(c, 400, "Invalid request: file format not supported");
    if (result == SENT_DAMAGED) call_refuse(c, 400, "Invalid request: %s", d->reason);
    return result == SENT_OK;
}

static void libretranslate_file(call *c)
{
    char source[TR_PEEK_SIZE], target[TR_PEEK_SIZE], title[TITLE_SIZE], url[TITLE_SIZE + 512];
    document_request a = {.target = target, .glossary = params_word(&c->params, "glossary")};
    const char *const host = c->request->host;
    sent_document d;
    file_name name;
    size_t len;
    bool any;

    if (!read_document(c, &d) || !libretranslate_read_languages(c, source, &any, target)) return;
    if (!any) a.source = source;
    char *const bytes = sent_translate(c, &d, &a, &len);
    if (!bytes) return;
    sent_title(d.name, title, sizeof title);
    const uint64_t client = c->key ? c->key->client : c->request->address;
    if (!sent_have_room(c, files_keep(c->server->files, client, title, bytes, len, &name))) return;
    snprintf(url, sizeof url, "%s://%.300s/download_file/%s.%s",
             c->request->is_secure ? "https" : "http", host ? host : "localhost", name.id, title);
    cJSON *const json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "translatedFileUrl", url);
    call_answer(c, 200, json);
}

/* ID.TITLE */
static void libretranslate_download(call *c)
{
    const size_t n = strcspn(c->tail, ".");
    char id[40] = "";
    size_t len;

    if (n < sizeof id && c->tail[n]) memcpy(id, c->tail, n);
    char *const bytes = *id ? files_copy(c->server->files, id, c->tail + n + 1, &len) : NULL;
    if (bytes)
        sent_answer(c, c->tail + n + 1, bytes, len);
    else
        call_refuse(c, 404, "there is no such file");
}

/* ---- All ----------------------------------------------------------------------------------- */

static const route routes[] = {
    {.method = "POST", .path = "/translate_file", .run = libretranslate_file},
    {.method = "GET", .path = "/download_file/*", .run = libretranslate_download, .is_open = true},
    {0},
};

const dialect libretranslate_files_dialect = {
    .name = "libretranslate-files",
    .routes = routes,
    .refuse = call_refuse_by_error,
    .key = libretranslate_key,
    .no_key_status = 400,
};
