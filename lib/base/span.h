/* span.h - a span of text, bytes from one offset up to another; and ids of tokens. */
#ifndef TR_SPAN_H
#define TR_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tr_span {
    size_t begin, end; /* bytes begin .. end - 1 */
} tr_span;

typedef struct tr_ids {
    const int32_t *ids; /* [n] */
    size_t n;
} tr_ids;

static inline bool tr_span_has(tr_span s, size_t at)
{
    return at >= s.begin && at < s.end;
}

/* True if a byte is in both. */
static inline bool tr_spans_overlap(tr_span a, tr_span b)
{
    return a.begin < b.end && b.begin < a.end;
}

/* Bytes begin .. end - 1 of valid UTF-8 `text` without the white space around them. */
tr_span tr_span_trimmed(const char *text, size_t begin, size_t end);

#endif
