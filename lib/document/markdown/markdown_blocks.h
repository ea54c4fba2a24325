/* markdown_blocks.h - a bound of what md4c holds for the blocks of a document. */
#ifndef TR_MARKDOWN_BLOCKS_H
#define TR_MARKDOWN_BLOCKS_H

#include <stddef.h>

/* Returns the bytes that md4c 0.4 takes for the blocks and lines of text [n]: 8 for the beginning
 * and for the end of each list, item and quotation, and 16 for a line.  A line that begins as the
 * one before it goes on with its list or quotation.  The bound may be more than md4c takes, as
 * marks in code count as well. */
size_t tr_md_block_bytes(const char *text, size_t n);

#endif
