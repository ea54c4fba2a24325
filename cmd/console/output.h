/*
 * output.h - everything the program writes for its user goes through here, and is checked.
 *
 * A write that fails ends the program with a sentence and status 1, at once: the reader of the
 * input may be waiting for a line that will not come for hours.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/packing/packer.h"
#include "base/replace.h"

typedef struct output {
    FILE *stream;               /* print here, then call output_flush() */
    char *path;                 /* -o; else NULL */
    tr_replacement file;        /* of a regular file, */
    struct output_place *place; /*   whose name no other output may have */
    char *buffer;
    /* Of a file that is compressed; else NULL: where it goes, and what was printed [printed]. */
    tr_packer *packer;
    FILE *packed;
    char *text;
    size_t printed;
} output;

/* Standard output for NULL and "-".  A regular file is written beside its name, which
 * output_close() gives it; until then an interrupt removes it.  What is written is compressed where
 * the path ends in .gz, .xz or .zst.  0, or -1 after a sentence. */
int output_open(output *o, const char *path);

/* Opens a file that is not compressed, whatever the path ends in. */
int output_open_as_it_is(output *o, const char *path);

/* True if an output that is open now will take the place of the file. */
bool output_will_replace(const struct stat *file);

/* True if the path stands for an open file, a pipe or a device: nothing takes its place. */
bool output_is_written_through(const char *path);

/* To be called after each line: the line is written at once. */
void output_flush(output *o);

/* Closes the file and gives it its name; ends the program when that cannot be done. */
void output_close(output *o);

/* Drops an unfinished file; does nothing after output_close(). */
void output_abandon(output *o);

#endif
