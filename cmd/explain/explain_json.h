/* explain_json.h - a record as JSON: for other programs, and as the data of a page. */
#ifndef EXPLAIN_JSON_H
#define EXPLAIN_JSON_H

#include <stdio.h>

#include "explain/explain_record.h"

/* A head of attention. */
typedef struct head_choice {
    int kind; /* enum tr_attention_kind */
    size_t layer, head;
} head_choice;

/* Prints the record.  `packed`: for a page, within a <script>.  There arrays of numbers are base64
 * of 16-bit integers, little-endian: weights are n / 65535; queries and keys n * scale.  Where
 * queries and keys of all heads would take more than a megabyte, only the chosen layer's are there.
 * Else numbers are decimals that read back to the same float32. */
void explain_json(FILE *out, const record *r, bool packed, head_choice chosen);

#endif
