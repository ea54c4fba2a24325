/* sqlite_error.h - errors of SQLite in the words of users. */
#ifndef SQLITE_ERROR_H
#define SQLITE_ERROR_H

#include <sqlite3.h>

#include "memory/tm_store.h"

/* Writes a reason to why [STORE_WHY]. */
void sqlite_error_write(char *why, const char *fmt, ...);

/* Explains rc, which a call for db returned; db may be NULL. */
void sqlite_error_explain(sqlite3 *db, int rc, char *why);

/* Runs statements without results: 0, or -1. */
int sqlite_error_run(sqlite3 *db, const char *sql, char *why);

/* Prepares a statement: 0, or -1. */
int sqlite_error_prepare(sqlite3 *db, const char *sql, sqlite3_stmt **statement, char *why);

#endif
