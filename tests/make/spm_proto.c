#include "spm_proto.h"

static void put_varint(tr_buf *b, uint64_t value)
{
    unsigned char bytes[10];
    size_t n = 0;
    for (; value >= 0x80; value >>= 7)
        bytes[n++] = (unsigned char)(value | 0x80);
    bytes[n++] = (unsigned char)value;
    tr_buf_add(b, bytes, n);
}

void put_number(tr_buf *b, unsigned field, uint64_t value)
{
    put_varint(b, field << 3);
    put_varint(b, value);
}

void put_bytes(tr_buf *b, unsigned field, const void *bytes, size_t n)
{
    put_varint(b, field << 3 | 2);
    put_varint(b, n);
    tr_buf_add(b, bytes, n);
}

void put_message(tr_buf *b, unsigned field, tr_buf *inner)
{
    put_bytes(b, field, tr_buf_text(inner), inner->len);
    tr_buf_free(inner);
}

void put_piece_bytes(tr_buf *b, const char *text, size_t len, float score, int kind)
{
    tr_buf inner = {0};
    unsigned char bits[4];
    memcpy(bits, &score, sizeof bits);
    put_bytes(&inner, 1, text, len);
    put_varint(&inner, 2 << 3 | 5);
    tr_buf_add(&inner, bits, sizeof bits);
    put_number(&inner, 3, (uint64_t)kind);
    put_message(b, 1, &inner);
}

void put_piece(tr_buf *b, const char *text, float score, int kind)
{
    put_piece_bytes(b, text, strlen(text), score, kind);
}

void put_trainer(tr_buf *b, int algorithm, bool byte_fallback)
{
    tr_buf inner = {0};
    put_number(&inner, 3, (uint64_t)algorithm);
    put_number(&inner, 35, byte_fallback);
    put_message(b, 2, &inner);
}

void put_charsmap(tr_buf *b, const void *map, size_t size)
{
    tr_buf inner = {0};
    put_bytes(&inner, 2, map, size);
    put_message(b, 3, &inner);
}

void put_u32(tr_buf *b, uint32_t value)
{
    const unsigned char bytes[4] = {(unsigned char)value, (unsigned char)(value >> 8),
                                    (unsigned char)(value >> 16), (unsigned char)(value >> 24)};
    tr_buf_add(b, bytes, sizeof bytes);
}

void put_base(tr_buf *b)
{
    put_piece(b, "<unk>", 0, TR_SPM_UNKNOWN);
    put_piece(b, "<s>", 0, TR_SPM_CONTROL);
    put_piece(b, "</s>", 0, TR_SPM_CONTROL);
    put_piece(b, "\xE2\x96\x81", -3, TR_SPM_NORMAL);
    for (int i = 0; i < 8; i++) {
        const char letter[2] = {(char)('a' + i), '\0'};
        put_piece(b, letter, -4 - (float)i, TR_SPM_NORMAL);
    }
}

void put_byte_pieces(tr_buf *b)
{
    for (int i = 0; i < 256; i++) {
        char text[8];
        snprintf(text, sizeof text, "<0x%02X>", (unsigned)i);
        put_piece(b, text, -20, TR_SPM_BYTE);
    }
}

tr_spm *open_good(const tr_buf *model)
{
    tr_spm *spm = NULL;
    tr_error err = {0};
    tr_spm_open(&spm, model->data, model->len, false, "m", &err);
    if (!spm) {
        fprintf(stderr, "%s\n", err.msg);
        abort();
    }
    return spm;
}

void close_good(tr_spm *spm, tr_buf *model)
{
    tr_spm_close(spm);
    tr_buf_free(model);
}
