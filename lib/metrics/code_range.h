/* code_range.h - ranges of code points. */
#ifndef TR_CODE_RANGE_H
#define TR_CODE_RANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tr_code_range {
    uint32_t first, last;
} tr_code_range;

/* True if c is in one of ranges [n]. */
static inline bool tr_code_is_in(const tr_code_range *ranges, size_t n, uint32_t c)
{
    for (size_t i = 0; i < n; i++)
        if (c >= ranges[i].first && c <= ranges[i].last) return true;
    return false;
}

#endif
