/* word_options.h - what a user wants of the words of translations, and how they are chosen:
 * options, and what comes of them. */
#ifndef WORD_OPTIONS_H
#define WORD_OPTIONS_H

#include "console/option_pairs.h"
#include "translate.h"

typedef struct word_settings {
    const char *prefix, *glossary, *keep_file;
    text_list banned, kept;
    int formality; /* enum tr_formality */
    int no_repeat_ngram;
    tr_sampling sample;
    int seed; /* -1 = not given */
    beam_groups diverse;
    tr_glossary *terms; /* word_options_open()'s */
} word_settings;

#define WORD_OPTION_ROWS(type, field)                                                              \
    OPTION_LIBRARY_ROW_OF(0, offsetof(type, field.glossary), TR_ROW_GLOSSARY),                     \
        OPTION_LIBRARY_ROW_OF(0, offsetof(type, field.prefix), TR_ROW_PREFIX),                     \
        OPTION_LIBRARY_ROW_OF(0, offsetof(type, field.banned), TR_ROW_BAN),                        \
        OPTION_LIBRARY_ROW_OF(0, offsetof(type, field.kept), TR_ROW_KEEP),                         \
        OPTION_LIBRARY_ROW_OF(0, offsetof(type, field.keep_file), TR_ROW_KEEP_FILE),               \
        OPTION_LIBRARY_ROW_OF(0, offsetof(type, field.formality), TR_ROW_FORMALITY),               \
        OPTION_LIBRARY_ROW_OF(0, offsetof(type, field.no_repeat_ngram), TR_ROW_NO_REPEAT_NGRAM),   \
        OPTION_LIBRARY_ROW_OF(0, offsetof(type, field.sample), TR_ROW_SAMPLE),                     \
        OPTION_LIBRARY_ROW_OF(0, offsetof(type, field.seed), TR_ROW_SEED),                         \
        OPTION_LIBRARY_ROW_OF(0, offsetof(type, field.diverse), TR_ROW_DIVERSE)

#define WORD_OPTION_PAIRS                                                                          \
    {"seed", OPTION_NEEDS, "sample", "--seed is for --sample"},                                    \
        {"sample", OPTION_EXCLUDES, "diverse", NULL},                                              \
    {                                                                                              \
        "glossary", OPTION_EXCLUDES, "sample|diverse", NULL                                        \
    }

#define WORD_OPTIONS_NONE                                                                          \
    {                                                                                              \
        .seed = -1                                                                                 \
    }

/* Nothing is wanted: WORD_OPTIONS_NONE. */
word_settings word_options_none(void);

/* What the first of two models is told: what is kept. */
word_settings word_options_first(const word_settings *s);

/* A reason why the settings do not fit documents; NULL if they do. */
const char *word_options_misuse(const word_settings *s);

/* An option that needs one model, and not two, one after the other; NULL if none does. */
const char *word_options_for_one_model(const word_settings *s);

/* Opens the glossary, if one is wanted: 0, or -1 after a sentence. */
int word_options_open(word_settings *s);
void word_options_close(word_settings *s);

/* Before the call, the options have the size of the beam and of the n-best list. */
void word_options_fill(tr_options *o, const word_settings *s);

/* Tells how many of the terms that were found are in the translation. */
void word_options_report(const tr_stream_stats *stats);

#endif
