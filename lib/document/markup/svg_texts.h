/*
 * svg_texts.h - pictures of SVG: titles, descriptions, and the text that is drawn; and the texts of
 * what a sentence has as one mark.
 */
#ifndef TR_SVG_TEXTS_H
#define TR_SVG_TEXTS_H

#include "document/markup/markup.h"
#include "document/markup/vocabulary.h"
#include "document/segment/builder.h"

/* Tells the builder of the elements in bytes `part` of m->text: the text of title, desc and text.
 * A tspan is a mark, but for one that has a place of its own (x, y, dy), which begins a line.
 * Styles, scripts and all that is no text stay. */
void tr_build_svg(tr_builder *b, const tr_markup *m, tr_span part);

/* Tells it of the texts within an atom, bytes `part` of m->text, which are segments of their own:
 * texts in elements that `names` lists; NULL: in all but code, styles and scripts, and what stays
 * in vocabulary `x`, unless that is NULL. */
void tr_build_inner_texts(tr_builder *b, const tr_markup *m, tr_span part, const char *names,
                          const tr_vocabulary *x);

#endif
