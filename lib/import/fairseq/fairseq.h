/* fairseq.h - checkpoints of fairseq's transformers: WMT19, M2M-100 and their like. */
#ifndef TR_FAIRSEQ_H
#define TR_FAIRSEQ_H

#include "import/shared/importer.h"

extern const tr_importer tr_fairseq_importer;

#endif
