/* plural_form.h - the names that CLDR has for forms of plurals. */
#ifndef TR_PLURAL_FORM_H
#define TR_PLURAL_FORM_H

#include <stdbool.h>
#include <stddef.h>

/* Form i of all that a language may have, "other" the last; NULL behind it. */
const char *tr_plural_form(size_t i);

/* True if a name is one. */
bool tr_is_plural_form(const char *name, size_t len);

#endif
