/* order.h - the smaller and the larger of two sizes, and the order of strings for qsort(). */
#ifndef TR_ORDER_H
#define TR_ORDER_H

#include <stddef.h>
#include <string.h>

static inline size_t tr_smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static inline size_t tr_larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* For qsort() and bsearch() of pointers to strings, or of structures that begin with one. */
static inline int tr_compare_strings(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

#endif
