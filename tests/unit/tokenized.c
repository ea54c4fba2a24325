#include "unit/tokenized.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "make/spm_proto.h"

static tr_tokenizer *open_made(tr_buf *model, const char *const *pieces, size_t n, bool bytes)
{
    enum { N_BASE = 12, N_BYTES = 256 };
    tr_tokenizer *t;
    tr_error err = {0};

    put_base(model);
    for (size_t i = 0; i < n; i++)
        put_piece(model, pieces[i], -1 - (float)i, TR_SPM_NORMAL);
    if (bytes) put_byte_pieces(model);
    put_trainer(model, ALGORITHM_UNIGRAM, bytes);
    const tr_tokenizer_parts parts = {.path = "m.gguf",
                                      .side = "source",
                                      .spm = model->data,
                                      .spm_size = model->len,
                                      .normalization = "none",
                                      .n_vocab = (uint32_t)(N_BASE + n + (bytes ? N_BYTES : 0)),
                                      .eos = 2,
                                      .unk = 0};
    if (tr_tokenizer_create(&t, &parts, &err) < 0) {
        printf("# %s\n", err.msg);
        abort(); /* outside of a suite, too */
    }
    return t;
}

tr_tokenizer *open_unigram(tr_buf *model, const char *const *pieces, size_t n)
{
    return open_made(model, pieces, n, true);
}

tr_tokenizer *open_unigram_without_bytes(tr_buf *model, const char *const *pieces, size_t n)
{
    return open_made(model, pieces, n, false);
}

void check_spans(const tr_tokenizer *t, const char *text, size_t len, const char *expected)
{
    tr_spm_piece_span *spans = NULL;
    size_t capacity = 0, n = 0;
    tr_buf found = {0};
    ck_assert_int_eq(tr_tokenizer_encode_spans(t, text, len, &spans, &capacity, &n, NULL), TR_OK);
    for (size_t i = 0; i < n; i++)
        tr_buf_printf(&found, "%s%d[%zu,%zu)", i ? " " : "", spans[i].id, spans[i].begin,
                      spans[i].end);
    ck_assert_str_eq(tr_buf_text(&found), expected);
    tr_buf_free(&found);
    free(spans);
}

void check_decode(const tr_tokenizer *t, const int32_t *ids, size_t n, const char *expected)
{
    tr_buf out = {0};
    ck_assert_int_eq(tr_tokenizer_decode(t, ids, n, &out, NULL), TR_OK);
    ck_assert_str_eq(tr_buf_text(&out), expected);
    tr_buf_free(&out);
}
