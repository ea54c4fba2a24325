#include "console/message.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

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
