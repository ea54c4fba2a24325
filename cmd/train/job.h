/* job.h - one run of translate-train: what was asked, what is decided, and how it goes. */
#ifndef JOB_H
#define JOB_H

#include <stdbool.h>
#include <stdio.h>

#include "base/buf.h"
#include "commands/train.h"
#include "train/checkpoint.h"
#include "train/trainer.h"

/* What a model file says of itself.  In a comparison [0] is the original, [1] the new model. */
typedef struct job_scores {
    bool known;
    size_t lines; /* of the held-out text; */
    double bleu;  /*   of the new model */
    double own[2], own_p;
    size_t general_lines; /* 0: none was compared */
    double general[2], general_p;
} job_scores;

typedef struct job {
    train_settings set;
    const char *path;                    /* of the text; NULL: the checkpoint's */
    bool dev_exchange, general_exchange; /* their first column is the target */
    bool float32;                        /* so the model is written, not as int8 */
    double hours;
    unsigned cpu;
    size_t threads;

    char *model, *checkpoint, *log_name; /* names of what is written */
    FILE *log;                           /* locked as long as the run lasts */
    tr_bitext *text, *dev;               /* dev: NULL, or set.dev */
    char *spm_bytes;                     /* NULL: `about.spm` belongs to a file */
    tr_spm *spm;
    tr_checkpoint resumed; /* open when set.resume */
    bool has_checkpoint;
    bool new_dev; /* its best weights were judged by other text */
    tr_training training;
    tr_model_about about;
    tr_trainer *trainer;
    double pieces_per_second; /* as measured */
    job_scores scores;

    char *original_path; /* of the model of set.from, which is open; NULL: none */
    tr_nmt original;
    tr_bitext *general;   /* text against forgetting; NULL: none */
    bool general_is_made; /* its targets are the original's translations */
    tr_error err;
} job;

/* Status EXIT_OK, or another after a sentence, as all that follow. */

/* job.c: opens what was named, and takes the output for this run. */
int job_open(job *j);
void job_close(job *j);

/* plan.c: the numbers among the options. */
int job_settings(job *j);

/* texts.c: reads, checks and encodes the texts, with the vocabulary that there is or is made. */
int job_read_texts(job *j);

/* The held-out text that checks look at. */
const tr_bitext *job_held_out(const job *j);

/* plan.c: everything before the first step, and says it. */
int job_plan(job *j);

/* run.c: the steps, and what is written. */
int job_run(job *j);

/* run.c: the best weights of the checkpoint as a model, whose name is set.export. */
int job_export(job *j);

/* `complain(j->err.msg)`; returns EXIT_FAILED. */
int job_fail(const job *j);

#endif
