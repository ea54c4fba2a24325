#include "naive.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers/philox.h"

/* ---- What may follow ---- */

static bool repeats(const naive *t, const int32_t *ids, size_t n)
{
    const size_t size = t->no_repeat;
    for (size_t i = 0; size && i + size < n; i++)
        if (!memcmp(ids + i, ids + n - size, size * sizeof *ids)) return true;
    return false;
}

/* True if a hypothesis may take a word: but for phrases. */
static bool may_take(const naive *t, const naive_path *p, int32_t id)
{
    naive_path next = *p;

    if (p->n < t->n_prefix) return id == t->prefix[p->n];
    next.ids[next.n++] = id;
    if (t->banned[id] || (t->known && !t->known[id])) return false;
    if (id == t->eos && p->n < t->min_length && p->n + 1 < t->limit) return false;
    return !repeats(t, next.ids, next.n) && (!t->may || t->may(t->may_ctx, next.ids, next.n));
}

/* log p [vocab] of what follows; the words that a shortlist lacks have none. */
static void log_probabilities(const naive *t, const naive_path *p, double *log_p, float *logits)
{
    double sum = 0;

    t->ask(t->network, p->ids, p->n, logits);
    for (size_t v = 0; v < t->vocab; v++)
        if (!t->known || t->known[v]) sum += exp((double)logits[v]);
    for (size_t v = 0; v < t->vocab; v++)
        log_p[v] = (double)logits[v] - log(sum);
}

static naive_path append(const naive_path *p, int32_t id, double log_p)
{
    naive_path next = *p;
    next.ids[next.n++] = id;
    next.log_probability += log_p;
    return next;
}

static bool ends(const naive *t, const naive_path *p)
{
    return p->ids[p->n - 1] == t->eos || p->n == t->limit;
}

static void finish(const naive *t, const naive_path *p, naive_path *done, size_t *n_done)
{
    naive_path *const d = &done[(*n_done)++];
    *d = *p;
    const size_t length = p->n + t->forced;
    d->score = p->log_probability / pow((double)length, t->alpha);
}

static void sort_by_score(naive_path *p, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0 && p[j].score > p[j - 1].score; j--) {
            const naive_path swapped = p[j];
            p[j] = p[j - 1];
            p[j - 1] = swapped;
        }
}

/* ---- Samples ---- */

typedef struct word {
    int32_t id;
    float logit;
    double weight;
} word;

static int more_probable(const void *a, const void *b)
{
    const word *const x = a, *const y = b;
    if (x->logit > y->logit || x->logit < y->logit) return x->logit > y->logit ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

static double sum_of(const word *w, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += w[i].weight;
    return sum;
}

/* The word that u draws of those that may be taken. */
static int32_t draw(const naive *t, const naive_path *p, const float *logits, double u)
{
    const tr_sampling *const s = t->sampling;
    word *const w = malloc(t->vocab * sizeof *w);
    size_t n = 0;

    for (size_t v = 0; v < t->vocab; v++)
        if (may_take(t, p, (int32_t)v))
            w[n++] = (word){(int32_t)v, logits[v], exp((double)logits[v] / (double)s->temperature)};
    if (s->top_k || s->top_p < 1) qsort(w, n, sizeof *w, more_probable);
    if (s->top_k && (size_t)s->top_k < n) n = (size_t)s->top_k;
    if (s->top_p < 1) {
        const double all = sum_of(w, n);
        size_t kept = 0;
        for (double sum = 0; kept < n && sum < (double)s->top_p * all; kept++)
            sum += w[kept].weight;
        n = kept;
    }
    const double target = u * sum_of(w, n);
    size_t i = 0;
    for (double sum = w[0].weight; i + 1 < n && !(target < sum); sum += w[++i].weight)
        ;
    const int32_t id = w[i].id;
    free(w);
    return id;
}

static size_t sample(const naive *t, naive_path *done)
{
    double *const log_p = malloc(t->vocab * sizeof *log_p);
    float *const logits = malloc(t->vocab * sizeof *logits);
    const uint32_t forced = t->forced;
    size_t n_done = 0;

    for (uint32_t i = 1; i <= t->n_best; i++) {
        naive_path p = {.n = 0};
        do {
            log_probabilities(t, &p, log_p, logits);
            const double u = tr_philox_uniform(
                (uint32_t[]){(uint32_t)p.n + forced, 2 * i, t->begin, t->line}, t->sampling->seed);
            const int32_t id = p.n < t->n_prefix ? t->prefix[p.n] : draw(t, &p, logits, u);
            p = append(&p, id, log_p[id]);
        } while (!ends(t, &p));
        finish(t, &p, done, &n_done);
    }
    free(log_p);
    free(logits);
    sort_by_score(done, n_done);
    return n_done;
}

/* ---- Phrases ---- */

typedef struct replayed {
    bool said[NAIVE_PHRASES], after_whole;
    size_t n_said, bank;
} replayed;

/* True if ids [n] are the beginning of a phrase in one of its forms. */
static bool begins(const naive_phrase *p, size_t form, const int32_t *ids, size_t n)
{
    return n <= p->n[form] && !memcmp(p->ids[form], ids, n * sizeof *ids);
}

/* Reads from the left: a phrase that has not been said yet is taken where it begins, and goes on
 * while a phrase goes on so. */
static replayed replay(const naive *t, const int32_t *ids, size_t n)
{
    replayed r = {0};
    size_t begin = 0, in = 0;
    bool within = false;

    for (size_t i = 0; i < n; i++) {
        size_t found = t->n_phrases;
        r.after_whole = false;
        for (size_t k = 0; within && found == t->n_phrases && k < t->n_phrases; k++) {
            const size_t c = (in + k) % t->n_phrases;
            if (!r.said[c] && begins(&t->phrases[c], begin == 0, ids + begin, i - begin + 1))
                found = c;
        }
        if (found == t->n_phrases) {
            begin = i;
            for (size_t c = 0; c < t->n_phrases && found == t->n_phrases; c++)
                if (!r.said[c] && begins(&t->phrases[c], i == 0, ids + i, 1)) found = c;
        }
        within = found < t->n_phrases;
        in = within ? found : 0;
        if (within && t->phrases[in].n[begin == 0] == i - begin + 1) {
            r.said[in] = true;
            r.after_whole = t->phrases[in].whole;
            within = false;
        }
    }
    for (size_t c = 0; c < t->n_phrases; c++) {
        r.n_said += r.said[c];
        r.bank += r.said[c] ? t->phrases[c].n[0] : 0;
    }
    const size_t most = within ? t->phrases[in].n[0] - 1 : 0;
    r.bank += within ? (n - begin < most ? n - begin : most) : 0;
    return r;
}

/* ---- Beams ---- */

static int by_total(const void *a, const void *b)
{
    const naive_path *const x = a, *const y = b;
    if (x->score > y->score || x->score < y->score) return x->score > y->score ? -1 : 1;
    const int32_t i = x->ids[x->n - 1], j = y->ids[y->n - 1];
    return i != j ? (i < j ? -1 : 1) : x->from < y->from ? -1 : x->from > y->from;
}

/* Expands live [n_live], or those of a group: `all` is grown.  Words that were said
 * [n_said] in this step by groups before cost more.  `score` is what candidates are sorted by. */
static size_t candidates(const naive *t, const naive_path *live, size_t n_live, size_t group,
                         const int32_t *said, size_t n_said, naive_path *all)
{
    double *const log_p = malloc(t->vocab * sizeof *log_p);
    float *const logits = malloc(t->vocab * sizeof *logits);
    size_t n = 0, in_time = 0;

    for (size_t i = 0; i < n_live; i++) {
        const naive_path *const p = &live[i];
        if (p->group && p->group != group) continue;
        const replayed before = replay(t, p->ids, p->n);
        const bool unsaid = before.n_said < t->n_phrases && p->n + 1 < t->limit;
        const size_t first = n;
        log_probabilities(t, p, log_p, logits);
        bool late = unsaid && p->n >= t->n_prefix;
        for (int32_t v = 0; (size_t)v < t->vocab; v++) {
            if (!may_take(t, p, v)) continue;
            if (p->n >= t->n_prefix && before.after_whole && t->inner[v]) continue;
            if (p->n >= t->n_prefix && v == t->eos && unsaid) continue;
            naive_path *const c = &all[n++];
            *c = append(p, v, log_p[v]);
            c->from = i;
            c->group = group;
            c->score = c->log_probability;
            c->bank = replay(t, c->ids, c->n).bank;
            for (size_t k = 0; k < n_said; k++)
                if (said[k] == v) c->score -= t->diversity;
            if (logits[v] > logits[t->eos]) late = false;
        }
        for (size_t k = first; k < n; k++)
            all[k].late = late;
    }
    free(log_p);
    free(logits);
    qsort(all, n, sizeof *all, by_total);
    for (size_t i = 0; i < n; i++)
        if (!all[i].late) all[in_time++] = all[i];
    return in_time ? in_time : n;
}

/* Moves those that get one of `places` to the front: the banks take turns, that of most tokens
 * first. */
static size_t deal(const naive *t, naive_path *all, size_t n, size_t places)
{
    naive_path dealt[NAIVE_PATHS];
    bool *const given = calloc(n + 1, sizeof *given);
    size_t n_dealt = 0;

    if (places > n) places = n;
    while (n_dealt < places)
        for (size_t bank = t->n_phrases ? NAIVE_STEPS : 1; bank-- > 0 && n_dealt < places;)
            for (size_t i = 0; i < n; i++)
                if (!given[i] && all[i].bank == bank) {
                    given[i] = true;
                    dealt[n_dealt++] = all[i];
                    break;
                }
    free(given);
    qsort(dealt, n_dealt, sizeof *dealt, by_total);
    memcpy(all, dealt, n_dealt * sizeof *all);
    return n_dealt;
}

static bool same(const naive_path *a, const naive_path *b)
{
    return a->n == b->n && !memcmp(a->ids, b->ids, a->n * sizeof *a->ids);
}

/* The best of each group, then the second best of each, and so on; each once. */
static size_t take_turns(const naive *t, naive_path *done, size_t n_done)
{
    naive_path once[NAIVE_PATHS], best[NAIVE_PATHS];
    size_t n = 0, n_best = 0;

    for (size_t i = 0; i < n_done; i++) {
        bool again = false;
        for (size_t k = 0; k < n; k++)
            again = again || same(&once[k], &done[i]);
        if (!again) once[n++] = done[i];
    }
    for (size_t turn = 0; turn < n; turn++)
        for (size_t i = 0; i < n; i++) {
            size_t before = 0;
            for (size_t k = 0; k < i; k++)
                before += once[k].group == once[i].group;
            if (before == turn && n_best < t->n_best) best[n_best++] = once[i];
        }
    memcpy(done, best, n_best * sizeof *done);
    sort_by_score(done, n_best);
    return n_best;
}

size_t naive_search(const naive *t, naive_path *done)
{
    const size_t groups = t->groups ? t->groups : 1;
    naive_path *const all = malloc(t->beam * t->vocab * sizeof *all);
    naive_path live[NAIVE_PATHS] = {{.n = 0}}, next[NAIVE_PATHS];
    size_t n_live = 1, n_done = 0;

    if (t->sampling) {
        free(all);
        return sample(t, done);
    }
    while (n_live) {
        int32_t said[NAIVE_PATHS];
        size_t n_said = 0, n_next = 0;
        for (size_t g = 1; g <= groups; g++) {
            size_t places = t->beam / groups + (g <= t->beam % groups);
            for (size_t i = 0; i < n_done; i++)
                places -= done[i].group == g;
            if (!places) continue;
            size_t n = candidates(t, live, n_live, g, said, n_said, all);
            n = deal(t, all, n, live[0].n < t->n_prefix ? 1 : places);
            for (size_t i = 0; i < n; i++)
                said[n_said + i] = all[i].ids[all[i].n - 1];
            n_said += n;
            for (size_t i = 0; i < n; i++) {
                if (t->n_prefix > live[0].n) all[i].group = 0;
                if (ends(t, &all[i]))
                    finish(t, &all[i], done, &n_done);
                else
                    next[n_next++] = all[i];
            }
            if (t->n_prefix > live[0].n) break;
        }
        memcpy(live, next, n_next * sizeof *live);
        n_live = n_next;
    }
    free(all);
    sort_by_score(done, n_done);
    if (t->groups) return take_turns(t, done, n_done);
    return n_done < t->n_best ? n_done : t->n_best;
}
