/* labels.h - words with a capital amid a sentence that its translation does not say (label.h). */
#ifndef TR_LABELS_H
#define TR_LABELS_H

#include "line/line.h"
#include "setup/setup.h"

/* True if what the model reads, text [len], has labels, of which it knows the words in small
 * letters, too.  Its alignment is wanted then. */
bool tr_labels_any(const tr_setup *setup, const char *text, size_t len);

/* Finds the labels of the sentence, which has some, that its first hypothesis does not say: their
 * places in the line's source, spans [most].  *n receives how many.  The buffer is overwritten.
 * TR_ENOMEM. */
int tr_labels_lost(const tr_sentence *s, const tr_setup *setup, tr_buf *buf, tr_span *spans,
                   size_t most, size_t *n, tr_error *err);

#endif
