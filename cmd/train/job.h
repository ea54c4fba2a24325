/* job.h - one run of translate-train: what was asked, what is decided, and how it goes. */
#ifndef JOB_H
#define JOB_H

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include "base/buf.h"
#include "train.h"
#include "train/checkpoint.h"
#include "train/trainer.h"

typedef struct job {
    train_settings set;
    const char *path; /* of the text */
    double hours;
    unsigned cpu;
    size_t threads;

    char *model, *checkpoint, *log; /* names of what is written */
    tr_bitext *text, *dev;
    char *spm_bytes; /* NULL: `about.spm` belongs to a file */
    tr_spm *spm;
    tr_nmt start; /* open when set.start */
    bool has_start;
    tr_checkpoint resumed; /* open when set.resume */
    bool has_checkpoint;
    tr_training training;
    tr_model_about about;
    tr_trainer *trainer;
    double pieces_per_second; /* as measured */
    tr_error err;
} job;

/* plan.c: everything before the first step.  Status EXIT_OK, or another after a sentence. */
int job_prepare(job *j);
void job_close(job *j);

/* run.c: the steps, and what is written. */
int job_run(job *j);

/* `complain(j->err.msg)`; returns EXIT_FAILED. */
int job_fail(const job *j);

#endif
