/*
 * resume.h - lines whose translation was interrupted, and goes on where it was.
 *
 * What was done is checked: the inputs, the model and the options must be the same.
 */
#ifndef RESUME_H
#define RESUME_H

#include "console/kept_part.h"
#include "console/options.h"
#include "lines/settings.h"

/* Numbers that go on from one run to the next. */
enum resume_number {
    RESUME_WRITTEN, /* bytes of output */
    RESUME_LINES,
    RESUME_FAILED,
    RESUME_REPAIRED,
    RESUME_FIRST_REPAIRED,
    RESUME_LACKING,
    RESUME_FIRST_LACKING,
    RESUME_STAYING,
    RESUME_FIRST_STAYING
};

typedef struct resume {
    const command *command;
    const settings *set;
    const tr_model *model;
    const tr_options *options;
    char **files; /* [n] */
    size_t n;
    const output *out;
    bool possible, begun; /* what is done can be kept; and will be */
    double start;
    char *part, *state; /* paths of what is kept of --output; NULL: there is none */
} resume;

/* The digests of model and options: two lines, which the caller frees.  Progress, threads and what
 * is told do not count. */
char *resume_keys(const command *c, const settings *set, const tr_model *model,
                  const tr_options *o);

/* The digest of the options alone, which the caller frees. */
char *resume_options_key(const command *c, const settings *set, const tr_model *model,
                         const tr_options *o);

/* To be called before the first line is written to `out`.  With --resume, what was done is written
 * there, and its numbers are told; else they are all 0.  0, or -1 after a sentence. */
int resume_begin(resume *r, uint64_t numbers[KEPT_NUMBERS]);

/* To be called after each line that is written; numbers[RESUME_WRITTEN] is set here. */
void resume_note(resume *r, uint64_t numbers[KEPT_NUMBERS]);

/* To be called before the output is closed; and then, what was kept is removed. */
void resume_end(resume *r);
void resume_forget(const resume *r);

void resume_free(resume *r); /* also of zeros */

#endif
