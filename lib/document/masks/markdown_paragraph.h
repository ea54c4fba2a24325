/*
 * markdown_paragraph.h - paragraphs with more marks than md4c is to hold.
 *
 * md4c holds 20 bytes and more for each mark of a paragraph, and looks through its lines for each
 * link.  So lines without a blank one between, which may be one paragraph, are counted with their
 * marks.  Where they become many, a blank line goes before one that begins a block anyway, or a
 * table's head before one of its rows.  Where there is none, the paragraph is left: md4c sees
 * blanks.
 */
#ifndef TR_MARKDOWN_PARAGRAPH_H
#define TR_MARKDOWN_PARAGRAPH_H

#include "document/masks/markdown_line.h"

/* Lines and marks that a paragraph may have. */
enum { TR_MD_PARAGRAPH_MARKS = 1 << 14 };

/* Goes through a text line by line; {0} at first. */
typedef struct tr_md_paragraph {
    size_t first;   /* byte of the text: where the lines begin that may be one paragraph */
    size_t n;       /* of the lines and their marks */
    size_t columns; /* of the row of dashes among them; 0: there is none */
    bool in_code;   /* between fences, as it seems */
    bool is_left;   /* they are more than a paragraph may have */
    unsigned ends;  /* of blocks of HTML in it, which md4c sees: a bit for each kind */
    size_t n_left;  /* paragraphs, rows and lines that are left */
} tr_md_paragraph;

/* What goes before a line. */
enum tr_md_step { TR_MD_NOTHING, TR_MD_BLANK_LINE, TR_MD_TABLE_HEAD };

/* Begins with a line that does not go on with the one before it, at byte `first`. */
void tr_md_paragraph_begin(tr_md_paragraph *c, size_t first);

/* Takes a line of text [size], and puts blanks in its place, and in the place of the lines before
 * it, if they are left. */
enum tr_md_step tr_md_paragraph_take(tr_md_paragraph *c, char *text, size_t size,
                                     const tr_md_line *l);

#endif
