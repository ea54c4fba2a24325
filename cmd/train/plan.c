/* plan.c - text, vocabulary, size, steps and rates: decided and said before the first step. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/file.h"
#include "commands.h"
#include "job.h"
#include "memory.h"
#include "message.h"

enum { LEAST_PAIRS = 200, HELD_OUT = 1000, MEASURED_STEPS = 3 };
enum { PROGRAM_SIZE = 12000000 }; /* bytes of the program itself and its libraries */

static const struct preset {
    const char *name;
    size_t encoder, decoder, d_model, ffn, heads, vocab;
} presets[] = {
    {"tiny", 4, 1, 128, 512, 4, 4000},
    {"small", 4, 2, 256, 1024, 8, 8000},
    {"medium", 6, 2, 384, 1536, 6, 16000},
    {"base", 6, 6, 512, 2048, 8, 32000},
};
enum { N_PRESETS = sizeof presets / sizeof *presets };

static double number_of(const char *text, double low, double high, double otherwise, bool *good)
{
    char *end;
    if (!text) return otherwise;
    const double x = strtod(text, &end);
    *good = *good && end != text && !*end && x >= low && x <= high;
    return x;
}

static int read_numbers(job *j)
{
    tr_recipe *r = &j->training.recipe;
    bool hours = true, rate = true, dropout = true, clip = true;

    j->hours = number_of(j->set.hours, 0.001, 10000, 1, &hours);
    r->rate = number_of(j->set.rate, 1e-9, 1, 0, &rate);
    r->dropout = number_of(j->set.dropout, 0, 0.9, -1, &dropout);
    r->clip = number_of(j->set.clip, 0, 1e9, 1, &clip);
    if (!clip) return options_misuse(&train_command, "--clip %s is not a norm", j->set.clip);
    if (!hours) return options_misuse(&train_command, "--hours %s is not a time", j->set.hours);
    if (!rate) return options_misuse(&train_command, "--rate %s is not a rate", j->set.rate);
    if (!dropout)
        return options_misuse(&train_command, "--dropout %s is not in 0..0.9", j->set.dropout);
    return EXIT_OK;
}

/* ---- Text ---- */

static void say_faults(const char *what, const tr_bitext_counts *c)
{
    fprintf(stderr, "%-13s %" PRIu64 " pairs read, %" PRIu64 " kept", what, c->n_read, c->n_kept);
    const char *between = " (";
    for (int i = 0; i < TR_LINE_FAULTS; i++) {
        if (!c->fault[i]) continue;
        fprintf(stderr, "%s%" PRIu64 " %s", between, c->fault[i], tr_line_fault_name(i));
        if (c->first[i]) fprintf(stderr, ", first line %" PRIu64, c->first[i]);
        between = "; ";
    }
    fputs(*between == ';' ? ")\n" : "\n", stderr);
}

static int read_text(job *j)
{
    const tr_bitext_options options = {.path = j->path,
                                       .target = j->set.target,
                                       .mix = j->set.mix,
                                       .beside = j->model,
                                       .exchange = j->set.exchange};
    if (tr_bitext_read(&j->text, &options, &j->err) < 0) return job_fail(j);
    const tr_bitext_counts *c = tr_bitext_count(j->text);
    if (c->n_kept >= LEAST_PAIRS || j->set.start || j->set.resume) return EXIT_OK;
    say_faults("text", c);
    complain("%s: %" PRIu64 " usable pairs are too few to learn a language from; --start FILE "
             "adapts a model that exists",
             j->path, c->n_kept);
    return EXIT_FAILED;
}

/* By how much text there is. */
static size_t vocabulary_size(const job *j)
{
    const uint64_t n = tr_bitext_count(j->text)->n_kept;
    if (j->set.pieces) return (size_t)j->set.pieces;
    return n < 2000 ? 500 : n < 20000 ? 2000 : n < 100000 ? 4000 : n < 1500000 ? 8000 : 16000;
}

static int read_file(job *j, const char *path)
{
    tr_file f;
    if (tr_file_map(&f, path, &j->err) < 0) return job_fail(j);
    j->spm_bytes = checked_malloc(f.size + 1);
    memcpy(j->spm_bytes, f.data, f.size);
    j->about.spm_size = f.size;
    tr_file_unmap(&f);
    return EXIT_OK;
}

static int make_vocabulary(job *j)
{
    if (j->has_start) {
        j->about.spm = j->start.weights.source_spm;
        j->about.spm_size = j->start.weights.source_spm_size;
    } else if (!j->has_checkpoint) {
        if (j->set.vocab) {
            const int status = read_file(j, j->set.vocab);
            if (status != EXIT_OK) return status;
        } else if (tr_bitext_vocabulary(j->text, vocabulary_size(j), &j->spm_bytes,
                                        &j->about.spm_size, &j->err) < 0) {
            return job_fail(j);
        }
        j->about.spm = j->spm_bytes;
    }
    const char *name = j->set.vocab ? j->set.vocab : "the vocabulary";
    if (tr_spm_open(&j->spm, j->about.spm, j->about.spm_size, name, &j->err) < 0)
        return job_fail(j);
    if (tr_spm_eos(j->spm) == 0 && tr_spm_unk(j->spm) == 1 && tr_spm_size(j->spm) <= 65536)
        return EXIT_OK;
    complain("%s: </s> has to be piece 0, <unk> piece 1, and 65536 pieces are the most", name);
    return EXIT_FAILED;
}

static int encode_text(job *j)
{
    const size_t limit = j->training.recipe.limit;
    const uint64_t n = tr_bitext_count(j->text)->n_kept;
    const size_t held_out = n / 50 < HELD_OUT ? (size_t)(n / 50) : HELD_OUT;

    if (tr_bitext_encode(j->text, j->spm, 0, limit, j->set.dev ? 0 : held_out, &j->err) < 0)
        return job_fail(j);
    say_faults("text", tr_bitext_count(j->text));
    if (tr_bitext_n_pairs(j->text) == 0) {
        complain("%s: no pair is left to train on", j->path);
        return EXIT_FAILED;
    }
    if (!j->set.dev) return EXIT_OK;
    const tr_bitext_options options = {
        .path = j->set.dev, .beside = j->model, .exchange = j->set.exchange, .keep_repeated = true};
    if (tr_bitext_read(&j->dev, &options, &j->err) < 0 ||
        tr_bitext_encode(j->dev, j->spm, 0, limit, SIZE_MAX, &j->err) < 0)
        return job_fail(j);
    say_faults("dev", tr_bitext_count(j->dev));
    return EXIT_OK;
}

/* ---- Size ---- */

static tr_shape shape_of(const struct preset *p, size_t vocab)
{
    tr_training t;
    tr_training_init(&t);
    t.shape.n_encoder_layers = p->encoder;
    t.shape.n_decoder_layers = p->decoder;
    t.shape.d_model = p->d_model;
    t.shape.encoder_ffn = t.shape.decoder_ffn = p->ffn;
    t.shape.heads = p->heads;
    t.shape.source_vocab = t.shape.target_vocab = vocab;
    return t.shape;
}

static double parameters_of(const tr_shape *shape)
{
    const tr_panel_format format = {1, 1};
    size_t n_floats, n_panels;
    tr_parameters_count(shape, &format, &n_floats, &n_panels);
    return (double)n_floats;
}

/* The largest that sees ten pieces a parameter in its time, at a guess of 40 GFLOP/s a core, and
 * has at most twice as many parameters as the text has pieces. */
static const struct preset *choose_preset(const job *j, size_t vocab)
{
    const double pieces = (double)tr_bitext_count(j->text)->target_pieces;
    const struct preset *best = &presets[0];

    for (size_t i = 0; i < N_PRESETS; i++) {
        const tr_shape shape = shape_of(&presets[i], vocab);
        const double n = parameters_of(&shape), flop = 6 * n;
        const double speed = 40e9 * (double)j->threads / flop;
        const double seen = j->set.steps ? (double)j->set.steps * 4000 : j->hours * 3600 * speed;
        if (j->set.size ? !strcmp(presets[i].name, j->set.size) : seen >= 10 * n && n <= 2 * pieces)
            best = &presets[i];
    }
    return best;
}

static int choose_shape(job *j)
{
    const size_t vocab = (size_t)tr_spm_size(j->spm);
    struct preset own = {"own", 0, 0, 0, 0, 0, 0};
    char end;

    if (j->has_checkpoint) return EXIT_OK;
    if (j->has_start) {
        if (tr_model_shape(&j->start, &j->training.shape, &j->err) < 0) return job_fail(j);
        return EXIT_OK;
    }
    if (!j->set.shape) {
        j->training.shape = shape_of(choose_preset(j, vocab), vocab);
        return EXIT_OK;
    }
    if (sscanf(j->set.shape, "%zu+%zu,%zu,%zu,%zu%c", &own.encoder, &own.decoder, &own.d_model,
               &own.ffn, &own.heads, &end) != 5 ||
        own.encoder > 100 || own.decoder > 100 || own.d_model > 8192 || own.ffn > 65536)
        return options_misuse(&train_command, "--shape %s is not E+D,WIDTH,FFN,HEADS",
                              j->set.shape);
    j->training.shape = shape_of(&own, vocab);
    return EXIT_OK;
}

/* ---- Time ---- */

/* Some steps, whose results are thrown away. */
static int measure(job *j)
{
    tr_trainer *t;
    tr_step_report report;
    double seconds = 0, pieces = 0;
    tr_training trial = j->training;

    trial.recipe.rate = 1e-9;
    trial.recipe.dropout = trial.recipe.dropout < 0 ? 0 : trial.recipe.dropout;
    if (tr_trainer_create(&t, &trial, j->text, j->threads, j->cpu, &j->err) < 0) return job_fail(j);
    for (int i = 0; i < MEASURED_STEPS; i++) {
        if (tr_trainer_step(t, &report, &j->err) < 0) break;
        if (i == 0) continue; /* memory is touched for the first time */
        seconds += report.seconds;
        pieces += (double)report.pieces;
    }
    tr_trainer_free(t);
    j->pieces_per_second = pieces / seconds;
    return EXIT_OK;
}

static size_t within(double x, double low, double high)
{
    return (size_t)(x < low ? low : x > high ? high : x);
}

/* Steps, warm-up, cool-down, rate and dropout, where they were not given. */
static int plan_steps(job *j)
{
    tr_recipe *r = &j->training.recipe;
    const bool needs_speed = !j->set.steps || j->set.plan;

    if (needs_speed) {
        const int status = measure(j);
        if (status != EXIT_OK) return status;
    }
    const double planned = j->hours * 3600 * j->pieces_per_second / (double)r->batch;
    const size_t steps = j->set.steps ? (size_t)j->set.steps : within(planned, 10, 1e9);
    const size_t fall =
        j->set.cooldown ? (size_t)j->set.cooldown : within(0.3 * (double)steps, 1, 1e9);
    r->cooldown = fall < steps ? fall : steps;
    r->cool_from = steps - r->cooldown;
    r->warmup = j->set.warmup ? (size_t)j->set.warmup
                              : within(0.04 * (double)steps, steps < 500 ? 20 : 100, 2000);
    const double d = (double)j->training.shape.d_model, batch = (double)r->batch;
    if (r->rate == 0)
        r->rate = 1.4e-3 * sqrt(256 / d) * fmin(1, sqrt(batch / 4000)) * (steps > 20000 ? 0.5 : 1) *
                  (j->has_start ? 0.1 : 1);
    const double rounds = (double)steps * batch / (double)tr_bitext_count(j->text)->target_pieces;
    if (r->dropout < 0) r->dropout = rounds < 4 ? 0 : rounds < 12 ? 0.1 : rounds < 40 ? 0.2 : 0.3;
    return EXIT_OK;
}

/* A resumed run keeps its recipe, but for an end that is asked for. */
static void plan_resumed(job *j)
{
    tr_recipe *r = &j->training.recipe;
    const size_t step = j->training.progress.step;

    if (j->set.steps) {
        r->cooldown = j->set.cooldown ? (size_t)j->set.cooldown : r->cooldown;
        const size_t end = (size_t)j->set.steps;
        r->cool_from = end > r->cooldown && end - r->cooldown > step ? end - r->cooldown : step;
        r->cooldown = end > r->cool_from ? end - r->cool_from : 1;
    } else if (j->set.cooldown) {
        r->cool_from = step;
        r->cooldown = (size_t)j->set.cooldown;
    }
    if (j->set.rate) r->rate = strtod(j->set.rate, NULL);
}

static void say_time(double seconds)
{
    if (seconds >= 5400)
        fprintf(stderr, "%.1f h", seconds / 3600);
    else if (seconds >= 90)
        fprintf(stderr, "%.0f min", seconds / 60);
    else
        fprintf(stderr, "%.0f s", seconds);
}

static void say_plan(const job *j)
{
    const tr_shape *s = &j->training.shape;
    const tr_recipe *r = &j->training.recipe;
    const tr_bitext_counts *c = tr_bitext_count(j->text);
    const size_t steps = r->cool_from + r->cooldown;
    const double n_floats = parameters_of(s);

    fprintf(stderr, "%-13s %zu pieces, %.1f a source sentence, %.1f a target sentence\n",
            "vocabulary", s->target_vocab,
            (double)c->source_pieces / (double)tr_bitext_n_pairs(j->text),
            (double)c->target_pieces / (double)tr_bitext_n_pairs(j->text));
    fprintf(stderr,
            "%-13s %zu+%zu layers, width %zu, %.1f M parameters; %.0f MB of memory, %.0f MB on "
            "disk meanwhile\n",
            "network", s->n_encoder_layers, s->n_decoder_layers, s->d_model, n_floats * 1e-6,
            ((double)tr_trainer_size(&j->training, j->threads, j->cpu) + PROGRAM_SIZE) * 1e-6,
            n_floats * 16e-6 + (double)(c->source_pieces + c->target_pieces) * 2e-6);
    fprintf(stderr,
            "%-13s %zu steps of %zu pieces, %.1f times through the text; rate %.2g, falling from "
            "step %zu on; dropout %.1f\n",
            "plan", steps, r->batch, (double)(steps * r->batch) / (double)c->target_pieces, r->rate,
            r->cool_from, r->dropout);
    if (j->pieces_per_second > 0) {
        const double left = (double)((steps - j->training.progress.step) * r->batch);
        fprintf(stderr, "%-13s %.0f pieces a second on %zu threads: ", "time", j->pieces_per_second,
                j->threads);
        say_time(left / j->pieces_per_second);
        fputc('\n', stderr);
    }
}

/* A resumed run checks as before, so that it goes on as it would have. */
static void set_checks(job *j)
{
    tr_recipe *r = &j->training.recipe;
    if (j->set.every)
        r->every = (size_t)j->set.every;
    else if (!r->every)
        r->every = (r->cool_from + r->cooldown) / 25 + 1;
}

/* ---- In order ---- */

static int open_model(job *j)
{
    if (j->set.start) {
        if (tr_nmt_open(&j->start, j->set.start, &j->err) < 0) return job_fail(j);
        j->has_start = true;
        j->about.source_language = j->set.from ? j->set.from : j->start.config.source_language;
        j->about.target_language = j->set.to ? j->set.to : j->start.config.target_language;
        j->about.max_source = j->start.config.max_source;
        j->about.max_target = j->start.config.max_target;
        j->about.beam_size = j->start.config.beam_size;
        j->about.name = *j->start.config.name ? j->start.config.name : NULL;
        j->about.license = *j->start.config.license ? j->start.config.license : NULL;
    }
    if (!j->set.resume) return EXIT_OK;
    if (tr_checkpoint_open(&j->resumed, j->set.resume, &j->err) < 0) return job_fail(j);
    j->has_checkpoint = true;
    j->training = j->resumed.training;
    j->about = j->resumed.about;
    return EXIT_OK;
}

static void name_files(job *j)
{
    const char ending[] = ".train";
    const char *out = j->set.output, *from = j->set.resume;
    if (out) {
        j->model = checked_format("%s", out);
    } else {
        const size_t len = strlen(from), n = sizeof ending - 1;
        const bool usual = len > n && !strcmp(from + len - n, ending);
        j->model =
            usual ? checked_format("%.*s", (int)(len - n), from) : checked_format("%s.gguf", from);
    }
    j->checkpoint = checked_format("%s.train", j->model);
    j->log = checked_format("%s.log", j->model);
}

static int check_start(const job *j)
{
    if (!j->has_start || (size_t)tr_spm_size(j->spm) <= j->training.shape.target_vocab)
        return EXIT_OK;
    complain("%s: has fewer embeddings than pieces", j->set.start);
    return EXIT_FAILED;
}

static void apply_settings(job *j)
{
    tr_recipe *r = &j->training.recipe;
    r->batch = j->set.batch ? (size_t)j->set.batch : 4000;
    r->limit = j->set.limit ? (size_t)j->set.limit : 96;
    r->optimizer = j->set.optimizer;
    r->arithmetic = j->set.arithmetic;
    r->schedule = j->set.schedule;
    r->seed = (uint64_t)j->set.seed;
}

static int create_trainer(job *j)
{
    if (tr_trainer_create(&j->trainer, &j->training, j->text, j->threads, j->cpu, &j->err) < 0)
        return job_fail(j);
    tr_progress *progress = &tr_trainer_state(j->trainer)->progress;
    if (j->has_start) {
        tr_model_read(&j->start, tr_trainer_parameters(j->trainer));
        tr_trainer_changed(j->trainer);
    }
    if (!j->has_checkpoint) {
        progress->digest = tr_bitext_digest(j->text);
        return EXIT_OK;
    }
    if (j->training.progress.digest != tr_bitext_digest(j->text)) {
        complain("%s: was begun with another text", j->set.resume);
        return EXIT_FAILED;
    }
    if (tr_checkpoint_restore(&j->resumed, j->trainer, &j->err) < 0) return job_fail(j);
    return EXIT_OK;
}

int job_prepare(job *j)
{
    int status;

    tr_training_init(&j->training);
    j->about = (tr_model_about){.source_language = j->set.from,
                                .target_language = j->set.to,
                                .max_source = 96,
                                .max_target = 320,
                                .beam_size = 4};
    name_files(j);
    if ((status = read_numbers(j)) != EXIT_OK || (status = open_model(j)) != EXIT_OK) return status;
    if (!j->has_checkpoint) apply_settings(j);
    if ((status = read_text(j)) != EXIT_OK || (status = make_vocabulary(j)) != EXIT_OK ||
        (status = encode_text(j)) != EXIT_OK || (status = choose_shape(j)) != EXIT_OK ||
        (status = check_start(j)) != EXIT_OK)
        return status;
    if (j->has_checkpoint)
        plan_resumed(j);
    else if ((status = plan_steps(j)) != EXIT_OK)
        return status;
    set_checks(j);
    say_plan(j);
    return j->set.plan ? EXIT_OK : create_trainer(j);
}

void job_close(job *j)
{
    tr_trainer_free(j->trainer);
    tr_bitext_free(j->text);
    tr_bitext_free(j->dev);
    tr_spm_close(j->spm);
    if (j->has_start) tr_nmt_close(&j->start);
    if (j->has_checkpoint) tr_checkpoint_close(&j->resumed);
    free(j->spm_bytes);
    free(j->model);
    free(j->checkpoint);
    free(j->log);
}
