#include "setup/cutters.h"

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

int tr_cutter_open(tr_side_cutter *c, const tr_nmt *m, int side, tr_error *err)
{
    const tr_gguf_value *const array = side == TR_SOURCE ? m->source_merges : m->target_merges;

    *c = (tr_side_cutter){0};
    if (!array) return 0;
    const int rc = read_merges(&c->pairs, m, array, err);
    if (rc < 0) return rc;
    tr_merges_init(&c->bytes.merges, &c->pairs);
    c->bytes.blank_first = m->config.blank_first;
    c->cutter = tr_byte_bpe_cutter(&c->bytes);
    return 0;
}

void tr_cutter_close(tr_side_cutter *c)
{
    tr_pieces_free(&c->pairs);
    *c = (tr_side_cutter){0};
}
