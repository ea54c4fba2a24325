#include "console/alloc.h"

#include <malloc.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console/unfinished.h"

void end_without_memory(void)
{
    complain("out of memory");
    unfinished_end_program();
}

/* ---- What is left for the worst ------------------------------------------------------------ */

static _Atomic(void *) reserve;

static atomic_bool kept;

bool reserve_is_kept(void)
{
    return kept;
}

bool reserve_fill(size_t size)
{
    kept = true;
    if (!reserve) reserve = malloc(size);
    return reserve != NULL;
}

bool reserve_give_up(void)
{
    void *const last = atomic_exchange(&reserve, NULL);
    free(last);
    return last != NULL;
}

bool reserve_is_there(void)
{
    return reserve != NULL;
}

#ifdef M_TRIM_THRESHOLD
void trim_memory(void)
{
    malloc_trim(0);
}
#else
void trim_memory(void) {}
#endif

/* ---- Memory -------------------------------------------------------------------------------- */

static void *or_end(void *p)
{
    if (!p) end_without_memory();
    return p;
}

void *checked_malloc(size_t size)
{
    const size_t n = size ? size : 1;
    void *p = malloc(n);

    if (!p && reserve_give_up()) p = malloc(n);
    return or_end(p);
}

void *checked_realloc(void *p, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size) end_without_memory();
    const size_t n = count * size + !count;
    void *more = realloc(p, n);

    if (!more && reserve_give_up()) more = realloc(p, n);
    return or_end(more);
}

char *checked_copy(const char *bytes, size_t len)
{
    char *const copy = checked_malloc(len + 1);

    if (len) memcpy(copy, bytes, len);
    copy[len] = '\0';
    return copy;
}

char *checked_format(const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    const int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    char *text = n < 0 ? or_end(NULL) : checked_malloc((size_t)n + 1);
    va_start(ap, fmt);
    vsnprintf(text, (size_t)n + 1, fmt, ap);
    va_end(ap);
    return text;
}
