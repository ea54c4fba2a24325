/* report.h - reports of a run: the line on the terminal, the log, the curve. */
#ifndef REPORT_H
#define REPORT_H

#include "curve.h"
#include "job.h"

/* Sums since the last line of the log. */
typedef struct report_sums {
    size_t steps;
    double pieces, loss, nll, seconds;
} report_sums;

typedef struct run_report {
    const train_job *j;
    curve curve;
    char *picture;
    report_sums since;
    double shown; /* time of the last line on the screen */
    double dev;   /* nll of the last check */
    double bleu;  /* of the last check that measured it; below 0: none yet */
    bool terminal;
} run_report;

/* Results of a check. */
typedef struct report_check {
    double nll, general; /* general: 0 without such text */
    double bleu;         /* below 0: not measured */
} report_check;

void report_open(run_report *r, const train_job *j);
void report_close(run_report *r);

/* The last step of the run, as planned now. */
size_t report_end(const run_report *r);

void report_step(run_report *r, const tr_step_report *step);
void report_progress(run_report *r, const tr_step_report *step, bool at_once);
void report_checked(run_report *r, const report_check *check);
void report_saved(run_report *r);

/* Adds a remark to the log and the screen. */
void report_note(run_report *r, const char *text);

/* Reports that the rate falls from here on. */
void report_cooling(run_report *r, const char *why);

/* Clears the screen's line for other output. */
void report_end_line(const run_report *r);

#endif
