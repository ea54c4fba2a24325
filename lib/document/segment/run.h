/*
 * run.h - runs: elements around a stretch of text that has one look, such as a font.
 *
 * In some formats all text stands in runs.  The look that most of a text has gives no mark; other
 * looks are pairs, which have no bytes of their own.  A translation is dealt to the runs of its
 * source (run_fill.h): none is made, none is lost, and one may be left without text.
 */
#ifndef TR_RUN_H
#define TR_RUN_H

#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

typedef struct tr_run {
    tr_span raw, text; /* bytes of the document: all of it, and its text */
    const char *head;  /* what is written before the text; NULL: what stands there */
    size_t head_len;
    const char *rest; /* what is written after the text; NULL: what stands there */
    size_t rest_len;
    uint64_t look;     /* equal if it looks the same */
    uint64_t identity; /* of all of it but its text */
    bool is_first;     /* it begins in a run that goes on: nothing of its segment comes before it */
    bool is_last;      /* it ends in one: nothing comes after it */
    bool is_raised;    /* above or below the line */
    bool keeps_blanks; /* blanks at its edges count */
    bool is_spare;     /* it had no text but blanks, in another look than what is around it */
    int mark;          /* the pair whose text it takes, or -1 */
} tr_run;

#endif
