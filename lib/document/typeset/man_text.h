/* man_text.h - text of manual pages within a paragraph: escapes, fonts, words that are code. */
#ifndef TR_MAN_TEXT_H
#define TR_MAN_TEXT_H

#include "document/segment/builder.h"
#include "document/typeset/roff_scan.h"

typedef struct tr_man_text {
    tr_builder b;
    const char *t; /* [size] */
    size_t size;
    bool font_open, size_open; /* a pair of escapes */
} tr_man_text;

/* Tells the builder of text [at], all on one line. */
void tr_man_build_text(tr_man_text *m, tr_span at);

/* Tells it of the arguments of a request for fonts, "BR" and the like, as text with marks. */
void tr_man_build_fonts(tr_man_text *m, const tr_roff_line *l);

#endif
