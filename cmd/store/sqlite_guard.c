#include "store/sqlite_guard.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/sqlite_error.h"
#include "store/sqlite_schema.h"

enum {
    HEADER = 100,             /* bytes of a database's header */
    APPLICATION_AT = 68,      /* in it: the application's id, */
    FORMATS_AT = 18,          /*   and the formats to write and to read: 2 is WAL */
    JOURNAL_HEADER = 28,      /* bytes: magic number, three numbers, */
    JOURNAL_PAGES_AT = 16,    /*   pages of the database before, */
    JOURNAL_PAGE_SIZE_AT = 24 /* and bytes of a page */
};
#define HEAP (INT64_C(256) << 20) /* bytes that SQLite may have in all */

static const unsigned char journal_magic[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};

void sqlite_guard_limit(sqlite3 *db)
{
    sqlite3_hard_heap_limit64(HEAP);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, GUARD_LENGTH);
    sqlite3_limit(db, SQLITE_LIMIT_SQL_LENGTH, 1 << 16);
    sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
}

static uint32_t read_be32(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* Reads through SQLite's own handle: to close another one would end the locks of this process. */
static int check_header(sqlite3_file *file, sqlite3_int64 size, int add, char *why)
{
    unsigned char header[HEADER];

    if (size == 0 && add) return 0;
    const int rc = size < HEADER ? SQLITE_NOTADB : file->pMethods->xRead(file, header, HEADER, 0);
    if (rc != SQLITE_OK)
        sqlite_error_explain(NULL, rc, why);
    else if (memcmp(header, "SQLite format 3", 16) != 0)
        sqlite_error_explain(NULL, SQLITE_NOTADB, why);
    else if (read_be32(header + APPLICATION_AT) != SCHEMA_APPLICATION)
        sqlite_error_write(why, "is a SQLite database, but no translation memory");
    else if (header[FORMATS_AT] > 1 || header[FORMATS_AT + 1] > 1)
        sqlite_error_write(why, "is in WAL mode, which a translation memory is not; "
                                "\"PRAGMA journal_mode = DELETE\" ends it");
    else
        return 0;
    return -1;
}

/* True if the journal names a file as its super-journal: then it ends with the magic number.  Also
 * true of an end that cannot be read. */
static bool names_another(FILE *f, long size)
{
    unsigned char end[sizeof journal_magic];
    const long at = size - (long)sizeof end;

    return at > 0 && (fseek(f, at, SEEK_SET) != 0 || fread(end, 1, sizeof end, f) != sizeof end ||
                      !memcmp(end, journal_magic, sizeof end));
}

/* True if it may be a journal of this database: one that is not synced begins with zeros.  None
 * makes the database larger than both files together.  The database is measured after its journal
 * was read: another process may write to both meanwhile, and a database does not become smaller. */
static bool is_journal(FILE *f, long size, sqlite3_file *database)
{
    static const unsigned char zeros[sizeof journal_magic];
    unsigned char header[JOURNAL_HEADER];

    if (fseek(f, 0, SEEK_SET) != 0) return false;
    const size_t n = fread(header, 1, sizeof header, f);
    if (n < sizeof header) return n == 0;
    if (!memcmp(header, zeros, sizeof zeros)) return !names_another(f, size);
    if (memcmp(header, journal_magic, sizeof journal_magic) != 0 || names_another(f, size))
        return false;
    sqlite3_int64 database_size = 0;
    if (database->pMethods->xFileSize(database, &database_size) != SQLITE_OK) return false;
    const uint64_t pages = read_be32(header + JOURNAL_PAGES_AT);
    return pages * read_be32(header + JOURNAL_PAGE_SIZE_AT) <=
           (uint64_t)database_size + (uint64_t)size;
}

/* A pipe of that name would wait for its writer. */
static bool is_regular(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

static int fail_beside(const char *path, char *why)
{
    sqlite_error_write(why, "the file %.150s beside it is no journal of a translation memory",
                       path);
    return -1;
}

static int check_journal(const char *path, sqlite3_file *database, char *why)
{
    FILE *const f = is_regular(path) ? fopen(path, "rb") : NULL;
    if (!f) return access(path, F_OK) == 0 && !is_regular(path) ? fail_beside(path, why) : 0;
    const long size = fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1;
    const bool good = size >= 0 && is_journal(f, size, database) && !ferror(f);
    fclose(f);
    return good ? 0 : fail_beside(path, why);
}

static int check_log(const char *path, char *why)
{
    if (access(path, F_OK) < 0) return 0;
    sqlite_error_write(why, "a translation memory has no log beside it, such as %.150s", path);
    return -1;
}

int sqlite_guard_check(sqlite3 *db, int add, char *why)
{
    const char *const name = sqlite3_db_filename(db, "main");
    sqlite3_file *file = NULL;
    sqlite3_int64 size = 0;

    int rc = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (rc == SQLITE_OK && !file->pMethods) rc = SQLITE_NOTADB;
    if (rc == SQLITE_OK) rc = file->pMethods->xFileSize(file, &size);
    if (rc != SQLITE_OK) {
        sqlite_error_explain(db, rc, why);
        return -1;
    }
    if (check_header(file, size, add, why) < 0) return -1;
    if (check_log(sqlite3_filename_wal(name), why) < 0) return -1;
    return check_journal(sqlite3_filename_journal(name), file, why);
}
