#include "network.h"

#include <stdio.h>
#include <string.h>

#include "commands/commands.h"
#include "console/message.h"
#include "resources.h"
#include "train/network/stacking.h"

static const struct size_preset {
    const char *name;
    size_t encoder, decoder, d_model, ffn, heads, vocab;
} presets[] = {
    {"tiny", 4, 1, 128, 512, 4, 4000},
    {"small", 4, 2, 256, 1024, 8, 8000},
    {"medium", 6, 2, 384, 1536, 6, 16000},
    {"base", 6, 6, 512, 2048, 8, 32000},
};
enum { N_PRESETS = sizeof presets / sizeof *presets };

/* Their words, by enum tr_score. */
static const char *const scores[] = {"scaled-dot", "cosine", "additive",
                                     "location",   "dot",    "general"};
enum { N_SCORES = sizeof scores / sizeof *scores };

/* The score that the n bytes name, or -1. */
static int score_named(const char *name, size_t n)
{
    for (int i = 0; i < N_SCORES; i++)
        if (strlen(scores[i]) == n && !memcmp(scores[i], name, n)) return i;
    return -1;
}

const char *network_score(int score)
{
    return scores[score];
}

/* Reads --attention: SCORE, self=SCORE and cross=SCORE, with commas between, a later one in place
 * of an earlier. */
static int read_scores(const char *text, tr_shape *shape)
{
    const char *at = text ? text : "scaled-dot";

    for (bool more = true; more;) {
        const size_t n = strcspn(at, ",");
        const bool self = !strncmp(at, "self=", 5), cross = !strncmp(at, "cross=", 6);
        const size_t before = self ? 5 : cross ? 6 : 0;
        const int score = n < before ? -1 : score_named(at + before, n - before);
        if (score < 0)
            return options_misuse(&train_command,
                                  "--attention %s: %.*s is not scaled-dot, dot, cosine, general, "
                                  "additive or location, nor self= or cross= one of them",
                                  text, (int)n, at);
        if (!cross) shape->self_score = score;
        if (!self) shape->cross_score = score;
        more = at[n] == ',';
        at += n + 1;
    }
    return EXIT_OK;
}

/* A network of one's own: the paper's, but for what the options change. */
static tr_shape shape_of(const train_job *j, const struct size_preset *p, size_t vocab)
{
    const train_settings *const s = &j->set;
    tr_training t;
    tr_training_init(&t);
    t.shape.n_encoder_layers = p->encoder;
    t.shape.n_decoder_layers = p->decoder;
    t.shape.d_model = p->d_model;
    t.shape.encoder_ffn = t.shape.decoder_ffn = p->ffn;
    t.shape.heads = p->heads;
    t.shape.d_key = (size_t)s->d_key;
    t.shape.d_value = (size_t)s->d_value;
    t.shape.source_vocab = t.shape.target_vocab = vocab;
    t.shape.learned_positions = s->positions == 1;
    t.shape.pre_norm = s->norm == 1;
    if (s->activation != TRAIN_NOT_SAID) t.shape.activation = s->activation;
    if (s->ties != TRAIN_NOT_SAID) t.shape.ties = s->ties;
    t.shape.ssru = s->decoder == 1;
    read_scores(s->attention, &t.shape); /* network_check() has refused what is wrong */
    if (t.shape.self_score == TR_LOCATION || t.shape.cross_score == TR_LOCATION)
        t.shape.n_places = s->limit ? (size_t)s->limit : t.recipe.limit;
    return t.shape;
}

/* The largest that sees ten pieces a parameter in its time, at a guess of 40 GFLOP/s a core, and
 * has at most twice as many parameters as the text has pieces. */
static const struct size_preset *choose_preset(const train_job *j, size_t vocab)
{
    const double pieces = (double)tr_bitext_count(j->texts.own)->target_pieces;
    const struct size_preset *best = &presets[0];

    for (size_t i = 0; i < N_PRESETS; i++) {
        const tr_shape shape = shape_of(j, &presets[i], vocab);
        const double n = resources_n_parameters(&shape), flop = 6 * n;
        const double speed = 40e9 * (double)j->threads / flop;
        const double seen = j->set.steps ? (double)j->set.steps * 4000 : j->hours * 3600 * speed;
        if (j->set.size ? !strcmp(presets[i].name, j->set.size) : seen >= 10 * n && n <= 2 * pieces)
            best = &presets[i];
    }
    return best;
}

/* Reads --shape; all else is as in `base`. */
static int read_shape(const train_job *j, tr_shape base, tr_shape *shape)
{
    char end;
    *shape = base;
    if (sscanf(j->set.shape, "%zu+%zu,%zu,%zu,%zu%c", &shape->n_encoder_layers,
               &shape->n_decoder_layers, &shape->d_model, &shape->encoder_ffn, &shape->heads,
               &end) != 5 ||
        shape->n_encoder_layers > 100 || shape->n_decoder_layers > 100 || shape->d_model > 8192 ||
        shape->encoder_ffn > 65536)
        return options_misuse(&train_command, "--shape %s is not E+D,WIDTH,FFN,HEADS",
                              j->set.shape);
    shape->decoder_ffn = shape->encoder_ffn;
    return EXIT_OK;
}

/* Pieces of the vocabulary; of a model that cuts text in its own way they fit it. */
static size_t count_pieces(const train_job *j)
{
    return j->texts.spm ? (size_t)tr_spm_size(j->texts.spm) : 0;
}

/* The original's shape, or a larger one from --shape. */
static int take_shape(train_job *j)
{
    tr_shape *shape = &j->training.shape, original;

    if (tr_model_file_shape(&j->original, &original, &j->err) < 0) return job_fail(j);
    *shape = original;
    if (j->set.shape && j->training.recipe.rewrites) {
        complain("%s: its tokens or its vocabulary are such that its network stays as large as it "
                 "is (--shape)",
                 j->original_path);
        return EXIT_FAILED;
    }
    if (j->set.shape) {
        const int status = read_shape(j, original, shape);
        if (status != EXIT_OK) return status;
        if (tr_stacking_check(&original, shape, &j->err) < 0) {
            complain("%s: cannot become --shape %s: %s", j->original_path, j->set.shape,
                     j->err.msg);
            return EXIT_FAILED;
        }
    }
    if (count_pieces(j) <= shape->target_vocab) return EXIT_OK;
    complain("%s: has fewer embeddings than pieces", j->original_path);
    return EXIT_FAILED;
}

int network_check(const train_job *j)
{
    tr_shape unused = {0};
    return read_scores(j->set.attention, &unused);
}

static int refuse_other(const train_job *j, const char *name, const char *has)
{
    return options_misuse(&train_command, "--from keeps the network of its model: %s has --%s %s",
                          j->original_path, name, has);
}

/* Options that are a choice of words. */
static int check_choices(const train_job *j, const tr_shape *has)
{
    static const char *const positions[] = {"sinusoids", "learned"}, *const norms[] = {"post",
                                                                                       "pre"};
    static const char *const decoders[] = {"attention", "ssru"};
    static const char *const ties[] = {"all", "target", "none", "inputs"};
    static const char *const activations[] = {"relu", "swish", "gelu-sigmoid", "gelu-erf",
                                              "gelu-tanh"};
    const train_settings *const s = &j->set;
    const struct {
        const char *name;
        int asked, has;
        const char *const *words;
    } options[] = {{"positions", s->positions, has->learned_positions, positions},
                   {"norm", s->norm, has->pre_norm, norms},
                   {"activation", s->activation, has->activation, activations},
                   {"ties", s->ties, has->ties, ties},
                   {"decoder", s->decoder, has->ssru, decoders}};

    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (options[i].asked != TRAIN_NOT_SAID && options[i].asked != options[i].has)
            return refuse_other(j, options[i].name, options[i].words[options[i].has]);
    return EXIT_OK;
}

static int check_width(const train_job *j, const char *name, int asked, size_t has)
{
    char text[24];
    snprintf(text, sizeof text, "%zu", has);
    return asked && (size_t)asked != has ? refuse_other(j, name, text) : EXIT_OK;
}

/* A model file has scaled-dot in place of dot and general, which are folded into it. */
static int check_scores(const train_job *j, const tr_shape *has)
{
    tr_shape asked = *has;
    char text[64];

    if (!j->set.attention) return EXIT_OK;
    read_scores(j->set.attention, &asked);
    if (asked.self_score == has->self_score && asked.cross_score == has->cross_score)
        return EXIT_OK;
    snprintf(text, sizeof text, "self=%s,cross=%s", scores[has->self_score],
             scores[has->cross_score]);
    return refuse_other(j, "attention", text);
}

int network_keeps(train_job *j)
{
    tr_shape has;

    if (tr_model_file_shape(&j->original, &has, &j->err) < 0) return job_fail(j);
    const size_t d = has.d_model / has.heads;
    int status = check_choices(j, &has);
    if (status == EXIT_OK) status = check_width(j, "d-k", j->set.d_key, has.d_key ? has.d_key : d);
    if (status == EXIT_OK)
        status = check_width(j, "d-v", j->set.d_value, has.d_value ? has.d_value : d);
    return status == EXIT_OK ? check_scores(j, &has) : status;
}

int network_choose(train_job *j)
{
    const size_t vocab = count_pieces(j);

    if (j->has_checkpoint) {
        const tr_shape *s = &j->training.shape;
        if (vocab <= s->source_vocab && vocab <= s->target_vocab) return EXIT_OK;
        complain("%s: has fewer embeddings than pieces", j->set.resume);
        return EXIT_FAILED;
    }
    if (j->original_path) return take_shape(j);
    if (!j->set.shape)
        j->training.shape = shape_of(j, choose_preset(j, vocab), vocab);
    else if (read_shape(j, shape_of(j, &presets[0], vocab), &j->training.shape) != EXIT_OK)
        return EXIT_MISUSE;
    return EXIT_OK;
}
