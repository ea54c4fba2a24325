/* read_properties.h - Java's .properties: values of keys. */
#ifndef TR_READ_PROPERTIES_H
#define TR_READ_PROPERTIES_H

#include "document/segment/content.h"

int tr_read_properties(tr_content *d, tr_error *err);

#endif
