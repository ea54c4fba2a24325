/* case_file.h - a file of cases, read step by step.  README.md describes its lines. */
#ifndef CASE_FILE_H
#define CASE_FILE_H

#include "cases/case.h"

enum case_step { CASE_END, CASE_TITLE, CASE_ROW, CASE_WRONG };

typedef struct case_file {
    const char *bytes; /* the caller's */
    size_t size, at;
    size_t line;     /* number of the line that the step begins at */
    size_t n_lines;  /* read so far */
    char title[200]; /* "" before the first one */
    size_t n_of_all; /* options that stand before the first title */
    case_input input;
    const char *wrong; /* what is wrong with the line, at CASE_WRONG */
} case_file;

void case_file_open(case_file *f, const char *bytes, size_t size);

/* The next title, the next row of texts, or the next mistake. */
enum case_step case_file_next(case_file *f);
void case_file_close(case_file *f);

#endif
