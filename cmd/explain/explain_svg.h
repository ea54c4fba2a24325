/* explain_svg.h - one view of a sentence as a drawing, fit for a paper. */
#ifndef EXPLAIN_SVG_H
#define EXPLAIN_SVG_H

#include "explain/explain_json.h"

/* In the order of the words that --view takes. */
enum svg_view { VIEW_ALIGNMENT, VIEW_HEAD, VIEW_MATRIX, VIEW_MODEL, VIEW_BEAM, VIEW_POSITIONS };

void explain_svg(FILE *out, const record *r, const sentence *s, int view, head_choice head);

#endif
