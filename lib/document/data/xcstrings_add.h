/* xcstrings_add.h - strings of Xcode's catalogues get their place in the target language, before
 * they are translated. */
#ifndef TR_XCSTRINGS_ADD_H
#define TR_XCSTRINGS_ADD_H

#include "document/segment/content.h"

/* Appends the document, in which each string that has none has an entry in the target language: a
 * copy of the source's, or of its key, whose states are "new", with the forms that plurals have in
 * that language.  False if there is no such string: nothing is appended. */
bool tr_xcstrings_add(const tr_content *d, tr_buf *out);

#endif
