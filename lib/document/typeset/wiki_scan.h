/* wiki_scan.h - where templates, links and addresses of MediaWiki end. */
#ifndef TR_WIKI_SCAN_H
#define TR_WIKI_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

typedef struct tr_wiki_text {
    const char *t; /* [size] */
    size_t size;
    size_t searched; /* bytes that were searched in vain: it has an end, so that time has one */
} tr_wiki_text;

/* True if there was so much to search in vain that nothing more is looked for. */
bool tr_wiki_has_searched_enough(const tr_wiki_text *w);

/* The byte after the template "{{...}}" at byte `at` of the text up to `end`; 0 if it has no end.
 */
size_t tr_wiki_end_of_template(tr_wiki_text *w, size_t at, size_t end);

/* Where the "]]" stands that closes the link "[[...]]" at byte `at`; 0 if none does. */
size_t tr_wiki_end_of_link(tr_wiki_text *w, size_t at, size_t end);

/* The byte after the address at byte `at`, "https://example.org"; 0 if none begins there.  In
 * brackets, it goes on to a blank. */
size_t tr_wiki_end_of_address(const tr_wiki_text *w, size_t at, size_t end, bool in_brackets);

/* The byte after a magic word, "__TOC__"; 0 if there is none. */
size_t tr_wiki_end_of_magic(const tr_wiki_text *w, size_t at, size_t end);

/* What a link is by what stands before the colon of its target. */
enum tr_wiki_link {
    TR_WIKI_PAGE,
    TR_WIKI_FILE,
    TR_WIKI_CATEGORY,
    TR_WIKI_LANGUAGE, /* the same page in another language */
    TR_WIKI_OTHER     /* of another namespace, or part of a page */
};
enum tr_wiki_link tr_wiki_link_kind(const tr_wiki_text *w, tr_span target);

/* The byte after what the converter of language variants reads, "-{zh:a;zh-tw:b}-"; 0: there is
 * none. */
size_t tr_wiki_end_of_variants(tr_wiki_text *w, size_t at, size_t end);

/* Parts of a link to a file stand behind bars; byte `bar` is the first, and `end` where the link
 * ends.  The caption is the last part that does not say how the file is shown, "thumb" or "200px";
 * empty: there is none. */
tr_span tr_wiki_caption(tr_wiki_text *w, size_t bar, size_t end);

/* The next of the texts, the caption and what stands for the picture, "alt=text", from the bar at
 * *bar on, which moves behind it; false if there is none. */
bool tr_wiki_next_text(tr_wiki_text *w, size_t *bar, size_t end, tr_span caption, tr_span *text);

#endif
