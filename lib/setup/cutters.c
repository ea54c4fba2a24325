#include "setup/cutters.h"

#include <stdlib.h>
#include <string.h>

#include "setup/pieces_read.h"
#include "translate.h"

static int read_merges(tr_pieces *pairs, const tr_nmt *m, const tr_gguf_value *array, tr_error *err)
{
    tr_buf name = {0};

    tr_buf_printf(&name, "%s: tokenizer.ggml.merges", m->file.path);
    const int rc =
        name.failed ? tr_fail_memory(err) : tr_pieces_read(pairs, array, tr_buf_text(&name), err);
    tr_buf_free(&name);
    return rc;
}

static void cut_bytes(tr_side_cutter *c, const tr_config *m)
{
    tr_merges_init(&c->bytes.merges, &c->pairs);
    c->bytes.blank_first = m->blank_first;
    c->cutter = tr_byte_bpe_cutter(&c->bytes);
}

static void cut_words(tr_side_cutter *c, const tr_config *m, const char *language)
{
    tr_moses *const moses = &c->words.moses;

    tr_merges_init(&c->words.merges, &c->pairs);
    c->words.end_apart = m->word_end_apart;
    c->words.by_moses = m->words == TR_WORDS_MOSES;
    tr_moses_init(moses, language ? language : "");
    moses->punctuation = m->moses_punctuation;
    moses->hyphens = m->moses_hyphens;
    moses->escape = m->moses_escape;
    c->cutter = tr_word_bpe_cutter(&c->words);
}

static int cut_by_rules(tr_side_cutter *c, const tr_nmt *m, const tr_pieces *pieces, tr_error *err)
{
    tr_buf name = {0};

    tr_buf_printf(&name, "%s: tokenizer.rules", m->file.path);
    if (m->scores) c->scores = malloc(m->scores->size + 1);
    if (name.failed || (m->scores && !c->scores)) {
        tr_buf_free(&name);
        return tr_fail_memory(err);
    }
    if (m->scores) memcpy(c->scores, m->scores->bytes, m->scores->size);
    const int rc =
        tr_pipeline_create(&c->pipeline,
                           &(tr_pipeline_parts){.rules = (const char *)m->rules->bytes,
                                                .rules_len = m->rules->size,
                                                .name = tr_buf_text(&name),
                                                .pieces = pieces,
                                                .merges = m->source_merges ? &c->pairs : NULL,
                                                .scores = c->scores},
                           err);
    tr_buf_free(&name);
    if (rc == 0) c->cutter = tr_pipeline_cutter(c->pipeline);
    return rc;
}

int tr_cutter_open(tr_side_cutter *c, const tr_nmt *m, int side, const tr_pieces *pieces,
                   tr_error *err)
{
    const tr_gguf_value *const array = side == TR_SOURCE ? m->source_merges : m->target_merges;

    *c = (tr_side_cutter){0};
    const int rc = array ? read_merges(&c->pairs, m, array, err) : 0;
    if (rc < 0) return rc;
    if (m->config.tokenizer == TR_TOKENIZER_JSON) return cut_by_rules(c, m, pieces, err);
    if (m->config.tokenizer == TR_TOKENIZER_BYTES) c->cutter = tr_byte_pieces_cutter;
    if (!array) return 0;
    if (m->config.tokenizer == TR_TOKENIZER_SUBWORD)
        cut_words(c, &m->config,
                  side == TR_SOURCE ? m->config.source_language : m->config.target_language);
    else
        cut_bytes(c, &m->config);
    return 0;
}

void tr_cutter_close(tr_side_cutter *c)
{
    tr_pipeline_free(c->pipeline);
    free(c->scores);
    tr_pieces_free(&c->pairs);
    *c = (tr_side_cutter){0};
}
