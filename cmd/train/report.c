#include "report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/clock.h"
#include "console/message.h"

enum { LOG_STEPS = 20, TERMINAL_SECONDS = 1, FILE_SECONDS = 60 };

static const tr_training *run_state(const run_report *r)
{
    return tr_trainer_state(r->j->trainer);
}

size_t report_end(const run_report *r)
{
    const tr_recipe *recipe = &run_state(r)->recipe;
    return recipe->cool_from + recipe->cooldown;
}

void report_open(run_report *r, const train_job *j)
{
    *r = (run_report){.j = j,
                      .picture = checked_format("%s.svg", j->out.model),
                      .shown = clock_seconds(),
                      .bleu = -1,
                      .terminal = isatty(STDERR_FILENO)};
    const tr_training *t = run_state(r);
    if (j->has_checkpoint) curve_read_log(&r->curve, j->out.log_name, t->progress.step);
    fprintf(j->out.log,
            "{\"event\":\"plan\",\"step\":%zu,\"steps\":%zu,\"cool_from\":%zu,\"cooldown\":%zu,"
            "\"batch\":%zu,\"rate\":%.4g,\"warmup\":%zu,\"dropout\":%.2f,\"seed\":%" PRIu64
            ",\"threads\":%zu}\n",
            t->progress.step, report_end(r), t->recipe.cool_from, t->recipe.cooldown,
            t->recipe.batch, t->recipe.rate, t->recipe.warmup, t->recipe.dropout, t->recipe.seed,
            j->threads);
    fflush(j->out.log);
}

void report_close(run_report *r)
{
    free(r->picture);
    curve_free(&r->curve);
}

/* ---- The screen ---- */

static void show_left(double seconds)
{
    const long minutes = (long)(seconds / 60);
    if (minutes >= 60)
        tell("%ld h %02ld left", minutes / 60, minutes % 60);
    else if (minutes > 0)
        tell("%ld min left", minutes);
    else
        tell("%.0f s left", seconds);
}

/* On a terminal, one line that is overwritten; elsewhere, a line each minute. */
void report_progress(run_report *r, const tr_step_report *step, bool at_once)
{
    const tr_training_progress *p = &run_state(r)->progress;
    const double time = clock_seconds(), mean = p->seconds / (double)p->step;
    const int pause = r->terminal ? TERMINAL_SECONDS : FILE_SECONDS;

    if (r->j->set.quiet || (!at_once && time - r->shown < pause)) return;
    r->shown = time;
    if (r->terminal) fputc('\r', stderr);
    /* The divergence from the original, which is part of the loss, tells nothing of the text. */
    const bool diverges = run_state(r)->recipe.kl > 0;
    tell("step %zu/%zu  %s %.3f", p->step, report_end(r), diverges ? "nll" : "loss",
         diverges ? step->nll : step->loss);
    if (r->dev > 0) tell("  dev %.3f", r->dev);
    if (r->bleu >= 0) tell("  BLEU %.1f", r->bleu);
    tell("  %.0f pieces/s  ", (double)step->pieces / step->seconds);
    show_left(mean * (double)(report_end(r) - p->step));
    if (r->terminal)
        fputs("\033[K", stderr);
    else
        tell("\n");
    fflush(stderr);
}

void report_end_line(const run_report *r)
{
    if (r->terminal && !r->j->set.quiet) erase_line();
}

/* ---- The log ---- */

static void log_steps(run_report *r, const tr_step_report *step)
{
    const tr_training_progress *p = &run_state(r)->progress;
    const double nll = r->since.nll / r->since.pieces;
    fprintf(r->j->out.log,
            "{\"step\":%zu,\"pieces\":%" PRIu64 ",\"nll\":%.4f,\"loss\":%.4f,\"rate\":%.4g,"
            "\"norm\":%.4g,\"pieces_per_second\":%.0f,\"seconds\":%.1f,\"skipped\":%" PRIu64 "}\n",
            p->step, p->pieces, nll, r->since.loss / r->since.pieces, step->rate,
            isfinite(step->norm) ? step->norm : -1, r->since.pieces / r->since.seconds, p->seconds,
            p->n_skipped);
    fflush(r->j->out.log);
    curve_add(&r->curve.train, (double)p->pieces, nll);
    r->since = (report_sums){0};
}

void report_step(run_report *r, const tr_step_report *step)
{
    const double n = (double)step->pieces;
    if (step->skipped) {
        fprintf(r->j->out.log, "{\"event\":\"skipped\",\"step\":%zu}\n",
                run_state(r)->progress.step);
    } else {
        r->since.loss += step->loss * n;
        r->since.nll += step->nll * n;
        r->since.pieces += n;
    }
    r->since.steps++;
    r->since.seconds += step->seconds;
    if (r->since.steps >= LOG_STEPS && r->since.pieces > 0) log_steps(r, step);
    if (run_state(r)->progress.step == run_state(r)->recipe.cool_from)
        r->curve.cool_from = (double)run_state(r)->progress.pieces;
}

void report_checked(run_report *r, const report_check *check)
{
    const tr_training_progress *p = &run_state(r)->progress;
    const double pieces = (double)p->pieces;

    r->dev = check->nll;
    fprintf(r->j->out.log, "{\"event\":\"dev\",\"step\":%zu,\"pieces\":%" PRIu64 ",\"nll\":%.4f",
            p->step, p->pieces, check->nll);
    if (check->bleu >= 0) fprintf(r->j->out.log, ",\"bleu\":%.2f", check->bleu);
    if (check->general > 0) fprintf(r->j->out.log, ",\"general_nll\":%.4f", check->general);
    fputs("}\n", r->j->out.log);
    fflush(r->j->out.log);
    curve_add(&r->curve.dev, pieces, check->nll);
    if (check->bleu >= 0) {
        r->bleu = check->bleu;
        curve_add(&r->curve.bleu, pieces, check->bleu);
    }
    curve_draw(&r->curve, r->picture);
}

void report_saved(run_report *r)
{
    fprintf(r->j->out.log, "{\"event\":\"saved\",\"step\":%zu}\n", run_state(r)->progress.step);
    fflush(r->j->out.log);
}

void report_note(run_report *r, const char *text)
{
    fprintf(r->j->out.log, "{\"event\":\"note\",\"step\":%zu,\"text\":\"%s\"}\n",
            run_state(r)->progress.step, text);
    fflush(r->j->out.log);
    if (r->j->set.quiet) return;
    report_end_line(r);
    tell("step %zu       %s\n", run_state(r)->progress.step, text);
}

void report_cooling(run_report *r, const char *why)
{
    r->curve.cool_from = (double)run_state(r)->progress.pieces;
    report_note(r, why);
}
