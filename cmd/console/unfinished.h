/*
 * unfinished.h - unfinished files, which are removed however the program ends.
 *
 * The program writes one file at a time.  While it is unfinished, its name is known here.
 */
#ifndef UNFINISHED_H
#define UNFINISHED_H

#include <signal.h>

/* From now on, signals that end the program remove the unfinished file first.  Signals that the
 * caller of the program had ignored (nohup) stay ignored, and handlers that are there stay. */
void unfinished_catch_signals(void);

/* Signals that end the program wait from hold to release: a file and its name change together. */
void unfinished_hold_signals(sigset_t *before);
void unfinished_release_signals(const sigset_t *before);

/* `path` must live until the next call; NULL: no file is unfinished. */
void unfinished_set(char *path);

void unfinished_remove(void);

/* Before SIGHUP, SIGINT or SIGTERM removes the file, `keep` may give it another name; it may call
 * what a handler of a signal may.  NULL: it is removed.  Returns what was there before. */
typedef void unfinished_keeper(void);
unfinished_keeper *unfinished_keep_by(unfinished_keeper *keep);

/* Removes the unfinished file and ends with status 1; from any thread. */
_Noreturn void unfinished_end_program(void);

/* Removes the unfinished file and ends as the signal ends a program; returns where the caller of
 * the program has the signal blocked. */
void unfinished_end_by_signal(int number);

#endif
