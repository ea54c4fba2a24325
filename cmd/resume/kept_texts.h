/*
 * kept_texts.h - the translations of a document's texts, kept until the document is whole.
 *
 * FILE.resume beside an output is made once the work has lasted a second: work that is interrupted,
 * in whatever way, goes on with the texts that are left.  The kept texts are a memory that is
 * asked before the memory of the options.
 */
#ifndef KEPT_TEXTS_H
#define KEPT_TEXTS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "resume/resume_file.h"
#include "translate.h"

typedef struct kept_text {
    int what; /* as tr_translation_memory has it */
    tr_string source, text;
    float score, log_probability;
} kept_text;

typedef struct kept_texts {
    tr_translation_memory memory;      /* this one */
    const tr_translation_memory *next; /* the memory of the options; NULL: none */
    pthread_mutex_t lock;
    resume_file file;
    kept_text *texts; /* [n] of an earlier run, in order */
    size_t n;
} kept_texts;

/* `resume`: what an earlier run has done is used; else it stays, and is told of unless `quiet`.
 * Where an earlier run had other keys: with `strict`, -1 after a sentence; else all is done anew.
 * `what` goes on with --resume, as a sentence has it.  0.  It must not move until it ends. */
int kept_texts_begin(kept_texts *k, const char *place, resume_keys *make_keys, void *ctx,
                     bool resume, bool strict, bool quiet, const char *what,
                     const tr_options *options);

/* `is_done`: the file goes. */
void kept_texts_end(kept_texts *k, bool is_done);

/* Removes what an earlier run kept of a document that is done. */
void kept_texts_remove(const char *place);

#endif
