/* taken_out.h - tags, placeholders and written-out signs, which stand in a translation as they are,
 * and are no words. */
#ifndef TR_TAKEN_OUT_H
#define TR_TAKEN_OUT_H

#include "text/lacks/lack_job.h"

/* Lists the tags, placeholders and written-out signs that the target lacks, and writes blanks for
 * all of them in the words.  *budget, of bytes to read, shrinks. */
void tr_lack_take_out(tr_lack_job *j, size_t *budget);

#endif
