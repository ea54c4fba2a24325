#include "console/alloc.h"

#include <stdarg.h>
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

static void *or_end(void *p)
{
    if (!p) end_without_memory();
    return p;
}

void *checked_malloc(size_t size)
{
    return or_end(malloc(size ? size : 1));
}

void *checked_realloc(void *p, size_t count, size_t size)
{
    return or_end(size && count > SIZE_MAX / size ? NULL : realloc(p, count * size + !count));
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
