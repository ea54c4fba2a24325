#include "memory/tm_key.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include <sha2.h>

#include "console/alloc.h"
#include "console/json.h"

/* The SHA-256 of the first `most` bytes of a file, of all if it has fewer; NULL after a sentence.
 */
static char *digest_file(const char *path, uint64_t most)
{
    char bytes[1 << 14];
    SHA2_CTX digest;
    FILE *const f = fopen(path, "rb");
    size_t n;

    SHA256Init(&digest);
    for (; f && most > 0; most -= n) {
        n = fread(bytes, 1, most < sizeof bytes ? (size_t)most : sizeof bytes, f);
        if (n == 0) break;
        SHA256Update(&digest, (const unsigned char *)bytes, n);
    }
    const bool failed = !f || ferror(f);
    const int cause = errno;
    if (f) fclose(f);
    if (failed) {
        complain("%s: %s", path, strerror(cause));
        return NULL;
    }
    char *const digits = checked_malloc(SHA256_DIGEST_STRING_LENGTH);
    return SHA256End(&digest, digits);
}

char *tm_key_model(const tr_model *model)
{
    const tr_model_info *const info = tr_model_get_info(model);
    uint64_t first = info->file_size;

    for (size_t i = 0; i < tr_model_tensor_count(model); i++) {
        tr_tensor_info tensor;
        tr_model_tensor(model, i, &tensor);
        if (tensor.offset < first) first = tensor.offset;
    }
    return digest_file(info->path, first);
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
static int add_wording(char **text, const tr_options *o, const char *glossary)
{
    if (o->prefix) add_to_key(text, checked_format("prefix %zu %s", strlen(o->prefix), o->prefix));
    for (size_t i = 0; i < o->n_banned; i++)
        add_to_key(text, checked_format("ban %zu %s", strlen(o->banned[i]), o->banned[i]));
    if (o->no_repeat_ngram)
        add_to_key(text, checked_format("no-repeat-ngram %d", o->no_repeat_ngram));
    if (o->glossary) {
        char *const digits = digest_file(glossary, UINT64_MAX);
        if (!digits) return -1;
        add_to_key(text, checked_format("glossary %s", digits));
        free(digits);
    }
    if (o->diverse) {
        add_to_key(text, checked_format("diverse %d", o->diverse));
        add_number_to_key(text, "diversity", o->diversity);
    }
    return 0;
}

const char *tm_key_language(const char *chosen, const char *own)
{
    return chosen ? chosen : own;
}

char *tm_key_options(const tr_model *model, const tr_options *o, const char *glossary)
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
    if (add_wording(&text, o, glossary) == 0) return text;
    free(text);
    return NULL;
}
