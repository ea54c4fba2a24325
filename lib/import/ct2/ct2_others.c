/* ct2_others.c - what CTranslate2's models may have that is not supported here, by its name. */
#include "import/ct2/ct2_others.h"

#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/numbers/number.h"

typedef tr_ct2_builder builder;

static const double any = INFINITY;

/* Names by how they end.  A variable with a number is no obstacle while it is the neutral one. */
static const struct {
    const char *end, *what;
    double neutral; /* `any`: the number decides nothing by itself */
} others[] = {
    {"/embeddings_1/weight", "a second source", NAN},
    {"/embeddings_merge", "", any},
    {"/relative_position_keys", "relative positions", NAN},
    {"/relative_position_values", "relative positions", NAN},
    {"/relative_asymmetric_position_keys", "relative positions", NAN},
    {"/relative_attention_bias", "relative attention bias", NAN},
    {"/relative_attention_max_distance", "relative attention bias", NAN},
    {"/rotary_dim", "rotary positions", NAN},
    {"/alibi", "attention with linear biases (ALiBi)", 0},
    {"/alibi_use_positive_positions", "", any},
    {"/scale_alibi", "", any},
    {"/multi_query", "multi-query attention", 0},
    {"/multi_query_attention", "multi-query attention", 0},
    {"/sliding_window", "a sliding window", 0},
    {"/memory_kv/weight", "merged attention", NAN},
    {"/q_norm/gamma", "normalization of queries", NAN},
    {"/k_norm/gamma", "normalization of keys", NAN},
    {"/v_norm/gamma", "normalization of values", NAN},
    {"/linear_0_noact/weight", "a gated feed-forward network", NAN},
    {"/weight_zero", "weights of fewer than 8 bits (AWQ)", NAN},
    {"/shared_layer_norm/gamma", "parallel residual connections", NAN},
    {"/input_layer_norm/gamma", "normalization on both sides of a block", NAN},
    {"/pre_feedforward_layer_norm/gamma", "normalization on both sides of a block", NAN},
    {"/layer_norm_use_residual", "RMS normalization", 0},
    {"/project_in/weight", "projected embeddings", NAN},
    {"/project_out/weight", "projected embeddings", NAN},
    {"/layer_scalar", "scaled layers", 1},
    {"/scale_outputs", "scaled outputs", 1},
    {"/final_logit_softcapping", "capped logits", 0},
};

/* True for what T5 has. */
static bool is_of_t5(const char *end)
{
    static const char *const ends[] = {"/relative_attention_bias",
                                       "/relative_attention_max_distance", "/linear_0_noact/weight",
                                       "/scale_outputs"};

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (!strcmp(end, ends[i])) return true;
    return false;
}

static void refuse_other(builder *b, const char *name)
{
    for (size_t i = 0; i < sizeof others / sizeof *others && b->b.rc == 0; i++) {
        double x = NAN;
        if (!tr_ends_in(name, others[i].end) || (b->is_t5 && is_of_t5(others[i].end))) continue;
        const tr_foreign_array *a = tr_tensor_builder_find(&b->b, name);
        const bool number = tr_ct2_number(b->model, a->member, &x);
        if (!number || (others[i].neutral != any && x != others[i].neutral))
            tr_tensor_builder_refuse(&b->b, TR_EUNSUPPORTED, name, "%s is not supported",
                                     others[i].what);
    }
}

/* A norm without an offset, which CTranslate2 takes for an RMS norm. */
static void refuse_rms(builder *b, const char *name)
{
    if (!tr_ends_in(name, "/gamma") || b->is_t5) return;
    const tr_import_name beta = tr_import_named("%.*s/beta", (int)(strlen(name) - 6), name);
    if (!tr_ct2_find(b->model, beta.text))
        tr_tensor_builder_refuse(&b->b, TR_EUNSUPPORTED, name,
                                 "RMS normalization is not supported");
}

/* A number of attention blocks that has to be what follows from the rest. */
static void refuse_unless(builder *b, const char *name, const char *end, double expected)
{
    double x = expected;

    if (!tr_ends_in(name, end)) return;
    const tr_foreign_array *a = tr_tensor_builder_find(&b->b, name);
    if (!tr_ct2_number(b->model, a->member, &x) || fabs(x - expected) > 1e-6 * expected)
        tr_tensor_builder_refuse(&b->b, TR_EUNSUPPORTED, name, "is %s, but only %s is supported",
                                 tr_decimal_of(x).text, tr_decimal_of(expected).text);
}

void tr_ct2_refuse_others(builder *b)
{
    const tr_config *m = &b->b.im->config;
    const tr_foreign *f = b->b.im->foreign;
    const double head = (double)(b->is_t5 ? m->d_key : m->d_model / m->heads);

    for (size_t i = 0; i < f->n && b->b.rc == 0; i++) {
        const char *name = f->arrays[i].name;
        refuse_other(b, name);
        refuse_rms(b, name);
        refuse_unless(b, name, "/num_heads_kv", m->heads);
        refuse_unless(b, name, "/head_dim", head);
        refuse_unless(b, name, "/queries_scale", b->is_t5 ? 1 : 1 / sqrt(head));
    }
}

void tr_ct2_pass_over(const builder *b)
{
    /* The file of the configuration, in early versions. */
    static const char *const read_elsewhere[] = {"unk_token",
                                                 "bos_token",
                                                 "eos_token",
                                                 "with_source_bos",
                                                 "with_source_eos",
                                                 "with_target_bos",
                                                 "user_decoder_start_tokens"};

    tr_tensor_builder_find(&b->b, TR_CT2_ZERO_START);
    for (size_t i = 0; i < sizeof read_elsewhere / sizeof *read_elsewhere; i++)
        if (b->model->version < 6) tr_tensor_builder_find(&b->b, read_elsewhere[i]);
}

double tr_ct2_attribute(builder *b, const char *name, double otherwise)
{
    double x = otherwise;

    const tr_foreign_array *a = tr_tensor_builder_find(&b->b, name);
    if (a && (!tr_ct2_number(b->model, a->member, &x) || !isfinite(x)))
        tr_tensor_builder_refuse(&b->b, TR_EFORMAT, name, "is not a number");
    return x;
}
