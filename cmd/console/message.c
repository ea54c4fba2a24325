#include "console/message.h"

#include <stdarg.h>
#include <stdio.h>

#include "console/printable.h"

enum { LONGEST = 4096 };

/* Prints `before`, the text with what a terminal may obey escaped, but for `kept`, and `after`. */
static void print_message(const char *before, const char *kept, const char *after, const char *fmt,
                          va_list ap)
{
    char text[LONGEST], shown[2 * LONGEST];

    vsnprintf(text, sizeof text, fmt, ap);
    printable_copy(shown, sizeof shown, text, kept);
    fprintf(stderr, "%s%s%s", before, shown, after);
}

void complain(const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    print_message("translate: ", "", "\n", fmt, ap);
    va_end(ap);
}

void tell(const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    print_message("", "\n", "", fmt, ap);
    va_end(ap);
}

void erase_line(void)
{
    fputs("\r\033[K", stderr);
}
