/* scratch.h - a folder of a test's own below $TMPDIR, and whole files in and out of it. */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <check.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SCRATCH_FOLDER = 160, SCRATCH_PATH = 256 };

typedef struct scratch {
    char folder[SCRATCH_FOLDER];
    char path[SCRATCH_PATH]; /* of what scratch_file() named last */
} scratch;

void scratch_open(scratch *s);

/* The same outside of a test, where nothing can be asserted: false if it failed. */
bool scratch_make(scratch *s);
const char *scratch_file(scratch *s, const char *name);

/* How many files are there; `remove` them, too. */
int scratch_count(scratch *s, bool remove);
void scratch_close(scratch *s);
void write_file(const char *path, const void *bytes, size_t size);

/* The caller frees it. */
char *read_file(const char *path, size_t *size);

#endif
