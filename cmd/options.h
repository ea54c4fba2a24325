/*
 * options.h - the options of one command: one table is its parser, its --help, its shell
 * completion, and what a test holds its man page against.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stddef.h>

/* What an option's field is. */
enum option_kind {
    OPTION_FLAG,    /* int: becomes 1 */
    OPTION_SET,     /* int: becomes `min` */
    OPTION_TEXT,    /* const char *: not empty */
    OPTION_COUNT,   /* int: a whole number, min .. max */
    OPTION_CHOICE,  /* int: which of the words that `argument` lists, "a|b|c", from 0 */
    OPTION_WORD,    /* const char *: the word itself, of those that `argument` lists */
    OPTION_PENALTY, /* length_penalty */
    OPTION_LENGTH,  /* length_limit */
    OPTION_HELP,    /* no field: prints the help, or the version */
    OPTION_VERSION
};

typedef struct option {
    char letter; /* 0 = none */
    const char *name, *argument, *help;
    enum option_kind kind;
    size_t offset; /* of the field in the command's structure */
    int min, max;
} option;

typedef struct length_penalty {
    int kind; /* enum tr_penalty */
    float a;  /* < 0 = not given */
} length_penalty;

/* At most factor * (source tokens) + tokens. */
typedef struct length_limit {
    float factor;
    int tokens; /* < 0 = not given */
} length_limit;

typedef struct command {
    const char *name;     /* NULL: the one without a name, which translates */
    const char *summary;  /* a few words, for the list of commands */
    const char *operands; /* for the usage line */
    const char *about;    /* one paragraph */
    const option *options;
    size_t n_options;
    int (*run)(int argc, char **argv); /* what follows the name; returns the exit status */
} command;

enum { GO_ON = -1 };

/* Fills `values`, whose defaults the caller has set, and moves the operands to the front of argv
 * [*argc].  GO_ON, or the status to exit with: the help was shown, or a sentence said. */
int options_parse(const command *c, int *argc, char **argv, void *values);

/* The sentence, with a pointer to the command's help; returns EXIT_MISUSE. */
int options_misuse(const command *c, const char *fmt, ...);

/* Returns the exit status. */
int options_help(const command *c);

/* Each name that tr_options.cpu may have. */
#define OPTION_CPU_ROW(type, field)                                                                \
    {                                                                                              \
        0, "cpu", "ref|neon|dotprod|avx2|avxvnni|avx512",                                          \
            "use this instruction set (default: the best)", OPTION_WORD, offsetof(type, field), 0, \
            0                                                                                      \
    }

#define OPTION_HELP_ROW                                                                            \
    {                                                                                              \
        'h', "help", NULL, "show this help", OPTION_HELP, 0, 0, 0                                  \
    }

#endif
