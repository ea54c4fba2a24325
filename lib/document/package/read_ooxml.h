/*
 * read_ooxml.h - parts of Office Open XML documents (ECMA-376): paragraphs of WordprocessingML and
 * DrawingML, strings of SpreadsheetML.
 *
 * Text stands in runs (run.h).  Fields, formulas and deleted text stay.
 */
#ifndef TR_READ_OOXML_H
#define TR_READ_OOXML_H

#include "document/segment/content.h"

/* Begins a text that stays and is part of others: the others stay, too. */
#define TR_OOXML_PART "\1"

/* TR_EFORMAT names the place where the XML is not well-formed. */
int tr_read_ooxml(tr_content *d, tr_error *err);

#endif
