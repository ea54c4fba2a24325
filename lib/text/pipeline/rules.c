#include "text/pipeline/rules.h"

#include <stdlib.h>
#include <string.h>

#include "base/numbers/base64.h"
#include "base/unicode.h"
#include "formats/json.h"
#include "text/pipeline/normalizers.h"
#include "text/pipeline/pre_tokenizers.h"

/* \w of UTS #18, with joiners, but without the numbers that Oniguruma's has. */
#define WORD                                                                                       \
    "\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}\\x{200C}\\x{200D}\\x{24B6}-\\x{24E9}"                       \
    "\\x{1F130}-\\x{1F149}\\x{1F150}-\\x{1F169}\\x{1F170}-\\x{1F189}"

/* Patterns of pre-tokenizers that have none of their own. */
static const char blank[] = "\\s";
static const char number[] = "\\p{N}";
static const char punctuation[] = "[\\p{P}$+<=>^`|~]";
static const char words[] = "[" WORD "]+|[^" WORD "\\s]+";
static const char gpt2[] = "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|"
                           "\\s+(?!\\S)|\\s+";

typedef struct reader {
    tr_rules *r;
    const char *name;
    tr_error *err;
    int rc; /* the first failure */
} reader;

static void fail_memory(reader *f)
{
    if (f->rc == 0) f->rc = tr_fail_memory(f->err);
}

static void refuse(reader *f, int code, const char *what, const char *why)
{
    if (f->rc == 0) f->rc = tr_fail(f->err, code, "%s: %s %s", f->name, what, why);
}

/* ---- Members ---- */

static bool is_set(const cJSON *item, const char *key, bool otherwise)
{
    const cJSON *const value = cJSON_GetObjectItemCaseSensitive(item, key);

    return cJSON_IsBool(value) ? cJSON_IsTrue(value) : otherwise;
}

/* The string `key` of a step, which lives as long as the rules. */
static const char *text_of(reader *f, const cJSON *item, const char *key, const char *otherwise)
{
    const cJSON *const value = cJSON_GetObjectItemCaseSensitive(item, key);
    const char *const text = cJSON_IsString(value) ? value->valuestring : otherwise;

    if (!text) {
        refuse(f, TR_EFORMAT, key, "is no text");
        return "";
    }
    const char *const copy = tr_region_copy(&f->r->memory, text, strlen(text));
    if (!copy) fail_memory(f);
    return copy ? copy : "";
}

/* Returns a sign that text is searched for, which is not empty. */
static const char *sign_of(reader *f, const cJSON *item, const char *key, const char *otherwise)
{
    const char *const sign = text_of(f, item, key, otherwise);

    if (!*sign) refuse(f, TR_EFORMAT, key, "is empty");
    return sign;
}

static size_t count_of(reader *f, const cJSON *item, const char *key)
{
    const cJSON *const value = cJSON_GetObjectItemCaseSensitive(item, key);
    uint64_t n = 0;

    if (!tr_json_is_count(value, &n) || n > SIZE_MAX / 2) refuse(f, TR_EFORMAT, key, "is no count");
    return (size_t)n;
}

static tr_expression *compile(reader *f, const char *pattern, bool literal)
{
    tr_expression *e = NULL;

    if (f->rc == 0) f->rc = tr_expression_create(&e, pattern, literal, f->name, f->err);
    return e;
}

/* {"String": ...} or {"Regex": ...}. */
static tr_expression *pattern_of(reader *f, const cJSON *item)
{
    const cJSON *const pattern = cJSON_GetObjectItemCaseSensitive(item, "pattern");
    const cJSON *const literal = cJSON_GetObjectItemCaseSensitive(pattern, "String");
    const cJSON *const regex = cJSON_GetObjectItemCaseSensitive(pattern, "Regex");

    if (cJSON_IsString(literal)) return compile(f, literal->valuestring, true);
    if (cJSON_IsString(regex)) return compile(f, regex->valuestring, false);
    refuse(f, TR_EFORMAT, "pattern", "is neither a String nor a Regex");
    return NULL;
}

/* ---- Steps ---- */

static void put_step(reader *f, tr_step_list *steps, const tr_step *step)
{
    bool failed = false;

    steps->list =
        tr_room(steps->list, &steps->capacity, steps->n + 1, sizeof *steps->list, &failed);
    if (failed) fail_memory(f);
    if (f->rc == 0)
        steps->list[steps->n++] = *step;
    else
        tr_expression_free(step->pattern);
}

static void put_normalizer(reader *f, const tr_step *step)
{
    put_step(f, &f->r->normalizers, step);
}

static void put_pre_tokenizer(reader *f, const tr_step *step)
{
    put_step(f, &f->r->pre_tokenizers, step);
}

static void add_decoder(reader *f, const tr_decoder *d)
{
    tr_rules *const r = f->r;
    bool failed = false;

    r->decoders = tr_room(r->decoders, &r->decoders_capacity, r->n_decoders + 1,
                          sizeof *r->decoders, &failed);
    if (failed) fail_memory(f);
    if (failed)
        tr_expression_free(d->pattern);
    else
        r->decoders[r->n_decoders++] = *d;
}

/* ---- Normalizers ---- */

static void read_form(reader *f, const cJSON *item)
{
    static const struct {
        const char *name;
        int form;
    } forms[] = {
        {"NFC", TR_FORM_NFC}, {"NFD", TR_FORM_NFD}, {"NFKC", TR_FORM_NFKC}, {"NFKD", TR_FORM_NFKD}};

    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (!strcmp(tr_json_text(item, "type"), forms[i].name))
            put_normalizer(f, &(tr_step){.run = tr_step_normalize, .form = forms[i].form});
}

static void read_lowercase(reader *f, const cJSON *item)
{
    (void)item;
    put_normalizer(f, &(tr_step){.run = tr_step_lowercase});
}

static void read_strip_accents(reader *f, const cJSON *item)
{
    (void)item;
    put_normalizer(f, &(tr_step){.run = tr_step_strip_accents});
}

static void read_nmt(reader *f, const cJSON *item)
{
    (void)item;
    put_normalizer(f, &(tr_step){.run = tr_step_nmt});
}

static void read_strip(reader *f, const cJSON *item)
{
    put_normalizer(f, &(tr_step){.run = tr_step_strip,
                                 .left = is_set(item, "strip_left", true),
                                 .right = is_set(item, "strip_right", true)});
}

static void read_replace(reader *f, const cJSON *item)
{
    put_normalizer(f, &(tr_step){.run = tr_step_replace,
                                 .text = text_of(f, item, "content", NULL),
                                 .pattern = pattern_of(f, item)});
}

static void read_prepend(reader *f, const cJSON *item)
{
    put_normalizer(f,
                   &(tr_step){.run = tr_step_prepend, .text = text_of(f, item, "prepend", NULL)});
}

static void read_bytes(reader *f, const cJSON *item)
{
    (void)item;
    put_normalizer(f, &(tr_step){.run = tr_step_bytes});
    f->r->spells_bytes = true;
}

static void read_precompiled(reader *f, const cJSON *item)
{
    const char *const text = tr_json_text(item, "precompiled_charsmap");
    tr_buf map = {0};

    if (!text) return; /* no rules */
    if (!tr_base64_decode(text, strlen(text), &map))
        refuse(f, TR_EFORMAT, "precompiled_charsmap", "is not base64");
    char *const bytes = map.failed ? NULL : tr_region_copy(&f->r->memory, map.data, map.len);
    tr_spm_rules *const rules = TR_REGION_TAKE(&f->r->memory, tr_spm_rules, 1);
    if (!bytes || !rules) fail_memory(f);
    if (f->rc == 0) {
        rules->charsmap = (const unsigned char *)bytes;
        rules->charsmap_size = map.len;
        put_normalizer(f, &(tr_step){.run = tr_step_precompiled, .map = rules});
    }
    tr_buf_free(&map);
}

/* ---- Pre-tokenizers ---- */

static void split_at(reader *f, tr_expression *pattern, int split, bool invert)
{
    put_pre_tokenizer(
        f, &(tr_step){.run = tr_step_split, .pattern = pattern, .split = split, .invert = invert});
}

static int behaviour_of(reader *f, const cJSON *item, int otherwise)
{
    static const char *const names[] = {[TR_SPLIT_REMOVED] = "Removed",
                                        [TR_SPLIT_ISOLATED] = "Isolated",
                                        [TR_SPLIT_WITH_PREVIOUS] = "MergedWithPrevious",
                                        [TR_SPLIT_WITH_NEXT] = "MergedWithNext",
                                        [TR_SPLIT_CONTIGUOUS] = "Contiguous"};
    const char *const name = tr_json_text(item, "behavior");

    if (!name) return otherwise;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i])) return (int)i;
    refuse(f, TR_EUNSUPPORTED, "behavior", "is not known");
    return otherwise;
}

static void read_split(reader *f, const cJSON *item)
{
    const int split = behaviour_of(f, item, TR_SPLIT_REMOVED);

    split_at(f, pattern_of(f, item), split, is_set(item, "invert", false));
}

static void read_digits(reader *f, const cJSON *item)
{
    const bool each = is_set(item, "individual_digits", false);

    split_at(f, compile(f, number, false), each ? TR_SPLIT_ISOLATED : TR_SPLIT_CONTIGUOUS, false);
}

static void read_whitespace_split(reader *f, const cJSON *item)
{
    (void)item;
    split_at(f, compile(f, blank, false), TR_SPLIT_REMOVED, false);
}

static void read_whitespace(reader *f, const cJSON *item)
{
    (void)item;
    split_at(f, compile(f, words, false), TR_SPLIT_REMOVED, true);
}

static void read_punctuation(reader *f, const cJSON *item)
{
    const int split = behaviour_of(f, item, TR_SPLIT_ISOLATED);

    split_at(f, compile(f, punctuation, false), split, false);
}

static void read_delimiter(reader *f, const cJSON *item)
{
    split_at(f, compile(f, sign_of(f, item, "delimiter", NULL), true), TR_SPLIT_REMOVED, false);
}

static void read_byte_level(reader *f, const cJSON *item)
{
    if (is_set(item, "add_prefix_space", true))
        put_pre_tokenizer(f, &(tr_step){.run = tr_step_blank_first});
    if (is_set(item, "use_regex", true))
        split_at(f, compile(f, gpt2, false), TR_SPLIT_ISOLATED, false);
    put_pre_tokenizer(f, &(tr_step){.run = tr_step_bytes});
    f->r->spells_bytes = true;
}

static int prepend_of(reader *f, const cJSON *item)
{
    static const char *const names[] = {
        [TR_PREPEND_NEVER] = "never", [TR_PREPEND_FIRST] = "first", [TR_PREPEND_ALWAYS] = "always"};
    const char *const name = tr_json_text(item, "prepend_scheme");

    if (!is_set(item, "add_prefix_space", true)) return TR_PREPEND_NEVER;
    if (!name) return TR_PREPEND_ALWAYS;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i])) return (int)i;
    refuse(f, TR_EUNSUPPORTED, "prepend_scheme", "is not known");
    return TR_PREPEND_ALWAYS;
}

static void read_metaspace(reader *f, const cJSON *item)
{
    const int prepend = prepend_of(f, item);

    put_pre_tokenizer(f, &(tr_step){.run = tr_step_metaspace,
                                    .prepend = prepend,
                                    .splits = is_set(item, "split", true),
                                    .text = sign_of(f, item, "replacement", "\xE2\x96\x81")});
}

/* ---- Decoders ---- */

static void read_byte_decoder(reader *f, const cJSON *item)
{
    (void)item;
    add_decoder(f, &(tr_decoder){.run = tr_decode_bytes});
}

static void read_meta_decoder(reader *f, const cJSON *item)
{
    add_decoder(f, &(tr_decoder){.run = tr_decode_metaspace,
                                 .text = sign_of(f, item, "replacement", "\xE2\x96\x81"),
                                 .drops_first = prepend_of(f, item) != TR_PREPEND_NEVER});
}

static void read_replace_decoder(reader *f, const cJSON *item)
{
    add_decoder(f, &(tr_decoder){.run = tr_decode_replace,
                                 .text = text_of(f, item, "content", NULL),
                                 .pattern = pattern_of(f, item)});
}

static void read_byte_fallback(reader *f, const cJSON *item)
{
    (void)item;
    add_decoder(f, &(tr_decoder){.run = tr_decode_byte_pieces});
}

static void read_fuse(reader *f, const cJSON *item)
{
    (void)item;
    add_decoder(f, &(tr_decoder){.run = tr_decode_fuse});
}

static void read_strip_decoder(reader *f, const cJSON *item)
{
    add_decoder(f, &(tr_decoder){.run = tr_decode_strip,
                                 .text = sign_of(f, item, "content", NULL),
                                 .left = count_of(f, item, "start"),
                                 .right = count_of(f, item, "stop")});
}

static void read_ends(reader *f, const cJSON *item)
{
    add_decoder(f,
                &(tr_decoder){.run = tr_decode_ends, .text = sign_of(f, item, "suffix", "</w>")});
}

/* ---- Names ---- */

typedef struct step_name {
    const char *name;
    void (*read)(reader *f, const cJSON *item);
} step_name;

static const step_name normalizer_names[] = {{"NFC", read_form},
                                             {"NFD", read_form},
                                             {"NFKC", read_form},
                                             {"NFKD", read_form},
                                             {"Lowercase", read_lowercase},
                                             {"StripAccents", read_strip_accents},
                                             {"Strip", read_strip},
                                             {"Nmt", read_nmt},
                                             {"Replace", read_replace},
                                             {"Prepend", read_prepend},
                                             {"Precompiled", read_precompiled},
                                             {"ByteLevel", read_bytes},
                                             {NULL, NULL}};

static const step_name pre_tokenizer_names[] = {{"Metaspace", read_metaspace},
                                                {"ByteLevel", read_byte_level},
                                                {"Split", read_split},
                                                {"Digits", read_digits},
                                                {"WhitespaceSplit", read_whitespace_split},
                                                {"Whitespace", read_whitespace},
                                                {"Punctuation", read_punctuation},
                                                {"CharDelimiterSplit", read_delimiter},
                                                {NULL, NULL}};

static const step_name decoder_names[] = {{"ByteLevel", read_byte_decoder},
                                          {"Metaspace", read_meta_decoder},
                                          {"Replace", read_replace_decoder},
                                          {"ByteFallback", read_byte_fallback},
                                          {"Fuse", read_fuse},
                                          {"Strip", read_strip_decoder},
                                          {"BPEDecoder", read_ends},
                                          {NULL, NULL}};

/* What a member of the file is: the name of its list in a Sequence, and the steps that there are.
 */
typedef struct role {
    const char *key, *list;
    const step_name *names;
} role;

static void read_steps(reader *f, const role *r, const cJSON *item)
{
    const char *const type = tr_json_text(item, "type");
    const step_name *n = r->names;

    if (!type) {
        refuse(f, TR_EFORMAT, r->key, "has no type");
        return;
    }
    if (!strcmp(type, "Sequence")) {
        const cJSON *step;
        cJSON_ArrayForEach(step, cJSON_GetObjectItemCaseSensitive(item, r->list))
        {
            if (f->rc == 0) read_steps(f, r, step);
        }
        return;
    }
    while (n->name && strcmp(n->name, type) != 0)
        n++;
    if (n->name)
        n->read(f, item);
    else if (f->rc == 0)
        f->rc = tr_fail(f->err, TR_EUNSUPPORTED, "%s: %s '%.40s' is not supported", f->name, r->key,
                        type);
}

int tr_rules_read(tr_rules *r, const cJSON *json, const char *name, tr_error *err)
{
    static const role roles[] = {{"normalizer", "normalizers", normalizer_names},
                                 {"pre_tokenizer", "pretokenizers", pre_tokenizer_names},
                                 {"decoder", "decoders", decoder_names}};
    reader f = {.r = r, .name = name, .err = err};

    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
        const cJSON *const item = cJSON_GetObjectItemCaseSensitive(json, roles[i].key);
        if (item && !cJSON_IsNull(item) && f.rc == 0) read_steps(&f, &roles[i], item);
    }
    return f.rc;
}

static void free_steps(tr_step_list *steps)
{
    for (size_t i = 0; i < steps->n; i++)
        tr_expression_free(steps->list[i].pattern);
    free(steps->list);
}

void tr_rules_free(tr_rules *r)
{
    free_steps(&r->normalizers);
    free_steps(&r->pre_tokenizers);
    for (size_t i = 0; i < r->n_decoders; i++)
        tr_expression_free(r->decoders[i].pattern);
    free(r->decoders);
    tr_region_free(&r->memory);
    *r = (tr_rules){0};
}
