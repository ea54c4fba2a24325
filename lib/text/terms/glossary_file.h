/*
 * glossary_file.h - files of terms, as their fields.
 *
 * A table has a term a line: the term, its translation, and perhaps more columns.  Further fields
 * are notes, but for the ones that a first line calls "plural" and "gender".  Tabs are between the
 * fields; in a file called .csv commas or semicolons, and fields may be in quotes (RFC 4180); or
 * what a line before all says, as "sep=;".  TBX (ISO 30042) is XML, in a file called .tbx.
 */
#ifndef TR_GLOSSARY_FILE_H
#define TR_GLOSSARY_FILE_H

#include "base/file.h"
#include "text/terms/term_fields.h"

/* What is wrong with a row of a table. */
enum tr_row_fault {
    TR_ROW_NOT_UTF8,
    TR_ROW_NO_SOURCE,
    TR_ROW_TOO_LONG,
    TR_ROW_OPEN_QUOTE, /* a quotation mark opens a field, and none closes it */
    TR_ROW_BLANKS, /* at an end of a term or a translation, where they do not count: it is taken */
    TR_ROW_HALF_HEADER /* the first one: a field names a column, but the row does not: it is taken
                        */
};

/* Told of a fault: the row is left out, and the reading goes on. */
typedef void tr_tell_fault(void *ctx, enum tr_row_fault fault, size_t line, const char *source,
                           const char *target);

enum { TR_GLOSSARY_FILE_MOST = 256 << 20 }; /* bytes */

/* Who reads a file. */
typedef struct tr_glossary_reader {
    tr_take_term *take;
    tr_tell_fault *tell; /* NULL: a fault ends the reading with TR_EFORMAT; rows that are
                          * taken are none */
    void *ctx;           /* of both */
} tr_glossary_reader;

/* TR_EFORMAT, TR_EUNSUPPORTED for more bytes and without expat, TR_ENOMEM; `path` is for messages,
 * and tells the kind.
 */
int tr_glossary_file_read(const tr_file *f, const char *path, const tr_glossary_reader *reader,
                          tr_error *err);

#endif
