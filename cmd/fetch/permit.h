/* permit.h - whether a model may be fetched: its kind, digests and licence, and the room for it. */
#ifndef PERMIT_H
#define PERMIT_H

#include <stdbool.h>

#include "fetch/parts/job.h"

/* Tells what is fetched, unless --quiet; on a terminal, the user may be asked for the licence.
 * False after a sentence. */
bool permit_fetch(const job *j, const index_model *m);

/* True if the file system has room for what is still to come; else after a sentence. */
bool permit_has_room(const job *j, const index_model *m);

#endif
