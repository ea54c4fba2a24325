/*
 * markdown_anchors.h - translated headings keep the ids that the source's headings have, so that
 * links to them hold.
 */
#ifndef TR_MARKDOWN_ANCHORS_H
#define TR_MARKDOWN_ANCHORS_H

#include "document/segment/content.h"

/* Appends the translation `d` of a document, in which each heading whose id (markdown_slug.h) is
 * another one now has an anchor with the source's id: an element of HTML, or what the source has
 * for ids, as "{#name}", if it has any.  A heading that has such an id has none to lose. */
void tr_keep_anchors_markdown(const tr_content *source, const tr_content *d, tr_buf *out);

/* The links of a document, "(#id)", to headings whose ids its translation `d` lacks. */
size_t tr_lost_links_markdown(const tr_content *source, const tr_content *d);

#endif
