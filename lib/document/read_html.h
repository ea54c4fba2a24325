/* read_html.h - web pages. */
#ifndef TR_READ_HTML_H
#define TR_READ_HTML_H

#include "document/doc.h"

/* HTML: whatever the bytes are, they are a page. */
int tr_read_html(tr_doc *d, tr_error *err);

/* XHTML, which is HTML where it is not well-formed XML. */
int tr_read_xhtml(tr_doc *d, tr_error *err);

#endif
