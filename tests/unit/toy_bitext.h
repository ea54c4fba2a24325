/* toy_bitext.h - small bitexts with a vocabulary of their own: for tests of training. */
#ifndef TOY_BITEXT_H
#define TOY_BITEXT_H

#include "train/model_file.h"
#include "train/training.h"
#include "unit/scratch.h"

typedef struct toy_bitext {
    scratch files;
    tr_bitext *b;
    char *model; /* of SentencePiece */
    size_t size;
    tr_spm *spm;
} toy_bitext;

/* Appends n pairs of three to seven letters a .. j, SOURCE<TAB>TARGET; the target has the letters
 * in reverse order.  Up to 1900 are all different; one of 40 is a palindrome, which is left out. */
void toy_pairs(tr_buf *text, size_t n);

/* Reads text [len] with options but for the path, and trains a vocabulary of up to `vocab` pieces.
 */
void toy_bitext_open(toy_bitext *t, const char *text, size_t len, const tr_bitext_options *options,
                     size_t vocab);

/* Reads, and encodes without a normalizer; held_out pairs or so are held out. */
void toy_bitext_open_pairs(toy_bitext *t, size_t n, size_t vocab, size_t held_out);
void toy_bitext_close(toy_bitext *t);

/* A run on the text by a network of 1+1 layers, 16 wide: 60 pieces a step, dropout, float32
 * products. */
tr_training toy_training(const toy_bitext *t);

/* Metadata of its model, English to German. */
tr_model_about toy_about(const toy_bitext *t);

#endif
