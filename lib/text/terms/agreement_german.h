/* agreement_german.h - agreement.h for German. */
#ifndef TR_AGREEMENT_GERMAN_H
#define TR_AGREEMENT_GERMAN_H

#include "text/terms/variants.h"

void tr_agree_german(const char *text, tr_span place, const tr_noun *noun, tr_variants *out);

#endif
