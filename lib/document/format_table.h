/* format_table.h - the formats that are read. */
#ifndef TR_FORMAT_TABLE_H
#define TR_FORMAT_TABLE_H

#include "document/package/package.h"

/* The reader of a format; NULL if there is none. */
const tr_reader *tr_reader_find(const char *format);

/* What a file is. */
typedef struct tr_judgement {
    const tr_reader *reader; /* NULL: it is not read */
    enum tr_told told_by;
    const char *refusal; /* reader NULL: what follows the file's name in a sentence */
} tr_judgement;

/* Judges a file by a sure sign in its bytes, then by its name, then by a likely sign; what none
 * tells is plain text, if its words are.  An archive is opened as *package, which the caller
 * closes. */
tr_judgement tr_format_judge(const char *name, const char *bytes, size_t size, tr_package *package);

/* Reader i, or NULL after the last one. */
const tr_reader *tr_reader_at(size_t i);

#endif
