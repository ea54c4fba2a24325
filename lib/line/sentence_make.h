/* sentence_make.h - the sentences of an input, and what is asked of their translations. */
#ifndef TR_SENTENCE_MAKE_H
#define TR_SENTENCE_MAKE_H

#include "input/chunks.h"
#include "line/line.h"
#include "setup/setup.h"

/* How a line is translated. */
typedef struct tr_request {
    bool split;       /* into sentences; else the whole line is one */
    bool copy;        /* addresses, numbers, placeholders and foreign scripts are not translated */
    bool retry;       /* a translation that goes wrong is searched for a second time */
    bool look;        /* what the translation lacks is told, though nothing is done about it */
    bool constraints; /* what the user wants of the words of a translation holds */
    bool names;       /* of buttons and the like are translated by themselves */
} tr_request;

/* Working memory for making sentences. */
typedef struct tr_sentence_maker {
    const tr_setup *setup;
    const tr_search *search; /* that they will go through; it need not be filled in yet */
    tr_chunks chunks;
} tr_sentence_maker;

/* Appends the sentences of each input of the list to the line's.  A character that the model cannot
 * read fails the line.  TR_ENOMEM, and what tr_tokenizer_encode() returns. */
int tr_sentences_make(tr_line *line, const tr_model_input *list, tr_sentence_maker *maker,
                      const tr_request *request, tr_error *err);

/* Makes sentences of a line of tokens: one sentence of the ids of the chunks [n], n > 0. */
int tr_sentences_make_of_ids(tr_line *line, size_t n, tr_sentence_maker *maker,
                             const tr_request *request, tr_error *err);

#endif
