/*
 * plural_forms.h - plurals of a catalogue get the forms that their language has: "few" and "many"
 * of Polish beside "one" and "other" of English.
 *
 * A plural is a group of nothing but forms, as Rails, go-i18n, Android and Apple's .stringsdict
 * have it, or keys "file_one" and "file_other" of an object, as i18next has it.  A form that it
 * lacks is a copy of "other", before it is translated; icu_plurals.h says which forms a language
 * has.
 */
#ifndef TR_PLURAL_FORMS_H
#define TR_PLURAL_FORMS_H

#include "document/catalogue/entry_tree.h"
#include "document/segment/content.h"

/* Appends a catalogue, text [size], with the forms that its plurals lack in a language.  False if
 * they lack none, or the text is no such catalogue: nothing is appended. */
bool tr_plural_forms_add(tr_entry_reader *read, const char *text, size_t size, const char *language,
                         tr_buf *out);

/* True if an entry of a sorted tree is a form that plurals of the language do not have. */
bool tr_plural_forms_exceed(const tr_entry_tree *t, int i, const char *language);

/* tr_reader.prepare: plurals get the forms that the target language has. */
bool tr_plural_forms_json(const tr_content *d, tr_buf *out);
bool tr_plural_forms_json5(const tr_content *d, tr_buf *out);
bool tr_plural_forms_yaml(const tr_content *d, tr_buf *out);
bool tr_plural_forms_toml(const tr_content *d, tr_buf *out);
bool tr_plural_forms_xml(const tr_content *d, tr_buf *out);

#endif
