/*
 * deepl.c - DeepL's interface, version 2: texts, languages, usage, glossaries.
 *
 * What a translation is to be like (formality, context, kinds of models) is taken as a wish, where
 * DeepL does so, too; what must hold and cannot is refused.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "console/alloc.h"
#include "models/language_names.h"
#include "serve/call/glossary_store.h"
#include "serve/dialects/deepl.h"
#include "serve/dialects/dialects.h"
#include "serve/dialects/language_codes.h"

void deepl_refuse(call *c, int status, const char *message)
{
    cJSON *const json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "message", message);
    call_answer(c, status, json);
}

const char *deepl_key(call *c)
{
    return params_word(&c->params, "auth_key");
}

/* Any key will do where the server needs none; but there must be one, as clients expect. */
bool deepl_has_key(call *c)
{
    const char *const given = deepl_key(c);

    if (c->request->authorization || (given && *given)) return true;
    call_refuse(c, 403, "Authorization failure, check auth_key");
    return false;
}

static void upper(char *text)
{
    for (; *text; text++)
        if (tr_ascii_is_lower(*text)) *text = (char)(*text - 'a' + 'A');
}

/* ---- Languages ----------------------------------------------------------------------------- */

typedef struct listing {
    cJSON *list;
    bool targets;
} listing;

static void add_code(cJSON *list, const char *code, const char *name, bool with_formality)
{
    cJSON *const item = cJSON_CreateObject();

    cJSON_AddStringToObject(item, "language", code);
    cJSON_AddStringToObject(item, "name", name);
    if (with_formality) cJSON_AddBoolToObject(item, "supports_formality", false);
    cJSON_AddItemToArray(list, item);
}

/* English is two targets there, and no client of theirs takes it for one. */
static void add_language(void *ctx, const char *language)
{
    listing *const l = ctx;
    char code[TR_PEEK_SIZE], name[128];

    snprintf(code, sizeof code, "%s", language);
    upper(code);
    language_name(language, name, sizeof name);
    if (l->targets && !strcmp(code, "EN")) {
        add_code(l->list, "EN-US", "English (American)", true);
        add_code(l->list, "EN-GB", "English (British)", true);
    } else {
        add_code(l->list, code, name, l->targets);
    }
}

/* Languages, with a blank behind each. */
static void add_word(void *ctx, const char *language)
{
    tr_buf_printf(ctx, "%s ", language);
}

/* Every language that something is translated to. */
static void list_targets(call *c, listing *l)
{
    tr_buf sources = {0};
    cJSON *const all = l->list;
    char *rest;

    desk_sources(c->server->desk, add_word, &sources);
    char *const names = checked_format("%s", tr_buf_text(&sources));
    for (char *one = strtok_r(names, " ", &rest); one; one = strtok_r(NULL, " ", &rest)) {
        l->list = cJSON_CreateArray();
        desk_targets(c->server->desk, one, add_language, l);
        while (cJSON_GetArrayItem(l->list, 0)) {
            cJSON *const moved = cJSON_DetachItemFromArray(l->list, 0);
            const char *const code = cJSON_GetObjectItem(moved, "language")->valuestring;
            const cJSON *other = NULL;
            cJSON_ArrayForEach(other, all)
            {
                if (!strcmp(cJSON_GetObjectItem(other, "language")->valuestring, code)) break;
            }
            if (other)
                cJSON_Delete(moved);
            else
                cJSON_AddItemToArray(all, moved);
        }
        cJSON_Delete(l->list);
    }
    l->list = all;
    free(names);
    tr_buf_free(&sources);
}

static void languages(call *c)
{
    const char *const type = params_word(&c->params, "type");
    listing l = {.targets = type && !strcmp(type, "target")};

    if (!deepl_has_key(c)) return;
    if (type && strcmp(type, "source") != 0 && strcmp(type, "target") != 0) {
        call_refuse(c, 400, "Value for 'type' not supported.");
        return;
    }
    l.list = cJSON_CreateArray();
    if (l.targets)
        list_targets(c, &l);
    else
        desk_sources(c->server->desk, add_language, &l);
    call_answer(c, 200, l.list);
}

static void usage(call *c)
{
    cJSON *const json = cJSON_CreateObject();

    if (!deepl_has_key(c)) {
        cJSON_Delete(json);
        return;
    }
    cJSON_AddNumberToObject(json, "character_count",
                            (double)metrics_characters(c->server->metrics));
    cJSON_AddNumberToObject(json, "character_limit", 1e12);
    call_answer(c, 200, json);
}

/* ---- Texts --------------------------------------------------------------------------------- */

bool deepl_read_language(call *c, const char *name, bool is_source, char out[TR_PEEK_SIZE])
{
    const char *const code = params_word(&c->params, name);
    desk *const d = c->server->desk;

    *out = '\0';
    if (is_source && (!code || !*code)) return true;
    if (code && *code) language_of_code(d, code, out);
    if (*out && (is_source ? desk_has(d, out, NULL) : desk_has(d, NULL, out))) return true;
    call_refuse(c, 400, "Value for '%s' not supported.", name);
    return false;
}

bool deepl_read_formality(call *c)
{
    const char *const formality = params_word(&c->params, "formality");

    if (!formality || (strcmp(formality, "more") != 0 && strcmp(formality, "less") != 0))
        return true;
    call_refuse(c, 400, "'formality' is not supported for given 'target_lang'.");
    return false;
}

/* What cannot be had is refused. */
static bool read_wishes(call *c, int *format)
{
    const char *const tags = params_word(&c->params, "tag_handling");

    *format = tags && !strcmp(tags, "html")  ? DESK_HTML
              : tags && !strcmp(tags, "xml") ? DESK_XML
                                             : DESK_TEXT;
    if (!deepl_read_formality(c)) return false;
    if (tags && *tags && *format == DESK_TEXT) {
        call_refuse(c, 400, "Value for 'tag_handling' not supported.");
        return false;
    }
    return true;
}

static void answer_texts(call *c, const tr_string *texts)
{
    const bool billed = params_flag(&c->params, "show_billed_characters");
    cJSON *const json = cJSON_CreateObject();
    cJSON *const list = cJSON_AddArrayToObject(json, "translations");

    for (size_t i = 0; i < c->done.n; i++) {
        const desk_text *const t = &c->done.texts[i];
        cJSON *const item = cJSON_CreateObject();
        char code[TR_PEEK_SIZE];
        snprintf(code, sizeof code, "%.*s", (int)strcspn(t->source, "-_"), t->source);
        upper(code);
        cJSON_AddStringToObject(item, "detected_source_language", code);
        cJSON_AddStringToObject(item, "text", t->text);
        if (billed)
            cJSON_AddNumberToObject(item, "billed_characters", (double)count_characters(texts[i]));
        cJSON_AddItemToArray(list, item);
    }
    call_answer(c, 200, json);
}

static void translate_texts(call *c, const tr_string *texts, size_t n)
{
    char source[TR_PEEK_SIZE], target[TR_PEEK_SIZE];
    ask a = {.texts = texts,
             .n = n,
             .target = target,
             .n_best = 1,
             .glossary = params_word(&c->params, "glossary_id")};

    if (!deepl_read_language(c, "target_lang", false, target) ||
        !deepl_read_language(c, "source_lang", true, source) || !read_wishes(c, &a.format))
        return;
    if (a.glossary && !*source) {
        call_refuse(c, 400, "Value for 'source_lang' is needed with 'glossary_id'.");
        return;
    }
    a.source = *source ? source : NULL;
    if (call_translate(c, &a)) answer_texts(c, texts);
}

static void translate(call *c)
{
    enum { MOST_TEXTS_ASKED = 50 };
    tr_string *texts = NULL;
    bool is_list;

    if (!deepl_has_key(c)) return;
    const size_t n = params_texts(&c->params, "text", &texts, &is_list);
    if (n == SIZE_MAX || !n)
        call_refuse(c, 400, "Parameter 'text' not specified.");
    else if (n > MOST_TEXTS_ASKED)
        call_refuse(c, 413, "There are more than %d texts.", MOST_TEXTS_ASKED);
    else
        translate_texts(c, texts, n);
    free(texts);
}

/* ---- Glossaries ---------------------------------------------------------------------------- */

static cJSON *glossary_json(const stored_glossary *g)
{
    cJSON *const json = cJSON_CreateObject();
    char created[40];
    struct tm when;

    gmtime_r(&g->created, &when);
    strftime(created, sizeof created, "%Y-%m-%dT%H:%M:%S.000000Z", &when);
    cJSON_AddStringToObject(json, "glossary_id", g->id);
    cJSON_AddStringToObject(json, "name", g->name);
    cJSON_AddBoolToObject(json, "ready", true);
    cJSON_AddStringToObject(json, "source_lang", g->source);
    cJSON_AddStringToObject(json, "target_lang", g->target);
    cJSON_AddStringToObject(json, "creation_time", created);
    cJSON_AddNumberToObject(json, "entry_count", (double)g->n_terms);
    return json;
}

static void add_glossary(void *ctx, const stored_glossary *g)
{
    cJSON_AddItemToArray(ctx, glossary_json(g));
}

static void list_glossaries(call *c)
{
    if (!deepl_has_key(c)) return;
    cJSON *const json = cJSON_CreateObject();
    glossaries_each(c->server->glossaries, c->key, add_glossary,
                    cJSON_AddArrayToObject(json, "glossaries"));
    call_answer(c, 200, json);
}

/* CSV of two columns becomes lines with tabs; false where a field has one, or a line end. */
static bool csv_to_tsv(const char *text, size_t len, tr_buf *out)
{
    bool quoted = false, fine = true;
    size_t column = 0;

    for (size_t i = 0; i < len && fine; i++) {
        const char ch = text[i];
        if (quoted && ch == '"' && i + 1 < len && text[i + 1] == '"') {
            tr_buf_add(out, "\"", 1);
            i++;
        } else if (ch == '"') {
            quoted = !quoted;
        } else if (!quoted && ch == ',') {
            if (++column == 1) tr_buf_add(out, "\t", 1); /* later ones are languages */
        } else if (!quoted && ch == '\n') {
            tr_buf_add(out, "\n", 1);
            column = 0;
        } else if (ch == '\t' || (quoted && ch == '\n')) {
            fine = false;
        } else if (column < 2 && ch != '\r') {
            tr_buf_add(out, &ch, 1);
        }
    }
    return fine && !quoted && !out->failed;
}

static void make_glossary(call *c)
{
    const char *const name = params_word(&c->params, "name");
    const char *const format = params_word(&c->params, "entries_format");
    const tr_string entries = params_text(&c->params, "entries");
    char source[TR_PEEK_SIZE], target[TR_PEEK_SIZE];
    tr_buf tsv = {0};
    tr_error e;

    if (!deepl_has_key(c)) return;
    if (!name || !*name || !entries.len) {
        call_refuse(c, 400, "Missing or invalid argument: %s",
                    !name || !*name ? "name" : "entries");
        return;
    }
    if (!deepl_read_language(c, "source_lang", true, source) ||
        !deepl_read_language(c, "target_lang", false, target))
        return;
    const bool csv = format && !strcmp(format, "csv");
    if (!*source || (format && !csv && strcmp(format, "tsv") != 0)) {
        call_refuse(c, 400, "Missing or invalid argument: %s",
                    *source ? "entries_format" : "source_lang");
        return;
    }
    if (csv && !csv_to_tsv(entries.text, entries.len, &tsv)) {
        call_refuse(c, 400, "Key with the index 0 (starting at position 0) contains invalid CSV");
    } else {
        const stored_glossary *const g = glossaries_make(
            c->server->glossaries, c->key, name, source, target,
            csv ? tr_buf_text(&tsv) : entries.text, csv ? tsv.len : entries.len, &e);
        if (g)
            call_answer(c, 201, glossary_json(g));
        else
            call_refuse(c, e.code == TR_EIO ? 500 : 400, "%s", e.msg);
    }
    tr_buf_free(&tsv);
}

/* The glossary of the path, up to "/entries". */
static stored_glossary *glossary_of(call *c, bool *entries)
{
    char id[40] = "";
    const size_t n = strcspn(c->tail, "/");

    if (!deepl_has_key(c)) return NULL;
    *entries = !strcmp(c->tail + n, "/entries");
    if (n < sizeof id && (!c->tail[n] || *entries)) memcpy(id, c->tail, n);
    stored_glossary *const g = glossaries_take(c->server->glossaries, c->key, id);
    if (!g) call_refuse(c, 404, "Not found");
    return g;
}

static void show_glossary(call *c)
{
    bool entries;
    stored_glossary *const g = glossary_of(c, &entries);

    if (!g) return;
    if (entries)
        call_answer_text(c, 200, "text/tab-separated-values; charset=utf-8", g->entries);
    else
        call_answer(c, 200, glossary_json(g));
    glossaries_let_go(c->server->glossaries, g);
}

static void delete_glossary(call *c)
{
    bool entries;
    stored_glossary *const g = glossary_of(c, &entries);

    if (!g) return;
    glossaries_delete(c->server->glossaries, c->key, g->id);
    glossaries_let_go(c->server->glossaries, g);
    call_answer_text(c, 204, NULL, "");
}

static void glossary_pairs(call *c)
{
    tr_buf sources = {0};
    char *rest;

    if (!deepl_has_key(c)) return;
    cJSON *const json = cJSON_CreateObject();
    cJSON *const list = cJSON_AddArrayToObject(json, "supported_languages");
    desk_sources(c->server->desk, add_word, &sources);
    char *const names = checked_format("%s", tr_buf_text(&sources));
    for (char *one = strtok_r(names, " ", &rest); one; one = strtok_r(NULL, " ", &rest)) {
        tr_buf targets = {0};
        char *inner;
        desk_targets(c->server->desk, one, add_word, &targets);
        char *const all = checked_format("%s", tr_buf_text(&targets));
        for (char *to = strtok_r(all, " ", &inner); to; to = strtok_r(NULL, " ", &inner)) {
            cJSON *const item = cJSON_CreateObject();
            cJSON_AddStringToObject(item, "source_lang", one);
            cJSON_AddStringToObject(item, "target_lang", to);
            cJSON_AddItemToArray(list, item);
        }
        free(all);
        tr_buf_free(&targets);
    }
    free(names);
    tr_buf_free(&sources);
    call_answer(c, 200, json);
}

/* ---- All ----------------------------------------------------------------------------------- */

static const route routes[] = {
    {.method = "POST", .path = "/v2/translate", .run = translate},
    {.method = "GET", .path = "/v2/languages", .run = languages},
    {.method = "POST", .path = "/v2/languages", .run = languages},
    {.method = "GET", .path = "/v2/usage", .run = usage},
    {.method = "POST", .path = "/v2/usage", .run = usage},
    {.method = "GET", .path = "/v2/glossary-language-pairs", .run = glossary_pairs},
    {.method = "GET", .path = "/v2/glossaries", .run = list_glossaries},
    {.method = "POST", .path = "/v2/glossaries", .run = make_glossary},
    {.method = "GET", .path = "/v2/glossaries/*", .run = show_glossary},
    {.method = "DELETE", .path = "/v2/glossaries/*", .run = delete_glossary},
    {0},
};

const dialect deepl_dialect = {
    .name = "deepl",
    .routes = routes,
    .refuse = deepl_refuse,
    .key = deepl_key,
    .no_key_status = 403,
};
