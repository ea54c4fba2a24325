#include "search/search.h"

#include "base/numbers/scalar.h"
#include "search/logits.h"

size_t tr_search_size(size_t max_steps)
{
    return tr_arena_need(max_steps + 1, sizeof(double));
}

size_t tr_search_n_first(const tr_search *s)
{
    return s->first >= 0;
}

size_t tr_search_limit(const tr_search *s, double n_tokens)
{
    const double steps = (n_tokens < 1 ? 1 : n_tokens) + (double)tr_search_n_first(s);
    return steps >= (double)s->max_steps ? s->max_steps : (size_t)steps;
}

size_t tr_search_longest(const tr_search *s)
{
    return s->max_steps - tr_search_n_first(s);
}

size_t tr_search_candidates(const tr_search *s)
{
    if (s->phrases) return s->beam + TR_MOST_WANTED;
    return s->observer && s->beam < TR_LEAST_CANDIDATES ? TR_LEAST_CANDIDATES : s->beam;
}

double tr_search_penalty(int penalty, float alpha, size_t n)
{
    const double length = penalty == TR_PENALTY_GNMT ? (5.0 + (double)n) / 6.0 : (double)n;
    return n ? tr_pow(length, alpha) : 1;
}

void tr_search_init(tr_search *s, tr_arena *a)
{
    s->penalties = TR_TAKE(a, double, s->max_steps + 1);
    for (size_t n = 0; n <= s->max_steps; n++)
        s->penalties[n] = tr_search_penalty(s->penalty, s->alpha, n);
}
