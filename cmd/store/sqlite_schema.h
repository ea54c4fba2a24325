/* sqlite_schema.h - the tables of a translation memory: made, and told from other programs'
 * tables. */
#ifndef SQLITE_SCHEMA_H
#define SQLITE_SCHEMA_H

#include <sqlite3.h>

enum { SCHEMA_APPLICATION = 0x74726d65 }; /* application_id, in the file's header */

/* Makes the tables where there are none and `add` is set, and compares all that the database says
 * of itself.  0, or -1 with the reason in why [STORE_WHY]. */
int sqlite_schema_check(sqlite3 *db, int add, char *why);

#endif
