/*
 * beside.h - documents of markup in two languages: the translation of each block stands behind it.
 *
 * All bytes of the source stay, in their order.  Behind a paragraph comes one of its own; in blocks
 * that have to stay one, such as headings, items and cells, the translation comes after a line end.
 * What may be there once only, such as ids, notes and pictures beside the text, is not in it.
 */
#ifndef TR_BESIDE_H
#define TR_BESIDE_H

#include "document/bilingual/beside_rules.h"

/* Appends the source with the translations of its blocks; nothing if blocks are not found again in
 * the translation `now`.  *n: how many translations there are. */
void tr_beside(const tr_beside_rules *rules, const tr_content *source, const tr_content *now,
               size_t *n, tr_buf *out);

#endif
