/*
 * opus_decoder.h - decoder.yml, in which an OPUS-MT package names its files and its search.
 */
#ifndef TR_OPUS_DECODER_H
#define TR_OPUS_DECODER_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum { TR_OPUS_MAX_NAME = 255 };

typedef struct tr_opus_decoder {
    /* Names of files in the package, without folders: where the file was written, they may have
     * been elsewhere. */
    char model[TR_OPUS_MAX_NAME + 1];
    char source_vocab[TR_OPUS_MAX_NAME + 1], target_vocab[TR_OPUS_MAX_NAME + 1];

    uint32_t beam_size;   /* 0: it does not say; else up to TR_MAX_BEAM */
    float length_penalty; /* scores are divided by length^this; < 0: it does not say */
} tr_opus_decoder;

/* `path` is for messages.  TR_EFORMAT, TR_EUNSUPPORTED, TR_ENOMEM. */
int tr_opus_decoder_read(tr_opus_decoder *d, const char *text, size_t len, const char *path,
                         tr_error *err);

#endif
