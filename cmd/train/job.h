/* job.h - job of translate-train: its options, files, texts and state. */
#ifndef JOB_H
#define JOB_H

#include <stdbool.h>
#include <stdio.h>

#include "base/buf.h"
#include "commands/train.h"
#include "encoding.h"
#include "held_out.h"
#include "processes.h"
#include "train/checkpoint.h"
#include "train/trainer.h"

/* Scores that the model file gets. */
typedef struct job_scores {
    bool known;
    size_t lines;                     /* of the held-out text; */
    double bleu, greedy;              /*   of the new model, by its own search and by greedy */
    held_out_comparison own, general; /* with the model that was adapted */
    tr_quality quality;               /* fitted to the new model; lines 0: it was not */
} job_scores;

/* Files that the run writes. */
typedef struct job_output {
    char *model, *log_name;
    char *adapters;              /* the folder of what --lora makes */
    char *checkpoint, *previous; /* `previous`: the checkpoint before it */
    bool checkpoint_is_good;     /* what is there under its name may become the previous one */
    FILE *log;                   /* locked as long as the run lasts */
} job_output;

/* Texts, and the vocabulary that they are cut into pieces with. */
typedef struct job_texts {
    tr_bitext *own;
    tr_bitext *dev;       /* NULL, or set.dev */
    tr_bitext *general;   /* text against forgetting; NULL: none */
    bool general_is_made; /* its targets are the original's translations */
    tr_spm *spm;
    char *spm_bytes;  /* NULL: `about.spm` belongs to a file */
    encoding own_way; /* in place of spm, open where the result rewrites the original */
} job_texts;

typedef struct train_job {
    train_settings set;
    const tr_ranks *ranks;               /* processes that train together; NULL: this one alone */
    const char *path;                    /* of the text; NULL: the checkpoint's */
    bool dev_exchange, general_exchange; /* their first column is the target */
    bool float32;                        /* the model is written so, not as int8 */
    double hours;
    unsigned cpu;
    size_t threads;

    char *original_path; /* of the model of set.from, which is open; NULL: none */
    tr_nmt original;
    tr_checkpoint resumed; /* open if has_checkpoint */
    bool has_checkpoint;   /* the run goes on */
    bool new_dev;          /* its best weights were judged by other text */

    job_output out;
    job_texts texts;
    tr_training training;
    tr_model_about about;
    tr_trainer *trainer;
    double pieces_per_second; /* as measured */
    job_scores scores;
    tr_error err;
} train_job;

/* Opens the files that were named, and takes the output for this run.  EXIT_OK, or another status
 * after a sentence. */
int job_open(train_job *j);

/* TR_EINVAL where the original, whose file may have been replaced since the run began, has another
 * shape than the run. */
int job_fits_original(train_job *j, const tr_shape *own);

/* True for the process that writes files, and speaks for all. */
bool job_is_first(const train_job *j);

void job_close(train_job *j);

/* The languages of the run's text, as the original has to be told them; NULL: it has one there. */
const char *job_language(const train_job *j, int side);

/* A model of the run, by its path. */
held_out_model job_model(const train_job *j, const char *path);

/* `complain(j->err.msg)`; returns EXIT_FAILED. */
int job_fail(const train_job *j);

#endif
