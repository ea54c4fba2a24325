/*
 * kept_texts.h - the translations of a document's texts, kept until the document is whole.
 *
 * FILE.resume beside an output is made once the work has lasted a second: work that is interrupted,
 * in whatever way, goes on with the texts that it has not.  It is a memory before the options'
 * memory: a text that was done is found there.
 */
#ifndef KEPT_TEXTS_H
#define KEPT_TEXTS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "console/unfinished.h"
#include "translate.h"

typedef struct kept_text {
    int what; /* as tr_translation_memory has it */
    tr_string source, text;
    float score, log_probability;
} kept_text;

/* What must be the same for work that goes on, as lines that the caller frees. */
typedef char *kept_keys(void *ctx);

typedef struct kept_texts {
    tr_translation_memory memory;      /* this one */
    const tr_translation_memory *next; /* the options' memory; NULL: none */
    pthread_mutex_t lock;
    char *path;
    kept_keys *make_keys; /* most work ends before they are needed */
    void *ctx;
    char *keys;       /* NULL: not made yet */
    int fd;           /* of the file, which is locked; -1: not made yet */
    tr_buf earlier;   /* what the file had */
    size_t n_whole;   /* bytes of the file that are whole */
    kept_text *texts; /* [n] of an earlier run, in order */
    size_t n;
    tr_buf pending; /* not in the file yet, but for its first bytes */
    size_t n_out;   /* the number of kept texts */
    double start;
    bool possible; /* nothing else has the file's name, and it can be read */
    unfinished_keeper *before;
} kept_texts;

/* `make_keys` gets `ctx`, until the end.  `resume`: what an earlier run has done is used; else it
 * stays, and is told of unless `quiet`.  Where an earlier run had other keys: with `strict`, -1
 * after a sentence; else all is done anew.  `what` goes on with --resume, as a sentence has it.  0.
 * It must not move until it ends. */
int kept_texts_begin(kept_texts *k, const char *place, kept_keys *make_keys, void *ctx, bool resume,
                     bool strict, bool quiet, const char *what, const tr_options *options);

/* `is_done`: the file goes. */
void kept_texts_end(kept_texts *k, bool is_done);

/* Removes what an earlier run kept of a document that is done. */
void kept_texts_remove(const char *place);

#endif
