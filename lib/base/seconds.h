/* seconds.h - a clock that is never set. */
#ifndef TR_SECONDS_H
#define TR_SECONDS_H

#include <time.h>

/* Seconds since some moment. */
static inline double tr_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
