/* check_settings.h - options of commands that look through translations. */
#ifndef CHECK_SETTINGS_H
#define CHECK_SETTINGS_H

#include <stdbool.h>

#include "check/check_model.h"

typedef struct check_settings {
    int check;
    const char *model;       /* of the other direction; NULL: it is found */
    const char *min_quality; /* as given; NULL: none */
    const char *report;      /* a file; NULL: none */
} check_settings;

#define REVIEW_OPTION_ROWS(type, field)                                                            \
    CHECK_OPTION_ROWS(type, field.check, field.model),                                             \
        OPTION_ROW(0, "min-quality", "Q", OPTION_TEXT, offsetof(type, field.min_quality),          \
                   "name lines and segments whose quality, from 0 to 1, is estimated lower"),      \
        OPTION_ROW(0, "report", "FILE", OPTION_ONCE, offsetof(type, field.report),                 \
                   "write a list of all segments, worst first, to FILE.tsv, or FILE.html for "     \
                   "people")

/* Pairs of options, for the table of a command. */
#define REVIEW_OPTION_PAIRS                                                                        \
    {"check-model", OPTION_NEEDS, "check", NULL}, {"check", OPTION_NEEDS, "input=text", NULL},     \
        {"check", OPTION_NEEDS, "output-format=text", NULL},                                       \
        {"report", OPTION_NEEDS, "output-format=text", NULL},                                      \
        {"report", OPTION_NEEDS, "input=text", NULL},                                              \
    {                                                                                              \
        "report", OPTION_EXCLUDES, "resume|part", "--report is of work done at once: leave out %s" \
    }

/* GO_ON, or EXIT_MISUSE after a sentence if a value makes no sense. */
int check_settings_check(const check_settings *s, const command *c);

enum report_form { REPORT_NONE, REPORT_TABLE, REPORT_PAGE };

/* What a report of that name is: by its ending, whose letters may be capitals; REPORT_NONE: none.
 */
enum report_form check_report_form(const char *path);

/* The least quality that is asked for; < 0: none. */
double check_least_quality(const check_settings *s);

/* True if something of them needs estimates of quality. */
bool check_settings_are_given(const check_settings *s);

#endif
