/* taken_out.h - tags, placeholders and written-out signs, which stand in a translation as they are,
 * and are no words. */
#ifndef TR_TAKEN_OUT_H
#define TR_TAKEN_OUT_H

#include "text/lacks/lack_job.h"

/* Writes blanks for them in the words, and lists those that the target lacks.  *budget: bytes that
 * may be read for it; it gets less. */
void tr_lack_take_out(tr_lack_job *j, size_t *budget);

#endif
