/*
 * months.h - names of months in capitals, which in small letters are other words: "3 MAY".
 */
#ifndef TR_MONTHS_H
#define TR_MONTHS_H

#include <stddef.h>

#include "text/stops.h"

/* Writes the names of months of `was` [len] that are in capitals and part of a date in `text`
 * [len], the same text in any case, as the language has them: "May".  A name is part of one beside
 * a number, or behind a word such as "since" (language_data.h). */
void tr_months_write(const tr_stops *stops, const char *was, char *text, size_t len);

#endif
