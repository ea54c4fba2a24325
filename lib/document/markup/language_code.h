/*
 * language_code.h - the language that a document says it is in.
 */
#ifndef TR_LANGUAGE_CODE_H
#define TR_LANGUAGE_CODE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

/* True if it could be a code of BCP 47: letters, digits, and hyphens between them. */
bool tr_language_is_code(const char *code);

/* True if code [len] is of the same language as another, whatever region and script they name. */
bool tr_language_matches(const char *code, size_t len, const char *language);

/* The value of "@@locale" in ARB, without its quotes; empty if there is none. */
tr_span tr_locale_find(const char *json, size_t size);

struct tr_markup;
struct tr_markup_token;

/* True if a start tag says that its element is in another language than `source`, which may be
 * NULL: nothing is known. */
bool tr_markup_is_foreign(const struct tr_markup *m, const struct tr_markup_token *t,
                          const char *source);

#endif
