/*
 * admission.h - which requests can be done in their time.
 *
 * A request says how many bytes of text it has to do by which models.  Their speed is measured as
 * they work (model_speed.h).  Clients take turns, so that all that was taken before a request
 * delays it, and it delays them: it is taken if it would be done well before its time, and none of
 * them would be late by it.  Others are refused at once.
 *
 * Any thread may call any function.
 */
#ifndef ADMISSION_H
#define ADMISSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "serve/translator/model_pool.h"

enum { ADMISSION_MODELS = 4 }; /* that a request is counted for */

typedef struct admission admission;

/* A request that was taken: a part of what its caller has of it. */
typedef struct admitted {
    uint64_t client; /* of a long request another one: the client's short ones pass */
    double deadline; /* seconds of CLOCK_MONOTONIC; 0: none */
    struct {
        model_speed *by;
        double left;          /* bytes of text */
    } work[ADMISSION_MODELS]; /* [n_work] */
    size_t n_work;
    bool is_blind; /* it was taken when the speed was not known, at this time: */
    double since;
    bool is_long;                  /* it was taken, and takes more than a moment */
    struct admitted *next, **here; /* the admission's */
} admitted;

enum admission_answer {
    ADMISSION_TAKEN,
    ADMISSION_BUSY,    /* later, perhaps */
    ADMISSION_TOO_LONG /* never, by itself */
};

/* For the models of a pool, of so many threads each (0: one a core). */
admission *admission_create(model_pool *models, int threads);
void admission_free(admission *a); /* NULL is allowed */

/* Bytes that a line of so many is counted as: it is work, however short it is. */
static inline size_t admission_size(size_t len)
{
    return len + 12;
}

/* Adds work to a request that is not taken yet. */
void admission_add(admitted *r, model_speed *by, size_t bytes);

/* Takes a request: it is to be let go.  Else *wait is the seconds after which it may be tried
 * again. While the speed is not known, it waits for it a moment. */
enum admission_answer admission_enter(admission *a, admitted *r, double *wait);

/* So many bytes were done.  False: it was taken when the speed was not known, and there is no hope
 * that the rest is done in time, by what is known meanwhile. */
bool admission_did(admission *a, admitted *r, const model_speed *by, double bytes);

/* The request is done, or given up. */
void admission_leave(admission *a, admitted *r);

/* Requests that are worked on, and the seconds of work that they are. */
void admission_count(admission *a, size_t *n, double *seconds);

#endif
