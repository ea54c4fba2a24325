#include "text/bpe/byte_pieces.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

tr_byte_piece tr_byte_piece_of(unsigned char byte)
{
    static const char digits[] = "0123456789ABCDEF";
    tr_byte_piece p = {"<0x00>"};
    p.text[3] = digits[byte >> 4];
    p.text[4] = digits[byte & 15];
    return p;
}

static int cut_bytes(const void *state, const char *text, size_t len, tr_spm_piece_span **spans,
                     size_t *capacity, size_t *n, tr_buf *pieces, tr_error *err)
{
    (void)state;
    *n = 0;
    for (size_t begin = 0, end; begin < len; begin = end) {
        int32_t c;
        end = begin + tr_utf8_decode(text + begin, len - begin, &c);
        for (size_t i = begin; i < end; i++) {
            const tr_byte_piece piece = tr_byte_piece_of((unsigned char)text[i]);
            if (!tr_piece_spans_add(spans, capacity, n, begin, end)) return tr_fail_memory(err);
            tr_buf_add(pieces, piece.text, strlen(piece.text) + 1);
        }
    }
    return pieces->failed ? tr_fail_memory(err) : TR_OK;
}

/* Appends the characters of text [len] that are valid. */
static void add_valid(const char *text, size_t len, tr_buf *out)
{
    size_t n;
    for (size_t at = 0; at < len; at += n) {
        int32_t c;
        n = tr_utf8_decode(text + at, len - at, &c);
        if (c >= 0) tr_buf_add(out, text + at, n);
    }
}

/* Pieces of other forms, as a token that was added, are the text that they are written as. */
static void join_bytes(const void *state, const char *pieces, size_t n, tr_buf *out)
{
    tr_buf text = {0};
    (void)state;
    for (size_t i = 0; i < n; i++) {
        const unsigned char byte =
            strncmp(pieces, "<0x", 3) == 0 ? (unsigned char)strtoul(pieces + 3, NULL, 16) : 0;
        if (strcmp(pieces, tr_byte_piece_of(byte).text) == 0)
            tr_buf_add(&text, &(char){(char)byte}, 1);
        else
            tr_buf_add_string(&text, pieces);
        pieces += strlen(pieces) + 1;
    }
    add_valid(tr_buf_text(&text), text.len, out);
    out->failed = out->failed || text.failed;
    tr_buf_free(&text);
}

const tr_cutter tr_byte_pieces_cutter = {
    .cut = cut_bytes, .join = join_bytes, .has_bytes = true, .by_bytes = true};
