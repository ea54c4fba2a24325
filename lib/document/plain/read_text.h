/*
 * read_text.h - plain text, paragraph by paragraph.
 *
 * Lines that were broken to fit a width are joined, and what comes out is broken to fit that width
 * again.  Indentation, ">" of quotations and marks of lists stay.  Verse and tables are read line
 * by line.
 */
#ifndef TR_READ_TEXT_H
#define TR_READ_TEXT_H

#include "document/segment/content.h"

int tr_read_text(tr_content *d, tr_error *err);

/* The body of a mail: its signatures stay.  In flowed text (RFC 3676) a line that ends in a blank
 * goes on in the next one. */
int tr_read_mail_text(tr_content *d, tr_error *err);
int tr_read_flowed_text(tr_content *d, tr_error *err);

/* Each line by itself. */
int tr_read_lines(tr_content *d, tr_error *err);

#endif
