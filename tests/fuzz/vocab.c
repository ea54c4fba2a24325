/* vocab.c - any bytes as a vocabulary: the first one chooses the form. */
#include <stdlib.h>

#include "formats/gguf.h"
#include "import/shared/vocab.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const paths[] = {"fuzz.yml", "fuzz.json", "fuzz.txt"};
    tr_vocab v;
    tr_error err;

    if (size < 1 || tr_vocab_read(&v, paths[data[0] % 3], data + 1, size - 1, &err) < 0) return 0;
    /* Assumptions of importers. */
    if (v.pieces.n < 1 || v.eos >= v.pieces.n || v.unk >= v.pieces.n) abort();
    for (int32_t id = 0; id < v.pieces.n; id++) {
        const size_t len = tr_pieces_len(&v.pieces, id);
        const char *const text = tr_pieces_text(&v.pieces, id);
        if (!tr_gguf_text_valid(text, len)) abort();
        if (!len || tr_pieces_find(&v.pieces, text, len) != id) abort();
    }
    tr_vocab_free(&v);
    return 0;
}
