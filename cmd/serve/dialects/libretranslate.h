/* libretranslate.h - what the parts of LibreTranslate's interface share. */
#ifndef LIBRETRANSLATE_H
#define LIBRETRANSLATE_H

#include "serve/call/call.h"

/* Languages that are asked for; *any: the source is to be found out.  False after a refusal. */
bool libretranslate_read_languages(call *c, char source[TR_PEEK_SIZE], bool *any,
                                   char target[TR_PEEK_SIZE]);

/* A function of a dialect. */
const char *libretranslate_key(call *c);

#endif
