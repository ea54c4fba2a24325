/*
 * run_fill.h - the text of a translation to the runs of its source.
 *
 * The text between two marks' starts and ends is a stretch.  Each stretch of a pair takes one of
 * the pair's runs, in order.  Where a pair has more stretches than runs, the shortest joins the
 * text beside it, and so takes another look; where it has less, runs are left without text.
 */
#ifndef TR_RUN_FILL_H
#define TR_RUN_FILL_H

#include "document/segment/content.h"

enum tr_run_fill_kind { TR_RUN_FILL_TEXT, TR_RUN_FILL_OPEN, TR_RUN_FILL_CLOSE, TR_RUN_FILL_POINT };

typedef struct tr_run_fill {
    struct tr_run_fill_item *items; /* [n] */
    size_t n, capacity;
    tr_buf text; /* of the items */
    bool failed; /* out of memory */
} tr_run_fill;

void tr_run_fill_free(tr_run_fill *d);

/* Plain text [len] in the pair `mark`, or in none: -1. */
void tr_run_fill_add_text(tr_run_fill *d, int mark, const char *text, size_t len);
/* The start or the end of the pair `mark`, or a mark that is no pair. */
void tr_run_fill_add_mark(tr_run_fill *d, enum tr_run_fill_kind kind, int mark);

/* Appends the runs and the marks of a segment as the format has them.  TR_EINVAL if a run that
 * cannot move would have to, or there is none for the text; TR_ENOMEM. */
int tr_run_fill_write(tr_run_fill *d, const tr_content *doc, const tr_segment *p, tr_buf *out,
                      tr_error *err);

#endif
