/*
 * read_idml.h - stories of InDesign documents: IDML File Format Specification, 10.3.
 *
 * Text stands in <Content>, most of it in runs of one look, <CharacterStyleRange> (run.h).  What is
 * around text within a run or between runs, such as the source of a link, is a pair; what holds
 * paragraphs, such as a table, ends a sentence.  Deleted and hidden text, and remarks, stay.
 */
#ifndef TR_READ_IDML_H
#define TR_READ_IDML_H

#include "document/segment/content.h"

/* TR_EFORMAT names the place where the XML is not well-formed. */
int tr_read_idml(tr_content *d, tr_error *err);

/* Reads a spread: what stands for its pictures. */
int tr_read_idml_spread(tr_content *d, tr_error *err);

#endif
