/* org_write.h - text of Org is written. */
#ifndef TR_ORG_WRITE_H
#define TR_ORG_WRITE_H

#include "document/segment/segment.h"

extern const tr_writing tr_org_text;

#endif
