/* score.c - how probable given translations are. */
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "commands/commands.h"
#include "console/input.h"
#include "console/json.h"
#include "console/message.h"
#include "models/model_choice.h"

typedef struct settings {
    model_choice choice;
    length_penalty penalty;
    int input; /* enum tr_format */
    int split; /* enum tr_split; -1: not given */
    int precision;
    const char *cpu; /* NULL = best */
    int tokens, json;
} settings;

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
    OPTION_CPU_ROW(settings, cpu),
    OPTION_ROW(0, "precision", "auto|int8|float32", OPTION_CHOICE, FIELD(precision),
               "float32 does not round what int8 weights are multiplied by: slower, closer to the "
               "original model"),
    OPTION_LAST_ROWS,
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

static void print_score_json(output *out, size_t line, const tr_translation *t, tr_string target)
{
    cJSON *object = cJSON_CreateObject();

    cJSON_AddNumberToObject(object, "line", (double)line);
    cJSON_AddStringToObject(object, "source", t->source);
    json_add_text(object, "translation", target.text, target.len);
    json_add_float(object, "score", t->hypotheses->score);
    json_add_float(object, "log_probability", t->hypotheses->log_probability);
    json_add_quality(object, t->quality);
    cJSON *tokens = cJSON_AddArrayToObject(object, "tokens");
    for (size_t i = 0; i < t->hypotheses->n_tokens; i++)
        json_add_float(json_add_token(tokens, &t->hypotheses->tokens[i]), "log_probability",
                       t->hypotheses->tokens[i].log_probability);
    json_print(out, object);
}

/* A pair without a score still has its line. */
static void print_failure(const settings *set, pairs *p, const char *message, output *out)
{
    const tr_hypothesis none = {.score = NAN, .log_probability = NAN};

    line_reader_complain(&p->source, message);
    if (!set->json) {
        print_score_text(set, out, &none);
        return;
    }
    cJSON *object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "line", (double)p->source.line);
    cJSON_AddStringToObject(object, "error", message);
    json_print(out, object);
}

static int score_pair(tr_session *session, const settings *set, pairs *p, tr_string source,
                      tr_string target, output *out)
{
    const tr_translation *t = NULL;
    tr_error err;
    const int rc = tr_score(session, source, target, &t, &err);

    if (rc || t->status != TR_OK) {
        print_failure(set, p, rc ? err.msg : t->message, out);
        return EXIT_FAILED;
    }
    if (set->json)
        print_score_json(out, p->source.line, t, target);
    else
        print_score_text(set, out, t->hypotheses);
    return EXIT_OK;
}

static int score_pairs(tr_session *session, const settings *set, pairs *p, output *out)
{
    tr_string source, target;
    int status = EXIT_OK;

    for (;;) {
        const enum next next = next_pair(p, &source, &target);
        if (next == NEXT_END) return status;
        if (next == NEXT_FAILED) return EXIT_FAILED;
        if (next == NEXT_NO_PAIR) print_failure(set, p, "no tab between source and target", out);
        if (next == NEXT_NO_PAIR || score_pair(session, set, p, source, target, out) != EXIT_OK)
            status = EXIT_FAILED;
        output_flush(out);
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

typedef struct run {
    const settings *set;
    int argc;
    char **argv; /* [argc] */
} run;

static int score_with(const tr_model *model, void *ctx)
{
    const run *const r = ctx;
    pairs p;
    output out;
    int rc = EXIT_FAILED;

    tr_session *session = create_session(model, r->set);
    if (session && !open_pairs(&p, r->argc, r->argv) && !output_open(&out, NULL)) {
        rc = score_pairs(session, r->set, &p, &out);
        line_reader_close(&p.source);
        line_reader_close(&p.target);
        output_close(&out);
    }
    tr_session_free(session);
    return rc;
}

static int score_main(int argc, char **argv)
{
    settings set = {.penalty.a = -1, .split = -1};

    const int rc = options_parse(&score_command, &argc, argv, &set);
    if (rc != GO_ON) return rc;
    if (argc > 2) return options_misuse(&score_command, "unexpected operand \"%s\"", argv[2]);
    if (argc == 2 && !strcmp(argv[0], "-") && !strcmp(argv[1], "-"))
        return options_misuse(&score_command, "%s cannot be both files", "standard input");
    return model_use(&set.choice, score_with, &(run){&set, argc, argv});
}

const command score_command = {
    .name = "score",
    .summary = "print how probable given translations are",
    .operands = "[OPTIONS] [SOURCE TARGET | TSV]",
    .operand = "FILE",
    .about = "Prints how probable given translations are: score, tab, log-probability.  The pairs "
             "are the lines of two files, or of one that has a tab in each line.",
    .options = options,
    .run = score_main,
};
