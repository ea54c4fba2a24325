#include "input/coverage.h"

#include <string.h>

#include "base/span.h"
#include "base/unicode.h"
#include "base/utf8.h"

/* True if ids [n] stand for the same character again. */
static int is_same(const tr_tokenizer *t, const int32_t *ids, size_t n, const char *text,
                   size_t len, bool *same, tr_error *err)
{
    tr_buf out = {0};

    const int rc = tr_tokenizer_decode(t, ids, n, &out, err);
    const tr_span rest = tr_span_trimmed(tr_buf_text(&out), 0, out.len);
    *same = rest.end - rest.begin == len && !memcmp(tr_buf_text(&out) + rest.begin, text, len);
    tr_buf_free(&out);
    return rc;
}

/* True if another character in its place would not be the same to a reader. */
static bool is_exact(int32_t c)
{
    return tr_is_sign(c) || tr_is_unseen(c);
}

static int ask(tr_chunks *chunks, const char *text, size_t len, bool exact, bool *has,
               tr_error *err)
{
    const tr_tokenizer *const t = chunks->tokenizer;
    size_t n = 0;

    const int rc = tr_tokenizer_encode(t, text, len, &chunks->ids, &chunks->ids_capacity, &n, err);
    if (rc < 0) return rc;
    *has = n > 0 && tr_tokenizer_covers(t, chunks->ids, n);
    return *has && exact ? is_same(t, chunks->ids, n, text, len, has, err) : 0;
}

int tr_coverage_has(tr_coverage *v, tr_chunks *chunks, const char *text, size_t len, size_t *n,
                    bool *has, tr_error *err)
{
    size_t alone = 0;
    const int32_t c = tr_utf8_next(text, &alone, len);
    const size_t place = (size_t)c % TR_COVERAGE_KEPT;

    *n = tr_utf8_skip(text, alone, len, tr_is_mark); /* with the marks that combine with it */
    const bool is_alone = *n == alone;
    *has = v->has[place];
    if (is_alone && v->character[place] == c) return 0;
    const int rc = ask(chunks, text, *n, is_exact(c), has, err);
    if (rc < 0 || !is_alone) return rc;
    v->character[place] = c;
    v->has[place] = *has;
    return 0;
}

int tr_coverage_keeps(tr_chunks *chunks, const char *text, size_t len, bool *keeps, tr_error *err)
{
    size_t alone = 0;

    tr_utf8_next(text, &alone, len);
    return ask(chunks, text, tr_utf8_skip(text, alone, len, tr_is_mark), true, keeps, err);
}
