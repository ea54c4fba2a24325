/* deepl_glossaries.c - DeepL's glossaries of version 2, each of one pair of languages. */
#include "serve/dialects/deepl_glossaries.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "console/alloc.h"
#include "serve/dialects/dialects.h"

/* ---- What both versions share -------------------------------------------------------------- */

void deepl_add_creation(cJSON *json, const stored_glossary *g)
{
    char created[40];
    struct tm when;

    gmtime_r(&g->created, &when);
    strftime(created, sizeof created, "%Y-%m-%dT%H:%M:%S.000000Z", &when);
    cJSON_AddStringToObject(json, "creation_time", created);
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

bool deepl_read_dictionary(call *c, const char *source, const char *target, const char *format,
                           tr_string entries, dictionary_text *text, tr_buf *tsv)
{
    const bool csv = format && !strcmp(format, "csv");

    if (!entries.len)
        call_refuse(c, 400, "Missing or invalid argument: entries");
    else if (format && !csv && strcmp(format, "tsv") != 0)
        call_refuse(c, 400, "Missing or invalid argument: entries_format");
    else if (!translator_has_model(c->server->translator, source, target))
        call_refuse(c, 400, "Unsupported glossary source and target language combination");
    else if (csv && !csv_to_tsv(entries.text, entries.len, tsv))
        call_refuse(c, 400, "the entries are not CSV of fields without tabs and line ends");
    else {
        *text = (dictionary_text){source, target, csv ? tr_buf_text(tsv) : entries.text,
                                  csv ? tsv->len : entries.len};
        return true;
    }
    return false;
}

void deepl_refuse_store(call *c, const tr_error *e)
{
    call_refuse(c, e->code == TR_EIO ? 500 : 400, "%s", e->msg);
}

bool deepl_read_id(call *c, const char *rest, char id[GLOSSARY_ID_SIZE])
{
    const size_t n = strcspn(c->tail, "/");

    if (!deepl_has_key(c)) return false;
    if (n >= GLOSSARY_ID_SIZE || strcmp(c->tail + n, rest) != 0) {
        call_refuse(c, 404, "Not found");
        return false;
    }
    memcpy(id, c->tail, n);
    id[n] = '\0';
    return true;
}

void deepl_list_glossaries(call *c, deepl_teller *add)
{
    if (!deepl_has_key(c)) return;
    cJSON *const json = cJSON_CreateObject();
    glossaries_tell(c->server->glossaries, c->key, NULL, add,
                    cJSON_AddArrayToObject(json, "glossaries"));
    call_answer(c, 200, json);
}

void deepl_answer_glossary(call *c, int status, const char *id, deepl_teller *add)
{
    cJSON *const list = cJSON_CreateArray();

    glossaries_tell(c->server->glossaries, c->key, id, add, list);
    cJSON *const json = cJSON_DetachItemFromArray(list, 0);
    cJSON_Delete(list);
    if (json)
        call_answer(c, status, json);
    else
        call_refuse(c, 404, "Not found");
}

void deepl_show_glossary(call *c, deepl_teller *add, void (*show_entries)(call *c))
{
    char id[GLOSSARY_ID_SIZE];

    if (strchr(c->tail, '/'))
        show_entries(c);
    else if (deepl_read_id(c, "", id))
        deepl_answer_glossary(c, 200, id, add);
}

/* ---- Version 2 ----------------------------------------------------------------------------- */

/* The older version knows glossaries of one dictionary. */
static void add_glossary(void *ctx, const stored_glossary *g)
{
    if (g->n != 1) return;
    cJSON *const json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "glossary_id", g->id);
    cJSON_AddStringToObject(json, "name", g->name);
    cJSON_AddBoolToObject(json, "ready", true);
    cJSON_AddStringToObject(json, "source_lang", g->dictionaries[0]->source);
    cJSON_AddStringToObject(json, "target_lang", g->dictionaries[0]->target);
    deepl_add_creation(json, g);
    cJSON_AddNumberToObject(json, "entry_count", (double)g->dictionaries[0]->n_terms);
    cJSON_AddItemToArray(ctx, json);
}

static void list_glossaries(call *c)
{
    deepl_list_glossaries(c, add_glossary);
}

static void create_glossary(call *c)
{
    const char *const name = params_word(&c->params, "name");
    char source[TR_PEEK_SIZE], target[TR_PEEK_SIZE], id[GLOSSARY_ID_SIZE];
    dictionary_text text;
    tr_buf tsv = {0};
    tr_error e;

    if (!deepl_has_key(c) || !deepl_read_language(c, "source_lang", true, source) ||
        !deepl_read_language(c, "target_lang", false, target))
        return;
    if (!*source || !name || !*name) {
        call_refuse(c, 400, "Missing or invalid argument: %s", *source ? "name" : "source_lang");
        return;
    }
    if (deepl_read_dictionary(c, source, target, params_word(&c->params, "entries_format"),
                              params_text(&c->params, "entries"), &text, &tsv)) {
        if (glossaries_make(c->server->glossaries, c->key, name, &text, 1, id, &e))
            deepl_answer_glossary(c, 201, id, add_glossary);
        else
            deepl_refuse_store(c, &e);
    }
    tr_buf_free(&tsv);
}

static void show_entries(call *c)
{
    char id[GLOSSARY_ID_SIZE];

    if (!deepl_read_id(c, "/entries", id)) return;
    dictionary *const d = glossaries_take(c->server->glossaries, c->key, id, NULL, NULL);
    if (d)
        call_answer_text(c, 200, "text/tab-separated-values; charset=utf-8", d->entries);
    else
        call_refuse(c, 404, "Not found");
    glossaries_let_go(d);
}

static void show_glossary(call *c)
{
    deepl_show_glossary(c, add_glossary, show_entries);
}

static void delete_glossary(call *c)
{
    char id[GLOSSARY_ID_SIZE];
    tr_error e;

    if (!deepl_read_id(c, "", id)) return;
    if (glossaries_delete(c->server->glossaries, c->key, id, NULL, NULL, &e))
        call_answer_text(c, 204, NULL, "");
    else if (e.code == TR_EIO)
        deepl_refuse_store(c, &e);
    else
        call_refuse(c, 404, "Not found");
}

/* ---- Pairs --------------------------------------------------------------------------------- */

/* Languages, with a blank behind each. */
static void add_word(void *ctx, const char *language)
{
    tr_buf_printf(ctx, "%s ", language);
}

/* Pairs that one model has: terms are not looked for where two translate. */
static void glossary_pairs(call *c)
{
    tr_buf sources = {0};
    char *rest;

    if (!deepl_has_key(c)) return;
    cJSON *const json = cJSON_CreateObject();
    cJSON *const list = cJSON_AddArrayToObject(json, "supported_languages");
    translator_sources(c->server->translator, add_word, &sources);
    char *const names = checked_format("%s", tr_buf_text(&sources));
    for (char *one = strtok_r(names, " ", &rest); one; one = strtok_r(NULL, " ", &rest)) {
        tr_buf targets = {0};
        char *inner;
        translator_targets(c->server->translator, one, add_word, &targets);
        char *const all = checked_format("%s", tr_buf_text(&targets));
        for (char *to = strtok_r(all, " ", &inner); to; to = strtok_r(NULL, " ", &inner)) {
            if (!translator_has_model(c->server->translator, one, to)) continue;
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
    {.method = "GET", .path = "/v2/glossary-language-pairs", .run = glossary_pairs},
    {.method = "GET", .path = "/v2/glossaries", .run = list_glossaries},
    {.method = "POST", .path = "/v2/glossaries", .run = create_glossary},
    {.method = "GET", .path = "/v2/glossaries/*", .run = show_glossary},
    {.method = "DELETE", .path = "/v2/glossaries/*", .run = delete_glossary},
    {0},
};

const dialect deepl_glossaries_dialect = {
    .name = "deepl-glossaries",
    .routes = routes,
    .refuse = deepl_refuse,
    .key = deepl_key,
    .no_key_status = 403,
};
