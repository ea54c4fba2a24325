/* read_php.h - data in PHP: arrays that are returned, or that variables get. */
#ifndef TR_READ_PHP_H
#define TR_READ_PHP_H

#include "document/segment/content.h"

/* TR_EFORMAT for code that is no data. */
int tr_read_php(tr_content *d, tr_error *err);

#endif
