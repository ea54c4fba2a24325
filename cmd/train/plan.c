#include "plan.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "console/message.h"
#include "network.h"
#include "resources.h"
#include "texts.h"
#include "train/data/hash_set.h"
#include "train/network/adapters.h"
#include "train/network/stacking.h"

enum { MEASURED_STEPS = 3 };

/* A model is adapted by some rounds of small steps at a low rate; half of each is general text. */
enum { TUNE_ROUNDS = 12, TUNE_BATCH = 1000 };
static const double TUNE_GENERAL = 0.5, TUNE_KL = 4, TUNE_RATE = 0.3, LORA_RATE = 3;

static double number_of(const char *text, double low, double high, double otherwise, bool *good)
{
    char *end;
    if (!text) return otherwise;
    const double x = strtod(text, &end);
    *good = *good && end != text && !*end && x >= low && x <= high;
    return x;
}

/* --average is a number of checks, or a share that is kept. */
static bool set_average(tr_recipe *r, const char *text)
{
    bool good = true;
    const double x = number_of(text, 0, 1000, r->average, &good);
    if (!text) return true;
    r->last = x < 1 ? 0 : (size_t)x;
    if (x < 1) r->average = x;
    return good && (x < 1 || x == (double)r->last);
}

/* --betas: the shares of Adam's moments that a step keeps. */
static bool set_betas(tr_recipe *r, const char *text)
{
    char end;
    double a, b;

    if (!text) return true;
    if (sscanf(text, "%lf,%lf%c", &a, &b, &end) != 2) return false;
    r->beta1 = a;
    r->beta2 = b;
    return a >= 0 && a < 1 && b >= 0 && b < 1;
}

static int read_numbers(train_job *j)
{
    bool hours = true, rate = true, dropout = true, clip = true, smoothing = true;
    tr_recipe r = j->training.recipe;

    j->hours = number_of(j->set.hours, 0.001, 10000, j->original_path ? 0.25 : 1, &hours);
    r.rate = number_of(j->set.rate, 1e-9, 1, 0, &rate);
    r.dropout = number_of(j->set.dropout, 0, 0.9, -1, &dropout);
    r.clip = number_of(j->set.clip, 0, 1e9, 1, &clip);
    r.smoothing = number_of(j->set.smoothing, 0, 0.5, r.smoothing, &smoothing);
    if (!clip) return options_misuse(&train_command, "--clip %s is not a norm", j->set.clip);
    if (j->ranks && j->set.hours)
        return options_misuse(&train_command, "--mpi takes --steps: processes measure other times");
    if (j->ranks && !j->set.steps && !j->has_checkpoint)
        return options_misuse(&train_command, "--mpi needs --steps");
    if (!hours) return options_misuse(&train_command, "--hours %s is not a time", j->set.hours);
    if (!rate) return options_misuse(&train_command, "--rate %s is not a rate", j->set.rate);
    if (!dropout)
        return options_misuse(&train_command, "--dropout %s is not in 0..0.9", j->set.dropout);
    if (!smoothing)
        return options_misuse(&train_command, "--smoothing %s is not in 0..0.5", j->set.smoothing);
    if (!set_betas(&r, j->set.betas))
        return options_misuse(&train_command, "--betas %s is not B1,B2, each from 0 to less than 1",
                              j->set.betas);
    if (!set_average(j->has_checkpoint ? &j->training.recipe : &r, j->set.average))
        return options_misuse(&train_command,
                              "--average %s is neither a number of checks nor a share",
                              j->set.average);
    if (!j->has_checkpoint) j->training.recipe = r;
    return EXIT_OK;
}

/* --lora-matrices: names with commas between. */
static bool set_matrices(tr_adapting *a, const char *text)
{
    static const struct {
        const char *name;
        size_t matrices;
    } names[] = {{"q", TR_ADAPT_Q},     {"k", TR_ADAPT_K},   {"v", TR_ADAPT_V},
                 {"out", TR_ADAPT_OUT}, {"up", TR_ADAPT_UP}, {"down", TR_ADAPT_DOWN},
                 {"all", TR_ADAPT_ALL}};
    enum { N = sizeof names / sizeof *names };

    for (size_t n; *text; text += n + (text[n] == ',' && text[n + 1])) {
        size_t i = 0;
        n = strcspn(text, ",");
        while (i < N && (strlen(names[i].name) != n || memcmp(names[i].name, text, n) != 0))
            i++;
        if (i == N) return false;
        a->matrices |= names[i].matrices;
    }
    return a->matrices > 0;
}

static int set_adapting(train_job *j)
{
    tr_adapting *const a = &j->training.recipe.adapting;
    const double rank = j->set.lora;
    bool good = true;

    if (!j->set.lora) return EXIT_OK;
    a->rank = (size_t)j->set.lora;
    a->scale = number_of(j->set.lora_alpha, 1e-6, 1e6, 2 * rank, &good) / rank;
    if (!good)
        return options_misuse(&train_command, "--lora-alpha %s is not a number above 0",
                              j->set.lora_alpha);
    if (!set_matrices(a, j->set.lora_matrices ? j->set.lora_matrices : "q,v"))
        return options_misuse(&train_command,
                              "--lora-matrices %s: they are q, k, v, out, up and down, or all",
                              j->set.lora_matrices);
    return EXIT_OK;
}

/* The longest side of a pair: no more than a model that is adapted has positions. */
static int set_limit(train_job *j)
{
    const size_t most = j->original_path ? j->original.config.n_positions : SIZE_MAX;
    size_t *const limit = &j->training.recipe.limit;

    if (j->set.limit && (size_t)j->set.limit > most)
        return options_misuse(&train_command, "--limit %d: the model has %zu positions",
                              j->set.limit, most);
    if (j->set.limit) *limit = (size_t)j->set.limit;
    if (*limit > most) *limit = most;
    return EXIT_OK;
}

int plan_settings(train_job *j)
{
    tr_recipe *r = &j->training.recipe;
    int status = read_numbers(j);

    if (status != EXIT_OK || j->has_checkpoint) return status;
    status = set_limit(j);
    if (status != EXIT_OK) return status;
    r->arithmetic = j->set.arithmetic;
    r->schedule = j->set.schedule;
    r->seed = (uint64_t)j->set.seed;
    return set_adapting(j);
}

/* ---- Time ---- */

/* A run that begins gets the original's weights; one that goes on has its own. */
static int take_weights(train_job *j, tr_trainer *t)
{
    tr_parameters original;
    tr_shape shape;

    if (j->has_checkpoint || tr_trainer_network(t)->adapters) return 0;
    tr_parameters *const p = tr_trainer_parameters(t);
    if (!j->set.shape) {
        tr_model_file_read(&j->original, p);
        return 0;
    }
    int rc = tr_model_file_shape(&j->original, &shape, &j->err);
    if (rc == 0) rc = tr_parameters_create_fixed(&original, &shape, &p->format, &j->err);
    if (rc < 0) return rc;
    tr_model_file_read(&j->original, &original);
    tr_stacking_apply(p, &original);
    tr_parameters_free(&original);
    return 0;
}

/* Takes from the original, whose file may have been replaced since the run began, what a run is
 * held to, and what is not learnt. */
static int anchor_trainer(train_job *j, tr_trainer *t)
{
    const int rc = job_fits_original(j, &tr_trainer_network(t)->shape);
    if (rc < 0) return rc;
    if (j->training.recipe.rewrites) tr_trainer_take_positions(t, &j->original);
    if (!j->texts.general) return 0;
    return tr_trainer_anchor(t, j->texts.general, &j->original, &j->err);
}

/* Adapters are for a model of their shape; its file may have been replaced since the run began. */
static int open_adapted(train_job *j, const tr_training *training, tr_trainer **t)
{
    const int rc = job_fits_original(j, &training->shape);
    return rc < 0 ? rc
                  : tr_trainer_create_adapted(t, training, &j->original, j->texts.own, j->threads,
                                              j->cpu, &j->err);
}

static int open_trainer(train_job *j, const tr_training *training, tr_trainer **t)
{
    int rc = training->recipe.adapting.rank
                 ? open_adapted(j, training, t)
                 : tr_trainer_create(t, training, j->texts.own, j->threads, j->cpu, &j->err);
    if (rc < 0) return job_fail(j);
    rc = j->original_path ? take_weights(j, *t) : 0;
    if (rc == 0 && (j->texts.general || training->recipe.rewrites)) rc = anchor_trainer(j, *t);
    if (rc < 0) {
        tr_trainer_free(*t);
        *t = NULL;
        return job_fail(j);
    }
    tr_trainer_changed(*t);
    return EXIT_OK;
}

/* Takes some steps, whose results are thrown away. */
static int measure_speed(train_job *j)
{
    tr_trainer *t;
    tr_step_report report;
    double seconds = 0, pieces = 0;
    tr_training trial = j->training;

    trial.recipe.rate = 1e-9;
    trial.recipe.dropout = trial.recipe.dropout < 0 ? 0 : trial.recipe.dropout;
    const int status = open_trainer(j, &trial, &t);
    if (status != EXIT_OK) return status;
    for (int i = 0; i < MEASURED_STEPS; i++) {
        if (tr_trainer_step(t, &report, &j->err) < 0) break;
        if (i == 0) continue; /* memory is touched for the first time */
        seconds += report.seconds;
        pieces += (double)report.pieces;
    }
    tr_trainer_free(t);
    j->pieces_per_second = pieces / seconds;
    return EXIT_OK;
}

static size_t within(double x, double low, double high)
{
    return (size_t)(x < low ? low : x > high ? high : x);
}

/* How often that many steps go through the text. */
static double rounds_of(const train_job *j, double steps)
{
    const tr_recipe *r = &j->training.recipe;
    const double own = steps * (double)r->batch * (1 - r->general);
    return own / (double)tr_bitext_count(j->texts.own)->target_pieces;
}

/* What an adaptation does beside its steps, in pieces of a step: checks of both texts, and
 * translations at its end, of the own text by both models and of the general text by the original,
 * a blend or two and the result.  A piece that is translated takes about as long as one that is
 * learnt, and one that is checked a third. */
static double pieces_beside(const train_job *j)
{
    enum { CHECKS = 9, OWN_TIMES = 4, GENERAL_TIMES = 4 };
    const double pairs = (double)tr_bitext_n_pairs(j->texts.own);

    if (!j->texts.general || pairs == 0) return 0;
    const double a_pair = (double)tr_bitext_count(j->texts.own)->target_pieces / pairs;
    const double own = (double)tr_bitext_n_held_out(texts_held_out(j));
    const double general = (double)tr_bitext_n_held_out(j->texts.general);
    return a_pair *
           (CHECKS * (own + fmin(general, 200)) / 3 + OWN_TIMES * own + GENERAL_TIMES * general);
}

/* As many steps as there is time for; adapting to little text needs fewer. */
static size_t count_steps(const train_job *j)
{
    if (j->set.steps) return (size_t)j->set.steps;
    const double batch = (double)j->training.recipe.batch;
    const double pieces = j->hours * 3600 * j->pieces_per_second;
    const double planned = fmax(pieces - pieces_beside(j), pieces / 2) / batch;
    const double enough = TUNE_ROUNDS / rounds_of(j, 1);
    return within(j->texts.general && !j->set.hours ? fmin(planned, enough) : planned, 10, 1e9);
}

/* The rate falls over the last 30 % of the steps, and over all of them when a model is adapted. */
static void plan_schedule(train_job *j, size_t steps)
{
    tr_recipe *r = &j->training.recipe;
    const double share = j->texts.general ? 1 : 0.3;
    const size_t fall =
        j->set.cooldown ? (size_t)j->set.cooldown : within(share * (double)steps, 1, 1e9);
    const double least = j->texts.general ? 10 : steps < 500 ? 20 : 100;
    r->cooldown = fall < steps ? fall : steps;
    r->cool_from = steps - r->cooldown;
    r->warmup = j->set.warmup ? (size_t)j->set.warmup : within(0.04 * (double)steps, least, 2000);
}

static double usual_rate(const train_job *j, size_t steps)
{
    const double d = (double)j->training.shape.d_model, batch = (double)j->training.recipe.batch;
    const double rate = 1.4e-3 * sqrt(256 / d) * fmin(1, sqrt(batch / 4000));
    const double tuning = j->training.recipe.adapting.rank ? LORA_RATE : TUNE_RATE;
    return rate * (steps > 20000 ? 0.5 : 1) * (j->original_path ? tuning : 1);
}

static double usual_dropout(const train_job *j, size_t steps)
{
    const double rounds = rounds_of(j, (double)steps);
    if (j->texts.general) return 0.1;
    return rounds < 4 ? 0 : rounds < 12 ? 0.1 : rounds < 40 ? 0.2 : 0.3;
}

/* Decides steps, warm-up, cool-down, rate and dropout that were not given. */
static int plan_steps(train_job *j)
{
    tr_recipe *r = &j->training.recipe;

    if (!j->set.steps || j->set.plan) {
        const int status = measure_speed(j);
        if (status != EXIT_OK) return status;
    }
    const size_t steps = count_steps(j);
    plan_schedule(j, steps);
    if (r->rate == 0) r->rate = usual_rate(j, steps);
    if (r->dropout < 0) r->dropout = usual_dropout(j, steps);
    return EXIT_OK;
}

/* The last step of a resumed run: as asked for, or as before. */
static size_t resumed_end(const train_job *j)
{
    const tr_recipe *r = &j->training.recipe;
    const tr_training_progress *p = &j->training.progress;

    if (j->set.steps) return (size_t)j->set.steps;
    if (!j->set.hours) return r->cool_from + r->cooldown;
    return p->step + within(j->hours * 3600 * j->pieces_per_second / (double)r->batch, 1, 1e9);
}

/* A resumed run keeps its recipe, except for a new end or rate. */
static int plan_resumed(train_job *j)
{
    tr_recipe *r = &j->training.recipe;
    const tr_training_progress *p = &j->training.progress;
    const size_t step = p->step;

    if (p->seconds > 0 && p->pieces > 0) {
        j->pieces_per_second = (double)p->pieces / p->seconds;
    } else if (j->set.hours) {
        const int status = measure_speed(j);
        if (status != EXIT_OK) return status;
    }
    const size_t end = resumed_end(j);

    if (j->set.cooldown) r->cooldown = (size_t)j->set.cooldown;
    if (j->set.steps || j->set.hours) {
        r->cool_from = end > r->cooldown && end - r->cooldown > step ? end - r->cooldown : step;
        r->cooldown = end > r->cool_from ? end - r->cool_from : 1;
    } else if (j->set.cooldown) {
        r->cool_from = step;
    }
    if (j->set.rate) r->rate = strtod(j->set.rate, NULL);
    return EXIT_OK;
}

void plan_time_text(double seconds, char *text, size_t size)
{
    if (seconds >= 5400)
        snprintf(text, size, "%.1f h", seconds / 3600);
    else if (seconds >= 90)
        snprintf(text, size, "%.0f min", seconds / 60);
    else
        snprintf(text, size, "%.0f s", seconds);
}

static void print_time(double seconds)
{
    char text[40];
    plan_time_text(seconds, text, sizeof text);
    tell("%s", text);
}

/* Prints when the first score comes, and the name of the curve. */
static void print_expectation(const train_job *j, size_t steps)
{
    const tr_recipe *r = &j->training.recipe;
    const size_t first = r->every < steps ? r->every : steps;
    tell("%-13s a first score after %zu %s", "expect", first, first == 1 ? "step" : "steps");
    if (j->pieces_per_second > 0) {
        tell(", in ");
        print_time((double)(first * r->batch) / j->pieces_per_second);
    }
    tell("; the curve is %s.svg\n", j->out.model);
}

static void print_network(const train_job *j)
{
    const tr_shape *s = &j->training.shape;
    const tr_bitext_counts *c = tr_bitext_count(j->texts.own);
    const double pairs = (double)tr_bitext_n_pairs(j->texts.own);

    tell("%-13s %zu pieces, %.1f a source sentence, %.1f a target sentence\n", "vocabulary",
         s->target_vocab, (double)c->source_pieces / pairs, (double)c->target_pieces / pairs);
    char widths[80] = "", scores[80] = "";
    if (s->d_key || s->d_value)
        snprintf(widths, sizeof widths, ", %zu heads with keys of %zu and values of %zu", s->heads,
                 s->d_key ? s->d_key : s->d_model / s->heads,
                 s->d_value ? s->d_value : s->d_model / s->heads);
    if (s->self_score || s->cross_score)
        snprintf(scores, sizeof scores, ", attention by %s and cross-attention by %s scores",
                 network_score(s->self_score), network_score(s->cross_score));
    tell("%-13s %zu+%zu layers, width %zu%s%s%s%s%s, %.1f M parameters; %.0f MB of memory, %.0f MB "
         "on "
         "disk meanwhile\n",
         "network", s->n_encoder_layers, s->n_decoder_layers, s->d_model, widths, scores,
         s->pre_norm ? ", norms before blocks" : "",
         s->learned_positions ? ", learned positions" : "", s->ssru ? ", SSRU decoder" : "",
         resources_n_parameters(s) * 1e-6, resources_memory(j) * 1e-6, resources_disk(j) * 1e-6);
    const tr_adapting *const a = &j->training.recipe.adapting;
    if (a->rank)
        tell("%-13s of rank %zu and alpha %.4g: %.2f M parameters learn, and the network stays\n",
             "adapters", a->rank, a->scale * (double)a->rank,
             (double)tr_adapters_count(s, a) * 1e-6);
}

static void print_time_needed(const train_job *j, size_t steps)
{
    const double left = (double)((steps - j->training.progress.step) * j->training.recipe.batch);
    if (!(j->pieces_per_second > 0)) return;
    tell("%-13s %.0f pieces a second on %zu %s: ", "time", j->pieces_per_second, j->threads,
         j->threads == 1 ? "thread" : "threads");
    print_time(left / j->pieces_per_second);
    if (pieces_beside(j) > 0) {
        tell(", and about ");
        print_time(pieces_beside(j) / j->pieces_per_second);
        tell(" for checks and comparisons");
    }
    tell("\n");
}

/* Some thousand sentences teach a model words, and no language. */
static void print_advice(const train_job *j)
{
    enum { ENOUGH = 50000 };
    const uint64_t pairs = tr_bitext_n_pairs(j->texts.own);

    if (j->original_path || j->has_checkpoint || pairs >= ENOUGH) return;
    tell("%-13s %" PRIu64
         " pairs are too few to learn a language from: --from MODEL adapts one that "
         "exists; else give 100000 and more\n",
         "advice", pairs);
}

static void print_plan(const train_job *j)
{
    const tr_recipe *r = &j->training.recipe;
    const size_t steps = r->cool_from + r->cooldown;

    print_network(j);
    tell("%-13s %zu steps of %zu pieces, %.1f times through the text; rate %.2g, falling from "
         "step %zu on; dropout %.1f\n",
         "plan", steps, r->batch, rounds_of(j, (double)steps), r->rate, r->cool_from, r->dropout);
    if (j->texts.general)
        tell("%-13s %.0f %% of each step is general text, on which the model is held "
             "to the original\n",
             "", 100 * r->general);
    print_time_needed(j, steps);
    print_expectation(j, steps);
    print_advice(j);
}

/* A resumed run checks as often as before, so that it goes on as it would have. */
static void set_checks(train_job *j)
{
    tr_recipe *r = &j->training.recipe;
    if (j->set.every)
        r->every = (size_t)j->set.every;
    else if (!r->every)
        r->every = (r->cool_from + r->cooldown) / (j->texts.general ? 8 : 25) + 1;
}

/* ---- In order ---- */

/* All small numbers of processes have the same, so that the model does not depend on it. */
static size_t usual_shards(size_t processes)
{
    size_t n = 8;
    while (n < processes)
        n *= 2;
    return n;
}

/* Optimizer and batch differ between a new model and an adapted one. */
static void set_batch(train_job *j)
{
    tr_recipe *r = &j->training.recipe;
    r->optimizer = j->set.optimizer != TRAIN_NOT_SAID ? j->set.optimizer
                   : j->texts.general || j->set.lora  ? TR_ADAM
                                                      : TR_MUON;
    r->shards = j->set.shards ? (size_t)j->set.shards : j->ranks ? usual_shards(j->ranks->n) : 1;
    r->batch = j->set.batch ? (size_t)j->set.batch : j->texts.general ? TUNE_BATCH : 4000;
    if (!j->texts.general) return;
    r->general = TUNE_GENERAL;
    r->kl = TUNE_KL;
}

/* Of the model that adapters are for: they are of no use for another one. */
static uint64_t digest_of_base(const train_job *j)
{
    const char *text;
    size_t len;
    uint64_t digest = 0;

    if (tr_gguf_string(&j->original.file, "nmt.sha256", &text, &len, NULL) < 0) return 0;
    for (size_t i = 0; i < len; i++)
        digest = tr_hash_mix(digest ^ (unsigned char)text[i]);
    return digest;
}

static uint64_t digest_of(const train_job *j)
{
    const uint64_t own = tr_bitext_digest(j->texts.own);
    const uint64_t base = j->training.recipe.adapting.rank ? digest_of_base(j) : 0;
    return own ^ base ^ (j->texts.general ? tr_hash_mix(tr_bitext_digest(j->texts.general)) : 0);
}

/* With a new rate, end or held-out text, earlier checks are no measure for the next ones. */
static void begin_phase(train_job *j)
{
    tr_training_progress *p = &tr_trainer_state(j->trainer)->progress;

    if (j->new_dev) p->best_dev = p->best_nll = 0;
    if (!j->new_dev && !j->set.rate && !j->set.steps && !j->set.hours) return;
    p->phase_dev = 0;
    p->n_worse = 0;
}

static int create_trainer(train_job *j)
{
    const int status = open_trainer(j, &j->training, &j->trainer);
    if (status != EXIT_OK) return status;
    tr_training_progress *progress = &tr_trainer_state(j->trainer)->progress;
    if (j->has_checkpoint) {
        if (j->training.progress.digest != digest_of(j) && !j->set.text_changed) {
            complain("%s: was begun with another text%s, or with other options for it; "
                     "--text-changed goes on with this one",
                     j->set.resume, j->training.recipe.adapting.rank ? ", or another model" : "");
            return EXIT_FAILED;
        }
        if (tr_checkpoint_restore(&j->resumed, j->trainer, &j->err) < 0) return job_fail(j);
        if (progress->digest != digest_of(j)) {
            progress->order = tr_mixture_renew(&progress->order);
            progress->general = tr_mixture_renew(&progress->general);
        }
        begin_phase(j);
    }
    progress->digest = digest_of(j);
    if (j->ranks && tr_trainer_join(j->trainer, j->ranks, &j->err) < 0) return job_fail(j);
    return EXIT_OK;
}

int plan_prepare(train_job *j)
{
    int status;

    if (!j->has_checkpoint) set_batch(j);
    if ((status = network_choose(j)) != EXIT_OK) return status;
    if ((status = resources_check(j)) != EXIT_OK) return status;
    status = j->has_checkpoint ? plan_resumed(j) : plan_steps(j);
    if (status != EXIT_OK) return status;
    set_checks(j);
    if (!j->set.quiet) print_plan(j);
    return j->set.plan ? EXIT_OK : create_trainer(j);
}
