#include "check/word_risk.h"

#include "base/numbers/scalar.h"

word_cost word_cost_of(const float *log_probabilities, size_t n)
{
    word_cost c = {
        .first = log_probabilities[0], .best = log_probabilities[0], .worst = log_probabilities[0]};

    for (size_t i = 0; i < n; i++) {
        const double p = log_probabilities[i];
        if (p > c.best) c.best = p;
        if (p < c.worst) c.worst = p;
        c.sum += p;
    }
    return c;
}

/*
 * Two logistic regressions, fitted on words of four letters or more of 2,500 sentences: FLORES dev,
 * tatoeba-dev and the validation set of multi30k, English to German and back, as the models that
 * come with the program translate them, undamaged, and once more without one word of the
 * translation that alone comes from a word of the source (quality.py damage --seed 77).  Of 47,018
 * words 2,675 are ones whose translation was taken away.  By maximum likelihood, by Newton's
 * method, with a penalty of half the sum of the squares of the standardised weights.
 */

/* By the first pass alone. */
static const struct {
    double bias, first, best, worst, sum, pieces, capital, sentence, log_sum;
} alone = {-4.0139, -0.4534, 0.0997, 0.3327, 0.0433, -2.0507, 0.8013, -1.2556, 3.5538};

/* By both. */
static const struct {
    double bias, first, best, worst, sum, free_first, free_sum, free_best, pieces, capital,
        sentence, share, best_share, log_sum, log_free_sum;
} both = {1.5955, -0.3634, 0.0954,  0.2383,  -0.0654, -0.0285, 0.1101, -0.0943,
          0.2740, 1.0146,  -1.2199, -1.4741, 0.4608,  3.9169,  -2.9774};

/* On sets that were not fitted on, 2 to 10 % of undamaged lines have such a word. */
const double word_may_lack = 0.6;

/* The logit of 0.4: a sixth to a quarter of the lines pass, and among them are 99 % of the words
 * that both passes tell. */
static const double suspicious = -0.405;

/* log(1 + cost) of a log-probability. */
static double log_cost(double log_probability)
{
    return tr_log(1 - log_probability);
}

/* How much of what a word costs free it costs given the translation, at most `most`. */
static double share_of(double given, double free, double most)
{
    const double share = -given / (-free + 0.5);
    return share < most ? share : most;
}

bool word_is_suspicious(const word_facts *w)
{
    const word_cost *const g = &w->given;
    const double z = alone.bias + alone.first * g->first + alone.best * g->best +
                     alone.worst * g->worst + alone.sum * g->sum +
                     alone.pieces * tr_log((double)w->n_pieces) + alone.capital * w->capital +
                     alone.sentence * tr_log((double)w->n_sentence) +
                     alone.log_sum * log_cost(g->sum);
    return z > suspicious;
}

double word_risk(const word_facts *w)
{
    const word_cost *const g = &w->given, *const f = &w->free;
    const double z =
        both.bias + both.first * g->first + both.best * g->best + both.worst * g->worst +
        both.sum * g->sum + both.free_first * f->first + both.free_sum * f->sum +
        both.free_best * f->best + both.pieces * tr_log((double)w->n_pieces) +
        both.capital * w->capital + both.sentence * tr_log((double)w->n_sentence) +
        both.share * share_of(g->sum, f->sum, 2) + both.best_share * share_of(g->best, f->best, 1) +
        both.log_sum * log_cost(g->sum) + both.log_free_sum * log_cost(f->sum);
    return 1 / (1 + tr_exp(-z));
}
