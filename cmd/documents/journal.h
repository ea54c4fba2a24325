/*
 * journal.h - which documents of an output folder are done, kept there until all are.
 *
 * The file is made once the work has lasted a second: work that is interrupted, in whatever way,
 * goes on with what it has not.
 */
#ifndef JOURNAL_H
#define JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct journal {
    char *path; /* NULL: there is none */
    char *keys;
    FILE *file; /* NULL: not made yet */
    double start;
    char **done; /* [n]: digests of documents; an earlier run's come first, in order */
    size_t n, n_earlier, capacity;
} journal;

/* `keys`: what must be the same for work that goes on, as lines.  `resume`: what an earlier run has
 * done is known; else it is only kept, and told of unless `quiet`.  0, or -1 after a sentence. */
int journal_open(journal *j, const char *dir, const char *keys, bool resume, bool quiet);

/* The digest of a document's name and content, which the caller frees; NULL if it cannot be read,
 * or there is no journal.  Room for it is made: to add it needs no memory. */
char *journal_digest(journal *j, const char *path);

/* True if an earlier run has done the document of the digest; NULL is none. */
bool journal_has(const journal *j, const char *digest);

/* The document is done; takes the digest over, which may be NULL. */
void journal_add(journal *j, char *digest);

/* All is done: the file goes. */
void journal_close(journal *j);

/* The work ends here: the file stays. */
void journal_leave(journal *j);

#endif
