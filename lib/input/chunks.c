#include "input/chunks.h"

#include <stdlib.h>

#include "text/sentences.h"

void tr_chunks_free(tr_chunks *p)
{
    free(p->ids);
    free(p->pieces);
}

size_t tr_without_final_blanks(const char *text, size_t len)
{
    while (len > 0 && text[len - 1] == ' ')
        len--;
    return len;
}

/* Bytes that surely hold more tokens than the model reads: the first cut depends on no text after
 * them. */
static size_t window_of(const tr_chunks *p)
{
    return (p->max_tokens + 1) * 64;
}

/* At most `window` bytes of text [len], in whole characters. */
static size_t beginning(const char *text, size_t len, size_t window)
{
    if (len <= window) return len;
    while (window > 1 && ((unsigned char)text[window] & 0xc0) == 0x80)
        window--;
    return window;
}

/* Where to cut text [len] for the first time: as late as the model's limit allows, after a clause
 * mark or a blank.  *cut = len where it need not be cut.  A part of the window is enough as a rule:
 * one that has as many tokens after the cut as before it. */
static int find_cut(tr_chunks *p, const char *text, size_t len, size_t *cut, tr_error *err)
{
    enum { SHARES = 8 };
    size_t n = 0, window = 0;

    for (size_t share = 1; share <= SHARES && window < len && n <= 2 * p->max_tokens; share *= 2) {
        window = beginning(text, len, window_of(p) / SHARES * share);
        const int rc = tr_tokenizer_encode_spans(p->tokenizer, text, window, &p->pieces,
                                                 &p->pieces_capacity, &n, err);
        if (rc < 0) return rc;
    }
    if (n <= p->max_tokens)
        *cut = window == len ? len : tr_clause_cut(text, len, window);
    else
        *cut = tr_clause_cut(text, len, p->pieces[p->max_tokens].begin);
    return 0;
}

int tr_chunks_first(tr_chunks *p, const char *text, size_t len, size_t *chunk, size_t *n,
                    tr_error *err)
{
    size_t end = len; /* of the chunk that is tried */
    int rc = len > window_of(p) ? find_cut(p, text, len, &end, err) : 0;

    while (rc == 0) {
        const size_t tried = tr_without_final_blanks(text, end);
        rc = tr_tokenizer_encode(p->tokenizer, text, tried, &p->ids, &p->ids_capacity, n, err);
        *chunk = end;
        if (rc < 0 || *n <= p->max_tokens) return rc;

        rc = find_cut(p, text, tried, &end, err);
        /* A chunk may be read as more tokens than the same text was as a beginning. */
        if (rc == 0 && end >= tried) end = tr_clause_cut(text, tried, tried - 1);
        *chunk = 0;
        if (end >= tried) return rc;
    }
    return rc;
}
