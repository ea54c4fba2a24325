/* define.c - `translate define`: what dictionaries have of words. */
#include <stdlib.h>
#include <string.h>
#include <unicode/uloc.h>

#include "commands/commands.h"
#include "console/alloc.h"
#include "console/input.h"
#include "console/json.h"
#include "console/message.h"
#include "console/output.h"
#include "console/printable.h"
#include "console/suggest.h"
#include "dictionary/dictionary_choice.h"
#include "dictionary/entry_list.h"
#include "models/language_names.h"
#include "models/model_choice.h"

typedef struct settings {
    const char *dictionary, *from, *to;
    int json;
} settings;

#define FIELD(name) offsetof(settings, name)
static const option options[] = {
    OPTION_ROW(0, "dictionary", "FILE", OPTION_TEXT, FIELD(dictionary),
               "look there: a dictionary of dictd or Ding, or lines with a tab (default: what "
               "Debian's packages have of the languages)"),
    OPTION_ROW('f', "from", "LANG", OPTION_TEXT, FIELD(from),
               "language of the words (default: English)"),
    OPTION_ROW('t', "to", "LANG", OPTION_TEXT, FIELD(to),
               "language of their translations (default: German)"),
    OPTION_FLAG_ROW(0, "json", FIELD(json), "print a JSON object for each word"),
    OPTION_LAST_ROWS,
};

enum { MOST_NEAR = 5 };

/* A word that is looked up, and what was printed of it last. */
typedef struct lookup {
    FILE *out;
    cJSON *entries, *senses, *sense; /* NULL: text is printed */
    char *head;                      /* the heading */
    size_t n_senses, in_entry;       /* of the heading, and of the entry; 0: none yet */
} lookup;

/* ---- Text ---- */

static void print_words(FILE *out, const char *text)
{
    printable_text(out, text, strlen(text), 0);
}

/* "m", "pl". */
static void print_gender(FILE *out, const char *gender)
{
    if (*gender) fprintf(out, " %.*s", strcmp(gender, "plural") ? 1 : 2, gender);
}

static void print_head(lookup *l, const tr_dictionary_item *item)
{
    char *const head =
        checked_format("%s%s%s%s%s", item->text, *item->part_of_speech ? ", " : "",
                       item->part_of_speech, *item->gender ? ", " : "", item->gender);

    l->in_entry = 0;
    if (l->head && !strcmp(head, l->head)) {
        free(head);
        return;
    }
    free(l->head);
    l->head = head;
    l->n_senses = 0;
    print_words(l->out, head);
    fputc('\n', l->out);
}

static void print_translation(lookup *l, const tr_dictionary_item *item)
{
    const bool more = item->sense == l->in_entry;

    if (more)
        fputs(", ", l->out);
    else
        fprintf(l->out, "%s%3zu. ", l->in_entry ? "\n" : "", ++l->n_senses);
    l->in_entry = item->sense;
    print_words(l->out, item->text);
    print_gender(l->out, item->gender);
    if (*item->labels) {
        fputs(" [", l->out);
        print_words(l->out, item->labels);
        fputc(']', l->out);
    }
}

static void end_line(lookup *l)
{
    if (l->in_entry) fputc('\n', l->out);
    l->in_entry = 0;
}

static void print_item(void *ctx, const tr_dictionary_item *item)
{
    lookup *const l = ctx;

    if (item->part == TR_DICTIONARY_TRANSLATION) {
        print_translation(l, item);
        return;
    }
    end_line(l);
    if (item->part == TR_DICTIONARY_HEADWORD) {
        print_head(l, item);
        return;
    }
    fputs(item->part == TR_DICTIONARY_NOTE ? "     (" : "     \"", l->out);
    print_words(l->out, item->text);
    fputs(item->part == TR_DICTIONARY_NOTE ? ")" : "\": ", l->out);
    print_words(l->out, item->translation);
    fputc('\n', l->out);
}

/* ---- JSON ---- */

static void add_words(cJSON *object, const char *name, const char *text)
{
    if (*text) json_add_text(object, name, text, strlen(text));
}

static void begin_entry(lookup *l, const tr_dictionary_item *item)
{
    cJSON *const entry = cJSON_CreateObject();

    add_words(entry, "headword", item->text);
    add_words(entry, "part_of_speech", item->part_of_speech);
    add_words(entry, "gender", item->gender);
    l->senses = cJSON_AddArrayToObject(entry, "senses");
    l->sense = NULL;
    l->in_entry = 0;
    cJSON_AddItemToArray(l->entries, entry);
}

static cJSON *array_of(cJSON *object, const char *name)
{
    cJSON *const array = cJSON_GetObjectItem(object, name);
    return array ? array : cJSON_AddArrayToObject(object, name);
}

static void begin_sense(lookup *l, size_t number)
{
    if (l->sense && number == l->in_entry) return;
    l->sense = cJSON_CreateObject();
    l->in_entry = number;
    cJSON_AddArrayToObject(l->sense, "translations");
    cJSON_AddItemToArray(l->senses, l->sense);
}

static void add_item(void *ctx, const tr_dictionary_item *item)
{
    lookup *const l = ctx;

    if (item->part == TR_DICTIONARY_HEADWORD) {
        begin_entry(l, item);
        return;
    }
    begin_sense(l, item->sense);
    if (item->part == TR_DICTIONARY_NOTE) {
        cJSON_AddItemToArray(array_of(l->sense, "notes"),
                             json_text(item->text, strlen(item->text)));
        return;
    }
    cJSON *const one = cJSON_CreateObject();
    add_words(one, "text", item->text);
    add_words(one, "translation", item->translation);
    add_words(one, "part_of_speech", item->part_of_speech);
    add_words(one, "gender", item->gender);
    add_words(one, "labels", item->labels);
    const bool example = item->part == TR_DICTIONARY_EXAMPLE;
    cJSON_AddItemToArray(array_of(l->sense, example ? "examples" : "translations"), one);
}

/* ---- Words ---- */

typedef struct defining {
    const settings *set;
    dictionaries found;
    output out;
} defining;

/* Words that are near, as JSON and as text. */
typedef struct near_words {
    cJSON *array;
    char *text;
    size_t n;
} near_words;

static void add_near(void *ctx, const tr_dictionary_item *item)
{
    near_words *const w = ctx;

    if (w->n == MOST_NEAR) return;
    char *const longer = checked_format("%s%s\"%s\"", w->text, w->n ? ", " : "", item->text);
    free(w->text);
    w->text = longer;
    w->n++;
    cJSON_AddItemToArray(w->array, json_text(item->text, strlen(item->text)));
}

/* Says that a word is in no dictionary, and what is near. */
static int tell_absent(defining *d, tr_string word, cJSON *object)
{
    near_words near = {.array = cJSON_CreateArray(), .text = checked_format("%s", "")};
    tr_error err;
    char name[256], list[512];
    int rc = 0;

    for (size_t i = 0; i < d->found.n && rc >= 0; i++) {
        const tr_dictionary *const open = dictionaries_get(&d->found, i);
        if (open) rc = tr_dictionary_near(open, word, MOST_NEAR, add_near, &near, &err);
    }
    char *const text = checked_copy(word.text, word.len);
    printable_copy(name, sizeof name, text, "");
    printable_copy(list, sizeof list, near.text, "");
    if (rc == TR_ENOMEM) end_without_memory();
    if (rc < 0)
        complain("%s", err.msg);
    else
        complain("\"%s\" is in no dictionary from %s to %s%s%s", name, d->set->from, d->set->to,
                 near.n ? "; near: " : "", list);
    if (object)
        cJSON_AddItemToObject(object, "near", near.array);
    else
        cJSON_Delete(near.array);
    free(text);
    free(near.text);
    return EXIT_FAILED;
}

/* Adds the entries of the first dictionary, *in, that has the word: how many; -1 after a sentence.
 */
static int find_word(defining *d, tr_string word, entry_list *list, size_t *in)
{
    tr_error err;
    int n = 0;

    for (size_t i = 0; i < d->found.n && n == 0; i++) {
        const tr_dictionary *const open = dictionaries_get(&d->found, i);
        if (!open) return -1;
        n = tr_dictionary_find(open, word, entry_list_add, list, &err);
        *in = i;
    }
    if (n == TR_ENOMEM) end_without_memory();
    if (n < 0) complain("%s", err.msg);
    return n < 0 ? -1 : n;
}

static int define_word(defining *d, tr_string word)
{
    cJSON *const object = d->set->json ? cJSON_CreateObject() : NULL;
    lookup l = {.out = d->out.stream};
    entry_list list = {0};
    size_t in = 0;
    int status = EXIT_OK;

    if (object) json_add_text(object, "word", word.text, word.len);
    if (object) l.entries = cJSON_AddArrayToObject(object, "entries");
    const int n = find_word(d, word, &list, &in);
    entry_list_order(&list, word);
    entry_list_tell(&list, object ? add_item : print_item, &l);
    entry_list_free(&list);
    if (!object) end_line(&l);
    free(l.head);
    if (n < 0) {
        cJSON_Delete(object);
        return EXIT_FAILED;
    }
    if (n > 0 && object) add_words(object, "dictionary", d->found.items[in].path);
    if (n == 0) status = tell_absent(d, word, object);
    if (object) json_print(&d->out, object);
    output_flush(&d->out);
    return status;
}

static int define_lines(defining *d)
{
    line_reader in;
    tr_string word;
    int status = EXIT_OK, rc;

    if (line_reader_open(&in, NULL, 0) < 0) return EXIT_FAILED;
    while ((rc = line_reader_next(&in, &word.text, &word.len)) > 0)
        if (word.len && define_word(d, word) != EXIT_OK) status = EXIT_FAILED;
    line_reader_close(&in);
    return rc < 0 ? EXIT_FAILED : status;
}

/* A language that ICU knows; else there was a sentence. */
static bool is_language(const char *language)
{
    suggestion s = suggest_for(language, strlen(language));
    char hint[HINT_SIZE], name[64];

    if (*uloc_getISO3Language(language)) return true;
    for (const char *const *one = uloc_getISOLanguages(); *one; one++) {
        language_name(*one, name, sizeof name);
        suggest_name(&s, name, *one);
        if (language_is_named(*one, language)) suggest_name(&s, language, *one);
    }
    complain("\"%s\" is no code of a language%s", language, suggest_hint(&s, "", hint));
    return false;
}

static int define_main(int argc, char **argv)
{
    settings s = {.from = model_default_pair.from, .to = model_default_pair.to};
    defining d = {.set = &s};
    int status = EXIT_OK;

    const int rc = options_parse(&define_command, &argc, argv, &s);
    if (rc != GO_ON) return rc;
    if (!is_language(s.from) || !is_language(s.to)) return EXIT_MISUSE;
    json_start();
    if (dictionaries_open(&d.found, s.dictionary, s.from, s.to) < 0) return EXIT_FAILED;
    if (output_open(&d.out, NULL) < 0) return EXIT_FAILED;
    if (!argc) status = define_lines(&d);
    for (int i = 0; i < argc; i++)
        if (define_word(&d, (tr_string){argv[i], strlen(argv[i])}) != EXIT_OK) status = EXIT_FAILED;
    output_close(&d.out);
    dictionaries_close(&d.found);
    return status;
}

const command define_command = {
    .name = "define",
    .summary = "print what dictionaries have of a word",
    .operands = "[OPTIONS] [WORD]...",
    .about = "Prints the entries that dictionaries have of words, or of the lines of standard "
             "input: the senses in their order, genders and examples.  No model is needed.  The "
             "status is 1 if a word is in no dictionary; words that are near are named.",
    .options = options,
    .run = define_main,
};
