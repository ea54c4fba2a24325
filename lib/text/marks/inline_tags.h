/*
 * inline_tags.h - the tags within a line that are marks of its text (mark.h).
 *
 * Tags that are balanced, as <b>, </b>, and stand alone, as <x/> and <img>, are taken out of the
 * text: pairs and points.  So are marks around words (embracing.h), characters that are not seen
 * (unseen_marks.h), and the sign of a key (key_sign.h).  All others stay in it as atoms, and no
 * translation goes across them: tags that no other one ends or begins, tags of HTML's blocks and
 * breaks, tags around all of the text between two such, and tags that would join to a word, without
 * them, what is none.
 */
#ifndef TR_INLINE_TAGS_H
#define TR_INLINE_TAGS_H

#include <stdbool.h>

#include "base/region.h"
#include "text/marks/mark.h"

/* Bytes that were taken out. */
typedef struct tr_taken_out {
    size_t at; /* in the plain text */
    size_t len;
} tr_taken_out;

typedef struct tr_inline_tags {
    tr_marked_text plain; /* the text without them; spans of its marks are of the line */
    tr_taken_out *out;    /* [n_out], in order */
    size_t n_out;
} tr_inline_tags;

/* False if text [len], valid UTF-8, surely has none; it takes a moment to see. */
bool tr_inline_tags_may_be(const char *text, size_t len);

/* Finds the tags of a line, valid UTF-8 text [len].  `spaces`: its language has blanks between
 * words.  What is found lives as long as the region.  Returns 1, or 0 if no tag is to be taken out,
 * or there are too many; -1 when out of memory. */
int tr_inline_tags_find(tr_inline_tags *found, const char *text, size_t len, bool spaces,
                        tr_region *region);

/* True if a tag stands around code, <code>; text [len]. */
bool tr_inline_tag_is_code(const char *text, size_t len);

/* Where byte `at` of the plain text is in the line: behind the tags that stand there, or with
 * `ends` before them. */
size_t tr_inline_tags_source(const tr_inline_tags *tags, size_t at, bool ends);

#endif
