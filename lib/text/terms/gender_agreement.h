/* gender_agreement.h - agreement.h for languages whose determiners have the gender and the number
 * of a noun, but no cases (tr_gender_agreement in language_data.h). */
#ifndef TR_GENDER_AGREEMENT_H
#define TR_GENDER_AGREEMENT_H

#include "text/terms/variants.h"

void tr_agree_in_gender(const char *language, const char *text, size_t len, tr_span place,
                        const tr_noun *noun, tr_variants *out);

#endif
