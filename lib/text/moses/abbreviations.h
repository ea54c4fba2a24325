/* abbreviations.h - words whose full stop Moses takes for a part of them. */
#ifndef TR_ABBREVIATIONS_H
#define TR_ABBREVIATIONS_H

#include "text/moses/cells.h"
#include "text/moses/moses.h"

/* True for word [n], without its full stop.  Some are abbreviations before a number only. */
bool tr_moses_abbreviates(const tr_moses *m, const tr_cell *word, size_t n, bool before_number);

#endif
