/* beside_copy.h - the content of a block, without what may be in a document once only. */
#ifndef TR_BESIDE_COPY_H
#define TR_BESIDE_COPY_H

#include "document/bilingual/beside_rules.h"
#include "document/bilingual/sentence_places.h"

/* Appends content `at` of a block of `d`, whose sentences are told. */
void tr_beside_copy(const tr_beside_rules *rules, const tr_content *d, tr_sentences sentences,
                    tr_span at, tr_buf *out);

/* Appends a start tag without the attributes of a list. */
void tr_beside_copy_tag(const tr_markup *m, const tr_markup_token *t, const char *attributes,
                        tr_buf *out);

/* The end of the element that a start tag, taken last, begins; of the tag if it has no end. */
size_t tr_beside_end_of(tr_markup *m, const tr_markup_token *t);

#endif
