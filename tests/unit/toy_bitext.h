/* toy_bitext.h - small bitexts with a vocabulary of their own: for tests of training. */
#ifndef TOY_BITEXT_H
#define TOY_BITEXT_H

#include "train/data/bitext.h"
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

#endif
