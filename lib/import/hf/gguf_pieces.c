#include "import/hf/gguf_pieces.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "import/shared/spm_write.h"

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

static int add_pieces(table *t, tr_buf *out)
{
    const size_t n = count_pieces(t);
    size_t cursor = 0, len;
    const char *text;

    for (size_t i = 0; i < n && tr_gguf_next_string(t->texts, &cursor, &text, &len); i++) {
        const uint32_t kind = kind_at(t, i);
        t->has_bytes = t->has_bytes || kind == TR_SPM_BYTE;
        tr_spm_write_piece(out, text, len, score_at(t, i), true_kind(kind, score_at(t, i)));
    }
    return n ? 0 : refuse_key(t, "tokens", "has no pieces");
}

/* ---- Rules --------------------------------------------------------------------------------- */

static int read_flag(const table *t, const char *key, bool *flag)
{
    const tr_import_name name = tr_import_named("tokenizer.ggml.%s", key);

    *flag = true;
    return tr_gguf_find(t->g, name.text) ? tr_gguf_bool(t->g, name.text, flag, t->err) : 0;
}

static int add_rules(const table *t, tr_buf *out)
{
    static const char charsmap[] = "precompiled_charsmap";
    const tr_gguf_value *v = NULL;
    tr_spm_rules rules = {.algorithm = TR_SPM_UNIGRAM, .byte_fallback = t->has_bytes};

    int rc = read_flag(t, "add_space_prefix", &rules.add_dummy_prefix);
    if (rc == 0) rc = read_flag(t, "remove_extra_whitespaces", &rules.remove_extra_blanks);
    if (rc == 0) v = tr_gguf_find(t->g, tr_import_named("tokenizer.ggml.%s", charsmap).text);
    if (v && (v->type != TR_GGUF_ARRAY ||
              (v->element_type != TR_GGUF_UINT8 && v->element_type != TR_GGUF_INT8)))
        rc = refuse_key(t, charsmap, "is not an array of bytes");
    if (rc < 0) return rc;
    if (v) {
        rules.charsmap = v->bytes;
        rules.charsmap_size = v->size;
    }
    tr_spm_write_rules(out, &rules);
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
    if (rc == 0) rc = add_rules(&t, &out);
    if (rc == 0) rc = keep(im, g, &out, err);
    tr_buf_free(&out);
    return rc;
}
