/* org_write.h - text of Org is written. */
#ifndef TR_ORG_WRITE_H
#define TR_ORG_WRITE_H

#include "document/segment/segment.h"

/* Text of a paragraph; of a note in brackets. */
extern const tr_writing tr_org_text, tr_org_note;

#endif
