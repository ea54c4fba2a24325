/* reviewed.h - a translation that people may look at, and what is known of a document of them. */
#ifndef REVIEWED_H
#define REVIEWED_H

#include <stdbool.h>
#include <stddef.h>

#include "check/findings.h"
#include "translate.h"

/* What is known of a translation.  Its texts are as people read them, without marks. */
typedef struct reviewed {
    size_t number;        /* of the line or the segment, from 1 */
    const char *where;    /* in a document; NULL: nothing more is known */
    float quality;        /* NaN: there is no estimate */
    size_t n_lost;        /* as in tr_translation */
    size_t n_over;        /* as in tr_document_segment */
    const findings *lost; /* where they are in the source, as far as it is known; NULL: it is not */
    const char *why;      /* it has none, or stays as it was; NULL: nothing of the kind */
    tr_string source, translation;
    const findings *found; /* with spans of both texts; NULL: there was no check */
} reviewed;

/* What is told of one document. */
typedef struct review_sum {
    char *name;
    bool of_documents;           /* it has segments, else lines */
    double characters, weighted; /* of sources that have an estimate; times the estimate */
    size_t n, n_rated, worst_number;
    float worst;
    size_t n_below, n_lacking; /* below the least quality; may lack a word */
} review_sum;

/* The mean of the estimates, by characters of the sources; NaN: there is none. */
double review_quality(const review_sum *s);

/* An estimate with two digits, rounded down: what is below a limit with two is shown so. */
typedef struct review_shown {
    char text[16];
} review_shown;
review_shown review_show(float quality);

/* A translation, kept until its document ends. */
typedef struct report_row {
    size_t number;
    char *where, *why; /* or NULL */
    float quality;
    size_t n_lost, n_over;
    char *source, *translation;
    findings found; /* FINDING_LOST, too */
    bool is_wanted; /* people should look at it */
} report_row;

typedef struct reviewed_languages {
    const char *source, *translation; /* BCP 47; "" or NULL: not known */
} reviewed_languages;

#endif
