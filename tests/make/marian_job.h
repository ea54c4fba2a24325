/* marian_job.h - models of Marian put together by hand, converted or refused. */
#ifndef MARIAN_JOB_H
#define MARIAN_JOB_H

#include "make/make_marian.h"
#include "model/nmt.h"
#include "translate.h"
#include "unit/scratch.h"

/* Files of one conversion, in a folder of its own. */
typedef struct marian_job {
    scratch s;
    char input[SCRATCH_PATH], spm[SCRATCH_PATH], spm2[SCRATCH_PATH], gguf[SCRATCH_PATH];
    tr_convert_options options;
    tr_error err;
} marian_job;

/* To convert model.npz of the test's folder, whose vocabulary is there, to model.gguf. */
void marian_job_open(marian_job *j);

/* Writes the model; conversion succeeds. */
void marian_job_convert(marian_job *j, const marian_spec *spec, tr_nmt *m);

/* Conversion fails, says `what`, and leaves nothing behind. */
void marian_job_refused(marian_job *j, const marian_spec *spec, int code, const char *what);

#endif
