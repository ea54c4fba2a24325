/* bergamot_config.h - configurations of Bergamot: options of marian-decoder, as Bergamot's
 * configurations have them, and decoder.yml of OPUS-MT. */
#ifndef TR_BERGAMOT_CONFIG_H
#define TR_BERGAMOT_CONFIG_H

#include "base/region.h"
#include "import/shared/lexicon.h"

/* Strings are taken from a region; a string that is not said is NULL. */
typedef struct tr_bergamot {
    const char *model, *source_vocab, *target_vocab; /* paths; one vocabulary: the target's NULL */
    const char *lexicon;                             /* a path */
    tr_lexicon_choice choice;

    uint32_t beam_size, max_source; /* 0: not said */
    float max_length_factor;        /* 0: not said */
    float length_penalty;           /* negative: not said */

    const char *name, *source_language, *target_language;
} tr_bergamot;

/* Nothing is said. */
void tr_bergamot_init(tr_bergamot *b);

/* The configuration text [len] of the file at `path`, in whose folder its files are. */
int tr_bergamot_config(tr_bergamot *b, const char *text, size_t len, const char *path,
                       tr_region *memory, tr_error *err);

#endif
