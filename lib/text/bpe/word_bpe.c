#include "text/bpe/word_bpe.h"

#include <string.h>

#include "base/utf8.h"
#include "text/moses/moses_join.h"

static const char end_mark[] = "</w>", goes_on[] = "@@";

/* ---- Cutting ---- */

typedef struct cutting {
    const tr_word_bpe *b;
    tr_spm_piece_span **spans;
    size_t *capacity, *n;
    tr_buf *pieces;
    tr_buf word; /* with "</w>" */
    tr_joining joining;
} cutting;

/* The characters of a word become symbols. */
static void spell_word(cutting *c, const tr_cell *word, size_t n)
{
    tr_buf_clear(&c->word);
    tr_joining_begin(&c->joining);
    for (size_t i = 0; i < n; i++) {
        char character[4];
        size_t len = tr_utf8_encode(word[i].c, character);
        const size_t begin = c->word.len;
        tr_buf_add(&c->word, character, len);
        const bool last = i + 1 == n;
        if (last) tr_buf_add_string(&c->word, end_mark);
        if (last && !c->b->end_apart) len += strlen(end_mark);
        tr_joining_add(&c->joining, begin, len);
        if (last && c->b->end_apart) tr_joining_add(&c->joining, begin + len, strlen(end_mark));
    }
}

/* Puts the symbols of a word out, which stand for its cells; of "</w>", nothing is left. */
static bool put_symbols(cutting *c, const tr_cell *word)
{
    const tr_symbol *const s = c->joining.symbols;
    const size_t end = c->word.len - strlen(end_mark);
    size_t first = 0;
    for (int32_t i = 0; i >= 0 && s[i].begin < end; i = s[i].next) {
        const bool last = s[i].begin + s[i].len >= end;
        const char *const text = c->word.data + s[i].begin;
        const size_t len = last ? end - s[i].begin : s[i].len;
        const size_t n = tr_utf8_count(text, len);
        if (!tr_piece_spans_add(c->spans, c->capacity, c->n, word[first].begin,
                                word[first + n - 1].end))
            return false;
        tr_buf_add(c->pieces, text, len);
        if (!last) tr_buf_add_string(c->pieces, goes_on);
        tr_buf_add(c->pieces, "", 1);
        first += n;
    }
    return !c->pieces->failed;
}

static bool cut_word(cutting *c, const tr_cell *word, size_t n)
{
    spell_word(c, word, n);
    if (c->word.failed || c->joining.failed) return false;
    if (n > 1) tr_merges_join(&c->b->merges, tr_buf_text(&c->word), &c->joining);
    return !c->joining.failed && put_symbols(c, word);
}

static bool cut_words(cutting *c, const tr_cells *t)
{
    for (size_t begin = 0, end; begin < t->n; begin = end + 1) {
        end = begin;
        while (end < t->n && t->cell[end].c != ' ')
            end++;
        if (end > begin && !cut_word(c, &t->cell[begin], end - begin)) return false;
    }
    return true;
}

static int cut_text(const void *state, const char *text, size_t len, tr_spm_piece_span **spans,
                    size_t *capacity, size_t *n, tr_buf *pieces, tr_error *err)
{
    const tr_word_bpe *const b = state;
    cutting c = {.b = b, .spans = spans, .capacity = capacity, .n = n, .pieces = pieces};
    tr_cells cells = {0};

    *n = 0;
    tr_cells_read(&cells, text, len);
    if (b->by_moses && !cells.failed) tr_moses_cut(&b->moses, &cells);
    const bool done = !cells.failed && cut_words(&c, &cells);
    tr_cells_free(&cells);
    tr_buf_free(&c.word);
    tr_joining_free(&c.joining);
    return done ? TR_OK : tr_fail_memory(err);
}

/* ---- Spelling ---- */

/* A blank stands behind the last piece of a word. */
static size_t spell_piece(const char *piece, char *out)
{
    const size_t len = strlen(piece), mark = strlen(goes_on);
    if (len > mark && tr_ends_in(piece, goes_on)) {
        memcpy(out, piece, len - mark);
        return len - mark;
    }
    memcpy(out, piece, len);
    out[len] = ' ';
    return len + 1;
}

static size_t spell_escaped(const char *piece, char *out)
{
    return tr_moses_unescape(out, spell_piece(piece, out));
}

/* ---- Joining ---- */

/* The text of pieces [n], each with its NUL. */
static void join_pieces(const void *state, const char *pieces, size_t n, tr_buf *out)
{
    const tr_word_bpe *const b = state;
    tr_buf words = {0};
    for (size_t i = 0; i < n; i++, pieces += strlen(pieces) + 1) {
        const size_t at = words.len;
        tr_buf_add(&words, pieces, strlen(pieces) + 1);
        if (words.failed) break;
        words.len = at + spell_piece(pieces, words.data + at);
        words.data[words.len] = '\0';
    }
    const bool blank = words.len && words.data[words.len - 1] == ' ';
    if (b->by_moses)
        tr_moses_join(&b->moses, &words, out);
    else
        tr_buf_add(out, tr_buf_text(&words), words.len - blank);
    out->failed = out->failed || words.failed;
    tr_buf_free(&words);
}

tr_cutter tr_word_bpe_cutter(const tr_word_bpe *b)
{
    return (tr_cutter){.state = b,
                       .cut = cut_text,
                       .spell = b->by_moses ? spell_escaped : spell_piece,
                       .join = join_pieces};
}
