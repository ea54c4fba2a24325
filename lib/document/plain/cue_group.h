/*
 * cue_group.h - a group of cues that one sentence goes over: it is translated as a whole, and its
 * translation is distributed over the cues.
 */
#ifndef TR_CUE_GROUP_H
#define TR_CUE_GROUP_H

#include "document/segment/wrap.h"

enum { TR_MOST_CUES = 4 };

typedef struct tr_cue_place {
    tr_wrap wrap;
    tr_span before;  /* bytes from the text of the cue before to its own */
    double seconds;  /* that it is shown */
    size_t n_source; /* characters of the source in it */
} tr_cue_place;

/* A segment's `extra`. */
typedef struct tr_cue_group {
    size_t n;
    tr_cue_place cues[TR_MOST_CUES];
} tr_cue_group;

/* Distributes the words over the cues, by the time and the share of the source that each cue has;
 * a cue ends after a comma rather than before it.  A text that does not fit becomes empty. */
void tr_cue_group_finish(const tr_text_place *to, const char *text, size_t len, tr_buf *out);

#endif
