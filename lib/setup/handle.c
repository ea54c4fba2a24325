#include "setup/handle.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "language/language.h"
#include "model/parameter_count.h"
#include "model/verify.h"
#include "setup/pieces_read.h"

/* A model is immutable for its users; what is loaded late is guarded by the lock. */
typedef struct late {
    pthread_mutex_t lock;
    bool loaded, sentencepiece;
    tr_tokenizers tokenizers;
    uint8_t *banned;     /* [target_vocab] */
    uint8_t *suppressed; /* [target_vocab]: what the file rules out, alone */
    uint8_t *bytes; /* [target_vocab], for byte_rules.h; NULL: no piece is a byte from 0x80 on */
    tr_word_rows *word_rows;
} late;

struct tr_model {
    tr_nmt nmt;
    tr_model_info info;
    late *late; /* apart, since the model is const for its users */
};

const tr_nmt *tr_model_nmt(const tr_model *model)
{
    return &model->nmt;
}

int tr_model_check_unchanged(const tr_model *model, tr_error *err)
{
    return tr_nmt_check_unchanged(&model->nmt, err);
}

static void fill_info(tr_model *model)
{
    const tr_nmt *m = &model->nmt;
    const tr_config *c = &m->config;
    model->info = (tr_model_info){
        .path = m->file.path,
        .name = c->name,
        .license = c->license,
        .origin = c->origin,
        .source_language = c->source_language,
        .target_language = c->target_language,
        .norm_placement = tr_config_word(c, "nmt.norm.placement"),
        .activation = tr_config_word(c, "nmt.activation"),
        .position_kind = tr_config_word(c, "nmt.position.kind"),
        .ties = tr_config_word(c, "nmt.ties"),
        .weight_type = tr_config_word(c, "nmt.weight_type"),
        .tokenizer = tr_config_word(c, "tokenizer.kind"),
        .d_model = c->d_model,
        .heads = c->heads,
        .encoder_layers = c->n_encoder_layers,
        .decoder_layers = c->n_decoder_layers,
        .encoder_ffn = c->encoder_ffn,
        .decoder_ffn = c->decoder_ffn,
        .source_vocab = c->source_vocab,
        .target_vocab = c->target_vocab,
        .max_source_length = c->max_source,
        .max_target_length = c->max_target,
        .beam_size = c->beam_size,
        .length_penalty = c->length_penalty,
        .shortlist_pairs =
            m->weights.lexicon.offset ? (uint64_t)m->weights.lexicon.offset[c->source_vocab] : 0,
        .shortlist_first = m->weights.lexicon.offset ? (uint32_t)c->shortlist_first : 0,
        .n_parameters = tr_nmt_count_parameters(m),
        .file_size = m->file.file.size,
        .decoder = tr_config_word(c, "nmt.decoder.kind"),
        .decoder_start = tr_config_word(c, "nmt.decoder.start"),
        .language_token = tr_config_word(c, "nmt.source_language_token"),
        .target_language_first = c->target_language_token,
        .n_languages = c->n_languages,
        .source_is_chosen = tr_config_chooses_source(c),
        .target_is_chosen = tr_config_chooses_target(c),
        .n_suppressed = c->n_suppressed,
        .source_bos = c->source_bos_id,
        .source_eos = c->source_eos,
        .forced_first = c->forced_first,
        .alignment_layer = c->alignment_layer,
        .alignment_heads = c->alignment_heads,
        .self_score = tr_config_word(c, "nmt.attention.self"),
        .cross_score = tr_config_word(c, "nmt.attention.cross"),
        .d_key = c->d_key ? c->d_key : c->d_model / c->heads,
        .d_value = c->d_value ? c->d_value : c->d_model / c->heads,
        .quality_bias = m->quality.bias,
        .quality_slope = m->quality.slope,
        .quality_lines = m->quality.lines,
        .quality_version = m->quality.version,
        .metric = tr_config_word(c, "metric.kind"),
        .reads_reference = c->metric == TR_METRIC_REGRESSION ? TR_REFERENCE_ALWAYS
                           : c->metric == TR_METRIC_METRICX  ? TR_REFERENCE_MAYBE
                                                             : TR_REFERENCE_NEVER,
    };
}

int tr_model_open(tr_model **out, const char *path, tr_error *err)
{
    tr_model *model = calloc(1, sizeof *model);
    late *l = calloc(1, sizeof *l);
    int rc;

    *out = NULL;
    if (!model || !l || pthread_mutex_init(&l->lock, NULL)) {
        free(model);
        free(l);
        return tr_fail_memory(err);
    }
    model->late = l;
    if ((rc = tr_nmt_open(&model->nmt, path, err)) < 0) {
        tr_model_close(model);
        return rc;
    }
    fill_info(model);
    *out = model;
    return 0;
}

static void free_late(late *l)
{
    tr_tokenizers *t = &l->tokenizers;
    if (t->target != t->source) tr_tokenizer_free(t->target);
    tr_tokenizer_free(t->source);
    tr_pieces_free(&t->source_pieces);
    tr_pieces_free(&t->target_pieces);
    tr_cutter_close(&t->source_cutter);
    tr_cutter_close(&t->target_cutter);
    *t = (tr_tokenizers){0};
    free(l->banned);
    free(l->suppressed);
    free(l->bytes);
    l->banned = l->suppressed = l->bytes = NULL;
}

void tr_model_close(tr_model *model)
{
    if (!model) return;
    free_late(model->late);
    tr_word_rows_free(model->late->word_rows);
    pthread_mutex_destroy(&model->late->lock);
    free(model->late);
    tr_nmt_close(&model->nmt);
    free(model);
}

static int open_tokenizer(const tr_nmt *m, const late *l, tr_tokenizer **t, int side, tr_error *err)
{
    const bool source = side == TR_SOURCE;
    const bool has_languages = source ? m->config.source_language_token != TR_LANGUAGE_NONE
                                      : m->config.target_language_token;
    const bool joint = m->source_pieces == m->target_pieces;
    const bool prefixed = m->config.source_language_token == TR_LANGUAGE_PREFIX;
    const tr_tokenizers *both = &l->tokenizers;
    const tr_pieces *pieces = source || joint ? &both->source_pieces : &both->target_pieces;
    const tr_side_cutter *cutter = source ? &both->source_cutter : &both->target_cutter;
    const tr_tokenizer_parts chunks = {
        .path = m->file.path,
        .side = source ? "source" : "target",
        .spm = source ? m->weights.source_spm : m->weights.target_spm,
        .spm_size = source ? m->weights.source_spm_size : m->weights.target_spm_size,
        .pieces = pieces->n ? pieces : NULL,
        .cutter = cutter->cutter.cut ? &cutter->cutter : NULL,
        .normalization = m->config.normalization,
        .n_vocab = source ? m->config.source_vocab : m->config.target_vocab,
        .eos = source ? m->config.source_eos_id : m->config.eos,
        .unk = source ? m->config.source_unk_id : m->config.unk,
        .controls = m->config.language_ids,
        .n_controls = !prefixed && (joint || has_languages) ? m->config.n_languages : 0,
        .sentencepiece = l->sentencepiece,
    };
    return tr_tokenizer_create(t, &chunks, err);
}

static int load_piece_spans(const tr_nmt *m, const char *side, const tr_gguf_value *array,
                            tr_pieces *p, tr_error *err)
{
    tr_buf name = {0};
    if (!array) return 0;
    tr_buf_printf(&name, "%s: tokenizer.vocab.%s", m->file.path, side);
    const int rc =
        name.failed ? tr_fail_memory(err) : tr_pieces_read(p, array, tr_buf_text(&name), err);
    tr_buf_free(&name);
    return rc;
}

/* The target's text is not always cut; its model waits until it is. */
static int open_tokenizers(const tr_nmt *m, late *l, tr_error *err)
{
    const bool joint = m->source_pieces == m->target_pieces;
    tr_tokenizers *t = &l->tokenizers;

    int rc = load_piece_spans(m, "source", m->source_pieces, &t->source_pieces, err);
    if (rc == 0 && !joint)
        rc = load_piece_spans(m, "target", m->target_pieces, &t->target_pieces, err);
    if (rc == 0) rc = tr_cutter_open(&t->source_cutter, m, TR_SOURCE, &t->source_pieces, err);
    if (rc == 0) rc = open_tokenizer(m, l, &t->source, TR_SOURCE, err);
    if (rc == 0) rc = tr_tokenizer_load(t->source, err);
    if (rc < 0) return rc;
    if (joint && m->source_merges == m->target_merges && m->config.words == TR_WORDS_BLANKS &&
        m->weights.target_spm == m->weights.source_spm &&
        m->config.target_vocab == m->config.source_vocab &&
        m->config.source_eos_id == m->config.eos && m->config.source_unk_id == m->config.unk) {
        t->target = t->source;
        return 0;
    }
    rc = tr_cutter_open(&t->target_cutter, m, TR_TARGET,
                        joint ? &t->source_pieces : &t->target_pieces, err);
    return rc < 0 ? rc : open_tokenizer(m, l, &t->target, TR_TARGET, err);
}

static int find_bytes(const tr_nmt *m, late *l, tr_error *err)
{
    const tr_tokenizer *const t = l->tokenizers.target;

    for (uint32_t id = 0; id < m->config.target_vocab; id++) {
        const uint8_t byte = tr_tokenizer_byte(t, (int32_t)id);
        if (!byte) continue;
        if (!l->bytes) l->bytes = calloc(m->config.target_vocab, 1);
        if (!l->bytes) return tr_fail_memory(err);
        l->bytes[id] = byte;
    }
    return 0;
}

/* BART's translations begin with <s> where it was trained to, which text does not show. */
static bool may_begin(const tr_nmt *m, uint32_t id)
{
    return m->config.tokenizer == TR_TOKENIZER_GPT2 && (int32_t)id == m->config.source_bos_id;
}

static int load_tokenizers(const tr_nmt *m, late *l, tr_error *err)
{
    l->banned = calloc(m->config.target_vocab, 1);
    l->suppressed = calloc(m->config.target_vocab, 1);
    if (!l->banned || !l->suppressed) return tr_fail_memory(err);
    l->banned[m->config.unk] = 1;
    for (size_t i = 0; i < m->config.n_suppressed; i++)
        l->banned[m->config.suppressed[i]] = l->suppressed[m->config.suppressed[i]] = 1;
    if (!tr_nmt_has_tokenizer(m)) return 0;

    const int rc = open_tokenizers(m, l, err);
    for (uint32_t id = 0; rc == 0 && id < m->config.target_vocab; id++)
        if (!tr_tokenizer_may_produce(l->tokenizers.target, (int32_t)id) && !may_begin(m, id))
            l->banned[id] = 1;
    return rc < 0 ? rc : find_bytes(m, l, err);
}

int tr_model_tokenizers(const tr_model *model, const tr_tokenizers **tokenizers, tr_error *err)
{
    late *l = model->late;
    int rc = 0;

    pthread_mutex_lock(&l->lock);
    if (!l->loaded) {
        rc = load_tokenizers(&model->nmt, l, err);
        l->loaded = rc == 0;
        if (rc < 0) free_late(l);
    }
    pthread_mutex_unlock(&l->lock);
    *tokenizers = &l->tokenizers;
    return rc;
}

tr_word_rows *tr_model_word_rows(const tr_model *model)
{
    late *l = model->late;
    pthread_mutex_lock(&l->lock);
    if (!l->word_rows) l->word_rows = tr_word_rows_create(&model->nmt.weights.output);
    tr_word_rows *const rows = l->word_rows;
    pthread_mutex_unlock(&l->lock);
    return rows;
}

const uint8_t *tr_model_banned(const tr_model *model, bool by_ids)
{
    const bool any = by_ids && tr_nmt_has_tokenizer(&model->nmt);
    return any ? model->late->suppressed : model->late->banned;
}

const uint8_t *tr_model_bytes(const tr_model *model)
{
    return model->late->bytes;
}

int tr_model_verify(const tr_model *model, tr_error *err)
{
    const tr_tokenizers *tokenizers;

    int rc = tr_nmt_verify(&model->nmt, err);
    if (rc < 0) return rc;
    rc = tr_model_tokenizers(model, &tokenizers, err);
    if (rc == 0 && tokenizers->source) rc = tr_tokenizer_check(tokenizers->source, err);
    if (rc == 0 && tokenizers->target) rc = tr_tokenizer_check(tokenizers->target, err);
    return rc;
}

void tr_model_use_sentencepiece(const tr_model *model)
{
    pthread_mutex_lock(&model->late->lock);
    model->late->sentencepiece = true;
    pthread_mutex_unlock(&model->late->lock);
}

const float *tr_model_position(const tr_model *model, size_t i)
{
    const tr_nmt *m = &model->nmt;
    if (i >= m->config.n_positions) return NULL;
    return m->weights.source_positions + i * m->config.d_model;
}

const tr_model_info *tr_model_get_info(const tr_model *model)
{
    return &model->info;
}

const char *tr_model_language(const tr_model *model, size_t i)
{
    return model->nmt.config.language_codes[i];
}

ptrdiff_t tr_model_find_language(const tr_model *model, const char *name)
{
    const tr_nmt *m = &model->nmt;
    const ptrdiff_t found = tr_language_find(m->config.language_codes, m->config.n_languages, name);
    return found < 0 ? -1 : found;
}

size_t tr_model_tensor_count(const tr_model *model)
{
    return model->nmt.file.n_tensors;
}

void tr_model_tensor(const tr_model *model, size_t i, tr_tensor_info *info)
{
    const tr_gguf *file = &model->nmt.file;
    const tr_gguf_tensor *t = &file->tensors[i];
    *info = (tr_tensor_info){
        .name = t->name,
        .type = tr_gguf_type_name(t->type),
        .n_dims = t->n_dims,
        .offset = (uint64_t)((const unsigned char *)t->data - file->file.data),
        .size = t->size,
    };
    memcpy(info->dims, t->dims, sizeof info->dims);
}

const void *tr_model_header(const tr_model *model, size_t *n)
{
    const tr_gguf *const g = &model->nmt.file;

    *n = g->file.size;
    for (size_t i = 0; i < g->n_tensors; i++) {
        const size_t offset = (size_t)((const unsigned char *)g->tensors[i].data - g->file.data);
        if (offset < *n) *n = offset;
    }
    return g->file.data;
}

size_t tr_model_metadata_count(const tr_model *model)
{
    return model->nmt.file.n_values;
}

const char *tr_model_metadata(const tr_model *model, size_t i, char *value, size_t size)
{
    tr_gguf_format(&model->nmt.file.values[i], value, size);
    return model->nmt.file.values[i].key;
}

/* ---- Tokens ---- */

static int tokenizer_of(const tr_model *model, int side, const tr_tokenizer **t, tr_error *err)
{
    const tr_tokenizers *both;
    const int rc = tr_model_tokenizers(model, &both, err);
    if (rc < 0) return rc;
    *t = side == TR_SOURCE ? both->source : both->target;
    if (*t) return 0;
    return tr_fail(err, TR_EUNSUPPORTED, "%s: the model has no tokenizer; give it token ids",
                   model->info.path);
}

int tr_tokenize(const tr_model *model, int side, const char *text, size_t text_len, tr_tokens **out,
                tr_error *err)
{
    const tr_tokenizer *t;
    tr_spm_piece_span *spans = NULL;
    size_t capacity = 0, n = 0;

    *out = NULL;
    int rc = tokenizer_of(model, side, &t, err);
    if (rc == 0) rc = tr_tokenizer_encode_spans(t, text, text_len, &spans, &capacity, &n, err);
    if (rc < 0) goto done;

    tr_tokens *tokens = calloc(1, sizeof *tokens);
    tr_token *token = calloc(n ? n : 1, sizeof *token);
    if (!tokens || !token) {
        free(tokens);
        free(token);
        rc = tr_fail_memory(err);
        goto done;
    }
    for (size_t i = 0; i < n; i++)
        token[i] = (tr_token){.id = spans[i].id,
                              .piece = tr_tokenizer_piece(t, spans[i].id),
                              .begin = spans[i].begin,
                              .end = spans[i].end};
    *tokens = (tr_tokens){.n = n, .token = token};
    *out = tokens;
done:
    free(spans);
    return rc;
}

void tr_tokens_free(tr_tokens *tokens)
{
    if (!tokens) return;
    free((void *)tokens->token);
    free(tokens);
}

int tr_detokenize(const tr_model *model, int side, const int32_t *ids, size_t n, char **text,
                  tr_error *err)
{
    const tr_nmt *m = &model->nmt;
    const uint32_t vocab = side == TR_SOURCE ? m->config.source_vocab : m->config.target_vocab;
    const int32_t eos = side == TR_SOURCE ? m->config.source_eos_id : m->config.eos;
    const tr_tokenizer *t;
    tr_buf out = {0};

    *text = NULL;
    int rc = tokenizer_of(model, side, &t, err);
    if (rc < 0) return rc;
    for (size_t i = 0; i < n; i++) {
        if (ids[i] < 0 || (uint32_t)ids[i] >= vocab)
            return tr_fail(err, TR_EINVAL, "token id %d is outside the vocabulary of %u", ids[i],
                           vocab);
        if (ids[i] == eos) n = i;
    }
    rc = tr_tokenizer_decode(t, ids, n, &out, err);
    if (rc == 0 && !(*text = tr_buf_take(&out))) rc = tr_fail_memory(err);
    tr_buf_free(&out);
    return rc;
}

int32_t tr_piece_id(const tr_model *model, int side, const char *piece, size_t piece_len)
{
    const tr_tokenizer *t;
    if (tokenizer_of(model, side, &t, NULL) < 0) return -1;
    return tr_tokenizer_id(t, piece, piece_len);
}

const char *tr_id_piece(const tr_model *model, int side, int32_t id)
{
    const tr_config *c = &model->nmt.config;
    const tr_tokenizer *t;
    const size_t n = side == TR_SOURCE ? c->source_vocab : c->target_vocab;
    if (id < 0 || (size_t)id >= n || tokenizer_of(model, side, &t, NULL) < 0) return "";
    return tr_tokenizer_piece(t, id);
}

void tr_text_free(char *text)
{
    free(text);
}
