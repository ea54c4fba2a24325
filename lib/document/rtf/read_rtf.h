/*
 * read_rtf.h - the Rich Text Format (version 1.9.1): paragraphs, cells, notes, headers, footers,
 * text boxes, comments, the title and the subject.
 *
 * What lies between two texts, groups that end and begin and words of looks, is a start or an end
 * of a pair if the look changes, and nothing if it does not.
 */
#ifndef TR_READ_RTF_H
#define TR_READ_RTF_H

#include "document/segment/content.h"

int tr_read_rtf(tr_content *d, tr_error *err);

#endif
