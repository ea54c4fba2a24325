/* translate_parts.h - segments that are translated part by part between their marks. */
#ifndef TR_TRANSLATE_PARTS_H
#define TR_TRANSLATE_PARTS_H

#include "document/document_work.h"

/* Translates the segments of tr_work_wants_parts().  Texts that were added before are forgotten. */
int tr_work_parts(tr_work *j, tr_stream_stats *stats);

#endif
