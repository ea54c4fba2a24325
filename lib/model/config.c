/* config.c - the keys of a model file: one table, by which all else goes. */
#include "model/config.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/normalizations.h"
#include "formats/gguf_write.h"
#include "kernels/kernels.h"
#include "translate.h"

static const tr_config defaults = {.source_eos = true,
                                   .source_eos_id = -1,
                                   .source_unk_id = -1,
                                   .source_bos_id = -1,
                                   .start_id = -1,
                                   .forced_first = -1,
                                   .alignment_layer = -1,
                                   .shortlist_first = -1,
                                   .normalization = "none",
                                   .length_penalty = -1};

void tr_config_init(tr_config *c)
{
    *c = defaults;
}

void tr_config_complete(tr_config *c)
{
    if (c->source_eos_id < 0) c->source_eos_id = c->eos;
    if (c->source_unk_id < 0) c->source_unk_id = c->unk;
    if (!c->alignment_heads) c->alignment_heads = c->heads;
}

static bool has_in_prefix(const tr_config *c, const char *word)
{
    return c->source_language_token == TR_LANGUAGE_PREFIX && c->source_prefix &&
           strstr(c->source_prefix, word);
}

bool tr_config_chooses_source(const tr_config *c)
{
    return c->source_language_token == TR_LANGUAGE_BEFORE ||
           c->source_language_token == TR_LANGUAGE_AFTER ||
           c->source_language_token == TR_LANGUAGE_BOTH || has_in_prefix(c, "{source}");
}

bool tr_config_chooses_target(const tr_config *c)
{
    return c->source_language_token == TR_LANGUAGE_TARGET ||
           c->source_language_token == TR_LANGUAGE_BOTH || c->target_language_token ||
           has_in_prefix(c, "{target}");
}

enum { MAX_LANGUAGES = 4096, MAX_WIDTH = 65536 };

/* By whether the network is a metric. */
static const char architecture[] = "general.architecture";
static const char *const architectures[] = {"nmt", "metric", NULL};

/* ---- The table ----------------------------------------------------------------------------- */

/* Kind of a key's value, and type of its field. */
typedef enum kind {
    TEXT,    /* const char * */
    NAME,    /* const char *, one of the words */
    COUNT,   /* uint32_t from `low` to `high`, or to the field `limit` */
    ID,      /* int32_t from 0 to below the field `limit` */
    REAL,    /* float between `low` and `high`, and neither of them */
    FLAG,    /* bool */
    CHOICE,  /* int, the place of one of the words */
    EITHER,  /* bool, the second of two words */
    START,   /* int32_t id: the second word where there is one, the first where it is -1 */
    IDS,     /* int32_t *, and their number in the field `n` */
    STRINGS, /* char **, of the array */
    FORMAT   /* bool, by which a file has the number `low` or `high`; not read */
} kind;

typedef enum presence {
    NEEDED,
    WRITTEN,  /* files may lack it, but files that are written here have it */
    OPTIONAL, /* written unless it has its default */
    WITH      /* files may lack it; it is written where the key `with` is */
} presence;

typedef struct row {
    const char *key;
    kind kind;
    presence presence;
    size_t field;
    double low, high;
    const char *const *words; /* end in NULL */
    const char *with;
    size_t limit, n;
} row;

#define TINY            ((double)FLT_TRUE_MIN) /* so that 0 is above -TINY */
#define F(name)         .field = offsetof(tr_config, name)
#define LIMIT(name)     .limit = offsetof(tr_config, name)
#define NUMBER(name)    .n = offsetof(tr_config, name)
#define IN(least, most) .low = (least), .high = (most)
#define BESIDE(key)     .with = (key)
#define WORDS(...)                                                                                 \
    .words = (const char *const[])                                                                 \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

#define SCORES WORDS("scaled-dot", "cosine", "additive", "location")

/* In the order in which files are written, which is one in which they can be read: a key follows
 * the keys that limit it. */
// clang-format off
static const row rows[] = {
    {"general.name",                    TEXT,    OPTIONAL, F(name)},
    {"general.license",                 TEXT,    OPTIONAL, F(license)},
    {"general.source.url",              TEXT,    OPTIONAL, F(origin)},
    {"nmt.source_language",             TEXT,    NEEDED,   F(source_language)},
    {"nmt.target_language",             TEXT,    NEEDED,   F(target_language)},
    {"nmt.beam_size",                   COUNT,   OPTIONAL, F(beam_size), IN(1, TR_MAX_BEAM)},
    {"nmt.max_length_factor",           REAL,    OPTIONAL, F(max_length_factor), IN(0, 10000)},
    {"nmt.length_penalty",              REAL,    OPTIONAL, F(length_penalty), IN(-TINY, INFINITY)},
    {"nmt.length_penalty_kind",         CHOICE,  WITH,     F(penalty),
                                             WORDS("power", "gnmt"), BESIDE("nmt.length_penalty")},
    {"general.file_type",               FORMAT,  WRITTEN,  F(int8), IN(0, 7)},
    {"general.quantization_version",    FORMAT,  WRITTEN,  F(int8), IN(2, 2)},
    {"nmt.embedding_length",            COUNT,   NEEDED,   F(d_model), IN(1, 65536)},
    {"nmt.attention.head_count",        COUNT,   NEEDED,   F(heads), IN(1, 65536)},
    {"nmt.attention.key_length",        COUNT,   OPTIONAL, F(d_key), IN(1, TR_HEAD_MOST)},
    {"nmt.attention.value_length",      COUNT,   OPTIONAL, F(d_value), IN(1, TR_HEAD_MOST)},
    {"nmt.attention.self",              CHOICE,  OPTIONAL, F(self_score), SCORES},
    {"nmt.attention.cross",             CHOICE,  OPTIONAL, F(cross_score), SCORES},
    {"nmt.attention.positions",         COUNT,   OPTIONAL, F(n_places), IN(1, 65536)},
    {"nmt.attention.unscaled",          FLAG,    OPTIONAL, F(unscaled_attention)},
    {"nmt.encoder.block_count",         COUNT,   NEEDED,   F(n_encoder_layers), IN(1, 1024)},
    {"nmt.decoder.block_count",         COUNT,   NEEDED,   F(n_decoder_layers), IN(0, 1024)},
    {"nmt.encoder.feed_forward_length", COUNT,   NEEDED,   F(encoder_ffn), IN(1, 65536)},
    {"nmt.decoder.feed_forward_length", COUNT,   NEEDED,   F(decoder_ffn), IN(1, 65536)},
    {"nmt.vocab_size.source",           COUNT,   NEEDED,   F(source_vocab), IN(2, INT32_MAX)},
    {"nmt.vocab_size.target",           COUNT,   NEEDED,   F(target_vocab), IN(2, INT32_MAX)},
    {"nmt.norm.placement",              EITHER,  NEEDED,   F(pre_norm), WORDS("post", "pre")},
    {"nmt.norm.epsilon",                REAL,    NEEDED,   F(epsilon), IN(0, 1)},
    {"nmt.norm.rms",                    FLAG,    OPTIONAL, F(rms_norm)},
    {"nmt.norm.query_only",             FLAG,    OPTIONAL, F(norm_query_only)},
    {"nmt.activation",                  CHOICE,  NEEDED,   F(activation),
                                               WORDS("relu", "swish", "gelu-sigmoid", "gelu-erf", "gelu-tanh")},
    {"nmt.feed_forward.gated",          FLAG,    OPTIONAL, F(gated_ffn)},
    {"nmt.decoder.kind",                EITHER,  NEEDED,   F(ssru),
                                                           WORDS("self-attention", "ssru")},
    {"nmt.embedding_scale",             REAL,    NEEDED,   F(embedding_scale), IN(0, INFINITY)},
    {"nmt.position.kind",               CHOICE,  NEEDED,   F(positions),
                                               WORDS("sinusoidal", "learned", "relative")},
    {"nmt.ties",                        CHOICE,  NEEDED,   F(ties), WORDS("all", "target", "none", "inputs")},
    {"nmt.weight_type",                 EITHER,  NEEDED,   F(int8), WORDS("float32", "int8")},
    {"nmt.max_source_length",           COUNT,   NEEDED,   F(max_source), IN(1, 1000000)},
    {"nmt.max_target_length",           COUNT,   NEEDED,   F(max_target), IN(1, 1000000)},
    {"nmt.eos_id",                      ID,      NEEDED,   F(eos), LIMIT(target_vocab)},
    {"nmt.unk_id",                      ID,      NEEDED,   F(unk), LIMIT(target_vocab)},
    {"nmt.decoder.start",               START,   NEEDED,   F(start_id),
                                                      WORDS("zero", "token"), LIMIT(target_vocab)},
    {"nmt.decoder.start_id",            ID,      OPTIONAL, F(start_id), LIMIT(target_vocab)},
    {"nmt.source_eos",                  FLAG,    OPTIONAL, F(source_eos)},
    {"nmt.source_eos_id",               ID,      OPTIONAL, F(source_eos_id), LIMIT(source_vocab)},
    {"nmt.source_unk_id",               ID,      OPTIONAL, F(source_unk_id), LIMIT(source_vocab)},
    {"nmt.source_bos_id",               ID,      OPTIONAL, F(source_bos_id), LIMIT(source_vocab)},
    {"nmt.forced_first_id",             ID,      OPTIONAL, F(forced_first), LIMIT(target_vocab)},
    {"nmt.suppressed_ids",              IDS,     OPTIONAL, F(suppressed),
                                                        LIMIT(target_vocab), NUMBER(n_suppressed)},
    {"nmt.language_codes",              STRINGS, OPTIONAL, F(language_codes), NUMBER(n_languages)},
    {"nmt.language_ids",                IDS,     WITH,     F(language_ids),
                                                NUMBER(n_languages), BESIDE("nmt.language_codes")},
    {"nmt.source_language_token",       CHOICE,  WITH,     F(source_language_token),
                         WORDS("none", "before", "after", "target", "prefix", "both"), BESIDE("nmt.language_codes")},
    {"nmt.source_prefix",               TEXT,    OPTIONAL, F(source_prefix)},
    {"nmt.language_names",              STRINGS, OPTIONAL, F(language_names), NUMBER(n_language_names)},
    {"nmt.target_language_token",       FLAG,    WITH,     F(target_language_token),
                                                           BESIDE("nmt.language_codes")},
    {"nmt.shortlist.first",             COUNT,   OPTIONAL, F(shortlist_first), LIMIT(target_vocab)},
    {"nmt.shortlist.source_ids",        FLAG,    WITH,     F(shortlist_source_ids),
                                                           BESIDE("nmt.shortlist.first")},
    {"nmt.alignment.layer",             ID,      OPTIONAL, F(alignment_layer),
                                                           LIMIT(n_decoder_layers)},
    {"nmt.alignment.heads",             COUNT,   WITH,     F(alignment_heads),
                                            .low = 1, LIMIT(heads), BESIDE("nmt.alignment.layer")},
    {"tokenizer.kind",                  CHOICE,  NEEDED,   F(tokenizer),
                                                           WORDS("none", "spm", "pieces", "gpt2", "subword-nmt", "json",
                                                                 "bytes")},
    {"tokenizer.ggml.add_space_prefix", FLAG,    OPTIONAL, F(blank_first)},
    {"tokenizer.words",                 CHOICE,  OPTIONAL, F(words), WORDS("blanks", "moses")},
    {"tokenizer.word_end_apart",        FLAG,    OPTIONAL, F(word_end_apart)},
    {"tokenizer.moses.punctuation",     FLAG,    OPTIONAL, F(moses_punctuation)},
    {"tokenizer.moses.hyphens",         FLAG,    OPTIONAL, F(moses_hyphens)},
    {"tokenizer.moses.escape",          FLAG,    OPTIONAL, F(moses_escape)},
    {"tokenizer.normalization",         NAME,    WRITTEN,  F(normalization), .words = tr_normalizations},
    {"metric.kind",                     CHOICE,  OPTIONAL, F(metric), WORDS("none", "regression",
                                                   "referenceless", "unified", "metricx-24")},
    {"metric.pool",                     CHOICE,  OPTIONAL, F(pool), WORDS("mean", "first")},
    {"metric.layer_norm",               FLAG,    OPTIONAL, F(mix_norm)},
    {"metric.estimator.widths",         IDS,     OPTIONAL, F(estimator_widths),
                                                 NUMBER(n_estimator_widths)},
    {"metric.estimator.activation",     CHOICE,  OPTIONAL, F(estimator_activation),
                                                           WORDS("linear", "tanh", "sigmoid")},
    {"metric.estimator.last",           CHOICE,  OPTIONAL, F(estimator_last),
                                                           WORDS("linear", "tanh", "sigmoid")},
};
// clang-format on

enum { N_ROWS = sizeof rows / sizeof *rows };

static const row *find_row(const char *key)
{
    const row *r = rows;
    while (r < rows + N_ROWS && strcmp(r->key, key) != 0)
        r++;
    assert(r < rows + N_ROWS);
    return r;
}

static const void *field_of(const tr_config *c, size_t at)
{
    return (const char *)c + at;
}

static uint32_t count_keys(const tr_config *c, const row *r)
{
    return *(const uint32_t *)field_of(c, r->field);
}

static int32_t id(const tr_config *c, const row *r)
{
    return *(const int32_t *)field_of(c, r->field);
}

static double real(const tr_config *c, const row *r)
{
    return (double)*(const float *)field_of(c, r->field);
}

static bool bool_field(const tr_config *c, const row *r)
{
    return *(const bool *)field_of(c, r->field);
}

static const char *text(const tr_config *c, const row *r)
{
    return *(const char *const *)field_of(c, r->field);
}

static size_t length(const tr_config *c, const row *r)
{
    return *(const size_t *)field_of(c, r->n);
}

static const int32_t *ids(const tr_config *c, const row *r)
{
    return *(int32_t *const *)field_of(c, r->field);
}

static const char *const *strings(const tr_config *c, const row *r)
{
    return *(const char *const *const *)field_of(c, r->field);
}

static const char *word(const tr_config *c, const row *r)
{
    return r->words[r->kind == CHOICE  ? *(const int *)field_of(c, r->field)
                    : r->kind == START ? id(c, r) >= 0
                                       : bool_field(c, r)];
}

const char *tr_config_word(const tr_config *c, const char *key)
{
    return word(c, find_row(key));
}

/* ---- Reading ------------------------------------------------------------------------------- */

static uint32_t limit(const tr_config *c, const row *r)
{
    return r->limit ? *(const uint32_t *)field_of(c, r->limit) : (uint32_t)r->high;
}

static void read_either(tr_keys *k, const row *r, bool *out)
{
    *out = tr_keys_choice(k, r->key, r->words) == 1;
}

static void read_decoder_start(tr_keys *k, const tr_config *c, const row *r, int32_t *out)
{
    static const char next[] = "nmt.decoder.start_id";
    bool token;

    read_either(k, r, &token);
    if (token)
        tr_keys_id(k, next, limit(c, r), out);
    else if (tr_keys_have(k, next))
        tr_keys_refuse(k, TR_EFORMAT, next, "needs nmt.decoder.start token");
}

static void read_row(tr_keys *k, tr_config *c, const row *r)
{
    void *out = (char *)c + r->field;

    switch (r->kind) {
    case TEXT:
        *(const char **)out = tr_keys_copy(k, r->key);
        break;
    case NAME:
        *(const char **)out = r->words[tr_keys_choice(k, r->key, r->words)];
        break;
    case COUNT:
        tr_keys_u32(k, r->key, (uint32_t)r->low, limit(c, r), out);
        break;
    case ID:
        tr_keys_id(k, r->key, limit(c, r), out);
        break;
    case REAL:
        tr_keys_f32(k, r->key, (float)r->low, (float)r->high, out);
        break;
    case FLAG:
        tr_keys_bool(k, r->key, out);
        break;
    case CHOICE:
        *(int *)out = tr_keys_choice(k, r->key, r->words);
        break;
    case EITHER:
        read_either(k, r, out);
        break;
    case START:
        read_decoder_start(k, c, r, out);
        break;
    case IDS:
    case STRINGS:
    case FORMAT:
        break;
    }
}

/* The vocabulary that holds the languages' tokens: the smaller one where both do. */
static uint32_t language_vocab(const tr_config *c)
{
    if (c->source_language_token == TR_LANGUAGE_NONE) return c->target_vocab;
    if (!c->target_language_token || c->source_vocab < c->target_vocab) return c->source_vocab;
    return c->target_vocab;
}

/* Lists are read last, since where languages have their tokens decides how large ids may be. */
static void read_id_lists(tr_keys *k, tr_config *c)
{
    size_t n_ids;

    c->suppressed = tr_keys_ids(k, "nmt.suppressed_ids", c->target_vocab, &c->n_suppressed);
    c->language_codes = tr_keys_strings(k, "nmt.language_codes", &c->n_languages);
    c->language_ids = tr_keys_ids(k, "nmt.language_ids", language_vocab(c), &n_ids);
    c->language_names = tr_keys_strings(k, "nmt.language_names", &c->n_language_names);
    c->estimator_widths =
        tr_keys_ids(k, "metric.estimator.widths", MAX_WIDTH + 1, &c->n_estimator_widths);
    if (c->n_languages != n_ids || c->n_languages > MAX_LANGUAGES)
        tr_keys_refuse(k, TR_EFORMAT, n_ids ? "nmt.language_ids" : "nmt.language_codes",
                       "are not as many as nmt.language_codes, or more than 4096");
}

/* True if the file says that it is a metric. */
static bool read_architecture(tr_keys *k)
{
    const char *text;
    size_t len;

    tr_keys_string(k, architecture, &text, &len);
    for (int i = 0; architectures[i]; i++)
        if (strlen(architectures[i]) == len && !memcmp(text, architectures[i], len)) return i;
    tr_keys_refuse(k, TR_EFORMAT, architecture, "is not nmt: not a translation model");
    return false;
}

void tr_config_read(tr_config *c, tr_keys *k)
{
    tr_config_init(c);
    c->name = c->license = c->origin = "";
    const bool is_metric = read_architecture(k);
    for (const row *r = rows; k->rc == 0 && r < rows + N_ROWS; r++)
        if (r->presence == NEEDED || tr_keys_have(k, r->key)) read_row(k, c, r);
    if (k->rc == 0) read_id_lists(k, c);
    if (k->rc == 0 && is_metric != (c->metric != TR_METRIC_NONE))
        tr_keys_refuse(k, TR_EFORMAT, architecture, "goes with metric.kind alone");
    tr_config_complete(c);
}

/* ---- Comparing and writing ----------------------------------------------------------------- */

/* True if a file of *c has the key. */
static bool is_present(const tr_config *c, const row *r)
{
    if (r->presence == WITH) return is_present(c, find_row(r->with));
    if (r->presence != OPTIONAL) return true;
    switch (r->kind) {
    case TEXT:
        return text(c, r) != NULL;
    case REAL:
        return real(c, r) > r->low;
    case FLAG:
        return bool_field(c, r) != bool_field(&defaults, r);
    case IDS:
    case STRINGS:
        return length(c, r) > 0;
    default:
        return count_keys(c, r) != count_keys(&defaults, r);
    }
}

static bool same_string(const char *a, const char *b)
{
    return !strcmp(a ? a : "", b ? b : "");
}

static bool same_strings(const tr_config *a, const tr_config *b, const row *r)
{
    bool same = length(a, r) == length(b, r);
    for (size_t i = 0; same && i < length(a, r); i++)
        same = !strcmp(strings(a, r)[i], strings(b, r)[i]);
    return same;
}

static bool same_id_lists(const tr_config *a, const tr_config *b, const row *r)
{
    return length(a, r) == length(b, r) &&
           memcmp(ids(a, r), ids(b, r), length(a, r) * sizeof(int32_t)) == 0;
}

static bool same_values(const tr_config *a, const tr_config *b, const row *r)
{
    if (r->kind == TEXT || r->kind == NAME) return same_string(text(a, r), text(b, r));
    if (is_present(a, r) != is_present(b, r)) return false;
    if (!is_present(a, r)) return true;
    switch (r->kind) {
    case REAL:
        return !(real(a, r) < real(b, r)) && !(real(a, r) > real(b, r));
    case FORMAT:
    case FLAG:
    case EITHER:
        return bool_field(a, r) == bool_field(b, r);
    case IDS:
        return same_id_lists(a, b, r);
    case STRINGS:
        return same_strings(a, b, r);
    default:
        return count_keys(a, r) == count_keys(b, r);
    }
}

const char *tr_config_differs(const tr_config *a, const tr_config *b)
{
    for (const row *r = rows; r < rows + N_ROWS; r++)
        if (!same_values(a, b, r)) return r->key;
    return NULL;
}

static void write_row(const tr_config *c, const row *r, tr_gguf_writer *w)
{
    switch (r->kind) {
    case TEXT:
    case NAME:
        tr_gguf_put_string(w, r->key, text(c, r) ? text(c, r) : "");
        break;
    case COUNT:
    case ID:
        tr_gguf_put_u32(w, r->key, count_keys(c, r));
        break;
    case REAL:
        tr_gguf_put_f32(w, r->key, (float)real(c, r));
        break;
    case FLAG:
        tr_gguf_put_bool(w, r->key, bool_field(c, r));
        break;
    case CHOICE:
    case EITHER:
    case START:
        tr_gguf_put_string(w, r->key, word(c, r));
        break;
    case IDS:
        tr_gguf_put_u32s(w, r->key, (const uint32_t *)ids(c, r), length(c, r));
        break;
    case STRINGS:
        tr_gguf_put_strings(w, r->key, strings(c, r), length(c, r));
        break;
    case FORMAT:
        tr_gguf_put_u32(w, r->key, (uint32_t)(bool_field(c, r) ? r->high : r->low));
        break;
    }
}

void tr_config_write(const tr_config *c, tr_gguf_writer *w)
{
    tr_gguf_put_string(w, architecture, architectures[c->metric != TR_METRIC_NONE]);
    for (const row *r = rows; r < rows + N_ROWS; r++)
        if (is_present(c, r)) write_row(c, r, w);
}
