/* package_ooxml.h - the parts of Office Open XML documents: by their content types. */
#ifndef TR_PACKAGE_OOXML_H
#define TR_PACKAGE_OOXML_H

#include "document/package/package.h"

/* DOCX, PPTX, XLSX.  TR_EFORMAT if there is no document in it. */
int tr_package_choose_ooxml(tr_package *p, tr_error *err);

#endif
