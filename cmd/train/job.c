#include "job.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "commands/commands.h"
#include "console/alloc.h"
#include "console/message.h"
#include "models/model_choice.h"
#include "train/network/stacking.h"

int job_fail(const train_job *j)
{
    complain("%s", j->err.msg);
    return EXIT_FAILED;
}

bool job_is_first(const train_job *j)
{
    return !j->ranks || j->ranks->rank == 0;
}

const char *job_language(const train_job *j, int side)
{
    const tr_config *const c = &j->original.config;
    const bool chosen = side ? tr_config_chooses_target(c) : tr_config_chooses_source(c);
    const char *const asked = side ? j->set.target_language : j->set.source_language;
    const char *const run = side ? j->about.target_language : j->about.source_language;

    if (!j->original_path || !j->training.recipe.rewrites || !chosen) return NULL;
    return asked ? asked : j->has_checkpoint || j->texts.own_way.model ? run : NULL;
}

held_out_model job_model(const train_job *j, const char *path)
{
    return (held_out_model){path, job_language(j, 0), job_language(j, 1)};
}

/* ---- Names ---- */

static void name_files(train_job *j)
{
    static const char ending[] = ".train", previous[] = ".train~";
    const char *out = j->set.output, *from = j->set.resume;
    if (out)
        j->out.model = checked_format("%s", out);
    else if (tr_ends_in(from, ending))
        j->out.model = checked_format("%.*s", (int)(strlen(from) - strlen(ending)), from);
    else if (tr_ends_in(from, previous))
        j->out.model = checked_format("%.*s", (int)(strlen(from) - strlen(previous)), from);
    else
        j->out.model = checked_format("%s.gguf", from);
    j->out.checkpoint = checked_format("%s%s", j->out.model, ending);
    j->out.previous = checked_format("%s%s", j->out.model, previous);
    j->out.adapters = checked_format("%s.lora", j->out.model);
    j->out.log_name = checked_format("%s.log", j->out.model);
}

static bool is_there(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0;
}

static bool are_one_file(const char *a, const char *b)
{
    struct stat s, t;
    return stat(a, &s) == 0 && stat(b, &t) == 0 && s.st_dev == t.st_dev && s.st_ino == t.st_ino;
}

/* With --force, too: a text, or the model to begin with, is not what it replaces. */
static int check_inputs(const train_job *j, const char *output)
{
    const char *const inputs[] = {j->path,        j->set.target, j->set.dev,
                                  j->set.general, j->set.vocab,  j->set.mix};

    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        if (!inputs[i] || !are_one_file(inputs[i], output)) continue;
        complain("%s: is both input and output", output);
        return EXIT_FAILED;
    }
    return EXIT_OK;
}

/* Refuses files that cannot be written now, not after hours. */
static int check_names(train_job *j)
{
    const char *const names[] = {j->out.model, j->out.checkpoint};
    char *target;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (check_inputs(j, names[i]) != EXIT_OK) return EXIT_FAILED;
        if (tr_file_target(names[i], &target, &j->err) < 0) return job_fail(j);
        free(target);
    }
    return EXIT_OK;
}

/* Nothing of another run is replaced unasked. */
static int refuse_existing(const train_job *j)
{
    const char *const from = j->set.resume;

    if (j->set.force) return EXIT_OK;
    if (from && (are_one_file(from, j->out.checkpoint) || are_one_file(from, j->out.previous)))
        return EXIT_OK;
    if (is_there(j->out.checkpoint)) {
        complain("%s: is the checkpoint of another run; --resume goes on with it, --force begins "
                 "anew",
                 j->out.checkpoint);
        return EXIT_FAILED;
    }
    const char *const results[] = {j->out.model, j->set.lora ? j->out.adapters : NULL};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (results[i] && is_there(results[i])) {
            complain("%s: exists; --force replaces it", results[i]);
            return EXIT_FAILED;
        }
    return EXIT_OK;
}

/* What the run would refuse is refused by its plan, which writes nothing. */
static int check_output(train_job *j)
{
    const int status = check_names(j);
    return status == EXIT_OK ? refuse_existing(j) : status;
}

/* Locks the log as long as the run lasts, because a second run with the same output would overwrite
 * the first one's files. */
static int take_output(train_job *j)
{
    if (!job_is_first(j)) {
        j->out.log = fopen("/dev/null", "w");
        return j->out.log ? EXIT_OK : EXIT_FAILED;
    }
    const int status = check_names(j);
    if (status != EXIT_OK) return status;
    j->out.log = fopen(j->out.log_name, "a");
    if (!j->out.log) {
        complain("%s: %s", j->out.log_name, strerror(errno));
        return EXIT_FAILED;
    }
    if (flock(fileno(j->out.log), LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK) {
        fclose(j->out.log);
        j->out.log = NULL; /* it is the other run's, and stays */
        complain("%s: another run is writing it", j->out.model);
        return EXIT_FAILED;
    }
    return refuse_existing(j);
}

/* Removes a log to which nothing was written. */
static void leave_output(train_job *j)
{
    struct stat s;
    if (!j->out.log) return;
    if (job_is_first(j) && fstat(fileno(j->out.log), &s) == 0 && s.st_size == 0)
        unlink(j->out.log_name);
    fclose(j->out.log);
}

/* ---- Models ---- */

static int take_path(const tr_model *model, void *ctx)
{
    train_job *j = ctx;
    j->original_path = checked_format("%s", tr_model_get_info(model)->path);
    return EXIT_OK;
}

/* A model may be the beginning of one for other languages.  Such a model is not held to the
 * original.
 */
static bool keeps_languages(const train_job *j, const tr_config *c)
{
    const char *from = j->set.source_language, *to = j->set.target_language;
    const bool same =
        (!from || tr_config_chooses_source(c) || tr_language_fit(c->source_language, from)) &&
        (!to || tr_config_chooses_target(c) || tr_language_fit(c->target_language, to));
    if (same || (j->set.general && !strcmp(j->set.general, "none"))) return true;
    complain("%s: translates from %s to %s; for other languages it is begun with by --general none",
             j->original_path, c->source_language, c->target_language);
    return false;
}

static int open_original(train_job *j)
{
    const model_choice choice = {.model = j->set.from};
    const int status = model_use(&choice, take_path, j);
    if (status != EXIT_OK) return status;
    if (tr_nmt_open(&j->original, j->original_path, &j->err) < 0) {
        free(j->original_path);
        j->original_path = NULL;
        return job_fail(j);
    }
    if (!j->set.export && are_one_file(j->original_path, j->out.model)) {
        complain("%s: is what the run begins with; the model needs another name (-o FILE)",
                 j->original_path);
        return EXIT_FAILED;
    }
    const tr_config *c = &j->original.config;
    if (!keeps_languages(j, c)) return EXIT_FAILED;
    if (j->has_checkpoint) return EXIT_OK;
    j->training.recipe.rewrites = tr_model_file_rewrites(&j->original);
    j->about = (tr_model_about){.source_language = c->source_language,
                                .target_language = c->target_language,
                                .max_source = c->max_source,
                                .max_target = c->max_target,
                                .beam_size = c->beam_size,
                                .penalty = c->penalty,
                                .length_penalty = c->length_penalty < 0 ? 1 : c->length_penalty,
                                .max_length_factor = c->max_length_factor,
                                .normalization = c->normalization,
                                .suppressed = c->suppressed,
                                .n_suppressed = c->n_suppressed,
                                .name = *c->name ? c->name : NULL,
                                .license = *c->license ? c->license : NULL,
                                .origin = *c->origin ? c->origin : NULL};
    return EXIT_OK;
}

/* A run with general text, of adapters, or one that rewrites the original, needs it. */
static int take_original(train_job *j)
{
    const tr_recipe *const r = &j->training.recipe;

    if (r->general == 0 && !r->rewrites && !r->adapting.rank) return EXIT_OK;
    j->set.from = j->set.from ? j->set.from : j->resumed.files.from;
    if (j->set.from) return EXIT_OK;
    complain("%s: was begun with --from, which has to be given again", j->set.resume);
    return EXIT_FAILED;
}

int job_fits_original(train_job *j, const tr_shape *own)
{
    tr_shape shape;

    const int rc = tr_model_file_shape(&j->original, &shape, &j->err);
    if (rc < 0) return rc;
    if (tr_stacking_check(&shape, own, &j->err) < 0 ||
        tr_stacking_check(own, &shape, &j->err) < 0 || shape.source_vocab != own->source_vocab ||
        shape.target_vocab != own->target_vocab)
        return tr_fail(&j->err, TR_EINVAL, "%s: is of another shape than the run",
                       j->original_path);
    return 0;
}

/* Takes the files that were not given from the checkpoint.  A text that is given has its own
 * columns, target and mixture; only a run with general text needs the original. */
static int take_files(train_job *j)
{
    train_settings *s = &j->set;
    const tr_run_files *f = &j->resumed.files;
    if (!j->path) {
        j->path = f->text;
        s->target = s->target ? s->target : f->target;
        s->mix = s->mix ? s->mix : f->mix;
        s->exchange = s->exchange || f->exchange;
    }
    j->dev_exchange = s->dev ? s->exchange : f->dev_exchange;
    j->general_exchange = s->general ? s->exchange : f->general_exchange;
    if (!j->path) {
        complain("%s: does not name its text, which has to be given again", s->resume);
        return EXIT_FAILED;
    }
    j->new_dev = s->dev ? !f->dev || strcmp(s->dev, f->dev) != 0 : !f->dev && s->text_changed;
    s->dev = s->dev ? s->dev : f->dev;
    if (j->training.recipe.general > 0 && s->general && !strcmp(s->general, "none")) {
        complain("%s: is held to general text, which cannot be left out", s->resume);
        return EXIT_FAILED;
    }
    s->general = s->general ? s->general : f->general;
    return take_original(j);
}

/* Weights alone are exported, unless the original's file has what goes around them. */
static int take_exported(train_job *j)
{
    const tr_recipe *const r = &j->training.recipe;
    return r->rewrites || r->adapting.rank ? take_original(j) : EXIT_OK;
}

static int refuse_checkpoint(const train_job *j)
{
    char *const beside = checked_format("%s.train", j->set.resume);

    if (is_there(beside))
        complain("%s, but %s is there", j->err.msg, beside);
    else
        complain("%s", j->err.msg);
    free(beside);
    if (is_there(j->out.previous) && !are_one_file(j->set.resume, j->out.previous))
        complain("%s: is the checkpoint before it", j->out.previous);
    return EXIT_FAILED;
}

static int open_checkpoint(train_job *j)
{
    if (tr_checkpoint_open(&j->resumed, j->set.resume, &j->err) < 0) return refuse_checkpoint(j);
    j->has_checkpoint = true;
    j->out.checkpoint_is_good = are_one_file(j->set.resume, j->out.checkpoint);
    j->training = j->resumed.training;
    j->about = j->resumed.about;
    if (j->set.type == TRAIN_NOT_SAID) j->float32 = j->resumed.files.float32;
    return j->set.export ? take_exported(j) : take_files(j);
}

/* Options come before the metadata of the model that the run began with. */
static void describe_model(train_job *j)
{
    const train_settings *s = &j->set;
    tr_model_about *a = &j->about;
    a->source_language = s->source_language ? s->source_language : a->source_language;
    a->target_language = s->target_language ? s->target_language : a->target_language;
    a->name = s->name ? s->name : a->name;
    a->license = s->license ? s->license : a->license;
    a->origin = s->origin ? s->origin : a->origin;
    if (s->penalty.a < 0) return;
    a->penalty = s->penalty.kind;
    a->length_penalty = s->penalty.a;
}

int job_open(train_job *j)
{
    int status = EXIT_OK;

    j->dev_exchange = j->general_exchange = j->set.exchange;
    j->float32 = j->set.type > 0;
    tr_training_init(&j->training);
    j->about =
        (tr_model_about){.max_source = 96, .max_target = 320, .beam_size = 4, .length_penalty = 1};
    name_files(j);
    if (j->set.plan)
        status = check_output(j);
    else if (!j->set.export)
        status = take_output(j);
    if (status == EXIT_OK && j->set.resume) status = open_checkpoint(j);
    if (status == EXIT_OK && j->set.from) status = open_original(j);
    describe_model(j);
    return status;
}

void job_close(train_job *j)
{
    tr_trainer_free(j->trainer);
    tr_bitext_free(j->texts.own);
    tr_bitext_free(j->texts.dev);
    tr_bitext_free(j->texts.general);
    tr_spm_close(j->texts.spm);
    encoding_close(&j->texts.own_way);
    if (j->original_path) tr_nmt_close(&j->original);
    if (j->has_checkpoint) tr_checkpoint_close(&j->resumed);
    leave_output(j);
    free(j->original_path);
    free(j->texts.spm_bytes);
    free(j->out.model);
    free(j->out.checkpoint);
    free(j->out.previous);
    free(j->out.adapters);
    free(j->out.log_name);
}
