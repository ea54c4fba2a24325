/* sentences.c - any bytes as a line: repaired, split into sentences, cut at clauses. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "text/sentences.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static tr_splitter *splitter;
    tr_buf text = {0};
    tr_span *spans = NULL;
    size_t capacity = 0, n = 0, at = 0;

    if (!splitter && tr_splitter_create(&splitter, "de", NULL) < 0) return 0;
    tr_utf8_repair((const char *)data, size, &text);
    if (tr_splitter_sentences(splitter, tr_buf_text(&text), text.len, &spans, &capacity, &n,
                              NULL) == 0) {
        for (size_t i = 0; i < n; i++) {
            assert(spans[i].begin >= at && spans[i].end > spans[i].begin);
            at = spans[i].end;
        }
        assert(at <= text.len);
    }
    for (size_t limit = 1; text.len && limit < 64; limit *= 4) {
        const size_t cut = tr_clause_cut(text.data, text.len, limit);
        assert(cut > 0 && cut <= text.len);
    }
    free(spans);
    tr_buf_free(&text);
    return 0;
}
