#include "import/hf/gguf_pieces.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "text/spm_model.h"

/* ---- Protocol buffers ---------------------------------------------------------------------- */

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

/* ---- Pieces -------------------------------------------------------------------------------- */

typedef struct table {
    const tr_gguf *g;
    const tr_gguf_value *texts, *scores, *kinds; /* arrays of one length */
    bool has_bytes;
    tr_error *err;
} table;

static int refuse_key(const table *t, const char *key, const char *why)
{
    return tr_fail(t->err, TR_EFORMAT, "%s: key tokenizer.ggml.%s: %s", t->g->path, key, why);
}

static int find_array(const table *t, const tr_gguf_value **v, const char *key, int element)
{
    *v = tr_gguf_find(t->g, tr_import_named("tokenizer.ggml.%s", key).text);
    if (!*v) return refuse_key(t, key, "is missing");
    if ((*v)->type != TR_GGUF_ARRAY || (*v)->element_type != element)
        return refuse_key(t, key, "is not the array that it should be");
    return t->texts && (*v)->n != t->texts->n ? refuse_key(t, key, "is of another length") : 0;
}

static float score_at(const table *t, size_t i)
{
    float score;
    memcpy(&score, t->scores->bytes + i * sizeof score, sizeof score);
    return score;
}

static uint32_t kind_at(const table *t, size_t i)
{
    uint32_t kind = 0;
    return tr_gguf_u32_at(t->kinds, i, &kind) ? kind : 0;
}

/* Files are padded to the size of the table with pieces that are not the vocabulary's. */
static bool is_padding(const char *text, size_t len, uint32_t kind, size_t i)
{
    char name[32];
    const int n = snprintf(name, sizeof name, "[PAD%zu]", i);

    return kind == TR_SPM_UNUSED && len == (size_t)n && !memcmp(text, name, len);
}

static size_t count_pieces(const table *t)
{
    size_t cursor = 0, n = 0, len;
    const char *text;

    for (size_t i = 0; i < t->texts->n && tr_gguf_next_string(t->texts, &cursor, &text, &len); i++)
        if (!is_padding(text, len, kind_at(t, i), i)) n = i + 1;
    return n;
}

/* Files call pieces of the user's normal ones, but only such pieces have no probability. */
static uint32_t true_kind(uint32_t kind, float score)
{
    return kind == TR_SPM_NORMAL && score == 0 ? TR_SPM_USER_DEFINED : kind;
}

static void add_piece(tr_buf *out, tr_buf *piece, const char *text, size_t len, float score,
                      uint32_t kind)
{
    tr_buf_clear(piece);
    add_bytes(piece, PIECE_TEXT, text, len);
    add_key(piece, PIECE_SCORE, FIXED32);
    tr_buf_add(piece, &score, sizeof score);
    add_number(piece, PIECE_KIND, true_kind(kind, score));
    add_bytes(out, MODEL_PIECE, piece->data, piece->len);
}

static int add_pieces(table *t, tr_buf *out)
{
    const size_t n = count_pieces(t);
    size_t cursor = 0, len;
    const char *text;
    tr_buf piece = {0};

    for (size_t i = 0; i < n && tr_gguf_next_string(t->texts, &cursor, &text, &len); i++) {
        const uint32_t kind = kind_at(t, i);
        t->has_bytes = t->has_bytes || kind == TR_SPM_BYTE;
        add_piece(out, &piece, text, len, score_at(t, i), kind);
    }
    const bool failed = piece.failed;
    tr_buf_free(&piece);
    if (failed) return tr_fail_memory(t->err);
    return n ? 0 : refuse_key(t, "tokens", "has no pieces");
}

/* ---- Rules --------------------------------------------------------------------------------- */

static void add_trainer(const table *t, tr_buf *out)
{
    tr_buf b = {0};

    add_number(&b, TRAINER_ALGORITHM, TR_SPM_UNIGRAM);
    if (t->has_bytes) add_number(&b, TRAINER_BYTE_FALLBACK, 1);
    if (b.failed) out->failed = true;
    if (!b.failed) add_bytes(out, MODEL_TRAINER, b.data, b.len);
    tr_buf_free(&b);
}

static int read_flag(const table *t, const char *key, bool *flag)
{
    const tr_import_name name = tr_import_named("tokenizer.ggml.%s", key);

    *flag = true;
    return tr_gguf_find(t->g, name.text) ? tr_gguf_bool(t->g, name.text, flag, t->err) : 0;
}

static int add_normalizer(const table *t, tr_buf *out)
{
    static const char charsmap[] = "precompiled_charsmap";
    const tr_gguf_value *v = NULL;
    bool prefix, extra;
    tr_buf b = {0};

    int rc = read_flag(t, "add_space_prefix", &prefix);
    if (rc == 0) rc = read_flag(t, "remove_extra_whitespaces", &extra);
    if (rc == 0) v = tr_gguf_find(t->g, tr_import_named("tokenizer.ggml.%s", charsmap).text);
    if (v && (v->type != TR_GGUF_ARRAY ||
              (v->element_type != TR_GGUF_UINT8 && v->element_type != TR_GGUF_INT8)))
        rc = refuse_key(t, charsmap, "is not an array of bytes");
    if (rc < 0) return rc;
    add_bytes(&b, NORMALIZER_NAME, "identity", v ? 0 : strlen("identity"));
    if (v) add_bytes(&b, NORMALIZER_CHARSMAP, v->bytes, v->size);
    add_number(&b, NORMALIZER_DUMMY_PREFIX, prefix);
    add_number(&b, NORMALIZER_EXTRA_BLANKS, extra);
    if (b.failed) out->failed = true;
    if (!b.failed) add_bytes(out, MODEL_NORMALIZER, b.data, b.len);
    tr_buf_free(&b);
    return 0;
}

/* ---- Both ---------------------------------------------------------------------------------- */

static int check_kind(const table *t)
{
    const char *kind;
    size_t len;

    const int rc = tr_gguf_string(t->g, "tokenizer.ggml.model", &kind, &len, t->err);
    if (rc < 0 || (len == 2 && !memcmp(kind, "t5", 2))) return rc;
    return tr_fail(t->err, TR_EUNSUPPORTED,
                   "%s: key tokenizer.ggml.model: '%.*s' is not supported, only t5", t->g->path,
                   (int)(len < 40 ? len : 40), kind);
}

/* The bytes live as long as *im. */
static int keep(tr_import *im, const tr_gguf *g, const tr_buf *b, tr_error *err)
{
    char *const copy = b->failed ? NULL : tr_region_copy(&im->memory, b->data, b->len);

    if (!copy) return tr_fail_memory(err);
    im->source =
        (tr_import_vocab){.path = g->path, .spm_path = g->path, .spm = copy, .spm_size = b->len};
    return 0;
}

int tr_gguf_read_pieces(tr_import *im, const tr_gguf *g, tr_error *err)
{
    table t = {.g = g, .err = err};
    tr_buf out = {0};

    int rc = check_kind(&t);
    if (rc == 0) rc = find_array(&t, &t.texts, "tokens", TR_GGUF_STRING);
    if (rc == 0) rc = find_array(&t, &t.scores, "scores", TR_GGUF_FLOAT32);
    if (rc == 0) rc = find_array(&t, &t.kinds, "token_type", TR_GGUF_INT32);
    if (rc == 0) rc = add_pieces(&t, &out);
    if (rc == 0) add_trainer(&t, &out);
    if (rc == 0) rc = add_normalizer(&t, &out);
    if (rc == 0) rc = keep(im, g, &out, err);
    tr_buf_free(&out);
    return rc;
}
