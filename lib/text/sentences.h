/*
 * sentences.h - sentence boundaries: where a line may be cut.
 *
 * Sentence boundaries come from ICU (UAX 29) less our own exceptions (stops.h): abbreviations and
 * initials of each language, and ordinal numbers before a month or the like.  A boundary is moved
 * in one case only: past quotation marks that UAX 29 puts on the wrong side of it.  A splitter
 * belongs to one thread.
 */
#ifndef TR_SENTENCES_H
#define TR_SENTENCES_H

#include "base/buf.h"
#include "base/error.h"
#include "base/span.h"

typedef struct tr_splitter tr_splitter;

/* `language`: BCP 47, may be "".  ICU opens with the first line that has an inner sentence end. */
int tr_splitter_create(tr_splitter **s, const char *language, tr_error *err);
void tr_splitter_free(tr_splitter *s);

/* The sentences of valid UTF-8 `text`, in order, without the white space around them: grows
 * *spans as tr_reserve() does.  None for a blank text; spans are never empty and together cover
 * every character that is not white space between sentences. */
int tr_splitter_sentences(tr_splitter *s, const char *text, size_t len, tr_span **spans,
                          size_t *capacity, size_t *n, tr_error *err);

/* The best place to cut text [len] in two, at most `limit` bytes from its start.  The place is
 * after the last clause mark (a comma, semicolon or colon of any script, a dash, a closing bracket)
 * before white space or ideographic text; else after the last blank; else between two characters
 * (grapheme clusters).  Returns the offset of the first byte of the second part; white space
 * between the parts belongs to the first.  0 < result <= len, and result > limit only if one
 * character is longer. */
size_t tr_clause_cut(const char *text, size_t len, size_t limit);

#endif
