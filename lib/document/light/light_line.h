/* light_line.h - lines of light markup languages: reStructuredText, AsciiDoc, Org. */
#ifndef TR_LIGHT_LINE_H
#define TR_LIGHT_LINE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct tr_light_line {
    size_t begin, next; /* `next`: where the next line begins */
    size_t text, end;   /* without the blanks at its edges */
    size_t column;      /* of the text, from 0 on; tabs go on to every eighth */
} tr_light_line;

/* The line of text [size] that begins at byte `begin`.  Its end is LF, CR LF or CR. */
tr_light_line tr_light_line_read(const char *t, size_t size, size_t begin);

static inline bool tr_light_line_is_blank(const tr_light_line *l)
{
    return l->text == l->end;
}

/* Moves the text of a line on to byte `at`, and past the blanks there. */
void tr_light_line_move(const char *t, tr_light_line *l, size_t at);

/* True if the text begins with a string, or is one. */
bool tr_light_line_begins(const char *t, const tr_light_line *l, const char *with);
bool tr_light_line_is(const char *t, const tr_light_line *l, const char *what);

/* How often the byte that begins the text is repeated, if it is all of the text; else 0. */
size_t tr_light_line_row(const char *t, const tr_light_line *l);

/* Columns of text [len] on a screen. */
size_t tr_light_width(const char *text, size_t len);

#endif
