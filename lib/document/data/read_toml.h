/* read_toml.h - TOML 1.0: strings below keys, in tables, arrays and inline tables. */
#ifndef TR_READ_TOML_H
#define TR_READ_TOML_H

#include "document/segment/content.h"

int tr_read_toml(tr_content *d, tr_error *err);

#endif
