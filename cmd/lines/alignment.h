/* alignment.h - alignments: the source tokens that the tokens of a translation come from, as text
 * and as JSON. */
#ifndef ALIGNMENT_H
#define ALIGNMENT_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "translate.h"

/* In the order of the option's words. */
enum alignment_form {
    ALIGNMENT_HARD, /* the likeliest source token of each target token, in the order of the source
                     */
    ALIGNMENT_SOFT  /* all weights */
};

/* Hard: "0-0 2-1" are pairs of a source and a target token, counted from 0.  Soft: "0.9,0.1
 * 0.3,0.7" are the weights for each target token: of its sentence's source tokens, and of the
 * tokens that surround the sentence, such as </s>. */
void alignment_print(FILE *out, const tr_hypothesis *h, int form);

/* Hard: [[0, 0], [2, 1]].  Soft: [{"first": 0, "weights": [0.9, 0.1]}, ...]. */
cJSON *alignment_json(const tr_hypothesis *h, int form);

#endif
