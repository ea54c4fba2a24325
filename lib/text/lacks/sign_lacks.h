/* sign_lacks.h - signs, brackets and quotation marks that a translation has not as often as its
 * source. */
#ifndef TR_SIGN_LACKS_H
#define TR_SIGN_LACKS_H

#include "text/lacks/lack_job.h"

/* Looks for word i if it is of signs. */
void tr_lack_check_signs(tr_lack_job *j, size_t i);

/* Counts the signs of the whole text. */
void tr_lack_check_counts(tr_lack_job *j);

#endif
