#include "train/network/transformer.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "train/network/attention_block.h"
#include "train/network/ffn_block.h"
#include "train/network/pages.h"
#include "train/network/scores.h"
#include "train/network/ssru_block.h"

enum { EMBED_ROWS = 96, EMBED_COLUMNS = 32 };

typedef struct layer_memory {
    tr_attention_memory self, cross;
    tr_ssru_memory ssru;
    tr_ffn_memory ffn;
} layer_memory;

struct tr_transformer {
    tr_pass pass;
    tr_pack_limits limits;
    const float *positions; /* [n_positions, d_model]; NULL: learned */
    tr_arena arena;

    float *source, *target; /* embedded rows: the stacks' inputs [rows, d] */
    layer_memory *encoder, *decoder;
    tr_block_memory encoder_top, decoder_top;
    tr_block_memory embedded[2];        /* of the norms of embeddings; output: source, target */
    float *d_memory, *d_states, *spare; /* [rows, d] */
    tr_block_room room;
    tr_loss_room loss;
};

/* ---- Memory ---- */

/* Takes arrays out of the arena, or only counts their bytes. */
typedef struct arena_plan {
    const tr_panel_format *format;
    tr_arena *arena; /* NULL: only count */
    size_t size;     /* bytes */
} arena_plan;

static void *plan_bytes(arena_plan *p, size_t count, size_t elem)
{
    p->size += tr_arena_need(count, elem);
    return p->arena ? tr_arena_take(p->arena, count, elem) : NULL;
}

static float *plan_floats(arena_plan *p, size_t rows, size_t width)
{
    return width ? plan_bytes(p, rows, width * sizeof(float)) : NULL;
}

static void plan_block(arena_plan *p, const tr_shape *s, size_t rows, tr_block_memory *m)
{
    m->normal = plan_floats(p, rows, s->d_model);
    m->factor = plan_floats(p, rows, 1);
    m->input = s->pre_norm ? plan_floats(p, rows, s->d_model) : NULL;
    m->output = plan_floats(p, rows, s->d_model);
}

static void plan_attention(arena_plan *p, const tr_shape *s, size_t rows, bool cross,
                           tr_attention_memory *m)
{
    const tr_head_widths w = tr_shape_heads(s, cross);
    const int score = tr_shape_score(s, cross);
    const size_t d = tr_shape_head(s, cross).key;
    m->wide = plan_floats(p, rows, cross ? w.query : w.query + w.key + w.value);
    m->kv = cross ? plan_floats(p, rows, w.key + w.value) : NULL;
    m->attended = plan_floats(p, rows, w.value);
    m->kept = plan_floats(p, rows, tr_score_kept(score, s->heads, d));
    m->keys_kept = plan_floats(p, rows, score == TR_COSINE ? s->heads : 0);
    plan_block(p, s, rows, &m->block);
}

static void plan_layer(arena_plan *p, const tr_shape *s, size_t rows, bool decoder, layer_memory *m)
{
    const size_t ffn = decoder ? s->decoder_ffn : s->encoder_ffn;
    if (decoder && s->ssru) {
        m->ssru.wide = plan_floats(p, rows, 2 * s->d_model);
        m->ssru.state = plan_floats(p, rows, s->d_model);
        plan_block(p, s, rows, &m->ssru.block);
    } else {
        plan_attention(p, s, rows, false, &m->self);
    }
    if (decoder) plan_attention(p, s, rows, true, &m->cross);
    m->ffn.before = s->activation == TR_RELU ? NULL : plan_floats(p, rows, ffn);
    m->ffn.hidden = plan_floats(p, rows, ffn);
    plan_block(p, s, rows, &m->ffn.block);
}

/* Of an SSRU, of attention, or of a feed-forward network. */
static size_t widest(const tr_shape *s)
{
    const tr_head_widths self = tr_shape_heads(s, false), cross = tr_shape_heads(s, true);
    const size_t n = tr_larger(self.query + self.key, cross.query + cross.key) + self.value;
    return tr_larger(tr_larger(s->encoder_ffn, s->decoder_ffn), tr_larger(3 * s->d_model, n));
}

static void plan_room(arena_plan *p, const tr_shape *s, const tr_pack_limits *limits,
                      tr_block_room *room)
{
    const size_t rows = limits->rows, rank = limits->rank, d = s->d_model;
    const tr_heads self = tr_attention_heads(s, false), cross = tr_attention_heads(s, true);
    const tr_head_widths w = tr_shape_heads(s, true);
    room->rows = plan_bytes(p, rows, tr_larger(tr_memory_bytes(&self), tr_memory_bytes(&cross)));
    room->d_out = plan_floats(p, rows, d);
    room->d_x = plan_floats(p, rows, d);
    room->d_y = plan_floats(p, rows, d);
    room->d_in = plan_floats(p, rows, tr_larger(d, w.value));
    room->d_wide = plan_floats(p, rows, widest(s));
    room->d_kv = plan_floats(p, rows, w.key + w.value);
    const tr_panel_format *f = p->format;
    const size_t left = rank ? tr_adapted_room(f, rank, rows, widest(s), d)
                             : tr_left_size(f, rows, widest(s)) + 3 * tr_left_size(f, rows, d);
    room->left = plan_floats(p, left, 1);
    room->sums = plan_floats(p, tr_row_parts(rows), rank ? 0 : widest(s) + 3 * d);
    room->panels = plan_floats(p,
                               tr_panels_size(f, rows, widest(s)) + 3 * tr_panels_size(f, rows, d) +
                                   TR_ADAPTED_MOST * tr_panels_size(f, rows, rank),
                               1);
}

/* Where the network does not learn, the output has no gradient of its own. */
static void plan_loss(arena_plan *p, const tr_shape *s, bool learns, tr_loss_room *room)
{
    room->rows = plan_bytes(p, TR_LOSS_ROWS, sizeof *room->rows);
    if (!learns) return;
    room->left = plan_floats(p, tr_left_size(p->format, TR_LOSS_ROWS, s->target_vocab), 1);
    room->sums = plan_floats(p, TR_LOSS_ROWS / TR_ROWS_TOGETHER, s->target_vocab);
    room->panels = plan_floats(p, tr_panels_size(p->format, TR_LOSS_ROWS, s->d_model), 1);
}

static void plan_all(arena_plan *p, const tr_shape *s, const tr_pack_limits *limits,
                     tr_transformer *t)
{
    const size_t rows = limits->rows, d = s->d_model;
    layer_memory none;

    t->source = plan_floats(p, rows, d);
    t->target = plan_floats(p, rows, d);
    for (int side = 0; s->embedding_norm && side < 2; side++)
        t->embedded[side] = (tr_block_memory){.normal = plan_floats(p, rows, d),
                                              .factor = plan_floats(p, rows, 1),
                                              .output = side ? t->target : t->source};
    for (size_t i = 0; i < s->n_encoder_layers; i++)
        plan_layer(p, s, rows, false, t->encoder ? &t->encoder[i] : &none);
    for (size_t i = 0; i < s->n_decoder_layers; i++)
        plan_layer(p, s, rows, true, t->decoder ? &t->decoder[i] : &none);
    if (s->pre_norm) {
        plan_block(p, s, rows, &t->encoder_top);
        plan_block(p, s, rows, &t->decoder_top);
    }
    t->d_memory = plan_floats(p, rows, d);
    t->d_states = plan_floats(p, rows, d);
    t->spare = plan_floats(p, rows, d);
    plan_room(p, s, limits, &t->room);
    plan_loss(p, s, limits->rank == 0, &t->loss);
}

size_t tr_transformer_size(const tr_shape *shape, const tr_pack_limits *limits,
                           const tr_panel_format *format)
{
    tr_transformer t = {0};
    arena_plan p = {.format = format};
    plan_all(&p, shape, limits, &t);
    return p.size / sizeof(float);
}

size_t tr_transformer_scratch(const tr_shape *shape, const tr_pack_limits *limits)
{
    const size_t blocks = tr_attention_scratch(shape, limits->longest);
    const size_t loss = tr_loss_scratch(shape, limits->teacher);
    const size_t reading = limits->rank ? tr_pass_read_scratch(shape) : 0;
    return tr_larger(tr_larger(blocks, loss), reading);
}

int tr_transformer_create(tr_transformer **out, tr_parameters *p, tr_workers *workers, unsigned cpu,
                          int arithmetic, const float *positions, const tr_pack_limits *limits,
                          tr_error *err)
{
    const tr_shape *s = &p->shape;
    tr_transformer *t = calloc(1, sizeof *t);

    if (!t) return tr_fail_memory(err);
    t->pass = (tr_pass){.workers = workers, .p = p};
    tr_kernels_init(&t->pass.k, cpu);
    tr_gradients_init(&t->pass.g, cpu, arithmetic);
    t->limits = *limits;
    t->positions = positions;
    t->encoder = calloc(s->n_encoder_layers + 1, sizeof *t->encoder);
    t->decoder = calloc(s->n_decoder_layers + 1, sizeof *t->decoder);
    const size_t size = tr_transformer_size(s, limits, &p->format) * sizeof(float);
    if (!t->encoder || !t->decoder || tr_arena_init(&t->arena, size) < 0) {
        tr_transformer_free(t);
        return tr_fail_memory(err);
    }
    tr_pages_large(t->arena.base, size);
    arena_plan arena = {.format = &p->format, .arena = &t->arena};
    plan_all(&arena, s, limits, t);
    *out = t;
    return 0;
}

void tr_transformer_free(tr_transformer *t)
{
    if (!t) return;
    tr_arena_free(&t->arena);
    free(t->encoder);
    free(t->decoder);
    free(t);
}

const tr_pass *tr_transformer_pass(const tr_transformer *t)
{
    return &t->pass;
}

void tr_transformer_pack(tr_transformer *t)
{
    tr_pass_pack_weights(&t->pass);
}

void tr_transformer_pack_output(tr_transformer *t)
{
    tr_pass_read_output(&t->pass);
}

/* ---- Embeddings ---- */

void tr_transformer_sinusoids(size_t n, size_t d_model, float *positions)
{
    const size_t half = d_model / 2;
    for (size_t i = 0; i < half; i++) {
        const double rate = exp(-(double)i * log(10000.0) / (double)(half - 1));
        for (size_t r = 0; r < n; r++) {
            positions[r * d_model + i] = (float)sin((double)r * rate);
            positions[r * d_model + half + i] = (float)cos((double)r * rate);
        }
    }
}

typedef struct embedding {
    tr_transformer *t;
    const tr_pack *pack;
    const tr_pack_side *side;
    size_t table, tensor; /* its offset and its number */
    bool decoder;
    float *x; /* [n_rows, d]: rows, or their gradients */
} embedding;

static float scale_of(const tr_transformer *t)
{
    const tr_shape *s = &t->pass.p->shape;
    if (s->embedding_scale > 0) return s->embedding_scale;
    return t->positions ? sqrtf((float)s->d_model) : 1;
}

/* The piece whose embedding row r begins with; in the decoder the piece before it, and at first
 * what the shape says, or -1. */
static int32_t input_piece(const embedding *e, size_t r, size_t begin)
{
    if (!e->decoder) return e->side->ids[r];
    return r > begin ? e->side->ids[r - 1] : (int32_t)e->t->pass.p->shape.start - 1;
}

/* visit(row, piece, place in its sentence, column), for rows first .. end - 1. */
typedef void row_visitor(const embedding *e, size_t row, int32_t piece, size_t place,
                         size_t column);

static void visit_rows(const embedding *e, size_t first, size_t end, size_t column,
                       row_visitor *visit)
{
    const size_t *start = e->side->start;
    for (size_t s = 0; s < e->pack->n_sentences && start[s] < end; s++) {
        size_t r = start[s] > first ? start[s] : first;
        for (; r < start[s + 1] && r < end; r++)
            visit(e, r, input_piece(e, r, start[s]), r - start[s], column);
    }
}

static void embed_row(const embedding *e, size_t row, int32_t piece, size_t place, size_t column)
{
    const tr_transformer *t = e->t;
    const tr_parameters *p = t->pass.p;
    const size_t d = p->shape.d_model;
    const float *position =
        (t->positions ? t->positions : p->w + p->positions[e->decoder]) + place * d;
    const float scale = scale_of(t);
    float *x = e->x + row * d;
    const float *w = x;

    (void)column;
    if (piece >= 0 && e->table != TR_NOT_KEPT)
        w = p->w + e->table + (size_t)piece * d;
    else if (piece >= 0)
        p->source.read(p->source.ctx, &p->tensors[e->tensor], (size_t)piece, 1, x);
    for (size_t i = 0; i < d; i++)
        x[i] = piece < 0 ? position[i] : w[i] * scale + position[i];
}

static tr_block_position embedding_site(const embedding *e)
{
    return (tr_block_position){e->decoder, TR_LAYER_EMBED, TR_BLOCK_EMBED};
}

static void drop_rows(const embedding *e, size_t first, size_t n)
{
    tr_pass_drop(&e->t->pass, embedding_site(e), e->side, first, n,
                 e->x + first * e->t->pass.p->shape.d_model);
}

/* Rows that are normed get their dropout behind the norm. */
static void embed_rows(void *ctx, size_t first, size_t n, float *scratch)
{
    const embedding *e = ctx;
    (void)scratch;
    visit_rows(e, first, first + n, 0, embed_row);
    if (!e->t->pass.p->shape.embedding_norm) drop_rows(e, first, n);
}

/* Dropout is its own gradient. */
static void drop_all_rows(void *ctx, size_t first, size_t n, float *scratch)
{
    (void)scratch;
    drop_rows(ctx, first, n);
}

/* Adds some columns of a row's gradient to the gradients of its piece and its position. */
static void embed_row_back(const embedding *e, size_t row, int32_t piece, size_t place,
                           size_t column)
{
    const tr_transformer *t = e->t;
    const tr_parameters *p = t->pass.p;
    const size_t d = p->shape.d_model,
                 end = column + EMBED_COLUMNS < d ? column + EMBED_COLUMNS : d;
    const float *d_x = e->x + row * d, scale = scale_of(t);
    float *g = p->g + e->table + (piece < 0 ? 0 : (size_t)piece * d);

    for (size_t i = column; i < end && piece >= 0; i++)
        g[i] += d_x[i] * scale;
    for (size_t i = column; i < end && !t->positions; i++)
        p->g[p->positions[e->decoder] + place * d + i] += d_x[i];
}

static void embed_columns_back(void *ctx, size_t i, float *scratch)
{
    const embedding *e = ctx;
    (void)scratch;
    visit_rows(e, 0, e->side->n_rows, i * EMBED_COLUMNS, embed_row_back);
}

static embedding embedding_of(tr_transformer *t, const tr_pack *pack, bool decoder, float *x)
{
    return (embedding){.t = t,
                       .pack = pack,
                       .side = decoder ? &pack->target : &pack->source,
                       .table = decoder ? t->pass.p->target_table : t->pass.p->source_table,
                       .tensor = decoder ? t->pass.p->target_tensor : t->pass.p->source_tensor,
                       .decoder = decoder,
                       .x = x};
}

static tr_block_pass block_pass(tr_transformer *t, const tr_pack *pack, bool decoder)
{
    return (tr_block_pass){.pass = &t->pass,
                           .side = decoder ? &pack->target : &pack->source,
                           .source = &pack->source,
                           .n_sentences = pack->n_sentences,
                           .site = {.decoder = decoder},
                           .d_memory = t->d_memory,
                           .room = &t->room};
}

/* The gradient of a block's input is then the gradient of the output of the block before it. */
static void swap_gradients(tr_transformer *t)
{
    float *d_x = t->room.d_x;
    t->room.d_x = t->room.d_out;
    t->room.d_out = d_x;
}

static void embed_side(tr_transformer *t, const tr_pack *pack, bool decoder, float *x)
{
    embedding e = embedding_of(t, pack, decoder, x);
    tr_workers_share(t->pass.workers, e.side->n_rows, EMBED_ROWS, embed_rows, &e);
    if (!t->pass.p->shape.embedding_norm) return;
    tr_block_pass b = block_pass(t, pack, decoder);
    b.x = x;
    tr_block_top_norm(&b, t->pass.p->embedding_norms[decoder], &t->embedded[decoder]);
    tr_workers_share(t->pass.workers, e.side->n_rows, EMBED_ROWS, drop_all_rows, &e);
}

/* Turns room.d_out, the gradient of a stack's input, into the gradient of the embedded rows. */
static void embedded_back(tr_transformer *t, const tr_pack *pack, bool decoder)
{
    embedding e = embedding_of(t, pack, decoder, t->room.d_out);
    if (!t->pass.p->g) return;
    tr_workers_share(t->pass.workers, e.side->n_rows, EMBED_ROWS, drop_all_rows, &e);
    if (!t->pass.p->shape.embedding_norm) return;
    const tr_block_pass b = block_pass(t, pack, decoder);
    tr_block_top_norm_back(&b, t->pass.p->embedding_norms[decoder], &t->embedded[decoder]);
    swap_gradients(t);
}

static void embed_back(tr_transformer *t, const tr_pack *pack, bool decoder, float *d_x)
{
    embedding e = embedding_of(t, pack, decoder, d_x);
    const size_t d = t->pass.p->shape.d_model;
    if (!t->pass.p->g) return;
    tr_workers_run(t->pass.workers, (d + EMBED_COLUMNS - 1) / EMBED_COLUMNS, embed_columns_back,
                   &e);
}

/* ---- Forward ---- */

static const float *run_encoder(tr_transformer *t, const tr_pack *pack)
{
    const tr_parameters *p = t->pass.p;
    tr_block_pass b = block_pass(t, pack, false);

    embed_side(t, pack, false, t->source);
    b.x = t->source;
    for (size_t i = 0; i < p->shape.n_encoder_layers; i++) {
        const layer_memory *m = &t->encoder[i];
        tr_pass_read_layer(&t->pass, &p->encoder[i], false);
        b.site.layer = i;
        b.site.block = TR_BLOCK_SELF;
        tr_self_attention(&b, &p->encoder[i].self, &m->self);
        b.x = m->self.block.output;
        b.site.block = TR_BLOCK_FFN;
        tr_ffn_block(&b, &p->encoder[i], &m->ffn);
        b.x = m->ffn.block.output;
    }
    if (!p->shape.pre_norm) return b.x;
    tr_block_top_norm(&b, p->encoder_top, &t->encoder_top);
    return t->encoder_top.output;
}

/* Runs the first block of a decoder layer, which looks at the pieces so far. */
static const float *look_back(const tr_block_pass *b, const tr_train_layer *layer,
                              const layer_memory *m)
{
    if (b->pass->p->shape.ssru) {
        tr_ssru_block(b, layer, &m->ssru);
        return m->ssru.block.output;
    }
    tr_self_attention(b, &layer->self, &m->self);
    return m->self.block.output;
}

static const float *run_decoder(tr_transformer *t, const tr_pack *pack, const float *memory)
{
    const tr_parameters *p = t->pass.p;
    tr_block_pass b = block_pass(t, pack, true);

    embed_side(t, pack, true, t->target);
    b.x = t->target;
    b.memory = memory;
    for (size_t i = 0; i < p->shape.n_decoder_layers; i++) {
        const layer_memory *m = &t->decoder[i];
        tr_pass_read_layer(&t->pass, &p->decoder[i], false);
        b.site.layer = i;
        b.site.block = TR_BLOCK_SELF;
        b.x = look_back(&b, &p->decoder[i], m);
        b.site.block = TR_BLOCK_CROSS;
        tr_cross_attention(&b, &p->decoder[i].cross, &m->cross);
        b.x = m->cross.block.output;
        b.site.block = TR_BLOCK_FFN;
        tr_ffn_block(&b, &p->decoder[i], &m->ffn);
        b.x = m->ffn.block.output;
    }
    if (!p->shape.pre_norm) return b.x;
    tr_block_top_norm(&b, p->decoder_top, &t->decoder_top);
    return t->decoder_top.output;
}

/* The encoder's output in the last pass. */
static const float *encoder_output(const tr_transformer *t)
{
    const tr_shape *s = &t->pass.p->shape;
    if (s->pre_norm) return t->encoder_top.output;
    return s->n_encoder_layers ? t->encoder[s->n_encoder_layers - 1].ffn.block.output : t->source;
}

static const float *decoder_states(const tr_transformer *t)
{
    const tr_shape *s = &t->pass.p->shape;
    if (s->pre_norm) return t->decoder_top.output;
    return s->n_decoder_layers ? t->decoder[s->n_decoder_layers - 1].ffn.block.output : t->target;
}

const float *tr_transformer_forward(tr_transformer *t, const tr_pack *pack,
                                    const tr_dropout *dropout)
{
    assert(pack->source.n_rows <= t->limits.rows && pack->target.n_rows <= t->limits.rows);
    t->pass.dropout = dropout ? *dropout : (tr_dropout){0};
    return run_decoder(t, pack, run_encoder(t, pack));
}

/* ---- Backward ---- */

static void run_decoder_back(tr_transformer *t, const tr_pack *pack)
{
    const tr_parameters *p = t->pass.p;
    tr_block_pass b = block_pass(t, pack, true);
    b.memory = encoder_output(t);

    if (p->shape.pre_norm) {
        tr_block_top_norm_back(&b, p->decoder_top, &t->decoder_top);
        swap_gradients(t);
    }
    for (size_t i = p->shape.n_decoder_layers; i-- > 0;) {
        const layer_memory *m = &t->decoder[i];
        tr_pass_read_layer(&t->pass, &p->decoder[i], true);
        b.site.layer = i;
        b.site.block = TR_BLOCK_FFN;
        b.x = m->cross.block.output;
        tr_ffn_block_back(&b, &p->decoder[i], &m->ffn);
        swap_gradients(t);
        b.site.block = TR_BLOCK_CROSS;
        b.x = p->shape.ssru ? m->ssru.block.output : m->self.block.output;
        tr_cross_attention_back(&b, &p->decoder[i].cross, &m->cross);
        swap_gradients(t);
        b.site.block = TR_BLOCK_SELF;
        b.x = i > 0 ? t->decoder[i - 1].ffn.block.output : t->target;
        if (p->shape.ssru)
            tr_ssru_block_back(&b, &p->decoder[i], &m->ssru);
        else
            tr_self_attention_back(&b, &p->decoder[i].self, &m->self);
        swap_gradients(t);
    }
}

static void run_encoder_back(tr_transformer *t, const tr_pack *pack)
{
    const tr_parameters *p = t->pass.p;
    tr_block_pass b = block_pass(t, pack, false);

    if (p->shape.pre_norm) {
        tr_block_top_norm_back(&b, p->encoder_top, &t->encoder_top);
        swap_gradients(t);
    }
    for (size_t i = p->shape.n_encoder_layers; i-- > 0;) {
        const layer_memory *m = &t->encoder[i];
        tr_pass_read_layer(&t->pass, &p->encoder[i], true);
        b.site.layer = i;
        b.site.block = TR_BLOCK_FFN;
        b.x = m->self.block.output;
        tr_ffn_block_back(&b, &p->encoder[i], &m->ffn);
        swap_gradients(t);
        b.site.block = TR_BLOCK_SELF;
        b.x = i > 0 ? t->encoder[i - 1].ffn.block.output : t->source;
        tr_self_attention_back(&b, &p->encoder[i].self, &m->self);
        swap_gradients(t);
    }
}

/* From t->d_states to all gradients. */
static void run_backward(tr_transformer *t, const tr_pack *pack)
{
    const size_t d = t->pass.p->shape.d_model,
                 source_size = pack->source.n_rows * d * sizeof(float),
                 target_size = pack->target.n_rows * d * sizeof(float);

    memset(t->d_memory, 0, source_size);
    memcpy(t->room.d_out, t->d_states, target_size);
    run_decoder_back(t, pack);
    embedded_back(t, pack, true);
    memcpy(t->spare, t->room.d_out, target_size);
    memcpy(t->room.d_out, t->d_memory, source_size);
    run_encoder_back(t, pack);
    embedded_back(t, pack, false);
    embed_back(t, pack, false, t->room.d_out);
    embed_back(t, pack, true, t->spare);
}

void tr_transformer_loss(tr_transformer *t, const tr_pack *pack, const tr_loss_options *options,
                         tr_loss_sums *sums)
{
    const tr_loss_question q = {.states = decoder_states(t),
                                .ids = pack->target.ids,
                                .n_rows = pack->target.n_rows,
                                .smoothing = options->smoothing,
                                .weight = options->weight,
                                .teacher = options->teacher,
                                .d_states = options->backward ? t->d_states : NULL};
    t->loss.row_nll = options->row_nll;
    tr_loss(&t->pass, &q, &t->loss, sums);
    if (options->backward) run_backward(t, pack);
}

tr_transformer_view tr_transformer_look(const tr_transformer *t)
{
    return (tr_transformer_view){encoder_output(t), t->d_memory, t->d_states};
}
