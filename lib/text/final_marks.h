/*
 * final_marks.h - the mark of exclamation or question that ends a short sentence, in the
 * translation as in the source: models end commands, "Komm her!", with a full stop.
 *
 * Languages have their own: "¡Ven aquí!" in Spanish, and a semicolon that asks in Greek.
 */
#ifndef TR_FINAL_MARKS_H
#define TR_FINAL_MARKS_H

#include <stddef.h>

#include "base/buf.h"
#include "language/language_data.h"
#include "translate.h"

/* Writes the mark of a source into its translation `text`, of which bytes from `begin` on are one
 * sentence, in the place of a full stop, or behind its last word; offsets [n], ascending, are of
 * bytes of the text, and move with it. */
void tr_final_marks_write(tr_string source, const tr_orthography *from, const tr_orthography *to,
                          tr_buf *text, size_t begin, size_t *offsets, size_t n);

#endif
