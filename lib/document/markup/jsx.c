#include "document/markup/jsx.h"

#include <string.h>

#include "base/ascii.h"

/* The last byte of the string that the quotation mark at `at` begins; `at` if it is no string.
 * Strings of one line end there. */
static size_t string_end(const char *text, size_t at, size_t end)
{
    for (size_t i = at + 1; i < end; i++) {
        if (text[i] == text[at]) return i;
        if (text[at] != '`' && tr_ascii_is_line_end(text[i])) return at;
        i += text[i] == '\\';
    }
    return at;
}

/* The last byte of the comment that begins at `at`; `end` if it does not end. */
static size_t comment_end(const char *text, size_t at, size_t end)
{
    for (size_t i = at + 3; i < end; i++)
        if (text[i] == '/' && text[i - 1] == '*') return i;
    return end;
}

size_t tr_jsx_expression_end(const char *text, size_t at, size_t end)
{
    bool templates = true; /* a string between backticks has an end */
    size_t depth = 0;

    for (size_t i = at; i < end; i++) {
        const char c = text[i];
        if (c == '{') depth++;
        if (c == '}' && --depth == 0) return i + 1;
        if (c == '/' && i + 1 < end && text[i + 1] == '*') {
            i = comment_end(text, i, end);
        } else if (c == '"' || c == '\'' || (c == '`' && templates)) {
            const size_t last = string_end(text, i, end);
            templates = templates && !(c == '`' && last == i);
            i = last;
        }
    }
    return 0;
}

bool tr_jsx_is_comment(const char *text, size_t at, size_t end)
{
    return end - at >= 6 && !memcmp(text + at, "{/*", 3) && !memcmp(text + end - 3, "*/}", 3);
}
