#include "base/normalizations.h"

#include <stddef.h>

const char *const tr_normalizations[TR_NORMALIZATIONS + 1] = {
    [TR_NORMALIZATION_NONE] = "none",
    [TR_NORMALIZATION_NFC] = "nfc",
    [TR_NORMALIZATION_NFKC] = "nfkc",
    [TR_NORMALIZATION_OPUS_MT] = "opus-mt",
    [TR_NORMALIZATION_OPUS_MT_FAITHFUL] = "opus-mt-faithful",
    [TR_NORMALIZATION_INDICTRANS2] = "indictrans2",
    [TR_NORMALIZATIONS] = NULL};
