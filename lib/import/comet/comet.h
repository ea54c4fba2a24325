/* comet.h - metrics of Unbabel's COMET: hparams.yaml, checkpoints/model.ckpt,
 * sentencepiece.bpe.model of the encoder, and its config.json where there is one. */
#ifndef TR_COMET_H
#define TR_COMET_H

#include "import/shared/importer.h"

extern const tr_importer tr_comet_importer;

#endif
