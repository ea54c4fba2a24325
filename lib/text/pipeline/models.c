#include "text/pipeline/models.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

/* The best way to cut a part up to a byte. */
typedef struct tr_cell {
    double score;
    uint32_t begin; /* of the last piece; NOWHERE: there is no way yet */
    bool unknown;   /* the last piece is none of the vocabulary */
} tr_cell;

enum { NOWHERE = UINT32_MAX };

bool tr_piece_model_finish(tr_piece_model *m)
{
    int32_t *const ids = malloc(((size_t)m->pieces->n + 1) * sizeof *ids);
    size_t n = 0;

    for (int32_t id = 0; ids && id < m->pieces->n; id++)
        if (!m->special[id] && tr_pieces_len(m->pieces, id) &&
            !(m->scores && m->scores[id] == -INFINITY))
            ids[n++] = id;
    const bool done =
        ids && tr_prefix_tree_create(&m->tree, m->pieces->text, m->pieces->begin, ids, n);
    free(ids);
    return done;
}

void tr_piece_model_free(tr_piece_model *m)
{
    tr_prefix_tree_free(&m->tree);
}

void tr_piece_work_free(tr_piece_work *w)
{
    free(w->cells);
    tr_aligned_free(&w->word);
    tr_buf_free(&w->waiting);
    tr_buf_free(&w->character);
    tr_joining_free(&w->joining);
}

/* ---- Output ---- */

static bool put(tr_piece_list *out, const char *piece, size_t len, tr_extent from)
{
    tr_buf_add(out->pieces, piece, len);
    tr_buf_add(out->pieces, "", 1);
    return !out->pieces->failed &&
           tr_piece_spans_add(out->spans, out->capacity, out->n, from.begin, from.end);
}

static void spell_byte(unsigned char byte, char piece[8])
{
    snprintf(piece, 8, "<0x%02X>", byte);
}

/* True if there is a piece for each byte of text [len]. */
static bool has_bytes(const tr_piece_model *m, const char *text, size_t len)
{
    char piece[8];

    for (size_t i = 0; i < len; i++) {
        spell_byte((unsigned char)text[i], piece);
        if (tr_pieces_find(m->pieces, piece, strlen(piece)) < 0) return false;
    }
    return true;
}

/* Text that is no piece: its bytes, or an unknown piece. */
static bool put_unknown(const tr_piece_model *m, const char *text, size_t len, tr_extent from,
                        tr_piece_list *out)
{
    char piece[8];

    if (!m->byte_fallback || !has_bytes(m, text, len)) return put(out, text, len, from);
    for (size_t i = 0; i < len; i++) {
        spell_byte((unsigned char)text[i], piece);
        if (!put(out, piece, strlen(piece), from)) return false;
    }
    return true;
}

/* ---- Unigram ---- */

static void offer(tr_cell *cell, double score, size_t begin, bool unknown)
{
    if (cell->begin == NOWHERE || score > cell->score)
        *cell = (tr_cell){score, (uint32_t)begin, unknown};
}

/* All pieces that begin at text [at]. */
static void offer_pieces(const tr_piece_model *m, const char *text, size_t at, size_t len,
                         tr_cell *cells)
{
    const size_t n = tr_utf8_decode(text + at, len - at, &(int32_t){0});
    const double before = cells[at].score;
    bool single = false;

    for (int32_t node = tr_prefix_tree_longest(&m->tree, text + at, len - at); node >= 0;
         node = m->tree.nodes[node].parent) {
        const size_t size = tr_prefix_tree_len(&m->tree, node);
        offer(&cells[at + size], m->scores[m->tree.nodes[node].id] + before, at, false);
        single = single || size == n;
    }
    if (!single) offer(&cells[at + n], m->unknown_score + before, at, true);
}

/* Turns the way back from the end into one from the beginning: `begin` becomes the piece's end. */
static void turn_round(tr_cell *cells, size_t len)
{
    bool unknown = false;
    size_t end = len, next = NOWHERE;

    for (;;) {
        const tr_cell here = cells[end];
        cells[end] = (tr_cell){.begin = (uint32_t)next, .unknown = unknown};
        if (end == 0) return;
        unknown = here.unknown;
        next = end;
        end = here.begin;
    }
}

static bool cut_unigram(const tr_piece_model *m, const tr_aligned *a, const tr_text_part *part,
                        tr_piece_work *w, tr_piece_list *out)
{
    const char *const text = a->text.data + part->begin;
    const size_t len = part->end - part->begin;
    bool good = true, failed = false;

    w->cells = tr_room(w->cells, &w->capacity, len + 1, sizeof *w->cells, &failed);
    if (failed) return false;
    for (size_t i = 0; i <= len; i++)
        w->cells[i] = (tr_cell){.begin = NOWHERE};
    for (size_t at = 0; at < len; at += tr_utf8_decode(text + at, len - at, &(int32_t){0}))
        offer_pieces(m, text, at, len, w->cells);
    turn_round(w->cells, len);
    for (size_t at = 0, end; good && at < len; at = end) {
        const bool unknown = w->cells[at].unknown;
        end = w->cells[at].begin;
        while (unknown && end < len && w->cells[end].unknown)
            end = w->cells[end].begin;
        const tr_extent from = tr_aligned_extent(a, part->begin + at, part->begin + end);
        const bool is_piece = !unknown || tr_prefix_tree_find(&m->tree, text + at, end - at) >= 0;
        good = is_piece ? put(out, text + at, end - at, from)
                        : put_unknown(m, text + at, end - at, from, out);
    }
    return good;
}

/* ---- Byte-pair encoding ---- */

/* A part on its way to symbols.  Unknown characters wait for the next one that is known: pieces of
 * bytes, and unknown characters that are not fused, come first. */
typedef struct speller {
    const tr_piece_model *m;
    const tr_aligned *in;
    tr_piece_work *w;
    size_t begin, end; /* where the unknown characters that wait come from, and what was read */
} speller;

static bool is_known(const tr_piece_model *m, const char *text, size_t len)
{
    return tr_prefix_tree_find(&m->tree, text, len) >= 0;
}

/* The next symbol, of bytes [begin, end) of the part's text. */
static void add_symbol(const speller *s, const char *text, size_t len, size_t begin, size_t end)
{
    tr_aligned *const word = &s->w->word;
    const size_t at = word->text.len;

    tr_aligned_put(word, text, len, s->in, begin, end);
    tr_joining_add(&s->w->joining, at, len);
}

/* Characters that are unknown may be a piece together; the first one alone is none. */
static void add_waiting(speller *s)
{
    tr_buf *const waiting = &s->w->waiting;
    size_t len = waiting->len;

    if (!len) return;
    if (is_known(s->m, waiting->data, len)) len = tr_utf8_decode(waiting->data, len, &(int32_t){0});
    add_symbol(s, waiting->data, len, s->begin, s->end);
    tr_buf_clear(waiting);
}

static void add_bytes(speller *s, const char *text, size_t len, size_t begin, size_t end)
{
    char piece[8];

    for (size_t i = 0; i < len; i++) {
        spell_byte((unsigned char)text[i], piece);
        add_symbol(s, piece, strlen(piece), s->w->waiting.len ? s->begin : begin, end);
    }
}

/* The character at bytes [begin, end) of the part's text, with the sign of the end after the last
 * one. */
static void add_character(speller *s, size_t begin, size_t end, const char *sign)
{
    tr_buf *const c = &s->w->character, *const waiting = &s->w->waiting;

    tr_buf_clear(c);
    tr_buf_add(c, s->in->text.data + begin, end - begin);
    tr_buf_add_string(c, sign);
    if (c->failed) return;
    if (is_known(s->m, c->data, c->len)) {
        add_waiting(s);
        add_symbol(s, c->data, c->len, begin, end);
    } else if (s->m->byte_fallback && has_bytes(s->m, c->data, c->len)) {
        add_bytes(s, c->data, c->len, begin, end);
    } else if (!s->m->drops) {
        if (!s->m->fuses) add_waiting(s);
        if (!waiting->len) s->begin = begin;
        tr_buf_add(waiting, c->data, c->len);
    }
    s->end = end;
}

/* False out of memory. */
static bool spell_part(const tr_piece_model *m, const tr_aligned *a, const tr_text_part *part,
                       tr_piece_work *w)
{
    speller s = {.m = m, .in = a, .w = w};

    tr_aligned_clear(&w->word);
    tr_buf_clear(&w->waiting);
    tr_joining_begin(&w->joining);
    for (size_t at = part->begin, end; at < part->end; at = end) {
        end = at + tr_utf8_decode(a->text.data + at, part->end - at, &(int32_t){0});
        add_character(&s, at, end, end == part->end ? m->end : "");
    }
    add_waiting(&s);
    return !w->joining.failed && !w->word.failed && !w->waiting.failed && !w->character.failed;
}

static bool put_symbols(const tr_piece_work *w, tr_piece_list *out)
{
    const tr_symbol *const s = w->joining.symbols;
    bool good = true;

    for (int32_t i = w->joining.n ? 0 : -1; good && i >= 0; i = s[i].next)
        good = put(out, w->word.text.data + s[i].begin, s[i].len,
                   tr_aligned_extent(&w->word, s[i].begin, s[i].begin + s[i].len));
    return good;
}

static bool cut_bpe(const tr_piece_model *m, const tr_aligned *a, const tr_text_part *part,
                    tr_piece_work *w, tr_piece_list *out)
{
    const char *const text = a->text.data + part->begin;
    const size_t len = part->end - part->begin;

    if (m->whole_first && is_known(m, text, len))
        return put(out, text, len, tr_aligned_extent(a, part->begin, part->end));
    if (!spell_part(m, a, part, w)) return false;
    tr_merges_join_first(&m->merges, tr_buf_text(&w->word.text), &w->joining);
    return !w->joining.failed && put_symbols(w, out);
}

bool tr_piece_model_cut(const tr_piece_model *m, const tr_aligned *text, tr_piece_work *w,
                        tr_piece_list *out)
{
    bool good = true;

    for (size_t i = 0; good && i < text->n_parts; i++) {
        const tr_text_part *const part = &text->parts[i];
        const tr_extent from = tr_aligned_extent(text, part->begin, part->end);
        if (part->id >= 0)
            good = put(out, tr_pieces_text(m->pieces, part->id), tr_pieces_len(m->pieces, part->id),
                       from);
        else if (m->kind == TR_CUTS_UNIGRAM)
            good = cut_unigram(m, text, part, w, out);
        else
            good = cut_bpe(m, text, part, w, out);
    }
    return good;
}
