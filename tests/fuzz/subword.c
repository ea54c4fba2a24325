/* subword.c - small SentencePiece models and texts, made of any bytes: the quick way gives the ids
 * and texts that SentencePiece gives. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "make/spm_proto.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct input {
    const uint8_t *data;
    size_t size;
} input;

static uint8_t next(input *in)
{
    if (in->size == 0) return 0;
    in->size--;
    return *in->data++;
}

/* Texts are made of few characters, so that pieces are found in them. */
static const char *const alphabet[] = {
    "a", "b", "\xE2\x96\x81", " ", "\xC3\xA4", "\xE4\xB8\x80", "\xF0\x9F\x98\x80", "1"};

static void add_text(input *in, size_t n, size_t n_letters, tr_buf *out)
{
    for (size_t i = 0; i < n; i++)
        tr_buf_add_string(out, alphabet[next(in) % n_letters]);
}

/* Appends a piece, whose score is one of few, so that sums are equal at times. */
static void add_piece(input *in, tr_buf *model)
{
    tr_buf text = {0};
    const uint8_t how = next(in);
    add_text(in, 1 + how % 4, 6, &text);
    put_piece(model, tr_buf_text(&text), -(float)(how >> 4) / 3,
              how % 16 == 5 ? TR_SPM_UNUSED : TR_SPM_NORMAL);
    tr_buf_free(&text);
}

static void make_model(input *in, tr_buf *model)
{
    const uint8_t how = next(in);
    const bool bytes = how & 1;
    put_piece(model, "<unk>", 0, TR_SPM_UNKNOWN);
    put_piece(model, "</s>", 0, TR_SPM_CONTROL);
    if (bytes) put_byte_pieces(model);
    for (size_t n = next(in) % 32; n > 0; n--)
        add_piece(in, model);
    put_trainer(model, how & 2 ? ALGORITHM_BPE : ALGORITHM_UNIGRAM, bytes);
}

static bool same_ids(const int32_t *a, size_t n, const int32_t *b, size_t m)
{
    return n == m && (n == 0 || !memcmp(a, b, n * sizeof *a));
}

static void compare(const tr_spm *quick, const tr_spm *whole, const char *text, size_t len)
{
    int32_t *a = NULL, *b = NULL;
    size_t n = 0, m = 0, a_capacity = 0, b_capacity = 0;
    tr_buf one = {0}, other = {0};

    assert(tr_spm_encode(quick, text, len, &a, &a_capacity, &n, NULL) == TR_OK);
    assert(tr_spm_encode(whole, text, len, &b, &b_capacity, &m, NULL) == TR_OK);
    assert(same_ids(a, n, b, m));
    for (size_t i = 0; i < n; i++)
        a[i] = (a[i] * 7 + (int32_t)i) % tr_spm_size(quick);
    assert(tr_spm_decode(quick, a, n, &one, NULL) == TR_OK);
    assert(tr_spm_decode(whole, a, n, &other, NULL) == TR_OK);
    assert(!strcmp(tr_buf_text(&one), tr_buf_text(&other)));
    free(a);
    free(b);
    tr_buf_free(&one);
    tr_buf_free(&other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    tr_buf model = {0}, text = {0};
    tr_spm *quick = NULL, *whole = NULL;

    make_model(&in, &model);
    tr_spm_open(&quick, model.data, model.len, true, "m", NULL);
    tr_spm_open(&whole, model.data, model.len, false, "m", NULL);
    assert(!quick == !whole);
    if (quick) {
        add_text(&in, in.size, sizeof alphabet / sizeof *alphabet, &text);
        compare(quick, whole, tr_buf_text(&text), text.len);
    }
    tr_spm_close(quick);
    tr_spm_close(whole);
    tr_buf_free(&model);
    tr_buf_free(&text);
    return 0;
}
