/* read_man.h - manual pages, in the macros of man and of mdoc. */
#ifndef TR_READ_MAN_H
#define TR_READ_MAN_H

#include "document/segment/builder.h"

/* Whatever the bytes are, they are a page. */
int tr_read_man(tr_content *d, tr_error *err);

/* True if a request says what page it is, ".TH" or ".Dd". */
bool tr_is_man(const char *bytes, size_t size);

#endif
