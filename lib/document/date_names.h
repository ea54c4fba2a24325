/*
 * date_names.h - names of days and months that stand in a row, as in a calendar or in a catalogue
 * of a program.
 *
 * A model knows a word by its sentence; alone, "Tue" may become anything.  Where segments that
 * follow each other are names of days or months in their order, CLDR says what they are in the
 * other language.
 */
#ifndef TR_DATE_NAMES_H
#define TR_DATE_NAMES_H

#include <stdbool.h>

#include "base/buf.h"
#include "document/document.h"

enum { TR_DATE_LISTS = 5, TR_DATE_NAMES = 12, TR_DATE_NAME = 40 /* bytes */ };

/* Names of days, wide, abbreviated and short, and of months, wide and abbreviated; "" where there
 * are none.  The source's names as a date has them, and as they stand alone. */
typedef struct tr_date_names {
    char source[TR_DATE_LISTS][2][TR_DATE_NAMES][TR_DATE_NAME];
    char target[TR_DATE_LISTS][TR_DATE_NAMES][TR_DATE_NAME];
    const char *languages[2]; /* their codes, set by who uses them; one not known has no names */
    bool are_read;            /* at first, they are not: few documents need them */
} tr_date_names;

/* Appends the translation of segment i of a document, if it and its neighbours are at least three
 * names in their order: "Sun", "Mon", "Tue".  False if they are not. */
bool tr_date_names_put(tr_date_names *d, const tr_document *document, size_t i, tr_buf *out);

#endif
