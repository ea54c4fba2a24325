/*
 * checkpoint.h - checkpoint of a training run, from which it goes on with the same bits.
 *
 * A GGUF container with general.architecture "nmt-train": the run's numbers as text; weights,
 * moments, average and best weights in float32; and the SentencePiece model, unless the run
 * rewrites the model that it began with.  The file is replaced as a whole, so that the old one is
 * still there after a failure or a power cut.
 */
#ifndef TR_CHECKPOINT_H
#define TR_CHECKPOINT_H

#include "train/trainer.h"

/* Files of a run as its user named them; NULL: none. */
typedef struct tr_run_files {
    const char *text, *target, *mix, *dev, *from, *general;
    bool exchange, dev_exchange, general_exchange; /* their first column is the target */
    bool float32;                                  /* the model is written so, not as int8 */
} tr_run_files;

/* Leaves out names that are not UTF-8.  The checkpoint that is there is kept as `kept`, on file
 * systems with hard links; NULL: it is not.  TR_EIO, TR_ENOMEM. */
int tr_checkpoint_write(const char *path, const char *kept, tr_trainer *t,
                        const tr_model_about *about, const tr_run_files *files, tr_error *err);

enum { TR_CHECKPOINT_TEXTS = 12 };

typedef struct tr_checkpoint {
    tr_gguf file;
    tr_training training;
    tr_model_about about; /* its vocabulary lies in the mapped file */
    tr_run_files files;
    char *texts[TR_CHECKPOINT_TEXTS]; /* of `about` and `files` */
    int32_t *suppressed;              /* of `about` */
} tr_checkpoint;

/* Reads the whole file, to see that it is not damaged.  TR_EIO, TR_EFORMAT. */
int tr_checkpoint_open(tr_checkpoint *c, const char *path, tr_error *err);
void tr_checkpoint_close(tr_checkpoint *c);

/* Copies the best weights so far to *p, whose shape is the training's.  TR_EFORMAT. */
int tr_checkpoint_best(const tr_checkpoint *c, tr_parameters *p, tr_error *err);

/* Restores weights, moments and progress of *t, which was created for the checkpoint's training.
 * TR_EFORMAT if the tensors have other sizes. */
int tr_checkpoint_restore(const tr_checkpoint *c, tr_trainer *t, tr_error *err);

#endif
