/* unread_formats.h - formats that are known by name and are not read: their syntax would be ruined
 * as lines, or as a format that they look like. */
#ifndef TR_UNREAD_FORMATS_H
#define TR_UNREAD_FORMATS_H

#include <stddef.h>

/* What follows a file's name in a sentence, "is SQL, which is not read", by its name, or
 * by its first bytes [size]; NULL: nothing that is known not to be read. */
const char *tr_unread_name(const char *name);
const char *tr_unread_beginning(const char *bytes, size_t size);

/* What follows the name of a program or of settings in XML, by its first element. */
const char *tr_unread_xml(const char *bytes, size_t size);

/* What follows the name of an archive that says these types. */
const char *tr_unread_types(const char *types);

#endif
