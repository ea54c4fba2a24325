/* package_odf.h - the parts of OpenDocument files. */
#ifndef TR_PACKAGE_ODF_H
#define TR_PACKAGE_ODF_H

#include "document/package/package.h"

/* ODT, ODP, ODS: content, headers and footers, title, charts.  TR_EUNSUPPORTED if it is encrypted,
 * TR_EFORMAT if there is no document in it. */
int tr_package_choose_odf(tr_package *p, tr_error *err);

#endif
