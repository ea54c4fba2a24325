/* decoders.h - the steps that make a text of pieces. */
#ifndef TR_DECODERS_H
#define TR_DECODERS_H

#include "base/buf.h"
#include "text/pipeline/expression.h"

/* Texts, each with a NUL. */
typedef struct tr_texts {
    tr_buf bytes;
    size_t n;
} tr_texts;

typedef struct tr_decoder tr_decoder;

struct tr_decoder {
    /* Makes texts of others. */
    int (*run)(const tr_decoder *d, const tr_texts *in, tr_texts *out, tr_error *err);
    tr_expression *pattern; /* NULL: none */
    const char *text;       /* what is put in, or looked for */
    size_t left, right;     /* Strip: characters at most */
    bool drops_first;       /* Metaspace: its signs in the first piece stand for nothing */
};

int tr_decode_bytes(const tr_decoder *d, const tr_texts *in, tr_texts *out, tr_error *err);
int tr_decode_metaspace(const tr_decoder *d, const tr_texts *in, tr_texts *out, tr_error *err);
int tr_decode_replace(const tr_decoder *d, const tr_texts *in, tr_texts *out, tr_error *err);
int tr_decode_byte_pieces(const tr_decoder *d, const tr_texts *in, tr_texts *out, tr_error *err);
int tr_decode_fuse(const tr_decoder *d, const tr_texts *in, tr_texts *out, tr_error *err);
int tr_decode_strip(const tr_decoder *d, const tr_texts *in, tr_texts *out, tr_error *err);
int tr_decode_ends(const tr_decoder *d, const tr_texts *in, tr_texts *out, tr_error *err);

/* Appends what decoders [n] make of texts; without one, they stand with a blank between two. */
int tr_decoders_run(const tr_decoder *d, size_t n, tr_texts *texts, tr_buf *out, tr_error *err);

#endif
