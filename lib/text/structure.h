/*
 * structure.h - the structure of a line: what stands around and between its texts.
 *
 * A text may begin with markers, as "- ", "3) ", "> > ", "[10:30] " or "## ", and a label in
 * capitals, as "NOTE: ".  Bars with blanks beside them, tabs, three blanks and more, leaders
 * ("....") and underlines ("___") part texts, and so do line feeds and tabs that are written out
 * (written_breaks.h), and the items of "1) one 2) two".  Each text is translated by itself, and the
 * rest stays.  The pattern of a date has no text.
 */
#ifndef TR_STRUCTURE_H
#define TR_STRUCTURE_H

#include <stdbool.h>

#include "base/span.h"
#include "text/stops.h"

/* Finds the next text of a line, valid UTF-8 text [len], at or after `from`; false when there is
 * none.  No text is blank, and none has white space around it.  The stops are of its language: an
 * ordinal number, as in German "3. Mai", is no marker. */
bool tr_structure_next(const tr_stops *stops, const char *text, size_t len, size_t from,
                       tr_span *part);

#endif
