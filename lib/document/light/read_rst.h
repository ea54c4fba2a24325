/*
 * read_rst.h - reads reStructuredText, as docutils and Sphinx have it.
 *
 * Titles, paragraphs, items, terms, fields, options' descriptions, line blocks, notes and
 * directives whose content is text.  Code, comments, targets and tables stay.
 */
#ifndef TR_READ_RST_H
#define TR_READ_RST_H

#include "document/segment/content.h"

/* TR_ENOMEM. */
int tr_read_rst(tr_content *d, tr_error *err);

#endif
