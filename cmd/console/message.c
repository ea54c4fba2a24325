#include "console/message.h"

#include <stdarg.h>
#include <stdio.h>

#include "console/printable.h"

enum { LONGEST = 4096 };

void complain(const char *fmt, ...)
{
    char text[LONGEST], shown[2 * LONGEST];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    printable_copy(shown, sizeof shown, text, "");
    fprintf(stderr, "translate: %s\n", shown);
}

void tell(const char *fmt, ...)
{
    char text[LONGEST], shown[2 * LONGEST];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    printable_copy(shown, sizeof shown, text, "\n");
    fputs(shown, stderr);
}

void erase_line(void)
{
    fputs("\r\033[K", stderr);
}
