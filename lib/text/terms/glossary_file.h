/*
 * glossary_file.h - files of terms, as their fields.
 *
 * A table has a term a line: the term, its translation, and perhaps more columns.  Further fields
 * are notes, but for the ones that a first line calls "plural" and "gender".  Tabs are between the
 * fields; in a file called .csv commas or semicolons, and fields may be in quotes (RFC 4180).  TBX
 * (ISO 30042) is XML, in a file called .tbx.
 */
#ifndef TR_GLOSSARY_FILE_H
#define TR_GLOSSARY_FILE_H

#include "base/file.h"
#include "text/terms/term_fields.h"

enum { TR_GLOSSARY_FILE_MOST = 256 << 20 }; /* bytes */

/* TR_EFORMAT, TR_EUNSUPPORTED for more bytes and without expat, TR_ENOMEM; `path` is for messages,
 * and tells the kind.
 */
int tr_glossary_file_read(const tr_file *f, const char *path, tr_take_term *take, void *ctx,
                          tr_error *err);

#endif
