/* line_prepare.h - from a line's text to the sentences that the network translates. */
#ifndef TR_LINE_PREPARE_H
#define TR_LINE_PREPARE_H

#include "line/sentence_make.h"
#include "text/passages.h"

/* Working memory for preparing lines, one at a time. */
typedef struct tr_preparer {
    const tr_setup *setup;
    tr_passages passages;
    tr_model_inputs inputs;
    tr_sentence_maker sentences;
    tr_buf buf; /* scratch */
} tr_preparer;

/* `splits`: requests may split.  Setting and search must outlive the preparer; the search need not
 * be filled in yet.  TR_ENOMEM. */
int tr_preparer_init(tr_preparer *p, const tr_setup *setup, const tr_search *search, bool splits,
                     tr_error *err);
void tr_preparer_free(tr_preparer *p);

/* Returns the request of a session's options. */
tr_request tr_request_of(const tr_setup *setup);

/* Makes the source valid UTF-8 without NULs.  TR_ENOMEM. */
int tr_line_repair(tr_line *line, tr_preparer *p, tr_error *err);

/* Repairs, splits and tokenises: fills in `sentences`.  What is wrong with the line itself is put
 * into its result; TR_ENOMEM is returned. */
int tr_line_prepare(tr_line *line, tr_preparer *p, const tr_request *request, tr_error *err);

/* Makes new sentences in the place of sentences that lost placeholders, of names that are known
 * now, and of all where tags within the line have no place; to be called when all sentences are
 * taken: what is not taken now is to be translated.  TR_ENOMEM. */
int tr_line_again(tr_line *line, tr_preparer *p, const tr_request *request, tr_error *err);

#endif
