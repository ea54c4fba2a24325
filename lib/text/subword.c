#include "text/subword.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "text/merges.h"
#include "text/prefix_tree.h"
#include "text/spm_normalize.h"

enum { LONGEST_TEXT = 1 << 20, MOST_BYTES = 1 << 24 }; /* of a text, and of all pieces */

struct tr_subword {
    const tr_spm_model *m;
    int32_t n, unk, eos;
    float unk_score;
    int32_t bytes[256];  /* the pieces of bytes */
    char *text;          /* one piece after the other, each with a NUL */
    uint32_t *begin;     /* [n + 1], in text */
    tr_prefix_tree tree; /* of the pieces that text is cut into */
};

/* ---- Creating ---- */

static bool is_cut_into(int kind)
{
    return kind == TR_SPM_NORMAL || kind == TR_SPM_UNUSED;
}

static bool is_supported(const tr_spm_model *m)
{
    size_t n_normal = 0, n_unknown = 0, n_bytes = 0;
    const tr_spm_rules *r = &m->rules;

    for (size_t i = 0; i < m->n_pieces; i++) {
        n_normal += m->kinds[i] == TR_SPM_NORMAL;
        n_unknown += m->kinds[i] == TR_SPM_UNKNOWN;
        n_bytes += m->kinds[i] == TR_SPM_BYTE;
        if (m->kinds[i] == TR_SPM_USER_DEFINED) return false;
        if (m->kinds[i] == TR_SPM_UNUSED && r->algorithm == TR_SPM_BPE) return false;
    }
    return n_normal && n_unknown == 1 && n_bytes == (r->byte_fallback ? 256 : 0) &&
           r->usual_names && !r->denormalizes && tr_spm_normalize_supported(r);
}

/* The value of a byte piece, "<0x0A>"; -1 if it is spelled otherwise. */
static int byte_of_subword(const char *piece)
{
    static const char digits[] = "0123456789ABCDEF";
    if (strncmp(piece, "<0x", 3) != 0 || strspn(piece + 3, digits) != 2 || strcmp(piece + 5, ">"))
        return -1;
    return (int)strtol(piece + 1, NULL, 16);
}

/* Notes what piece `id` is; false when another one is the same byte, or it is none. */
static bool append_piece(tr_subword *s, int32_t id)
{
    const tr_spm_text *p = &s->m->pieces[id];
    const int kind = s->m->kinds[id];
    char *own = s->text + s->begin[id];

    memcpy(own, p->text, p->len);
    own[p->len] = '\0';
    s->begin[id + 1] = s->begin[id] + (uint32_t)p->len + 1;
    if (kind == TR_SPM_UNKNOWN) s->unk = id;
    if (kind == TR_SPM_CONTROL && !strcmp(own, "</s>")) s->eos = id;
    if (kind == TR_SPM_NORMAL && p->score < s->unk_score) s->unk_score = p->score;
    if (kind == TR_SPM_BYTE) {
        const int byte = byte_of_subword(own);
        if (byte < 0 || s->bytes[byte] >= 0) return false;
        s->bytes[byte] = id;
    }
    return true;
}

static bool fill_tree(tr_subword *s)
{
    int32_t *const ids = malloc((size_t)s->n * sizeof *ids);
    size_t n = 0;

    for (int32_t id = 0; ids && id < s->n; id++)
        if (is_cut_into(s->m->kinds[id])) ids[n++] = id;
    const bool done = ids && tr_prefix_tree_create(&s->tree, s->text, s->begin, ids, n);
    free(ids);
    return done;
}

static bool fill_chart(tr_subword *s)
{
    const float unknown_penalty = 10; /* unigram::Model's kUnkPenalty */
    size_t n_bytes = 0;

    for (size_t i = 0; i < s->m->n_pieces; i++)
        n_bytes += s->m->pieces[i].len;
    if (s->m->n_pieces > INT32_MAX / 2 || n_bytes > MOST_BYTES) return false;
    s->n = (int32_t)s->m->n_pieces;
    s->text = malloc(n_bytes + (size_t)s->n);
    s->begin = malloc(((size_t)s->n + 1) * sizeof *s->begin);
    if (!s->text || !s->begin) return false;
    s->begin[0] = 0;
    for (int32_t id = 0; id < s->n; id++)
        if (!append_piece(s, id)) return false;
    s->unk_score -= unknown_penalty;
    return fill_tree(s);
}

tr_subword *tr_subword_create(const tr_spm_model *model)
{
    tr_subword *s = is_supported(model) ? calloc(1, sizeof *s) : NULL;
    if (!s) return NULL;
    s->m = model;
    s->eos = s->unk = -1;
    s->unk_score = FLT_MAX;
    for (size_t i = 0; i < 256; i++)
        s->bytes[i] = -1;
    if (fill_chart(s)) return s;
    tr_subword_free(s);
    return NULL;
}

void tr_subword_free(tr_subword *s)
{
    if (!s) return;
    tr_prefix_tree_free(&s->tree);
    free(s->begin);
    free(s->text);
    free(s);
}

/* ---- Pieces ---- */

const char *tr_subword_piece(const tr_subword *s, int32_t id)
{
    return s->text + s->begin[id];
}

static size_t piece_len(const tr_subword *s, int32_t id)
{
    return s->begin[id + 1] - s->begin[id] - 1;
}

int32_t tr_subword_id(const tr_subword *s, const char *piece, size_t len)
{
    const int32_t id = tr_prefix_tree_find(&s->tree, piece, len);
    if (id >= 0) return id;
    for (int32_t i = 0; i < s->n; i++)
        if (!is_cut_into(s->m->kinds[i]) && piece_len(s, i) == len &&
            !memcmp(tr_subword_piece(s, i), piece, len))
            return i;
    return s->unk;
}

int32_t tr_subword_unk(const tr_subword *s)
{
    return s->unk;
}

int32_t tr_subword_eos(const tr_subword *s)
{
    return s->eos;
}

/* ---- Text to ids ---- */

/* Ids that grow as tr_reserve() says. */
typedef struct id_list {
    int32_t **ids;
    size_t *capacity, n;
    bool failed, after_unknown;
} id_list;

static void append_id(id_list *l, int32_t id)
{
    void *p = *l->ids;
    if (tr_reserve(&p, l->capacity, l->n + 1, sizeof **l->ids) < 0) {
        l->failed = true;
        return;
    }
    *l->ids = p;
    (*l->ids)[l->n++] = id;
}

/* A piece of the text, or a character that none has: its bytes, or <unk>, once for several. */
static void put_piece(const tr_subword *s, id_list *l, int32_t id, const char *text, size_t len)
{
    const bool unknown = id == s->unk;
    if (unknown && s->m->rules.byte_fallback) {
        for (size_t i = 0; i < len; i++)
            append_id(l, s->bytes[(unsigned char)text[i]]);
    } else if (!unknown || !l->after_unknown) {
        append_id(l, id);
    }
    l->after_unknown = unknown;
}

/* Bytes of the character at text [at], as its first byte tells; never more than there are. */
static size_t character(const char *text, size_t at, size_t len)
{
    static const unsigned char lengths[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 4};
    const size_t n = lengths[(unsigned char)text[at] >> 4];
    return n < len - at ? n : len - at;
}

/* The best way to cut the text up to a place: its score, and its last piece. */
typedef struct best_path {
    float score;
    int32_t id;
    uint32_t begin; /* of the piece; NOWHERE: there is no way yet */
} best_path;

enum { NOWHERE = UINT32_MAX };

/* SentencePiece adds in double or in float, as C++ converts; here the caller does. */
static void offer_merge(best_path *end, double score, size_t begin, int32_t id)
{
    if (end->begin != NOWHERE && !(score > (double)end->score)) return;
    *end = (best_path){(float)score, id, (uint32_t)begin};
}

/* All pieces that begin at text [at]. */
static void offer_pieces(const tr_subword *s, const char *text, size_t at, size_t len,
                         best_path *path)
{
    const size_t n = character(text, at, len);
    const float before = path[at].score;
    const tr_prefix_tree *const t = &s->tree;
    bool single = false;

    for (int32_t node = tr_prefix_tree_longest(t, text + at, len - at); node >= 0;
         node = t->nodes[node].parent) {
        const int32_t id = t->nodes[node].id;
        const size_t end = at + tr_prefix_tree_len(t, node);
        if (s->m->kinds[id] == TR_SPM_UNUSED) continue;
        offer_merge(&path[end], (double)s->m->pieces[id].score + (double)before, at, id);
        single = single || end == at + n;
    }
    if (!single) offer_merge(&path[at + n], (double)(s->unk_score + before), at, s->unk);
}

static bool cut_unigram(const tr_subword *s, const char *text, size_t len, id_list *l)
{
    best_path *path = malloc((len + 1) * sizeof *path);
    uint32_t *ends = malloc((len + 1) * sizeof *ends);
    const bool enough = path && ends;
    size_t n = 0;

    for (size_t i = 0; enough && i <= len; i++)
        path[i] = (best_path){.begin = NOWHERE};
    for (size_t at = 0; enough && at < len; at += character(text, at, len))
        offer_pieces(s, text, at, len, path);
    for (size_t at = enough ? len : 0; at > 0; at = path[at].begin)
        ends[n++] = (uint32_t)at;
    while (n > 0) {
        const best_path *last = &path[ends[--n]];
        put_piece(s, l, last->id, text + last->begin, ends[n] - last->begin);
    }
    free(path);
    free(ends);
    return enough;
}

/* The better the score of the piece that two symbols make, the earlier they are joined. */
static bool rank_of_piece(const void *state, tr_joining *j, const char *text, const tr_symbol *left,
                          const tr_symbol *right, double *rank)
{
    const tr_subword *const s = state;
    const int32_t id = tr_prefix_tree_find(&s->tree, text + left->begin, left->len + right->len);
    (void)j;
    if (id >= 0) *rank = -(double)s->m->pieces[id].score;
    return id >= 0;
}

static bool cut_bpe(const tr_subword *s, const char *text, size_t len, id_list *l)
{
    tr_joining j = {0};

    for (size_t at = 0, size; at < len; at += size) {
        size = character(text, at, len);
        tr_joining_add(&j, at, size);
    }
    if (!j.failed) tr_joining_run(&j, &(tr_join_rule){rank_of_piece, s, .by_rounds = false}, text);
    for (int32_t i = j.n && !j.failed ? 0 : -1; i >= 0; i = j.symbols[i].next) {
        const tr_symbol *const at = &j.symbols[i];
        const int32_t id = tr_prefix_tree_find(&s->tree, text + at->begin, at->len);
        put_piece(s, l, id < 0 ? s->unk : id, text + at->begin, at->len);
    }
    const bool done = !j.failed;
    tr_joining_free(&j);
    return done;
}

bool tr_subword_encode(const tr_subword *s, const char *text, size_t len, int32_t **ids,
                       size_t *capacity, size_t *n)
{
    id_list l = {.ids = ids, .capacity = capacity};
    tr_buf normal = {0};

    bool done =
        len <= LONGEST_TEXT && tr_spm_normalize(&s->m->rules, text, len, &normal) && !normal.failed;
    if (done && normal.len)
        done = (s->m->rules.algorithm == TR_SPM_BPE ? cut_bpe : cut_unigram)(s, normal.data,
                                                                             normal.len, &l);
    tr_buf_free(&normal);
    *n = l.n;
    return done && !l.failed;
}

/* ---- Ids to text ---- */

/* Appends bytes that pieces of bytes stand for; each that is no part of a character becomes
 * U+FFFD. */
static void add_bytes(const tr_buf *bytes, tr_buf *out)
{
    for (size_t at = 0, n; at < bytes->len; at += n) {
        int32_t c;
        n = tr_utf8_decode(bytes->data + at, bytes->len - at, &c);
        if (c < 0) n = 1;
        tr_buf_add(out, c < 0 ? "\xEF\xBF\xBD" : bytes->data + at, c < 0 ? 3 : n);
    }
}

/* Appends a piece with a blank for each U+2581, without the one that begins a text. */
static void append_text(const char *piece, bool begins, tr_buf *out)
{
    static const char blank[] = "\xE2\x96\x81"; /* U+2581 */
    enum { BLANK = sizeof blank - 1 };

    if (begins && !strncmp(piece, blank, BLANK)) piece += BLANK;
    for (const char *at; (at = strstr(piece, blank)); piece = at + BLANK) {
        tr_buf_add(out, piece, (size_t)(at - piece));
        tr_buf_add(out, " ", 1);
    }
    tr_buf_add_string(out, piece);
}

bool tr_subword_decode(const tr_subword *s, const int32_t *ids, size_t n, tr_buf *out)
{
    const size_t begin = out->len;
    tr_buf bytes = {0};

    for (size_t i = 0; i <= n; i++) {
        const int kind = i < n ? s->m->kinds[ids[i]] : TR_SPM_CONTROL;
        if (kind == TR_SPM_BYTE) {
            const char byte = (char)byte_of_subword(tr_subword_piece(s, ids[i]));
            tr_buf_add(&bytes, &byte, 1);
            continue;
        }
        add_bytes(&bytes, out);
        if (bytes.failed) out->failed = true;
        tr_buf_clear(&bytes);
        if (kind == TR_SPM_UNKNOWN)
            tr_buf_add_string(out, " \xE2\x81\x87 ");
        else if (kind != TR_SPM_CONTROL)
            append_text(tr_subword_piece(s, ids[i]), out->len == begin, out);
    }
    tr_buf_free(&bytes);
    return !out->failed;
}
