/* alloc.h - memory that is always there: the program ends with a sentence when it is not. */
#ifndef ALLOC_H
#define ALLOC_H

#include <stdbool.h>
#include <stddef.h>

#include "console/message.h"

/* Says so, and ends the program. */
void end_without_memory(void);

/* Sets so many bytes aside, if they are not yet: when there is no memory, they are given up, and
 * the program goes on this once.  A program that serves others fills them again, and takes no more
 * work while they are not there.  False: there is no memory for them.  One thread fills. */
bool reserve_fill(size_t size);
bool reserve_is_kept(void); /* true in a program that has filled it once: it has others to serve */
bool reserve_is_there(void);
bool reserve_give_up(void); /* true if there may be memory now: what failed is tried again */

/* Gives memory that is free back to the system. */
void trim_memory(void);

void *checked_malloc(size_t size);
void *checked_realloc(void *p, size_t count, size_t size);

/* A copy of `len` bytes, with a NUL behind them. */
char *checked_copy(const char *bytes, size_t len);

char *checked_format(const char *fmt, ...) PRINTF_LIKE(1, 2);

#endif
