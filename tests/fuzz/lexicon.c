/*
 * lexicon.c - any bytes as a lexical shortlist.  The first byte chooses: as they are, or with the
 * magic number and a right checksum in front.
 */
#include <stdlib.h>

#include "import/shared/lexicon.h"
#include "make/make_lexicon.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { VOCAB = 40 };

static int32_t word_id(const void *ctx, const char *word, size_t len)
{
    (void)ctx;
    return len ? (unsigned char)word[len - 1] % VOCAB : 0;
}

/* Assumptions of the model file. */
static void check(const tr_lexicon_lists *l)
{
    if (l->first > VOCAB || l->offset[0] != 0 || (size_t)l->offset[VOCAB] != l->n_ids) abort();
    for (size_t i = 0; i < VOCAB; i++)
        if (l->offset[i] > l->offset[i + 1]) abort();
    for (size_t i = 0; i < l->n_ids; i++)
        if (l->id[i] < 0 || l->id[i] >= VOCAB) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const tr_lexicon_vocab v = {VOCAB, 1, word_id, NULL};
    const tr_lexicon_choice choice = {.first = 5, .best = 3, .threshold = 0.001f};
    tr_region r = {0};
    tr_lexicon_lists l;
    tr_error err;
    tr_buf b = {0};

    if (!size) return 0;
    if (*data & 1)
        b = lexicon_seal(data + 1, size - 1);
    else
        tr_buf_add(&b, data + 1, size - 1);
    if (!tr_lexicon_read(&l, &r, (unsigned char *)b.data, b.len, &choice, &v, &v, "fuzz", &err))
        check(&l);
    tr_region_free(&r);
    tr_buf_free(&b);
    return 0;
}
