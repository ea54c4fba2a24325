/* pages.h - large pages for large blocks of memory. */
#ifndef TR_PAGES_H
#define TR_PAGES_H

#include <stddef.h>

/* Asks the system for large pages in a block that was allocated and not yet touched: one that is
 * passed over again and again then needs fewer addresses translated.  A wish: nothing happens where
 * the system has no such pages, or the block is smaller than a few of them. */
void tr_pages_large(void *block, size_t size);

#endif
