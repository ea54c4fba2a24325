/* fragment.h - the plain text of a segment and the marks in it, as they come to be. */
#ifndef TR_FRAGMENT_H
#define TR_FRAGMENT_H

#include "document/segment/events.h"
#include "document/segment/run.h"
#include "document/segment/segment.h"
#include "translate.h"

typedef struct tr_fragment {
    tr_buf text;
    size_t fresh; /* a blank at the end of the text before this byte swallows no other */
    tr_mark marks[TR_MAX_MARKS];
    size_t n_marks;
    int parents[TR_MAX_MARK_DEPTH + 1]; /* the pairs that are open; the first is -1 */
    size_t depth;
    bool unreadable;      /* text that is no UTF-8, or too many marks */
    enum tr_unread fault; /* why it is not readable */

    tr_run *runs; /* [n_runs] */
    size_t n_runs, runs_capacity;
    bool runs_failed;
    uint64_t looks[TR_MAX_MARK_DEPTH + 1]; /* of most text in each open pair: it has no mark */
    int group; /* the mark of the runs of another look that came last, or -1 */
    uint64_t group_look;
    bool in_parts;                   /* in the order of the source */
    bool blank_before, blank_behind; /* there were blanks at the edges */
} tr_fragment;

void tr_fragment_clear(tr_fragment *p);
void tr_fragment_free(tr_fragment *p);

/* Adds text with one blank for each run of white space, or, with `keep_blanks`, one for each line
 * end and tab. */
void tr_fragment_add_text(tr_fragment *p, const char *text, size_t len, bool keep_blanks);

/* Adds the text and the marks of events [begin, end), none of which is a cut. */
void tr_fragment_add(tr_fragment *p, const tr_events *v, size_t begin, size_t end,
                     bool keep_blanks);

/* Blanks at the edges do not belong to the text. */
void tr_fragment_trim(tr_fragment *p);

/* True if there is a letter, or, with `digits`, a digit. */
bool tr_fragment_has_letter(const tr_fragment *p, bool digits);

/* True if all of it can be text of a segment. */
bool tr_fragment_is_readable(const tr_fragment *p);

#endif
