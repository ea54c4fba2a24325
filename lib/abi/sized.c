/* sized.c - the calls of translate.h that name the size of a structure. */
#include <string.h>

#include "base/error.h"
#include "base/order.h"
#include "translate.h"

/* ---- Copies between sizes ---------------------------------------------------------------- */

/* Copies what a program gave [given_size] over the defaults of `own` [own_size].  NULL: nothing. */
static int take(void *own, size_t own_size, const void *given, size_t given_size, tr_error *err)
{
    const char *const bytes = given;

    if (!given) return TR_OK;
    for (size_t i = own_size; i < given_size; i++)
        if (bytes[i])
            return tr_fail(err, TR_EINVAL,
                           "something is asked for that this library, which is "
                           "older than the program, does not know");
    memcpy(own, given, tr_smaller(own_size, given_size));
    return TR_OK;
}

/* The reverse; what the library does not know is 0. */
static void give(void *given, size_t given_size, const void *own, size_t own_size)
{
    if (!given) return;
    memset(given, 0, given_size);
    memcpy(given, own, tr_smaller(own_size, given_size));
}

/* ---- Service and streams ----------------------------------------------------------------- */

int tr_service_submit_sized(tr_service *service, const tr_job *job, size_t job_size,
                            const tr_string *lines, size_t n, tr_ticket **ticket, tr_error *err)
{
    tr_job own = {0};
    const int rc = take(&own, sizeof own, job, job_size, err);
    return rc < 0 ? rc : tr_service_submit(service, &own, lines, n, ticket, err);
}

int tr_service_create_sized(tr_service **service, const tr_model *model, const tr_options *options,
                            const tr_service_limits *limits, size_t limits_size, tr_error *err)
{
    tr_service_limits own = {0};
    const int rc = take(&own, sizeof own, limits, limits_size, err);
    return rc < 0 ? rc : tr_service_create(service, model, options, &own, err);
}

int tr_service_stream_sized(tr_service *service, uint64_t client, const tr_stream_io *io,
                            tr_stream_stats *stats, size_t stats_size, tr_error *err)
{
    tr_stream_stats own = {0};
    const int rc = tr_service_stream(service, client, io, &own, err);
    give(stats, stats_size, &own, sizeof own);
    return rc;
}

int tr_translate_stream_sized(const tr_model *model, const tr_options *options,
                              const tr_stream_io *io, tr_stream_stats *stats, size_t stats_size,
                              tr_error *err)
{
    tr_stream_stats own = {0};
    const int rc = tr_translate_stream(model, options, io, &own, err);
    give(stats, stats_size, &own, sizeof own);
    return rc;
}

void tr_stream_stats_add_sized(tr_stream_stats *sum, const tr_stream_stats *s, size_t stats_size)
{
    tr_stream_stats own_sum = {0}, own = {0};

    memcpy(&own_sum, sum, tr_smaller(sizeof own_sum, stats_size));
    memcpy(&own, s, tr_smaller(sizeof own, stats_size));
    tr_stream_stats_add(&own_sum, &own);
    memcpy(sum, &own_sum, tr_smaller(sizeof own_sum, stats_size));
}

void tr_options_init_sized(tr_options *options, size_t options_size, const tr_model *model)
{
    tr_options own;

    tr_options_init(&own, model);
    own.size = options_size;
    give(options, options_size, &own, sizeof own);
}

/* ---- Documents --------------------------------------------------------------------------- */

int tr_document_open_sized(tr_document **document, const char *name, const void *bytes, size_t size,
                           const tr_document_options *options, size_t options_size, tr_error *err)
{
    tr_document_options own = {0};
    const int rc = take(&own, sizeof own, options, options_size, err);
    return rc < 0 ? rc : tr_document_open(document, name, bytes, size, &own, err);
}

int tr_document_get_sized(tr_document *document, size_t i, tr_document_segment *segment,
                          size_t segment_size, tr_error *err)
{
    tr_document_segment own = {0};
    const int rc = tr_document_get(document, i, &own, err);
    if (rc == TR_OK) give(segment, segment_size, &own, sizeof own);
    return rc;
}

void tr_document_get_stats_sized(const tr_document *document, tr_document_stats *stats,
                                 size_t stats_size)
{
    tr_document_stats own = {0};
    tr_document_get_stats(document, &own);
    give(stats, stats_size, &own, sizeof own);
}

int tr_document_translate_sized(tr_document *document, const tr_model *model,
                                const tr_options *options, int (*progress)(void *ctx, double done),
                                void *ctx, tr_stream_stats *stats, size_t stats_size, tr_error *err)
{
    tr_stream_stats own = {0};
    const int rc = tr_document_translate(document, model, options, progress, ctx, &own, err);
    give(stats, stats_size, &own, sizeof own);
    return rc;
}

int tr_document_translate_by_sized(tr_document *document, tr_service *service, uint64_t client,
                                   int (*progress)(void *ctx, double done), void *ctx,
                                   tr_stream_stats *stats, size_t stats_size, tr_error *err)
{
    tr_stream_stats own = {0};
    const int rc = tr_document_translate_by(document, service, client, progress, ctx, &own, err);
    give(stats, stats_size, &own, sizeof own);
    return rc;
}

int tr_document_finish_sized(tr_document *document, const char **bytes, size_t *size,
                             tr_document_stats *stats, size_t stats_size, tr_error *err)
{
    tr_document_stats own = {0};
    const int rc = tr_document_finish(document, bytes, size, &own, err);
    if (rc == TR_OK) give(stats, stats_size, &own, sizeof own);
    return rc;
}

/* ---- Models ------------------------------------------------------------------------------ */

void tr_model_tensor_sized(const tr_model *model, size_t i, tr_tensor_info *info, size_t info_size)
{
    tr_tensor_info own = {0};
    tr_model_tensor(model, i, &own);
    give(info, info_size, &own, sizeof own);
}

void tr_convert_options_init_sized(tr_convert_options *options, size_t options_size)
{
    tr_convert_options own;
    tr_convert_options_init(&own);
    give(options, options_size, &own, sizeof own);
}

int tr_convert_sized(const tr_convert_options *options, size_t options_size, tr_error *err)
{
    tr_convert_options own;

    tr_convert_options_init(&own);
    const int rc = take(&own, sizeof own, options, options_size, err);
    return rc < 0 ? rc : tr_convert(&own, err);
}

/* ---- Evaluating -------------------------------------------------------------------------- */

void tr_evaluation_options_init_sized(tr_evaluation_options *options, size_t options_size)
{
    tr_evaluation_options own;
    tr_evaluation_options_init(&own);
    give(options, options_size, &own, sizeof own);
}

int tr_evaluation_create_sized(tr_evaluation **evaluation, const tr_evaluation_options *options,
                               size_t options_size, tr_error *err)
{
    tr_evaluation_options own;

    tr_evaluation_options_init(&own);
    const int rc = take(&own, sizeof own, options, options_size, err);
    return rc < 0 ? rc : tr_evaluation_create(evaluation, &own, err);
}

int tr_evaluation_score_sized(const tr_evaluation *evaluation, int metric, tr_metric_score *score,
                              size_t score_size, tr_error *err)
{
    tr_metric_score own = {0};
    const int rc = tr_evaluation_score(evaluation, metric, &own, err);
    if (rc == TR_OK) give(score, score_size, &own, sizeof own);
    return rc;
}

int tr_evaluation_score_line_sized(const tr_evaluation *evaluation, int metric,
                                   tr_metric_score *score, size_t score_size, tr_error *err)
{
    tr_metric_score own = {0};
    const int rc = tr_evaluation_score_line(evaluation, metric, &own, err);
    if (rc == TR_OK) give(score, score_size, &own, sizeof own);
    return rc;
}

int tr_evaluation_compare_sized(const tr_evaluation *baseline, const tr_evaluation *system,
                                int metric, size_t n_samples, uint64_t seed,
                                tr_comparison *comparison, size_t comparison_size, tr_error *err)
{
    tr_comparison own = {0};
    const int rc = tr_evaluation_compare(baseline, system, metric, n_samples, seed, &own, err);
    if (rc == TR_OK) give(comparison, comparison_size, &own, sizeof own);
    return rc;
}
