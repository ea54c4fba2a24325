#include "console/printable.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <utf8proc.h>

/* Prints one character, or one byte that is not part of any; prints nothing if `out` is NULL.  Adds
 * the columns it takes to *width.  Returns its length in bytes. */
static size_t show_character(FILE *out, const char *text, size_t len, size_t *width)
{
    utf8proc_int32_t c;
    const utf8proc_ssize_t n =
        utf8proc_iterate((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)len, &c);
    if (n <= 0 || utf8proc_category(c) == UTF8PROC_CATEGORY_CC) {
        const unsigned value = n <= 0 ? (unsigned char)*text : (unsigned)c;
        if (out) fprintf(out, "\\x%02X", value);
        *width += 4;
        return n <= 0 ? 1 : (size_t)n;
    }
    if (out) fwrite(text, 1, (size_t)n, out);
    *width += (size_t)utf8proc_charwidth(c);
    return (size_t)n;
}

size_t printable_text(FILE *out, const char *text, size_t len, size_t width)
{
    size_t columns = 0;

    for (size_t i = 0; i < len;)
        i += show_character(out, text + i, len - i, &columns);
    if (!out) return columns;
    for (; columns < width; columns++)
        fputc(' ', out);
    return columns;
}

size_t printable_width(const char *text, size_t len)
{
    return printable_text(NULL, text, len, 0);
}

int printable_has_colours(FILE *out)
{
    const char *terminal = getenv("TERM"), *refused = getenv("NO_COLOR");

    return isatty(fileno(out)) && terminal && strcmp(terminal, "dumb") != 0 &&
           !(refused && *refused);
}

void printable_bytes(char *text, size_t size, unsigned long long bytes)
{
    static const char *const units[] = {"kB", "MB", "GB", "TB"};
    double n = (double)bytes / 1000;
    size_t unit = 0;

    for (; n >= 999.95 && unit < 3; unit++)
        n /= 1000;
    if (bytes < 1000)
        snprintf(text, size, "%llu B", bytes);
    else
        snprintf(text, size, "%.1f %s", n, units[unit]);
}
