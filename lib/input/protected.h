/*
 * protected.h - protected text, which comes out as it went in, amid words that are translated:
 * addresses, pictures and signs (kept.h), placeholders (placeholders.h), codes (identifiers.h),
 * words in a script of which the model knows no letter, as "Привет" for a model of English and
 * German, words and signs with a character that its vocabulary lacks (coverage.h), as "București",
 * "µg/kg" and "₩50,000", words with U+FFFD, and words with raised or lowered digits, fractions or
 * ™, of which normalizers make others: 10², CO₂, 1½.  Numbers are protected when the model has lost
 * them.  So is what the user's patterns match (patterns.h), and so are brackets of other scripts
 * around words, 「so」, where the language has blanks between words.  Names whose translation is
 * known come out as it.
 */
#ifndef TR_PROTECTED_H
#define TR_PROTECTED_H

#include "input/protected_list.h"

/* Finds all in a passage of a text, valid UTF-8.  Overwrites the ids of the chunks.  numbers: NULL
 * for none.  TR_ENOMEM, and what tr_tokenizer_encode() returns. */
int tr_protected_find(tr_protected *h, tr_chunks *chunks, const char *text, tr_span passage,
                      const tr_lost_numbers *numbers, tr_error *err);

#endif
