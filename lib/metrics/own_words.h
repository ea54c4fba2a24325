/* own_words.h - words of BLEU that are not found by rules: pieces of a SentencePiece model, or what
 * the user of the library cuts a line into. */
#ifndef TR_OWN_WORDS_H
#define TR_OWN_WORDS_H

#include "base/buf.h"
#include "base/file.h"
#include "metrics/symbols.h"
#include "metrics/trie.h"
#include "text/spm.h"
#include "translate.h"

/* Starts out as zeros. */
typedef struct tr_own_words {
    tr_file file; /* of the model; */
    tr_spm *spm;  /*   NULL: the user cuts */
    tr_spm_piece_span *spans;
    size_t capacity;
    tr_buf line, pieces;
} tr_own_words;

/* Opens what the options' words need: nothing for words that rules cut.  TR_EINVAL, TR_EIO,
 * TR_EFORMAT, TR_EUNSUPPORTED, TR_ENOMEM. */
int tr_own_words_open(tr_own_words *w, const tr_evaluation_options *o, tr_error *err);
void tr_own_words_close(tr_own_words *w);

/* Appends the words of a line of code points to `out`, as numbers from `words`.  What the user's
 * function returns, TR_EINVAL for a line that is too long for SentencePiece, TR_ENOMEM. */
int tr_own_words_split(tr_own_words *w, const tr_evaluation_options *o, const tr_symbols *line,
                       tr_trie *words, tr_symbols *out, tr_error *err);

#endif
