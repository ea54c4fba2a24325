/* inspect.c - what a model file holds. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#include "commands/commands.h"
#include "console/json.h"
#include "console/message.h"
#include "console/printable.h"
#include "models/model_choice.h"

typedef struct settings {
    int metadata, tensors, all, verify, json;
} settings;

#define FIELD(name) offsetof(settings, name)
static const option options[] = {
    OPTION_FLAG_ROW(0, "metadata", FIELD(metadata), "list the metadata, too"),
    OPTION_FLAG_ROW(0, "tensors", FIELD(tensors), "list the tensors, too"),
    OPTION_FLAG_ROW('a', "all", FIELD(all), "both"),
    OPTION_FLAG_ROW(0, "verify", FIELD(verify), "check every byte and every number of the file"),
    OPTION_FLAG_ROW(0, "json", FIELD(json), "print one JSON object a model"),
    OPTION_LAST_ROWS,
};

enum { VALUE_SIZE = 256 };

/* ---- As JSON ----------------------------------------------------------------------------- */

static void add_architecture(cJSON *object, const tr_model_info *m)
{
    const struct {
        const char *key, *value;
    } texts[] = {
        {"name", m->name},
        {"license", m->license},
        {"origin", m->origin},
        {"source_language", m->source_language},
        {"target_language", m->target_language},
        {"weight_type", m->weight_type},
        {"tokenizer", m->tokenizer},
        {"norm_placement", m->norm_placement},
        {"activation", m->activation},
        {"position_kind", m->position_kind},
        {"ties", m->ties},
        {"decoder", m->decoder},
        {"self_score", m->self_score},
        {"cross_score", m->cross_score},
        {"decoder_start", m->decoder_start},
        {"language_token", m->language_token},
    };
    const struct {
        const char *key;
        double value;
    } numbers[] = {
        {"d_model", m->d_model},
        {"heads", m->heads},
        {"encoder_layers", m->encoder_layers},
        {"decoder_layers", m->decoder_layers},
        {"encoder_ffn", m->encoder_ffn},
        {"decoder_ffn", m->decoder_ffn},
        {"source_vocab", m->source_vocab},
        {"target_vocab", m->target_vocab},
        {"max_source_length", m->max_source_length},
        {"max_target_length", m->max_target_length},
        {"n_parameters", (double)m->n_parameters},
        {"file_size", (double)m->file_size},
        {"source_bos", m->source_bos},
        {"source_eos", m->source_eos},
        {"forced_first", m->forced_first},
        {"n_suppressed", (double)m->n_suppressed},
        {"alignment_layer", m->alignment_layer},
        {"alignment_heads", m->alignment_heads},
        {"shortlist_pairs", (double)m->shortlist_pairs},
        {"shortlist_first", m->shortlist_first},
        {"d_key", m->d_key},
        {"d_value", m->d_value},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        cJSON_AddStringToObject(object, texts[i].key, texts[i].value);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        cJSON_AddNumberToObject(object, numbers[i].key, numbers[i].value);
}

static void add_languages(cJSON *object, const tr_model *model)
{
    const tr_model_info *info = tr_model_get_info(model);

    cJSON_AddBoolToObject(object, "source_is_chosen", info->source_is_chosen);
    cJSON_AddBoolToObject(object, "target_is_chosen", info->target_is_chosen);
    cJSON_AddBoolToObject(object, "target_language_first", info->target_language_first);
    cJSON *languages = cJSON_AddArrayToObject(object, "languages");
    for (size_t i = 0; i < info->n_languages; i++)
        cJSON_AddItemToArray(languages, cJSON_CreateString(tr_model_language(model, i)));
}

static void add_defaults(cJSON *object, const tr_model *model)
{
    tr_options o;

    tr_options_init(&o, model);
    cJSON_AddNumberToObject(object, "beam_size", o.beam_size);
    cJSON_AddStringToObject(object, "penalty", o.penalty == TR_PENALTY_GNMT ? "gnmt" : "power");
    json_add_float(object, "length_penalty", o.length_penalty);
}

static void add_quality(cJSON *object, const tr_model_info *m)
{
    cJSON *const quality = cJSON_AddObjectToObject(object, "quality");

    json_add_float(quality, "bias", m->quality_bias);
    json_add_float(quality, "slope", m->quality_slope);
    cJSON_AddNumberToObject(quality, "lines", m->quality_lines);
    cJSON_AddNumberToObject(quality, "version", m->quality_version);
}

static void add_metadata(cJSON *object, const tr_model *model)
{
    cJSON *metadata = cJSON_AddObjectToObject(object, "metadata");
    char value[VALUE_SIZE];

    for (size_t i = 0; i < tr_model_metadata_count(model); i++) {
        const char *key = tr_model_metadata(model, i, value, sizeof value);
        json_add_text(metadata, key, value, strlen(value));
    }
}

static void add_tensors(cJSON *object, const tr_model *model)
{
    cJSON *array = cJSON_AddArrayToObject(object, "tensors");
    tr_tensor_info t;

    for (size_t i = 0; i < tr_model_tensor_count(model); i++) {
        tr_model_tensor(model, i, &t);
        cJSON *tensor = cJSON_CreateObject();
        cJSON_AddStringToObject(tensor, "name", t.name);
        cJSON_AddStringToObject(tensor, "type", t.type);
        cJSON *shape = cJSON_AddArrayToObject(tensor, "shape");
        for (unsigned d = 0; d < t.n_dims; d++)
            cJSON_AddItemToArray(shape, cJSON_CreateNumber((double)t.dims[d]));
        cJSON_AddNumberToObject(tensor, "offset", (double)t.offset);
        cJSON_AddNumberToObject(tensor, "size", (double)t.size);
        cJSON_AddItemToArray(array, tensor);
    }
}

static void print_model_json(output *out, const tr_model *model, const settings *set)
{
    const tr_model_info *info = tr_model_get_info(model);
    cJSON *object = cJSON_CreateObject();

    json_add_text(object, "path", info->path, strlen(info->path));
    add_architecture(object, info);
    add_languages(object, model);
    add_defaults(object, model);
    add_quality(object, info);
    if (set->metadata) add_metadata(object, model);
    if (set->tensors) add_tensors(object, model);
    if (set->verify) cJSON_AddBoolToObject(object, "verified", true);
    json_print(out, object);
}

/* ---- As text ----------------------------------------------------------------------------- */

static void print_fact(FILE *out, const char *key, const char *value)
{
    fprintf(out, "%-20s ", key);
    printable_text(out, *value ? value : "-", *value ? strlen(value) : 1, 0);
    fputc('\n', out);
}

static void print_row_format(FILE *out, const char *key, const char *fmt, ...) PRINTF_LIKE(3, 4);

static void print_row_format(FILE *out, const char *key, const char *fmt, ...)
{
    char value[VALUE_SIZE];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(value, sizeof value, fmt, ap);
    va_end(ap);
    print_fact(out, key, value);
}

static void print_word(FILE *out, const char *word)
{
    fputc(' ', out);
    printable_text(out, word, strlen(word), 0);
}

/* FROM and TO stand for the languages that a user names with -f and -t. */
static void print_model_languages(FILE *out, const tr_model *model)
{
    const tr_model_info *m = tr_model_get_info(model);
    const char *from = m->source_is_chosen ? "FROM" : m->source_language;
    const char *to = m->target_is_chosen ? "TO" : m->target_language;

    print_row_format(out, "languages", "%s to %s", from, to);
    if (!m->n_languages) return;
    const char *const side = !m->source_is_chosen ? to : !m->target_is_chosen ? from : "FROM, TO";
    printable_text(out, side, strlen(side), 20);
    for (size_t i = 0; i < m->n_languages; i++)
        print_word(out, tr_model_language(model, i));
    fputc('\n', out);
}

/* The tokens that surround a text, if there are others than a </s> after the source. */
static void print_frame(FILE *out, const tr_model_info *m)
{
    const char *bos = m->source_bos >= 0 ? "<s> " : "", *eos = m->source_eos ? " </s>" : "";
    const bool after = !strcmp(m->language_token, "after");
    const char *before = after ? "" : m->source_is_chosen ? "FROM " : "";

    if (!strcmp(m->language_token, "target")) before = "TO ";
    if (!strcmp(m->language_token, "both")) before = "FROM TO ";
    if (*bos || *before || after || !m->source_eos)
        print_row_format(out, "source", "%s%stext%s%s", bos, before, eos, after ? " FROM" : "");
    if (m->target_language_first)
        print_fact(out, "translation", "TO text </s>");
    else if (m->forced_first >= 0)
        print_row_format(out, "translation", "token %" PRId32 ", text </s>", m->forced_first);
    if (m->n_suppressed) print_row_format(out, "never produced", "%zu tokens", m->n_suppressed);
}

static void print_alignment(FILE *out, const tr_model_info *m)
{
    if (m->alignment_layer < 0) return;
    print_row_format(out, "alignment", "cross-attention of layer %" PRId32 ", %s%" PRIu32,
                     m->alignment_layer, m->alignment_heads > 1 ? "mean of heads 0-" : "head ",
                     m->alignment_heads - 1);
}

/* How log-probabilities become an estimate of quality. */
static void print_quality(FILE *out, const tr_model_info *m)
{
    char bias[NUMBER_SIZE], slope[NUMBER_SIZE];

    format_float(bias, m->quality_bias);
    format_float(slope, m->quality_slope);
    if (m->quality_lines)
        print_row_format(out, "quality", "bias %s, slope %s, fitted on %" PRIu32 " lines", bias,
                         slope, m->quality_lines);
    else if (m->quality_version)
        print_row_format(out, "quality",
                         "bias %s, slope %s, the default: version %" PRIu32
                         " of the file is not known",
                         bias, slope, m->quality_version);
    else
        print_row_format(out, "quality", "bias %s, slope %s, the default", bias, slope);
}

static void print_summary(FILE *out, const tr_model *model)
{
    const tr_model_info *m = tr_model_get_info(model);
    char size[32], penalty[NUMBER_SIZE];
    tr_options o;

    tr_options_init(&o, model);
    printable_bytes(size, sizeof size, m->file_size);
    format_float(penalty, o.length_penalty);
    print_fact(out, "file", m->path);
    print_fact(out, "name", m->name);
    print_fact(out, "licence", m->license);
    if (*m->origin) print_fact(out, "origin", m->origin);
    print_model_languages(out, model);
    print_row_format(out, "size", "%s, %" PRIu64 " parameters", size, m->n_parameters);
    print_fact(out, "weights", m->weight_type);
    print_row_format(out, "encoder", "%" PRIu32 " layers, feed-forward %" PRIu32, m->encoder_layers,
                     m->encoder_ffn);
    print_row_format(out, "decoder", "%" PRIu32 " layers, %s, feed-forward %" PRIu32,
                     m->decoder_layers, m->decoder, m->decoder_ffn);
    print_row_format(out, "width", "%" PRIu32 ", %" PRIu32 " heads", m->d_model, m->heads);
    if (m->d_key * m->heads != m->d_model || m->d_value != m->d_key)
        print_row_format(out, "heads", "keys of %" PRIu32 ", values of %" PRIu32, m->d_key,
                         m->d_value);
    if (strcmp(m->self_score, "scaled-dot") || strcmp(m->cross_score, "scaled-dot"))
        print_row_format(out, "scores", "self-attention %s, cross-attention %s", m->self_score,
                         m->cross_score);
    print_row_format(out, "layer norm", "%s", m->norm_placement);
    print_fact(out, "activation", m->activation);
    print_fact(out, "positions", m->position_kind);
    print_fact(out, "tied embeddings", m->ties);
    print_fact(out, "tokenizer", m->tokenizer);
    print_row_format(out, "vocabulary", "%" PRIu32 " source, %" PRIu32 " target", m->source_vocab,
                     m->target_vocab);
    print_frame(out, m);
    print_alignment(out, m);
    if (m->shortlist_pairs)
        print_row_format(out, "shortlist", "%" PRIu32 " words, and those of %" PRIu64 " pairs",
                         m->shortlist_first, m->shortlist_pairs);
    print_row_format(out, "longest sentence", "%" PRIu32 " source tokens, %" PRIu32 " target",
                     m->max_source_length, m->max_target_length);
    print_row_format(out, "search", "beam %d, length penalty %s%s", o.beam_size,
                     o.penalty == TR_PENALTY_GNMT ? "gnmt:" : "", penalty);
    print_quality(out, m);
}

static void print_metadata(FILE *out, const tr_model *model)
{
    char value[VALUE_SIZE];

    fputs("\nMetadata\n", out);
    for (size_t i = 0; i < tr_model_metadata_count(model); i++) {
        const char *key = tr_model_metadata(model, i, value, sizeof value);
        fputs("  ", out);
        printable_text(out, key, strlen(key), 32);
        fputc(' ', out);
        printable_text(out, value, strlen(value), 0);
        fputc('\n', out);
    }
}

static void print_tensors(FILE *out, const tr_model *model)
{
    tr_tensor_info t;

    fputs("\nTensors\n", out);
    for (size_t i = 0; i < tr_model_tensor_count(model); i++) {
        char shape[96];
        int n = 0;
        tr_model_tensor(model, i, &t);
        for (unsigned d = 0; d < t.n_dims; d++)
            n += snprintf(shape + n, sizeof shape - (size_t)n, "%s%" PRIu64, d ? " x " : "",
                          t.dims[d]);
        fputs("  ", out);
        printable_text(out, t.name, strlen(t.name), 40);
        fprintf(out, " %-3s %-24s %12" PRIu64 " bytes\n", t.type, shape, t.size);
    }
}

static void print_model_text(FILE *out, const tr_model *model, const settings *set)
{
    print_summary(out, model);
    if (set->verify) print_fact(out, "verified", "every weight, and the digest");
    if (set->metadata) print_metadata(out, model);
    if (set->tensors) print_tensors(out, model);
}

/* ---- Running ----------------------------------------------------------------------------- */

typedef struct run {
    const settings *set;
    output out;
} run;

static int inspect_one(const tr_model *model, void *ctx)
{
    run *const r = ctx;
    tr_error err;

    if (r->set->verify && tr_model_verify(model, &err)) {
        complain("%s", err.msg);
        return EXIT_FAILED;
    }
    if (r->set->json)
        print_model_json(&r->out, model, r->set);
    else
        print_model_text(r->out.stream, model, r->set);
    return EXIT_OK;
}

static int inspect_main(int argc, char **argv)
{
    settings set = {0};
    run r = {.set = &set};
    int status = EXIT_OK;

    const int rc = options_parse(&inspect_command, &argc, argv, &set);
    if (rc != GO_ON) return rc;
    if (set.all) set.metadata = set.tensors = 1;
    if (output_open(&r.out, NULL) < 0) return EXIT_FAILED;
    for (int i = 0; i < argc || i == 0; i++) {
        const model_choice choice = {.model = argv[i]};
        if (i && !set.json) fputc('\n', r.out.stream);
        if (model_use(&choice, inspect_one, &r) != EXIT_OK) status = EXIT_FAILED;
        output_flush(&r.out);
    }
    output_close(&r.out);
    return status;
}

const command inspect_command = {
    .name = "inspect",
    .summary = "show what a model file holds",
    .operands = "[OPTIONS] [FILE|NAME]...",
    .operand = "FILE|NAME",
    .about = "Shows what a model file holds: architecture, sizes, languages, licence.",
    .options = options,
    .run = inspect_main,
};
