/*
 * read_adoc.h - reads AsciiDoc, as Asciidoctor has it.
 *
 * Titles, paragraphs, items, terms, notes, cells of tables, titles of blocks and what stands for a
 * picture.  Code, comments, attributes, instructions and tables of data stay.
 */
#ifndef TR_READ_ADOC_H
#define TR_READ_ADOC_H

#include "document/segment/content.h"

/* TR_ENOMEM. */
int tr_read_adoc(tr_content *d, tr_error *err);

#endif
