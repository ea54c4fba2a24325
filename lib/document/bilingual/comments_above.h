/* comments_above.h - the comments of XML right above an element, and behind it on its line, which
 * go with it. */
#ifndef TR_COMMENTS_ABOVE_H
#define TR_COMMENTS_ABOVE_H

#include "document/markup/markup.h"

/* Zero before the first token of a group, and behind each element. */
typedef struct tr_comments_above {
    size_t begin;  /* where the first comment begins; 0: there is none */
    bool own_line; /* a line has ended since the element before */
} tr_comments_above;

/* Takes a token between elements.  A comment on a line of its own goes with what comes next, but
 * for a blank line. */
void tr_comments_above_pass(tr_comments_above *a, const char *text, const tr_markup_token *t);

/* Where element `t` begins with the comments above it; none is above the next one. */
size_t tr_comments_above_take(tr_comments_above *a, const tr_markup_token *t);

/* The byte behind the comment that stands on the line of an element, from byte `at` behind it on;
 * `at`: there is none. */
size_t tr_comment_behind(const char *text, size_t at, size_t end);

#endif
