/* plural_forms.h - templates of catalogues, which get as many forms as the target language has. */
#ifndef TR_PLURAL_FORMS_H
#define TR_PLURAL_FORMS_H

#include "document/segment/content.h"

/* Of a catalogue that is a template, whose field says no number yet: appends it with the field of
 * the target language, and with as many empty msgstr for each plural.  False, with nothing
 * appended, where it is none, or the field is not known. */
bool tr_prepare_po(const tr_content *d, tr_buf *out);

#endif
