/* translate/service.h - a service: threads that translate for many clients. */
#ifndef TRANSLATE_SERVICE_H
#define TRANSLATE_SERVICE_H

#include "translation.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Translates what any thread hands in, for clients that take turns: a client of many lines does not
 * keep others waiting.  Translations are as from tr_translate(), whatever else is translated. */
typedef struct tr_service tr_service;

/* Some lines that were handed in together. */
typedef struct tr_ticket tr_ticket;

typedef struct tr_service_limits {
    size_t bytes;        /* of text that was handed in and is not done; 0 = 4 MiB; */
    size_t client_bytes; /*   such text of one client; 0 = half of `bytes` */
} tr_service_limits;

/* Up to options->threads threads, which are started as work comes.  Model, options and what these
 * point to must outlive the service.  `limits` may be NULL.  Errors as from tr_session_create(). */
int tr_service_create(tr_service **service, const tr_model *model, const tr_options *options,
                      const tr_service_limits *limits, tr_error *err);

/* Waits until all that was handed in is done or was let go.  No ticket may be left, and no stream
 * or document of the service may be under way.  NULL is allowed. */
void tr_service_free(tr_service *service);

typedef struct tr_job {
    uint64_t client; /* whose turn it takes: any number */
    int n_best;    /* translations wanted of each line; 0 = 1.  More than one, and alignments, have
                    * the memory of the options neither asked nor told */
    int alignment; /* as in tr_options; of a model that has alignments, for text */
    double deadline; /* seconds of CLOCK_MONOTONIC: lines that are not done by then fail with
                      * TR_ESTOPPED; 0 = none */

    /* Is called once for each line, i counted from 0, in any order, by any thread, one at a time.
     * The translation is valid during the call only.  It must not wait, nor use the service. */
    void (*done)(void *ctx, size_t i, const tr_translation *translation);
    void *ctx;
    int formality; /* enum tr_formality; TR_FORMALITY_DEFAULT: as in the options.  With others, the
                    * memory is neither asked nor told */
} tr_job;

/* Hands lines [n] in, which are copied.  Errors: TR_EBUSY when they would be more than the limits
 * allow, unless nothing else is under way; TR_EINVAL, TR_ENOMEM. */
int tr_service_submit(tr_service *service, const tr_job *job, const tr_string *lines, size_t n,
                      tr_ticket **ticket, tr_error *err);

/* Lets a ticket go.  Lines that are not done are not translated any further, and done() is not
 * called after the return.  NULL is allowed. */
void tr_ticket_free(tr_ticket *ticket);

/* Bytes of text that were handed in, and are not done. */
size_t tr_service_load(tr_service *service);

/* Source tokens that it has translated so far, of documents and streams, too: what it does in a
 * time is its speed.  It may be called in done(). */
uint64_t tr_service_done(tr_service *service);

/* tr_translate_stream() by the threads of a service, for a client.  No limits hold: it hands in as
 * much as is translated at once.  stats->cache_bytes is 0. */
int tr_service_stream(tr_service *service, uint64_t client, const tr_stream_io *io,
                      tr_stream_stats *stats, tr_error *err);

/* ---- With sizes of structures: see translate.h ----------------------------------------- */

int tr_service_create_sized(tr_service **service, const tr_model *model, const tr_options *options,
                            const tr_service_limits *limits, size_t limits_size, tr_error *err);
int tr_service_submit_sized(tr_service *service, const tr_job *job, size_t job_size,
                            const tr_string *lines, size_t n, tr_ticket **ticket, tr_error *err);
int tr_service_stream_sized(tr_service *service, uint64_t client, const tr_stream_io *io,
                            tr_stream_stats *stats, size_t stats_size, tr_error *err);

#ifndef TR_LIBRARY
/* clang-format off */
#define tr_service_create(service, model, options, limits, err) \
    tr_service_create_sized(service, model, options, limits, sizeof(tr_service_limits), err)
#define tr_service_submit(service, job, lines, n, ticket, err) \
    tr_service_submit_sized(service, job, sizeof(tr_job), lines, n, ticket, err)
#define tr_service_stream(service, client, io, stats, err) \
    tr_service_stream_sized(service, client, io, stats, sizeof(tr_stream_stats), err)
/* clang-format on */
#endif

#ifdef __cplusplus
}
#endif
#endif
