/*
 * markdown_slug.h - the ids that GitHub, and those who follow it, make of the text of headings.
 *
 * Letters become small; letters, marks, digits, hyphens and what connects words, as "_", stay;
 * blanks become hyphens; all else goes.  The second of the same name ends in "-1", and so on
 * (https://github.com/Flet/github-slugger).
 */
#ifndef TR_MARKDOWN_SLUG_H
#define TR_MARKDOWN_SLUG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/region.h"

typedef struct tr_slugs {
    struct tr_slug **list; /* [capacity], by their hash; NULL: a free place */
    size_t n, capacity;
    tr_region region;
} tr_slugs;

/* The id of the next heading, whose text is valid UTF-8 [len]: it lives as long as the ids.  "" if
 * nothing of the text stays; NULL when out of memory. */
const char *tr_slugs_next(tr_slugs *s, const char *text, size_t len);

void tr_slugs_free(tr_slugs *s);

#endif
