/*
 * sqlite.c - translate-memory.so: a translation memory in a SQLite database.
 *
 * A table of settings, and one of segments for each of them.  The translation of a segment that is
 * there never changes; its score is filled in when it is known. Several processes may read and
 * write one database: each transaction is short, and one that finds it locked waits.
 */
#include <math.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory/tm_store.h"

enum { APPLICATION = 0x74726d65, VERSION = 1, PATIENCE = 10000 /* ms */ };

static const char schema[] =
    "CREATE TABLE setting(id INTEGER PRIMARY KEY, model TEXT NOT NULL, options TEXT NOT NULL,"
    "  UNIQUE(model, options));"
    "CREATE TABLE segment(setting INTEGER NOT NULL REFERENCES setting, marked INTEGER NOT NULL,"
    "  source TEXT NOT NULL, translation TEXT NOT NULL, score REAL, log_probability REAL,"
    "  PRIMARY KEY(setting, marked, source)) WITHOUT ROWID;"
    "PRAGMA application_id = 1953656165;" /* APPLICATION */
    "PRAGMA user_version = 1;";

struct tm_store {
    sqlite3 *db;
    sqlite3_stmt *find, *insert;
    char *model, *options;
    sqlite3_int64 setting; /* 0: the database has not got it yet */
};

static void write_database_reason(char *why, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(why, STORE_WHY, fmt, ap);
    va_end(ap);
}

/* Explains an error in the words of users rather than SQLite's, where there are some. */
static void explain_sqlite(const tm_store *s, int rc, char *why)
{
    switch (rc & 0xff) {
    case SQLITE_NOTADB:
        write_database_reason(why, "is no SQLite database");
        break;
    case SQLITE_CORRUPT:
        write_database_reason(why, "is damaged");
        break;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        write_database_reason(why, "another process keeps it locked");
        break;
    case SQLITE_FULL:
        write_database_reason(why, "the disk is full");
        break;
    case SQLITE_READONLY:
        write_database_reason(why, "it may not be written to");
        break;
    default:
        if (s->db && sqlite3_system_errno(s->db))
            write_database_reason(why, "%s", strerror(sqlite3_system_errno(s->db)));
        else
            write_database_reason(why, "%s", s->db ? sqlite3_errmsg(s->db) : sqlite3_errstr(rc));
    }
}

static int run_statement(tm_store *s, const char *sql, char *why)
{
    const int rc = sqlite3_exec(s->db, sql, NULL, NULL, NULL);
    if (rc != SQLITE_OK) explain_sqlite(s, rc, why);
    return rc == SQLITE_OK ? 0 : -1;
}

static void roll_back(tm_store *s)
{
    sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
}

/* The number that a query gives, or -1. */
static sqlite3_int64 number(tm_store *s, const char *sql, char *why)
{
    sqlite3_stmt *query = NULL;
    sqlite3_int64 n = -1;

    int rc = sqlite3_prepare_v2(s->db, sql, -1, &query, NULL);
    if (rc == SQLITE_OK) rc = sqlite3_step(query);
    if (rc == SQLITE_ROW)
        n = sqlite3_column_int64(query, 0);
    else
        explain_sqlite(s, rc, why);
    sqlite3_finalize(query);
    return n;
}

/* Makes the tables, unless another process has made them by now. */
static int make_tables(tm_store *s, char *why)
{
    if (run_statement(s, "BEGIN IMMEDIATE", why) < 0) return -1;
    const sqlite3_int64 n = number(s, "SELECT count(*) FROM sqlite_master", why);
    if (n > 0 ||
        (n == 0 && run_statement(s, schema, why) == 0 && run_statement(s, "COMMIT", why) == 0)) {
        if (n > 0) roll_back(s);
        return 0;
    }
    roll_back(s);
    return -1;
}

/* A database that others may have made: views and triggers would run what they like. */
static int check_kind(tm_store *s, int add, char *why)
{
    const sqlite3_int64 n = number(s, "SELECT count(*) FROM sqlite_master", why);
    if (n < 0 || (n == 0 && add && make_tables(s, why) < 0)) return -1;
    const sqlite3_int64 others =
        number(s, "SELECT count(*) FROM sqlite_master WHERE type IN ('view', 'trigger')", why);
    if (others < 0) return -1;
    const sqlite3_int64 application = number(s, "PRAGMA application_id", why);
    const sqlite3_int64 version = application < 0 ? -1 : number(s, "PRAGMA user_version", why);
    if (version < 0) return -1;
    if (application != APPLICATION || others)
        write_database_reason(why, "is a SQLite database, but no translation memory");
    else if (version != VERSION)
        write_database_reason(why, "is a translation memory of version %lld: this program knows %d",
                              (long long)version, VERSION);
    return application == APPLICATION && version == VERSION && !others ? 0 : -1;
}

static int prepare(tm_store *s, const char *sql, sqlite3_stmt **statement, char *why)
{
    const int rc = sqlite3_prepare_v2(s->db, sql, -1, statement, NULL);
    if (rc != SQLITE_OK) explain_sqlite(s, rc, why);
    return rc == SQLITE_OK ? 0 : -1;
}

/* The setting's number: 0 if there is none, -1 if that cannot be told. */
static sqlite3_int64 find_setting(tm_store *s, char *why)
{
    sqlite3_stmt *query;
    sqlite3_int64 id = 0;

    if (prepare(s, "SELECT id FROM setting WHERE model = ? AND options = ?", &query, why) < 0)
        return -1;
    sqlite3_bind_text(query, 1, s->model, -1, SQLITE_STATIC);
    sqlite3_bind_text(query, 2, s->options, -1, SQLITE_STATIC);
    const int rc = sqlite3_step(query);
    if (rc == SQLITE_ROW) {
        id = sqlite3_column_int64(query, 0);
    } else if (rc != SQLITE_DONE) {
        explain_sqlite(s, rc, why);
        id = -1;
    }
    sqlite3_finalize(query);
    return id;
}

static void close_database(tm_store *s)
{
    sqlite3_finalize(s->find);
    sqlite3_finalize(s->insert);
    sqlite3_close(s->db);
    free(s->model);
    free(s->options);
    free(s);
}

static tm_store *open_database(const char *path, int add, const tm_store_setting *setting,
                               char *why)
{
    /* Not SQLITE_OPEN_READONLY: what a process left unfinished is to be taken back first. */
    const int flags = SQLITE_OPEN_READWRITE | (add ? SQLITE_OPEN_CREATE : 0) | SQLITE_OPEN_NOMUTEX;
    tm_store *const s = calloc(1, sizeof *s);

    write_database_reason(why, "out of memory");
    if (!s) return NULL;
    s->model = strdup(setting->model);
    s->options = strdup(setting->options);
    const int rc =
        s->model && s->options ? sqlite3_open_v2(path, &s->db, flags, NULL) : SQLITE_NOMEM;
    if (rc == SQLITE_OK) {
        sqlite3_busy_timeout(s->db, PATIENCE);
        sqlite3_db_config(s->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
        sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
        if (check_kind(s, add, why) == 0 && (s->setting = find_setting(s, why)) >= 0 &&
            prepare(s,
                    "SELECT translation, score, log_probability FROM segment WHERE setting = ? AND "
                    "marked = ? AND source = ?",
                    &s->find, why) == 0 &&
            prepare(
                s,
                "INSERT INTO segment VALUES(?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET score = "
                "excluded.score, log_probability = excluded.log_probability WHERE score IS "
                "NULL AND excluded.score IS NOT NULL AND translation = excluded.translation",
                &s->insert, why) == 0)
            return s;
    } else if (s->db) {
        explain_sqlite(s, rc, why);
    }
    close_database(s);
    return NULL;
}

static double number_or_nan(sqlite3_stmt *query, int column)
{
    const int type = sqlite3_column_type(query, column);
    return type == SQLITE_FLOAT || type == SQLITE_INTEGER ? sqlite3_column_double(query, column)
                                                          : NAN;
}

/* The row that was found. */
static int take_row(sqlite3_stmt *query, tm_entry *e, char *why)
{
    const void *const text = sqlite3_column_text(query, 0);
    const size_t len = (size_t)sqlite3_column_bytes(query, 0);
    char *const copy = malloc(len + 1);

    if (!copy || (!text && len)) {
        free(copy);
        write_database_reason(why, "out of memory");
        return -1;
    }
    if (len) memcpy(copy, text, len);
    copy[len] = '\0';
    e->text = copy;
    e->text_len = len;
    e->score = number_or_nan(query, 1);
    e->log_probability = number_or_nan(query, 2);
    return 1;
}

static int find_entry(tm_store *s, tm_entry *e, char *why)
{
    int found = 0;

    if (!s->setting) s->setting = find_setting(s, why);
    if (s->setting <= 0) return (int)s->setting;
    sqlite3_bind_int64(s->find, 1, s->setting);
    sqlite3_bind_int(s->find, 2, e->marked);
    sqlite3_bind_text64(s->find, 3, e->source, e->source_len, SQLITE_STATIC, SQLITE_UTF8);
    const int rc = sqlite3_step(s->find);
    if (rc == SQLITE_ROW) {
        found = take_row(s->find, e, why);
    } else if (rc != SQLITE_DONE) {
        explain_sqlite(s, rc, why);
        found = -1;
    }
    sqlite3_reset(s->find);
    return found;
}

static int make_setting(tm_store *s, char *why)
{
    sqlite3_stmt *insert;

    if ((s->setting = find_setting(s, why)) != 0) return s->setting < 0 ? -1 : 0;
    if (prepare(s, "INSERT INTO setting(model, options) VALUES(?, ?)", &insert, why) < 0) return -1;
    sqlite3_bind_text(insert, 1, s->model, -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 2, s->options, -1, SQLITE_STATIC);
    const int rc = sqlite3_step(insert);
    if (rc == SQLITE_DONE)
        s->setting = sqlite3_last_insert_rowid(s->db);
    else
        explain_sqlite(s, rc, why);
    sqlite3_finalize(insert);
    return rc == SQLITE_DONE ? 0 : -1;
}

static void bind_number(sqlite3_stmt *statement, int at, double x)
{
    if (isnan(x))
        sqlite3_bind_null(statement, at);
    else
        sqlite3_bind_double(statement, at, x);
}

static int insert_entry(tm_store *s, const tm_entry *e, char *why)
{
    sqlite3_stmt *const q = s->insert;

    sqlite3_bind_int64(q, 1, s->setting);
    sqlite3_bind_int(q, 2, e->marked);
    sqlite3_bind_text64(q, 3, e->source, e->source_len, SQLITE_STATIC, SQLITE_UTF8);
    sqlite3_bind_text64(q, 4, e->text, e->text_len, SQLITE_STATIC, SQLITE_UTF8);
    bind_number(q, 5, e->score);
    bind_number(q, 6, e->log_probability);
    const int rc = sqlite3_step(q);
    if (rc != SQLITE_DONE) explain_sqlite(s, rc, why);
    sqlite3_reset(q);
    return rc == SQLITE_DONE ? sqlite3_changes(s->db) : -1;
}

static ptrdiff_t add_entries(tm_store *s, const tm_entry *entries, size_t n, char *why)
{
    const sqlite3_int64 before = s->setting;
    ptrdiff_t n_new = 0;

    if (run_statement(s, "BEGIN IMMEDIATE", why) < 0) return -1;
    int rc = s->setting ? 0 : make_setting(s, why);
    for (size_t i = 0; i < n && rc >= 0; i++) {
        rc = insert_entry(s, &entries[i], why);
        n_new += rc > 0;
    }
    if (rc >= 0) rc = run_statement(s, "COMMIT", why);
    if (rc >= 0) return n_new;
    roll_back(s);
    s->setting = before;
    return -1;
}

extern const tm_store_kind translate_memory_store;
const tm_store_kind translate_memory_store = {open_database, find_entry, add_entries,
                                              close_database};
