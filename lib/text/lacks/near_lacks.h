/* near_lacks.h - words of a source that a translation has with other letters: a code that was
 * rewritten, as CTGTT became CTGTTT, and push -r became Push -r. */
#ifndef TR_NEAR_LACKS_H
#define TR_NEAR_LACKS_H

#include "text/lacks/lack_job.h"

/* Looks for word i.  Returns the bytes of the target that were read for it. */
size_t tr_lack_check_near(tr_lack_job *j, size_t i);

#endif
