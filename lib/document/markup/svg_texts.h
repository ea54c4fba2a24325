/*
 * svg_texts.h - pictures of SVG: titles, descriptions, and the text that is drawn.
 */
#ifndef TR_SVG_TEXTS_H
#define TR_SVG_TEXTS_H

#include "document/markup/markup.h"
#include "document/segment/builder.h"

/* Tells the builder of the elements in bytes `part` of m->text: the text of title, desc and text.
 * A tspan is a mark, but for one that has a place of its own (x, y, dy), which begins a line.
 * Styles, scripts and all that is no text stay. */
void tr_build_svg(tr_builder *b, const tr_markup *m, tr_span part);

#endif
