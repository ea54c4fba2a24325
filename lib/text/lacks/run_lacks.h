/* run_lacks.h - runs of words that are no prose: plain words that belong to one, and rows of which
 * a translation has not all words side by side. */
#ifndef TR_RUN_LACKS_H
#define TR_RUN_LACKS_H

#include "text/lacks/lack_job.h"

/* Marks the plain words that belong to code, as the sort of "x | sort -k7".  Only of a language
 * whose small words are known. */
void tr_lack_mark_code(tr_lack_job *j);

/* Looks for the row that begins with word i: words of code that a blank parts, perhaps with
 * brackets and marks of lists.  Returns its last word. */
size_t tr_lack_check_row(tr_lack_job *j, size_t i);

#endif
