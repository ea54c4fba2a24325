/*
 * unclosed.h - start tags without an end tag.
 *
 * To see that an element has no end, all that follows it has to be searched.  One search tells it
 * of all elements of the same name; what it found is kept, so that it is not made again for each.
 */
#ifndef TR_UNCLOSED_H
#define TR_UNCLOSED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TR_UNCLOSED_SEARCHES = 16 }; /* that are kept: one for each name */

typedef struct tr_unclosed_tags {
    uint32_t *at; /* [n] where they begin, ascending */
    size_t n, capacity;
    bool failed; /* out of memory */
} tr_unclosed_tags;

typedef struct tr_unclosed {
    tr_unclosed_tags found[TR_UNCLOSED_SEARCHES]; /* [n] */
    size_t n;
} tr_unclosed;

/* True if a search found that the start tag at byte `at` has no end. */
bool tr_unclosed_has(const tr_unclosed *u, size_t at);

/* A search meets a start tag at byte `at`, or an end tag, which ends the last one that is open. */
void tr_unclosed_open(tr_unclosed_tags *open, size_t at);
void tr_unclosed_close(tr_unclosed_tags *open);

/* A search is over: keeps the tags that are still open, if there is room.  `u` may be NULL. */
void tr_unclosed_keep(tr_unclosed *u, tr_unclosed_tags *open);

void tr_unclosed_free(tr_unclosed *u);

#endif
