/* length_check.h - translations that are longer than their documents allow. */
#ifndef TR_LENGTH_CHECK_H
#define TR_LENGTH_CHECK_H

#include "document/segment/part.h"

/* The characters by which the translation of the unit of segment k of a part is longer than it may
 * be; 0 for segments but the first of their units, and where nothing was translated.  *unmeasured:
 * how long it may be is said, but not in characters. */
size_t tr_length_excess(const tr_part *part, size_t k, bool *unmeasured);

#endif
