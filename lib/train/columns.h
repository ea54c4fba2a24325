/* columns.h - whether the two sides of a text seem to have changed places, by words that give a
 * language away. */
#ifndef TR_COLUMNS_H
#define TR_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "train/line_fault.h"

typedef struct tr_columns {
    const char *words[2]; /* of the source's and of the target's language; NULL: none are known */
    size_t hits[2][2];    /* [side][whose words] */
    size_t n_lines;
} tr_columns;

/* The languages are BCP 47; NULL when they are not known. */
void tr_columns_begin(tr_columns *c, const char *source_language, const char *target_language);

/* Looks at a pair; of very many, at the first thousand. */
void tr_columns_look(tr_columns *c, tr_span source, tr_span target);

/* True when each language that is known has far more of its words on the other side. */
bool tr_columns_exchanged(const tr_columns *c);

#endif
