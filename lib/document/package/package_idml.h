/* package_idml.h - the parts of InDesign documents: the stories that their map names. */
#ifndef TR_PACKAGE_IDML_H
#define TR_PACKAGE_IDML_H

#include "document/package/package.h"

/* IDML.  TR_EFORMAT if there is no document in it. */
int tr_package_choose_idml(tr_package *p, tr_error *err);

#endif
