/*
 * kept.h - words that mean something as they are spelled, and nothing in another language:
 * addresses of the web and of mail, with the marks that touch them, pictures (emoji) and signs such
 * as arrows, and strings longer than words are.
 */
#ifndef TR_KEPT_H
#define TR_KEPT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

enum { TR_LONGEST_KEPT_WORD = 150 }; /* characters: longer words are none */

/* Signs that hardly a vocabulary has, and that models make something else of: arrows, boxes, stars,
 * check marks, signs before a year or a paragraph, and signs between sections. */
bool tr_is_symbol(int32_t c);

/* Finds the first such word of valid UTF-8 text [len] at or after `from`; false when there is
 * none.  `spaces`: the text has blanks between words, so that a word may be too long to be one.
 * Without blanks, text follows an address at once: the address ends before the first character
 * that is not ASCII, and marks around it are not kept. */
bool tr_kept_next(const char *text, size_t len, size_t from, bool spaces, tr_span *kept);

#endif
