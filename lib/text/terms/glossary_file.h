/*
 * glossary_file.h - files of terms, as their fields.
 *
 * A table has a term a line: the term, its translation, and perhaps more columns.  Those are notes,
 * but for the ones that a first line calls "plural" and "gender".  Tabs are between the fields; in a
 * file called .csv commas or semicolons, and fields may be in quotes (RFC 4180).  TBX (ISO 30042) is
 * XML, in a file called .tbx.
 */
#ifndef TR_GLOSSARY_FILE_H
#define TR_GLOSSARY_FILE_H

#include "base/error.h"
#include "base/file.h"

enum { TR_LONGEST_TERM = 1000 /* bytes */ };

/* Strings that live during the call; those that are not given are "". */
typedef struct tr_term_fields {
    const char *source, *target, *plural, *gender;
    const char *source_language, *target_language;
    size_t line;
} tr_term_fields;

/* Takes a term; an error ends the reading. */
typedef int tr_take_term(void *ctx, const tr_term_fields *f, tr_error *err);

/* TR_EFORMAT, TR_EUNSUPPORTED without expat, TR_ENOMEM; `path` is for messages, and tells the kind.
 */
int tr_glossary_file_read(const tr_file *f, const char *path, tr_take_term *take, void *ctx,
                          tr_error *err);

#endif
