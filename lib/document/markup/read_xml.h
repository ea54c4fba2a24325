/*
 * read_xml.h - XML: DocBook, DITA, Android's strings, and others by what their elements are called.
 */
#ifndef TR_READ_XML_H
#define TR_READ_XML_H

#include "document/segment/content.h"

/* TR_EFORMAT names the place where the XML is not well-formed. */
int tr_read_xml(tr_content *d, tr_error *err);

#endif
