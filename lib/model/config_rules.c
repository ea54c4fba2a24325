#include "model/config_rules.h"

#include <string.h>

enum { MAX_TAG = 63 };

/* Letters, digits and hyphens, as BCP 47 says; empty for a language that is not known. */
static void check_language(tr_keys *k, const char *key, const char *tag)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-";
    if (strlen(tag) > MAX_TAG || tag[strspn(tag, allowed)] != '\0')
        tr_keys_refuse(k, TR_EFORMAT, key, "is not a language tag");
}

static void check_shape(const tr_config *c, tr_keys *k)
{
    check_language(k, "nmt.source_language", c->source_language);
    check_language(k, "nmt.target_language", c->target_language);
    if (c->d_model % c->heads != 0 && !(c->d_key && c->d_value))
        tr_keys_refuse(k, TR_EFORMAT, "nmt.attention.head_count",
                       "does not divide nmt.embedding_length");
    const uint64_t most = 65536;
    const bool places = c->self_score == TR_LOCATION || c->cross_score == TR_LOCATION;
    if (places != (c->n_places > 0) || c->heads * (uint64_t)c->n_places > most)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.attention.positions",
                       "goes with location scores, and all heads have up to 65536 together");
    if (c->heads * (uint64_t)c->d_key > most)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.attention.key_length",
                       "makes heads that are more than 65536 wide together");
    if (c->heads * (uint64_t)c->d_value > most)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.attention.value_length",
                       "makes heads that are more than 65536 wide together");
}

/* The ids of </s> and <unk>: the source's are the target's unless they are given. */
static void check_config_ids(const tr_config *c, tr_keys *k)
{
    if (c->eos == c->unk) tr_keys_refuse(k, TR_EFORMAT, "nmt.unk_id", "is nmt.eos_id too");
    if ((uint32_t)c->source_eos_id >= c->source_vocab)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.eos_id", "is not in the vocabulary of the source");
    if ((uint32_t)c->source_unk_id >= c->source_vocab)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.unk_id", "is not in the vocabulary of the source");
    if (c->source_eos_id == c->source_unk_id && tr_keys_have(k, "nmt.source_unk_id"))
        tr_keys_refuse(k, TR_EFORMAT, "nmt.source_unk_id", "is the id of </s> too");
    if (c->source_eos_id == c->source_unk_id && tr_keys_have(k, "nmt.source_eos_id"))
        tr_keys_refuse(k, TR_EFORMAT, "nmt.source_eos_id", "is the id of <unk> too");
    if (c->forced_first == c->eos)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.forced_first_id", "is nmt.eos_id");
    for (size_t i = 0; i < c->n_suppressed; i++)
        if (c->suppressed[i] == c->eos)
            tr_keys_refuse(k, TR_EFORMAT, "nmt.suppressed_ids", "holds nmt.eos_id");
}

static bool is_language_code(const char *code)
{
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const size_t len = strlen(code);
    return len >= 1 && len <= MAX_TAG && code[strspn(code, allowed)] == '\0';
}

static void check_each_language(const tr_config *c, tr_keys *k)
{
    for (size_t i = 0; i < c->n_languages; i++) {
        if (c->target_language_token && c->language_ids[i] == c->eos)
            tr_keys_refuse(k, TR_EFORMAT, "nmt.language_ids", "holds nmt.eos_id");
        if (!is_language_code(c->language_codes[i]))
            tr_keys_refuse(k, TR_EFORMAT, "nmt.language_codes", "holds what is not a language");
        for (size_t j = 0; j < i; j++)
            if (!strcmp(c->language_codes[i], c->language_codes[j]))
                tr_keys_refuse(k, TR_EFORMAT, "nmt.language_codes", "holds a language twice");
    }
}

static void check_languages(const tr_config *c, tr_keys *k)
{
    const size_t n = c->n_languages;
    const bool with_source = c->source_language_token != TR_LANGUAGE_NONE;

    if (n == 0 && c->target_language_token)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.target_language_token", "needs nmt.language_codes");
    if (n == 0 && with_source)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.source_language_token", "needs nmt.language_codes");
    if (n && !c->target_language_token && !with_source)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.language_codes",
                       "has no use without nmt.source_language_token or .target_language_token");
    if ((c->source_language_token == TR_LANGUAGE_PREFIX) != (c->source_prefix != NULL))
        tr_keys_refuse(k, TR_EFORMAT, "nmt.source_language_token",
                       "is prefix where there is no nmt.source_prefix, or is not");
    if (c->n_language_names && c->n_language_names != n)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.language_names",
                       "are not as many as nmt.language_codes");
    if (c->target_language_token && c->forced_first >= 0)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.forced_first_id",
                       "stands beside nmt.target_language_token");
    if (k->rc == 0) check_each_language(c, k);
    if ((c->target_language_token || c->forced_first >= 0) && c->max_target < 2)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.max_target_length",
                       "has no room behind the first token, which is forced");
}

static void check_norms(const tr_config *c, tr_keys *k)
{
    if (c->rms_norm && !c->pre_norm)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.norm.rms", "needs nmt.norm.placement pre");
}

static void check_arithmetic(const tr_config *c, tr_keys *k)
{
    if (c->norm_query_only && !c->pre_norm)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.norm.query_only", "needs nmt.norm.placement pre");
    if (c->alignment_layer < 0 && tr_keys_have(k, "nmt.alignment.heads"))
        tr_keys_refuse(k, TR_EFORMAT, "nmt.alignment.heads", "needs nmt.alignment.layer");
    if ((c->ties == TR_TIES_ALL || c->ties == TR_TIES_INPUTS) && c->source_vocab != c->target_vocab)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.ties",
                       "needs nmt.vocab_size.source and .target to be equal");
    if (c->shortlist_source_ids && c->source_vocab != c->target_vocab)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.shortlist.source_ids",
                       "needs nmt.vocab_size.source and .target to be equal");
}

/* COMET's networks are XLM-RoBERTa's, and MetricX's is mT5's. */
static void check_metric(const tr_config *c, tr_keys *k)
{
    const bool alone = tr_config_encodes_alone(c);

    if (alone == (c->n_decoder_layers > 0))
        tr_keys_refuse(k, TR_EFORMAT, "nmt.decoder.block_count",
                       alone ? "is not 0, but such a metric has no decoder" : "is not in 1..1024");
    if (alone && (c->pre_norm || c->positions != TR_POSITIONS_LEARNED || !c->source_eos ||
                  c->source_bos_id < 0 || c->source_language_token != TR_LANGUAGE_NONE))
        tr_keys_refuse(
            k, TR_EFORMAT, "metric.kind",
            "needs norms after blocks, learned positions, and <s> and </s> around texts");
    if (c->n_estimator_widths > TR_ESTIMATOR_MOST || alone != (c->n_estimator_widths > 0))
        tr_keys_refuse(k, TR_EFORMAT, alone ? "metric.kind" : "metric.estimator.widths",
                       "needs 1 to 8 metric.estimator.widths with an estimator, else none");
    for (size_t i = 0; i < c->n_estimator_widths; i++)
        if (c->estimator_widths[i] < 1)
            tr_keys_refuse(k, TR_EFORMAT, "metric.estimator.widths", "holds a 0");
    if (alone && tr_config_features(c) > 65536)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.embedding_length", "makes more than 65536 features");
    if (c->metric == TR_METRIC_METRICX &&
        (c->ssru || c->positions != TR_POSITIONS_RELATIVE || c->ties != TR_TIES_INPUTS))
        tr_keys_refuse(k, TR_EFORMAT, "metric.kind",
                       "needs a decoder with relative positions, and an output of its own");
}

void tr_config_check(const tr_config *c, tr_keys *k)
{
    if (k->rc < 0) return;
    check_shape(c, k);
    check_config_ids(c, k);
    check_languages(c, k);
    check_arithmetic(c, k);
    check_norms(c, k);
    check_metric(c, k);
}
