/*
 * passages.h - the passages of a text that are translated: the sentences of each of its parts
 * (structure.h), less tags (placeholders.h) and marks of emphasis (emphasis.h), for no translation
 * goes across either, and less words of signs at their ends (identifiers.h).
 */
#ifndef TR_PASSAGES_H
#define TR_PASSAGES_H

#include "text/sentences.h"
#include "text/stops.h"

/* Finds passages, in one text at a time. */
typedef struct tr_passages {
    tr_span *list; /* [n] of the text, in order; white space may be around them */
    size_t n;

    size_t capacity;
    tr_splitter *splitter; /* NULL: a text is one sentence */
    bool spaces;           /* the language has blanks between words */
    const tr_stops *stops;
    tr_span *sentences; /* scratch */
    size_t sentences_capacity;
} tr_passages;

/* For text in a language (BCP 47, may be ""), which `splits` into sentences or does not.
 * TR_ENOMEM. */
int tr_passages_init(tr_passages *p, const char *language, bool splits, tr_error *err);
void tr_passages_free(tr_passages *p);

/* Finds the passages of text [len], valid UTF-8.  Without `keeps` they are whole sentences of the
 * whole text; without `splits`, a part is one sentence.  TR_ENOMEM. */
int tr_passages_find(tr_passages *p, const char *text, size_t len, bool splits, bool keeps,
                     tr_error *err);

#endif
