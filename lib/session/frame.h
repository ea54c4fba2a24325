/* frame.h - what a session puts around every text: special tokens, and those of the languages
 * that the user chose. */
#ifndef TR_FRAME_H
#define TR_FRAME_H

#include "model/nmt.h"

typedef struct tr_frame {
    int32_t before[2], after[2]; /* of the source's ids */
    size_t n_before, n_after;
    int32_t first; /* of every translation, whatever its probability, and not shown; -1: none */

    char source_language[64], target_language[64]; /* BCP 47; "" for one that is not known */
} tr_frame;

/* `source` and `target` are languages as users name them, or NULL for the model's own or only one.
 * TR_EINVAL for one that the model does not have, or needs and was not given. */
int tr_frame_init(tr_frame *f, const tr_nmt *m, const char *source, const char *target,
                  tr_error *err);

#endif
