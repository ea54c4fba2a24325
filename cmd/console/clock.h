/* clock.h - a clock that never goes back. */
#ifndef CLOCK_H
#define CLOCK_H

/* Seconds since some moment. */
double clock_seconds(void);

#endif
