/*
 * coverage.h - which characters the vocabulary of a source has.
 *
 * A character without a piece of its own is spelled by the pieces of its bytes, or is unknown.  The
 * model has hardly learned any such sign: of µ it makes some other letter, and of ₩ a word.
 */
#ifndef TR_COVERAGE_H
#define TR_COVERAGE_H

#include "input/chunks.h"

enum { TR_COVERAGE_KEPT = 256 };

/* Answers are kept; all zero at the start. */
typedef struct tr_coverage {
    int32_t character[TR_COVERAGE_KEPT];
    bool has[TR_COVERAGE_KEPT];
} tr_coverage;

/* Tells whether the vocabulary has the character at the beginning of text [len], valid UTF-8, with
 * what combines with it: *n receives their bytes.  It does not have a sign, a number or
 * a character that is not seen that the tokenizer makes another one of, as ② is made 2.
 * Overwrites the ids of the chunks.  TR_ENOMEM, and what tr_tokenizer_encode() returns. */
int tr_coverage_has(tr_coverage *v, tr_chunks *chunks, const char *text, size_t len, size_t *n,
                    bool *has, tr_error *err);

/* Tells whether the tokenizer gives the character at the beginning of text [len] back as it is, and
 * makes no other one of it, as ᵢ is made i.  Errors as tr_coverage_has(). */
int tr_coverage_keeps(tr_chunks *chunks, const char *text, size_t len, bool *keeps, tr_error *err);

#endif
