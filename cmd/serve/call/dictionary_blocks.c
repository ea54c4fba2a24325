#include "serve/call/dictionary_blocks.h"

#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/json.h"
#include "dictionary/entry_list.h"
#include "serve/call/served_dictionaries.h"

enum { MOST_BLOCKS = 8, MOST_TERMS = 16 };

/* Words of a part of speech, each once. */
typedef struct block {
    const char *part_of_speech, *head;
    const char *terms[MOST_TERMS], *heads[MOST_TERMS]; /* [n] */
    size_t n;
} block;

/* The numbers that Google Translate has for parts of speech; 0 for others. */
static int number_of(const char *part_of_speech)
{
    static const char *const known[] = {"noun", "verb", "adjective", "adverb"};

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(part_of_speech, known[i])) return (int)i + 1;
    return 0;
}

static block *block_of(block *blocks, size_t *n, const tr_dictionary_item *item, const char *head)
{
    for (size_t i = 0; i < *n; i++)
        if (!strcmp(blocks[i].part_of_speech, item->part_of_speech)) return &blocks[i];
    if (*n == MOST_BLOCKS) return NULL;
    blocks[*n] = (block){.part_of_speech = item->part_of_speech, .head = head};
    return &blocks[(*n)++];
}

static void add_term(block *b, const char *term, const char *head)
{
    for (size_t i = 0; i < b->n; i++)
        if (!strcmp(b->terms[i], term)) return;
    if (b->n == MOST_TERMS) return;
    b->terms[b->n] = term;
    b->heads[b->n++] = head;
}

static void take_item(const tr_dictionary_item *item, const char **head, block *blocks, size_t *n)
{
    if (item->part == TR_DICTIONARY_HEADWORD) *head = item->plain;
    if (item->part != TR_DICTIONARY_TRANSLATION || !*item->plain || !*head) return;
    block *const b = block_of(blocks, n, item, *head);
    if (b) add_term(b, item->plain, *head);
}

/* A score says the order alone. */
static double score_of(size_t place)
{
    return 1 / (double)(place + 1);
}

static cJSON *text_of(const char *text)
{
    return json_text(text, strlen(text));
}

static cJSON *make_array(const block *b)
{
    cJSON *const json = cJSON_CreateArray(), *const terms = cJSON_CreateArray();
    cJSON *const entries = cJSON_CreateArray();

    for (size_t i = 0; i < b->n; i++) {
        cJSON *const entry = cJSON_CreateArray(), *const back = cJSON_CreateArray();
        cJSON_AddItemToArray(terms, text_of(b->terms[i]));
        cJSON_AddItemToArray(back, text_of(b->heads[i]));
        cJSON_AddItemToArray(entry, text_of(b->terms[i]));
        cJSON_AddItemToArray(entry, back);
        cJSON_AddItemToArray(entry, cJSON_CreateNull());
        cJSON_AddItemToArray(entry, cJSON_CreateNumber(score_of(i)));
        cJSON_AddItemToArray(entries, entry);
    }
    cJSON_AddItemToArray(json, cJSON_CreateString(b->part_of_speech));
    cJSON_AddItemToArray(json, terms);
    cJSON_AddItemToArray(json, entries);
    cJSON_AddItemToArray(json, text_of(b->head));
    cJSON_AddItemToArray(json, cJSON_CreateNumber(number_of(b->part_of_speech)));
    return json;
}

static cJSON *make_object(const block *b)
{
    cJSON *const json = cJSON_CreateObject();

    cJSON_AddStringToObject(json, "pos", b->part_of_speech);
    cJSON *const terms = cJSON_AddArrayToObject(json, "terms");
    cJSON *const entries = cJSON_AddArrayToObject(json, "entry");
    for (size_t i = 0; i < b->n; i++) {
        cJSON *const entry = cJSON_CreateObject();
        cJSON_AddItemToArray(terms, text_of(b->terms[i]));
        cJSON_AddItemToObject(entry, "word", text_of(b->terms[i]));
        cJSON *const back = cJSON_AddArrayToObject(entry, "reverse_translation");
        cJSON_AddItemToArray(back, text_of(b->heads[i]));
        cJSON_AddNumberToObject(entry, "score", score_of(i));
        cJSON_AddItemToArray(entries, entry);
    }
    cJSON_AddItemToObject(json, "base_form", text_of(b->head));
    cJSON_AddNumberToObject(json, "pos_enum", number_of(b->part_of_speech));
    return json;
}

static cJSON *blocks_of(const entry_list *list, bool objects)
{
    block blocks[MOST_BLOCKS];
    const char *head = NULL;
    size_t n = 0;

    for (size_t i = 0; i < list->n_entries; i++)
        for (size_t k = 0; k < list->entries[i].n; k++)
            take_item(&list->items[list->entries[i].begin + k], &head, blocks, &n);
    cJSON *const json = n ? cJSON_CreateArray() : NULL;
    for (size_t i = 0; i < n; i++)
        cJSON_AddItemToArray(json, objects ? make_object(&blocks[i]) : make_array(&blocks[i]));
    return json;
}

/* True if the request wants the part "bd" of an answer. */
static bool is_wanted(const params *p)
{
    tr_string *parts = NULL;
    bool is_list, wanted = false;
    const size_t n = params_texts(p, "dt", &parts, &is_list);

    for (size_t i = 0; n != SIZE_MAX && i < n; i++)
        wanted = wanted || (parts[i].len == 2 && !memcmp(parts[i].text, "bd", 2));
    free(parts);
    return wanted;
}

cJSON *dictionary_blocks(const call *c, const char *from, const char *to, tr_string text,
                         bool objects)
{
    entry_list list = {0};
    tr_error err;

    if (!c->server->dictionaries || !is_wanted(&c->params)) return NULL;
    held_dictionaries *const held = served_dictionaries_hold(c->server->dictionaries);
    const tr_dictionary *const d = dictionary_set_find(held_dictionaries_set(held), from, to);
    if (d && tr_dictionary_find(d, text, entry_list_add, &list, &err) == TR_ENOMEM)
        end_without_memory();
    entry_list_order(&list, text);
    cJSON *const json = blocks_of(&list, objects);
    entry_list_free(&list);
    served_dictionaries_let_go(held);
    return json;
}
