#include "run.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adaptation.h"
#include "console/alloc.h"
#include "console/clock.h"
#include "console/message.h"
#include "held_out.h"
#include "plan.h"
#include "report.h"
#include "result.h"
#include "texts.h"

enum { SAVE_SECONDS = 600, FIRST_SECONDS = 60, WORSE_CHECKS = 5, SCORED_LINES = 200 };
static const double SCORE_SHARE = 0.03; /* of the time, for BLEU while a run goes on */

typedef struct train_run {
    train_job *j;
    run_report report;
    double began, saved;   /* times */
    double score_seconds;  /* spent on BLEU so far */
    size_t checked;        /* step of the last check */
    uint64_t first_pieces; /* the pieces of the run when it began here */
    bool stopped;          /* before its end */
    adaptation adapted;    /* open at the end of a run that adapts a model */
    bool time_is_told;     /* that it takes longer, or less long, than was planned */
} train_run;

static volatile sig_atomic_t stop_asked, at_once, cool_asked, writing;

/* A second signal ends the run at once, except SIGHUP: a terminal that closes may send it twice. */
static void ask_to_stop(int number)
{
    if (stop_asked && number != SIGHUP) at_once = 1;
    stop_asked = 1;
    if (at_once && !writing) _exit(EXIT_FAILED);
}

/* A signal that ends the run at once waits until a file is complete, so that no half of one stays.
 */
static void begin_writing(void)
{
    writing++;
}

static void end_writing(void)
{
    if (!--writing && at_once) _exit(EXIT_FAILED);
}

static void ask_to_cool(int number)
{
    (void)number;
    cool_asked = 1;
}

/* ---- Files ---- */

/* Leaves out standard input, which cannot be read again. */
static tr_run_files files_of(const train_job *j)
{
    const train_settings *s = &j->set;
    return (tr_run_files){.text = strcmp(j->path, "-") ? j->path : NULL,
                          .target = s->target,
                          .mix = s->mix,
                          .dev = s->dev,
                          .from = s->from,
                          .general = s->general,
                          .exchange = s->exchange,
                          .dev_exchange = j->dev_exchange,
                          .general_exchange = j->general_exchange,
                          .float32 = j->float32};
}

/* What is the matter with a file that others follow, and that was written without a tr_error: it
 * does not stay where it cannot get its name.  `cause`: errno. */
static int fail_passing(train_job *j, const char *path, int rc, int cause)
{
    if (rc == TR_ENOMEM) return tr_fail_memory(&j->err);
    return tr_fail(&j->err, rc, "%s: %s", path, strerror(cause ? cause : EIO));
}

/* Writes the checkpoint.  The run goes on after an error, because the next one may succeed; the
 * last one stays wherever it can. */
static int save_run(train_run *r, bool last)
{
    train_job *j = r->j;

    tr_trainer_collect(j->trainer);
    if (!job_is_first(j)) return EXIT_OK;
    const tr_run_files files = files_of(j);
    const char *const path = j->out.checkpoint;
    r->saved = clock_seconds();
    begin_writing();
    errno = 0;
    int rc = tr_checkpoint_write(path, j->out.checkpoint_is_good ? j->out.previous : NULL,
                                 j->trainer, &j->about, &files, last ? &j->err : NULL);
    if (rc < 0 && !last) rc = fail_passing(j, path, rc, errno);
    end_writing();
    if (rc == 0) {
        j->out.checkpoint_is_good = true;
        report_saved(&r->report);
        return EXIT_OK;
    }
    report_end_line(&r->report);
    return job_fail(j);
}

/* Writes weights w as a model. */
static int write_model(train_run *r, const char *path, const float *w, bool int8, tr_error *err)
{
    begin_writing();
    const int rc = result_write(r->j, path, w, int8, err);
    end_writing();
    return rc;
}

static int write_result(train_run *r)
{
    const float *best = tr_trainer_best(r->j->trainer);
    int rc = write_model(r, r->j->out.model, best, !r->j->float32, &r->j->err);
    if (rc == 0) rc = result_write_adapters(r->j, best);
    if (rc == 0) return EXIT_OK;
    report_end_line(&r->report);
    return job_fail(r->j);
}

/* ---- Checks ---- */

/* A model that is removed soon. */
static int write_check(train_run *r, const char *path, const float *w)
{
    errno = 0;
    const int rc = write_model(r, path, w, true, NULL);
    return rc < 0 ? fail_passing(r->j, path, rc, errno) : 0;
}

/* Greedy BLEU by a temporary model file with weights w; below 0 if it cannot be written. */
static double score_weights(train_run *r, const float *w, const tr_bitext *text, size_t lines)
{
    char *path = checked_format("%s.check", r->j->out.model);
    double bleu = -1;
    size_t n;

    begin_writing();
    if (write_check(r, path, w) < 0 ||
        held_out_bleu(job_model(r->j, path), text, lines, true, &bleu, &n, NULL, &r->j->err) < 0)
        bleu = -1;
    unlink(path);
    end_writing();
    free(path);
    return bleu;
}

/* BLEU of the held-out text; below 0 if scores have taken their share of the time already. */
static double score_check(train_run *r)
{
    const double began = clock_seconds();
    if (r->score_seconds > SCORE_SHARE * (began - r->began)) return -1;
    const double bleu = score_weights(r, tr_trainer_parameters(r->j->trainer)->average,
                                      texts_held_out(r->j), SCORED_LINES);
    r->score_seconds += clock_seconds() - began;
    return bleu;
}

/* Keeps the best weights.  After some checks without a better one the rate falls, because more
 * steps at the same rate would not help.  An adapted model is judged by both texts together. */
static void judge_check(train_run *r, const report_check *found)
{
    tr_training *t = tr_trainer_state(r->j->trainer);
    tr_training_progress *p = &t->progress;
    const double sum = found->nll + found->general;

    if (p->best_dev == 0 || sum < p->best_dev) {
        p->best_dev = sum;
        p->best_step = p->step;
        p->best_nll = found->nll;
        tr_trainer_keep(r->j->trainer);
    }
    if (p->phase_dev == 0 || sum < p->phase_dev) {
        p->phase_dev = sum;
        p->n_worse = 0;
    } else if (++p->n_worse >= WORSE_CHECKS && p->step < t->recipe.cool_from) {
        tr_training_cool_down(t);
        report_cooling(&r->report, "held-out text got worse: the rate falls from here on");
    }
}

static void check_run(train_run *r)
{
    train_job *j = r->j;
    report_check c = {.bleu = -1};

    tr_trainer_collect(j->trainer);
    r->checked = tr_trainer_state(j->trainer)->progress.step;
    c.nll = tr_trainer_check(j->trainer, texts_held_out(j), SIZE_MAX);
    if (!(c.nll > 0)) return;
    if (j->texts.general) c.general = tr_trainer_check(j->trainer, j->texts.general, SCORED_LINES);
    judge_check(r, &c);
    if (!job_is_first(j)) return;
    c.bleu = score_check(r);
    begin_writing();
    report_checked(&r->report, &c);
    end_writing();
}

/* ---- The blend at the end ---- */

/* Compares original + share * (best - original) with the original.  If it cannot be measured, the
 * run fails, because nothing would hold the model to the original; --resume tries again. */
static int try_share(train_run *r, double share, held_out_comparison *general)
{
    train_job *j = r->j;
    char *path = checked_format("%s.check", j->out.model);

    tr_trainer_blend(j->trainer, share);
    begin_writing();
    int status = write_check(r, path, tr_trainer_parameters(j->trainer)->average) < 0
                     ? job_fail(j)
                     : adaptation_try(&r->adapted, path, general);
    unlink(path);
    end_writing();
    free(path);
    if (status != EXIT_OK) return status;
    fprintf(j->out.log,
            "{\"event\":\"blend\",\"share\":%.2f,\"general_bleu\":%.2f,\"general_chrf\":%.2f,"
            "\"p\":%.4f}\n",
            share, general->bleu[1], general->chrf[1], general->p);
    fflush(j->out.log);
    return EXIT_OK;
}

/* Weights between the original and the best ones have learnt most of the new and forgotten little
 * of the old.  Takes the largest share of the best with which general text comes out as well as by
 * the original, in the measure of the verdict at the end. */
static int blend_weights(train_run *r)
{
    static const double shares[] = {1, 0.7, 0.5, 0.35, 0.25, 0.15};
    enum { N = sizeof shares / sizeof *shares };
    train_job *j = r->j;
    held_out_comparison general;
    char note[100];
    size_t i = 0;
    int status;

    while ((status = try_share(r, shares[i], &general)) == EXIT_OK &&
           adaptation_forgets(&general) && i + 1 < N)
        i++;
    if (status != EXIT_OK) return status;
    tr_trainer_state(j->trainer)->progress.best_nll =
        tr_trainer_check(j->trainer, texts_held_out(j), SIZE_MAX);
    tr_trainer_keep(j->trainer);
    snprintf(note, sizeof note, "the model is %.0f %% the best of these weights, the rest original",
             100 * shares[i]);
    report_note(&r->report, note);
    return EXIT_OK;
}

/* ---- The run ---- */

static void open_run(train_run *r)
{
    const struct sigaction stopping = {.sa_handler = ask_to_stop};
    const struct sigaction cooling = {.sa_handler = ask_to_cool, .sa_flags = SA_RESTART};
    struct sigaction before;

    report_open(&r->report, r->j);
    r->began = r->saved = clock_seconds();
    r->first_pieces = tr_trainer_state(r->j->trainer)->progress.pieces;
    if (!r->j->ranks) { /* where they are, a signal may tell that one of them is gone */
        sigaction(SIGINT, &stopping, NULL);
        sigaction(SIGTERM, &stopping, NULL);
    }
    sigaction(SIGUSR1, &cooling, NULL);
    if (!sigaction(SIGHUP, NULL, &before) && before.sa_handler != SIG_IGN) /* not under nohup */
        sigaction(SIGHUP, &stopping, NULL);
}

/* Begins the cool-down that a signal asked for. */
static void begin_cooling(train_run *r)
{
    if (tr_training_cools(tr_trainer_state(r->j->trainer))) return;
    tr_training_cool_down(tr_trainer_state(r->j->trainer));
    report_cooling(&r->report, "the rate falls from here on, as was asked for");
}

/* Other work on the machine may have come or gone since the speed was measured: says so once, when
 * the time of the first minute, with its checks, is off by a third. */
static void tell_time(train_run *r)
{
    const train_job *const j = r->j;
    const tr_training *const t = tr_trainer_state(j->trainer);
    const double seconds = clock_seconds() - r->began;
    const double pieces = (double)(t->progress.pieces - r->first_pieces);

    if (r->time_is_told || seconds < FIRST_SECONDS || !(j->pieces_per_second > 0)) return;
    r->time_is_told = true;
    const double ratio = j->pieces_per_second * seconds / pieces;
    if (ratio < 4.0 / 3 && ratio > 3.0 / 4) return;
    char note[200], left[40];
    const double steps = (double)(report_end(&r->report) - t->progress.step);
    plan_time_text(steps * (double)t->recipe.batch * seconds / pieces, left, sizeof left);
    snprintf(note, sizeof note,
             "steps take %.1f times as long as was measured: %s are left; --resume of what "
             "control-C saves takes other --hours",
             ratio, left);
    report_note(&r->report, note);
}

enum { STOP = 1, COOL = 2, SAVE = 4 };

/* What any of the processes was asked for, or has to do. */
static int ask_all(const train_run *r)
{
    const bool save = job_is_first(r->j) && clock_seconds() - r->saved > SAVE_SECONDS;
    const int asked =
        processes_any((stop_asked ? STOP : 0) | (cool_asked ? COOL : 0) | (save ? SAVE : 0));
    if (asked & COOL) cool_asked = 0;
    return asked;
}

static int run_steps(train_run *r)
{
    train_job *j = r->j;
    tr_training *t = tr_trainer_state(j->trainer);
    tr_step_report step;
    int asked = ask_all(r);

    while (!tr_training_done(t) && !(asked & STOP)) {
        if (tr_trainer_step(j->trainer, &step, &j->err) < 0) {
            report_end_line(&r->report);
            return job_fail(j);
        }
        report_step(&r->report, &step);
        tell_time(r);
        asked = ask_all(r);
        if (asked & COOL) begin_cooling(r);
        const bool checks = t->progress.step % t->recipe.every == 0 && !tr_training_done(t);
        if (checks) check_run(r);
        if (checks || asked & SAVE) save_run(r, false);
        report_progress(&r->report, &step, checks && !r->report.terminal);
    }
    r->stopped = asked & STOP;
    return EXIT_OK;
}

/* Translates held-out text by the model that was written: scores, and what quality is fitted on. */
static int measure_result(train_run *r, held_out_fit *fit)
{
    train_job *j = r->j;
    job_scores *s = &j->scores;
    size_t n;

    if (held_out_fit_begin(fit, &j->err) < 0) return job_fail(j);
    if (j->original_path) {
        const int status = adaptation_compare(&r->adapted, fit);
        if (status != EXIT_OK) return status;
    } else if (held_out_bleu(job_model(j, j->out.model), texts_held_out(j), SCORED_LINES, false,
                             &s->bleu, &s->lines, fit, &j->err) < 0) {
        return job_fail(j);
    }
    if (held_out_bleu(job_model(j, j->out.model), texts_held_out(j), SCORED_LINES, true, &s->greedy,
                      &n, NULL, &j->err) < 0)
        return job_fail(j);
    return EXIT_OK;
}

/* Scores the model that was written, and writes it once more with its scores. */
static int score_result(train_run *r)
{
    train_job *j = r->j;
    job_scores *s = &j->scores;
    held_out_fit fit = {0};

    if (tr_bitext_n_held_out(texts_held_out(j)) == 0) return EXIT_OK;
    const int status = measure_result(r, &fit);
    s->quality = held_out_fit_end(&fit);
    held_out_fit_free(&fit);
    if (status != EXIT_OK) return status;
    s->known = true;
    return write_result(r);
}

static void print_result(const train_job *j, const tr_training_progress *p)
{
    tell("%-13s %s", "model", j->out.model);
    if (j->scores.known)
        tell(": nll %.3f a piece and BLEU %.1f (%.1f by the checks' greedy search) on %zu "
             "held-out lines",
             p->best_nll, j->scores.bleu, j->scores.greedy, j->scores.lines);
    tell("\n");
    if (j->scores.quality.lines)
        tell("%-13s bias %.3f, slope %.3f, fitted on %" PRIu32 " held-out lines\n", "quality",
             (double)j->scores.quality.bias, (double)j->scores.quality.slope,
             j->scores.quality.lines);
    tell("%-13s %.1e FLOP in %zu steps\n", "cost", p->flops, p->step);
}

static void report_result(const train_run *r)
{
    const train_job *j = r->j;
    const tr_training_progress *p = &tr_trainer_state(j->trainer)->progress;
    fprintf(j->out.log,
            "{\"event\":\"end\",\"step\":%zu,\"nll\":%.4f,\"bleu\":%.2f,\"lines\":%zu}\n", p->step,
            p->best_nll, j->scores.bleu, j->scores.lines);
    report_end_line(&r->report);
    if (!j->set.quiet) print_result(j, p);
    if (j->original_path) adaptation_report(j);
}

static bool can_blend(const train_job *j)
{
    const tr_training *t = tr_trainer_state(j->trainer);
    return t->recipe.kl > 0 && t->progress.best_step > 0 &&
           tr_bitext_n_held_out(j->texts.general) > 0;
}

static int finish_run(train_run *r)
{
    if (r->checked < tr_trainer_state(r->j->trainer)->progress.step) check_run(r);
    const int saved = save_run(r, true);
    if (!job_is_first(r->j)) return saved;
    int status = r->j->original_path ? adaptation_begin(&r->adapted, r->j) : EXIT_OK;
    if (status == EXIT_OK && can_blend(r->j)) status = blend_weights(r);
    if (status == EXIT_OK) status = write_result(r);
    if (status == EXIT_OK) status = score_result(r);
    adaptation_end(&r->adapted);
    if (status != EXIT_OK) return status;
    if (saved == EXIT_OK) unlink(r->j->out.previous);
    report_result(r);
    return saved;
}

static int leave_run(train_run *r)
{
    const train_job *j = r->j;
    report_end_line(&r->report);
    const int status = save_run(r, true);
    if (status == EXIT_OK && job_is_first(j))
        tell("saved: translate train --resume %s%s goes on\n", j->out.checkpoint,
             strcmp(j->path, "-") ? "" : " -");
    return status;
}

int run_training(train_job *j)
{
    train_run r = {.j = j};

    open_run(&r);
    if (j->texts.general && !j->has_checkpoint) check_run(&r);
    int status = run_steps(&r);
    if (status == EXIT_OK) status = r.stopped ? leave_run(&r) : finish_run(&r);
    report_close(&r.report);
    return status;
}
