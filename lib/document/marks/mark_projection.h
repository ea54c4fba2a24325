/* mark_projection.h - marks from a segment to its translation, where mark_places.h finds them. */
#ifndef TR_MARK_PROJECTION_H
#define TR_MARK_PROJECTION_H

#include "base/error.h"
#include "document/segment/segment.h"

/* Appends the translation of p->text with its marks as tagged.h has them.  `t` has alignments and
 * the places of its tokens.  Languages of both are in BCP 47, or NULL.  Sets how many marks have
 * lost their words (lost_mark.h).  Returns 1, or 0 if there is no place for a mark: nothing is
 * appended then; TR_ENOMEM. */
int tr_marks_project(const tr_segment *p, const tr_translation *t, const char *const languages[2],
                     tr_buf *tagged, size_t *n_lost, tr_error *err);

#endif
