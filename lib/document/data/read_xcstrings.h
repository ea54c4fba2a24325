/*
 * read_xcstrings.h - Xcode's catalogues of strings in many languages, ".xcstrings".
 *
 * A segment is a value of the target language whose state is "new"; xcstrings_add.h makes one of
 * each string that has none.  What is written has its state before it.
 */
#ifndef TR_READ_XCSTRINGS_H
#define TR_READ_XCSTRINGS_H

#include "document/segment/content.h"

/* TR_EINVAL if the options name no target language. */
int tr_read_xcstrings(tr_content *d, tr_error *err);

#endif
