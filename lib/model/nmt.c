/* nmt.c - opens a translation network: its numbers, its tokenizer's material, its tensors. */
#include "model/nmt.h"

#include <string.h>

#include "formats/gguf_read.h"
#include "model/config_rules.h"

/* NULL when the file does not have it. */
static const tr_gguf_value *read_piece_table(tr_keys *k, const char *key, uint32_t vocab)
{
    if (!tr_keys_have(k, key)) return NULL;
    const tr_gguf_value *v = tr_gguf_find(k->file, key);
    if (v->type != TR_GGUF_ARRAY || v->element_type != TR_GGUF_STRING)
        tr_keys_refuse(k, TR_EFORMAT, key, "is not an array of strings");
    else if (v->n < 1 || v->n > vocab)
        tr_keys_refuse(k, TR_EFORMAT, key, "does not fit the vocabulary's size");
    return v;
}

/* True if the tokenizer joins symbols by merges. */
static bool has_merges(const tr_config *c)
{
    return c->tokenizer == TR_TOKENIZER_GPT2 || c->tokenizer == TR_TOKENIZER_SUBWORD;
}

static const char merges[] = "tokenizer.ggml.merges";
enum { MOST_MERGES = 1 << 24 };

static void open_merges(tr_nmt *m, tr_keys *k)
{
    static const char target[] = "tokenizer.ggml.merges.target";

    if (!tr_keys_have(k, merges))
        tr_keys_refuse(k, TR_EFORMAT, "tokenizer.kind", "needs tokenizer.ggml.merges");
    m->source_merges = read_piece_table(k, merges, MOST_MERGES);
    m->target_merges = read_piece_table(k, tr_keys_have(k, target) ? target : merges, MOST_MERGES);
}

/* One tokenizer.json serves both sides. */
static void open_rules(tr_nmt *m, tr_keys *k)
{
    static const char rules[] = "tokenizer.rules", scores[] = "tokenizer.scores";

    m->rules = tr_gguf_find(k->file, rules);
    m->scores = tr_gguf_find(k->file, scores);
    m->source_merges = m->target_merges = read_piece_table(k, merges, MOST_MERGES);
    if (!m->rules || m->rules->type != TR_GGUF_STRING)
        tr_keys_refuse(k, TR_EFORMAT, "tokenizer.kind", "needs tokenizer.rules");
    else if (!m->scores && !m->source_merges)
        tr_keys_refuse(k, TR_EFORMAT, rules, "needs tokenizer.scores or tokenizer.ggml.merges");
    else if (m->scores &&
             (m->scores->type != TR_GGUF_ARRAY || m->scores->element_type != TR_GGUF_FLOAT64 ||
              !m->source_pieces || m->scores->n != m->source_pieces->n))
        tr_keys_refuse(k, TR_EFORMAT, scores, "is not a float64 for each piece");
}

static void open_tokenizer(tr_nmt *m, tr_keys *k)
{
    const tr_config *c = &m->config;

    if (c->tokenizer == TR_TOKENIZER_NONE) return;
    m->source_pieces = read_piece_table(k, "tokenizer.vocab.source", c->source_vocab);
    m->target_pieces = read_piece_table(k, "tokenizer.vocab.target", c->target_vocab);
    if (!m->target_pieces)
        m->target_pieces = read_piece_table(k, "tokenizer.vocab.source", c->target_vocab);
    if (has_merges(c)) open_merges(m, k);
    if (c->tokenizer == TR_TOKENIZER_JSON) open_rules(m, k);
    if (c->tokenizer >= TR_TOKENIZER_PIECES && !m->source_pieces)
        tr_keys_refuse(k, TR_EFORMAT, "tokenizer.kind", "needs tokenizer.vocab.source");
    if (!m->source_pieces && m->target_pieces)
        tr_keys_refuse(k, TR_EFORMAT, "tokenizer.vocab.target", "needs tokenizer.vocab.source");
}

static void read_digest(tr_keys *k)
{
    const char *text;
    size_t len;

    tr_keys_string(k, "nmt.sha256", &text, &len);
    bool good = len == 64;
    for (size_t i = 0; good && i < len; i++)
        good = strchr("0123456789abcdef", text[i]) != NULL;
    if (!good)
        tr_keys_refuse(k, TR_EFORMAT, "nmt.sha256", "is not 64 lower-case hexadecimal digits");
}

int tr_nmt_open(tr_nmt *m, const char *path, tr_error *err)
{
    tr_keys k = {.file = &m->file, .memory = &m->memory, .err = err};

    *m = (tr_nmt){0};
    k.rc = tr_gguf_open(&m->file, path, err);
    if (k.rc < 0) return k.rc;
    tr_config_read(&m->config, &k);
    tr_quality_read(&m->quality, &k);
    tr_config_check(&m->config, &k);
    read_digest(&k);
    open_tokenizer(m, &k);
    if (k.rc == 0) k.rc = tr_weights_bind(&m->weights, &m->config, &m->file, &m->memory, err);
    if (k.rc < 0) tr_nmt_close(m);
    return k.rc;
}

void tr_nmt_close(tr_nmt *m)
{
    tr_region_free(&m->memory);
    tr_gguf_close(&m->file);
    *m = (tr_nmt){0};
}

int tr_nmt_check_unchanged(const tr_nmt *m, tr_error *err)
{
    if (!tr_file_was_written(&m->file.file, &m->file.watch)) return 0;
    return tr_fail(err, TR_EFORMAT,
                   "%s: was changed while it was in use; a new model is to be moved into its place",
                   m->file.path);
}
