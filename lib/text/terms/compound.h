/* compound.h - a noun in the place of a part of a compound: as agreement.h, for languages
 * that have compounds (tr_nouns in language_data.h). */
#ifndef TR_COMPOUND_H
#define TR_COMPOUND_H

#include "text/terms/variants.h"

/* `place` is a word that hyphens join to others, as "Benutzer" of "Benutzer-Datei". */
void tr_agree_joined(const char *language, const char *text, size_t len, tr_span place,
                     const tr_noun *noun, tr_variants *out);

/* `place` is a compound of whose parts the first, or the last, is another word for the noun.  Where
 * the parts meet is not known: all ways are tried.  The noun is joined with a hyphen to what is
 * left, as in "Rechner-Programm" for "Computerprogramm". */
void tr_agree_compound(const char *language, const char *text, size_t len, tr_span place,
                       const tr_noun *noun, bool is_first, tr_variants *out);

#endif
