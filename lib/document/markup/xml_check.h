/* xml_check.h - a check that bytes are well-formed XML (expat). */
#ifndef TR_XML_CHECK_H
#define TR_XML_CHECK_H

#include "document/segment/content.h"

/* True if this build can tell. */
bool tr_xml_is_known(void);

/* TR_EFORMAT with the place of the first error.  Entities are not expanded, and nothing else is
 * opened.  TR_EUNSUPPORTED without expat; TR_ENOMEM. */
int tr_xml_check(const tr_content *d, tr_error *err);

#endif
