/*
 * markdown_tables.h - tables of Pandoc whose columns are where dashes are (dash_table.h).
 *
 * For its reader, a document has a comment with such a table, and behind it the table with bars.
 * What is written has the table as it was, or, where cells have changed, with the same dashes, or
 * as many more as they need.
 */
#ifndef TR_MARKDOWN_TABLES_H
#define TR_MARKDOWN_TABLES_H

#include "document/segment/content.h"

/* tr_reader.prepare: false if the document has no such table: nothing is appended. */
bool tr_markdown_tables_prepare(const tr_content *d, tr_buf *out);

/* tr_reader.restore */
void tr_markdown_tables_restore(const tr_content *source, const tr_content *d, tr_buf *out);

#endif
