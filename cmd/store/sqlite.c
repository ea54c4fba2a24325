/*
 * sqlite.c - translate-memory.so: a translation memory in a SQLite database.
 *
 * A table of settings, and one of segments for each of them.  The translation of a segment that is
 * there never changes; its score is filled in when it is known. Several processes may read and
 * write one database: each transaction is short, and one that finds it locked waits.
 */
#include <errno.h>
#include <math.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory/tm_store.h"
#include "store/sqlite_error.h"
#include "store/sqlite_guard.h"
#include "store/sqlite_rows.h"
#include "store/sqlite_schema.h"

enum { PATIENCE = 10000 }; /* ms */

/* The setting's number: 0 if there is none, -1 if that cannot be told. */
static sqlite3_int64 find_setting(tm_store *s, char *why)
{
    sqlite3_stmt *query;
    sqlite3_int64 id = 0;

    if (sqlite_error_prepare(s->db, "SELECT id FROM setting WHERE model = ? AND options = ?",
                             &query, why) < 0)
        return -1;
    sqlite3_bind_text(query, 1, s->model, -1, SQLITE_STATIC);
    sqlite3_bind_text(query, 2, s->options, -1, SQLITE_STATIC);
    const int rc = sqlite3_step(query);
    if (rc == SQLITE_ROW) {
        id = sqlite3_column_int64(query, 0);
    } else if (rc != SQLITE_DONE) {
        sqlite_error_explain(s->db, rc, why);
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
    free(s->from);
    free(s->to);
    free(s);
}

/* Not SQLITE_OPEN_READONLY: what a process left unfinished is to be taken back first. */
static int open_file(tm_store *s, const char *path, int add, bool *is_made)
{
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    const size_t size = strlen(path) + 3;
    char *const name = malloc(size);

    if (!name) return SQLITE_NOMEM;
    snprintf(name, size, "%s%s", *path == '/' ? "" : "./", path); /* ":memory:" is a file, too */
    int rc = sqlite3_open_v2(name, &s->db, flags, NULL);
    if (rc == SQLITE_CANTOPEN && add) {
        sqlite3_close(s->db);
        rc = sqlite3_open_v2(name, &s->db, flags | SQLITE_OPEN_CREATE, NULL);
        *is_made = rc == SQLITE_OK;
    }
    free(name);
    return rc;
}

/* Why a file could not be made: SQLite tells of its last try only, which is to read it. */
static bool explain_folder(const char *path, char *why)
{
    const char *const slash = strrchr(path, '/');
    const size_t len = slash ? (size_t)(slash - path) + 1 : 2;
    char *const folder = malloc(len + 1);

    if (!folder) return false;
    memcpy(folder, slash ? path : "./", len);
    folder[len] = '\0';
    const bool refused = access(path, F_OK) < 0 && access(folder, W_OK) < 0;
    if (refused) sqlite_error_write(why, "%s", strerror(errno));
    free(folder);
    return refused;
}

enum { STEPS = 1000, MOST_STEPS = 1000 }; /* the tables of a memory take some hundred steps */

/* A tree of pages that are each there many times has no end: reading the tables is given up. */
static int take_steps(void *left)
{
    int *const n = left;
    return --*n < 0;
}

/* A page's cells are checked as it is read.  No quick_check comes before: that would read all of
 * the file, and damage ends the use of a memory when it is met. */
static int prepare_database(tm_store *s, int add, char *why)
{
    int steps_left = MOST_STEPS;
    static const char find[] = "SELECT translation, score, log_probability FROM segment WHERE "
                               "setting = ? AND marked = ? AND source = ?";
    static const char insert[] =
        "INSERT INTO segment VALUES(?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET score = "
        "excluded.score, log_probability = excluded.log_probability WHERE score IS NULL AND "
        "excluded.score IS NOT NULL AND translation = excluded.translation";

    sqlite3_busy_timeout(s->db, PATIENCE);
    sqlite_guard_limit(s->db);
    sqlite3_progress_handler(s->db, STEPS, take_steps, &steps_left);
    if (sqlite_guard_check(s->db, add, why) < 0 ||
        sqlite_error_run(s->db, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0", why) < 0 ||
        sqlite_schema_check(s->db, add, why) < 0)
        return -1;
    s->setting = find_setting(s, why);
    if (s->setting >= 0 && *s->model) s->given = sqlite_rows_find_given(s, why);
    if (s->setting < 0 || s->given < 0 || sqlite_error_prepare(s->db, find, &s->find, why) < 0)
        return -1;
    const int rc = sqlite_error_prepare(s->db, insert, &s->insert, why);
    sqlite3_progress_handler(s->db, 0, NULL, NULL);
    return rc;
}

/* A file that was made, and has nothing in it. */
static void remove_empty(const char *path)
{
    struct stat about;
    if (stat(path, &about) == 0 && S_ISREG(about.st_mode) && about.st_size == 0) unlink(path);
}

static bool is_locked(sqlite3 *db)
{
    const int cause = sqlite3_errcode(db) & 0xff;
    return cause == SQLITE_BUSY || cause == SQLITE_LOCKED;
}

static tm_store *open_database(const char *path, int add, const tm_store_setting *setting,
                               bool *locked, char *why)
{
    tm_store *const s = calloc(1, sizeof *s);
    bool is_made = false;

    *locked = false;
    sqlite_error_write(why, "out of memory");
    if (!s) return NULL;
    s->model = strdup(setting->model);
    s->options = strdup(setting->options);
    s->from = strdup(setting->from);
    s->to = strdup(setting->to);
    if (s->model && s->options && s->from && s->to) {
        const int rc = open_file(s, path, add, &is_made);
        if (rc == SQLITE_CANTOPEN && add && explain_folder(path, why)) {
            close_database(s);
            return NULL;
        }
        if (rc != SQLITE_OK)
            sqlite_error_explain(s->db, rc, why);
        else if (prepare_database(s, add, why) == 0)
            return s;
        else
            *locked = is_locked(s->db);
    }
    close_database(s);
    if (is_made) remove_empty(path);
    return NULL;
}

/* NaN for what is no number, or is too large to be a score. */
static double number_or_nan(sqlite3_stmt *query, int column)
{
    const int type = sqlite3_column_type(query, column);
    const double x = type == SQLITE_FLOAT || type == SQLITE_INTEGER
                         ? sqlite3_column_double(query, column)
                         : (double)NAN;
    return isfinite((float)x) ? x : (double)NAN;
}

static bool is_taken(sqlite3_stmt *query, const tm_entry *e)
{
    return sqlite3_column_type(query, 0) == SQLITE_TEXT &&
           tm_is_likely(e->source_len, (size_t)sqlite3_column_bytes(query, 0));
}

/* The row that was found. */
static int take_row(sqlite3_stmt *query, tm_entry *e, char *why)
{
    const void *const text = sqlite3_column_text(query, 0);
    const size_t len = (size_t)sqlite3_column_bytes(query, 0);
    char *const copy = malloc(len + 1);

    if (!copy || (!text && len)) {
        free(copy);
        sqlite_error_write(why, "out of memory");
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

/* What is longer than a row may be is translated each time. */
static bool fits_row(const tm_entry *e)
{
    enum { REST = 1000 /* bytes of a row besides */ };
    return e->source_len < GUARD_LENGTH - REST && e->text_len < GUARD_LENGTH - REST - e->source_len;
}

static int find_in(tm_store *s, sqlite3_int64 setting, tm_entry *e, char *why)
{
    int found = 0;

    sqlite3_bind_int64(s->find, 1, setting);
    sqlite3_bind_int(s->find, 2, e->marked);
    sqlite3_bind_text64(s->find, 3, e->source, e->source_len, SQLITE_STATIC, SQLITE_UTF8);
    const int rc = sqlite3_step(s->find);
    if (rc == SQLITE_ROW) {
        found = is_taken(s->find, e) ? take_row(s->find, e, why) : 0;
    } else if (rc != SQLITE_DONE) {
        sqlite_error_explain(s->db, rc, why);
        found = -1;
    }
    sqlite3_reset(s->find);
    return found;
}

/* What people gave counts more than what the model said. */
static int find_entry(tm_store *s, tm_entry *e, char *why)
{
    if (!fits_row(e)) return 0;
    const int given = s->given ? find_in(s, s->given, e, why) : 0;
    e->given = given > 0;
    if (given) return given;
    if (!s->setting) s->setting = find_setting(s, why);
    if (s->setting <= 0) return (int)s->setting;
    return find_in(s, s->setting, e, why);
}

static int make_setting(tm_store *s, char *why)
{
    sqlite3_stmt *insert;

    if ((s->setting = find_setting(s, why)) != 0) return s->setting < 0 ? -1 : 0;
    if (sqlite_error_prepare(s->db, "INSERT INTO setting(model, options) VALUES(?, ?)", &insert,
                             why) < 0)
        return -1;
    sqlite3_bind_text(insert, 1, s->model, -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 2, s->options, -1, SQLITE_STATIC);
    const int rc = sqlite3_step(insert);
    if (rc == SQLITE_DONE)
        s->setting = sqlite3_last_insert_rowid(s->db);
    else
        sqlite_error_explain(s->db, rc, why);
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
    if (rc != SQLITE_DONE) sqlite_error_explain(s->db, rc, why);
    sqlite3_reset(q);
    return rc == SQLITE_DONE ? sqlite3_changes(s->db) : -1;
}

static ptrdiff_t add_entries(tm_store *s, const tm_entry *entries, size_t n, char *why)
{
    const sqlite3_int64 before = s->setting;
    ptrdiff_t n_new = 0;

    if (sqlite_error_run(s->db, "BEGIN IMMEDIATE", why) < 0) return -1;
    int rc = s->setting ? 0 : make_setting(s, why);
    for (size_t i = 0; i < n && rc >= 0; i++) {
        rc = fits_row(&entries[i]) ? insert_entry(s, &entries[i], why) : 0;
        n_new += rc > 0;
    }
    if (rc >= 0) rc = sqlite_error_run(s->db, "COMMIT", why);
    if (rc >= 0) return n_new;
    sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    s->setting = before;
    return -1;
}

extern const tm_store_kind translate_memory_store;
const tm_store_kind translate_memory_store = {open_database,  find_entry,       add_entries,
                                              close_database, sqlite_rows_each, sqlite_rows_remove};
