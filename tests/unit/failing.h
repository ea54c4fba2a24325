/*
 * failing.h - allocations that fail when a test says so.  The suite that includes it is linked
 * with --wrap for the four (tests.mk).
 *
 *     for (int n = 0;; n++) {
 *         fail_allocation(n);
 *         const int rc = step();
 *         if (!fail_allocation(-1)) break;  (step() makes no more than n)
 *     }
 */
#ifndef FAILING_H
#define FAILING_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);

static int allocations_before = -1; /* the one that fails; -1: none does */
static bool memory_ends;            /* so do all after it */

/* Lets the allocation after `n` others fail, once; -1: none.  Returns whether the one that was
 * asked for before has failed. */
static inline bool fail_allocation(int n)
{
    const bool failed = allocations_before < 0;
    allocations_before = n;
    memory_ends = false;
    return failed;
}

/* Lets all allocations after `n` others fail; -1: none. */
static inline void end_memory(int n)
{
    allocations_before = n;
    memory_ends = true;
}

static inline bool fails_now(void)
{
    if (allocations_before < 0) return false;
    if (allocations_before > 0) return allocations_before--, false;
    if (!memory_ends) allocations_before = -1;
    errno = ENOMEM;
    return true;
}

void *__wrap_malloc(size_t n)
{
    return fails_now() ? NULL : __real_malloc(n);
}

void *__wrap_calloc(size_t n, size_t size)
{
    return fails_now() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t n)
{
    return fails_now() ? NULL : __real_realloc(p, n);
}

#endif
