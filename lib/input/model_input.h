/*
 * model_input.h - the text of a passage (passages.h) as the model reads it.
 *
 * The protected text of a passage (protected.h) is kept in one of several ways, and a text in
 * capitals is read in another case (capitals.h).
 */
#ifndef TR_MODEL_INPUT_H
#define TR_MODEL_INPUT_H

#include "base/region.h"
#include "input/protected.h"
#include "input/stand_ins.h"

/* How what is protected of a passage is kept: each way is tried when the one before it has lost
 * some. */
enum tr_keep {
    TR_KEEP_NOTHING,   /* there is none, or it need not be kept */
    TR_KEEP_COPIES,    /* the model copies what it may have learned to; there are stand-ins else */
    TR_KEEP_STAND_INS, /* for all of it */
    TR_KEEP_OTHERS,    /* other stand-ins */
    TR_KEEP_BETWEEN    /* the text between is translated by itself: nothing can be lost */
};

typedef struct tr_model_input {
    struct tr_model_input *next; /* of the passage */
    const char *text;            /* [len] */
    size_t len;
    size_t begin; /* in the source */
    enum tr_keep keep;
    bool capitals; /* the source is in capitals, the text is not */
    tr_stand_ins stand_ins;
} tr_model_input;

/* Working memory for the inputs of a passage; all zero but the first four, and protected.spaces,
 * at the start. */
typedef struct tr_model_inputs {
    tr_chunks *chunks;      /* of the same tokenizer; their ids are overwritten */
    tr_notations notations; /* of the two languages */
    bool lowers;            /* text in capitals is read in another case */
    bool no_stand_ins;      /* the vocabulary has no pieces for them */
    tr_protected protected; /* scratch */
    tr_buf buf;
} tr_model_inputs;

void tr_model_inputs_free(tr_model_inputs *s);

/* The three ways to make *list of a passage of the source, valid UTF-8; it lives as long as the
 * region and the source.  No input is blank, and none has white space around it.  TR_ENOMEM, and
 * what tr_tokenizer_encode() returns. */

/* All of it, as it is. */
int tr_model_inputs_plain(const char *source, tr_span passage, tr_region *region,
                          tr_model_input **list, tr_error *err);

/* Keeps what is protected in the first way that may do.  None where there is no letter beside it.
 */
int tr_model_inputs_first(tr_model_inputs *s, const char *source, tr_span passage,
                          tr_region *region, tr_model_input **list, tr_error *err);

/* What is protected is kept in the way that is given, and so are numbers (protected.h). */
int tr_model_inputs_again(tr_model_inputs *s, const char *source, tr_span passage,
                          enum tr_keep keep, const tr_lost_numbers *numbers, tr_region *region,
                          tr_model_input **list, tr_error *err);

#endif
