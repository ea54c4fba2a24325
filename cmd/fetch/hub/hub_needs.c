#include "hub_needs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/span.h"
#include "console/alloc.h"
#include "formats/json.h"
#include "hub_word.h"
#include "import/hf/hf_config.h"
#include "import/hf/t5.h"

static const char *say(hub_choice *c, const char *text)
{
    snprintf(c->why, sizeof c->why, "%s", text);
    for (char *p = c->why; *p; p++)
        if ((unsigned char)*p < ' ' || *p == 0x7f) *p = '?';
    return c->why;
}

/* ---- The family ---------------------------------------------------------------------------- */

/* The class of the network, or "". */
static const char *class_of(const cJSON *config)
{
    const cJSON *const names = cJSON_GetObjectItemCaseSensitive(config, "architectures");
    const char *const name = cJSON_GetStringValue(cJSON_GetArrayItem(names, 0));

    return name ? name : "";
}

/* A model that only goes on with a text; or one that makes none. */
static const char *kind_of_other(const cJSON *config)
{
    const char *const name = class_of(config);

    if (strstr(name, "CausalLM") || strstr(name, "LMHead")) return "a decoder alone";
    if (strstr(name, "MaskedLM") || strstr(name, "SequenceClassification") ||
        strstr(name, "TokenClassification"))
        return "an encoder alone";
    return NULL;
}

static const char *refuse_family(hub_choice *c, const cJSON *config, const char *type)
{
    const char *const kind = kind_of_other(config);
    char text[HUB_WHY_SIZE];

    if (kind)
        snprintf(text, sizeof text,
                 "is %s ('%.40s'), and convert reads models with an encoder and a decoder: marian, "
                 "m2m_100, mbart, bart and T5's",
                 kind, type);
    else
        snprintf(text, sizeof text, "its model_type is '%.40s', which convert does not read", type);
    return say(c, text);
}

/* ---- The tokenizer ------------------------------------------------------------------------- */

/* Of one of the sets, all files are needed; a set ends in NULL. */
typedef struct need {
    const char *model_type; /* NULL: T5's */
    const char *sets[3][4];
    const char *told;
} need;

static const need needs[] = {
    {"marian",
     {{"vocab.json", "source.spm", "target.spm"}, {"tokenizer.json"}},
     "neither vocab.json with source.spm and target.spm nor tokenizer.json is there"},
    {"m2m_100",
     {{"sentencepiece.bpe.model"}, {"tokenizer.json"}},
     "neither sentencepiece.bpe.model nor tokenizer.json is there"},
    {"mbart",
     {{"sentencepiece.bpe.model"}, {"tokenizer.json"}},
     "neither sentencepiece.bpe.model nor tokenizer.json is there"},
    {NULL,
     {{"spiece.model"}, {"tokenizer.json"}},
     "neither spiece.model nor tokenizer.json is there"},
};

static bool has_set(const hub_choice *c, const char *const *names)
{
    while (*names && hub_is_chosen(c, *names))
        names++;
    return !*names;
}

/* True if tokens are bytes, which have no file: the configuration names ByT5's tokenizer, or
 * another file may. */
static bool may_read_bytes(const hub_choice *c, const cJSON *config)
{
    const char *const class = tr_json_text(config, "tokenizer_class");

    if (class) return !strncmp(class, "ByT5Tokenizer", strlen("ByT5Tokenizer"));
    return hub_is_chosen(c, "tokenizer_config.json") && !hub_is_chosen(c, "vocab.json");
}

static const char *check_tokenizer(hub_choice *c, const cJSON *config, const char *type)
{
    const bool is_t5 = tr_t5_is_family(type);
    char text[HUB_WHY_SIZE];

    if (!strcmp(class_of(config), "MT5ForRegression")) { /* MetricX */
        c->tokenizer = hub_is_chosen(c, "spiece.model") ? NULL : "spiece.model";
        return NULL;
    }
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
        const need *const n = &needs[i];
        if (n->model_type ? strcmp(n->model_type, type) != 0 : !is_t5) continue;
        bool has = false;
        for (size_t k = 0; k < 3 && n->sets[k][0]; k++)
            has |= has_set(c, n->sets[k]);
        if (has || (is_t5 && may_read_bytes(c, config))) return NULL;
        const bool has_bytes = hub_is_chosen(c, "vocab.json") && hub_is_chosen(c, "merges.txt");
        snprintf(text, sizeof text, "has no tokenizer that convert reads: %s%s", n->told,
                 is_t5 && has_bytes ? "; transformers makes one of vocab.json and merges.txt, with "
                                      "AutoTokenizer.from_pretrained(NAME).save_pretrained(FOLDER)"
                                    : "; the repository that it was made of may have it");
        return say(c, text);
    }
    return NULL;
}

/* Beside these files no importer looks at tokenizer.json, which may be the largest of them. */
static void drop_unread(hub_choice *c, const char *type)
{
    const bool is_t5 = tr_t5_is_family(type);

    if (is_t5 && hub_is_chosen(c, "spiece.model")) hub_choice_drop(c, "tokenizer.json");
    if (!strcmp(type, "bart") && hub_is_chosen(c, "merges.txt") && hub_is_chosen(c, "vocab.json"))
        hub_choice_drop(c, "tokenizer.json");
}

const char *hub_check_config(hub_choice *c, const cJSON *config)
{
    const char *const type = tr_json_text(config, "model_type");

    if (!(type && (tr_hf_is_family(type) || tr_t5_is_family(type))))
        return refuse_family(c, config, type ? type : "");
    const char *const why = check_tokenizer(c, config, type);
    if (!why) drop_unread(c, type);
    return why;
}

/* ---- Adapters ------------------------------------------------------------------------------ */

char *hub_base_of_adapter(hub_choice *c, const cJSON *settings)
{
    const char *const base = tr_json_text(settings, "base_model_name_or_path");
    const char *const revision = tr_json_text(settings, "revision");
    char text[HUB_WHY_SIZE];

    if (base && hub_is_repository(base))
        return checked_format("hf:%s%s%s", base, revision && *revision ? "@" : "",
                              revision ? revision : "");
    snprintf(
        text, sizeof text,
        "changes another model (it is an adapter), which its adapter_config.json names '%.100s'"
        ": no repository; translate convert --adapter merges it into a folder of that model",
        base ? base : "");
    say(c, text);
    return NULL;
}

/* ---- Metrics ------------------------------------------------------------------------------- */

/* The value of a key of YAML that begins a line; empty: it is not there. */
static tr_span find_value(const char *text, size_t len, const char *key)
{
    const size_t n = strlen(key);

    for (size_t at = 0; at < len; at = tr_span_next_line(text, at, len)) {
        if (len - at <= n || memcmp(text + at, key, n) != 0 || text[at + n] != ':') continue;
        const tr_span line = {at + n + 1, tr_line_end(text, at, len)};
        tr_span value = tr_skip_around(text, line, tr_ascii_is_blank);
        const bool quoted = value.end - value.begin > 1 && strchr("\"'", text[value.begin]) &&
                            text[value.end - 1] == text[value.begin];
        value.begin += quoted;
        value.end -= quoted;
        return value;
    }
    return (tr_span){len, len};
}

char *hub_encoder_of_metric(hub_choice *c, const char *text, size_t len)
{
    if (!c->hparams) return checked_format("hf:google/mt5-small");
    const tr_span value = find_value(text, len, "pretrained_model");
    char *const name = checked_format("%.*s", (int)(value.end - value.begin), text + value.begin);
    const bool is_old = *name && !strchr(name, '/'); /* of the time before names had owners */
    char *const full = checked_format("%s%s", is_old ? "FacebookAI/" : "", name);
    char *const word = hub_is_repository(full) ? checked_format("hf:%s", full) : NULL;

    if (!word) {
        char why[HUB_WHY_SIZE];
        snprintf(
            why, sizeof why,
            "is a metric, COMET, whose hparams.yaml names no encoder ('%.100s'): get its files "
            "into a folder, and give it to translate convert with sentencepiece.bpe.model",
            name);
        say(c, why);
    }
    free(full);
    free(name);
    return word;
}
