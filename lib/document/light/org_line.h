/* org_line.h - what lines of Org are, and what stands beside marks in them. */
#ifndef TR_ORG_LINE_H
#define TR_ORG_LINE_H

#include "base/buf.h"
#include "base/span.h"
#include "document/light/light_line.h"

/* True of a line that begins with the stars of a heading. */
bool tr_org_is_heading(const char *t, const tr_light_line *l);

/* Bytes of the stars of a heading, with the blanks, the state and the priority behind them; 0: it
 * is none.  `states` has blanks around each that the document names. */
size_t tr_org_heading(const char *t, const tr_light_line *l, const char *states);

/* Appends the states that a line names, "#+TODO: OPEN(o) | SHUT", each with a blank behind it; none
 * if it is another line. */
void tr_org_take_states(const char *t, const tr_light_line *l, tr_buf *states);

/* Where the tags of a heading begin, with the blanks before them; its end if it has none. */
size_t tr_org_tags(const char *t, const tr_light_line *l);

/* Bytes of the mark of an item, with its box and the blanks after it; 0: it is none. */
size_t tr_org_item(const char *t, const tr_light_line *l);

/* Bytes of "#+NAME:" and the blanks after it; 0: it is none.  True if its value is text. */
size_t tr_org_keyword(const char *t, const tr_light_line *l);
bool tr_org_keyword_is_text(const char *t, const tr_light_line *l);

/* True of "#+ATTR_HTML: :alt Text". */
bool tr_org_is_attributes(const char *t, const tr_light_line *l);

/* True of a cell that says how a column is shown: "<l>", "<10>", "<r10>". */
bool tr_org_is_width(const char *t, tr_span cell);

/* The name by which links find a title: without counts, "[1/2]" or "[50%]", at its edges. */
tr_span tr_org_name(const char *t, tr_span title);

/* True of "#+BEGIN_X", and of one whose content stays; true of its end, whatever the case. */
bool tr_org_begins(const char *t, const tr_light_line *l, bool *stays);
bool tr_org_ends(const char *t, const tr_light_line *l);

/* True of ":NAME:", which begins a drawer. */
bool tr_org_is_drawer(const char *t, const tr_light_line *l);

/* True of the text of a note, "[fn:1] text". */
bool tr_org_is_note(const char *t, const tr_light_line *l);

/* True of comments, fixed lines, rules, and lines of times. */
bool tr_org_stays(const char *t, const tr_light_line *l);

/* True if no paragraph goes on with a line. */
bool tr_org_ends_paragraph(const char *t, const tr_light_line *l);

/* True if a character may stand before the first sign of emphasis, or behind the last. */
bool tr_org_may_precede(int32_t c);
bool tr_org_may_follow(int32_t c);

#endif
