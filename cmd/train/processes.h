/*
 * processes.h - the processes that train one model.
 *
 * translate-train is one process, which links with processes.c.  translate-train-mpi is started by
 * mpirun or srun, as many times as there are ranks, and links with cmd/mpi/processes.c; the first
 * of them writes all files and speaks for all.
 */
#ifndef PROCESSES_H
#define PROCESSES_H

#include <stdbool.h>

#include "train/optimiser/ranks.h"

/* To be called first.  The ranks, or NULL: this process is alone. */
const tr_ranks *processes_begin(int *argc, char ***argv);

/* The last call.  A process that failed by itself ends all of them. */
void processes_end(bool failed);

/* True if a status is 0 in all processes: none begins what another cannot.  What a process
 * complained of meanwhile is shown by one that failed, if the first did not. */
bool processes_agree(int status);

/* The flags that are set in any process. */
int processes_any(int flags);

#endif
