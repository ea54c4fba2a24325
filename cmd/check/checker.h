/*
 * checker.h - what looks through translations: for words that are missing, by a model of the other
 * direction; for words that are untranslated, by the model itself; and for words said twice.
 */
#ifndef CHECKER_H
#define CHECKER_H

#include "check/checked_pair.h"
#include "translate.h"

/* What all threads share. */
typedef struct checker {
    const tr_model *model, *back; /* that made the translations, or NULL; of the other direction */
    tr_options options, back_options;
    const char *languages[2]; /* of source and translation */
    int threads;
} checker;

/* `options` made translations of `model`; NULL: two models made them, and what is left untranslated
 * is not told.  Models and strings must outlive the checker. */
checker checker_make(const tr_model *model, const tr_options *options, const tr_model *back);

/* What one thread needs; sessions are made when they are first needed. */
typedef struct check_worker {
    const checker *checker;
    tr_session *session, *back;
    struct copied_words *copied;
} check_worker;

/* Reads a source and its translation; `marked` as plain_text_read() has it. */
checked_pair checked_pair_read(tr_string source, tr_string translation, bool marked);
void checked_pair_free(checked_pair *pair);

/* Fills in what is found in pairs [n].  An error of tr_session_create(), tr_score() or
 * tr_translate(). */
int check_worker_run(check_worker *w, checked_pair *pairs, size_t n, tr_error *err);
void check_worker_close(check_worker *w);

#endif
