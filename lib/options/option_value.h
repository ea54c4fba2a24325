/* option_value.h - values of options as text: how each kind is read, written and described.  An
 * option of the library has the name that it has on the command line. */
#ifndef TR_OPTION_VALUE_H
#define TR_OPTION_VALUE_H

#include <stdbool.h>

#include "base/buf.h"
#include "translate.h"

/* Types of options' fields. */
enum option_kind {
    OPTION_FLAG,    /* int: becomes 1 */
    OPTION_SET,     /* int: becomes `min` */
    OPTION_TEXT,    /* const char *: of several, the last counts */
    OPTION_ONCE,    /* const char *: several are refused */
    OPTION_TWO,     /* const char *[2]: the next word, and the one after it */
    OPTION_LIST,    /* a list of texts: each time it is given, one more */
    OPTION_COUNT,   /* int: a whole number, min .. max */
    OPTION_CHOICE,  /* int: which of the words that `words` lists, "a|b|c", from 0 */
    OPTION_WORD,    /* const char *: the word itself, of the ones in `words` */
    OPTION_FORMAT,  /* const char *: a format of documents, or a word that `words` lists, if any */
    OPTION_PENALTY, /* tr_length_penalty */
    OPTION_LENGTH,  /* tr_length_limit */
    OPTION_SAMPLE,  /* tr_sampling */
    OPTION_GROUPS,  /* tr_beam_groups */
    OPTION_HELP     /* no field: shows the help */
};

typedef struct tr_length_penalty {
    int kind; /* enum tr_penalty */
    float a;  /* < 0 = not given */
} tr_length_penalty;

/* At most factor * (source tokens) + tokens. */
typedef struct tr_length_limit {
    float factor;
    int tokens; /* < 0 = not given */
} tr_length_limit;

/* Groups of a beam. */
typedef struct tr_beam_groups {
    int n;           /* 0 = not given */
    float diversity; /* < 0 = not given */
} tr_beam_groups;

/* What a kind's values may be: `words` of a choice, and the range of a count. */
typedef struct tr_option_range {
    enum option_kind kind;
    const char *words;
    int min, max;
} tr_option_range;

/* Reads `text` into `field`: OPTION_COUNT, _CHOICE, _PENALTY, _LENGTH, _SAMPLE and _GROUPS.  False
 * where it is no such value; *field is not valid then. */
bool tr_option_read(const tr_option_range *range, const char *text, void *field);

/* Adds the value of `field` as tr_option_read() takes it, of the same kinds. */
void tr_option_write(const tr_option_range *range, const void *field, tr_buf *out);

/* Describes the values for a sentence that ends "is not ...". */
void tr_option_describe(const tr_option_range *range, char *text, size_t size);

/* Which of the words in "a|b|c" `text` [len] is, or -1. */
int tr_option_choice(const char *words, const char *text, size_t len);

#endif
