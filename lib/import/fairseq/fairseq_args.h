/*
 * fairseq_args.h - the settings that a checkpoint of fairseq's holds: "args", or "cfg" since 2020.
 *
 * "args" is a Namespace of argparse.  "cfg" is a dictionary, of Python or of omegaconf, whose
 * members "model" and "task" are one each.  None is the same as nothing.
 */
#ifndef TR_FAIRSEQ_ARGS_H
#define TR_FAIRSEQ_ARGS_H

#include "formats/torch/torch_pickle.h"
#include "import/shared/importer.h"

/* The first failure stays in rc, and what is read after it does nothing. */
typedef struct tr_fairseq_args {
    const char *path;                    /* of the checkpoint, for messages */
    const tr_pickle_value *model, *task; /* mappings; one, in the older form */
    tr_error *err;
    int rc;
} tr_fairseq_args;

/* Finds the settings, which live as long as *p.  TR_EUNSUPPORTED: there are none, or the weights
 * are a share of a network's. */
int tr_fairseq_args_open(tr_fairseq_args *a, const tr_torch_pickle *p, const char *path,
                         tr_error *err);

/* A setting of the network, or of its task; NULL for none.  Of "encoder_layers", the member
 * "layers" of a member "encoder" serves, too. */
const tr_pickle_value *tr_fairseq_model_arg(const tr_fairseq_args *a, const char *key);
const tr_pickle_value *tr_fairseq_task_arg(const tr_fairseq_args *a, const char *key);

/* Fails for a setting. */
void tr_fairseq_refuse(tr_fairseq_args *a, int code, const char *key, const char *why);

/* A whole number of 1 to `high`; TR_EFORMAT for others, and where there is none. */
uint32_t tr_fairseq_size(tr_fairseq_args *a, const char *key, uint32_t high);

/* `v` is the value of `key`: false for NULL, TR_EFORMAT for what is neither true nor false. */
bool tr_fairseq_is_true(tr_fairseq_args *a, const tr_pickle_value *v, const char *key);

/* Reads a text, which lives as long as im: `otherwise` for NULL. */
const char *tr_fairseq_text(tr_fairseq_args *a, tr_import *im, const tr_pickle_value *v,
                            const char *key, const char *otherwise);

/* Reads a list, or a text that has commas between: each part as a text of its own, and their
 * number; NULL for none. */
const char *const *tr_fairseq_list(tr_fairseq_args *a, tr_import *im, const tr_pickle_value *v,
                                   const char *key, size_t *n);

/* The value itself, of which omegaconf may have made a node; NULL for none. */
const tr_pickle_value *tr_fairseq_value(const tr_pickle_value *v);

#endif
