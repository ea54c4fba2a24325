/* option_rows.h - the options that the library has by name and the command line has, too: name,
 * argument, kind, least and most value, what it does.  The one table of both. */
#ifndef TR_OPTION_ROWS_H
#define TR_OPTION_ROWS_H

#include <limits.h>

#include "options/option_value.h"

/* clang-format off */
#define TR_ROW_BEAM "beam", "N", OPTION_COUNT, 1, TR_MAX_BEAM, \
    "hypotheses kept per sentence, 1 = greedy (default: the model's, else 4)"
#define TR_ROW_LENGTH_PENALTY "length-penalty", "A", OPTION_PENALTY, 0, 0, \
    "rank by log p / length^A; gnmt:A for ((5+length)/6)^A (default: the model's, else 1)"
#define TR_ROW_THREADS "threads", "N", OPTION_COUNT, 1, 1024, "threads (default: one per core)"
#define TR_ROW_BATCH_TOKENS "batch-tokens", "N", OPTION_COUNT, 1, 10000000, \
    "source tokens in flight per thread"
#define TR_ROW_MIN_LENGTH "min-length", "N", OPTION_COUNT, 0, 100000, "least tokens of a translation"
#define TR_ROW_MAX_LENGTH "max-length", "N|Nx", OPTION_LENGTH, 0, 0, \
    "most tokens of a translation, the end included: a number, or a multiple of the " \
    "source's, as in 2x or 3x+10 (the default)"
#define TR_ROW_GLOSSARY "glossary", "FILE", OPTION_ONCE, 0, 0, \
    "terms and how to translate them: lines of a term, a tab, its translation (a term " \
    "alone is kept); or CSV, or TBX"
#define TR_ROW_PREFIX "prefix", "TEXT", OPTION_TEXT, 0, 0, \
    "how each translation begins; its last word may go on"
#define TR_ROW_BAN "ban", "WORD", OPTION_LIST, 0, 0, \
    "use this word in no translation; may be given several times"
#define TR_ROW_KEEP "keep", "REGEX", OPTION_LIST, 0, 0, \
    "leave what matches as it is; may be given several times"
#define TR_ROW_KEEP_FILE "keep-file", "FILE", OPTION_ONCE, 0, 0, \
    "leave what the rows of this file match as it is: a kind, a name and a pattern a line"
#define TR_ROW_FORMALITY "formality", "default|formal|informal", OPTION_CHOICE, 0, 0, \
    "how translations address their reader: as \"Sie\" does, or as \"du\" does"
#define TR_ROW_NO_REPEAT_NGRAM "no-repeat-ngram", "N", OPTION_COUNT, 1, 100000, \
    "say no group of N tokens twice"
#define TR_ROW_SAMPLE "sample", "all|RULE,..", OPTION_SAMPLE, 0, 0, \
    "draw words by their probabilities: of all, or by top-k:K, top-p:P, temperature:T"
#define TR_ROW_SEED "seed", "N", OPTION_COUNT, 0, INT_MAX, "draw other words (default: 0)"
#define TR_ROW_DIVERSE "diverse", "N[:D]", OPTION_GROUPS, 0, 0, \
    "a beam of N groups that say different words, for n-best lists that differ; " \
    "D: how much (default: 0.5)"
#define TR_ROW_SPLIT "split", "sentence|none", OPTION_CHOICE, 0, 0, \
    "what becomes of lines of several sentences: translated one by one (the default), or as one"
#define TR_ROW_INPUT "input", "text|pieces|ids", OPTION_CHOICE, 0, 0, \
    "form of the input; pieces and ids imply --split none"
#define TR_ROW_OUTPUT_FORMAT "output-format", "text|pieces|ids", OPTION_CHOICE, 0, 0, \
    "form of the output; likewise"
#define TR_ROW_CPU "cpu", "ref|neon|dotprod|i8mm|avx2|avxvnni|avx512", OPTION_WORD, 0, 0, \
    "use this instruction set (default: the best)"
#define TR_ROW_PRECISION "precision", "auto|int8|float32", OPTION_CHOICE, 0, 0, \
    "float32 does not round what int8 weights are multiplied by: slower, closer to the " \
    "original model"
#define TR_ROW_SHORTLIST "shortlist", "auto|on|off", OPTION_CHOICE, 0, 0, \
    "choose among the words that the model's lexicon proposes for a sentence, many " \
    "times faster than among all (auto: if it has one)"
/* clang-format on */

#endif
