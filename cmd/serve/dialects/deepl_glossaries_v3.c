/*
 * deepl_glossaries_v3.c - DeepL's glossaries of version 3: each has dictionaries, each of a pair of
 * languages, which are added, replaced and removed one by one.
 */
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/json.h"
#include "serve/dialects/deepl_glossaries.h"
#include "serve/dialects/dialects.h"
#include "serve/dialects/language_codes.h"

enum { MOST_SENT = 100 }; /* dictionaries of a request */

/* ---- What is told -------------------------------------------------------------------------- */

static cJSON *pair_json(const dictionary *d)
{
    cJSON *const json = cJSON_CreateObject();

    cJSON_AddStringToObject(json, "source_lang", d->source);
    cJSON_AddStringToObject(json, "target_lang", d->target);
    return json;
}

static cJSON *dictionary_json(const dictionary *d)
{
    cJSON *const json = pair_json(d);

    cJSON_AddNumberToObject(json, "entry_count", (double)d->n_terms);
    return json;
}

static void add_glossary(void *ctx, const stored_glossary *g)
{
    cJSON *const json = cJSON_CreateObject();

    cJSON_AddStringToObject(json, "glossary_id", g->id);
    cJSON_AddStringToObject(json, "name", g->name);
    deepl_add_creation(json, g);
    cJSON *const list = cJSON_AddArrayToObject(json, "dictionaries");
    for (size_t i = 0; i < g->n; i++)
        cJSON_AddItemToArray(list, dictionary_json(g->dictionaries[i]));
    cJSON_AddItemToArray(ctx, json);
}

static void list_glossaries(call *c)
{
    deepl_list_glossaries(c, add_glossary);
}

/* ---- What is sent -------------------------------------------------------------------------- */

/* A dictionary of a body, with the languages as models spell them. */
typedef struct sent_dictionary {
    char source[TR_PEEK_SIZE], target[TR_PEEK_SIZE];
    tr_buf tsv;
} sent_dictionary;

static bool read_dictionary(call *c, const cJSON *json, sent_dictionary *sent,
                            dictionary_text *text)
{
    const char *const from = json_word(json, "source_lang"), *const to =
                                                                 json_word(json, "target_lang");
    const char *const entries = json_word(json, "entries");

    if (!from || !to || !entries) {
        call_refuse(c, 400, "Missing or invalid argument: %s",
                    entries ? "source_lang, target_lang" : "entries");
        return false;
    }
    language_of_code(c->server->translator, from, sent->source);
    language_of_code(c->server->translator, to, sent->target);
    return deepl_read_dictionary(c, sent->source, sent->target, json_word(json, "entries_format"),
                                 (tr_string){entries, strlen(entries)}, text, &sent->tsv);
}

/* Does something with what was read; the answer is its. */
typedef void use(call *c, const dictionary_text *texts, size_t n);

static void read_dictionaries(call *c, use *then)
{
    const cJSON *const all = cJSON_GetObjectItemCaseSensitive(c->params.json, "dictionaries");
    const size_t n = cJSON_IsArray(all) ? (size_t)cJSON_GetArraySize(all) : 0;
    sent_dictionary *sent;
    dictionary_text *texts;
    size_t n_read = 0;

    if ((all && !n) || n > MOST_SENT) {
        call_refuse(c, 400, "Missing or invalid argument: dictionaries");
        return;
    }
    sent = checked_malloc((n + 1) * sizeof *sent);
    texts = checked_malloc((n + 1) * sizeof *texts);
    memset(sent, 0, (n + 1) * sizeof *sent);
    for (const cJSON *one = all ? all->child : NULL; one; one = one->next, n_read++)
        if (!read_dictionary(c, one, &sent[n_read], &texts[n_read])) break;
    if (n_read == n) then(c, texts, n);
    for (size_t i = 0; i < n; i++)
        tr_buf_free(&sent[i].tsv);
    free(sent);
    free(texts);
}

static void create(call *c, const dictionary_text *texts, size_t n)
{
    const char *const name = params_word(&c->params, "name");
    char id[GLOSSARY_ID_SIZE];
    tr_error e;

    if (!n || !name || !*name)
        call_refuse(c, 400, "Missing or invalid argument: %s", n ? "name" : "dictionaries");
    else if (glossaries_make(c->server->glossaries, c->key, name, texts, n, id, &e))
        deepl_answer_glossary(c, 201, id, add_glossary);
    else
        deepl_refuse_store(c, &e);
}

static void create_glossary(call *c)
{
    if (deepl_has_key(c)) read_dictionaries(c, create);
}

/* ---- One that there is --------------------------------------------------------------------- */

/* The id of the path of a glossary that there is; false after a refusal. */
static bool read_known_id(call *c, const char *rest, char id[GLOSSARY_ID_SIZE])
{
    if (!deepl_read_id(c, rest, id)) return false;
    if (glossaries_tell(c->server->glossaries, c->key, id, NULL, NULL)) return true;
    call_refuse(c, 404, "Not found");
    return false;
}

/* The pair of languages that the query asks for; false after a refusal. */
static bool read_pair(call *c, char source[TR_PEEK_SIZE], char target[TR_PEEK_SIZE])
{
    const char *const from = params_word(&c->params, "source_lang");
    const char *const to = params_word(&c->params, "target_lang");

    if (!from || !to) {
        call_refuse(c, 400, "Missing or invalid argument: %s",
                    from ? "target_lang" : "source_lang");
        return false;
    }
    language_of_code(c->server->translator, from, source);
    language_of_code(c->server->translator, to, target);
    return true;
}

static void change(call *c, const dictionary_text *texts, size_t n)
{
    const char *const name = params_word(&c->params, "name");
    char id[GLOSSARY_ID_SIZE];
    tr_error e;

    if (!read_known_id(c, "", id)) return;
    if (!n && (!name || !*name))
        call_refuse(c, 400, "Missing or invalid argument: name, dictionaries");
    else if (glossaries_change(c->server->glossaries, c->key, id, name && *name ? name : NULL,
                               texts, n, true, &e))
        deepl_answer_glossary(c, 200, id, add_glossary);
    else
        deepl_refuse_store(c, &e);
}

/* Another name; entries beside the ones that a dictionary has. */
static void change_glossary(call *c)
{
    if (deepl_has_key(c)) read_dictionaries(c, change);
}

static void show_entries(call *c)
{
    char id[GLOSSARY_ID_SIZE], source[TR_PEEK_SIZE], target[TR_PEEK_SIZE];

    if (!read_known_id(c, "/entries", id) || !read_pair(c, source, target)) return;
    dictionary *const d = glossaries_take(c->server->glossaries, c->key, id, source, target);
    if (!d) {
        call_refuse(c, 404, "Dictionary not found");
        return;
    }
    cJSON *const json = cJSON_CreateObject(), *const one = pair_json(d);
    call_add_text(one, "entries", d->entries, d->len);
    cJSON_AddStringToObject(one, "entries_format", "tsv");
    cJSON_AddItemToArray(cJSON_AddArrayToObject(json, "dictionaries"), one);
    call_answer(c, 200, json);
    glossaries_let_go(d);
}

static void show_glossary(call *c)
{
    deepl_show_glossary(c, add_glossary, show_entries);
}

/* All entries of a dictionary anew. */
static void put_dictionary(call *c)
{
    char id[GLOSSARY_ID_SIZE];
    sent_dictionary sent = {0};
    dictionary_text text;
    tr_error e;

    if (!read_known_id(c, "/dictionaries", id)) return;
    if (read_dictionary(c, c->params.json, &sent, &text)) {
        if (!glossaries_change(c->server->glossaries, c->key, id, NULL, &text, 1, false, &e)) {
            deepl_refuse_store(c, &e);
        } else {
            dictionary *const d =
                glossaries_take(c->server->glossaries, c->key, id, sent.source, sent.target);
            call_answer(c, 200, d ? dictionary_json(d) : cJSON_CreateObject());
            glossaries_let_go(d);
        }
    }
    tr_buf_free(&sent.tsv);
}

static void delete_glossary(call *c)
{
    const bool whole = !strchr(c->tail, '/');
    char id[GLOSSARY_ID_SIZE], source[TR_PEEK_SIZE], target[TR_PEEK_SIZE];
    tr_error e;

    if (!read_known_id(c, whole ? "" : "/dictionaries", id) ||
        (!whole && !read_pair(c, source, target)))
        return;
    if (glossaries_delete(c->server->glossaries, c->key, id, whole ? NULL : source, target, &e))
        call_answer_text(c, 204, NULL, "");
    else if (e.code == TR_EIO)
        deepl_refuse_store(c, &e);
    else
        call_refuse(c, 404, "Dictionary not found");
}

/* ---- All ----------------------------------------------------------------------------------- */

static const route routes[] = {
    {.method = "GET", .path = "/v3/glossaries", .run = list_glossaries},
    {.method = "POST", .path = "/v3/glossaries", .run = create_glossary},
    {.method = "GET", .path = "/v3/glossaries/*", .run = show_glossary},
    {.method = "PATCH", .path = "/v3/glossaries/*", .run = change_glossary},
    {.method = "PUT", .path = "/v3/glossaries/*", .run = put_dictionary},
    {.method = "DELETE", .path = "/v3/glossaries/*", .run = delete_glossary},
    {0},
};

const dialect deepl_glossaries_v3_dialect = {
    .name = "deepl-glossaries-v3",
    .routes = routes,
    .refuse = deepl_refuse,
    .key = deepl_key,
    .no_key_status = 403,
};
