/* far_brackets.h - brackets of other scripts than the Latin one, as 【】 and 「」, and of formulas,
 * as ⟦⟧, which texts in Latin letters have around words. */
#ifndef TR_FAR_BRACKETS_H
#define TR_FAR_BRACKETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bracket that closes what c opens; 0 if c opens nothing. */
int32_t tr_far_bracket_closing(int32_t c);

/* Bytes of the bracket at text [at, end), which opens or closes; 0 if there is none. */
size_t tr_far_bracket_length(const char *text, size_t at, size_t end);

/* True if text b [b_len] has each bracket, and \", as often as text a [a_len]. */
bool tr_far_brackets_agree(const char *a, size_t a_len, const char *b, size_t b_len);

#endif
