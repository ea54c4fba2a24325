/*
 * judged_text.h - what a metric's network reads of a segment, as ids.
 *
 * COMET reads each text with <s> before it and </s> after it, or the translation and the source in
 * one sequence with </s></s> between; MetricX reads one text that says which part is which.  What
 * is too long is cut where the Python programs cut it.
 */
#ifndef TR_JUDGED_TEXT_H
#define TR_JUDGED_TEXT_H

#include "model/nmt.h"
#include "text/tokenizer.h"
#include "translate.h"

/* A translation to be judged.  A text may be any bytes. */
typedef struct tr_judged {
    tr_string source, translation;
    const tr_string *reference; /* NULL: none */
} tr_judged;

/* Sequences of ids, one after the other. */
typedef struct tr_sequences {
    int32_t *ids;
    size_t *end; /* [n]: where each ends in `ids` */
    size_t n_ids, n, ids_capacity, end_capacity;
    int32_t *piece; /* the ids of a text on its way */
    size_t piece_capacity;
    tr_buf text; /* that text, repaired */
} tr_sequences;

void tr_sequences_clear(tr_sequences *s);
void tr_sequences_free(tr_sequences *s);

/* How long a sequence may be. */
size_t tr_judged_longest(const tr_config *c);

/* Adds the tr_config_sequences() of a segment, in the order source, translation, reference.
 * TR_EINVAL for a text that is too long to be cut into pieces, TR_ENOMEM. */
int tr_judged_add(tr_sequences *s, const tr_nmt *m, const tr_tokenizer *t, const tr_judged *segment,
                  tr_error *err);

#endif
