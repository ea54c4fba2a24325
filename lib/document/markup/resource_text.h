/* resource_text.h - text as resources of programs have it in XML: lines, menus, names of files. */
#ifndef TR_RESOURCE_TEXT_H
#define TR_RESOURCE_TEXT_H

#include "document/segment/builder.h"

/* Builds text whose lines are one each. */
void tr_build_preserved(tr_builder *b, tr_span raw);

/* Builds "Text files (*.txt)|*.txt|All files|*.*": names of kinds of files, and their patterns,
 * which stay.  False if it is none. */
bool tr_build_filter(tr_builder *b, tr_span raw);

/* Builds "&amp;Save", "Save &amp;as": the sign of a key (key_sign.h), the only reference of a text.
 * False if it is none. */
bool tr_build_menu(tr_builder *b, tr_span raw);

/* Builds the value of an attribute, in quotes, with XAML's sign of a key: "_Open", "Save _as".  No
 * text goes across it.  False if it has none. */
bool tr_build_menu_attribute(tr_builder *b, tr_span raw, char quote);

#endif
