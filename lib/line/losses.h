/* losses.h - what the translation of a line lacks of its source, thing by thing. */
#ifndef TR_LOSSES_H
#define TR_LOSSES_H

#include "line/line.h"
#include "setup/setup.h"

/* Puts the marks of the line back into its source, if it has some, and fills in the result's
 * losses, of its first hypothesis: what its sentences lack of what they must repeat (fidelity.h),
 * and what the line lacks that is no plain word (lacking.h).  To be called when the result is
 * complete otherwise.  The buffer is overwritten.  TR_ENOMEM. */
int tr_losses_find(tr_line *line, const tr_setup *setup, tr_buf *buf, tr_error *err);

#endif
