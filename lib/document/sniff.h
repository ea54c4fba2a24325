/* sniff.h - the format of a document, by its first bytes. */
#ifndef TR_SNIFF_H
#define TR_SNIFF_H

#include <stdbool.h>
#include <stddef.h>

/* The name of the format of bytes [size], as --format has it; NULL if they do not tell.  Archives
 * tell if they are whole.  *sure: no other format begins so. */
const char *tr_sniff_format(const char *bytes, size_t size, bool *sure);

#endif
