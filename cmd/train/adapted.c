#include "adapted.h"

#include "console/message.h"
#include "held_out.h"
#include "texts.h"

enum { COMPARED_LINES = 500 };
static const double CERTAIN = 0.05; /* p below it: hardly chance */

static int compare_with_original(train_job *j, const tr_bitext *text, const char *name,
                                 held_out_comparison *c)
{
    const char *models[2] = {j->original_path, j->out.model};
    if (held_out_compare(models, text, COMPARED_LINES, c, &j->err) < 0) return job_fail(j);
    fprintf(j->out.log,
            "{\"event\":\"comparison\",\"text\":\"%s\",\"lines\":%zu,\"before\":%.2f,"
            "\"after\":%.2f,\"p\":%.4f}\n",
            name, c->n, c->bleu[0], c->bleu[1], c->p);
    return EXIT_OK;
}

int adapted_compare(train_job *j)
{
    job_scores *s = &j->scores;
    held_out_comparison own, general = {0};

    int status = compare_with_original(j, texts_held_out(j), "own", &own);
    if (status == EXIT_OK && j->texts.general && tr_bitext_n_held_out(j->texts.general) > 0)
        status = compare_with_original(j, j->texts.general, "general", &general);
    *s = (job_scores){.lines = own.n,
                      .bleu = own.bleu[1],
                      .own = {own.bleu[0], own.bleu[1]},
                      .own_p = own.p,
                      .general_lines = general.n,
                      .general = {general.bleu[0], general.bleu[1]},
                      .general_p = general.p};
    return status;
}

static void print_bleu_change(const char *name, size_t lines, const double bleu[2], double p)
{
    tell("%-13s %zu held-out lines: BLEU %.1f -> %.1f (p = %.3f)\n", name, lines, bleu[0], bleu[1],
         p);
}

static const char *verdict(const job_scores *s)
{
    const bool better = s->own[1] > s->own[0] && s->own_p < CERTAIN;
    const bool worse = s->own[1] < s->own[0] && s->own_p < CERTAIN;
    const bool forgot =
        s->general_lines && s->general[1] < s->general[0] - 1 && s->general_p < CERTAIN;
    if (worse) return "did harm: your text comes out worse than before; keep the original";
    if (forgot && !better)
        return "did harm: general text comes out worse, and yours no better; keep the original";
    if (forgot)
        return "your text comes out better, general text worse; a lower --rate, fewer --steps or "
               "more text for --general forgets less";
    if (better) return "your text comes out better";
    return "did not help: the difference on your text may be chance; the original is as good";
}

void adapted_report(const train_job *j)
{
    const job_scores *s = &j->scores;
    if (!s->known) return;
    print_bleu_change("own text", s->lines, s->own, s->own_p);
    if (s->general_lines)
        print_bleu_change("general text", s->general_lines, s->general, s->general_p);
    else
        tell("%-13s not compared: there was none with translations (--general)\n", "general text");
    tell("%-13s %s\n", "verdict", verdict(s));
}
