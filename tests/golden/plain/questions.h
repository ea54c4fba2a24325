/* questions.h - numbers of one sentence that answer what readers of docs/transformer.md ask. */
#ifndef QUESTIONS_H
#define QUESTIONS_H

#include "golden/plain/transformer.h"

/* Notes them all, of a source of ids [n] and its translation of ids [n_target].  Changes t. */
void questions_note(transformer *t, const int32_t *ids, size_t n, const int32_t *target,
                    size_t n_target);

#endif
