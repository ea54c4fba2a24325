#include "store/sqlite_error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void sqlite_error_write(char *why, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(why, STORE_WHY, fmt, ap);
    va_end(ap);
}

/* NULL: SQLite's own words have to do. */
static const char *words_for(int rc)
{
    switch (rc & 0xff) {
    case SQLITE_NOTADB:
        return "is no SQLite database";
    case SQLITE_CORRUPT:
        return "is damaged";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return "another process keeps it locked";
    case SQLITE_FULL:
        return "the disk is full";
    case SQLITE_READONLY:
        return "it may not be written to";
    case SQLITE_TOOBIG:
        return "holds what is larger than anything in a translation memory";
    case SQLITE_NOMEM:
        return "out of memory";
    default:
        return NULL;
    }
}

void sqlite_error_explain(sqlite3 *db, int rc, char *why)
{
    const char *const words = words_for(rc);

    if (words)
        sqlite_error_write(why, "%s", words);
    else if (db && sqlite3_system_errno(db))
        sqlite_error_write(why, "%s", strerror(sqlite3_system_errno(db)));
    else
        sqlite_error_write(why, "%s", db ? sqlite3_errmsg(db) : sqlite3_errstr(rc));
}

int sqlite_error_run(sqlite3 *db, const char *sql, char *why)
{
    const int rc = sqlite3_exec(db, sql, NULL, NULL, NULL);
    if (rc != SQLITE_OK) sqlite_error_explain(db, rc, why);
    return rc == SQLITE_OK ? 0 : -1;
}

int sqlite_error_prepare(sqlite3 *db, const char *sql, sqlite3_stmt **statement, char *why)
{
    const int rc = sqlite3_prepare_v2(db, sql, -1, statement, NULL);
    if (rc != SQLITE_OK) sqlite_error_explain(db, rc, why);
    return rc == SQLITE_OK ? 0 : -1;
}
