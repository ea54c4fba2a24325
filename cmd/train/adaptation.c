#include "adaptation.h"

#include "console/message.h"
#include "texts.h"

enum { COMPARED_LINES = 500 };

/* chrF2 that general text may lose where its lines are too few to be sure. */
static const double MAY_FORGET = 1;

/* Translates held-out lines, if there are any. */
static int translate_lines(train_job *j, const char *model, const tr_bitext *text,
                           tr_evaluation **evaluation, held_out_fit *fit)
{
    if (!text || tr_bitext_n_held_out(text) == 0) return EXIT_OK;
    if (held_out_translate(job_model(j, model), text, COMPARED_LINES, false, evaluation, fit,
                           &j->err) < 0)
        return job_fail(j);
    return EXIT_OK;
}

static int compare_lines(train_job *j, tr_evaluation *const models[2], held_out_comparison *c)
{
    *c = (held_out_comparison){0};
    if (!models[0] || !models[1]) return EXIT_OK;
    return held_out_compare(models, c, &j->err) < 0 ? job_fail(j) : EXIT_OK;
}

static void log_comparison(const train_job *j, const char *name, const held_out_comparison *c)
{
    fprintf(j->out.log,
            "{\"event\":\"comparison\",\"text\":\"%s\",\"lines\":%zu,\"before\":%.2f,"
            "\"after\":%.2f,\"chrf_before\":%.2f,\"chrf_after\":%.2f,\"p\":%.4f,"
            "\"gain\":%.4f,\"gain_p\":%.4f}\n",
            name, c->n, c->bleu[0], c->bleu[1], c->chrf[0], c->chrf[1], c->p, c->gain, c->gain_p);
    fflush(j->out.log);
}

int adaptation_begin(adaptation *a, train_job *j)
{
    *a = (adaptation){.j = j};
    return translate_lines(j, j->original_path, j->texts.general, &a->general, NULL);
}

void adaptation_end(adaptation *a)
{
    tr_evaluation_free(a->general);
}

int adaptation_try(const adaptation *a, const char *model, held_out_comparison *general)
{
    tr_evaluation *pair[2] = {a->general, NULL};

    int status = translate_lines(a->j, model, a->j->texts.general, &pair[1], NULL);
    if (status == EXIT_OK) status = compare_lines(a->j, pair, general);
    tr_evaluation_free(pair[1]);
    return status;
}

bool adaptation_forgets(const held_out_comparison *general)
{
    return held_out_judge(general) == HELD_OUT_WORSE ||
           general->chrf[1] < general->chrf[0] - MAY_FORGET;
}

int adaptation_compare(const adaptation *a, held_out_fit *fit)
{
    train_job *const j = a->j;
    job_scores *const s = &j->scores;
    const held_out_model models[2] = {job_model(j, j->original_path), job_model(j, j->out.model)};
    tr_evaluation *own[2] = {NULL, NULL};
    int status = EXIT_OK;

    for (int i = 0; status == EXIT_OK && i < 2; i++)
        status = translate_lines(j, models[i].path, texts_held_out(j), &own[i], i ? fit : NULL);
    if (status == EXIT_OK) status = compare_lines(j, own, &s->own);
    if (status == EXIT_OK &&
        held_out_likelihood(models, texts_held_out(j), COMPARED_LINES, &s->own, &j->err) < 0)
        status = job_fail(j);
    if (status == EXIT_OK && a->general) status = adaptation_try(a, j->out.model, &s->general);
    if (status == EXIT_OK) log_comparison(j, "own", &s->own);
    if (status == EXIT_OK && a->general) log_comparison(j, "general", &s->general);
    s->lines = s->own.n;
    s->bleu = s->own.bleu[1];
    tr_evaluation_free(own[0]);
    tr_evaluation_free(own[1]);
    return status;
}

static void print_change(const char *name, const held_out_comparison *c)
{
    tell("%-13s %zu held-out lines: BLEU %.1f -> %.1f, chrF2 %.1f -> %.1f (p = %.3f)", name, c->n,
         c->bleu[0], c->bleu[1], c->chrf[0], c->chrf[1], c->p);
    if (c->gain != 0) tell(", log p %+.3f a piece (p = %.3f)", c->gain, c->gain_p);
    tell("\n");
}

static const char *verdict(const job_scores *s)
{
    const enum held_out_verdict own = held_out_judge(&s->own);
    const bool better = own == HELD_OUT_BETTER;
    const bool forgot = s->general.n && adaptation_forgets(&s->general);
    if (own == HELD_OUT_WORSE)
        return "did harm: your text comes out worse than before; keep the original";
    if (forgot && !better)
        return "did harm: general text comes out worse, and yours no better; keep the original";
    if (forgot)
        return "your text comes out better, general text worse; a lower --rate, fewer --steps or "
               "more text for --general forgets less";
    if (better) return "your text comes out better";
    if (own == HELD_OUT_UNSURE)
        return "cannot tell: your translations became likelier, or less likely, and the model's "
               "own go the other way; more lines for --dev tell";
    return "did not help: the difference on your text may be chance; the original is as good";
}

void adaptation_report(const train_job *j)
{
    const job_scores *s = &j->scores;
    if (!s->known) return;
    print_change("own text", &s->own);
    if (s->general.n)
        print_change("general text", &s->general);
    else
        tell("%-13s not compared: there was none with translations (--general)\n", "general text");
    tell("%-13s %s\n", "verdict", verdict(s));
}
