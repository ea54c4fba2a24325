/*
 * sqlite_guard.h - what keeps a database that anybody may have made within bounds.
 *
 * SQLite believes what lies beside a database: it writes a journal back into it, deletes the file
 * that the journal names as its super-journal, and reads a write-ahead log (WAL) in the place of
 * the database.  A memory has no WAL and no super-journal.
 */
#ifndef SQLITE_GUARD_H
#define SQLITE_GUARD_H

#include <sqlite3.h>

enum { GUARD_LENGTH = 16 << 20 }; /* bytes of a value, and of a row */

/* Sets limits to db.  Comes before its first statement. */
void sqlite_guard_limit(sqlite3 *db);

/* Looks at the file's header and at what lies beside it, before SQLite does.  0 for a memory, or
 * for an empty file if `add`; else -1 with the reason in why [STORE_WHY]. */
int sqlite_guard_check(sqlite3 *db, int add, char *why);

#endif
