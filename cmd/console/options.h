/*
 * options.h - the options of one command: one table is its parser, its --help, its completion in
 * a shell, and what a test holds its man page against.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stddef.h>

#include "console/message.h"
#include "options/option_rows.h"
#include "options/option_value.h"

/* `argument` is what --help shows, and tells a shell how to complete it: "FILE", "FILE|NAME" (a
 * file or the name of a model), "LANG", or the words of a choice.  Others,
 * such as "N", are not completed.  NULL: the option takes no value.  Values are not empty. */
typedef struct option {
    char letter; /* 0 = none */
    const char *name, *argument, *help;
    enum option_kind kind;
    size_t offset; /* of the field in the command's structure */
    int min, max;
} option;

typedef tr_length_penalty length_penalty;
typedef tr_length_limit length_limit;
typedef tr_beam_groups beam_groups;

enum { MOST_TEXTS = 256 };

typedef struct text_list {
    const char *items[MOST_TEXTS]; /* [n] */
    size_t n;
} text_list;

/* A result of `run` beside an exit status: main() shows the help then. */
enum { SHOW_HELP = -2 };

typedef struct command {
    const char *name;      /* NULL: the one without a name, which translates */
    const char *summary;   /* a few words, for the list of commands */
    const char *operands;  /* for the usage line */
    const char *operand;   /* what each operand is, as option.argument has it; NULL = none */
    const char *about;     /* one paragraph */
    const option *options; /* ends with OPTION_LAST_ROWS */
    const struct option_pair *pairs; /* option_pairs.h; NULL: none */
    const char *verbs; /* words, "a|b", of which the first operand is one; NULL: it is as others */
    int (*run)(int argc, char **argv); /* what follows the name; the exit status, or SHOW_HELP */
} command;

enum { GO_ON = -1 };

/* The option's `argument`, or NULL; of an OPTION_FORMAT its words and the names of all formats,
 * which stand there until the next call. */
const char *option_argument(const option *o);

/* What the format of documents of a name can, as tr_document_format has it; 0: none has the name.
 */
unsigned option_format_can(const char *name);

/* Fills `values`, whose defaults the caller has set, and moves the operands to the front of argv
 * [*argc].  GO_ON, or what `run` has to return: SHOW_HELP, or EXIT_MISUSE after a sentence. */
int options_parse(const command *c, int *argc, char **argv, void *values);

/* Tells each option of a command line that options_parse() takes, which has not seen it yet, in
 * order; `value` is NULL where it takes none. */
void options_each(const command *c, int argc, char **argv,
                  void (*see)(void *ctx, const option *o, const char *value), void *ctx);

/* The sentence, with a pointer to the command's help; returns EXIT_MISUSE. */
int options_misuse(const command *c, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* The option of a name [len], or of a letter; NULL when there is none. */
const option *options_find(const command *c, const char *name, size_t len);
const option *options_find_letter(const command *c, char letter);

/* Bytes of an option's field, but of one that has text. */
size_t options_value_size(const option *o);

/* What the values of a command's options are, but of the options in `others`, names with blanks
 * around each: one a line, in text that the caller frees. */
char *options_text(const command *c, const void *values, const char *others);

/* Rows of a table: letter (0: none), name, argument, kind, the field's offset, what it does. */
#define OPTION_RANGE_ROW(letter, name, argument, kind, offset, min, max, help)                     \
    {                                                                                              \
        letter, name, argument, help, kind, offset, min, max                                       \
    }
#define OPTION_ROW(letter, name, argument, kind, offset, help)                                     \
    OPTION_RANGE_ROW(letter, name, argument, kind, offset, 0, 0, help)
#define OPTION_FLAG_ROW(letter, name, offset, help)                                                \
    OPTION_ROW(letter, name, NULL, OPTION_FLAG, offset, help)

/* A row that the library has, too: its letter, the library's row, the field's offset.  In the body
 * of another macro it is OPTION_LIBRARY_ROW_OF(letter, offset, row). */
#define OPTION_LIBRARY_ROW_(letter, offset, name, argument, kind, min, max, help)                  \
    {                                                                                              \
        letter, name, argument, help, kind, offset, min, max                                       \
    }
#define OPTION_LIBRARY_ROW_OF(...)              OPTION_LIBRARY_ROW_(__VA_ARGS__)
#define OPTION_LIBRARY_ROW(letter, row, offset) OPTION_LIBRARY_ROW_OF(letter, offset, row)

#define OPTION_CPU_ROW(type, field) OPTION_LIBRARY_ROW_OF(0, offsetof(type, field), TR_ROW_CPU)

#define OPTION_LAST_ROWS                                                                           \
    {'h', "help", NULL, "show this help", OPTION_HELP, 0, 0, 0},                                   \
    {                                                                                              \
        0, NULL, NULL, NULL, OPTION_FLAG, 0, 0, 0                                                  \
    }

#endif
