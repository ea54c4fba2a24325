#include "train/training.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers/number.h"
#include "kernels/gradients.h"
#include "kernels/kernels.h"

/* Types of fields.  LATER: a NUMBER that older checkpoints lack.  LATER_SIZE, LATER_CHOICE,
 * LATER_SINGLE: what checkpoints lack where it is 0. */
enum field_kind {
    SIZE,
    NUMBER,
    CHOICE,
    FLAG,
    WORD,
    SINGLE,
    LATER,
    LATER_SIZE,
    LATER_CHOICE,
    LATER_SINGLE
};

#define SHAPE(kind, field)                                                                         \
    {                                                                                              \
        "shape." #field, kind, offsetof(tr_training, shape.field)                                  \
    }
#define RECIPE(kind, field)                                                                        \
    {                                                                                              \
        "recipe." #field, kind, offsetof(tr_training, recipe.field)                                \
    }
#define PROGRESS(kind, field)                                                                      \
    {                                                                                              \
        "progress." #field, kind, offsetof(tr_training, progress.field)                            \
    }

static const struct run_field {
    const char *name;
    enum field_kind kind;
    size_t offset;
} fields[] = {
    SHAPE(SIZE, d_model),
    SHAPE(SIZE, heads),
    SHAPE(SIZE, encoder_ffn),
    SHAPE(SIZE, decoder_ffn),
    SHAPE(SIZE, n_encoder_layers),
    SHAPE(SIZE, n_decoder_layers),
    SHAPE(SIZE, source_vocab),
    SHAPE(SIZE, target_vocab),
    SHAPE(SIZE, n_positions),
    SHAPE(CHOICE, ties),
    SHAPE(CHOICE, activation),
    SHAPE(FLAG, pre_norm),
    SHAPE(FLAG, norm_query_only),
    SHAPE(FLAG, ssru),
    SHAPE(FLAG, learned_positions),
    SHAPE(FLAG, output_bias),
    SHAPE(SINGLE, epsilon),
    SHAPE(LATER_SIZE, d_key),
    SHAPE(LATER_SIZE, d_value),
    SHAPE(LATER_CHOICE, self_score),
    SHAPE(LATER_CHOICE, cross_score),
    SHAPE(LATER_SIZE, n_places),
    SHAPE(LATER_SIZE, start),
    SHAPE(LATER_SINGLE, embedding_scale),
    SHAPE(LATER_CHOICE, two_positions),
    SHAPE(LATER_CHOICE, embedding_norm),
    RECIPE(WORD, seed),
    RECIPE(SIZE, batch),
    RECIPE(LATER_SIZE, shards),
    RECIPE(SIZE, limit),
    RECIPE(CHOICE, optimizer),
    RECIPE(CHOICE, arithmetic),
    RECIPE(CHOICE, schedule),
    RECIPE(SIZE, warmup),
    RECIPE(SIZE, cool_from),
    RECIPE(SIZE, cooldown),
    RECIPE(SIZE, every),
    RECIPE(NUMBER, rate),
    RECIPE(NUMBER, dropout),
    RECIPE(NUMBER, smoothing),
    RECIPE(NUMBER, clip),
    RECIPE(NUMBER, average),
    RECIPE(SIZE, last),
    RECIPE(NUMBER, general),
    RECIPE(NUMBER, kl),
    RECIPE(LATER_CHOICE, rewrites),
    RECIPE(NUMBER, beta1),
    RECIPE(NUMBER, beta2),
    RECIPE(NUMBER, epsilon),
    RECIPE(LATER_SIZE, adapting.rank),
    RECIPE(LATER_SIZE, adapting.matrices),
    RECIPE(LATER, adapting.scale),
    PROGRESS(SIZE, step),
    PROGRESS(WORD, pieces),
    PROGRESS(WORD, n_skipped),
    PROGRESS(SIZE, n_skipped_last),
    PROGRESS(NUMBER, seconds),
    PROGRESS(LATER, flops),
    PROGRESS(WORD, order.seed),
    PROGRESS(WORD, order.all),
    PROGRESS(WORD, general.seed),
    PROGRESS(WORD, general.all),
    PROGRESS(WORD, general.drawn[0]),
    PROGRESS(NUMBER, best_dev),
    PROGRESS(LATER, best_nll),
    PROGRESS(LATER, phase_dev),
    PROGRESS(SIZE, best_step),
    PROGRESS(SIZE, n_worse),
    PROGRESS(WORD, digest),
};
enum { N_FIELDS = sizeof fields / sizeof *fields };

void tr_training_init(tr_training *t)
{
    *t = (tr_training){
        .shape = {.activation = TR_RELU, .output_bias = true, .epsilon = 1e-6f, .n_positions = 512},
        .recipe = {.seed = 1,
                   .batch = 4000,
                   .shards = 1,
                   .limit = 96,
                   .warmup = 500,
                   .cool_from = SIZE_MAX,
                   .rate = 7e-4,
                   .smoothing = 0.1,
                   .clip = 1,
                   .average = 0.998,
                   .beta1 = 0.9,
                   .beta2 = 0.98,
                   .epsilon = 1e-9}};
}

double tr_training_rate(const tr_recipe *r, size_t step)
{
    const double next = (double)step + 1, warmup = (double)r->warmup;
    double rate = r->rate;
    if (next < warmup)
        rate *= next / warmup;
    else if (r->schedule == TR_SCHEDULE_INVERSE_SQRT)
        rate *= sqrt(warmup / next);
    if (r->cool_from == SIZE_MAX || step < r->cool_from) return rate;
    const double past = (double)(step - r->cool_from), all = (double)r->cooldown;
    return past < all ? rate * (1 - past / all) : 0;
}

/* The checks that count are `every` steps apart; the last is at the run's end.  Up to the first of
 * them the average equals the weights; between checks it stays. */
static double keep_of_last(const tr_recipe *r, size_t step)
{
    const size_t end = r->cool_from + r->cooldown, most = (end - 1) / r->every;
    const size_t first = end - (r->last - 1 < most ? r->last - 1 : most) * r->every;
    const size_t next = step + 1;

    if (r->cool_from == SIZE_MAX || next <= first) return 0;
    if ((end - next) % r->every) return 1;
    const double earlier = (double)(next - first) / (double)r->every;
    return earlier / (earlier + 1);
}

double tr_training_keep(const tr_recipe *r, size_t step)
{
    const double next = (double)step + 1, young = next / (next + 100);
    if (r->last) return keep_of_last(r, step);
    return young < r->average ? young : r->average;
}

void tr_training_cool_down(tr_training *t)
{
    tr_recipe *r = &t->recipe;
    const size_t step = t->progress.step, most = step * 3 / 7 + 1;
    if (step >= r->cool_from) return;
    if (r->cooldown > most || r->cool_from == SIZE_MAX) r->cooldown = most;
    r->cool_from = step;
}

bool tr_training_cools(const tr_training *t)
{
    return t->progress.step >= t->recipe.cool_from;
}

bool tr_training_done(const tr_training *t)
{
    const tr_recipe *r = &t->recipe;
    return r->cool_from != SIZE_MAX && t->progress.step >= r->cool_from + r->cooldown;
}

bool tr_training_shards_are_possible(size_t n)
{
    return n >= 1 && n <= TR_MOST_SHARDS && (n & (n - 1)) == 0;
}

/* ---- As text ---- */

/* A double comes back from 17 digits with the same bits. */
static void write_number(tr_buf *text, const char *name, double x)
{
    tr_buf_printf(text, "%s %s\n", name, tr_format_decimal(x, 17).text);
}

static void write_run_field(const struct run_field *f, const tr_training *t, tr_buf *text)
{
    const char *at = (const char *)t + f->offset;
    switch (f->kind) {
    case LATER_SIZE:
        if (!*(const size_t *)(const void *)at) break;
        /* fall through */
    case SIZE:
        tr_buf_printf(text, "%s %zu\n", f->name, *(const size_t *)(const void *)at);
        break;
    case WORD:
        tr_buf_printf(text, "%s %" PRIu64 "\n", f->name, *(const uint64_t *)(const void *)at);
        break;
    case NUMBER:
    case LATER:
        write_number(text, f->name, *(const double *)(const void *)at);
        break;
    case LATER_SINGLE:
        if (!(*(const float *)(const void *)at > 0)) break;
        /* fall through */
    case SINGLE:
        write_number(text, f->name, (double)*(const float *)(const void *)at);
        break;
    case LATER_CHOICE:
        if (!*(const int *)(const void *)at) break;
        /* fall through */
    case CHOICE:
        tr_buf_printf(text, "%s %d\n", f->name, *(const int *)(const void *)at);
        break;
    case FLAG:
        tr_buf_printf(text, "%s %d\n", f->name, *(const bool *)(const void *)at);
    }
}

void tr_training_write(const tr_training *t, tr_buf *text)
{
    for (size_t i = 0; i < N_FIELDS; i++)
        write_run_field(&fields[i], t, text);
    for (size_t i = 0; i < TR_MIXTURE_PARTS_MOST; i++)
        if (t->progress.order.drawn[i])
            tr_buf_printf(text, "drawn.%zu %" PRIu64 "\n", i, t->progress.order.drawn[i]);
}

static bool read_run_field(const struct run_field *f, tr_training *t, const char *value)
{
    char *at = (char *)t + f->offset, *end = NULL;
    double x = 0;
    long n;
    switch (f->kind) {
    case SIZE:
    case LATER_SIZE:
        *(size_t *)(void *)at = (size_t)strtoull(value, &end, 10);
        break;
    case WORD:
        *(uint64_t *)(void *)at = strtoull(value, &end, 10);
        break;
    case NUMBER:
    case LATER:
        return tr_parse_decimal(value, strlen(value), (double *)(void *)at);
    case SINGLE:
    case LATER_SINGLE:
        *(float *)(void *)at = tr_parse_decimal(value, strlen(value), &x) ? (float)x : -1;
        return *(float *)(void *)at > 0;
    case CHOICE:
    case LATER_CHOICE:
        n = strtol(value, &end, 10);
        *(int *)(void *)at = n >= 0 && n < INT_MAX ? (int)n : INT_MAX;
        break;
    case FLAG:
        *(bool *)(void *)at = strtol(value, &end, 10) != 0;
    }
    return end && end != value && *end == '\0';
}

static bool read_drawn(tr_training *t, const char *name, const char *value)
{
    char *end;
    if (strncmp(name, "drawn.", 6) != 0) return false;
    const size_t i = (size_t)strtoul(name + 6, &end, 10);
    if (*end || i >= TR_MIXTURE_PARTS_MOST) return false;
    t->progress.order.drawn[i] = strtoull(value, &end, 10);
    return end != value && *end == '\0';
}

static bool read_number_line(tr_training *t, char *line, bool found[N_FIELDS])
{
    char *blank = strchr(line, ' ');
    if (!blank) return false;
    *blank = '\0';
    for (size_t i = 0; i < N_FIELDS; i++)
        if (!strcmp(line, fields[i].name))
            return found[i] = read_run_field(&fields[i], t, blank + 1);
    return read_drawn(t, line, blank + 1);
}

/* True if enumerations have values of theirs, sizes are small enough that sums do not overflow, and
 * a run with a teacher has general text.  The trainer checks that the network can be trained. */
static bool is_possible(const tr_training *t)
{
    const tr_shape *s = &t->shape;
    const tr_recipe *r = &t->recipe;
    const size_t sizes[] = {s->d_model,      s->heads,        s->encoder_ffn, s->decoder_ffn,
                            s->source_vocab, s->target_vocab, s->n_positions, r->limit};
    const struct {
        int value, last;
    } choices[] = {{s->ties, TR_TIES_INPUTS},    {s->two_positions, 1},
                   {s->embedding_norm, 1},       {r->rewrites, 1},
                   {s->activation, TR_GELU_ERF}, {s->self_score, TR_GENERAL},
                   {s->cross_score, TR_GENERAL}, {r->optimizer, TR_MUON},
                   {r->arithmetic, TR_FLOAT32},  {r->schedule, TR_SCHEDULE_INVERSE_SQRT}};
    bool possible = s->n_encoder_layers <= 1000 && s->n_decoder_layers <= 1000 && r->batch >= 1 &&
                    tr_training_shards_are_possible(r->shards) && r->batch <= 1 << 30 &&
                    (r->kl == 0 || (r->kl > 0 && r->general > 0)) &&
                    ((s->ties != TR_TIES_ALL && s->ties != TR_TIES_INPUTS) ||
                     s->source_vocab == s->target_vocab) &&
                    s->start <= s->target_vocab;
    const bool places = s->self_score == TR_LOCATION || s->cross_score == TR_LOCATION;
    possible = possible && s->d_key <= TR_HEAD_MOST && s->d_value <= TR_HEAD_MOST &&
               places == (s->n_places > 0) && s->n_places <= 65536;
    possible = possible && r->adapting.rank <= TR_ADAPTER_RANK_MOST &&
               r->adapting.matrices <= TR_ADAPT_ALL && isfinite(r->adapting.scale);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        possible = possible && sizes[i] >= 1 && sizes[i] <= 1 << 20;
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        possible = possible && choices[i].value <= choices[i].last;
    return possible;
}

int tr_training_read(tr_training *t, const char *text, size_t len, const char *name, tr_error *err)
{
    bool found[N_FIELDS] = {false};
    char line[200];

    tr_training_init(t);
    for (size_t at = 0, n; at < len; at += n + 1) {
        const char *end = memchr(text + at, '\n', len - at);
        n = end ? (size_t)(end - text) - at : len - at;
        if (n >= sizeof line) return tr_fail(err, TR_EFORMAT, "%s: a damaged checkpoint", name);
        memcpy(line, text + at, n);
        line[n] = '\0';
        if (!read_number_line(t, line, found))
            return tr_fail(err, TR_EFORMAT, "%s: a damaged checkpoint: %s", name, line);
    }
    for (size_t i = 0; i < N_FIELDS; i++)
        if (!found[i] && fields[i].kind < LATER)
            return tr_fail(err, TR_EFORMAT, "%s: the checkpoint does not say %s", name,
                           fields[i].name);
    if (!is_possible(t))
        return tr_fail(err, TR_EFORMAT, "%s: a damaged checkpoint: impossible numbers", name);
    return 0;
}
