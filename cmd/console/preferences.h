/*
 * preferences.h - the user's settings file, $XDG_CONFIG_HOME/translate/settings: lines of
 * KEY = VALUE.  Blank lines, and lines that begin with "#", say nothing.
 */
#ifndef PREFERENCES_H
#define PREFERENCES_H

#include <stddef.h>

typedef struct preference {
    char *value;
    size_t line; /* from 1 */
} preference;

typedef struct preferences {
    char *path;         /* of the file; NULL: there is none */
    preference *models; /* [n_models]: the values of "model", in order */
    size_t n_models;
} preferences;

/* Reads the file, if there is one.  0, or -1 after a sentence that names file and line. */
int preferences_read(preferences *p);
void preferences_free(preferences *p);

#endif
