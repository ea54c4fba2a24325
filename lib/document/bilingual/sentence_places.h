/* sentence_places.h - where the sentences of a content are, for those who go through it in order.
 */
#ifndef TR_SENTENCE_PLACES_H
#define TR_SENTENCE_PLACES_H

#include "document/segment/content.h"

typedef struct tr_sentences {
    const tr_content *content; /* whose segments they are; NULL: all is one sentence */
    size_t next;               /* the first one that may come */
} tr_sentences;

/* True if byte `at` is in a sentence.  From call to call bytes go forward. */
bool tr_sentences_have(tr_sentences *s, size_t at);

/* From the first sentence that begins in bytes `within` to the last; empty if none does.  All of
 * them, if all is one sentence. */
tr_span tr_sentences_in(tr_sentences s, tr_span within);

#endif
