/* wiki_write.h - text of MediaWiki: plain text is written so that none of it is markup. */
#ifndef TR_WIKI_WRITE_H
#define TR_WIKI_WRITE_H

#include "document/segment/content.h"

extern const tr_writing tr_wiki_writing;

#endif
