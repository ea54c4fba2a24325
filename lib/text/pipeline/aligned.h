/* aligned.h - a text on its way through the steps of a tokenizer: of which bytes of the caller's
 * text each byte was made, and the parts that it was cut into. */
#ifndef TR_ALIGNED_H
#define TR_ALIGNED_H

#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

typedef struct tr_extent {
    uint32_t begin, end; /* bytes of the caller's text */
} tr_extent;

/* A part of the text. */
typedef struct tr_text_part {
    size_t begin, end;
    int32_t id; /* the token that it is, which no step changes; -1: none yet */
} tr_text_part;

/* Made of {0}. */
typedef struct tr_aligned {
    tr_buf text;
    tr_extent *from; /* [text.len] */
    size_t from_capacity;
    tr_text_part *parts; /* [n_parts], in order, not empty; together they are the text */
    size_t n_parts, parts_capacity;
    size_t most; /* bytes that it may have; 0: any number */
    bool failed; /* out of memory, */
    bool longer; /*   or the text would be longer */
} tr_aligned;

void tr_aligned_free(tr_aligned *a);
void tr_aligned_clear(tr_aligned *a);

/* Appends bytes [begin, end) of another text, with what they were made of. */
void tr_aligned_copy(tr_aligned *out, const tr_aligned *in, size_t begin, size_t end);

/* Appends text [len] that was made of bytes [begin, end) of another one. */
void tr_aligned_put(tr_aligned *out, const char *text, size_t len, const tr_aligned *in,
                    size_t begin, size_t end);

/* What was appended since the text was `begin` bytes long becomes a part, unless it is nothing. */
void tr_aligned_end_part(tr_aligned *out, size_t begin, int32_t id);

/* What bytes [begin, end) were made of; for none, what they stand within. */
tr_extent tr_aligned_extent(const tr_aligned *a, size_t begin, size_t end);

/* The caller's text as one part.  Steps may make it TR_ALIGNED_GROWTH times as long. */
enum { TR_ALIGNED_GROWTH = 64 };

void tr_aligned_begin(tr_aligned *a, const char *text, size_t len);

#endif
