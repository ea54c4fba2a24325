/* report_page.h - a report as one page of HTML, for people: what to look at first, and why. */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include <stdio.h>

#include "check/reviewed.h"

typedef struct report_page report_page;

report_page *report_page_make(double least_quality);
void report_page_free(report_page *p); /* NULL is allowed */

/* Adds a document; its rows [n] are in order, worst first. */
void report_page_add(report_page *p, const review_sum *sum, reviewed_languages languages,
                     const report_row *rows, size_t n);

void report_page_print(const report_page *p, FILE *out);

#endif
