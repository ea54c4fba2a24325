/* word_risk.h - how likely a word of a source is missing in a translation, or wrong: by what it
 * costs a model of the other direction to say it. */
#ifndef WORD_RISK_H
#define WORD_RISK_H

#include <stdbool.h>
#include <stddef.h>

/* Log-probabilities of the pieces of a word. */
typedef struct word_cost {
    double first, best, worst, sum;
} word_cost;

typedef struct word_facts {
    word_cost given; /* the translation */
    word_cost free;  /* given a translation that says nothing: word_risk() alone looks at it */
    size_t n_pieces;
    bool capital;      /* the word begins with one */
    size_t n_sentence; /* tokens of the sentence, the one that ends it included */
} word_facts;

/* The cost of pieces with log-probabilities [n]. */
word_cost word_cost_of(const float *log_probabilities, size_t n);

/* True if the word may be missing, as far as one pass tells: the second is worth its time then. */
bool word_is_suspicious(const word_facts *w);

/* The probability that it is missing or wrong.  From WORD_MAY_LACK on it is told. */
double word_risk(const word_facts *w);
extern const double word_may_lack;

#endif
