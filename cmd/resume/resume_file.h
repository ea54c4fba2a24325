/*
 * resume_file.h - what is done of a long work, in a file that stays until all is done.
 *
 * A title, keys and records: the title says whose file it is, the keys what must be the same for
 * work that goes on, and the records, which are the caller's, what is done.  The file is made once
 * the work has lasted a second.
 */
#ifndef RESUME_FILE_H
#define RESUME_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

enum { RESUME_MESSAGE = 2048 };

/* Lines "model DIGEST", "options DIGEST", "input DIGEST", of which the last two may be missing; the
 * caller frees them.  NULL with errno: an input cannot be read. */
typedef char *resume_keys(void *ctx);

typedef struct resume_file {
    char *path;        /* NULL: there is none */
    const char *title; /* a line */
    resume_keys *make_keys;
    void *ctx;
    char *keys;              /* NULL: not made yet, as most work ends before it needs them */
    tr_buf earlier;          /* bytes that an earlier run has left */
    size_t begin, whole;     /* of earlier: where the records begin, and end; 0: there are none */
    int fd;                  /* locked; -1: the file is not made yet */
    tr_buf pending;          /* not in the file yet, but for its first bytes */
    size_t n_out, size;      /* how many bytes are pending; bytes of the file that are whole */
    bool possible;           /* nothing else has the file's name, and it can be read */
    double start;            /* of the work */
    const char *said_before; /* by a signal */
    char message[RESUME_MESSAGE]; /* what a signal says while the file is there; see message.h */
} resume_file;

/* FILE.resume for an output; the caller frees it. */
char *resume_path(const char *of);

/* True if work that began then has lasted long enough to be kept. */
bool resume_is_worth(double start);

/* Takes the path over; `make_keys` gets `ctx`, until the end; NULL: the file is only read.  Looks
 * for what an earlier run has left.  1: work may go on with its records, [begin, whole) of
 * `earlier`, and the file will have the records up to `size` before what is added; the caller makes
 * both smaller if a record is torn.  0: there is nothing.  -1: with `must`, it cannot go on; `name`
 * is what the sentence is about. `tells`: says if there is nothing. */
int resume_file_begin(resume_file *f, char *path, const char *title, resume_keys *make_keys,
                      void *ctx, const char *name, bool must, bool tells);

/* Says that work cannot go on; -1. */
int resume_refuse(const char *name, const char *why);
extern const char resume_damaged[];

/* The keys: as resume_keys; the file owns them. */
const char *resume_file_keys(resume_file *f);

/* Adds a record [n].  Where the file cannot be made, nothing is kept. */
void resume_file_add(resume_file *f, const char *record, size_t n);

/* `is_done`: the file goes, and the file of an earlier run, too; else both stay. */
void resume_file_end(resume_file *f, bool is_done);

/* True if an earlier run has left a file of this program's. */
bool resume_file_is_ours(const resume_file *f);

#endif
