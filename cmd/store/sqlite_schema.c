#include "store/sqlite_schema.h"

#include <stdbool.h>
#include <string.h>

#include "store/sqlite_error.h"

enum { VERSION = 1 };

#define SETTING_TABLE                                                                              \
    "CREATE TABLE setting(id INTEGER PRIMARY KEY, model TEXT NOT NULL, options TEXT NOT NULL,"     \
    "  UNIQUE(model, options))"
#define SEGMENT_TABLE                                                                              \
    "CREATE TABLE segment(setting INTEGER NOT NULL REFERENCES setting, marked INTEGER NOT NULL,"   \
    "  source TEXT NOT NULL, translation TEXT NOT NULL, score REAL, log_probability REAL,"         \
    "  PRIMARY KEY(setting, marked, source)) WITHOUT ROWID"

static const char making[] = SETTING_TABLE ";" SEGMENT_TABLE ";"
                                           "PRAGMA application_id = 1953656165;" /* APPLICATION */
                                           "PRAGMA user_version = 1;";

/* Rows of sqlite_master.  What ANALYZE adds is harmless: SQLite reads it as numbers. */
static const struct object {
    const char *type, *name, *table, *sql; /* sql: NULL: there is none */
    bool needed;
} objects[] = {
    {"table", "setting", "setting", SETTING_TABLE, true},
    {"index", "sqlite_autoindex_setting_1", "setting", NULL, true},
    {"table", "segment", "segment", SEGMENT_TABLE, true},
    {"table", "sqlite_stat1", "sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)", false},
    {"table", "sqlite_stat4", "sqlite_stat4",
     "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)", false},
};
enum { N_OBJECTS = sizeof objects / sizeof *objects };

static const char foreign[] = "is a SQLite database, but no translation memory";

/* The number that a query gives, or -1. */
static sqlite3_int64 number(sqlite3 *db, const char *sql, char *why)
{
    sqlite3_stmt *query = NULL;
    sqlite3_int64 n = -1;

    int rc = sqlite3_prepare_v2(db, sql, -1, &query, NULL);
    if (rc == SQLITE_OK) rc = sqlite3_step(query);
    if (rc == SQLITE_ROW)
        n = sqlite3_column_int64(query, 0);
    else
        sqlite_error_explain(db, rc, why);
    sqlite3_finalize(query);
    return n;
}

/* Makes the tables, unless another process has made them by now. */
static int make_tables(sqlite3 *db, char *why)
{
    if (sqlite_error_run(db, "BEGIN IMMEDIATE", why) < 0) return -1;
    const sqlite3_int64 n = number(db, "SELECT EXISTS(SELECT 1 FROM sqlite_master)", why);
    if (n == 0 && sqlite_error_run(db, making, why) == 0 &&
        sqlite_error_run(db, "COMMIT", why) == 0)
        return 0;
    sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return n > 0 ? 0 : -1;
}

static bool is_text(sqlite3_stmt *row, int column, const char *wanted)
{
    const char *const text = (const char *)sqlite3_column_text(row, column);
    return wanted ? text && !strcmp(text, wanted) : sqlite3_column_type(row, column) == SQLITE_NULL;
}

/* The place in `objects` of a row, or -1 after a reason. */
static int find_object(sqlite3_stmt *row, char *why)
{
    const char *const type = (const char *)sqlite3_column_text(row, 0);
    const char *const name = (const char *)sqlite3_column_text(row, 1);

    for (int i = 0; i < N_OBJECTS; i++) {
        const struct object *const o = &objects[i];
        if (!is_text(row, 0, o->type) || !is_text(row, 1, o->name)) continue;
        if (is_text(row, 2, o->table) && is_text(row, 3, o->sql)) return i;
        sqlite_error_write(why, "%s: its %s %s is not that of a memory", foreign, o->type, o->name);
        return -1;
    }
    sqlite_error_write(why, "%s: a memory has no %.20s %.100s", foreign, type ? type : "object",
                       name ? name : "without a name");
    return -1;
}

static int check_objects(sqlite3 *db, char *why)
{
    sqlite3_stmt *query;
    unsigned found = 0;
    int rc, at = 0;

    if (sqlite_error_prepare(db, "SELECT type, name, tbl_name, sql FROM sqlite_master", &query,
                             why) < 0)
        return -1;
    while ((rc = sqlite3_step(query)) == SQLITE_ROW && (at = find_object(query, why)) >= 0)
        found |= 1u << at;
    if (rc != SQLITE_ROW && rc != SQLITE_DONE) sqlite_error_explain(db, rc, why);
    sqlite3_finalize(query);
    if (rc != SQLITE_DONE) return -1;
    for (int i = 0; i < N_OBJECTS; i++) {
        if (!objects[i].needed || found & 1u << i) continue;
        sqlite_error_write(why, "%s: it has no %s %s", foreign, objects[i].type, objects[i].name);
        return -1;
    }
    return 0;
}

int sqlite_schema_check(sqlite3 *db, int add, char *why)
{
    const sqlite3_int64 n = number(db, "SELECT EXISTS(SELECT 1 FROM sqlite_master)", why);
    if (n < 0 || (n == 0 && add && make_tables(db, why) < 0)) return -1;
    const sqlite3_int64 application = number(db, "PRAGMA application_id", why);
    const sqlite3_int64 version = application < 0 ? -1 : number(db, "PRAGMA user_version", why);
    if (version < 0) return -1;
    if (application != SCHEMA_APPLICATION)
        sqlite_error_write(why, "%s", foreign);
    else if (version != VERSION)
        sqlite_error_write(why, "is a translation memory of version %lld: this program knows %d",
                           (long long)version, VERSION);
    else
        return check_objects(db, why);
    return -1;
}
