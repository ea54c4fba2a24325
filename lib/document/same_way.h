/* same_way.h - a document addresses its reader in one way. */
#ifndef TR_SAME_WAY_H
#define TR_SAME_WAY_H

#include "document/document_work.h"

/* Translates those segments anew that address the reader in another way than the most, of the texts
 * that were added; nothing if the user says how.  Forgets the texts. */
int tr_work_same_way(tr_work *j, bool alignment, tr_stream_stats *stats);

#endif
