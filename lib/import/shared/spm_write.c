#include "import/shared/spm_write.h"

#include <string.h>

enum { VARINT, BYTES = 2, FIXED32 = 5 };

/* Fields of sentencepiece_model.proto. */
enum {
    MODEL_PIECE = 1,
    MODEL_TRAINER,
    MODEL_NORMALIZER,
    PIECE_TEXT = 1,
    PIECE_SCORE,
    PIECE_KIND,
    TRAINER_ALGORITHM = 3,
    TRAINER_BYTE_FALLBACK = 35,
    NORMALIZER_NAME = 1,
    NORMALIZER_CHARSMAP,
    NORMALIZER_DUMMY_PREFIX,
    NORMALIZER_EXTRA_BLANKS
};

static void add_varint(tr_buf *b, uint64_t n)
{
    unsigned char bytes[10];
    size_t len = 0;

    do {
        bytes[len++] = (unsigned char)((n & 127) | (n > 127 ? 128 : 0));
        n >>= 7;
    } while (n);
    tr_buf_add(b, bytes, len);
}

static void add_key(tr_buf *b, unsigned field, unsigned wire)
{
    add_varint(b, (uint64_t)field << 3 | wire);
}

static void add_number(tr_buf *b, unsigned field, uint64_t n)
{
    add_key(b, field, VARINT);
    add_varint(b, n);
}

static void add_bytes(tr_buf *b, unsigned field, const void *bytes, size_t n)
{
    add_key(b, field, BYTES);
    add_varint(b, n);
    tr_buf_add(b, bytes, n);
}

/* Appends a message, whose memory is given back. */
static void add_message(tr_buf *out, unsigned field, tr_buf *message)
{
    if (message->failed) out->failed = true;
    if (!message->failed) add_bytes(out, field, tr_buf_text(message), message->len);
    tr_buf_free(message);
}

void tr_spm_write_piece(tr_buf *out, const char *text, size_t len, float score, uint32_t kind)
{
    tr_buf b = {0};

    add_bytes(&b, PIECE_TEXT, text, len);
    add_key(&b, PIECE_SCORE, FIXED32);
    tr_buf_add(&b, &score, sizeof score);
    add_number(&b, PIECE_KIND, kind);
    add_message(out, MODEL_PIECE, &b);
}

void tr_spm_write_rules(tr_buf *out, const tr_spm_rules *r)
{
    tr_buf trainer = {0}, normalizer = {0};

    add_number(&trainer, TRAINER_ALGORITHM, r->algorithm);
    if (r->byte_fallback) add_number(&trainer, TRAINER_BYTE_FALLBACK, 1);
    add_message(out, MODEL_TRAINER, &trainer);
    add_bytes(&normalizer, NORMALIZER_NAME, "identity", r->charsmap ? 0 : strlen("identity"));
    if (r->charsmap) add_bytes(&normalizer, NORMALIZER_CHARSMAP, r->charsmap, r->charsmap_size);
    add_number(&normalizer, NORMALIZER_DUMMY_PREFIX, r->add_dummy_prefix);
    add_number(&normalizer, NORMALIZER_EXTRA_BLANKS, r->remove_extra_blanks);
    add_message(out, MODEL_NORMALIZER, &normalizer);
}
