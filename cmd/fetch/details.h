/* details.h - all that the list of models says of one. */
#ifndef DETAILS_H
#define DETAILS_H

#include "fetch/parts/job.h"

/* Of each model named [n]: the exit status. */
int list_details(job *j, char **names, int n);

#endif
