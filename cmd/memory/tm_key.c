#include "memory/tm_key.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include <sha2.h>

#include "console/alloc.h"
#include "console/json.h"

char *tm_key_model(const tr_model *model)
{
    char *const digits = checked_malloc(SHA256_DIGEST_STRING_LENGTH);
    SHA2_CTX digest;
    size_t n;

    const void *const header = tr_model_header(model, &n);
    SHA256Init(&digest);
    SHA256Update(&digest, header, n);
    return SHA256End(&digest, digits);
}

/* Text that grows by lines. */
static void add_to_key(char **text, char *line)
{
    char *const longer = checked_format("%s%s\n", *text, line);
    free(*text);
    free(line);
    *text = longer;
}

static void add_number_to_key(char **text, const char *name, float x)
{
    char number[NUMBER_SIZE];
    format_float(number, x);
    add_to_key(text, checked_format("%s %s", name, number));
}

/* The libraries that cut text into sentences and pieces. */
static void add_libraries(char **text)
{
    char value[64];
    const char *name;

    for (size_t i = 0; (name = tr_build_info(i, value, sizeof value)); i++)
        if (!strcmp(name, "SentencePiece") || !strcmp(name, "ICU") || !strcmp(name, "utf8proc"))
            add_to_key(text, checked_format("%s %s", name, value));
}

/* Constraints on words.  Lengths keep apart what is within them. */
static void add_wording(char **text, const tr_options *o)
{
    if (o->prefix) add_to_key(text, checked_format("prefix %zu %s", strlen(o->prefix), o->prefix));
    for (size_t i = 0; i < o->n_banned; i++)
        add_to_key(text, checked_format("ban %zu %s", strlen(o->banned[i]), o->banned[i]));
    for (size_t i = 0; i < o->n_kept; i++)
        add_to_key(text, checked_format("keep %zu %s", strlen(o->kept[i]), o->kept[i]));
    if (o->keep_file) {
        char digest[SHA256_DIGEST_STRING_LENGTH];
        const bool is_read = SHA256File(o->keep_file, digest) != NULL;
        add_to_key(text, checked_format("keep-file %s", is_read ? digest : "absent"));
    }
    if (o->formality) add_to_key(text, checked_format("formality %d", o->formality));
    if (o->no_repeat_ngram)
        add_to_key(text, checked_format("no-repeat-ngram %d", o->no_repeat_ngram));
    if (o->glossary)
        add_to_key(text, checked_format("glossary %s", tr_glossary_digest(o->glossary)));
    if (o->diverse) {
        add_to_key(text, checked_format("diverse %d", o->diverse));
        add_number_to_key(text, "diversity", o->diversity);
    }
}

const char *tm_key_language(const char *chosen, const char *own)
{
    return chosen ? chosen : own;
}

char *tm_key_options(const tr_model *model, const tr_options *o, const char *dictionary)
{
    const tr_model_info *const info = tr_model_get_info(model);
    const bool shortlist = info->shortlist_pairs && o->shortlist != TR_SHORTLIST_OFF;
    const bool exact =
        o->precision == TR_PRECISION_FLOAT32 || strcmp(info->weight_type, "int8") != 0;
    char *text = checked_format("translate %s\n", tr_version());

    add_libraries(&text);
    add_to_key(&text, checked_format("from %s",
                                     tm_key_language(o->source_language, info->source_language)));
    add_to_key(&text,
               checked_format("to %s", tm_key_language(o->target_language, info->target_language)));
    add_to_key(&text, checked_format("beam %d", o->beam_size));
    add_number_to_key(&text, o->penalty == TR_PENALTY_GNMT ? "gnmt" : "power", o->length_penalty);
    add_to_key(&text, checked_format("min-length %d", o->min_length));
    add_number_to_key(&text, "factor", o->max_length_factor);
    add_to_key(&text, checked_format("max-length %d", o->max_length));
    add_to_key(&text, checked_format("input %d", o->input));
    add_to_key(&text, checked_format("split %d", o->split));
    add_to_key(&text, checked_format("float32 %d", exact));
    add_to_key(&text, checked_format("shortlist %d", shortlist));
    add_to_key(&text, checked_format("raw %d", o->raw));
    add_wording(&text, o);
    if (dictionary) add_to_key(&text, checked_format("dictionary %s", dictionary));
    return text;
}
