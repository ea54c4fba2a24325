/* settings.h - settings of `translate`, the filter, from its command line. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include "check/check_settings.h"
#include "console/option_pairs.h"
#include "documents/documents.h"
#include "lines/part.h"
#include "lines/word_options.h"
#include "memory/tm.h"
#include "models/model_choice.h"

/* 0 and NULL where nothing is given, if nothing else is said. */
typedef struct settings {
    model_choice choice;
    document_settings documents;
    text_list texts;       /* -e */
    const char *output;    /* of a part, as part_name() has it */
    const char *part_text; /* as given; NULL: all of the input */
    file_part part;
    int beam_size, n_best, threads, batch_tokens; /* 0 = not given */
    int min_length;
    length_penalty penalty;
    length_limit limit;
    int split; /* enum tr_split; -1 = not given */
    int input, output_format;
    int precision, shortlist;
    int sentencepiece; /* itself cuts the text */
    const char *cpu;   /* NULL = best */
    word_settings wording;
    tm_settings memory;
    const char *dictionary; /* NULL: none */
    int context;            /* sentences before that tell of pronouns */
    check_settings checks;
    int alignment; /* enum alignment_form; -1 = none */
    int resume, manifest;
    int progress; /* enum progress_mode */
    int no_pivot, raw, scores, json, stats, strict, quiet, verbose, version, no_hints, force;
} settings;

extern const option settings_options[];
extern const option_pair settings_pairs[];

settings settings_default(void);

/* Reads --part.  GO_ON, or EXIT_MISUSE after a sentence if options contradict each other; `c` is
 * the command. */
int settings_check(settings *s, const command *c);

/* --output of a part has its number: GO_ON, and a name that the caller frees; or EXIT_MISUSE after
 * a sentence. */
int settings_name_output(settings *s, const command *c, char **name);

/* Fills the options of a model. */
void settings_fill(tr_options *o, const settings *s, const tr_model *model);

/* Fills the options of the first of two models and of the second.  The first one gives one
 * translation of each line, as text. */
void settings_fill_first(tr_options *o, const settings *s, const tr_model *model);
void settings_fill_second(tr_options *o, const settings *s, const tr_model *model);

#endif
