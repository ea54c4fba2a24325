/* normalizations.h - the names of what may become of text before a tokenizer sees it, as
 * tokenizer.normalization has them in a model file (translate-model(5)).  text/normalize.c computes
 * them. */
#ifndef TR_NORMALIZATIONS_H
#define TR_NORMALIZATIONS_H

enum tr_normalization {
    TR_NORMALIZATION_NONE,
    TR_NORMALIZATION_NFC,
    TR_NORMALIZATION_NFKC,
    TR_NORMALIZATION_OPUS_MT,
    TR_NORMALIZATION_OPUS_MT_FAITHFUL,
    TR_NORMALIZATION_INDICTRANS2,
    TR_NORMALIZATIONS
};

/* By enum tr_normalization; NULL follows the last. */
extern const char *const tr_normalizations[TR_NORMALIZATIONS + 1];

#endif
