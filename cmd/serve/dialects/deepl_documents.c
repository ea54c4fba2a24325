/* deepl_documents.c - DeepL's documents: sent, asked after, and taken once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "console/json.h"
#include "serve/call/sent_document.h"
#include "serve/dialects/deepl.h"
#include "serve/dialects/dialects.h"

/* Seconds that a client waits for a result at most: it waits for 10 itself. */
enum { LONGEST_WAIT = 5 };

/* What a name ends in, without its point, or "". */
static const char *ending_of(const char *name)
{
    const char *const point = strrchr(name, '.');
    return point ? point + 1 : "";
}

/* The document of the form; false after a refusal. */
static bool read_document(call *c, sent_document *d)
{
    const param *const file = params_file(&c->params, "file");
    const char *const told = params_word(&c->params, "filename");
    const char *const format = params_word(&c->params, "output_format");

    if (!file) {
        call_refuse(c, 400, "Invalid file data.");
        return false;
    }
    const enum sent_result result = sent_read(file, told && *told ? told : file->file_name, d);
    if (result == SENT_UNKNOWN)
        call_refuse(c, 400, "Invalid file extension: documents of this kind are not translated.");
    if (result == SENT_DAMAGED) call_refuse(c, 400, "Invalid file data: %s", d->reason);
    if (result != SENT_OK) return false;
    if (!format || !*format || !strcasecmp(format, ending_of(d->name))) return true;
    call_refuse(c, 400, "Value for 'output_format' not supported: a document keeps its format.");
    return false;
}

static void deepl_upload(call *c)
{
    char source[TR_PEEK_SIZE], target[TR_PEEK_SIZE];
    document_request a = {.target = target, .glossary = params_word(&c->params, "glossary_id")};
    sent_document d;
    file_name name;

    if (!deepl_has_key(c) || !deepl_read_language(c, "target_lang", false, target) ||
        !deepl_read_language(c, "source_lang", true, source) ||
        !deepl_read_formality(c, target, &a.formality) || !read_document(c, &d))
        return;
    if (a.glossary && !*source) {
        call_refuse(c, 400, "Value for 'source_lang' is needed with 'glossary_id'.");
        return;
    }
    if (*source) a.source = source;
    if (!sent_begin(c, &d, &a, &name)) return;
    cJSON *const json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "document_id", name.id);
    cJSON_AddStringToObject(json, "document_key", name.secret);
    call_answer(c, 200, json);
}

static void answer_status(call *c, const char *id, const file_status *s)
{
    static const char *const words[] = {[FILE_WAITING] = "queued",
                                        [FILE_WORKING] = "translating",
                                        [FILE_DONE] = "done",
                                        [FILE_FAILED] = "error"};
    cJSON *const json = cJSON_CreateObject();

    cJSON_AddStringToObject(json, "document_id", id);
    cJSON_AddStringToObject(json, "status", words[s->state]);
    if (s->state == FILE_WORKING) {
        cJSON_AddNumberToObject(json, "seconds_remaining", s->seconds_left);
        json_add_float(json, "progress", (float)s->progress); /* DeepL does not tell it */
    }
    if (s->state == FILE_DONE)
        cJSON_AddNumberToObject(json, "billed_characters", (double)s->characters);
    if (s->state == FILE_FAILED) cJSON_AddStringToObject(json, "error_message", s->message);
    if (s->state == FILE_FAILED) cJSON_AddStringToObject(json, "message", s->message);
    call_answer(c, 200, json);
}

static void send_result(call *c, const char *id, const char *secret, const file_status *s)
{
    size_t len;

    if (s->state != FILE_DONE) {
        http_add_header(c->answer, "Retry-After", "1");
        call_refuse(c, 503, "Document translation is not ready.");
        return;
    }
    char *const bytes = files_take(c->server->files, id, secret, &len);
    if (bytes)
        sent_answer(c, id, bytes, len);
    else
        call_refuse(c, 404, "Document not found"); /* somebody else was faster */
}

/* ID, or ID/result. */
static void deepl_document(call *c)
{
    const char *const secret = params_word(&c->params, "document_key");
    const size_t n = strcspn(c->tail, "/");
    const bool result = !strcmp(c->tail + n, "/result");
    char id[40] = "";
    file_status s;

    if (!deepl_has_key(c)) return;
    if (n < sizeof id && (!c->tail[n] || result)) memcpy(id, c->tail, n);
    if (result && secret) files_await(c->server->files, id, secret, LONGEST_WAIT);
    if (!files_look(c->server->files, id, secret ? secret : "", &s))
        call_refuse(c, 404, "Document not found");
    else if (result)
        send_result(c, id, secret, &s);
    else
        answer_status(c, id, &s);
}

/* ---- All ----------------------------------------------------------------------------------- */

static const route routes[] = {
    {.method = "POST", .path = "/v2/document", .run = deepl_upload},
    {.method = "POST", .path = "/v2/document/*", .run = deepl_document},
    {.method = "GET", .path = "/v2/document/*", .run = deepl_document},
    {0},
};

const dialect deepl_documents_dialect = {
    .name = "deepl-documents",
    .routes = routes,
    .refuse = deepl_refuse,
    .key = deepl_key,
    .no_key_status = 403,
};
