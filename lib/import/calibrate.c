#include "import/calibrate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "formats/gguf_read.h"
#include "formats/gguf_write.h"
#include "model/nmt.h"

/* ---- The text ------------------------------------------------------------------------------ */

int tr_calibrate_check(const tr_convert_options *o, tr_error *err)
{
    if (o->n_calibration < TR_QUALITY_LEAST)
        return tr_fail(err, TR_EINVAL, "%zu lines to fit quality on are too few: %d are needed",
                       o->n_calibration, TR_QUALITY_LEAST);
    for (size_t i = 0; i < o->n_calibration; i++)
        if (memchr(o->calibration_source[i].text, '\n', o->calibration_source[i].len))
            return tr_fail(err, TR_EINVAL, "line %zu to fit quality on has a line end", i + 1);
    return 0;
}

/* ---- A fit --------------------------------------------------------------------------------- */

/* The text on its way through the model, and what came of it. */
typedef struct job {
    const tr_convert_options *o;
    size_t n_read, read_at; /* lines that were given to the model; bytes of the next */
    tr_evaluation *evaluation;
    double *mean, *target; /* [n] */
    size_t n;
    double done;
    tr_error *err;
    int rc;
} job;

static ptrdiff_t read_sources(void *ctx, char *bytes, size_t size)
{
    job *const j = ctx;
    size_t n = 0;

    while (n < size && j->n_read < j->o->n_calibration) {
        const tr_string line = j->o->calibration_source[j->n_read];
        size_t part = line.len - j->read_at;
        if (part > size - n) part = size - n;
        if (part) memcpy(bytes + n, line.text + j->read_at, part);
        n += part;
        j->read_at += part;
        if (j->read_at < line.len || n == size) break;
        bytes[n++] = '\n';
        j->n_read++;
        j->read_at = 0;
    }
    return (ptrdiff_t)n;
}

static bool is_blank(tr_string line)
{
    for (size_t i = 0; i < line.len; i++)
        if (!tr_ascii_is_space(line.text[i])) return false;
    return true;
}

/* Takes a line that has an estimate, and something to hold it against. */
static int measure(job *j, const tr_translation *t)
{
    const tr_hypothesis *const h = &t->hypotheses[0];
    const tr_string line = {h->text, h->text_len},
                    reference = j->o->calibration_reference[t->line - 1];
    tr_metric_score score;
    double sum = 0;

    if (isnan(t->quality) || is_blank(reference)) return 0;
    int rc = tr_evaluation_add(j->evaluation, line, &reference, j->err);
    if (rc == 0) rc = tr_evaluation_score_line(j->evaluation, TR_CHRF, &score, j->err);
    if (rc < 0) return rc;
    for (size_t i = 0; i < h->n_tokens; i++)
        sum += (double)h->tokens[i].log_probability;
    j->mean[j->n] = sum / (double)h->n_tokens;
    j->target[j->n++] = score.score / 100;
    return 0;
}

static int take_line(void *ctx, const tr_translation *t)
{
    job *const j = ctx;
    const double part = (double)t->line / (double)j->o->n_calibration;

    j->rc = measure(j, t);
    if (j->rc == 0 && j->o->progress &&
        j->o->progress(j->o->ctx, j->done + (1 - j->done) * part) != 0)
        j->rc = tr_fail(j->err, TR_ESTOPPED, "stopped");
    return j->rc;
}

static int translate_text(job *j, const char *path)
{
    const tr_stream_io io = {.read = read_sources, .write = take_line, .ctx = j};
    tr_model *model;
    tr_options options;
    tr_error e;

    int rc = tr_model_open(&model, path, j->err);
    if (rc < 0) return rc;
    const tr_model_info *const info = tr_model_get_info(model);
    tr_options_init(&options, model);
    if (info->source_is_chosen) options.source_language = j->o->source_language;
    if (info->target_is_chosen) options.target_language = j->o->target_language;
    rc = tr_translate_stream(model, &options, &io, NULL, &e);
    tr_model_close(model);
    if (rc == 0 || j->rc < 0) return j->rc;
    return tr_fail(j->err, rc, "%s", e.msg);
}

static int fit_text(const job *j, tr_quality *q)
{
    if (j->n < TR_QUALITY_LEAST)
        return tr_fail(j->err, TR_EUNSUPPORTED,
                       "only %zu of %zu lines to fit quality on have an estimate and a reference: "
                       "%d are needed",
                       j->n, j->o->n_calibration, TR_QUALITY_LEAST);
    if (!tr_quality_fit(q, j->mean, j->target, j->n))
        return tr_fail(j->err, TR_EUNSUPPORTED,
                       "translations are no better where the model is surer of them: is the "
                       "reference, line by line, that of the source?");
    return 0;
}

int tr_calibrate_fit(const tr_convert_options *o, const char *path, double done, tr_quality *q,
                     tr_error *err)
{
    tr_evaluation_options options;
    job j = {.o = o, .done = done, .err = err};

    tr_evaluation_options_init(&options);
    options.metrics = 1u << TR_CHRF;
    j.mean = calloc(o->n_calibration, sizeof *j.mean);
    j.target = calloc(o->n_calibration, sizeof *j.target);
    int rc = j.mean && j.target ? 0 : tr_fail_memory(err);
    if (rc == 0) rc = tr_evaluation_create(&j.evaluation, &options, err);
    if (rc == 0) rc = translate_text(&j, path);
    if (rc == 0) rc = fit_text(&j, q);
    tr_evaluation_free(j.evaluation);
    free(j.mean);
    free(j.target);
    return rc;
}

/* ---- A model of this program's ------------------------------------------------------------- */

bool tr_calibrate_knows(const tr_convert_options *o)
{
    tr_nmt m;

    if (o->format || tr_nmt_open(&m, o->input, NULL) < 0) return false;
    tr_nmt_close(&m);
    return true;
}

/* What other options ask for stays as the file has it. */
static int refuse_others(const tr_convert_options *o, tr_error *err)
{
    const char *const texts[] = {o->source_vocab,  o->target_vocab, o->source_spm, o->target_spm,
                                 o->normalization, o->shortlist,    o->type,       o->name,
                                 o->license,       o->origin};
    bool any = o->max_source || o->beam_size || o->length_penalty >= 0;

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        any = any || texts[i];
    return any ? tr_fail(err, TR_EINVAL,
                         "%s: is a model of this program already: its quality can be fitted, and "
                         "nothing else changed",
                         o->input)
               : 0;
}

static bool is_quality_key(const char *key)
{
    static const char prefix[] = "nmt.quality.";
    return !strncmp(key, prefix, sizeof prefix - 1);
}

static int copy_model(const tr_gguf *g, const tr_quality *q, tr_gguf_writer *w, tr_error *err)
{
    for (size_t i = 0; i < g->n_values; i++)
        if (!is_quality_key(g->values[i].key)) tr_gguf_put_value(w, &g->values[i]);
    tr_quality_write(q, w);
    for (size_t i = 0; i < g->n_tensors; i++)
        tr_gguf_declare(w, g->tensors[i].name, g->tensors[i].type, g->tensors[i].n_dims,
                        g->tensors[i].dims);
    int rc = tr_gguf_begin_data(w, err);
    for (size_t i = 0; rc == 0 && i < g->n_tensors; i++)
        rc = tr_gguf_write(w, g->tensors[i].data, g->tensors[i].size, err);
    return rc;
}

static int write_copy(const tr_convert_options *o, const tr_gguf *g, const tr_quality *q,
                      tr_error *err)
{
    tr_gguf_writer *w;

    int rc = tr_gguf_create(&w, o->output, err);
    if (rc < 0) return rc;
    rc = copy_model(g, q, w, err);
    if (rc == 0) return tr_gguf_finish(w, err);
    tr_gguf_abandon(w);
    return rc;
}

int tr_calibrate_model(const tr_convert_options *o, tr_quality *q, tr_error *err)
{
    tr_gguf g;

    int rc = refuse_others(o, err);
    if (rc == 0) rc = tr_gguf_open(&g, o->input, err);
    if (rc < 0) return rc;
    rc = tr_gguf_verify(&g, err);
    if (rc == 0) rc = tr_calibrate_fit(o, o->input, 0, q, err);
    if (rc == 0) rc = write_copy(o, &g, q, err);
    tr_gguf_close(&g);
    return rc;
}
