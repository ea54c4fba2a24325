/* notes.h - numbers by name, as docs/transformer.md has them. */
#ifndef NOTES_H
#define NOTES_H

#include <stdbool.h>
#include <stddef.h>

/* From now on numbers are noted, or are not. */
void notes_want(bool wanted);

/* The first eight of value [n], which the page has in a line "    NAME = NUMBER NUMBER ...". */
void note(const char *name, const double *value, size_t n);

/* Tests that the page has each line that was noted, with four digits. */
void notes_check(const char *path);

#endif
