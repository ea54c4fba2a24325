#include "import/fairseq/fairseq_config.h"
#include "base/order.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DIM = 65536, MAX_DEPTH = 1024 };

typedef struct reader {
    tr_fairseq_config *c;
    tr_import *im;
    tr_config *m; /* im->config */
    tr_fairseq_args *a;
} reader;

static bool model_flag(const reader *r, const char *key)
{
    return tr_fairseq_is_true(r->a, tr_fairseq_model_arg(r->a, key), key);
}

static bool task_flag(const reader *r, const char *key)
{
    return tr_fairseq_is_true(r->a, tr_fairseq_task_arg(r->a, key), key);
}

static const char *task_text(const reader *r, const char *key)
{
    return tr_fairseq_text(r->a, r->im, tr_fairseq_task_arg(r->a, key), key, NULL);
}

static void refuse_word(const reader *r, const char *key, const char *word, const char *known)
{
    char why[200];

    snprintf(why, sizeof why, "'%.40s' is not supported, only %s", word, known);
    tr_fairseq_refuse(r->a, TR_EUNSUPPORTED, key, why);
}

/* ---- What is refused ---------------------------------------------------------------------- */

/* True for what is set to something else than nothing. */
static bool is_set(const tr_pickle_value *v)
{
    if (!v) return false;
    if (v->kind == TR_PICKLE_BOOL || v->kind == TR_PICKLE_INTEGER) return v->integer != 0;
    if (v->kind == TR_PICKLE_TEXT || v->kind == TR_PICKLE_SEQUENCE || v->kind == TR_PICKLE_MAPPING)
        return v->n != 0;
    return true;
}

/* Parts of networks that translate does not compute. */
static void refuse_parts(const reader *r)
{
    static const char *const refused[] = {"adaptive_input",
                                          "adaptive_softmax_cutoff",
                                          "tie_adaptive_weights",
                                          "no_cross_attention",
                                          "cross_self_attention",
                                          "merge_src_tgt_embed",
                                          "base_layers",
                                          "moe_freq",
                                          "scale_attn",
                                          "scale_heads",
                                          "scale_fc",
                                          "scale_resids",
                                          "char_inputs",
                                          "no_decoder_final_norm",
                                          "encoder_xformers_att_config",
                                          "xformers_att_config",
                                          "alternate_decoder_ffn_embed_dim",
                                          "deepnorm",
                                          "use_rel_pos_embeddings",
                                          "decoder_xformers_att_config",
                                          "max_relative_length",
                                          "simul_type"};

    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (is_set(tr_fairseq_model_arg(r->a, refused[i])))
            tr_fairseq_refuse(r->a, TR_EUNSUPPORTED, refused[i], "is not supported");
}

/* Archs are names for sizes of a network, and its users may add some.  The list has other
 * networks. */
static void check_arch(const reader *r)
{
    static const char *const others[] = {
        "_lm",  "_from_pretrained", "_pointer", "_ulm", "_mono",    "_unidirectional",
        "_ctc", "_encoder",         "_decoder", "_moe", "_modular", "_conv"};
    const tr_pickle_value *v = tr_fairseq_model_arg(r->a, "arch");
    const char *arch =
        tr_fairseq_text(r->a, r->im, v ? v : tr_fairseq_model_arg(r->a, "_name"), "arch", NULL);

    if (r->a->rc < 0 || !arch) {
        tr_fairseq_refuse(r->a, TR_EFORMAT, "arch", "is missing");
        return;
    }
    bool known = !strncmp(arch, "transformer", 11);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        known = known && !strstr(arch, others[i]);
    if (!known) refuse_word(r, "arch", arch, "those of the model transformer");
}

/* ---- The network -------------------------------------------------------------------------- */

/* Numbers that both halves have, and have to share. */
static uint32_t common_size(const reader *r, const char *key, const char *key2, uint32_t high)
{
    const uint32_t n = tr_fairseq_size(r->a, key, high);

    if (tr_fairseq_model_arg(r->a, key2) && tr_fairseq_size(r->a, key2, high) != n)
        tr_fairseq_refuse(r->a, TR_EUNSUPPORTED, key2,
                          "another number than in the encoder is not supported");
    return n;
}

static bool common_flag(const reader *r, const char *key, const char *key2)
{
    const bool set = model_flag(r, key);

    if (model_flag(r, key2) != set)
        tr_fairseq_refuse(r->a, TR_EUNSUPPORTED, key2,
                          "another choice than in the encoder is not supported");
    return set;
}

/* The number of the layers that are kept, or of all. */
static uint32_t read_depth(const reader *r, const char *key, const char *kept_key,
                           const char *const **kept)
{
    size_t n;
    const tr_pickle_value *v = tr_fairseq_model_arg(r->a, kept_key);

    *kept = v && v->n ? tr_fairseq_list(r->a, r->im, v, kept_key, &n) : NULL;
    if (!*kept) return tr_fairseq_size(r->a, key, MAX_DEPTH);
    bool right = n > 0 && n <= MAX_DEPTH;
    for (size_t i = 0; r->a->rc == 0 && i < n; i++)
        right = right && *(*kept)[i] && strspn((*kept)[i], "0123456789") == strlen((*kept)[i]);
    if (!right) tr_fairseq_refuse(r->a, TR_EFORMAT, kept_key, "lists no layers");
    return (uint32_t)n;
}

static void read_sizes(const reader *r)
{
    tr_config *m = r->m;
    tr_fairseq_config *c = r->c;

    m->d_model = common_size(r, "encoder_embed_dim", "decoder_embed_dim", MAX_DIM);
    common_size(r, "encoder_embed_dim", "decoder_output_dim", MAX_DIM);
    common_size(r, "encoder_embed_dim", "decoder_input_dim", MAX_DIM);
    m->heads = common_size(r, "encoder_attention_heads", "decoder_attention_heads", MAX_DIM);
    m->encoder_ffn = tr_fairseq_size(r->a, "encoder_ffn_embed_dim", MAX_DIM);
    m->decoder_ffn = tr_fairseq_size(r->a, "decoder_ffn_embed_dim", MAX_DIM);
    m->n_encoder_layers =
        read_depth(r, "encoder_layers", "encoder_layers_to_keep", &c->encoder_layers);
    m->n_decoder_layers =
        read_depth(r, "decoder_layers", "decoder_layers_to_keep", &c->decoder_layers);
    if (r->a->rc == 0 && m->d_model % m->heads != 0)
        tr_fairseq_refuse(r->a, TR_EFORMAT, "encoder_attention_heads",
                          "does not divide encoder_embed_dim");
}

static void read_activation(const reader *r)
{
    static const struct {
        const char *name;
        int activation;
    } names[] = {{"relu", TR_RELU},
                 {"gelu", TR_GELU_ERF},
                 {"gelu_accurate", TR_GELU_TANH},
                 {"gelu_fast", TR_GELU_TANH}};
    const char *name = tr_fairseq_text(r->a, r->im, tr_fairseq_model_arg(r->a, "activation_fn"),
                                       "activation_fn", "relu");

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i].name)) {
            r->m->activation = names[i].activation;
            return;
        }
    refuse_word(r, "activation_fn", name, "relu, gelu and gelu_accurate");
}

static void read_network(const reader *r)
{
    tr_fairseq_config *c = r->c;
    tr_config *m = r->m;

    check_arch(r);
    refuse_parts(r);
    read_sizes(r);
    read_activation(r);
    m->pre_norm = common_flag(r, "encoder_normalize_before", "decoder_normalize_before");
    c->learned_positions = common_flag(r, "encoder_learned_pos", "decoder_learned_pos");
    c->no_positions = model_flag(r, "no_token_positional_embeddings");
    c->embedding_norm = model_flag(r, "layernorm_embedding");
    c->shared_table = model_flag(r, "share_all_embeddings");
    c->tied_output = c->shared_table || model_flag(r, "share_decoder_input_output_embed");
    m->embedding_scale = model_flag(r, "no_scale_embedding") ? 1 : sqrtf((float)m->d_model);
    m->epsilon = 1e-5f; /* PyTorch's */
}

/* ---- The task ----------------------------------------------------------------------------- */

/* The first and the second of ("src", "tgt"), of which each may be None. */
static const char *langtok(const reader *r, size_t i, const char *otherwise)
{
    const tr_pickle_value *all = tr_fairseq_task_arg(r->a, "langtoks");
    const tr_pickle_value *pair = all && all->kind == TR_PICKLE_MAPPING
                                      ? tr_fairseq_value(tr_pickle_find(all, "main"))
                                      : NULL;

    if (!pair) return otherwise;
    if (pair->kind != TR_PICKLE_SEQUENCE || pair->n != 2) {
        tr_fairseq_refuse(r->a, TR_EFORMAT, "langtoks", "is not what two sides begin with");
        return NULL;
    }
    return tr_fairseq_text(r->a, r->im, tr_fairseq_value(pair->items[i]), "langtoks", NULL);
}

static void read_langtoks(const reader *r)
{
    const char *source = langtok(r, 0, task_text(r, "encoder_langtok"));
    const char *target = langtok(r, 1, task_flag(r, "decoder_langtok") ? "tgt" : NULL);
    tr_fairseq_config *c = r->c;

    c->source_token = !source                  ? TR_LANGUAGE_NONE
                      : !strcmp(source, "src") ? TR_LANGUAGE_BEFORE
                                               : TR_LANGUAGE_TARGET;
    if (source && strcmp(source, "src") != 0 && strcmp(source, "tgt") != 0)
        refuse_word(r, "encoder_langtok", source, "src and tgt");
    c->forces_target = target != NULL;
    if (target && strcmp(target, "tgt") != 0) refuse_word(r, "decoder_langtok", target, "tgt");
    if (task_flag(r, "lang_tok_replacing_bos_eos"))
        tr_fairseq_refuse(r->a, TR_EUNSUPPORTED, "lang_tok_replacing_bos_eos", "is not supported");
}

/* The languages of "de-en,en-de", each once, by name. */
static void list_paired(const reader *r)
{
    size_t n, n_all = 0, n_kept = 0;
    const char *const *pairs =
        tr_fairseq_list(r->a, r->im, tr_fairseq_task_arg(r->a, "lang_pairs"), "lang_pairs", &n);
    const char **all = TR_REGION_TAKE(&r->im->memory, const char *, 2 * n + 1);

    if (!all && r->a->rc == 0) r->a->rc = tr_fail_memory(r->a->err);
    for (size_t i = 0; r->a->rc == 0 && i < n; i++) {
        const char *dash = strchr(pairs[i], '-');
        const size_t len = dash ? (size_t)(dash - pairs[i]) : 0;
        if (!dash || strchr(dash + 1, '-')) {
            tr_fairseq_refuse(r->a, TR_EFORMAT, "lang_pairs", "is not a list of pairs");
            return;
        }
        all[n_all] = tr_region_copy(&r->im->memory, pairs[i], len);
        all[n_all + 1] = dash + 1;
        if (!all[n_all]) r->a->rc = tr_fail_memory(r->a->err);
        n_all += 2;
    }
    if (r->a->rc < 0) return;
    if (n_all) qsort(all, n_all, sizeof *all, tr_compare_strings);
    for (size_t i = 0; i < n_all; i++)
        if (!n_kept || strcmp(all[n_kept - 1], all[i]) != 0) all[n_kept++] = all[i];
    r->c->languages = all;
    r->c->n_languages = n_kept;
}

static void read_languages(const reader *r)
{
    tr_fairseq_config *c = r->c;
    const char *style = task_text(r, "lang_tok_style");
    const tr_pickle_value *extra = tr_fairseq_task_arg(r->a, "extra_data");

    c->languages =
        tr_fairseq_list(r->a, r->im, tr_fairseq_task_arg(r->a, "langs"), "langs", &c->n_languages);
    if (!c->n_languages && !is_set(tr_fairseq_task_arg(r->a, "lang_dict"))) list_paired(r);
    c->square_tokens = style && !strcmp(style, "mbart");
    if (style && !c->square_tokens && strcmp(style, "multilingual") != 0)
        refuse_word(r, "lang_tok_style", style, "multilingual and mbart");
    c->specs = tr_fairseq_list(r->a, r->im, tr_fairseq_task_arg(r->a, "langtoks_specs"),
                               "langtoks_specs", &c->n_specs);
    c->has_mask = c->square_tokens || is_set(extra);
}

static void read_task(const reader *r)
{
    tr_fairseq_config *c = r->c;
    const char *key = tr_fairseq_task_arg(r->a, "task") ? "task" : "_name";
    const char *task = task_text(r, key);

    c->source = task_text(r, "source_lang");
    c->target = task_text(r, "target_lang");
    if (!task || !strcmp(task, "translation")) return;
    if (strcmp(task, "translation_multi_simple_epoch") != 0) {
        refuse_word(r, "task", task, "translation and translation_multi_simple_epoch");
        return;
    }
    c->multilingual = true;
    read_langtoks(r);
    read_languages(r);
}

int tr_fairseq_config_read(tr_fairseq_config *c, tr_import *im, tr_fairseq_args *a)
{
    const reader r = {.c = c, .im = im, .m = &im->config, .a = a};

    *c = (tr_fairseq_config){.source_token = TR_LANGUAGE_NONE};
    read_network(&r);
    read_task(&r);
    return a->rc;
}
