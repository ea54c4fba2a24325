/* deepl.h - what the parts of DeepL's interface share. */
#ifndef DEEPL_H
#define DEEPL_H

#include "serve/call/call.h"

/* False after a refusal. */
bool deepl_has_key(call *c);

/* A language by a parameter's name; *out "": there is no such parameter, as a source may lack.
 * False after a refusal. */
bool deepl_read_language(call *c, const char *name, bool is_source, char out[TR_PEEK_SIZE]);

/* The wish of a translation into a language, enum tr_formality.  False after a refusal. */
bool deepl_read_formality(call *c, const char *target, int *formality);

/* The names of a parameter that is a list of them, or has commas between them: the caller frees it;
 * NULL: none. */
char *deepl_read_names(call *c, const char *name);

/* Functions of a dialect. */
void deepl_refuse(call *c, int status, const char *message);
const char *deepl_key(call *c);

#endif
