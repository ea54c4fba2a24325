/* format_table.h - the formats that are read. */
#ifndef TR_FORMAT_TABLE_H
#define TR_FORMAT_TABLE_H

#include "document/segment/format.h"

/* The reader of a format; or of a document by its first bytes if they leave no doubt, then by its
 * name, then by what its first bytes look like; NULL if there is none. */
const tr_reader *tr_reader_find(const char *format);
const tr_reader *tr_reader_guess(const char *name, const char *bytes, size_t size);

/* Reader i, or NULL after the last one. */
const tr_reader *tr_reader_at(size_t i);

#endif
