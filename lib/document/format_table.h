/* format_table.h - the formats that are read. */
#ifndef TR_FORMAT_TABLE_H
#define TR_FORMAT_TABLE_H

#include "document/package/package.h"

/* The reader of a format; NULL if there is none. */
const tr_reader *tr_reader_find(const char *format);

/* The reader of a document: by a sure sign in its bytes, then by its name, then by a likely sign;
 * NULL if none tells.  An archive is opened as *package, which the caller closes. */
const tr_reader *tr_reader_guess(const char *name, const char *bytes, size_t size,
                                 tr_package *package);

/* Reader i, or NULL after the last one. */
const tr_reader *tr_reader_at(size_t i);

#endif
