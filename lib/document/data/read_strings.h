/* read_strings.h - Apple's ".strings": "key" = "value"; as property lists of OpenStep have it. */
#ifndef TR_READ_STRINGS_H
#define TR_READ_STRINGS_H

#include "document/segment/content.h"

/* Strings below keys, in dictionaries and lists in each other, too. */
int tr_read_strings(tr_content *d, tr_error *err);

#endif
