#include "train/trainer.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/numbers/number.h"
#include "base/order.h"
#include "base/seconds.h"
#include "train/network/adapters.h"
#include "train/network/flops.h"
#include "train/network/transformer.h"
#include "train/optimiser/adam.h"
#include "train/optimiser/gradient_norm.h"
#include "train/optimiser/muon.h"
#include "train/optimiser/reduction.h"
#include "train/pack_rows.h"

/* Weight of the general text's own loss beside a divergence. */
static const float TEXT_BESIDE_KL = 0.1f;

struct tr_trainer {
    tr_training state;
    const tr_bitext *text;
    unsigned cpu;
    tr_parameters p;
    tr_adapters adapters;
    tr_parameters *learnt; /* &p, or the adapters' factors */
    const tr_nmt *base;    /* of adapters */
    tr_workers *workers;
    tr_transformer *network;
    float *positions; /* NULL: learned */
    tr_reduction *reduction;
    float *norm_room;
    float *best; /* weights at the best check, after the first one */
    tr_pack_rows pack;
    tr_pair *pairs; /* of a step */
    size_t n_pairs, pairs_room;
    size_t n_own;            /* of the pairs; general text follows */
    double (*shard_sums)[2]; /* [shards]: losses of a step */
    tr_flops flops;

    const tr_bitext *general; /* NULL: none */
    tr_parameters original;
    tr_transformer *teacher; /* with the original's weights; NULL: none */
};

/* A small step is one pack and needs no more room.  The limits depend on the recipe alone, because
 * the order of some sums depends on where a step is cut. */
static tr_pack_limits limits_of(const tr_training *t)
{
    const size_t step = t->recipe.batch + t->recipe.batch / 2 + t->recipe.limit;
    const size_t rank = t->recipe.adapting.rank;
    const size_t most = rank ? tr_larger(TR_ADAPTED_PACK_ROWS, t->recipe.limit) : TR_PACK_ROWS;
    return (tr_pack_limits){.rows = tr_smaller(step, most),
                            .longest = t->recipe.limit,
                            .teacher = t->recipe.kl > 0,
                            .rank = rank};
}

static tr_panel_format format_of(const tr_training *t, unsigned cpu)
{
    tr_gradients g;
    tr_gradients_init(&g, cpu, t->recipe.arithmetic);
    return g.format;
}

/* Floats of scratch for each worker. */
static size_t scratch_of(const tr_training *t)
{
    const tr_pack_limits limits = limits_of(t);
    const size_t pass = tr_transformer_scratch(&t->shape, &limits);
    const size_t update = t->recipe.optimizer == TR_MUON ? tr_muon_scratch(&t->shape) : 0;
    return pass > update ? pass : update;
}

size_t tr_trainer_size(const tr_training *t, size_t threads, unsigned cpu)
{
    const tr_pack_limits limits = limits_of(t);
    const tr_panel_format format = format_of(t, cpu);
    const bool adapts = t->recipe.adapting.rank > 0, has_teacher = t->recipe.kl > 0;
    const size_t activations = tr_transformer_size(&t->shape, &limits, &format);
    const size_t blocks = 6 + tr_reduction_blocks(t->recipe.shards);
    size_t n_floats, n_panels, n = threads * scratch_of(t);

    tr_parameters_count(&t->shape, &format, !adapts, &n_floats, &n_panels);
    if (adapts) /* a teacher has the same weights */
        n += n_floats + n_panels + (has_teacher ? 2 : 1) * activations +
             blocks * tr_adapters_count(&t->shape, &t->recipe.adapting);
    else
        n += blocks * n_floats + (has_teacher ? n_floats : 0) +
             (has_teacher ? 2 : 1) * (n_panels + activations);
    return n * sizeof(float);
}

static int check_training(const tr_training *t, tr_error *err)
{
    const tr_shape *s = &t->shape;
    const tr_recipe *r = &t->recipe;

    if (!s->n_encoder_layers || !s->n_decoder_layers)
        return tr_fail(
            err, TR_EINVAL,
            "a network of %zu+%zu layers cannot be trained: encoder and decoder have one "
            "or more",
            s->n_encoder_layers, s->n_decoder_layers);
    const bool shared = s->heads && (s->d_model % s->heads == 0 || (s->d_key && s->d_value));
    if (s->d_model < 4 || s->d_model % 2 || !shared || !s->encoder_ffn || !s->decoder_ffn)
        return tr_fail(err, TR_EINVAL, "a network of width %zu with %zu heads cannot be trained",
                       s->d_model, s->heads);
    const tr_head_widths self = tr_shape_heads(s, false), cross = tr_shape_heads(s, true);
    if (self.query > 65536 || cross.query > 65536 || self.value > 65536)
        return tr_fail(err, TR_EINVAL, "%zu heads that are more than 65536 wide together",
                       s->heads);
    if (r->limit < 2 || r->limit > s->n_positions || r->limit > TR_PACK_ROWS)
        return tr_fail(err, TR_EINVAL, "a limit of %zu pieces does not fit %zu positions", r->limit,
                       s->n_positions);
    if (!tr_training_shards_are_possible(r->shards))
        return tr_fail(err, TR_EINVAL, "%zu shards are no power of two up to %d", r->shards,
                       TR_MOST_SHARDS);
    if (!(r->kl >= 0 && r->kl < 1000) || !(r->general >= 0 && r->general < 1))
        return tr_fail(err, TR_EINVAL, "shares of general text and divergence that cannot be");
    if (!(r->rate > 0) || !(r->dropout >= 0 && r->dropout < 1) || !r->batch || !r->warmup)
        return tr_fail(err, TR_EINVAL, "a rate, dropout, batch or warm-up that cannot be");
    return 0;
}

static bool allocate_trainer(tr_trainer *t)
{
    const tr_shape *s = &t->p.shape;

    t->norm_room = calloc(tr_gradient_norm_room(t->learnt), sizeof *t->norm_room);
    t->shard_sums = calloc(t->state.recipe.shards, sizeof *t->shard_sums);
    t->best = malloc(t->learnt->n_floats * sizeof *t->best);
    if (!s->learned_positions)
        t->positions = malloc(s->n_positions * s->d_model * sizeof *t->positions);
    return tr_pack_rows_create(&t->pack) && t->norm_room && t->shard_sums && t->best &&
           (t->positions || s->learned_positions);
}

/* A network that has adapters reads its matrices from the base. */
static int create_parameters(tr_trainer *t, const tr_panel_format *format, tr_error *err)
{
    const tr_shape *s = &t->state.shape;
    const tr_recipe *r = &t->state.recipe;

    t->learnt = &t->p;
    if (!t->base) return tr_parameters_create(&t->p, s, format, err);
    const tr_weight_source source = tr_model_file_source(t->base);
    const int rc = tr_parameters_create_read(&t->p, s, format, &source, err);
    if (rc < 0) return rc;
    tr_model_file_read(t->base, &t->p);
    t->learnt = &t->adapters.factors;
    return tr_adapters_create(&t->adapters, &t->p, &r->adapting, r->seed, err);
}

static int set_up_trainer(tr_trainer *t, size_t threads, unsigned cpu, tr_error *err)
{
    const tr_pack_limits limits = limits_of(&t->state);
    const tr_panel_format format = format_of(&t->state, cpu);
    const tr_shape *s = &t->state.shape;

    int rc = check_training(&t->state, err);
    if (rc == 0) rc = create_parameters(t, &format, err);
    if (rc == 0) rc = tr_workers_create(&t->workers, threads, scratch_of(&t->state), err);
    if (rc == 0 && !allocate_trainer(t)) rc = tr_fail_memory(err);
    if (rc == 0)
        rc = tr_transformer_create(&t->network, &t->p, t->workers, cpu, t->state.recipe.arithmetic,
                                   t->positions, &limits, err);
    if (rc == 0)
        rc = tr_reduction_create(&t->reduction, t->state.recipe.shards, NULL, t->learnt, t->workers,
                                 err);
    if (rc < 0) return rc;
    if (t->positions) tr_transformer_sinusoids(s->n_positions, s->d_model, t->positions);
    if (!t->base) tr_parameters_initialise(&t->p, t->state.recipe.seed);
    t->flops = tr_flops_of(s);
    t->state.progress.order.seed = t->state.progress.general.seed = t->state.recipe.seed;
    t->pack.most_rows = limits.rows;
    if (t->base) tr_transformer_pack_output(t->network);
    tr_trainer_changed(t);
    return 0;
}

static int create_trainer(tr_trainer **out, const tr_training *training, const tr_nmt *base,
                          const tr_bitext *text, size_t threads, unsigned cpu, tr_error *err)
{
    tr_trainer *t = calloc(1, sizeof *t);

    if (!t) return tr_fail_memory(err);
    t->state = *training;
    t->text = text;
    t->cpu = cpu;
    t->base = base;
    const int rc = set_up_trainer(t, threads, cpu, err);
    if (rc < 0)
        tr_trainer_free(t);
    else
        *out = t;
    return rc;
}

int tr_trainer_create(tr_trainer **t, const tr_training *training, const tr_bitext *text,
                      size_t threads, unsigned cpu, tr_error *err)
{
    return create_trainer(t, training, NULL, text, threads, cpu, err);
}

int tr_trainer_create_adapted(tr_trainer **t, const tr_training *training, const tr_nmt *base,
                              const tr_bitext *text, size_t threads, unsigned cpu, tr_error *err)
{
    return create_trainer(t, training, base, text, threads, cpu, err);
}

/* The original of adapters is their network without them. */
static int take_original(tr_trainer *t, const tr_nmt *original, tr_error *err)
{
    if (t->base) {
        t->original = t->p;
        t->original.adapters = NULL;
        return 0;
    }
    const int rc = tr_parameters_create_fixed(&t->original, &t->p.shape, &t->p.format, err);
    if (rc == 0) tr_model_file_read(original, &t->original);
    return rc;
}

int tr_trainer_anchor(tr_trainer *t, const tr_bitext *general, const tr_nmt *original,
                      tr_error *err)
{
    const tr_pack_limits limits = limits_of(&t->state);

    t->general = general;
    if (!(t->state.recipe.kl > 0)) return 0;
    int rc = take_original(t, original, err);
    if (rc < 0) return rc;
    rc = tr_transformer_create(&t->teacher, &t->original, t->workers, t->cpu,
                               t->state.recipe.arithmetic, t->positions, &limits, err);
    if (rc < 0) return rc;
    tr_workers_begin(t->workers);
    tr_transformer_pack(t->teacher);
    tr_workers_end(t->workers);
    return 0;
}

int tr_trainer_join(tr_trainer *t, const tr_ranks *ranks, tr_error *err)
{
    const size_t shards = t->state.recipe.shards;

    if (shards % ranks->n)
        return tr_fail(err, TR_EINVAL, "%zu processes cannot share %zu shards of a step", ranks->n,
                       shards);
    tr_reduction_free(t->reduction);
    t->reduction = NULL;
    return tr_reduction_create(&t->reduction, shards, ranks, t->learnt, t->workers, err);
}

void tr_trainer_collect(tr_trainer *t)
{
    float *const blocks[] = {t->learnt->m, t->learnt->v, t->learnt->average};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        tr_reduction_gather(t->reduction, blocks[i]);
}

void tr_trainer_free(tr_trainer *t)
{
    if (!t) return;
    tr_transformer_free(t->teacher);
    if (!t->base) tr_parameters_free(&t->original);
    tr_transformer_free(t->network);
    tr_reduction_free(t->reduction);
    tr_workers_free(t->workers);
    tr_adapters_free(&t->adapters);
    tr_parameters_free(&t->p);
    tr_pack_rows_free(&t->pack);
    free(t->positions);
    free(t->norm_room);
    free(t->shard_sums);
    free(t->best);
    free(t->pairs);
    free(t);
}

tr_training *tr_trainer_state(tr_trainer *t)
{
    return &t->state;
}

tr_parameters *tr_trainer_parameters(tr_trainer *t)
{
    return t->learnt;
}

const tr_parameters *tr_trainer_network(const tr_trainer *t)
{
    return &t->p;
}

const float *tr_trainer_positions(const tr_trainer *t)
{
    return t->positions;
}

void tr_trainer_take_positions(tr_trainer *t, const tr_nmt *original)
{
    const tr_shape *s = &t->p.shape;
    if (!t->positions) return;
    memcpy(t->positions, original->weights.source_positions,
           s->n_positions * s->d_model * sizeof *t->positions);
}

void tr_trainer_changed(tr_trainer *t)
{
    tr_workers_begin(t->workers);
    tr_transformer_pack(t->network);
    tr_workers_end(t->workers);
}

/* ---- Steps ---- */

static int add_step_pair(tr_trainer *t, tr_pair pair)
{
    void *p = t->pairs;
    if (tr_reserve(&p, &t->pairs_room, t->n_pairs + 1, sizeof *t->pairs) < 0) return -1;
    t->pairs = p;
    t->pairs[t->n_pairs++] = pair;
    return 0;
}

/* Draws the pairs of a step, first the run's own, then general text.  Returns their target pieces,
 * or 0 if memory is out. */
static size_t draw_pairs(tr_trainer *t)
{
    const tr_recipe *r = &t->state.recipe;
    tr_training_progress *progress = &t->state.progress;
    const size_t general = t->general ? (size_t)(r->general * (double)r->batch) : 0;
    size_t pieces = 0;

    t->n_pairs = 0;
    for (; pieces < r->batch - general; pieces += t->pairs[t->n_pairs - 1].n_target)
        if (add_step_pair(t, tr_bitext_draw(t->text, &progress->order)) < 0) return 0;
    t->n_own = t->n_pairs;
    for (; pieces < r->batch; pieces += t->pairs[t->n_pairs - 1].n_target)
        if (add_step_pair(t, tr_bitext_draw(t->general, &progress->general)) < 0) return 0;
    return pieces;
}

/* Operations of a step: three for each of the forward pass, and one more of the teacher's. */
static double count_flops(const tr_trainer *t)
{
    double own = 0, general = 0;

    for (size_t i = 0; i < t->n_pairs; i++)
        *(i < t->n_own ? &own : &general) +=
            tr_flops_forward(&t->flops, t->pairs[i].n_source, t->pairs[i].n_target);
    return 3 * own + (t->teacher ? 4 : 3) * general;
}

static tr_dropout dropout_of(const tr_training *t)
{
    const double p = t->recipe.dropout;
    return (tr_dropout){.seed = t->recipe.seed,
                        .step = (uint32_t)(t->progress.step + 1),
                        .threshold = (uint32_t)(p * 4294967296.0),
                        .scale = (float)(1 / (1 - p))};
}

/* Options and sums of a step's or a check's pairs. */
typedef struct lesson {
    const tr_dropout *dropout;
    tr_loss_options options;
    tr_transformer *teacher; /* NULL: none */
    float kl;
    tr_loss_sums sums;
} lesson;

static void run_pack(tr_trainer *t, lesson *l)
{
    const tr_pack pack = tr_pack_rows_view(&t->pack);
    tr_loss_options options = l->options;
    tr_teacher teacher = {.kl = l->kl};

    if (t->pack.n == 0) return;
    if (l->teacher) {
        teacher.pass = tr_transformer_pass(l->teacher);
        teacher.states = tr_transformer_forward(l->teacher, &pack, NULL);
        options.teacher = &teacher;
    }
    tr_transformer_forward(t->network, &pack, l->dropout);
    tr_transformer_loss(t->network, &pack, &options, &l->sums);
    tr_pack_rows_next(&t->pack);
}

/* Adds a pair to the pack; a full pack is run first. */
static void add_to_pack(tr_trainer *t, const tr_pair *pair, lesson *l)
{
    if (tr_pack_rows_add(&t->pack, pair)) return;
    run_pack(t, l);
    tr_pack_rows_add(&t->pack, pair);
}

/* Runs pairs first .. end - 1 of the step. */
static void run_range(tr_trainer *t, size_t first, size_t end, lesson *l)
{
    for (size_t i = first; i < end; i++)
        add_to_pack(t, &t->pairs[i], l);
    run_pack(t, l);
}

/* Runs the pairs of a shard: first pairs of the run's own text, then of general text. */
static tr_loss_sums run_shard(tr_trainer *t, size_t pieces, tr_span shard)
{
    const tr_dropout dropout = dropout_of(&t->state);
    const size_t end_own = shard.end < t->n_own ? shard.end : t->n_own;
    const size_t general = shard.begin > t->n_own ? shard.begin : t->n_own;
    lesson l = {.dropout = &dropout,
                .options = {.smoothing = (float)t->state.recipe.smoothing,
                            .weight = 1 / (float)pieces,
                            .backward = true}};
    const float kl = t->teacher ? (float)t->state.recipe.kl : 0;

    run_range(t, shard.begin, end_own, &l);
    l.teacher = t->teacher;
    if (kl > 0) l.options.weight *= TEXT_BESIDE_KL;
    l.kl = kl / TEXT_BESIDE_KL;
    run_range(t, general, shard.end, &l);
    return l.sums;
}

/* The pairs of the next shard, which begin where the last one's end: as many as have its share of
 * the step's pieces. */
static size_t end_of_shard(const tr_trainer *t, size_t begin, size_t *before, size_t until)
{
    size_t end = begin;
    for (; end < t->n_pairs && *before < until; end++)
        *before += t->pairs[end].n_target;
    return end;
}

/* Rows of dropout are numbered as if this rank had run the shard. */
static void skip_shard(tr_trainer *t, tr_span shard)
{
    for (size_t i = shard.begin; i < shard.end; i++) {
        t->pack.first_row[0] += t->pairs[i].n_source;
        t->pack.first_row[1] += t->pairs[i].n_target;
    }
}

/* Runs the shards of this rank; the sums are of all. */
static int run_shards(tr_trainer *t, size_t pieces, tr_loss_sums *sums)
{
    const size_t n = t->state.recipe.shards;
    const tr_span own = tr_reduction_shards(t->reduction);
    tr_span shard = {0};
    size_t before = 0;

    tr_pack_rows_begin(&t->pack);
    for (size_t s = 0; s < n; s++) {
        shard = (tr_span){shard.end, 0};
        shard.end = end_of_shard(t, shard.begin, &before, pieces / n * (s + 1));
        if (s + 1 == n) shard.end = t->n_pairs;
        if (s < own.begin || s >= own.end) {
            skip_shard(t, shard);
            continue;
        }
        const tr_loss_sums of_shard = run_shard(t, pieces, shard);
        t->shard_sums[s][0] = of_shard.loss;
        t->shard_sums[s][1] = of_shard.nll;
        tr_reduction_take(t->reduction);
    }
    if (tr_reduction_tell(t->reduction, t->shard_sums[0], 2) < 0) return -1;
    for (size_t s = 0; s < n; s++) {
        sums->loss += t->shard_sums[s][0];
        sums->nll += t->shard_sums[s][1];
    }
    tr_reduction_add(t->reduction);
    return 0;
}

static tr_update update_of(const tr_training *t, double rate)
{
    const tr_recipe *r = &t->recipe;
    return (tr_update){.step = t->progress.step + 1,
                       .rate = rate,
                       .clip = r->clip,
                       .beta1 = r->beta1,
                       .beta2 = r->beta2,
                       .epsilon = r->epsilon,
                       .keep = tr_training_keep(r, t->progress.step)};
}

static void apply_update(tr_trainer *t, tr_step_report *report)
{
    const tr_span part = tr_reduction_part(t->reduction);
    tr_parameters *const learnt = t->learnt;
    tr_pass pass = *tr_transformer_pass(t->network);
    tr_update u = update_of(&t->state, report->rate);

    pass.p = learnt;
    u.part = &part;
    report->norm = tr_reduction_norm(t->reduction, &pass, t->norm_room);
    report->skipped = !isfinite(report->norm);
    if (report->skipped) {
        memset(learnt->g, 0, learnt->n_floats * sizeof *learnt->g);
        return;
    }
    (t->state.recipe.optimizer == TR_MUON ? tr_muon_update : tr_adam_update)(&pass, &u,
                                                                             report->norm);
    if (part.end - part.begin < learnt->n_floats) /* sums of the parts beside it */
        memset(learnt->g, 0, learnt->n_floats * sizeof *learnt->g);
    tr_reduction_gather(t->reduction, learnt->w);
    tr_transformer_pack(t->network);
}

int tr_trainer_step(tr_trainer *t, tr_step_report *report, tr_error *err)
{
    tr_training_progress *progress = &t->state.progress;
    const double began = tr_seconds();

    const size_t pieces = draw_pairs(t);
    if (!pieces) return tr_fail_memory(err);
    *report = (tr_step_report){.pieces = pieces,
                               .rate = tr_training_rate(&t->state.recipe, progress->step)};
    tr_workers_begin(t->workers);
    tr_loss_sums sums = {0};
    if (run_shards(t, pieces, &sums) < 0) {
        tr_workers_end(t->workers);
        return tr_fail_memory(err);
    }
    report->loss = sums.loss / (double)pieces;
    report->nll = sums.nll / (double)pieces;
    apply_update(t, report);
    tr_workers_end(t->workers);
    report->seconds = tr_seconds() - began;
    progress->flops += count_flops(t);
    progress->step++;
    progress->pieces += pieces;
    progress->seconds += report->seconds;
    progress->n_skipped += report->skipped;
    progress->n_skipped_last = report->skipped ? progress->n_skipped_last + 1 : 0;
    if (progress->n_skipped_last < 3) return 0;
    return tr_fail(err, TR_EINVAL,
                   "step %zu: the loss is not finite; a lower rate than %s may help",
                   progress->step, tr_decimal_of(t->state.recipe.rate).text);
}

/* Swaps the weights and their average. */
static void exchange_weights(tr_trainer *t)
{
    float *w = t->learnt->w;
    t->learnt->w = t->learnt->average;
    t->learnt->average = w;
    tr_transformer_pack(t->network);
}

double tr_trainer_check(tr_trainer *t, const tr_bitext *text, size_t most)
{
    const size_t held_out = tr_bitext_n_held_out(text), n = held_out < most ? held_out : most;
    lesson l = {.options = {.weight = 1}};
    size_t pieces = 0;

    if (!n) return 0;
    tr_workers_begin(t->workers);
    exchange_weights(t);
    tr_pack_rows_begin(&t->pack);
    for (size_t i = 0; i < n; i++) {
        const tr_pair pair = tr_bitext_held_out(text, i);
        pieces += pair.n_target;
        add_to_pack(t, &pair, &l);
    }
    run_pack(t, &l);
    exchange_weights(t);
    tr_workers_end(t->workers);
    return l.sums.nll / (double)pieces;
}

void tr_trainer_keep(tr_trainer *t)
{
    memcpy(t->best, t->learnt->average, t->learnt->n_floats * sizeof *t->best);
}

float *tr_trainer_best(tr_trainer *t)
{
    return t->state.progress.best_dev > 0 ? t->best : t->learnt->average;
}

void tr_trainer_blend(tr_trainer *t, double share)
{
    const float *best = tr_trainer_best(t), *original = t->original.w;
    if (t->base) tr_adapters_share(&t->adapters, best, (float)share, t->learnt->average);
    for (size_t i = 0; i < t->p.n_floats && !t->base; i++)
        t->p.average[i] = original[i] + (float)share * (best[i] - original[i]);
}
