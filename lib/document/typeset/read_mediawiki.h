/* read_mediawiki.h - pages in the markup of MediaWiki. */
#ifndef TR_READ_MEDIAWIKI_H
#define TR_READ_MEDIAWIKI_H

#include "document/segment/builder.h"

/* Whatever the bytes are, they are a page. */
int tr_read_mediawiki(tr_content *d, tr_error *err);

#endif
