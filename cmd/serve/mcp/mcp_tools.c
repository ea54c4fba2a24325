#include "serve/mcp/mcp_tools.h"

#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/json.h"
#include "serve/call/glossary_store.h"
#include "serve/mcp/mcp_content.h"
#include "serve/mcp/mcp_files.h"

/* What a tool makes: text for the model, and the same as JSON; or another part; or a failure. */
typedef struct result {
    char *text;
    cJSON *structured;
    cJSON *part; /* another one in the place of the text */
    work_failure why;
} result;

typedef struct tool {
    const char *name, *description;
    const char *schema; /* of its arguments, without "type" */
    bool writes;        /* something outside of the answer changes */
    bool needs_roots;
    bool (*run)(const mcp_asker *by, const cJSON *arguments, result *r);
} tool;

static bool give_json(result *r, cJSON *json)
{
    r->structured = json;
    r->text = cJSON_PrintUnformatted(json);
    if (!r->text) end_without_memory();
    return true;
}

/* ---- Texts --------------------------------------------------------------------------------- */

static work_request request_of(const cJSON *arguments)
{
    return (work_request){.source = json_word(arguments, "source"),
                          .target = json_word(arguments, "target"),
                          .glossary = json_word(arguments, "glossary_id")};
}

static cJSON *translation_of(const translator_text *t)
{
    cJSON *const json = cJSON_CreateObject();

    json_add_text(json, "text", t->text, t->len);
    cJSON_AddStringToObject(json, "source", t->source);
    if (!t->n_alternatives) return json;
    cJSON *const list = cJSON_AddArrayToObject(json, "alternatives");
    for (size_t i = 0; i < t->n_alternatives; i++)
        cJSON_AddItemToArray(list, json_text(t->alternatives[i], strlen(t->alternatives[i])));
    return json;
}

static bool translate_text(const mcp_asker *by, const cJSON *arguments, result *r)
{
    const cJSON *const others = cJSON_GetObjectItemCaseSensitive(arguments, "alternatives");
    work_request request = request_of(arguments);
    translator_answer a;

    request.text = cJSON_GetObjectItemCaseSensitive(arguments, "text");
    request.html = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(arguments, "html"));
    if (others && (!cJSON_IsNumber(others) || others->valueint < 0))
        return work_fail(&r->why, "invalid", "alternatives is not a number from 0");
    request.n_best = others && others->valueint < TR_MAX_BEAM ? others->valueint + 1
                     : others                                 ? TR_MAX_BEAM + 1
                                                              : 1;
    if (!by->work->translate(by, &request, &a, &r->why)) return false;
    cJSON *const json = cJSON_CreateObject(), *const list =
                                                  cJSON_AddArrayToObject(json, "translations");
    for (size_t i = 0; i < a.n; i++)
        cJSON_AddItemToArray(list, translation_of(&a.texts[i]));
    if (cJSON_IsArray(request.text) || request.n_best > 1) {
        give_json(r, json);
    } else {
        r->structured = json;
        r->text = checked_format("%s", json_word(list->child, "text"));
    }
    translator_answer_free(&a);
    return true;
}

static bool translate_file(const mcp_asker *by, const cJSON *arguments, result *r)
{
    const work_request request = request_of(arguments);
    char *const path = mcp_files_translate(by, arguments, &request, &r->why);

    if (!path) return false;
    cJSON *const json = cJSON_CreateObject();
    json_add_text(json, "path", path, strlen(path));
    free(path);
    return give_json(r, json);
}

static bool translate_content(const mcp_asker *by, const cJSON *arguments, result *r)
{
    const work_request request = request_of(arguments);

    if (!mcp_content_translate(by, arguments, &request, &r->text, &r->part, &r->why)) return false;
    if (!r->text) return true;
    r->structured = cJSON_CreateObject();
    json_add_text(r->structured, "text", r->text, strlen(r->text));
    return true;
}

static bool detect_language(const mcp_asker *by, const cJSON *arguments, result *r)
{
    const char *const text = json_word(arguments, "text");

    if (!text) return work_fail(&r->why, "invalid", "text is missing");
    if (!by->work->admit(by, (tr_string){text, strlen(text)}, &r->why)) return false;
    cJSON *const json = cJSON_CreateObject();
    cJSON_AddItemToObject(json, "languages", work_detect(by->translator, text));
    return give_json(r, json);
}

static bool list_languages(const mcp_asker *by, const cJSON *arguments, result *r)
{
    cJSON *const json = cJSON_CreateObject();

    (void)arguments;
    cJSON_AddItemToObject(json, "languages", work_languages(by->translator));
    return give_json(r, json);
}

/* ---- Glossaries ---------------------------------------------------------------------------- */

/* A dictionary each: an assistant asks for terms of two languages. */
static void add_glossary(void *ctx, const stored_glossary *g)
{
    for (size_t i = 0; i < g->n; i++) {
        const dictionary *const d = g->dictionaries[i];
        cJSON *const json = cJSON_CreateObject();
        cJSON_AddStringToObject(json, "id", g->id);
        json_add_text(json, "name", g->name, strlen(g->name));
        cJSON_AddStringToObject(json, "source", d->source);
        cJSON_AddStringToObject(json, "target", d->target);
        cJSON_AddNumberToObject(json, "terms", (double)d->n_terms);
        cJSON_AddItemToArray(ctx, json);
    }
}

static void add_entries(void *ctx, const stored_glossary *g)
{
    const int before = cJSON_GetArraySize(ctx);

    add_glossary(ctx, g);
    for (size_t i = 0; i < g->n; i++)
        json_add_text(cJSON_GetArrayItem(ctx, before + (int)i), "entries",
                      g->dictionaries[i]->entries, g->dictionaries[i]->len);
}

static bool list_glossaries(const mcp_asker *by, const cJSON *arguments, result *r)
{
    cJSON *const json = cJSON_CreateObject();

    (void)arguments;
    glossaries_tell(by->glossaries, by->key, NULL, add_glossary,
                    cJSON_AddArrayToObject(json, "glossaries"));
    return give_json(r, json);
}

/* Gives the first of a list, which it frees. */
static bool give_first(result *r, cJSON *list)
{
    cJSON *const json = cJSON_DetachItemFromArray(list, 0);

    cJSON_Delete(list);
    return json ? give_json(r, json)
                : work_fail(&r->why, "invalid", "the glossary has no dictionary");
}

static bool get_glossary(const mcp_asker *by, const cJSON *arguments, result *r)
{
    const char *const id = json_word(arguments, "glossary_id");
    cJSON *const list = cJSON_CreateArray();

    if (id && glossaries_tell(by->glossaries, by->key, id, add_entries, list))
        return give_first(r, list);
    cJSON_Delete(list);
    return work_fail(&r->why, "invalid", "no glossary has the id %s", id ? id : "\"\"");
}

static bool create_glossary(const mcp_asker *by, const cJSON *arguments, result *r)
{
    const char *const name = json_word(arguments, "name"),
                      *const source = json_word(arguments, "source"),
                      *const target = json_word(arguments, "target"),
                      *const entries = json_word(arguments, "entries");
    char id[GLOSSARY_ID_SIZE];
    tr_error e = {0};

    if (!name || !*name || !source || !*source || !target || !*target || !entries)
        return work_fail(&r->why, "invalid", "name, source, target and entries have to be there");
    const dictionary_text text = {source, target, entries, strlen(entries)};
    if (!glossaries_make(by->glossaries, by->key, name, &text, 1, id, &e))
        return work_fail(&r->why, "invalid", "%s", e.msg);
    cJSON *const list = cJSON_CreateArray();
    glossaries_tell(by->glossaries, by->key, id, add_glossary, list);
    return give_first(r, list);
}

static bool delete_glossary(const mcp_asker *by, const cJSON *arguments, result *r)
{
    const char *const id = json_word(arguments, "glossary_id");
    tr_error e;

    if (!id || !glossaries_delete(by->glossaries, by->key, id, NULL, NULL, &e))
        return work_fail(&r->why, "invalid", "no glossary has the id %s", id ? id : "\"\"");
    cJSON *const json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "deleted", id);
    return give_json(r, json);
}

/* ---- The list ------------------------------------------------------------------------------ */

#define LANGUAGES                                                                                  \
    "\"target\":{\"type\":\"string\",\"description\":\"Language to translate to, as in de or "     \
    "zh-Hant\"},\"source\":{\"type\":\"string\",\"description\":\"Language of the text; it is "    \
    "found out if not given\"},"
#define GLOSSARY                                                                                   \
    "\"glossary_id\":{\"type\":\"string\",\"description\":\"Glossary whose terms hold\"}"
#define GLOSSARY_ALONE "\"properties\":{" GLOSSARY "},\"required\":[\"glossary_id\"]"

static const tool tools[] = {
    {"translate_text",
     "Translates a text, or a list of texts. Line breaks, tags and placeholders stay.",
     "\"properties\":{\"text\":{\"type\":[\"string\",\"array\"],\"items\":{\"type\":\"string\"}}"
     "," LANGUAGES "\"html\":{\"type\":\"boolean\",\"description\":\"The text is HTML\"},"
     "\"alternatives\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":63,\"description\":\"Other "
     "translations wanted\"}," GLOSSARY "},\"required\":[\"text\",\"target\"]",
     false, false, translate_text},
    {"translate_document",
     "Translates a file, such as .txt, .md, .html, .docx, .odt, .epub, .srt or .po, into a new "
     "one.",
     "\"properties\":{\"path\":{\"type\":\"string\"}," LANGUAGES
     "\"output\":{\"type\":\"string\",\"description\":\"Path of the translation; beside the file "
     "if not given\"},\"overwrite\":{\"type\":\"boolean\",\"description\":\"Replace what is "
     "there\"}," GLOSSARY "},\"required\":[\"path\",\"target\"]",
     true, true, translate_file},
    {"translate_content",
     "Translates a document that is sent here: its name tells what it is, as report.docx, "
     "page.html "
     "or notes.md. No file is read or written.",
     "\"properties\":{\"name\":{\"type\":\"string\"},\"text\":{\"type\":\"string\","
     "\"description\":\"The document, if it is text\"},\"data\":{\"type\":\"string\","
     "\"description\":\"The document in base64, if it is not; so is its translation\"}," LANGUAGES
         GLOSSARY "},\"required\":[\"name\",\"target\"]",
     false, false, translate_content},
    {"detect_language", "Tells which language a text is in, the likeliest first.",
     "\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]", false, false,
     detect_language},
    {"list_languages", "Lists languages of texts, and those that each can be translated to.",
     "\"properties\":{}", false, false, list_languages},
    {"list_glossaries", "Lists glossaries.", "\"properties\":{}", false, false, list_glossaries},
    {"get_glossary", "Tells the terms of a glossary.", GLOSSARY_ALONE, false, false, get_glossary},
    {"create_glossary", "Makes a glossary of terms that translations have to use.",
     "\"properties\":{\"name\":{\"type\":\"string\"},\"source\":{\"type\":\"string\"},\"target\":{"
     "\"type\":\"string\"},\"entries\":{\"type\":\"string\",\"description\":\"A line for each "
     "term: the term, a tab, its translation\"}},\"required\":[\"name\",\"source\",\"target\","
     "\"entries\"]",
     true, false, create_glossary},
    {"delete_glossary", "Deletes a glossary.", GLOSSARY_ALONE, true, false, delete_glossary},
};
enum { N_TOOLS = sizeof tools / sizeof *tools };

static bool is_there(const mcp_asker *by, const tool *t)
{
    return !t->needs_roots || by->n_roots;
}

static const tool *find(const mcp_asker *by, const char *name)
{
    for (size_t i = 0; name && i < N_TOOLS; i++)
        if (!strcmp(tools[i].name, name)) return is_there(by, &tools[i]) ? &tools[i] : NULL;
    return NULL;
}

bool mcp_tools_has(const mcp_asker *by, const char *name)
{
    return find(by, name) != NULL;
}

static char *describe(const mcp_asker *by, const tool *t)
{
    char *text = checked_format("%s", t->description);

    for (size_t i = 0; t->needs_roots && i < by->n_roots; i++) {
        char *const more =
            checked_format("%s%s%s", text, i ? ", " : " Folders that it may use: ", by->roots[i]);
        free(text);
        text = more;
    }
    return text;
}

cJSON *mcp_tools_list(const mcp_asker *by)
{
    cJSON *const list = cJSON_CreateArray();

    for (const tool *t = tools; t < tools + N_TOOLS; t++) {
        if (!is_there(by, t)) continue;
        cJSON *const json = cJSON_CreateObject();
        char *const schema = checked_format("{\"type\":\"object\",%s}", t->schema);
        char *const description = describe(by, t);
        cJSON_AddStringToObject(json, "name", t->name);
        json_add_text(json, "description", description, strlen(description));
        cJSON_AddItemToObject(json, "inputSchema", cJSON_Parse(schema));
        cJSON *const hints = cJSON_AddObjectToObject(json, "annotations");
        cJSON_AddBoolToObject(hints, "readOnlyHint", !t->writes);
        cJSON_AddBoolToObject(hints, "openWorldHint", false);
        cJSON_AddItemToArray(list, json);
        free(description);
        free(schema);
    }
    return list;
}

static cJSON *text_part(const char *text)
{
    cJSON *const part = cJSON_CreateObject();

    cJSON_AddStringToObject(part, "type", "text");
    json_add_text(part, "text", text, strlen(text));
    return part;
}

cJSON *mcp_tools_call(const mcp_asker *by, const cJSON *params)
{
    const tool *const called = find(by, json_word(params, "name"));
    cJSON *const json = cJSON_CreateObject();
    cJSON *const content = cJSON_AddArrayToObject(json, "content");
    result r = {0};

    const bool done = called->run(by, cJSON_GetObjectItemCaseSensitive(params, "arguments"), &r);
    cJSON_AddItemToArray(content, r.part ? r.part : text_part(done ? r.text : r.why.message));
    if (r.structured) cJSON_AddItemToObject(json, "structuredContent", r.structured);
    cJSON_AddBoolToObject(json, "isError", !done);
    free(r.text);
    return json;
}
