/* keywords.h - words and signs of programs, as the list of syntaxes defines them. */
#ifndef TR_KEYWORDS_H
#define TR_KEYWORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

/* True if a pattern (syntax/pattern.h), which may name definitions of the list, takes the word
 * whole. */
bool tr_keyword_is(const char *pattern, const char *text, tr_span word);

/* Bytes of the sign at text [at, end) that only programs have, as := and &&; 0 if there is none. */
size_t tr_code_sign_length(const char *text, size_t at, size_t end);

#endif
