/* printable.h - text for people to look at. */
#ifndef PRINTABLE_H
#define PRINTABLE_H

#include <stddef.h>
#include <stdio.h>

/* Prints UTF-8 text with control characters and bytes that are not UTF-8 escaped ("\x1B"), and with
 * marks of direction and others that nobody sees ("\u202E"); then blanks up to `width` columns.
 * Returns the columns printed. */
size_t printable_text(FILE *out, const char *text, size_t len, size_t width);

/* The same into out [size], which may cut it; control characters in `kept` stay. */
void printable_copy(char *out, size_t size, const char *text, const char *kept);

/* Columns that printable_text() needs. */
size_t printable_width(const char *text, size_t len);

/* Bytes of the text that so many columns have room for. */
size_t printable_fit(const char *text, size_t columns);

/* True if `out` is a terminal that shows colours, and the user has not asked for none
 * ($NO_COLOR, TERM=dumb). */
int printable_has_colours(FILE *out);

/* "7.3 MB" */
void printable_bytes(char *text, size_t size, unsigned long long bytes);

#endif
