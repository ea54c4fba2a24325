/* golden_gradients.c - gradients of networks of every score of attention, width and kind, against
 * what the loss of the same network in float64 changes by (search/float64.h); and the same bits on
 * all instruction sets and threads. */
#include "golden.h"

#include "base/cpu.h"
#include "golden/search/float64.h"
#include "unit/trainee.h"

enum { VOCAB = 40, SENTENCES = 2, SOURCE = 6, TARGET = 5, ROWS = 64, SAMPLES = 4, TRIES = 60 };

static const double smoothing = 0.1;

typedef struct subject {
    char name[120];
    tr_parameters p;
    float sinusoids[TRAINEE_POSITIONS * TRAINEE_WIDEST];
    const float *positions;
    int32_t source[SENTENCES * SOURCE], target[SENTENCES * TARGET];
} subject;

static bool open_subject(subject *s, const tr_shape *shape)
{
    static const tr_panel_format format = {1, 1};
    uint32_t state = 17;
    tr_error err = {0};

    if (!tap_ok(tr_parameters_create(&s->p, shape, &format, &err) == 0, "%s: parameters %s",
                s->name, err.msg))
        return false;
    tr_parameters_initialise(&s->p, 5);
    for (size_t i = 0; i < s->p.n_tensors; i++) {
        const tr_parameter_tensor *t = &s->p.tensors[i];
        for (size_t at = t->at; at < t->at + t->n_out * t->n_in; at++) {
            if (t->kind == TR_SCORE_EXPONENT) s->p.w[at] = 0.5f;
            if (t->n_in == 1 || t->kind == TR_SCORE_MAP) s->p.w[at] += 0.2f * trainee_noise(&state);
        }
    }
    tr_transformer_sinusoids(TRAINEE_POSITIONS, shape->d_model, s->sinusoids);
    s->positions = shape->learned_positions ? NULL : s->sinusoids;
    for (size_t i = 0; i < SENTENCES * SOURCE; i++)
        s->source[i] = (int32_t)(i * 7 + 3) % VOCAB;
    for (size_t i = 0; i < SENTENCES * TARGET; i++)
        s->target[i] = (int32_t)(i * 11 + 5) % VOCAB;
    return true;
}

/* ---- The two sides ---- */

/* Fills s->p.g by the trainer.  False, and a failed test, if it cannot. */
static bool learn(subject *s, unsigned cpu, size_t threads)
{
    static const size_t source_start[] = {0, SOURCE, 2 * SOURCE},
                        target_start[] = {0, TARGET, 2 * TARGET};
    const tr_pack pack = {{s->source, source_start, SENTENCES * SOURCE, 0},
                          {s->target, target_start, SENTENCES * TARGET, 0},
                          SENTENCES};
    const tr_pack_limits limits = {.rows = ROWS, .longest = 16};
    const tr_loss_options options = {.smoothing = (float)smoothing, .weight = 1, .backward = true};
    tr_workers *workers = NULL;
    tr_transformer *t = NULL;
    tr_loss_sums sums = {0};
    tr_error err = {0};

    memset(s->p.g, 0, s->p.n_floats * sizeof *s->p.g);
    const bool made =
        !tr_workers_create(&workers, threads, tr_transformer_scratch(&s->p.shape, &limits), &err) &&
        !tr_transformer_create(&t, &s->p, workers, cpu, TR_FLOAT32, s->positions, &limits, &err);
    if (made) {
        tr_workers_begin(workers);
        tr_transformer_pack(t);
        tr_transformer_forward(t, &pack, NULL);
        tr_transformer_loss(t, &pack, &options, &sums);
        tr_workers_end(workers);
    } else {
        tap_ok(false, "%s: a trainer: %s", s->name, err.msg);
    }
    tr_transformer_free(t);
    tr_workers_free(workers);
    return made;
}

static double loss(subject *s)
{
    static float64_network net;
    double sum = 0;

    net.p = &s->p;
    net.positions = s->positions;
    for (size_t i = 0; i < SENTENCES; i++) {
        float64_read(&net, s->source + i * SOURCE, SOURCE);
        sum += float64_loss(&net, s->target + i * TARGET, TARGET, smoothing);
    }
    return sum;
}

/* What the loss changes by, from parameters h above and below w. */
static double slope(subject *s, float *w, float h)
{
    const float at = *w, above = at + h, below = at - h;
    *w = above;
    double change = loss(s);
    *w = below;
    change -= loss(s);
    *w = at;
    return change / ((double)above - (double)below);
}

/* The derivative by w, from two slopes (Richardson).  False where they disagree, as at the corner
 * of a ReLU. */
static bool derivative(subject *s, float *w, double largest, double *d)
{
    const double narrow = slope(s, w, 0x1p-12f), wide = slope(s, w, 0x1p-11f);
    *d = (4 * narrow - wide) / 3;
    return fabs(narrow - wide) < 1e-5 * largest;
}

/* ---- Comparing ---- */

/* The largest difference of some parameters of a part of a tensor, as a share of its largest
 * gradient; n_checked counts them. */
static double worst_of_part(subject *s, const tr_parameter_tensor *t, size_t part,
                            size_t *n_checked)
{
    const size_t first = t->at + tr_parameter_part(t, part) * t->n_in;
    const size_t size = t->heights[part] * t->n_in;
    double largest = 0, worst = 0, d;
    uint32_t state = (uint32_t)first + 1;
    int checked = 0;

    for (size_t i = first; i < first + size; i++)
        largest = fmax(largest, fabs((double)s->p.g[i]));
    for (int i = 0; i < TRIES && checked < SAMPLES; i++) {
        const float share = (trainee_noise(&state) + 1) / 2;
        const size_t at = first + (size_t)(share * (float)size) % size;
        if (!derivative(s, &s->p.w[at], fmax(largest, 1e-3), &d)) continue;
        checked++;
        worst = fmax(worst, fabs(d - (double)s->p.g[at]) / fmax(largest, 1e-3));
    }
    *n_checked += (size_t)checked;
    return worst;
}

/* An SSRU's x has no bias of its own: the first half of its bias is not learnt. */
static bool is_learned(const tr_parameter_tensor *t, size_t part)
{
    return part > 0 || !strstr(t->name, "ssru.bias");
}

static void check_gradients(subject *s)
{
    double worst = 0;
    size_t n = 0, n_parts = 0;
    const char *where = "";

    for (size_t i = 0; i < s->p.n_tensors; i++)
        for (size_t part = 0; part < s->p.tensors[i].parts; part++) {
            const tr_parameter_tensor *t = &s->p.tensors[i];
            if (!is_learned(t, part) || !t->heights[part]) continue;
            const double off = worst_of_part(s, t, part, &n);
            n_parts++;
            if (off > worst) where = t->name;
            worst = fmax(worst, off);
        }
    tap_ok(worst < 2e-5 && n >= 3 * n_parts,
           "%s: %zu gradients of %zu parts are off by %.1e of the largest (%s)", s->name, n,
           n_parts, worst, where);
}

static void check_bits(subject *s)
{
    const size_t size = s->p.n_floats * sizeof *s->p.g;
    float *const best = malloc(size);
    bool same = best;

    if (best) memcpy(best, s->p.g, size);
    for (size_t i = 0; golden_next_cpu(&i);)
        for (size_t threads = 1; same && threads <= 3; threads += 2)
            same = learn(s, tr_cpu_usable(golden_cpu), threads) && !memcmp(best, s->p.g, size);
    tap_ok(same, "%s: the same bits on all instruction sets and threads", s->name);
    free(best);
}

static void check_shape(subject *s, const tr_shape *shape)
{
    if (!open_subject(s, shape)) return;
    if (learn(s, tr_cpu_usable(NULL), 1)) {
        check_gradients(s);
        check_bits(s);
    }
    tr_parameters_free(&s->p);
}

static void check_score(subject *s, int score)
{
    static const char *const names[] = {"scaled-dot", "cosine", "additive",
                                        "location",   "dot",    "general"};
    static const struct {
        size_t d, heads, key, value;
    } shapes[] = {{16, 1, 0, 0}, {16, 2, 5, 11}, {20, 1, 21, 19}, {16, 8, 3, 1}};

    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        tr_shape shape = trainee_shape(TRAINEE_SHIPPED, shapes[i].d, shapes[i].heads, VOCAB);
        shape.activation = TR_SWISH; /* without corners */
        shape.d_key = shapes[i].key;
        shape.d_value = shapes[i].value;
        shape.self_score = shape.cross_score = score;
        shape.n_places = score == TR_LOCATION ? 6 : 0;
        snprintf(s->name, sizeof s->name, "%s, %zu heads of %zu and %zu in %zu", names[score],
                 shapes[i].heads, tr_shape_head(&shape, false).query,
                 tr_shape_head(&shape, false).value, shapes[i].d);
        check_shape(s, &shape);
    }
}

int main(void)
{
    static subject s;

    for (int kind = 0; kind < TRAINEE_ALL_KINDS; kind++) {
        tr_shape shape = trainee_shape(kind, 16, 2, VOCAB);
        shape.source_vocab = VOCAB;
        shape.n_positions = 16;
        snprintf(s.name, sizeof s.name, "%s", trainee_kind_name(kind));
        check_shape(&s, &shape);
    }
    for (int score = TR_SCALED_DOT; score <= TR_GENERAL; score++)
        check_score(&s, score);
    return tap_done();
}
