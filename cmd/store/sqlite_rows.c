#include "store/sqlite_rows.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "store/sqlite_error.h"

enum { LANGUAGE_SIZE = 64 };

/* The value of a line of options, "KEY VALUE"; "" where there is none. */
static void read_option(const char *options, const char *key, char value[LANGUAGE_SIZE])
{
    const size_t n = strlen(key);

    *value = '\0';
    for (const char *line = options; line && *line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, key, n) != 0 || line[n] != ' ') continue;
        const size_t len = strcspn(line + n + 1, "\n");
        if (len >= LANGUAGE_SIZE) return;
        memcpy(value, line + n + 1, len);
        value[len] = '\0';
        return;
    }
}

/* 2: the same language; 1: of one language, whatever their regions are; 0: others. */
static int fit(const char *a, const char *b)
{
    const size_t n = strcspn(a, "-_");
    if (!strcasecmp(a, b)) return 2;
    return n && n == strcspn(b, "-_") && !strncasecmp(a, b, n);
}

static const char *text_of(sqlite3_stmt *row, int column)
{
    const char *const text = (const char *)sqlite3_column_text(row, column);
    return text ? text : "";
}

/* After the last row: 0, or -1 if there was no end. */
static int end_rows(tm_store *s, sqlite3_stmt *query, int rc, char *why)
{
    const bool stopped = rc == SQLITE_ROW;
    if (!stopped && rc != SQLITE_DONE) sqlite_error_explain(s->db, rc, why);
    sqlite3_finalize(query);
    return stopped || rc == SQLITE_DONE ? 0 : -1;
}

sqlite3_int64 sqlite_rows_find_given(tm_store *s, char *why)
{
    char from[LANGUAGE_SIZE], to[LANGUAGE_SIZE];
    sqlite3_stmt *query;
    sqlite3_int64 best = 0;
    int best_fit = 0, rc;

    if (sqlite_error_prepare(s->db, "SELECT id, options FROM setting WHERE model = ''", &query,
                             why) < 0)
        return -1;
    while ((rc = sqlite3_step(query)) == SQLITE_ROW) {
        read_option(text_of(query, 1), "from", from);
        read_option(text_of(query, 1), "to", to);
        const int a = fit(from, s->from), b = fit(to, s->to);
        if (!a || !b || a + b <= best_fit) continue;
        best = sqlite3_column_int64(query, 0);
        best_fit = a + b;
    }
    return end_rows(s, query, rc, why) < 0 ? -1 : best;
}

static double number_of(sqlite3_stmt *row, int column)
{
    return sqlite3_column_type(row, column) == SQLITE_FLOAT ? sqlite3_column_double(row, column)
                                                            : (double)NAN;
}

int sqlite_rows_each(tm_store *s, int usable, tm_take_row *take, void *ctx, char *why)
{
    static const char all[] =
        "SELECT model, options, marked, source, translation, score, log_probability FROM segment "
        "JOIN setting ON id = setting WHERE ? OR setting IN (?, ?) ORDER BY setting, marked, "
        "source";
    char from[LANGUAGE_SIZE], to[LANGUAGE_SIZE];
    sqlite3_stmt *query;
    int rc;

    if (sqlite_error_prepare(s->db, all, &query, why) < 0) return -1;
    sqlite3_bind_int(query, 1, !usable);
    sqlite3_bind_int64(query, 2, s->setting);
    sqlite3_bind_int64(query, 3, s->given);
    while ((rc = sqlite3_step(query)) == SQLITE_ROW) {
        read_option(text_of(query, 1), "from", from);
        read_option(text_of(query, 1), "to", to);
        const char *const model = text_of(query, 0);
        const tm_row row = {.model = model,
                            .from = from,
                            .to = to,
                            .entry = {.marked = sqlite3_column_int(query, 2),
                                      .source = text_of(query, 3),
                                      .source_len = (size_t)sqlite3_column_bytes(query, 3),
                                      .text = text_of(query, 4),
                                      .text_len = (size_t)sqlite3_column_bytes(query, 4),
                                      .score = number_of(query, 5),
                                      .log_probability = number_of(query, 6),
                                      .given = !*model}};
        if (take(ctx, &row)) break;
    }
    return end_rows(s, query, rc, why);
}

/* ---- Removing ---- */

static bool is_meant(const tm_filter *f, const char *model, const char *options)
{
    char from[LANGUAGE_SIZE], to[LANGUAGE_SIZE];

    read_option(options, "from", from);
    read_option(options, "to", to);
    if ((f->from && !fit(from, f->from)) || (f->to && !fit(to, f->to))) return false;
    if (!f->model) return true;
    return *f->model ? !strncmp(model, f->model, strlen(f->model)) : !*model;
}

/* Of one setting: how many, or -1. */
static ptrdiff_t remove_segments(tm_store *s, sqlite3_int64 setting, const char *source, char *why)
{
    sqlite3_stmt *query;

    if (sqlite_error_prepare(s->db, "DELETE FROM segment WHERE setting = ? AND (? OR source = ?)",
                             &query, why) < 0)
        return -1;
    sqlite3_bind_int64(query, 1, setting);
    sqlite3_bind_int(query, 2, !source);
    sqlite3_bind_text(query, 3, source ? source : "", -1, SQLITE_STATIC);
    const int rc = sqlite3_step(query);
    if (rc != SQLITE_DONE) sqlite_error_explain(s->db, rc, why);
    sqlite3_finalize(query);
    return rc == SQLITE_DONE ? sqlite3_changes(s->db) : -1;
}

static ptrdiff_t remove_meant(tm_store *s, const tm_filter *which, char *why)
{
    sqlite3_stmt *query;
    ptrdiff_t n = 0, one = 0;
    int rc;

    if (sqlite_error_prepare(s->db, "SELECT id, model, options FROM setting", &query, why) < 0)
        return -1;
    while ((rc = sqlite3_step(query)) == SQLITE_ROW) {
        if (!is_meant(which, text_of(query, 1), text_of(query, 2))) continue;
        one = remove_segments(s, sqlite3_column_int64(query, 0), which->source, why);
        if (one < 0) break;
        n += one;
    }
    const int ended = end_rows(s, query, rc, why);
    return ended < 0 || one < 0 ? -1 : n;
}

ptrdiff_t sqlite_rows_remove(tm_store *s, const tm_filter *which, char *why)
{
    if (sqlite_error_run(s->db, "BEGIN IMMEDIATE", why) < 0) return -1;
    const ptrdiff_t n = remove_meant(s, which, why);
    if (n >= 0 &&
        sqlite_error_run(s->db, "DELETE FROM setting WHERE id NOT IN (SELECT setting FROM segment)",
                         why) == 0 &&
        sqlite_error_run(s->db, "COMMIT", why) == 0)
        return n;
    sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    return -1;
}
