/* readers.h - the formats that are read. */
#ifndef TR_READERS_H
#define TR_READERS_H

#include "base/error.h"
#include "document/doc.h"

typedef struct tr_reader {
    const char *name;       /* as --format has it */
    const char *extensions; /* " .html .htm " */
    /* Finds the segments.  TR_EFORMAT after tr_doc_refuse(), TR_ENOMEM. */
    int (*read)(tr_doc *d, tr_error *err);
    bool declares; /* a document says in its text what its encoding is */
    bool latin1;   /* what is not UTF-8 is ISO-8859-1 */
    bool fills; /* translations stand beside their source: segments vanish when they are translated,
                   unless the document is read again (doc.h) */
} tr_reader;

/* The reader of a format, or of a document by its name, then by its first bytes; NULL if there is
 * none. */
const tr_reader *tr_reader_find(const char *format);
const tr_reader *tr_reader_guess(const char *name, const char *bytes, size_t size);

/* Reader i, or NULL after the last one. */
const tr_reader *tr_reader_at(size_t i);

#endif
