#define _DEFAULT_SOURCE /* TIOCGWINSZ */
#include "console/message.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "console/printable.h"

enum { LONGEST = 4096 };

/* A passing line is on the terminal; the lock of stderr guards it. */
static bool line_is_shown;

/* Prints `before`, the text with what a terminal may obey escaped, but for `kept`, and `after`. */
static void print_message(const char *before, const char *kept, const char *after, const char *fmt,
                          va_list ap)
{
    char text[LONGEST], shown[2 * LONGEST];

    vsnprintf(text, sizeof text, fmt, ap);
    printable_copy(shown, sizeof shown, text, kept);
    flockfile(stderr);
    if (line_is_shown) erase_line();
    line_is_shown = false;
    fprintf(stderr, "%s%s%s", before, shown, after);
    funlockfile(stderr);
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

int has_passing_lines(void)
{
    const char *const terminal = getenv("TERM");
    return isatty(STDERR_FILENO) && !(terminal && !strcmp(terminal, "dumb"));
}

int terminal_columns(void)
{
    struct winsize size;
    return !ioctl(STDERR_FILENO, TIOCGWINSZ, &size) && size.ws_col ? size.ws_col : 80;
}

/* The last column stays free: some terminals go on in the next line once it is filled. */
void show_line(const char *fmt, ...)
{
    char text[LONGEST], shown[2 * LONGEST];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    printable_copy(shown, sizeof shown, text, "");
    shown[printable_fit(shown, (size_t)terminal_columns() - 1)] = '\0';
    flockfile(stderr);
    fprintf(stderr, "\r%s\033[K", shown);
    fflush(stderr);
    line_is_shown = true;
    funlockfile(stderr);
}

void hide_line(void)
{
    flockfile(stderr);
    if (line_is_shown) erase_line();
    line_is_shown = false;
    funlockfile(stderr);
}

void message_prepare(char *out, size_t size, const char *fmt, ...)
{
    char text[LONGEST], shown[2 * LONGEST];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    printable_copy(shown, sizeof shown, text, "");
    snprintf(out, size, "%stranslate: %s\n", has_passing_lines() ? "\r\033[K" : "", shown);
}

void message_say_prepared(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0) return;
}
