/*
 * read_org.h - reads Org: headings, paragraphs, items, cells, titles and captions.
 *
 * Code, comments, drawers, keywords, states, tags and times stay.
 */
#ifndef TR_READ_ORG_H
#define TR_READ_ORG_H

#include "document/segment/content.h"

/* TR_ENOMEM. */
int tr_read_org(tr_content *d, tr_error *err);

#endif
