/* beside_rules.h - what a vocabulary of markup wants of documents in two languages (beside.h). */
#ifndef TR_BESIDE_RULES_H
#define TR_BESIDE_RULES_H

#include "document/markup/markup.h"
#include "document/segment/content.h"

enum tr_beside_place { TR_BESIDE_NOWHERE, TR_BESIDE_WITHIN, TR_BESIDE_BEHIND };

/* A block of the source that has another text in the translation. */
typedef struct tr_beside_block {
    const tr_content *source;
    const tr_markup_token *start; /* its start tag; NULL: the text begins behind an end tag */
    tr_span content;
    const tr_buf *translation; /* of what it says; NULL: not made yet */
} tr_beside_block;

/* What a vocabulary wants.  Lists as in vocabulary.h; NULL: none. */
typedef struct tr_beside_rules {
    bool xml;
    const char *blocks;                        /* elements of text, also in each other; NULL: */
    int (*read)(tr_content *d, tr_error *err); /*   all that stand in no sentence of a page */
    const char *skipped;                       /* nothing is added in them */
    const char *once;                          /* are not in a translation; */
    const char *once_beside;                   /*   where they stand in no sentence; */
    const char *once_tags;                     /*   their content is */
    const char *attributes;                    /* are not in one, either */
    enum tr_beside_place (*place)(const tr_beside_block *b);
    /* Appends the content `at` of a block of `d` as it may be there twice; NULL: as rules say. */
    void (*copy)(const tr_content *d, tr_span at, tr_buf *out);
    void (*write)(const tr_beside_block *b, enum tr_beside_place place, tr_buf *out);
} tr_beside_rules;

#endif
