#include "serve/translator/model_speed.h"

#include "console/clock.h"

void model_speed_learn(model_speed *s, size_t bytes, size_t tokens)
{
    atomic_fetch_add(&s->bytes_in, bytes);
    atomic_fetch_add(&s->tokens_in, tokens);
}

void model_speed_begin(model_speed *list)
{
    for (model_speed *s = list; s; s = s->next)
        s->before = atomic_load(&s->tokens);
}

static double tokens_of(const model_speed *s)
{
    return (double)(atomic_load(&s->tokens) - s->before);
}

bool model_speed_is_fresh(const model_speed *s)
{
    enum { FRESH = 5 }; /* seconds */
    return s->rate > 0 && clock_seconds() - s->measured < FRESH;
}

/* Takes a measurement, with what is known of the time before. */
static void take_rate(model_speed *s, double now)
{
    s->rate = model_speed_is_fresh(s) ? 0.6 * s->rate + 0.4 * now : now;
    s->measured = clock_seconds();
}

void model_speed_measure(model_speed *list, double seconds)
{
    double share = 0; /* of the time, that the speeds explain which are known */
    size_t n = 0;

    for (const model_speed *s = list; s; s = s->next) {
        if (tokens_of(s) <= 0) continue;
        n++;
        if (s->rate > 0) share += tokens_of(s) / s->rate / seconds;
    }
    for (model_speed *s = list; s; s = s->next) {
        const double tokens = tokens_of(s);
        if (tokens > 0 && (n == 1 || s->rate <= 0))
            take_rate(s, tokens * (double)n / seconds);
        else if (tokens > 0)
            take_rate(s, s->rate * share);
    }
    model_speed_begin(list);
}

double model_speed_bytes(const model_speed *s)
{
    enum { USUAL = 4 }; /* bytes of a token, before any was counted */
    const double tokens = (double)atomic_load(&s->tokens_in);
    const double bytes = tokens > 0 ? (double)atomic_load(&s->bytes_in) / tokens : USUAL;

    return s->rate * bytes;
}
