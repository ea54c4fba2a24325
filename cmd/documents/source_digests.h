/*
 * source_digests.h - ".translate-digests", a file in a folder of translations that tells of which
 * sources they were made.
 *
 * Each line is the name of a translation, a key and 16 digits of SHA-256 of the key's value in the
 * source, with tabs between; lines are in order, so that git merges them.
 */
#ifndef SOURCE_DIGESTS_H
#define SOURCE_DIGESTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/span.h"
#include "translate.h"

typedef struct digest_lines {
    char **lines; /* [n] in order */
    size_t n, capacity;
} digest_lines;

typedef struct source_digests {
    bool on;           /* there is such a file, or is to be one */
    char *path;        /* its place */
    char *name;        /* of the translation */
    char *text;        /* what it has now */
    digest_lines old;  /* its lines */
    digest_lines next; /* what it is to have */
} source_digests;

/* Reads the file in the folder of a translation; where there is none, and none is `asked` for, all
 * others do nothing.  0, or -1 after a sentence. */
int source_digests_open(source_digests *d, const char *translation, bool asked);
void source_digests_close(source_digests *d);

/* Notes the value that a key of the source has now.  True if the file tells that it was another. */
bool source_digests_note(source_digests *d, const char *key, tr_string value);

/* Writes the file with what was noted, if anything in it is other than it was.  0, or -1 after a
 * sentence. */
int source_digests_write(const source_digests *d);

#endif
