/*
 * golden.h - comparing our numbers with those of the engine the weights were trained for.
 *
 * The fixtures' READMEs say which command of which engine printed each file.  forced.tsv is a
 * float64 computation.  Tolerances for float32: 2e-5 + 2e-4 |ref| a token against forced.tsv,
 * 1e-4 + 2e-4 |ref| against printed lists.
 */
#ifndef GOLDEN_H
#define GOLDEN_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "make/tap.h"
#include "translate.h"

#define GOLDEN_FIXTURES "../shared/fixtures"

enum { GOLDEN_MAX_LINES = 256, GOLDEN_MAX_TEXT = 1 << 16 };

extern char golden_temporary[512];

char *golden_path(const char *folder, const char *name);
char *golden_next_line(FILE *f);
size_t golden_lines(const char *path, char **lines);
void golden_free_lines(char **lines, size_t n);

/* Converts as `o` says but for the output, and opens it; NULL, and a failed test, when it
 * cannot.  `name` is that of the test. */
tr_model *golden_convert(tr_convert_options *o, const char *name);

/* FOLDER/INPUT of the fixtures.  `source` and `target` are vocabularies beside it, or NULL;
 * `type` is that of the weights. */
tr_model *golden_import(const char *folder, const char *input, const char *source,
                        const char *target, const char *type);

extern const char *golden_cpu; /* the instruction set of the sessions; NULL = best */

/* Sets it to one after the other: for (size_t i = 0; golden_next_cpu(&i);), and to the best again.
 * Those that are not on this machine are told once. */
bool golden_next_cpu(size_t *i);
tr_options golden_options(const tr_model *m, int beam, float alpha, int input, int output);
tr_session *golden_create(const tr_model *m, const tr_options *o);
tr_session *golden_session(const tr_model *m, int beam, float alpha, int input, int output);
tr_string golden_string(const char *s);

/* ---- forced.tsv ---- */

/* The largest |difference| as a share of what is allowed; above 1 is too much. */
double golden_compare(const tr_hypothesis *h, const char *list, double absolute, double relative);
void golden_forced(const char *folder, const char *file, const tr_model *m);

/* ---- translations ---- */

/* `input` and `file` hold what `in_form` and `out_form` say, one of enum tr_format each. */
void golden_best_as(const char *folder, const char *input, int in_form, const char *file,
                    int out_form, const tr_model *m, int beam, float alpha);
void golden_best(const char *folder, const char *input, const char *file, const tr_model *m,
                 int beam, float alpha);

/* ---- n-best lists: LINE ||| text ||| WordScores= .. ||| F0= sum ||| score ---- */

/* Different pieces may spell the same text: the number of tokens tells them apart. */
const tr_hypothesis *golden_find(const tr_translation *t, const char *text, size_t n_tokens);
bool golden_split_nbest(char *line, char *field[5]);
void golden_nbest_as(const char *folder, const char *file, int output, const tr_model *m, int beam,
                     float alpha);
void golden_nbest(const char *folder, const char *file, const tr_model *m, int beam, float alpha);

/* Where conversions go; false, and a test that says what it skips, without the fixtures. */
bool golden_start(const char *name);

#endif
