/* bar.h - how far a download is, on a terminal, ten times a second. */
#ifndef BAR_H
#define BAR_H

#include <stdbool.h>
#include <stdint.h>

typedef struct bar {
    bool shown;
    const char *label;
    uint64_t total, first; /* bytes; total is 0 where it is not known; there at the beginning */
    double begun, drawn;   /* seconds */
} bar;

/* Shows nothing unless `wanted` and stderr is a terminal. */
void bar_begin(bar *b, bool wanted, const char *label, uint64_t first, uint64_t total);
void bar_show(bar *b, uint64_t have);

/* Leaves an empty line. */
void bar_end(bar *b);

#endif
