/* lines.h - lines in, translations out, as text or JSON, by one model or two. */
#ifndef LINES_H
#define LINES_H

#include "check/check_queue.h"
#include "check/review.h"
#include "console/input.h"
#include "console/output.h"
#include "console/progress.h"
#include "dictionary/word_senses.h"
#include "lines/language_runs.h"
#include "lines/line_context.h"
#include "lines/manifest.h"
#include "lines/pivot.h"
#include "lines/same_work.h"
#include "lines/settings.h"
#include "resume/kept_lines.h"

typedef struct lines {
    const settings *set;
    sense_finder *senses;             /* has what single words mean; NULL: nothing does */
    tr_context *context;              /* what the lines before tell of pronouns; NULL: nothing */
    const translation_memory *memory; /* is asked for what is like a line; NULL: there is none */
    input in;
    output out;
    pivot *pivot;           /* the first of two models, or NULL */
    review *review;         /* what is told of translations */
    const checker *checker; /* what looks through them; NULL: nothing does */
    check_queue *queue;     /* lines that are checked, while lines are translated */
    language_runs *runs;    /* what tells the language of the lines; NULL: it is given */
    size_t before;          /* lines of earlier stretches */
    size_t n_written;       /* lines so far */
    size_t n_exhausted;     /* lines that memory did not suffice for: another try may do */
    size_t n_failed, n_repaired, first_repaired, n_words;
    size_t n_staying, first_staying; /* lines in the language of the translation already */
    size_t n_lacking, first_lacking; /* lines that lack a number, a sign or a name */
    tr_stream_stats stats;
    progress progress;
    same_work work;
    kept_lines kept;
    manifest manifest;          /* zeros: none is written */
    size_t n_skipped;           /* lines of the input that an earlier run has done, */
    size_t to_skip;             /*   and the ones of them that are not read yet */
    double n_bytes, done_bytes; /* of the input, -1: not known; and of the lines written */
    double seconds;             /* that translating took */
    double start, model_open, ready, first_written; /* moments, in seconds */
} lines;

/* Nothing is open yet; start-up is counted from here. */
void lines_begin(lines *l, const settings *set);

/* A model has been opened: for the report of the start. */
void lines_model_is_open(lines *l);

/* Opens what is not open yet: stretches of one language share input and output.  -1 after a
 * sentence.  No files: the texts of the settings, else standard input. */
int lines_open_input(lines *l, char **files, size_t n_files);
int lines_open_output(lines *l);

/* Translates all that is read, or with `route` a stretch of it.  Both sides are open.  Returns an
 * exit status. */
int lines_translate(lines *l, const tr_model *model, const tr_options *o);

/* Prepares the output: what is done may be kept, and --resume goes on with it.  `files` [n] have
 * the lines, and `c` has the settings.  0, or -1 after a sentence. */
int lines_resume(lines *l, const command *c, const tr_model *model, const tr_options *o,
                 char **files, size_t n);

/* Translates by way of what `first` translates to. */
int lines_translate_by_two(lines *l, const tr_model *first, const tr_options *before,
                           const tr_model *second, const tr_options *o);

/* Writes a line that stays as it is; -1 after a sentence. */
int lines_copy(lines *l, const tr_translation *line);

/* After the last stretch: finishes the output, and reports.  Returns an exit status.  Where there
 * are no stretches, lines_translate() does it. */
int lines_end(lines *l);

/* Closes what is open, and drops an output that is not finished. */
void lines_close(lines *l);

/* Tells on standard error how searches ended, and which terms of a glossary are in the
 * translation. */
void lines_report(const tr_stream_stats *stats);

#endif
