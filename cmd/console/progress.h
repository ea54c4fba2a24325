/* progress.h - how far long work is, how fast it goes and how long it will take, on one line.
 *
 * A terminal shows it once the work has lasted two seconds, and it goes when the work is done.
 * Elsewhere it is asked for (--progress): a line every few seconds, and one in the end.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "console/options.h"

enum progress_mode { PROGRESS_AUTOMATIC, PROGRESS_WANTED, PROGRESS_UNWANTED };

/* Both fill an int with a mode. */
#define PROGRESS_OPTION_ROWS(type, field)                                                          \
    OPTION_RANGE_ROW(0, "progress", NULL, OPTION_SET, offsetof(type, field), PROGRESS_WANTED, 0,   \
                     "tell how far long work is where stderr is no terminal, too"),                \
        OPTION_RANGE_ROW(0, "no-progress", NULL, OPTION_SET, offsetof(type, field),                \
                         PROGRESS_UNWANTED, 0, "show no progress")

typedef struct progress {
    bool on, passes;   /* it is shown at all; as a line that passes */
    const char *units; /* what is counted, such as "lines"; NULL: only parts are known */
    double begun, told;
    double since, since_part; /* when rates begin to count, 0: not yet; and what was done then, */
    size_t since_n, first;    /*   and how many units; and how many when it all began */
} progress;

/* Nothing is shown by default while standard output goes to the terminal, too: `prints`. */
void progress_begin(progress *p, int mode, const char *units, bool prints);

/* A part, and so many units, were done by an earlier run: rates and the time left count from here.
 */
void progress_skip(progress *p, double part, size_t n);

/* True if it is time for progress_show(): asked often, it costs little.  A part, < 0 if that is not
 * known, and so many units are done.  As work may be done many units at once, rates count from the
 * first call. */
bool progress_is_due(progress *p, double part, size_t n);

/* Shows what is done: a part of the whole, < 0 if that is not known, and so many units.  `name` may
 * be NULL. */
void progress_show(progress *p, const char *name, double part, size_t n);

/* Tells that the work is done, and so many units of it, if it is not to pass. */
void progress_end(progress *p, const char *name, size_t n);

#endif
