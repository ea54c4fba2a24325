/*
 * manifest.h - what a file of translated lines was made of, as JSON beside it: FILE.manifest.
 *
 * Digests of the input, the output, the model and the options; translate-scale(7) has the fields.
 */
#ifndef MANIFEST_H
#define MANIFEST_H

#include <stdbool.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "console/digest.h"
#include "console/input.h"
#include "console/output.h"
#include "lines/settings.h"

typedef struct manifest {
    char *path;       /* of the manifest; NULL: none is written */
    cJSON *object;    /* what is known before the first line is read */
    digest_sum input; /* of the bytes read so far */
} manifest;

/* Counts of lines. */
typedef struct manifest_counts {
    size_t lines, failed, repaired, lacking;
} manifest_counts;

/* The path for an output; the caller frees it. */
char *manifest_path(const char *of);

/* Says of what the lines are made that the settings ask for, by argv [argc] as it was given.  Does
 * nothing where no manifest is asked for. */
void manifest_begin(manifest *m, const settings *set, const command *c, int argc, char **argv,
                    const tr_model *model, const tr_options *o);

/* To be called with all bytes of the input, in order. */
void manifest_add_input(manifest *m, const char *bytes, size_t n);

/* To be called when the output is complete, before it is closed and after. */
void manifest_add_output(manifest *m, const input *in, output *out);
void manifest_write(manifest *m, const manifest_counts *counts);

void manifest_free(manifest *m); /* also of zeros */

/* The manifest that is there, which the caller deletes; NULL where there is none, or after a
 * sentence where it is no manifest, if `says`. */
cJSON *manifest_read(const char *path, bool says);

/* With --skip-existing: EXIT_OK or EXIT_SOME_LINES if the output is there, and, where a manifest is
 * asked for, was made by the same command; else GO_ON. */
int manifest_is_done(const settings *s, const command *c, int argc, char **argv, const char *file);

#endif
