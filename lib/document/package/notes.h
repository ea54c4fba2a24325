/*
 * notes.h - notes within a sentence, whose text is no part of it: footnotes, endnotes and comments
 * of OpenDocument, footnotes of DocBook and of IDML.
 *
 * For its reader, a document has them at its end, and an instruction in the place of each, which is
 * a point in its sentence.  What is written has them where they were.
 */
#ifndef TR_NOTES_H
#define TR_NOTES_H

#include "document/segment/content.h"

/* Appends the document with its notes at its end.  False if it has none: nothing is appended. */
bool tr_notes_move(const tr_content *d, tr_buf *out);

/* Appends the translation `d` of such a document with its notes in their places again. */
void tr_notes_restore(const tr_content *source, const tr_content *d, tr_buf *out);

#endif
