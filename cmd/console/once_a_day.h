/* once_a_day.h - what a user is told now and then, and not each time. */
#ifndef ONCE_A_DAY_H
#define ONCE_A_DAY_H

#include <stdbool.h>

/* True, once in 24 hours, for what has this name; the time is the file's, NAME below
 * $XDG_CACHE_HOME/translate or ~/.cache/translate.  False where that cannot be noted. */
bool once_a_day(const char *name);

#endif
