/*
 * json_spm.c - which tokenizers are SentencePiece's.
 *
 * transformers writes a SentencePiece model as these steps: its table of rules (Precompiled), one
 * blank for several, U+2581 for a blank and before the text (Metaspace), and the pieces with their
 * scores (Unigram), or all pairs of pieces that make another one, by its score (BPE).
 */
#include "import/hf/json_spm.h"

#include <stdlib.h>
#include <string.h>

#include "base/numbers/base64.h"
#include "base/utf8.h"
#include "import/shared/spm_write.h"
#include "text/pieces.h"

/* What the steps are, as far as they are SentencePiece's. */
typedef struct shape {
    const char *charsmap; /* base64; NULL: none */
    bool one_blank;       /* for several, and none at the ends */
    bool meta;            /* U+2581 for a blank, and before the text */
    bool other;           /* something else */
} shape;

static const cJSON *member(const cJSON *item, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(item, key);
}

static bool is_text(const cJSON *item, const char *key, const char *text)
{
    const char *const has = tr_json_text(item, key);

    return has && !strcmp(has, text);
}

/* Replace of several blanks by one, or by its sign. */
static bool joins_blanks(const cJSON *step)
{
    return is_text(member(step, "pattern"), "Regex", " {2,}") &&
           (is_text(step, "content", " ") || is_text(step, "content", "\xE2\x96\x81"));
}

static void look_at_normalizer(shape *s, const cJSON *step)
{
    if (is_text(step, "type", "Precompiled")) {
        s->other = s->other || s->charsmap;
        s->charsmap = tr_json_text(step, "precompiled_charsmap");
    } else if (is_text(step, "type", "Replace") && joins_blanks(step)) {
        s->one_blank = true;
    } else if (!is_text(step, "type", "Strip")) {
        s->other = true;
    }
}

static void look_at_pre_tokenizer(shape *s, const cJSON *step)
{
    const cJSON *const split = member(step, "split");

    if (is_text(step, "type", "WhitespaceSplit") && !s->meta) {
        s->one_blank = true;
    } else if (is_text(step, "type", "Metaspace") && !s->meta) {
        const char *const scheme = tr_json_text(step, "prepend_scheme");
        s->meta = true;
        s->other = s->other || !is_text(step, "replacement", "\xE2\x96\x81") ||
                   cJSON_IsFalse(member(step, "add_prefix_space")) ||
                   (scheme && !strcmp(scheme, "never")) || cJSON_IsFalse(split);
    } else {
        s->other = true;
    }
}

static void look_at(shape *s, const cJSON *item, const char *list,
                    void (*look)(shape *s, const cJSON *step))
{
    const cJSON *step;

    if (!item || cJSON_IsNull(item)) return;
    if (!is_text(item, "type", "Sequence")) {
        look(s, item);
        return;
    }
    cJSON_ArrayForEach(step, member(item, list))
    {
        look(s, step);
    }
}

/* Tokens that texts have are cut out by another rule than SentencePiece's. */
static bool has_own_tokens(const cJSON *tokens)
{
    const cJSON *item;

    cJSON_ArrayForEach(item, tokens)
    {
        if (!cJSON_IsTrue(member(item, "special"))) return true;
    }
    return false;
}

static bool is_spm_shape(const cJSON *json, shape *s)
{
    look_at(s, member(json, "normalizer"), "normalizers", look_at_normalizer);
    look_at(s, member(json, "pre_tokenizer"), "pretokenizers", look_at_pre_tokenizer);
    return s->charsmap && s->one_blank && s->meta && !s->other &&
           !has_own_tokens(member(json, "added_tokens"));
}

/* ---- Scores ---- */

static bool is_float(const cJSON *score)
{
    return cJSON_IsNumber(score) && (double)(float)score->valuedouble == score->valuedouble;
}

static bool read_unigram(const cJSON *model, float *scores, size_t n)
{
    const cJSON *entry;
    size_t i = 0;

    cJSON_ArrayForEach(entry, member(model, "vocab"))
    {
        const cJSON *const score = cJSON_GetArrayItem(entry, 1);
        if (!is_float(score) || i >= n) return false;
        scores[i++] = (float)score->valuedouble;
    }
    return true;
}

typedef struct merges {
    const tr_hf_tokenizer *t;
    tr_pieces pieces;
    uint32_t *ways; /* [pieces.n]: merges that make the piece */
    float *scores;
    tr_buf made;
} merges;

/* The merges of a piece stand together; their place is its score. */
static bool add_merge(merges *m, const cJSON *merge, size_t rank, int32_t *last)
{
    const char *left, *right;
    size_t len;

    if (!tr_hf_tokenizer_merge(merge, &left, &len, &right)) return false;
    tr_buf_clear(&m->made);
    tr_buf_add(&m->made, left, len);
    tr_buf_add_string(&m->made, right);
    if (m->made.failed) return false;
    const int32_t id = tr_pieces_find(&m->pieces, m->made.data, m->made.len);
    if (id < 0 || (m->ways[id] && id != *last)) return false;
    if (id != *last) m->scores[id] = -(float)rank;
    m->ways[id]++;
    *last = id;
    return true;
}

/* How many pairs of pieces that text may have make the piece. */
static uint32_t count_ways(const merges *m, int32_t id)
{
    const char *const text = tr_pieces_text(&m->pieces, id);
    const size_t len = tr_pieces_len(&m->pieces, id);
    uint32_t n = 0;

    for (size_t at = 1; at < len; at++) {
        if (tr_utf8_is_inner(text[at])) continue;
        const int32_t left = tr_pieces_find(&m->pieces, text, at);
        const int32_t right = tr_pieces_find(&m->pieces, text + at, len - at);
        n += left >= 0 && right >= 0 && !m->t->special[left] && !m->t->special[right];
    }
    return n;
}

static bool fill_merges(merges *m, const cJSON *model)
{
    enum { EXACT = 1 << 24 }; /* whole numbers that a float holds */
    const cJSON *merge;
    int32_t last = -1;
    size_t rank = 0;

    cJSON_ArrayForEach(merge, member(model, "merges"))
    {
        if (rank >= EXACT || !add_merge(m, merge, rank++, &last)) return false;
    }
    for (int32_t id = 0; id < m->pieces.n; id++)
        if (!m->t->special[id] && count_ways(m, id) != m->ways[id]) return false;
    return true;
}

static bool read_bpe(const tr_hf_tokenizer *t, const cJSON *model, float *scores)
{
    const tr_hf_pieces *const p = &t->pieces;
    merges m = {.t = t, .scores = scores};
    size_t n_bytes = 0;

    if (cJSON_IsTrue(member(model, "ignore_merges")) || !cJSON_IsTrue(member(model, "fuse_unk")) ||
        tr_json_text(model, "end_of_word_suffix") ||
        tr_json_text(model, "continuing_subword_prefix"))
        return false;
    for (size_t id = 0; id < p->n; id++)
        n_bytes += strlen(p->text[id]);
    bool good = tr_pieces_create(&m.pieces, p->n, n_bytes);
    for (size_t id = 0; good && id < p->n; id++)
        good = tr_pieces_add(&m.pieces, p->text[id], strlen(p->text[id]));
    m.ways = good ? calloc(p->n, sizeof *m.ways) : NULL;
    good = m.ways && fill_merges(&m, model);
    tr_pieces_free(&m.pieces);
    tr_buf_free(&m.made);
    free(m.ways);
    return good;
}

/* ---- Writing ---- */

static uint32_t kind_of(const tr_hf_tokenizer *t, size_t id, bool has_bytes)
{
    const char *const text = t->pieces.text[id];

    if ((int32_t)id == t->unk) return TR_SPM_UNKNOWN;
    if (t->special[id]) return TR_SPM_CONTROL;
    return has_bytes && strlen(text) == 6 && !strncmp(text, "<0x", 3) ? TR_SPM_BYTE : TR_SPM_NORMAL;
}

static int write_model(const tr_hf_tokenizer *t, const cJSON *model, const shape *s,
                       const float *scores, tr_buf *out, tr_error *err)
{
    const bool unigram = is_text(model, "type", "Unigram");
    tr_spm_rules rules = {.algorithm = unigram ? TR_SPM_UNIGRAM : TR_SPM_BPE,
                          .byte_fallback = cJSON_IsTrue(member(model, "byte_fallback")),
                          .add_dummy_prefix = true,
                          .remove_extra_blanks = true};
    tr_buf map = {0};

    if (!tr_base64_decode(s->charsmap, strlen(s->charsmap), &map) && !map.failed) {
        tr_buf_free(&map);
        return 0;
    }
    for (size_t id = 0; id < t->pieces.n; id++)
        tr_spm_write_piece(out, t->pieces.text[id], strlen(t->pieces.text[id]), scores[id],
                           kind_of(t, id, rules.byte_fallback));
    rules.charsmap = (const unsigned char *)map.data;
    rules.charsmap_size = map.len;
    if (!map.failed) tr_spm_write_rules(out, &rules);
    const bool failed = map.failed || out->failed;
    tr_buf_free(&map);
    return failed ? tr_fail_memory(err) : 1;
}

int tr_json_spm_write(const tr_hf_tokenizer *t, tr_buf *out, tr_error *err)
{
    const cJSON *const model = member(t->json, "model");
    shape s = {0};

    if (t->unk < 0 || !is_spm_shape(t->json, &s)) return 0;
    float *const scores = calloc(t->pieces.n, sizeof *scores);
    if (!scores) return tr_fail_memory(err);
    const bool good = is_text(model, "type", "Unigram") ? read_unigram(model, scores, t->pieces.n)
                                                        : read_bpe(t, model, scores);
    const int rc = good ? write_model(t, model, &s, scores, out, err) : 0;
    free(scores);
    return rc;
}
