/*
 * tm.h - a translation memory: segments that it has are not translated, new ones are added to
 * it if that is wanted.
 *
 * A segment is taken from it only if the same model has translated it with the same options
 * (tm_key.h); then it is what the model would say again.  What a TMX file has is taken as it
 * is.
 */
#ifndef TM_H
#define TM_H

#include <pthread.h>
#include <stdbool.h>

#include "console/options.h"
#include "memory/fuzzy.h"
#include "memory/tm_store.h"
#include "translate.h"

typedef struct tm_settings {
    const char *path;
    int add, fuzzy;
    const char *dictionary; /* the digest of one that translations are taken from; NULL: none */
} tm_settings;

#define TM_OPTION_ROWS(type, field)                                                                \
    OPTION_ROW(0, "memory", "FILE", OPTION_ONCE, offsetof(type, field.path),                       \
               "take from this memory what was translated before: SQLite or TMX"),                 \
        OPTION_FLAG_ROW(0, "memory-add", offsetof(type, field.add),                                \
                        "add what is new to the memory; make it if it is not there"),              \
        OPTION_FLAG_ROW(                                                                           \
            0, "fuzzy", offsetof(type, field.fuzzy),                                               \
            "tell what the memory has that is like a text, from 75 % on; what differs "            \
            "in numbers only is taken, with its numbers exchanged")

/* Starts out as zeros; what is counted outlives tm_end(). */
typedef struct translation_memory {
    const char *path;
    size_t n_found, n_new, n_added; /* segments */
    size_t n_sentences;             /* of lines that were not found, the ones that were */
    size_t n_exchanged;             /* of the ones found, lines with other numbers */
    bool tells;  /* what is like a segment is told when it is looked up, and not by tm_similar() */
    bool failed; /* the file is not used any further, after a sentence */

    const tm_store_kind *kind; /* NULL: there is no memory */
    tm_store *store;
    bool adds, scores; /* new segments are added; scores are wanted */
    tr_translation_memory memory;
    pthread_mutex_t lock;
    tm_entry *waiting; /* [n_waiting], to be added */
    size_t n_waiting;
    pthread_cond_t changed; /* something waits, or the end has come */
    bool ends;
    fuzzy_index *fuzzy; /* NULL: nothing similar is looked for */
    pthread_t writer;   /* if new segments are added */
} translation_memory;

/* Opens the memory for translations with these options, and puts it into them; does nothing where
 * none is wanted, or where it has failed.  0, or -1 after a
 * sentence. */
int tm_begin(translation_memory *r, const tm_settings *s, const tr_model *model,
             tr_options *options);

/* What is like a text, and what fuzzy_match has of it; false if there is nothing. */
bool tm_similar(const translation_memory *r, const char *source, size_t len, fuzzy_match *match);

/* How alike they are, in percent: 99 where only numbers differ. */
int tm_percent(const fuzzy_match *match);

/* The kind of the file that is there, or is to be made; NULL after a sentence, which of a file that
 * is not there says what makes one, if `maker` does. */
const tm_store_kind *tm_kind_of(const tm_settings *s, const char *maker);

/* Adds what waits, and closes it. */
void tm_end(translation_memory *r);

/* Tells how many segments it had. */
void tm_report(const translation_memory *r);

#endif
