/* run.c - the steps of a run, what is shown and logged, and what is written. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "curve.h"
#include "formats/gguf_write.h"
#include "job.h"
#include "memory.h"
#include "message.h"
#include "translate.h"

enum { LOG_STEPS = 20, SAVE_SECONDS = 600, WORSE_CHECKS = 5, SCORED_LINES = 200 };

/* Since the last line of the log. */
typedef struct sums {
    size_t steps;
    double pieces, loss, nll, seconds;
} sums;

typedef struct run {
    job *j;
    FILE *log;
    curve curve;
    char *picture;
    sums since;
    double shown, saved; /* when */
    double dev;          /* nll of the last check */
    bool terminal;
} run;

static volatile sig_atomic_t stop;

static void ask_to_stop(int number)
{
    (void)number;
    if (stop++) _exit(EXIT_FAILED);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static size_t last_step(const tr_training *t)
{
    return t->recipe.cool_from + t->recipe.cooldown;
}

/* ---- What is shown ---- */

static void show_left(double seconds)
{
    const long minutes = (long)(seconds / 60);
    if (minutes >= 60)
        fprintf(stderr, "%ld h %02ld left", minutes / 60, minutes % 60);
    else if (minutes > 0)
        fprintf(stderr, "%ld min left", minutes);
    else
        fprintf(stderr, "%.0f s left", seconds);
}

/* A line that is written over on a terminal, and one a minute elsewhere. */
static void show_progress(run *r, const tr_step_report *report, bool at_once)
{
    const tr_training *t = tr_trainer_state(r->j->trainer);
    const double time = now(), mean = t->progress.seconds / (double)t->progress.step;

    if (r->j->set.quiet || (!at_once && time - r->shown < (r->terminal ? 1 : 60))) return;
    r->shown = time;
    if (r->terminal) fputc('\r', stderr);
    fprintf(stderr, "step %zu/%zu  loss %.3f", t->progress.step, last_step(t), report->loss);
    if (r->dev > 0) fprintf(stderr, "  dev %.3f", r->dev);
    fprintf(stderr, "  %.0f pieces/s  ", (double)report->pieces / report->seconds);
    show_left(mean * (double)(last_step(t) - t->progress.step));
    fputs(r->terminal ? "\033[K" : "\n", stderr);
    fflush(stderr);
}

static void end_line(const run *r)
{
    if (r->terminal && !r->j->set.quiet) fputs("\r\033[K", stderr);
}

/* ---- The log ---- */

static void log_steps(run *r, const tr_step_report *report)
{
    const tr_progress *p = &tr_trainer_state(r->j->trainer)->progress;
    const double nll = r->since.nll / r->since.pieces;
    fprintf(r->log,
            "{\"step\":%zu,\"pieces\":%" PRIu64 ",\"nll\":%.4f,\"loss\":%.4f,\"rate\":%.4g,"
            "\"norm\":%.4g,\"pieces_per_second\":%.0f,\"seconds\":%.1f,\"skipped\":%" PRIu64 "}\n",
            p->step, p->pieces, nll, r->since.loss / r->since.pieces, report->rate,
            isfinite(report->norm) ? report->norm : -1, r->since.pieces / r->since.seconds,
            p->seconds, p->n_skipped);
    fflush(r->log);
    curve_add(&r->curve.train, (double)p->pieces, nll);
    r->since = (sums){0};
}

static void count_step(run *r, const tr_step_report *report)
{
    const double n = (double)report->pieces;
    r->since.steps++;
    r->since.pieces += n;
    r->since.loss += report->loss * n;
    r->since.nll += report->nll * n;
    r->since.seconds += report->seconds;
    if (r->since.steps == LOG_STEPS) log_steps(r, report);
}

/* ---- Checks and files ---- */

static int save(run *r)
{
    job *j = r->j;
    r->saved = now();
    if (tr_checkpoint_write(j->checkpoint, j->trainer, &j->about, &j->err) == 0) return EXIT_OK;
    end_line(r);
    complain("%s", j->err.msg);
    return EXIT_FAILED;
}

static void put_training(void *ctx, tr_gguf_writer *w)
{
    const job *j = ctx;
    const tr_progress *p = &tr_trainer_state(j->trainer)->progress;
    char digest[20];

    snprintf(digest, sizeof digest, "%016" PRIx64, p->digest);
    tr_gguf_put_u32(w, "train.steps", (uint32_t)p->step);
    tr_gguf_put_f32(w, "train.million_pieces", (float)((double)p->pieces * 1e-6));
    tr_gguf_put_string(w, "train.text", digest);
    tr_gguf_put_string(w, "train.optimizer",
                       tr_trainer_state(j->trainer)->recipe.optimizer == TR_MUON ? "muon" : "adam");
    if (p->best_dev > 0) tr_gguf_put_f32(w, "train.dev_nll", (float)p->best_dev);
}

/* The averaged weights as a model to translate with. */
static int write_model(run *r)
{
    job *j = r->j;
    tr_model_about about = j->about;
    const tr_parameters *p = tr_trainer_parameters(j->trainer);

    about.put_more = put_training;
    about.ctx = j;
    if (tr_model_write(j->model, p, p->average, tr_trainer_positions(j->trainer), &about,
                       j->set.type == 0, &j->err) == 0)
        return EXIT_OK;
    end_line(r);
    complain("%s", j->err.msg);
    return EXIT_FAILED;
}

/* Text that gets worse while the rate stays will not get better by more of it: the rate falls. */
static void judge(run *r)
{
    tr_training *t = tr_trainer_state(r->j->trainer);
    tr_progress *p = &t->progress;

    if (p->best_dev == 0 || r->dev < p->best_dev) {
        p->best_dev = r->dev;
        p->best_step = p->step;
        p->n_worse = 0;
    } else if (++p->n_worse >= WORSE_CHECKS && p->step < t->recipe.cool_from) {
        t->recipe.cool_from = p->step;
        r->curve.cool_from = (double)p->pieces;
        fprintf(r->log,
                "{\"event\":\"note\",\"step\":%zu,\"text\":\"held-out text got worse: the "
                "rate falls from here on\"}\n",
                p->step);
    }
}

static void check(run *r)
{
    job *j = r->j;
    const tr_progress *p = &tr_trainer_state(j->trainer)->progress;

    r->dev = tr_trainer_check(j->trainer, j->dev ? j->dev : j->text, SIZE_MAX);
    if (r->dev > 0) {
        fprintf(r->log, "{\"event\":\"dev\",\"step\":%zu,\"pieces\":%" PRIu64 ",\"nll\":%.4f}\n",
                p->step, p->pieces, r->dev);
        curve_add(&r->curve.dev, (double)p->pieces, r->dev);
        judge(r);
    }
    fflush(r->log);
    curve_draw(&r->curve, r->picture);
}

/* ---- The score at the end ---- */

static int add_line(const job *j, tr_session *session, tr_evaluation *evaluation, size_t i,
                    tr_error *err)
{
    const tr_bitext *text = j->dev ? j->dev : j->text;
    tr_buf source = {0}, target = {0};
    const tr_translation *result;

    int rc = tr_bitext_held_out_text(text, i, &source, &target, err);
    if (rc == 0) rc = tr_translate(session, tr_buf_text(&source), source.len, &result, err);
    if (rc == 0) {
        const tr_string line = {result->hypotheses[0].text, result->hypotheses[0].text_len};
        const tr_string reference = {tr_buf_text(&target), target.len};
        rc = tr_evaluation_add(evaluation, line, &reference, err);
    }
    tr_buf_free(&source);
    tr_buf_free(&target);
    return rc;
}

static int score_lines(job *j, tr_session *session, double *bleu, size_t *n)
{
    const tr_bitext *text = j->dev ? j->dev : j->text;
    tr_evaluation_options options;
    tr_evaluation *evaluation;
    tr_metric_score score = {0};

    tr_evaluation_options_init(&options);
    options.metrics = 1u << TR_BLEU;
    int rc = tr_evaluation_create(&evaluation, &options, &j->err);
    if (rc < 0) return rc;
    *n = tr_bitext_n_held_out(text);
    if (*n > SCORED_LINES) *n = SCORED_LINES;
    for (size_t i = 0; rc == 0 && i < *n; i++)
        rc = add_line(j, session, evaluation, i, &j->err);
    if (rc == 0) rc = tr_evaluation_score(evaluation, TR_BLEU, &score, &j->err);
    *bleu = score.score;
    tr_evaluation_free(evaluation);
    return rc;
}

/* BLEU of the first held-out lines, by the model file as its users will have it. */
static int score_model(job *j, double *bleu, size_t *n)
{
    tr_model *model = NULL;
    tr_session *session = NULL;
    tr_options options;

    int rc = tr_model_open(&model, j->model, &j->err);
    if (rc == 0) {
        tr_options_init(&options, model);
        rc = tr_session_create(&session, model, &options, &j->err);
    }
    if (rc == 0) rc = score_lines(j, session, bleu, n);
    tr_session_free(session);
    tr_model_close(model);
    return rc;
}

/* ---- The run ---- */

/* The log is the run's own as long as it lasts: a second run with the same output would write over
 * the first one's files. */
static int open_log(run *r)
{
    const job *j = r->j;
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

    r->log = fopen(j->log, "a");
    if (!r->log) {
        complain("%s: %s", j->log, strerror(errno));
        return EXIT_FAILED;
    }
    if (fcntl(fileno(r->log), F_SETLK, &lock) < 0 && (errno == EACCES || errno == EAGAIN)) {
        complain("%s: another run is writing it", j->model);
        return EXIT_FAILED;
    }
    if (!j->has_checkpoint && ftruncate(fileno(r->log), 0) < 0) {
        complain("%s: %s", j->log, strerror(errno));
        return EXIT_FAILED;
    }
    return EXIT_OK;
}

static int open_run(run *r)
{
    job *j = r->j;
    const tr_training *t = tr_trainer_state(j->trainer);
    const struct sigaction action = {.sa_handler = ask_to_stop};

    const int status = open_log(r);
    if (status != EXIT_OK) return status;
    r->picture = checked_format("%s.svg", j->model);
    if (j->has_checkpoint) curve_read_log(&r->curve, j->log, t->progress.step);
    r->terminal = isatty(STDERR_FILENO);
    r->saved = now();
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    fprintf(r->log,
            "{\"event\":\"plan\",\"step\":%zu,\"steps\":%zu,\"cool_from\":%zu,\"batch\":%zu,"
            "\"rate\":%.4g,\"warmup\":%zu,\"dropout\":%.2f,\"seed\":%" PRIu64 ",\"threads\":%zu}\n",
            t->progress.step, last_step(t), t->recipe.cool_from, t->recipe.batch, t->recipe.rate,
            t->recipe.warmup, t->recipe.dropout, t->recipe.seed, j->threads);
    return EXIT_OK;
}

static int run_steps(run *r)
{
    job *j = r->j;
    tr_training *t = tr_trainer_state(j->trainer);
    tr_step_report report;

    while (!tr_training_done(t) && !stop) {
        if (tr_trainer_step(j->trainer, &report, &j->err) < 0) {
            end_line(r);
            return job_fail(j);
        }
        count_step(r, &report);
        if (t->progress.step == t->recipe.cool_from)
            r->curve.cool_from = (double)t->progress.pieces;
        const bool checks = t->progress.step % t->recipe.every == 0 && !tr_training_done(t);
        if (checks) check(r);
        if (checks || now() - r->saved > SAVE_SECONDS) save(r);
        show_progress(r, &report, checks && !r->terminal);
    }
    return EXIT_OK;
}

static int finish(run *r)
{
    job *j = r->j;
    double bleu = 0;
    size_t n = 0;

    check(r);
    int status = save(r);
    if (status == EXIT_OK) status = write_model(r);
    if (status != EXIT_OK) return status;
    if (score_model(j, &bleu, &n) < 0) return job_fail(j);
    end_line(r);
    const tr_progress *p = &tr_trainer_state(j->trainer)->progress;
    fprintf(r->log, "{\"event\":\"end\",\"step\":%zu,\"nll\":%.4f,\"bleu\":%.2f,\"lines\":%zu}\n",
            p->step, r->dev, bleu, n);
    fprintf(stderr, "%-13s %s: nll %.3f a piece and BLEU %.1f on %zu held-out lines\n", "model",
            j->model, r->dev, bleu, n);
    return EXIT_OK;
}

int job_run(job *j)
{
    run r = {.j = j};
    int status = open_run(&r);

    if (status == EXIT_OK) status = run_steps(&r);
    if (status == EXIT_OK && stop) {
        end_line(&r);
        status = save(&r);
        if (status == EXIT_OK)
            fprintf(stderr, "saved: translate train --resume %s %s goes on\n", j->checkpoint,
                    j->path);
    } else if (status == EXIT_OK) {
        status = finish(&r);
    }
    if (r.log) fclose(r.log);
    free(r.picture);
    curve_free(&r.curve);
    return status;
}
