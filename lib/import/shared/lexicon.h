/*
 * lexicon.h - lexical shortlists in the forms that Marian reads.
 *
 * Binary (lex.50.50.ende.s2t.bin): the lists as they are used.  Text (lex.s2t): a line for each
 * pair of words, "target source probability", of which the best of each source word make its
 * list; lines with the word NULL are left out.
 */
#ifndef TR_LEXICON_H
#define TR_LEXICON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/region.h"

enum { TR_LEXICON_MAX_BEST = 10000 };

/* Settings that a text leaves open; a binary file has them. */
typedef struct tr_lexicon_choice {
    uint32_t first;  /* so many words of the target vocabulary are candidates for any source */
    uint32_t best;   /* at most so many for each source word, 1..TR_LEXICON_MAX_BEST; */
    float threshold; /*   the least probability; not negative */
} tr_lexicon_choice;

/* The vocabulary of one side: id() gives a word's, or <unk>'s. */
typedef struct tr_lexicon_vocab {
    uint32_t size;
    int32_t unk;
    int32_t (*id)(const void *ctx, const char *word, size_t len);
    const void *ctx;
} tr_lexicon_vocab;

typedef struct tr_lexicon_lists {
    uint32_t first;
    size_t n_ids;
    int32_t *offset; /* [source vocabulary + 1] */
    int32_t *id;     /* [n_ids], source s's from offset[s] to offset[s + 1] */
} tr_lexicon_lists;

bool tr_lexicon_is_binary(const unsigned char *data, size_t size);

/* Reads a file [size] of either form into arrays of `memory`; `name` is for messages.  Of the
 * vocabularies a binary file needs the sizes only.  TR_EFORMAT, TR_ENOMEM. */
int tr_lexicon_read(tr_lexicon_lists *lists, tr_region *memory, const unsigned char *data,
                    size_t size, const tr_lexicon_choice *choice, const tr_lexicon_vocab *source,
                    const tr_lexicon_vocab *target, const char *name, tr_error *err);

#endif
