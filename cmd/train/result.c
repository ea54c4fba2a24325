#include "result.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/message.h"
#include "console/unfinished.h"
#include "train/model_rewrite.h"
#include "train/network/adapters.h"
#include "train/network/transformer.h"
#include "train/peft.h"

static void put_scores(const train_job *j, tr_gguf_writer *w)
{
    const job_scores *s = &j->scores;
    if (!s->known) return;
    if (s->quality.lines) tr_quality_write(&s->quality, w);
    tr_gguf_put_f32(w, "train.bleu", (float)s->bleu);
    tr_gguf_put_u32(w, "train.bleu_lines", (uint32_t)s->lines);
    if (!j->original_path) return;
    tr_gguf_put_f32(w, "train.bleu_before", (float)s->own.bleu[0]);
    if (!s->general.n) return;
    tr_gguf_put_f32(w, "train.general_bleu", (float)s->general.bleu[1]);
    tr_gguf_put_f32(w, "train.general_bleu_before", (float)s->general.bleu[0]);
    tr_gguf_put_u32(w, "train.general_bleu_lines", (uint32_t)s->general.n);
}

static void put_training(void *ctx, tr_gguf_writer *w)
{
    const train_job *j = ctx;
    const tr_training *t = j->trainer ? tr_trainer_state(j->trainer) : &j->training;
    const tr_training_progress *p = &t->progress;
    char digest[20];

    snprintf(digest, sizeof digest, "%016" PRIx64, p->digest);
    tr_gguf_put_u32(w, "train.steps", (uint32_t)p->step);
    tr_gguf_put_f32(w, "train.million_pieces", (float)((double)p->pieces * 1e-6));
    tr_gguf_put_f32(w, "train.petaflop", (float)(p->flops * 1e-15));
    tr_gguf_put_u32(w, "train.seed", (uint32_t)t->recipe.seed);
    tr_gguf_put_string(w, "train.text", digest);
    tr_gguf_put_string(w, "train.optimizer", t->recipe.optimizer == TR_MUON ? "muon" : "adam");
    if (p->best_nll > 0) tr_gguf_put_f32(w, "train.dev_nll", (float)p->best_nll);
    put_scores(j, w);
}

static tr_model_about about_model(train_job *j)
{
    tr_model_about about = j->about;
    about.put_more = put_training;
    about.ctx = j;
    return about;
}

/* Writes weights w of *p as a model: as a new file, or as the original's. */
static int write_file(train_job *j, const char *path, const tr_parameters *p, const float *w,
                      const float *positions, bool int8, tr_error *err)
{
    tr_model_about about = about_model(j);

    if (!j->training.recipe.rewrites)
        return tr_model_file_write(path, p, w, positions, &about, int8, err);
    if (j->original.config.n_languages) about.source_language = about.target_language = NULL;
    tr_parameter_source weights;
    int rc = tr_parameter_source_open(&weights, p, w, &j->original, err);
    const tr_tensor_source source = tr_parameter_source_of(&weights);
    if (rc == 0) rc = tr_model_file_rewrite(path, &j->original, &source, &about, int8, err);
    tr_parameter_source_close(&weights);
    return rc;
}

int result_write(train_job *j, const char *path, const float *w, bool int8, tr_error *err)
{
    return write_file(j, path, tr_trainer_network(j->trainer), w, tr_trainer_positions(j->trainer),
                      int8, err);
}

int result_write_adapters(train_job *j, const float *w)
{
    const tr_parameters *const p = tr_trainer_network(j->trainer);
    if (!p->adapters) return 0;
    return tr_peft_write(j->out.adapters, p, w, j->about.origin, &j->err);
}

/* ---- Without a run ---- */

static int write_best(train_job *j, const tr_parameters *p, const float *w)
{
    const tr_shape *s = &p->shape;
    float *positions = s->learned_positions
                           ? NULL
                           : checked_malloc(s->n_positions * s->d_model * sizeof *positions);

    if (positions) tr_transformer_sinusoids(s->n_positions, s->d_model, positions);
    const int rc = write_file(j, j->set.export, p, w, positions, !j->float32, &j->err);
    free(positions);
    return rc;
}

static const tr_panel_format no_panels = {1, 1};

static int export_network(train_job *j)
{
    tr_parameters p;

    int rc = tr_parameters_create_fixed(&p, &j->training.shape, &no_panels, &j->err);
    if (rc < 0) return rc;
    rc = tr_checkpoint_best(&j->resumed, &p, &j->err);
    if (rc == 0) rc = write_best(j, &p, p.w);
    tr_parameters_free(&p);
    return rc;
}

/* Merges the best adapters into the model that they are for. */
static int export_adapters(train_job *j)
{
    const tr_weight_source source = tr_model_file_source(&j->original);
    const tr_recipe *const r = &j->training.recipe;
    tr_parameters p;
    tr_adapters a;

    int rc = job_fits_original(j, &j->training.shape);
    if (rc == 0)
        rc = tr_parameters_create_read(&p, &j->training.shape, &no_panels, &source, &j->err);
    if (rc < 0) return rc;
    tr_model_file_read(&j->original, &p);
    rc = tr_adapters_create(&a, &p, &r->adapting, r->seed, &j->err);
    if (rc == 0) {
        rc = tr_checkpoint_best(&j->resumed, &a.factors, &j->err);
        if (rc == 0) rc = write_best(j, &p, a.factors.w);
        tr_adapters_free(&a);
    }
    tr_parameters_free(&p);
    return rc;
}

int result_export(train_job *j)
{
    sigset_t before;

    if (!j->set.force && access(j->set.export, F_OK) == 0) {
        complain("%s: exists; --force replaces it", j->set.export);
        return EXIT_FAILED;
    }
    unfinished_hold_signals(&before); /* what ends the program leaves no half of a file */
    const int rc = j->training.recipe.adapting.rank ? export_adapters(j) : export_network(j);
    unfinished_release_signals(&before);
    return rc < 0 ? job_fail(j) : EXIT_OK;
}
