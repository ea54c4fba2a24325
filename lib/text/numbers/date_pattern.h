/*
 * date_pattern.h - patterns of dates and times, as programs read them: "MMMM d, yyyy" of Unicode's
 * CLDR and of Java, "dddd, Do MMM YYYY" of Moment.js, "F j, Y, g:i a" of PHP.
 */
#ifndef TR_DATE_PATTERN_H
#define TR_DATE_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

/* True if all of valid UTF-8 text [len] is such a pattern: letters for fields of a date, each
 * repeated or by itself, marks and blanks between them, and text in quotes or brackets. */
bool tr_is_date_pattern(const char *text, size_t len);

#endif
