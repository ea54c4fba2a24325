/* sqlite_rows.h - the rows of a memory in SQLite: all of them, and rows that are removed. */
#ifndef SQLITE_ROWS_H
#define SQLITE_ROWS_H

#include <sqlite3.h>

#include "memory/tm_store.h"

struct tm_store {
    sqlite3 *db;
    sqlite3_stmt *find, *insert;
    char *model, *options, *from, *to;
    sqlite3_int64 setting; /* 0: the database has not got it yet */
    sqlite3_int64 given;   /* what people gave in the same languages; 0: nothing */
};

/* The setting of what people gave in the store's languages, of which its own may be varieties: 0 if
 * there is none, or -1. */
sqlite3_int64 sqlite_rows_find_given(tm_store *s, char *why);

/* As tm_store_kind has them. */
int sqlite_rows_each(tm_store *s, int usable, tm_take_row *take, void *ctx, char *why);
ptrdiff_t sqlite_rows_remove(tm_store *s, const tm_filter *which, char *why);

#endif
