/*
 * tm_store.h - a store of a translation memory: what tm.c asks of a kind of file.
 *
 * translate-memory.so keeps it in SQLite; it is loaded when such a memory is asked for, so that
 * other translations do not pay for it.  tm_tmx.c reads TMX.  One thread at a time uses a tm_store.
 */
#ifndef TM_STORE_H
#define TM_STORE_H

#include <stdbool.h>
#include <stddef.h>

enum { STORE_WHY = 256 }; /* bytes of a reason */

/* Whose translations a tm_store is asked for. */
typedef struct tm_store_setting {
    const char *model;     /* its digest */
    const char *options;   /* all that changes a translation */
    const char *from, *to; /* languages, BCP 47; "" when they are not known */
} tm_store_setting;

typedef struct tm_entry {
    int marked; /* text of a document with marks */
    const char *source, *text;
    size_t source_len, text_len;
    double score, log_probability; /* NaN: not known */
    int given;                     /* people gave it: it is taken whatever model and options are */
} tm_entry;

/* An entry, and whose it is. */
typedef struct tm_row {
    const char *model;     /* its digest; "": people gave it */
    const char *from, *to; /* languages */
    tm_entry entry;
} tm_row;

/* Which rows are meant: NULL for any.  `model` is the beginning of a digest, or "" for translations
 * that people gave. */
typedef struct tm_filter {
    const char *from, *to, *model, *source;
} tm_filter;

/* Takes a row, which lives until it returns; not 0 to see no more. */
typedef int tm_take_row(void *ctx, const tm_row *row);

/* False for what no model can have said: a small file can hold a text of many megabytes for each of
 * its segments. */
static inline bool tm_is_likely(size_t source_len, size_t text_len)
{
    return text_len <= ((size_t)1 << 20) + 64 * source_len;
}

typedef struct tm_store tm_store;

/* Where something fails, the reason goes into why [STORE_WHY]. */
typedef struct tm_store_kind {
    /* Opens it, for `add` to be written to, too: then it is made where it is not.  NULL; *locked:
     * because others keep it locked. */
    tm_store *(*open)(const char *path, int add, const tm_store_setting *setting, bool *locked,
                      char *why);

    /* Looks entry->source up and fills in the rest; the text is the caller's to free.  1, 0 when it
     * is not there, or -1. */
    int (*find)(tm_store *s, tm_entry *entry, char *why);

    /* Adds entries [n], all or none; what is there stays.  How many are new, or -1. */
    ptrdiff_t (*add)(tm_store *s, const tm_entry *entries, size_t n, char *why);

    void (*close)(tm_store *s);

    /* Shows all rows in an order that stays; with `usable` only rows that find() may return.  0, or
     * -1. */
    int (*each)(tm_store *s, int usable, tm_take_row *take, void *ctx, char *why);

    /* Removes rows: how many, or -1. */
    ptrdiff_t (*remove)(tm_store *s, const tm_filter *which, char *why);
} tm_store_kind;

/* The setting of what people give: this model, and options that a function makes of languages. */
#define STORE_GIVEN_MODEL   ""
#define STORE_GIVEN_OPTIONS "from %s\nto %s\n"

#define STORE_MODULE "translate-memory.so"
#define STORE_SYMBOL "translate_memory_store"

#endif
