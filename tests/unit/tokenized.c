#include "unit/tokenized.h"

#include <check.h>
#include <stdlib.h>

#include "base/buf.h"

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
