#include "console/printable.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <utf8proc.h>

/* Characters that nobody sees, and that change what is seen: marks of direction, ends of lines, and
 * others without a width; but not the ones that words are written with (U+00AD, U+200C, U+200D). */
static bool is_hidden(utf8proc_int32_t c)
{
    static const utf8proc_int32_t ranges[][2] = {
        {0x061C, 0x061C}, {0x180E, 0x180E}, {0x200B, 0x200B}, {0x200E, 0x200F},  {0x2028, 0x202E},
        {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F}};

    if (utf8proc_category(c) == UTF8PROC_CATEGORY_CC) return true;
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (c >= ranges[i][0] && c <= ranges[i][1]) return true;
    return false;
}

/* Length in bytes of the character at `text`, or of one byte that is not part of any; writes to
 * `escape` [ESCAPE_SIZE] what stands for it, "" for itself, and adds the columns that it takes. */
enum { ESCAPE_SIZE = 16 };
static size_t next_character(const char *text, size_t len, char *escape, size_t *width)
{
    utf8proc_int32_t c;
    const utf8proc_ssize_t n =
        utf8proc_iterate((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)len, &c);
    const unsigned value = n <= 0 ? (unsigned char)*text : (unsigned)c;

    *escape = '\0';
    if (n <= 0 || is_hidden(c))
        *width +=
            (size_t)snprintf(escape, ESCAPE_SIZE, value > 0xff ? "\\u%04X" : "\\x%02X", value);
    else
        *width += (size_t)utf8proc_charwidth(c);
    return n <= 0 ? 1 : (size_t)n;
}

/* Prints one character; prints nothing if `out` is NULL. */
static size_t show_character(FILE *out, const char *text, size_t len, size_t *width)
{
    char escape[ESCAPE_SIZE];
    const size_t n = next_character(text, len, escape, width);

    if (out && *escape) fputs(escape, out);
    if (out && !*escape) fwrite(text, 1, n, out);
    return n;
}

void printable_copy(char *out, size_t size, const char *text, const char *kept)
{
    size_t at = 0, columns = 0;

    for (size_t len = strlen(text); len > 0;) {
        char escape[ESCAPE_SIZE];
        const size_t n = next_character(text, len, escape, &columns);
        const bool stays = !*escape || strchr(kept, *text);
        const size_t wide = stays ? n : strlen(escape);
        if (at + wide >= size) break;
        memcpy(out + at, stays ? text : escape, wide);
        at += wide;
        text += n;
        len -= n;
    }
    out[at] = '\0';
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

size_t printable_fit(const char *text, size_t columns)
{
    size_t used = 0, at = 0, len = strlen(text);

    while (at < len) {
        const size_t n = show_character(NULL, text + at, len - at, &used);
        if (used > columns) break;
        at += n;
    }
    return at;
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
