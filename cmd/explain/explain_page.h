/* explain_page.h - a record as a page for a browser, which holds all that it needs. */
#ifndef EXPLAIN_PAGE_H
#define EXPLAIN_PAGE_H

#include "explain/explain_json.h"

void explain_page(FILE *out, const record *r, head_choice head);

#endif
