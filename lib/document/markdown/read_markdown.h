/*
 * read_markdown.h - Markdown: CommonMark 0.30, with GitHub's tables, strikethrough and tasks.
 *
 * md4c reports the blocks; markdown_spans.h finds the marks in them.  The front matter is YAML or
 * TOML, of which titles and descriptions are text; blocks of HTML are HTML.
 */
#ifndef TR_READ_MARKDOWN_H
#define TR_READ_MARKDOWN_H

#include "base/error.h"
#include "document/segment/content.h"

/* TR_EUNSUPPORTED in a build without md4c. */
int tr_read_markdown(tr_content *d, tr_error *err);

/* Reads a text that has no front matter. */
int tr_read_markdown_cell(tr_content *d, tr_error *err);

#endif
