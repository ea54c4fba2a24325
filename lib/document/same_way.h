/* same_way.h - a document addresses its reader in one way. */
#ifndef TR_SAME_WAY_H
#define TR_SAME_WAY_H

#include "document/translate_document.h"

/* Translates segments anew that address the reader otherwise than most of those that were added
 * do, unless the user says how.  Texts that were added before are forgotten. */
int tr_work_same_way(tr_work *j, bool alignment, tr_stream_stats *stats);

#endif
