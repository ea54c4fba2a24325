/* models.h - what cuts the parts of a text into the pieces of a vocabulary: Unigram (Kudo 2018) and
 * byte-pair encoding (Sennrich et al. 2016), as Hugging Face's tokenizers compute them. */
#ifndef TR_MODELS_H
#define TR_MODELS_H

#include "text/merges.h"
#include "text/pieces.h"
#include "text/pipeline/aligned.h"
#include "text/prefix_tree.h"
#include "text/tokenizer.h"

enum tr_cutting_model { TR_CUTS_UNIGRAM, TR_CUTS_BPE };

/* The vocabulary, and how it is used.  What it points to must outlive it. */
typedef struct tr_piece_model {
    int kind; /* enum tr_cutting_model */
    const tr_pieces *pieces;
    const bool *special;  /* [pieces->n]: no text is such a piece */
    const double *scores; /* [pieces->n], of Unigram: logarithms of probabilities */
    double unknown_score; /* of Unigram: of a character that no piece is */
    tr_prefix_tree tree;  /* of the pieces that text may be */
    tr_merges merges;     /* of BPE */
    const char *end;      /* of BPE: stands behind the last character of a part; "" for nothing */
    bool byte_fallback;   /* an unknown character becomes the pieces of its bytes */
    bool fuses;           /* unknown characters in a row are one piece */
    bool drops;           /* of BPE: there is no unknown piece; unknown characters are left out */
    bool whole_first;     /* a part that is a piece is that piece, whatever the merges say */
} tr_piece_model;

/* Builds the tree.  False out of memory. */
bool tr_piece_model_finish(tr_piece_model *m);
void tr_piece_model_free(tr_piece_model *m);

/* What pieces are written to: as tr_cutter's `cut`. */
typedef struct tr_piece_list {
    tr_spm_piece_span **spans;
    size_t *capacity, *n;
    tr_buf *pieces;
} tr_piece_list;

/* Memory for one part after the other.  Made of {0}. */
typedef struct tr_piece_work {
    struct tr_cell *cells;
    size_t capacity;
    tr_aligned word;           /* the symbols of a part, one after the other */
    tr_buf waiting, character; /* unknown characters before their symbol; one with its sign */
    tr_joining joining;
} tr_piece_work;

void tr_piece_work_free(tr_piece_work *w);

/* Appends the pieces of parts of *text, and the tokens that parts are.  False out of memory. */
bool tr_piece_model_cut(const tr_piece_model *m, const tr_aligned *text, tr_piece_work *w,
                        tr_piece_list *out);

#endif
