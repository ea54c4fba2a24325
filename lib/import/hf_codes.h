/* hf_codes.h - the languages of families of models, in the order of their training. */
#ifndef TR_HF_CODES_H
#define TR_HF_CODES_H

/* A list of codes that ends in NULL; NULL when no list has that name.  "MBart", "MBart50", "Nllb",
 * "m2m100", "wmt21". */
const char *const *tr_hf_known_codes(const char *name);

#endif
