/* golden_scores.c - networks of every score of attention, width and kind: written to a file and
 * translated with, against a naive search over the same network in float64 (search/float64.h). */
#include "golden.h"

#include "golden/search/agrees.h"
#include "golden/search/float64.h"
#include "make/spm_proto.h"
#include "setup/handle.h"
#include "train/model_file.h"
#include "unit/trainee.h"

enum { VOCAB = 60, TOKENS = 12, LINES = 4, MOST_IDS = 16 };

static const char *const lines[LINES] = {"5 9 12 3", "7 7 7 30 2 8 41 19 55", "33 4",
                                         "20 21 22 23 24 25"};

typedef struct subject {
    char name[120];
    tr_parameters p;
    float sinusoids[TRAINEE_POSITIONS * TRAINEE_WIDEST];
    const float *positions; /* NULL if they are learned */
    tr_model *model;
} subject;

/* ---- Models ---- */

/* Biases and gains that are not 0 and 1, and attention that looks somewhere, which differs from
 * word to word. */
static void shake(tr_parameters *p)
{
    uint32_t state = 17;

    for (size_t i = 0; i < p->n_tensors; i++) {
        const tr_parameter_tensor *t = &p->tensors[i];
        for (size_t at = t->at; at < t->at + t->n_out * t->n_in; at++) {
            if (t->kind == TR_WEIGHTS) p->w[at] *= 2;
            if (t->kind == TR_SCORE_EXPONENT) p->w[at] = 0.5f;
            if (t->n_in == 1 || t->kind == TR_SCORE_MAP) p->w[at] += 0.2f * trainee_noise(&state);
        }
    }
}

static bool open_parameters(subject *s, const tr_shape *shape)
{
    static const tr_panel_format format = {1, 1};
    tr_error err = {0};

    if (!tap_ok(tr_parameters_create(&s->p, shape, &format, &err) == 0, "%s: parameters %s",
                s->name, err.msg))
        return false;
    tr_parameters_initialise(&s->p, 5);
    shake(&s->p);
    tr_transformer_sinusoids(TRAINEE_POSITIONS, shape->d_model, s->sinusoids);
    s->positions = shape->learned_positions ? NULL : s->sinusoids;
    return true;
}

/* </s> is 0 and <unk> 1, as the trainer has them. */
static void put_pieces(tr_buf *b)
{
    put_piece(b, "</s>", 0, TR_SPM_CONTROL);
    put_piece(b, "<unk>", 0, TR_SPM_UNKNOWN);
    put_piece(b, "\xe2\x96\x81", -1, TR_SPM_NORMAL);
    for (int i = 3; i < VOCAB; i++) {
        char piece[16];
        snprintf(piece, sizeof piece, "w%d", i);
        put_piece(b, piece, (float)-i, TR_SPM_NORMAL);
    }
    put_trainer(b, ALGORITHM_UNIGRAM, false);
}

static bool open_model(subject *s, bool int8)
{
    tr_buf spm = {0};
    tr_error err = {0};

    put_pieces(&spm);
    const tr_model_about about = {.source_language = "en",
                                  .target_language = "de",
                                  .max_source = 32,
                                  .max_target = 32,
                                  .length_penalty = 1,
                                  .spm = spm.data,
                                  .spm_size = spm.len};
    const char *const path = golden_temporary;
    const int rc = tr_model_file_write(path, &s->p, s->p.w, s->positions, &about, int8, &err) ||
                   tr_model_open(&s->model, path, &err);
    unlink(path);
    tr_buf_free(&spm);
    return tap_ok(rc == 0, "%s: a model of %s is made %s", s->name, int8 ? "int8" : "float32",
                  err.msg);
}

/* ---- Translations ---- */

static tr_options options_of(const subject *s)
{
    tr_options o = golden_options(s->model, 4, 1, TR_IDS, TR_IDS);
    o.split = TR_SPLIT_NONE;
    o.max_length_factor = 0;
    o.max_length = TOKENS;
    o.threads = 1;
    return o;
}

static const tr_translation *const *translate(tr_session *session)
{
    tr_string text[LINES];
    const tr_translation *const *t = NULL;
    tr_error err;

    for (size_t i = 0; i < LINES; i++)
        text[i] = golden_string(lines[i]);
    return tr_translate_batch(session, text, LINES, &t, &err) ? NULL : t;
}

static float64_network net;

/* Reads the source of a translation. */
static bool read_source(const subject *s, const tr_translation *t)
{
    int32_t ids[MOST_IDS];
    const size_t n = t->n_source_tokens;

    net.p = &s->p;
    net.positions = s->positions;
    for (size_t i = 0; i < n && i < MOST_IDS; i++)
        ids[i] = t->source_tokens[i].id;
    if (n + 1 > MOST_IDS) return false;
    ids[n] = 0;
    float64_read(&net, ids, n + 1);
    return true;
}

static bool found_by_naive_search(const subject *s, const tr_options *o, const tr_translation *t)
{
    const naive search = {.ask = float64_ask,
                          .network = &net,
                          .vocab = VOCAB,
                          .limit = (size_t)o->max_length,
                          .beam = (size_t)o->beam_size,
                          .n_best = (size_t)o->n_best,
                          .eos = 0,
                          .alpha = (double)o->length_penalty,
                          .min_length = (size_t)o->min_length,
                          .banned = tr_model_banned(s->model, true)};
    return read_source(s, t) && agrees(&search, t);
}

static void check_search(const subject *s, int beam)
{
    tr_options o = options_of(s);
    o.beam_size = o.n_best = beam;
    o.min_length = 4;
    tr_session *session = golden_create(s->model, &o);
    const tr_translation *const *t = session ? translate(session) : NULL;
    bool same = t;

    for (size_t i = 0; same && i < LINES; i++)
        same = found_by_naive_search(s, &o, t[i]);
    tap_ok(same, "%s: a beam of %d finds what a naive search in float64 does", s->name, beam);
    tr_session_free(session);
}

/* ---- Weights ---- */

typedef struct told {
    size_t n[3];
    float weight[3][FLOAT64_LAYERS][FLOAT64_ROWS][FLOAT64_HEADS][FLOAT64_ROWS];
} told;

static void attention(void *ctx, const tr_attention_row *a)
{
    told *to = ctx;
    const size_t row = a->kind == TR_ENCODER_SELF ? a->row : a->step;

    for (size_t h = 0; h < a->n_heads; h++)
        for (size_t j = 0; j < a->n; j++)
            to->weight[a->kind][a->layer][row][h][j] = tr_attention_weight(a, h, j);
    to->n[a->kind]++;
}

/* The largest difference of a weight; rows of a kind that were not told count. */
static double furthest(const subject *s, const told *seen, size_t n_steps)
{
    const tr_shape *const shape = &s->p.shape;
    double worst = 0;

    for (int kind = TR_ENCODER_SELF; kind <= TR_CROSS; kind++) {
        const bool encoder = kind == TR_ENCODER_SELF;
        const size_t layers = encoder ? shape->n_encoder_layers : shape->n_decoder_layers;
        const size_t rows = encoder ? net.n : n_steps;
        if (kind == TR_DECODER_SELF && shape->ssru) continue;
        if (seen->n[kind] != layers * rows) return 1;
        for (size_t l = 0; l < layers; l++)
            for (size_t r = 0; r < rows; r++)
                for (size_t h = 0; h < shape->heads; h++)
                    for (size_t j = 0; j < (kind == TR_DECODER_SELF ? r + 1 : net.n); j++)
                        worst = fmax(worst, fabs((double)seen->weight[kind][l][r][h][j] -
                                                 net.weight[kind][l][r][h][j]));
    }
    return worst;
}

/* What an observer is told of the longest line. */
static void check_weights(const subject *s)
{
    static told seen;
    const tr_observer observer = {.ctx = &seen, .attention = attention};
    tr_options o = options_of(s);
    const tr_translation *t;
    float logits[VOCAB];
    double worst = 1;
    tr_error err;

    memset(&seen, 0, sizeof seen);
    o.beam_size = o.n_best = 1;
    o.min_length = 6;
    o.observer = &observer;
    tr_session *session = golden_create(s->model, &o);
    if (session && !tr_translate(session, lines[1], strlen(lines[1]), &t, &err) && !t->status &&
        read_source(s, t)) {
        const tr_hypothesis *h = t->hypotheses;
        int32_t ids[TOKENS];
        for (size_t i = 0; i < h->n_tokens; i++)
            ids[i] = h->tokens[i].id;
        float64_ask(&net, ids, h->n_tokens - 1, logits);
        worst = furthest(s, &seen, h->n_tokens);
    }
    tap_ok(worst < 1e-5, "%s: weights of all layers and heads are those of float64, within %.1g",
           s->name, worst);
    tr_session_free(session);
}

/* ---- Bits ---- */

/* On each instruction set, on three threads, and in batches of one line. */
static void check_bits(const subject *s, const char *type)
{
    tr_options o = options_of(s);
    tr_session *best = golden_create(s->model, &o);
    const tr_translation *const *expected = best ? translate(best) : NULL;
    bool same = expected;

    for (size_t i = 0; golden_next_cpu(&i);)
        for (int way = 0; same && way < 3; way++) {
            tr_options other = o;
            other.cpu = golden_cpu;
            if (way == 1) other.threads = 3;
            if (way == 2) other.batch_tokens = 1;
            tr_session *session = golden_create(s->model, &other);
            const tr_translation *const *t = session ? translate(session) : NULL;
            for (size_t k = 0; same && k < LINES; k++)
                same = t && same_bits(t[k], expected[k]);
            tr_session_free(session);
        }
    tap_ok(same, "%s: %s: the same bits on all instruction sets and threads", s->name, type);
    tr_session_free(best);
}

/* ---- Kinds ---- */

static void check_shape(subject *s, const tr_shape *shape)
{
    if (!open_parameters(s, shape)) return;
    if (open_model(s, false)) {
        check_search(s, 1);
        check_search(s, 4);
        check_weights(s);
        check_bits(s, "float32");
    }
    tr_model_close(s->model);
    s->model = NULL;
    if (open_model(s, true)) check_bits(s, "int8");
    tr_model_close(s->model);
    s->model = NULL;
    tr_parameters_free(&s->p);
}

/* Widths that a head may have beside d_model / heads. */
static void check_score(subject *s, int score)
{
    static const char *const names[] = {"scaled-dot", "cosine", "additive",
                                        "location",   "dot",    "general"};
    static const struct {
        size_t d, heads, key, value;
    } shapes[] = {{24, 1, 0, 0}, {24, 3, 5, 11}, {32, 1, 33, 30}, {22, 4, 7, 3}, {16, 8, 1, 17}};

    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        tr_shape shape = trainee_shape(TRAINEE_SHIPPED, shapes[i].d, shapes[i].heads, VOCAB);
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

    golden_start("scores");
    for (int kind = 0; kind < TRAINEE_ALL_KINDS; kind++) {
        tr_shape shape = trainee_shape(kind, 24, 4, VOCAB);
        shape.source_vocab = VOCAB; /* one vocabulary */
        snprintf(s.name, sizeof s.name, "%s", trainee_kind_name(kind));
        check_shape(&s, &shape);
    }
    for (int score = TR_SCALED_DOT; score <= TR_GENERAL; score++)
        check_score(&s, score);
    return tap_done();
}
