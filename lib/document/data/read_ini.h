/*
 * read_ini.h - INI files: sections of keys and values, as Python's configparser, freedesktop.org's
 * desktop entries and most programs' settings have them.
 *
 * A value is text to the end of its line, or to a blank and ";".  Quotation marks around it stay. A
 * line that is indented and has no key goes on with the value before it.  "where" is SECTION.KEY.
 * Of a desktop entry, the values of Name, GenericName, Comment and Keywords are text; values of
 * keys with a language, as Name[de], stay.
 */
#ifndef TR_READ_INI_H
#define TR_READ_INI_H

#include "document/segment/content.h"

int tr_read_ini(tr_content *d, tr_error *err);

#endif
