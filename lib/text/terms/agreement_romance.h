/* agreement_romance.h - agreement.h for Portuguese and Spanish. */
#ifndef TR_AGREEMENT_ROMANCE_H
#define TR_AGREEMENT_ROMANCE_H

#include "text/terms/variants.h"

/* True if it knows the language (BCP 47). */
bool tr_agrees_romance(const char *language);

void tr_agree_romance(const char *language, const char *text, size_t len, tr_span place,
                      const tr_noun *noun, tr_variants *out);

#endif
