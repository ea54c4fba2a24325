/* markdown_line.h - lines of Markdown. */
#ifndef TR_MARKDOWN_LINE_H
#define TR_MARKDOWN_LINE_H

#include <stdbool.h>
#include <string.h>

#include "base/ascii.h"
#include "base/span.h"

typedef struct tr_md_line {
    size_t begin, text, end, next; /* `text`: after blanks and ">"; `end`: before blanks */
} tr_md_line;

/* The line of text [size] that begins at byte `begin`.  Its end is LF, CR LF or CR. */
tr_md_line tr_md_line_read(const char *t, size_t size, size_t begin);

/* True if the line's text is `what`. */
bool tr_md_line_is(const char *t, const tr_md_line *l, const char *what);

/* A letter, a digit or a hyphen. */
static inline bool tr_md_is_name_byte(char c)
{
    return tr_ascii_is_alnum(c) || c == '-';
}

#endif
