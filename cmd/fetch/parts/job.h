/* job.h - one run of translate-fetch. */
#ifndef JOB_H
#define JOB_H

#include "commands/fetch.h"
#include "console/json.h"
#include "console/output.h"
#include "model_folder.h"
#include "models/model_index.h"

/* Beside EXIT_OK, EXIT_FAILED and EXIT_MISUSE. */
enum {
    EXIT_LATER = 75,  /* the network broke off: the same command goes on */
    EXIT_STOPPED = -3 /* within the program: the user asked to stop */
};

struct hub;

typedef struct job {
    fetch_settings set;
    model_index index;
    model_folder folder;
    output out;
    cJSON *results;                   /* --json: an array, or NULL */
    char *place, *list;               /* of a mirror that --index names: it, and its list */
    const struct http_access *access; /* of the hub; NULL while it was not asked */
    struct hub *hub;                  /* hub.h's; NULL while it was not asked */
} job;

/* The worse of two statuses. */
int job_worse(int a, int b);

/* Adds to the results, if they are wanted: what became of a model. */
void job_report(job *j, const char *name, const char *result, const char *path);

/* Adds that the model has failed, unless the status is EXIT_OK; returns the status. */
int job_report_failed(job *j, const char *name, int status);

#endif
