/* declension.h - agreement.h for languages with cases (tr_cases in language_data.h). */
#ifndef TR_DECLENSION_H
#define TR_DECLENSION_H

#include "text/terms/variants.h"

void tr_decline(const char *language, const char *text, size_t len, tr_span place,
                const tr_noun *noun, tr_variants *out);

#endif
