/* tm_tmx.h - a translation memory in TMX 1.4, which is read, and not written. */
#ifndef TM_TMX_H
#define TM_TMX_H

#include "memory/tm_store.h"

/* Units that have a source and a translation in the languages asked for; of several with one source
 * the first counts.  Segments with codes in them are left out. */
extern const tm_store_kind tm_tmx_store;

#endif
