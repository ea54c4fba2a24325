/*
 * ooxml_texts.h - text of Office files that stands in no paragraph: descriptions of pictures, tips
 * and messages, in attributes; heads and feet of sheets, with codes in it.
 */
#ifndef TR_OOXML_TEXTS_H
#define TR_OOXML_TEXTS_H

#include "document/markup/markup.h"
#include "document/segment/builder.h"

/* Tells the builder of the attributes of a start tag that are text. */
void tr_ooxml_build_attributes(tr_builder *b, const tr_markup *m, const tr_markup_token *t);

/* True for the text of an element that is a head or a foot of a sheet. */
bool tr_ooxml_is_sheet_head(const tr_markup_token *t);

/* Builds it: "&L", "&C" and "&R" part it; the number of a page and the like are atoms, looks are
 * points. */
void tr_ooxml_build_sheet_head(tr_builder *b, tr_span raw);

#endif
