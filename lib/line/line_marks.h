/*
 * line_marks.h - the tags within a line: taken out of what the model reads, and laid into what it
 * says (inline_tags.h, mark_places.h).
 *
 * While a line is translated, its result's source is the text without them.
 */
#ifndef TR_LINE_MARKS_H
#define TR_LINE_MARKS_H

#include "line/line.h"
#include "setup/setup.h"
#include "text/marks/inline_tags.h"

typedef struct tr_line_marks {
    const char *source; /* [source_len] of the line, with them */
    size_t source_len;
    tr_inline_tags tags;
    bool held;     /* the translation has places for all of them */
    tr_span *lost; /* [n_lost] bytes of the line: tags whose words the first translation lacks */
    size_t n_lost;
} tr_line_marks;

/* True if lines of such a session may have marks: text that is translated once has none, nor has
 * what comes of a model that tells no alignment. */
bool tr_line_may_have_marks(const tr_setup *setup);

/* Takes the tags out of the line's source, if it has some.  `spaces`: its language has blanks
 * between words.  TR_ENOMEM. */
int tr_line_take_marks(tr_line *line, bool spaces, tr_error *err);

/* Puts them into a hypothesis that has an alignment, which stays if the line's options want it, and
 * so do the places of its tokens.  Tags whose words the first hypothesis of the line's result lacks
 * are counted there as lost.  The buffer is overwritten.  Returns 1, or 0 if one has no place;
 * TR_ENOMEM. */
int tr_line_lay_marks(tr_line *line, tr_hypothesis *h, const tr_setup *setup, tr_buf *buf,
                      tr_error *err);

/* The source is the line's own again, and the places of its tokens are in the source; they are 0
 * unless `aligned`. */
void tr_line_put_marks_back(tr_line *line, bool aligned);

/* Where byte `at` of the source that is translated is in the line's; with `ends`, of something that
 * ends there. */
size_t tr_line_place(const tr_line *line, size_t at, bool ends);

#endif
