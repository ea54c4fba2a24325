/*
 * language_codes.h - languages as programs write them, and as models do.
 *
 * Programs have their own codes: "zh-CN" and "zh-Hans" are "zh", "EN-US" is "en", "iw" is "he",
 * "deu_Latn" is "de".  A code means a language of the same script; "zh-TW" is no "zh".
 */
#ifndef LANGUAGE_CODES_H
#define LANGUAGE_CODES_H

#include "serve/translator/translator.h"

/* The language of the models that a code means, spelled as they do; false if they have none. */
bool find_language_code(translator *d, const char *code, bool is_target, char out[TR_PEEK_SIZE]);

/* Finds the language of either side; what no model has comes out in small letters. */
const char *language_of_code(translator *d, const char *code, char out[TR_PEEK_SIZE]);

/* As find_language_code(), by its name in English, in Chinese or in itself, or by its code:
 * "German", "Deutsch", "Traditional Chinese". */
bool find_language_name(translator *d, const char *name, bool is_target, char out[TR_PEEK_SIZE]);

#endif
