/*
 * deepl_glossaries.c - DeepL's glossaries, of version 2 and of version 3.
 *
 * In version 3 a glossary has dictionaries, each of a pair of languages; here it has one.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "console/alloc.h"
#include "serve/call/glossary_store.h"
#include "serve/dialects/deepl.h"
#include "serve/dialects/dialects.h"
#include "serve/dialects/language_codes.h"

static void add_creation(cJSON *json, const stored_glossary *g)
{
    char created[40];
    struct tm when;

    gmtime_r(&g->created, &when);
    strftime(created, sizeof created, "%Y-%m-%dT%H:%M:%S.000000Z", &when);
    cJSON_AddStringToObject(json, "creation_time", created);
}

static cJSON *glossary_json(const stored_glossary *g)
{
    cJSON *const json = cJSON_CreateObject();

    cJSON_AddStringToObject(json, "glossary_id", g->id);
    cJSON_AddStringToObject(json, "name", g->name);
    cJSON_AddBoolToObject(json, "ready", true);
    cJSON_AddStringToObject(json, "source_lang", g->source);
    cJSON_AddStringToObject(json, "target_lang", g->target);
    add_creation(json, g);
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

/* Makes one of what was sent, and lets the caller let it go; NULL after a refusal. */
static stored_glossary *make_glossary(call *c, const char *name, const char *source,
                                      const char *target, const char *format, tr_string entries)
{
    const bool csv = format && !strcmp(format, "csv");
    stored_glossary *g = NULL;
    tr_buf tsv = {0};
    tr_error e;

    if (!name || !*name || !entries.len) {
        call_refuse(c, 400, "Missing or invalid argument: %s",
                    !name || !*name ? "name" : "entries");
    } else if (format && !csv && strcmp(format, "tsv") != 0) {
        call_refuse(c, 400, "Missing or invalid argument: entries_format");
    } else if (!desk_has_model(c->server->desk, source, target)) {
        call_refuse(c, 400, "Unsupported glossary source and target language combination");
    } else if (csv && !csv_to_tsv(entries.text, entries.len, &tsv)) {
        call_refuse(c, 400, "the entries are not CSV of fields without tabs and line ends");
    } else {
        g = glossaries_make(c->server->glossaries, c->key, name, source, target,
                            csv ? tr_buf_text(&tsv) : entries.text, csv ? tsv.len : entries.len,
                            &e);
        if (!g) call_refuse(c, e.code == TR_EIO ? 500 : 400, "%s", e.msg);
    }
    tr_buf_free(&tsv);
    return g;
}

static void create_glossary(call *c)
{
    char source[TR_PEEK_SIZE], target[TR_PEEK_SIZE];

    if (!deepl_has_key(c) || !deepl_read_language(c, "source_lang", true, source) ||
        !deepl_read_language(c, "target_lang", false, target))
        return;
    if (!*source) {
        call_refuse(c, 400, "Missing or invalid argument: source_lang");
        return;
    }
    stored_glossary *const g = make_glossary(c, params_word(&c->params, "name"), source, target,
                                             params_word(&c->params, "entries_format"),
                                             params_text(&c->params, "entries"));
    if (!g) return;
    call_answer(c, 201, glossary_json(g));
    glossaries_let_go(c->server->glossaries, g);
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

/* Languages, with a blank behind each. */
static void add_word(void *ctx, const char *language)
{
    tr_buf_printf(ctx, "%s ", language);
}

/* Those that one model has: terms are not looked for where two translate. */
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
            if (!desk_has_model(c->server->desk, one, to)) continue;
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

/* ---- Version 3 ----------------------------------------------------------------------------- */

static cJSON *dictionary_json(const stored_glossary *g)
{
    cJSON *const json = cJSON_CreateObject();

    cJSON_AddStringToObject(json, "source_lang", g->source);
    cJSON_AddStringToObject(json, "target_lang", g->target);
    return json;
}

static cJSON *set_json(const stored_glossary *g)
{
    cJSON *const json = cJSON_CreateObject();

    cJSON_AddStringToObject(json, "glossary_id", g->id);
    cJSON_AddStringToObject(json, "name", g->name);
    add_creation(json, g);
    cJSON *const list = cJSON_AddArrayToObject(json, "dictionaries");
    cJSON *const dictionary = dictionary_json(g);
    cJSON_AddNumberToObject(dictionary, "entry_count", (double)g->n_terms);
    cJSON_AddItemToArray(list, dictionary);
    return json;
}

static void add_set(void *ctx, const stored_glossary *g)
{
    cJSON_AddItemToArray(ctx, set_json(g));
}

static void list_glossaries_v3(call *c)
{
    if (!deepl_has_key(c)) return;
    cJSON *const json = cJSON_CreateObject();
    glossaries_each(c->server->glossaries, c->key, add_set,
                    cJSON_AddArrayToObject(json, "glossaries"));
    call_answer(c, 200, json);
}

static const char *member(const cJSON *json, const char *name)
{
    const cJSON *const item = cJSON_GetObjectItemCaseSensitive(json, name);
    return cJSON_IsString(item) ? item->valuestring : NULL;
}

static void create_glossary_v3(call *c)
{
    const cJSON *const all =
        c->params.json ? cJSON_GetObjectItemCaseSensitive(c->params.json, "dictionaries") : NULL;
    const cJSON *const one = cJSON_IsArray(all) ? cJSON_GetArrayItem(all, 0) : NULL;
    const char *const from = member(one, "source_lang"), *const to = member(one, "target_lang");
    const char *const entries = member(one, "entries");
    char source[TR_PEEK_SIZE], target[TR_PEEK_SIZE];

    if (!deepl_has_key(c)) return;
    if (!from || !to || !entries) {
        call_refuse(c, 400, "Missing or invalid argument: dictionaries");
        return;
    }
    if (cJSON_GetArraySize(all) > 1) {
        call_refuse(c, 400,
                    "A glossary of this server has one dictionary: make one for each pair.");
        return;
    }
    language_of_code(c->server->desk, from, source);
    language_of_code(c->server->desk, to, target);
    stored_glossary *const g =
        make_glossary(c, params_word(&c->params, "name"), source, target,
                      member(one, "entries_format"), (tr_string){entries, strlen(entries)});
    if (!g) return;
    call_answer(c, 201, set_json(g));
    glossaries_let_go(c->server->glossaries, g);
}

/* True if the query asks for the pair that the glossary has, or for none. */
static bool is_pair(call *c, const stored_glossary *g)
{
    const char *const from = params_word(&c->params, "source_lang");
    const char *const to = params_word(&c->params, "target_lang");
    char source[TR_PEEK_SIZE], target[TR_PEEK_SIZE];

    return (!from || tr_language_fit(g->source, language_of_code(c->server->desk, from, source))) &&
           (!to || tr_language_fit(g->target, language_of_code(c->server->desk, to, target)));
}

static cJSON *entries_json(const stored_glossary *g)
{
    cJSON *const json = cJSON_CreateObject(), *const dictionary = dictionary_json(g);

    call_add_text(dictionary, "entries", g->entries, g->len);
    cJSON_AddStringToObject(dictionary, "entries_format", "tsv");
    cJSON_AddItemToArray(cJSON_AddArrayToObject(json, "dictionaries"), dictionary);
    return json;
}

static void show_glossary_v3(call *c)
{
    bool entries;
    stored_glossary *const g = glossary_of(c, &entries);

    if (!g) return;
    if (!entries)
        call_answer(c, 200, set_json(g));
    else if (is_pair(c, g))
        call_answer(c, 200, entries_json(g));
    else
        call_refuse(c, 404, "Dictionary not found");
    glossaries_let_go(c->server->glossaries, g);
}

/* ---- All ----------------------------------------------------------------------------------- */

static const route routes[] = {
    {.method = "GET", .path = "/v2/glossary-language-pairs", .run = glossary_pairs},
    {.method = "GET", .path = "/v2/glossaries", .run = list_glossaries},
    {.method = "POST", .path = "/v2/glossaries", .run = create_glossary},
    {.method = "GET", .path = "/v2/glossaries/*", .run = show_glossary},
    {.method = "DELETE", .path = "/v2/glossaries/*", .run = delete_glossary},
    {.method = "GET", .path = "/v3/glossaries", .run = list_glossaries_v3},
    {.method = "POST", .path = "/v3/glossaries", .run = create_glossary_v3},
    {.method = "GET", .path = "/v3/glossaries/*", .run = show_glossary_v3},
    {.method = "DELETE", .path = "/v3/glossaries/*", .run = delete_glossary},
    {0},
};

const dialect deepl_glossaries_dialect = {
    .name = "deepl-glossaries",
    .routes = routes,
    .refuse = deepl_refuse,
    .key = deepl_key,
    .no_key_status = 403,
};
