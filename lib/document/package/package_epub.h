/* package_epub.h - EPUB publications: the members that their packages list as text. */
#ifndef TR_PACKAGE_EPUB_H
#define TR_PACKAGE_EPUB_H

#include "document/package/package.h"

/* Chapters and navigation, NCX, titles; not what is encrypted.  TR_EFORMAT if it lists nothing. */
int tr_package_choose_epub(tr_package *p, tr_error *err);

#endif
