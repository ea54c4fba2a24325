#include "text/pipeline/decoders.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "text/bpe/byte_bpe.h"

static void add_text(tr_texts *t, const char *text, size_t len)
{
    tr_buf_add(&t->bytes, text, len);
    tr_buf_add(&t->bytes, "", 1);
    t->n++;
}

/* All of them as one. */
static void join(const tr_texts *in, const char *between, tr_buf *out)
{
    const char *text = in->bytes.data;

    for (size_t i = 0; i < in->n; i++, text += strlen(text) + 1) {
        if (i) tr_buf_add_string(out, between);
        tr_buf_add_string(out, text);
    }
}

int tr_decode_fuse(const tr_decoder *d, const tr_texts *in, tr_texts *out, tr_error *err)
{
    (void)d, (void)err;
    join(in, "", &out->bytes);
    tr_buf_add(&out->bytes, "", 1);
    out->n = 1;
    return 0;
}

/* A piece with a character that is no byte is its text. */
int tr_decode_bytes(const tr_decoder *d, const tr_texts *in, tr_texts *out, tr_error *err)
{
    const char *text = in->bytes.data;

    (void)d, (void)err;
    for (size_t i = 0, len; i < in->n; i++, text += len + 1) {
        const size_t begin = out->bytes.len;
        len = strlen(text);
        tr_buf_add(&out->bytes, text, len);
        if (out->bytes.failed || !tr_byte_bpe_is_spelled(text)) continue;
        char *const bytes = out->bytes.data + begin;
        const size_t n = tr_byte_bpe_spell(text, bytes);
        for (size_t k = 0; k < n; k++)
            if (!bytes[k]) bytes[k] = 1; /* a control character is one */
        out->bytes.len = begin + n;
    }
    tr_buf_add(&out->bytes, "", 1);
    out->n = 1;
    return 0;
}

/* Each piece with `with` for every `sign` in it. */
static void replace_signs(const char *piece, const char *sign, const char *with, tr_texts *out)
{
    for (const char *at; (at = strstr(piece, sign)); piece = at + strlen(sign)) {
        tr_buf_add(&out->bytes, piece, (size_t)(at - piece));
        tr_buf_add_string(&out->bytes, with);
    }
    add_text(out, piece, strlen(piece));
}

int tr_decode_metaspace(const tr_decoder *d, const tr_texts *in, tr_texts *out, tr_error *err)
{
    const char *text = in->bytes.data;

    (void)err;
    for (size_t i = 0; i < in->n; i++, text += strlen(text) + 1)
        replace_signs(text, d->text, i == 0 && d->drops_first ? "" : " ", out);
    return 0;
}

int tr_decode_ends(const tr_decoder *d, const tr_texts *in, tr_texts *out, tr_error *err)
{
    const char *text = in->bytes.data;

    (void)err;
    for (size_t i = 0; i < in->n; i++, text += strlen(text) + 1)
        replace_signs(text, d->text, i + 1 == in->n ? "" : " ", out);
    return 0;
}

int tr_decode_replace(const tr_decoder *d, const tr_texts *in, tr_texts *out, tr_error *err)
{
    const char *text = in->bytes.data;

    for (size_t i = 0, len; i < in->n; i++, text += len + 1) {
        tr_match_search search = {0};
        size_t done = 0;
        tr_span m;
        int rc;
        len = strlen(text);
        while ((rc = tr_expression_next(d->pattern, text, len, &search, &m, err)) > 0) {
            tr_buf_add(&out->bytes, text + done, m.begin - done);
            tr_buf_add_string(&out->bytes, d->text);
            done = m.end;
        }
        if (rc < 0) return rc;
        add_text(out, text + done, len - done);
    }
    return 0;
}

/* The byte of <0x0A>, or -1. */
static int byte_of(const char *piece)
{
    static const char digits[] = "0123456789ABCDEFabcdef";

    if (strlen(piece) != 6 || strncmp(piece, "<0x", 3) != 0 || piece[5] != '>' ||
        strspn(piece + 3, digits) != 2)
        return -1;
    return (int)strtol(piece + 3, NULL, 16);
}

/* Bytes in a row are one text, which need not be UTF-8; a NUL is U+FFFD. */
int tr_decode_byte_pieces(const tr_decoder *d, const tr_texts *in, tr_texts *out, tr_error *err)
{
    const char *text = in->bytes.data;
    bool after_byte = false;

    (void)d, (void)err;
    for (size_t i = 0; i < in->n; i++, text += strlen(text) + 1) {
        const int byte = byte_of(text);
        if (after_byte && byte < 0) add_text(out, "", 0);
        after_byte = byte >= 0;
        if (byte > 0)
            tr_buf_add(&out->bytes, &(char){(char)byte}, 1);
        else if (byte == 0)
            tr_buf_add_string(&out->bytes, "\xEF\xBF\xBD");
        else
            add_text(out, text, strlen(text));
    }
    if (after_byte) add_text(out, "", 0);
    return 0;
}

int tr_decode_strip(const tr_decoder *d, const tr_texts *in, tr_texts *out, tr_error *err)
{
    const size_t sign = strlen(d->text);
    const char *text = in->bytes.data;

    (void)err;
    for (size_t i = 0, len; i < in->n; i++, text += len + 1) {
        len = strlen(text);
        size_t begin = 0, end = len;
        for (size_t k = 0; k < d->left && tr_starts_with(text, begin, end, d->text); k++)
            begin += sign;
        for (size_t k = 0;
             k < d->right && end - begin >= sign && tr_starts_with(text, end - sign, end, d->text);
             k++)
            end -= sign;
        add_text(out, text + begin, end - begin);
    }
    return 0;
}

int tr_decoders_run(const tr_decoder *d, size_t n, tr_texts *texts, tr_buf *out, tr_error *err)
{
    tr_texts other = {0};
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < n; i++) {
        tr_buf_clear(&other.bytes);
        other.n = 0;
        rc = d[i].run(&d[i], texts, &other, err);
        const tr_texts t = *texts;
        *texts = other;
        other = t;
        if (rc == 0 && texts->bytes.failed) rc = tr_fail_memory(err);
    }
    if (rc == 0) join(texts, n ? "" : " ", out);
    tr_buf_free(&other.bytes);
    return rc;
}
