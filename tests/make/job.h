/* job.h - one conversion of a test, in a folder of its own. */
#ifndef JOB_H
#define JOB_H

#include "model/nmt.h"
#include "translate.h"
#include "unit/scratch.h"

typedef struct job {
    scratch s;
    char input[SCRATCH_PATH], gguf[SCRATCH_PATH];
    tr_convert_options options;
    tr_error err;
    char notes[2000]; /* a line each */
} job;

/* To convert `input`, a name in the test's folder, or the folder itself if it is NULL, to out.gguf
 * beside it. */
void job_open(job *j, const char *input);

/* Conversion of what is there succeeds. */
void job_convert(job *j, tr_nmt *m);

/* Conversion of what is there fails, says `what`, and leaves nothing behind. */
void job_refused(job *j, int code, const char *what);

#endif
