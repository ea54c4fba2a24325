#include "message.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "output.h"

void complain(const char *fmt, ...)
{
    char text[4096];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    for (char *c = text; *c; c++) {
        const bool c1 = (unsigned char)c[0] == 0xc2 && (c[1] & 0xe0) == 0x80; /* U+0080-009F */
        if (c1 || (unsigned char)*c < 0x20 || *c == 0x7f) *c = '?';
        if (c1) c[1] = '?';
    }
    fprintf(stderr, "translate: %s\n", text);
}

static void *or_end(void *p)
{
    if (!p) {
        complain("out of memory");
        output_end_program();
    }
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
