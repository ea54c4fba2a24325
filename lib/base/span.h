/* span.h - a span of text, bytes from one offset up to another; and ids of tokens. */
#ifndef TR_SPAN_H
#define TR_SPAN_H

#include <stddef.h>
#include <stdint.h>

typedef struct tr_span {
    size_t begin, end; /* bytes begin .. end - 1 */
} tr_span;

typedef struct tr_ids {
    const int32_t *ids; /* [n] */
    size_t n;
} tr_ids;

/* In text [end), from byte `at` on: where `what` stands, the first byte that is none of `set`, and
 * where the next line begins; `end` if there is none. */
size_t tr_span_find(const char *text, size_t at, size_t end, const char *what);
size_t tr_span_skip(const char *text, size_t at, size_t end, const char *set);
size_t tr_span_next_line(const char *text, size_t at, size_t end);

/* Bytes begin .. end - 1 of valid UTF-8 `text` without the white space around them. */
tr_span tr_span_trimmed(const char *text, size_t begin, size_t end);

#endif
