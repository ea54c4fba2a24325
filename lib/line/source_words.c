#include "line/source_words.h"

#include <stdlib.h>

#include "text/tokenizer.h"

size_t tr_count_pieces(const void *ctx, const char *word, size_t len)
{
    int32_t *ids = NULL;
    size_t capacity = 0, n = 0;
    tr_error e;

    const int rc = tr_tokenizer_encode(ctx, word, len, &ids, &capacity, &n, &e);
    free(ids);
    return rc == 0 ? n : 0;
}
