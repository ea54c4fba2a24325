/*
 * indesign_name.h - languages as InDesign's documents name them: "English: USA", "de_DE_2006".
 *
 * What stands before a colon is the language; the names are facts of languages (codes.indesign).
 */
#ifndef TR_INDESIGN_NAME_H
#define TR_INDESIGN_NAME_H

#include "base/span.h"

/* The bytes of a name in `text` that are its language: "English", or the whole name. */
tr_span tr_indesign_family(const char *text, tr_span name);

/* True if a name in `text` is of a language (BCP 47), whatever its region and its spelling. */
bool tr_indesign_matches(const char *text, tr_span name, const char *language);

/* The name [*len] that text of a language (BCP 47) is given: the name of its region, if InDesign
 * has one.  NULL if no name is known. */
const char *tr_indesign_name(const char *language, size_t *len);

#endif
