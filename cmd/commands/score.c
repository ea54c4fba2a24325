/* score.c - how probable given translations are. */
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "check/check_json.h"
#include "check/check_model.h"
#include "check/check_queue.h"
#include "commands/commands.h"
#include "console/alloc.h"
#include "console/input.h"
#include "console/json.h"
#include "console/message.h"
#include "console/option_pairs.h"
#include "evaluate/learned_metric.h"
#include "evaluate/line_block.h"
#include "models/model_choice.h"

typedef struct settings {
    model_choice choice;
    length_penalty penalty;
    int input; /* enum tr_format */
    int split; /* enum tr_split; -1: not given */
    int precision;
    const char *cpu; /* NULL = best */
    int tokens, json, check;
    const char *check_model;
    int quality; /* 1 + a place in QUALITIES; 0: not asked for */
    text_list metric_models;
    int threads; /* 0 = not given */
} settings;

/* The values of --quality, behind one for none, in the order of enum tr_metric from TR_COMET on. */
#define QUALITIES "none|comet|metricx"

#define FIELD(name) offsetof(settings, name)
static const option options[] = {
    MODEL_OPTION_ROWS(settings, choice),
    OPTION_ROW(
        'l', "length-penalty", "A", OPTION_PENALTY, FIELD(penalty),
        "score is log p / length^A; gnmt:A for ((5+length)/6)^A (default: the model's, else 1)"),
    OPTION_ROW(0, "input", "text|pieces|ids", OPTION_CHOICE, FIELD(input),
               "form of both sides (default: text)"),
    OPTION_LIBRARY_ROW(0, TR_ROW_SPLIT, FIELD(split)),
    OPTION_FLAG_ROW(0, "tokens", FIELD(tokens),
                    "print the pieces and the log-probability of each, too"),
    OPTION_FLAG_ROW(0, "json", FIELD(json), "print one JSON object a line"),
    CHECK_OPTION_ROWS(settings, check, check_model),
    OPTION_ROW(0, "quality", QUALITIES, OPTION_CHOICE, FIELD(quality),
               "print what a learned metric gives each pair, which needs no reference"),
    OPTION_ROW(0, "metric-model", "FILE|NAME", OPTION_LIST, FIELD(metric_models),
               "the model of that metric (default: the one of its name)"),
    OPTION_RANGE_ROW('j', "threads", "N", OPTION_COUNT, FIELD(threads), 1, 1024,
                     "threads of the metric (default: one per core)"),
    OPTION_CPU_ROW(settings, cpu),
    OPTION_ROW(0, "precision", "auto|int8|float32", OPTION_CHOICE, FIELD(precision),
               "float32 does not round what int8 weights are multiplied by: slower, closer to the "
               "original model"),
    OPTION_LAST_ROWS,
};

static const settings usual = {.penalty.a = -1, .split = -1};

static const option_pair pairs_of_options[] = {
    {"check", OPTION_NEEDS, "json", NULL},
    {"check", OPTION_NEEDS, "input=text", NULL},
    {"check-model", OPTION_NEEDS, "check", NULL},
    {"quality", OPTION_EXCLUDES,
     "model|from|to|length-penalty|input=pieces|input=ids|split|tokens|check|precision", NULL},
    {"metric-model", OPTION_NEEDS, "quality=comet|quality=metricx",
     "--metric-model needs --quality"},
    {"threads", OPTION_NEEDS, "quality=comet|quality=metricx", "--threads needs --quality"},
    OPTION_LAST_PAIR,
};

/* Where pairs are read: in two files, or in one that has a tab in each line. */
typedef struct pairs {
    line_reader source, target;
    bool two_files;
} pairs;

enum next { NEXT_PAIR, NEXT_NO_PAIR, NEXT_END, NEXT_FAILED /* after a sentence */ };

/* The next line of both files.  It is an error if only one of them has another line. */
static enum next next_of_two(pairs *p, tr_string *source, tr_string *target)
{
    const int more_source = line_reader_next(&p->source, &source->text, &source->len);
    const int more_target = line_reader_next(&p->target, &target->text, &target->len);

    if (more_source < 0 || more_target < 0) return NEXT_FAILED;
    if (more_source == more_target) return more_source ? NEXT_PAIR : NEXT_END;
    const line_reader *longer = more_source ? &p->source : &p->target;
    const line_reader *shorter = more_source ? &p->target : &p->source;
    complain("%s has more lines than %s", longer->in.names[0], shorter->in.names[0]);
    return NEXT_FAILED;
}

static enum next next_pair(pairs *p, tr_string *source, tr_string *target)
{
    if (p->two_files) return next_of_two(p, source, target);
    const int more = line_reader_next(&p->source, &source->text, &source->len);
    if (more <= 0) return more ? NEXT_FAILED : NEXT_END;
    const char *tab = memchr(source->text, '\t', source->len);
    if (!tab) return NEXT_NO_PAIR;
    const size_t n = (size_t)(tab - source->text);
    *target = (tr_string){.text = tab + 1, .len = source->len - n - 1};
    const char *further = memchr(target->text, '\t', target->len); /* columns that are not ours */
    if (further) target->len = (size_t)(further - target->text);
    source->len = n;
    return NEXT_PAIR;
}

static void print_tokens(FILE *out, const tr_hypothesis *h)
{
    char number[NUMBER_SIZE];

    fputc('\t', out);
    for (size_t i = 0; i < h->n_tokens; i++)
        fprintf(out, "%s%s", i ? " " : "", h->tokens[i].piece);
    fputc('\t', out);
    for (size_t i = 0; i < h->n_tokens; i++) {
        format_float(number, h->tokens[i].log_probability);
        fprintf(out, "%s%s", i ? " " : "", number);
    }
}

static void print_score_text(const settings *set, output *out, const tr_hypothesis *h)
{
    char number[NUMBER_SIZE];

    format_float(number, h->score);
    fputs(number, out->stream);
    format_float(number, h->log_probability);
    fprintf(out->stream, "\t%s", number);
    if (set->tokens) print_tokens(out->stream, h);
    fputc('\n', out->stream);
}

/* What pairs are scored with, and where results go. */
typedef struct scoring {
    const settings *set;
    tr_session *session;
    check_queue *queue; /* NULL: nothing is checked */
    pairs pairs;
    output out;
} scoring;

/* ---- Out ---- */

/* The object of a pair, and its texts; NULL: nothing of it is checked. */
typedef struct pair_object {
    output *out;
    cJSON *object;
    char *source, *target;
} pair_object;

static void print_checked(void *ctx, void *item, const findings *found)
{
    pair_object *const p = item;

    (void)ctx;
    if (p->source)
        check_json_add(p->object, found, (tr_string){p->source, strlen(p->source)},
                       (tr_string){p->target, strlen(p->target)});
    json_print(p->out, p->object);
    output_flush(p->out);
    free(p->source);
    free(p->target);
    free(p);
}

/* Prints an object, at once or when it is checked; `source` NULL: it has nothing to check. */
static void print_object(scoring *s, cJSON *object, const char *source, tr_string target)
{
    if (!s->queue) {
        json_print(&s->out, object);
        return;
    }
    pair_object *const p = checked_malloc(sizeof *p);
    *p = (pair_object){.out = &s->out, .object = object};
    if (!source) {
        check_queue_add(s->queue, NULL, p);
        return;
    }
    p->source = checked_format("%s", source);
    p->target = checked_copy(target.text, target.len);
    const checked_pair pair = checked_pair_read((tr_string){p->source, strlen(p->source)},
                                                (tr_string){p->target, strlen(p->target)}, false);
    check_queue_add(s->queue, &pair, p);
}

static void print_score_json(scoring *s, const tr_translation *t, tr_string target)
{
    cJSON *object = cJSON_CreateObject();

    cJSON_AddNumberToObject(object, "line", (double)s->pairs.source.line);
    cJSON_AddStringToObject(object, "source", t->source);
    json_add_text(object, "translation", target.text, target.len);
    json_add_float(object, "score", t->hypotheses->score);
    json_add_float(object, "log_probability", t->hypotheses->log_probability);
    json_add_quality(object, t->quality);
    if (s->set->check && t->n_lost) cJSON_AddItemToObject(object, "lost", json_losses(t));
    cJSON *tokens = cJSON_AddArrayToObject(object, "tokens");
    for (size_t i = 0; i < t->hypotheses->n_tokens; i++)
        json_add_float(json_add_token(tokens, &t->hypotheses->tokens[i]), "log_probability",
                       t->hypotheses->tokens[i].log_probability);
    print_object(s, object, t->source, target);
}

/* A pair without a score still has its line. */
static void print_failure(scoring *s, const char *message)
{
    const tr_hypothesis none = {.score = NAN, .log_probability = NAN};

    line_reader_complain(&s->pairs.source, message);
    if (!s->set->json) {
        print_score_text(s->set, &s->out, &none);
        return;
    }
    cJSON *object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "line", (double)s->pairs.source.line);
    cJSON_AddStringToObject(object, "error", message);
    print_object(s, object, NULL, (tr_string){0});
}

/* ---- Pairs ---- */

static int score_pair(scoring *s, tr_string source, tr_string target)
{
    const tr_translation *t = NULL;
    tr_error err;
    const int rc = tr_score(s->session, source, target, &t, &err);

    if (rc || t->status != TR_OK) {
        print_failure(s, rc ? err.msg : t->message);
        return EXIT_FAILED;
    }
    if (s->set->json)
        print_score_json(s, t, target);
    else
        print_score_text(s->set, &s->out, t->hypotheses);
    return EXIT_OK;
}

static int score_pairs(scoring *s)
{
    tr_string source, target;
    int status = EXIT_OK;

    for (;;) {
        const enum next next = next_pair(&s->pairs, &source, &target);
        if (next == NEXT_END) return status;
        if (next == NEXT_FAILED) return EXIT_FAILED;
        if (next == NEXT_NO_PAIR) print_failure(s, "no tab between source and target");
        if (next == NEXT_NO_PAIR || score_pair(s, source, target) != EXIT_OK) status = EXIT_FAILED;
        if (!s->queue) output_flush(&s->out);
    }
}

static tr_session *create_session(const tr_model *model, const settings *set)
{
    tr_session *session;
    tr_options o;
    tr_error err;

    tr_options_init(&o, model);
    model_choose_languages(&o, &set->choice);
    o.input = o.output = set->input;
    if (set->split >= 0) o.split = set->split;
    if (set->input != TR_TEXT) o.split = TR_SPLIT_NONE;
    o.max_length_factor = 0;
    o.max_length = INT_MAX;     /* as far as the model goes */
    o.beam_size = o.n_best = 1; /* one pair at a time, one way through it */
    o.batch_tokens = 1;
    o.shortlist = TR_SHORTLIST_OFF; /* which saves its memory */
    o.precision = set->precision;
    o.cpu = set->cpu;
    if (set->penalty.a >= 0) {
        o.penalty = set->penalty.kind;
        o.length_penalty = set->penalty.a;
    }
    if (!tr_cpu_select(o.cpu))
        complain("--cpu %s: this machine does not have it", o.cpu);
    else if (!tr_session_create(&session, model, &o, &err))
        return session;
    else
        complain("%s", err.msg);
    return NULL;
}

static int open_pairs(pairs *p, int argc, char **argv)
{
    *p = (pairs){.two_files = argc == 2};
    if (line_reader_open(&p->source, argv, argc ? 1 : 0) < 0) return -1;
    if (!p->two_files || line_reader_open(&p->target, argv + 1, 1) == 0) return 0;
    line_reader_close(&p->source);
    return -1;
}

/* ---- Learned metrics ---- */

/* Pairs that are judged together, each on its line. */
typedef struct judging {
    const settings *set;
    learned_metric metric;
    pairs pairs;
    line_block block; /* source, target */
    size_t *lines;    /* [JUDGED_PAIRS]: numbers of the block's lines */
    output out;
    int status;
} judging;

enum { JUDGED_PAIRS = 64 };

static void print_quality(judging *j, size_t row, float score)
{
    const tr_string source = line_block_text(&j->block, row, 0);
    const tr_string target = line_block_text(&j->block, row, 1);
    char number[NUMBER_SIZE];

    if (!j->set->json) {
        format_float(number, score);
        fprintf(j->out.stream, "%s\n", number);
        return;
    }
    cJSON *object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "line", (double)j->lines[row]);
    json_add_text(object, "source", source.text, source.len);
    json_add_text(object, "translation", target.text, target.len);
    json_add_float(object, "quality", score);
    cJSON_AddStringToObject(object, "metric", j->metric.signature);
    json_print(&j->out, object);
}

static int judge_block(judging *j)
{
    tr_string *const sources = line_block_column(&j->block, 0);
    tr_string *const targets = line_block_column(&j->block, 1);
    float scores[JUDGED_PAIRS];

    const int rc = learned_metric_score(&j->metric, sources, targets, NULL, j->block.n, scores);
    for (size_t i = 0; i < j->block.n && !rc; i++)
        print_quality(j, i, scores[i]);
    free(sources);
    free(targets);
    line_block_clear(&j->block);
    output_flush(&j->out);
    return rc;
}

/* A pair that is none still has its line. */
static void print_no_pair(judging *j)
{
    static const char message[] = "no tab between source and target";

    j->status = EXIT_FAILED;
    line_reader_complain(&j->pairs.source, message);
    if (!j->set->json) {
        fputs("nan\n", j->out.stream);
        return;
    }
    cJSON *object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "line", (double)j->pairs.source.line);
    cJSON_AddStringToObject(object, "error", message);
    json_print(&j->out, object);
}

static int judge_pairs(judging *j)
{
    tr_string source, target;

    for (;;) {
        const enum next next = next_pair(&j->pairs, &source, &target);
        if (next == NEXT_FAILED) return EXIT_FAILED;
        if (next == NEXT_PAIR) {
            j->lines[j->block.n] = j->pairs.source.line;
            line_block_add(&j->block, source);
            line_block_add(&j->block, target);
        }
        if ((next != NEXT_PAIR || j->block.n == JUDGED_PAIRS) && judge_block(j) < 0)
            return EXIT_FAILED;
        if (next == NEXT_NO_PAIR) print_no_pair(j);
        if (next == NEXT_END) return j->status;
    }
}

static bool needs_no_reference(const learned_metric *l)
{
    if (!learned_metric_needs_reference(l)) return true;
    complain("%s: is a metric that needs references, which evaluate --metrics has",
             tr_model_get_info(l->model)->path);
    return false;
}

static int score_quality(const settings *set, int argc, char **argv)
{
    const int metric = TR_COMET + set->quality - 1;
    judging j = {.set = set, .block.n_columns = 2, .status = EXIT_OK};
    int rc = EXIT_FAILED;

    if (!tr_cpu_select(set->cpu)) {
        complain("--cpu %s: this machine does not have it", set->cpu);
        return EXIT_FAILED;
    }
    j.lines = checked_realloc(NULL, JUDGED_PAIRS + 1, sizeof *j.lines);
    if (!learned_metric_open(&j.metric, metric, &set->metric_models, set->threads, set->cpu) &&
        needs_no_reference(&j.metric) && !open_pairs(&j.pairs, argc, argv)) {
        learned_metric_sign(&j.metric, false);
        if (!output_open(&j.out, NULL)) {
            rc = judge_pairs(&j);
            output_close(&j.out);
        }
        line_reader_close(&j.pairs.source);
        line_reader_close(&j.pairs.target);
    }
    learned_metric_close(&j.metric);
    line_block_free(&j.block);
    free(j.lines);
    return rc;
}

typedef struct run {
    const settings *set;
    int argc;
    char **argv; /* [argc] */
    const tr_model *model;
} run;

/* Options as the session has them; the checks' own sessions have more. */
static void options_of(const run *r, tr_options *o)
{
    tr_options_init(o, r->model);
    model_choose_languages(o, &r->set->choice);
    o->precision = r->set->precision;
    o->cpu = r->set->cpu;
}

static int score_checked(const tr_model *back, void *ctx)
{
    const run *const r = ctx;
    scoring s = {.set = r->set};
    int rc = EXIT_FAILED;
    tr_options o;
    tr_error err;

    options_of(r, &o);
    const checker c = back ? checker_make(r->model, &o, back) : (checker){0};
    s.session = create_session(r->model, r->set);
    if (s.session && !open_pairs(&s.pairs, r->argc, r->argv) && !output_open(&s.out, NULL)) {
        if (back) s.queue = check_queue_start(&c, print_checked, NULL);
        if (!back || s.queue) rc = score_pairs(&s);
        if (s.queue && check_queue_end(s.queue, &err)) {
            complain("%s", err.msg);
            rc = EXIT_FAILED;
        }
        line_reader_close(&s.pairs.source);
        line_reader_close(&s.pairs.target);
        output_close(&s.out);
    }
    tr_session_free(s.session);
    return rc;
}

static int score_with(const tr_model *model, void *ctx)
{
    run *const r = ctx;

    r->model = model;
    if (!r->set->check) return score_checked(NULL, r);
    return check_model_use(model, &r->set->choice, r->set->check_model, score_checked, r);
}

static int score_main(int argc, char **argv)
{
    settings set = usual;

    int rc = options_parse(&score_command, &argc, argv, &set);
    if (rc == GO_ON) rc = option_pairs_check(&score_command, &set, &usual);
    if (rc != GO_ON) return rc;
    if (argc > 2) return options_misuse(&score_command, "unexpected operand \"%s\"", argv[2]);
    if (argc == 2 && !strcmp(argv[0], "-") && !strcmp(argv[1], "-"))
        return options_misuse(&score_command, "%s cannot be both files", "standard input");
    if (set.quality) return score_quality(&set, argc, argv);
    return model_use(&set.choice, score_with, &(run){&set, argc, argv, NULL});
}

const command score_command = {
    .name = "score",
    .summary = "print how probable given translations are",
    .operands = "[OPTIONS] [SOURCE TARGET | TSV]",
    .operand = "FILE",
    .about = "Prints how probable given translations are: score, tab, log-probability.  The pairs "
             "are the lines of two files, or of one that has a tab in each line.",
    .options = options,
    .pairs = pairs_of_options,
    .run = score_main,
};
