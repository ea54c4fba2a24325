/* run.h - runs of a command, each in a folder of its own, and what comes of them. */
#ifndef FAIL_RUN_H
#define FAIL_RUN_H

#include <time.h>
#include <unistd.h>

#include "fail/files.h"
#include "fail/inject.h"

enum { MAX_ARGS = 28, TIMEOUT = 120 /* seconds */ };

/* Which program a command is of. */
typedef enum whose { TRANSLATE, TRAIN, FETCH, N_PROGRAMS } whose;

/* Paths are seen from a folder beside those of fixtures.c; but where `shared` is the fixture below
 * ../shared that "SHARED" stands for, it comes with --all only, where it is there. */
typedef struct command {
    const char *name;
    const char *args[MAX_ARGS];
    const char *input;  /* standard input; NULL: none */
    bool is_pipe;       /* which is a pipe */
    const char *output; /* the file that it writes; NULL: none */
    const char *before; /* what that file holds already; NULL: it is not there */
    const char *failed; /* what a line has in it that failed alone */
    const char *keep;   /* the output becomes this fixture */
    const char *shared;
    bool stays; /* the output is a file that others use, too: it is whole at any time */
    bool named; /* the system has no files without a name */
    /* translate-train goes on after a sentence when a file beside the output cannot be written, and
     * may have written the model, a whole one, before it fails. */
    whose program;
    const char *beside[5]; /* endings of files that are left beside the output */
} command;

/* Outcome of a run. */
typedef struct outcome {
    int status; /* of waitpid() */
    bool timed_out;
    tr_buf out, err, file;
    bool has_file;
    int n_strays;         /* other files that are left */
    tr_buf strays, stray; /* a line for the name of each; the bytes of a single one */
} outcome;

/* A process that starts runs of one command (inject.h), and the run that is going on. */
typedef struct server {
    const char *program;
    pid_t pid, run; /* run: 0 when there is none */
    int requests, answers, slot;
    fault_request request;
    time_t started;
} server;

void server_start(server *s, const char *program, const command *c, int slot);
void server_stop(server *s);

void run_start(server *s, const command *c, fault_request request);

/* Waits for the run to end, or ends it when it takes too long; its status. */
int run_end(server *s, bool *timed_out);

/* Takes the outcome of the run that has ended in a slot. */
void collect(const command *c, int slot, int status, bool timed_out, outcome *o);
void outcome_free(outcome *o);

#endif
