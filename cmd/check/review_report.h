/* review_report.h - --report: all translations, worst first in each document, as a table or a page.
 */
#ifndef REVIEW_REPORT_H
#define REVIEW_REPORT_H

#include "check/reviewed.h"

typedef struct review_report review_report;

/* NULL after a sentence. */
review_report *review_report_open(const char *path, double least_quality);

/* The languages of what is added from now on; the strings must live until the document ends. */
void review_report_set_languages(review_report *r, reviewed_languages languages);
void review_report_add(review_report *r, const reviewed *one);
void review_report_close_document(review_report *r, const review_sum *sum);

/* Writes it and frees it; or frees it alone. */
void review_report_write(review_report *r);
void review_report_drop(review_report *r);

#endif
