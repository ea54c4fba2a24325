/* phrase_lacks.h - forms of several words that no prose has, and which a translation has not as
 * they are: "a ? b : c", "key" : "value", "margin: 0 auto;", "Cod. lat. 27". */
#ifndef TR_PHRASE_LACKS_H
#define TR_PHRASE_LACKS_H

#include "text/lacks/lack_job.h"

/* Looks for the form that begins with word i.  Returns the bytes of the target that were read. */
size_t tr_lack_check_phrase(tr_lack_job *j, size_t i);

#endif
