/*
 * review.h - which translations people should look at: what is told of each line or segment, and of
 * each document.
 */
#ifndef REVIEW_H
#define REVIEW_H

#include "check/check_settings.h"
#include "check/reviewed.h"

typedef struct review {
    const check_settings *set;
    double least;      /* quality; < 0: none is asked for */
    bool of_documents; /* it tells of segments, else of lines */
    bool one_name;     /* there is one input: lines are told by their number alone */
    bool quiet, verbose;
    bool names_words; /* tells words on standard error that may be missing */
    review_sum now;
    struct review_report *report; /* NULL: none is written */
    size_t n_told;                /* translations in all that are below, or may lack a word */
} review;

/* -1 after a sentence: the report cannot be written. */
int review_begin(review *r, const check_settings *set, bool quiet, bool verbose);

/* The languages of what is opened from now on, BCP 47; the strings must live until it is closed. */
void review_set_languages(review *r, const char *source, const char *translation);

/* The next translations belong to a document, or a file of lines, of this name. */
void review_open(review *r, const char *name);
void review_add(review *r, const reviewed *one);
void review_close(review *r); /* tells of it; nothing is open: does nothing */

/* Writes the report. */
void review_end(review *r);
void review_drop(review *r); /* no report is written; after review_end() it does nothing */

/* True if a translation should be looked at. */
bool review_wants(const review *r, const reviewed *one);

#endif
