/* links.h - which words of a translation come from which of the text. */
#ifndef LINKS_H
#define LINKS_H

#include "serve/translator/translator_request.h"

/* Appends links of a line that was translated with alignments to *links [*n], counted from the
 * line's beginnings. */
void links_add(translator_link **links, size_t *n, const tr_translation *t);

/* Moves links [n] on by so many bytes. */
void links_move(translator_link *links, size_t n, size_t source, size_t target);

#endif
