/*
 * language_code.h - the language that a document says it is in.
 */
#ifndef TR_LANGUAGE_CODE_H
#define TR_LANGUAGE_CODE_H

#include <stdbool.h>
#include <stddef.h>

/* True if it could be a code of BCP 47: letters, digits, and hyphens between them. */
bool tr_language_is_code(const char *code);

/* True if code [len] is of the same language as another, whatever region and script they name. */
bool tr_language_matches(const char *code, size_t len, const char *language);

#endif
