/*
 * clock.h - times of the day that words complete, as "5 p.m.", "17 Uhr" and "às 17 horas", and from
 * one to another, as "9 a.m. - 5 p.m." and "9-17 Uhr".
 *
 * Models copy 17:00, and lose what halves the day.
 */
#ifndef TR_CLOCK_H
#define TR_CLOCK_H

#include <stdbool.h>

#include "base/span.h"

enum { TR_CLOCK_SIZE = 28 }; /* two times, a dash and two blanks */

/* Finds the first one in valid UTF-8 text [from, end); false when there is none.  time: hours and
 * minutes since midnight, as "17:00" or "9:30", with seconds where there are, as "9:30:05", or two
 * of them with the dash and the blanks that are between the text's times. */
bool tr_clock_next(const char *text, size_t from, size_t end, tr_span *at,
                   char time[TR_CLOCK_SIZE]);

#endif
