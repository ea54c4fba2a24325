/*
 * plural_forms.h - how many plural forms a language has, and which a number takes: the field
 * "Plural-Forms" of catalogues, as GNU gettext's manual has it.
 */
#ifndef TR_PLURAL_FORMS_H
#define TR_PLURAL_FORMS_H

#include "document/segment/content.h"

/* The field for a language (BCP 47), as "nplurals=2; plural=(n != 1);"; NULL: it is not known. */
const char *tr_plural_forms_of(const char *language);

/* Of a catalogue that is a template, whose field says no number yet: appends it with the field of
 * the target language, and with as many empty msgstr for each plural.  False, with nothing
 * appended, where it is none, or the field is not known. */
bool tr_prepare_po(const tr_content *d, tr_buf *out);

#endif
