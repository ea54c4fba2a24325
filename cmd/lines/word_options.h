/* word_options.h - what a user wants of the words of translations, and how they are chosen:
 * options, and what comes of them. */
#ifndef WORD_OPTIONS_H
#define WORD_OPTIONS_H

#include <limits.h>

#include "console/options.h"
#include "translate.h"

typedef struct word_settings {
    const char *prefix, *glossary;
    text_list banned, kept;
    int no_repeat_ngram;
    tr_sampling sample;
    int seed; /* -1 = not given */
    beam_groups diverse;
    tr_glossary *terms; /* word_options_open()'s */
} word_settings;

#define WORD_OPTION_ROWS(type, field)                                                              \
    OPTION_ROW(0, "glossary", "FILE", OPTION_ONCE, offsetof(type, field.glossary),                 \
               "terms and how to translate them: lines of a term, a tab, its translation (a term " \
               "alone is kept); or CSV, or TBX"),                                                  \
        OPTION_ROW(0, "prefix", "TEXT", OPTION_TEXT, offsetof(type, field.prefix),                 \
                   "how each translation begins; its last word may go on"),                        \
        OPTION_ROW(0, "ban", "WORD", OPTION_LIST, offsetof(type, field.banned),                    \
                   "use this word in no translation; may be given several times"),                 \
        OPTION_ROW(0, "keep", "REGEX", OPTION_LIST, offsetof(type, field.kept),                    \
                   "leave what matches as it is; may be given several times"),                     \
        OPTION_RANGE_ROW(0, "no-repeat-ngram", "N", OPTION_COUNT,                                  \
                         offsetof(type, field.no_repeat_ngram), 1, 100000,                         \
                         "say no group of N tokens twice"),                                        \
        OPTION_ROW(                                                                                \
            0, "sample", "all|RULE,..", OPTION_SAMPLE, offsetof(type, field.sample),               \
            "draw words by their probabilities: of all, or by top-k:K, top-p:P, temperature:T"),   \
        OPTION_RANGE_ROW(0, "seed", "N", OPTION_COUNT, offsetof(type, field.seed), 0, INT_MAX,     \
                         "draw other words (default: 0)"),                                         \
        OPTION_ROW(0, "diverse", "N[:D]", OPTION_GROUPS, offsetof(type, field.diverse),            \
                   "a beam of N groups that say different words, for n-best lists that differ; "   \
                   "D: how much (default: 0.5)")

/* Nothing is wanted. */
word_settings word_options_none(void);

/* What the first of two models is told: what is kept. */
word_settings word_options_first(const word_settings *s);

/* A reason why the settings contradict each other; NULL if they do not. */
const char *word_options_conflict(const word_settings *s);

/* A reason why the settings do not fit documents; NULL if they do. */
const char *word_options_misuse(const word_settings *s);

/* An option that needs one model, and not two, one after the other; NULL if none does. */
const char *word_options_for_one_model(const word_settings *s);

/* Opens the glossary, if one is wanted: 0, or -1 after a sentence. */
int word_options_open(word_settings *s);
void word_options_close(word_settings *s);

/* Before that, the options have the size of the beam and of the n-best list. */
void word_options_fill(tr_options *o, const word_settings *s);

/* Tells how many of the terms that were found are in the translation. */
void word_options_report(const tr_stream_stats *stats);

#endif
