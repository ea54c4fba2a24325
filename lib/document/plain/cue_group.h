/*
 * cue_group.h - a sentence that goes over several cues: it is translated as one, and its
 * translation is dealt to the cues again.
 */
#ifndef TR_CUE_GROUP_H
#define TR_CUE_GROUP_H

#include "document/segment/wrap.h"

enum { TR_MOST_CUES = 4 };

typedef struct tr_cue_place {
    tr_wrap wrap;
    tr_span before;  /* bytes of the document between the text of the cue before and its own */
    double seconds;  /* that it is shown */
    size_t n_source; /* characters of the source in it */
} tr_cue_place;

/* A segment's `extra`. */
typedef struct tr_cue_group {
    size_t n;
    tr_cue_place cues[TR_MOST_CUES];
} tr_cue_group;

/* Each cue gets some words, as many as its time and its share of the source ask for; a cue rather
 * ends after a comma than before it.  What does not fit becomes empty. */
void tr_cue_group_finish(const tr_content *d, const tr_segment *p, tr_buf *written);

#endif
