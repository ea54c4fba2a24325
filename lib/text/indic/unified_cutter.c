#include "text/indic/unified_cutter.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

/* Words, and the cell that each of their bytes belongs to. */
typedef struct words {
    tr_buf text;
    size_t *cell; /* [text.len] */
} words;

static bool spell_words(const tr_cells *t, words *w)
{
    enum { LONGEST = 4 }; /* bytes of a character */
    char character[LONGEST];

    w->cell = t->failed ? NULL : calloc(t->n + 1, LONGEST * sizeof *w->cell);
    if (!w->cell) return false;
    for (size_t i = 0; i < t->n; i++) {
        const size_t n = tr_utf8_encode(t->cell[i].c, character);
        for (size_t k = 0; k < n; k++)
            w->cell[w->text.len + k] = i;
        tr_buf_add(&w->text, character, n);
        if (w->text.failed) return false;
    }
    return true;
}

/* Spans of words become spans of the text, whose length is `len`. */
static void map_back(const words *w, const tr_cells *t, size_t len, tr_spm_piece_span *spans,
                     size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const size_t begin = spans[i].begin, end = spans[i].end;
        spans[i].begin = begin < w->text.len ? t->cell[w->cell[begin]].begin : len;
        spans[i].end = end > begin ? t->cell[w->cell[end - 1]].end : spans[i].begin;
    }
}

static int cut_text(const void *state, const char *text, size_t len, tr_spm_piece_span **spans,
                    size_t *capacity, size_t *n, tr_buf *pieces, tr_error *err)
{
    const tr_unified_cutter *const u = state;
    tr_cells cells = {0};
    words w = {0};

    *n = 0;
    tr_cells_read(&cells, text, len);
    if (!cells.failed) tr_unified_cut(&u->rules, &cells);
    int rc = spell_words(&cells, &w) ? 0 : tr_fail_memory(err);
    if (rc == 0)
        rc = tr_tokenizer_encode_spans(u->pieces, tr_buf_text(&w.text), w.text.len, spans, capacity,
                                       n, err);
    if (rc == 0) map_back(&w, &cells, len, *spans, *n);
    for (size_t i = 0; rc == 0 && i < *n; i++) {
        const char *const piece = tr_tokenizer_piece(u->pieces, (*spans)[i].id);
        tr_buf_add(pieces, piece, strlen(piece) + 1);
    }
    tr_cells_free(&cells);
    tr_buf_free(&w.text);
    free(w.cell);
    return rc == 0 && pieces->failed ? tr_fail_memory(err) : rc;
}

static void respell(const void *state, char *text, size_t len)
{
    const tr_unified_cutter *const u = state;
    tr_unified_respell(&u->rules, text, len);
}

static void join_pieces(const void *state, const char *pieces, size_t n, tr_buf *out)
{
    const tr_unified_cutter *const u = state;
    int32_t *const ids = calloc(n + 1, sizeof *ids);
    tr_buf text = {0};

    for (size_t i = 0; ids && i < n; i++, pieces += strlen(pieces) + 1)
        ids[i] = tr_tokenizer_id(u->pieces, pieces, strlen(pieces));
    if (!ids || tr_tokenizer_decode(u->pieces, ids, n, &text, NULL) < 0) out->failed = true;
    while (text.len && text.data[text.len - 1] == ' ')
        text.len--;
    if (!out->failed) tr_unified_join(&u->rules, tr_buf_text(&text), text.len, out);
    tr_buf_free(&text);
    free(ids);
}

tr_cutter tr_unified_cutter_of(const tr_unified_cutter *u)
{
    return (tr_cutter){
        .state = u, .cut = cut_text, .respell = respell, .join = join_pieces, .has_bytes = true};
}
