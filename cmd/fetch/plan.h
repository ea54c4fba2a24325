/* plan.h - what would be fetched: each file with its size, all of them, and the room for them. */
#ifndef PLAN_H
#define PLAN_H

#include <stdbool.h>

#include "fetch/parts/job.h"

/* Bytes. */
typedef struct plan {
    uint64_t to_come; /* of its files, what is not there yet */
    uint64_t needed;  /* for them, and for what is made of the files */
    uint64_t room;    /* of the file system */
    bool knows_room;
} plan;

void plan_make(plan *p, const job *j, const index_model *m);

/* A table, and the room for the files: on standard output with --dry-run, else on standard error,
 * without the table of a single file. */
void plan_show(const job *j, const index_model *m);

/* Adds the same to the results, if they are wanted. */
void plan_report(job *j, const index_model *m);

#endif
