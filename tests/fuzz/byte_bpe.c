/* byte_bpe.c - merges and texts, made of any bytes: the pieces spell the text, and their spans go
 * on; and any bytes as a list of merges. */
#include "text/bpe/byte_bpe.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "import/shared/merge_list.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_cut(const tr_cutter *c, const char *text, size_t len, size_t added)
{
    tr_spm_piece_span *spans = NULL;
    size_t capacity = 0, n = 0, said = 0;
    tr_buf pieces = {0};

    assert(c->cut(c->state, text, len, &spans, &capacity, &n, &pieces, NULL) == TR_OK);
    char *const out = malloc(pieces.len + 1);
    const char *piece = tr_buf_text(&pieces);
    for (size_t i = 0; i < n; i++, piece += strlen(piece) + 1) {
        said += c->spell(piece, out + said);
        assert(spans[i].begin <= spans[i].end && spans[i].end <= len);
        assert(i == 0 ||
               (spans[i - 1].begin <= spans[i].begin && spans[i - 1].end <= spans[i].end));
    }
    assert(said == len + added && (!len || !memcmp(out + added, text, len)));
    free(out);
    free(spans);
    tr_buf_free(&pieces);
}

/* The merges that a list has, none twice. */
static void cut_by(const tr_import_vocab *v, const char *text, size_t len)
{
    tr_pieces pairs;
    size_t n_bytes = 0;

    for (size_t i = 0; i < v->n_merges; i++)
        n_bytes += strlen(v->merges[i]);
    if (!tr_pieces_create(&pairs, v->n_merges, n_bytes)) return;
    for (size_t i = 0; i < v->n_merges; i++)
        tr_pieces_add(&pairs, v->merges[i], strlen(v->merges[i]));
    tr_byte_bpe b = {0};
    tr_merges_init(&b.merges, &pairs);
    const tr_cutter c = tr_byte_bpe_cutter(&b);
    check_cut(&c, text, len, 0);
    b.blank_first = true;
    check_cut(&c, text, len, len && *text != ' ');
    tr_pieces_free(&pairs);
}

/* The first byte: how many 16ths of the others are the list. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const tr_convert_options none;
    tr_import im;
    tr_import_vocab v = {0};
    tr_buf text = {0};

    if (size < 1) return 0;
    const size_t n_list = (size - 1) * (data[0] % 16) / 16;
    const tr_file list = {.data = data + 1, .size = n_list};
    tr_import_init(&im, &none);
    if (tr_import_read_merges(&im, &v, "merges.txt", &list, NULL) == 0) {
        tr_utf8_repair((const char *)data + 1 + n_list, size - 1 - n_list, &text);
        cut_by(&v, tr_buf_text(&text), text.len);
    }
    tr_buf_free(&text);
    tr_import_close(&im);
    return 0;
}
