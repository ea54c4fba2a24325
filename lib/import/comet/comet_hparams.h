/* comet_hparams.h - hparams.yaml of a COMET: which metric it is, and what lies on its encoder. */
#ifndef TR_COMET_HPARAMS_H
#define TR_COMET_HPARAMS_H

#include "import/shared/importer.h"

/* What im->config does not say. */
typedef struct tr_comet_hparams {
    bool is_sparse;    /* layers are weighted by sparsemax, not by softmax */
    int32_t layer;     /* the only one whose states are taken, or -1: all are mixed */
    uint32_t n_layers; /* of the estimator, its last one included */
} tr_comet_hparams;

/* Reads the file of im->bundle into *h and im->config.  Settings of the training are passed over;
 * what would change a score and is not known is refused by its name.  TR_EIO, TR_EFORMAT,
 * TR_EUNSUPPORTED, TR_ENOMEM. */
int tr_comet_hparams_read(tr_comet_hparams *h, tr_import *im, tr_error *err);

/* Numbers of the encoder that its tensors do not tell: from config.json of im->bundle; without one,
 * XLM-RoBERTa's, whose heads are 64 wide.  im->config.d_model is there. */
int tr_comet_encoder_read(tr_import *im, tr_error *err);

#endif
