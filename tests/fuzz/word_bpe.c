/* word_bpe.c - codes and texts, made of any bytes: pieces are joined to the words that were cut,
 * and their spans go on; Moses' rules of every language, and its text of any pieces. */
#include "text/bpe/word_bpe.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "import/shared/merge_list.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Single blanks between words, as the pieces are joined. */
static void check_blanks(const char *text, size_t len, const tr_buf *joined)
{
    tr_buf words = {0};
    for (size_t i = 0; i < len; i++) {
        if (text[i] == ' ') continue;
        if (words.len && i > 0 && text[i - 1] == ' ') tr_buf_add(&words, " ", 1);
        tr_buf_add(&words, text + i, 1);
    }
    /* a word that ends in @@ is none that ends */
    assert(strstr(tr_buf_text(&words), "@@") || strstr(tr_buf_text(&words), "</w>") ||
           !strcmp(tr_buf_text(&words), tr_buf_text(joined)));
    tr_buf_free(&words);
}

static void check_cut(const tr_word_bpe *b, const char *text, size_t len)
{
    const tr_cutter c = tr_word_bpe_cutter(b);
    tr_spm_piece_span *spans = NULL;
    size_t capacity = 0, n = 0;
    tr_buf pieces = {0}, joined = {0};

    assert(c.cut(c.state, text, len, &spans, &capacity, &n, &pieces, NULL) == TR_OK);
    char *const out = malloc(pieces.len + 1);
    const char *piece = tr_buf_text(&pieces);
    for (size_t i = 0; i < n; i++, piece += strlen(piece) + 1) {
        assert(c.spell(piece, out) <= strlen(piece) + 1);
        assert(spans[i].begin <= spans[i].end && spans[i].end <= len);
        assert(i == 0 ||
               (spans[i - 1].begin <= spans[i].begin && spans[i - 1].end <= spans[i].end));
    }
    c.join(c.state, tr_buf_text(&pieces), n, &joined);
    assert(!joined.failed && tr_utf8_valid(tr_buf_text(&joined), joined.len));
    if (!b->by_moses) check_blanks(text, len, &joined);
    free(out);
    free(spans);
    tr_buf_free(&pieces);
    tr_buf_free(&joined);
}

/* The merges that a list has, none twice.  The bits of `flags`: how words are cut. */
static void cut_by(const tr_import_vocab *v, int flags, const char *text, size_t len)
{
    static const char *const languages[] = {"en", "de", "fr", "cs", "fi", "ca", "so", "ko"};
    tr_pieces pairs;
    tr_word_bpe b = {0};
    size_t n_bytes = 0;

    for (size_t i = 0; i < v->n_merges; i++)
        n_bytes += strlen(v->merges[i]);
    if (!tr_pieces_create(&pairs, v->n_merges, n_bytes)) return;
    for (size_t i = 0; i < v->n_merges; i++)
        tr_pieces_add(&pairs, v->merges[i], strlen(v->merges[i]));
    tr_merges_init(&b.merges, &pairs);
    tr_moses_init(&b.moses, languages[flags & 7]);
    b.end_apart = flags & 8;
    check_cut(&b, text, len);
    b.by_moses = true;
    b.moses.punctuation = flags & 16;
    b.moses.hyphens = flags & 32;
    b.moses.escape = flags & 64;
    check_cut(&b, text, len);
    tr_pieces_free(&pairs);
}

/* The first byte: how many 16ths of the others but one are the list; the second: the flags. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const tr_convert_options none;
    tr_import im;
    tr_import_vocab v = {0};
    tr_buf text = {0};

    if (size < 2) return 0;
    const size_t n_list = (size - 2) * (data[0] % 16) / 16;
    const tr_file list = {.data = data + 2, .size = n_list};
    tr_import_init(&im, &none);
    if (tr_import_read_merges(&im, &v, "codes", &list, NULL) == 0) {
        tr_utf8_repair((const char *)data + 2 + n_list, size - 2 - n_list, &text);
        cut_by(&v, data[1], tr_buf_text(&text), text.len);
    }
    tr_buf_free(&text);
    tr_import_close(&im);
    return 0;
}
