/* evaluate.c - how near a translation comes to a reference. */
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "commands/evaluate_report.h"
#include "console/alloc.h"
#include "console/in_use.h"
#include "console/input.h"
#include "console/message.h"
#include "console/output.h"
#include "console/suggest.h"
#include "models/model_choice.h"

typedef struct settings {
    model_choice choice;
    const char *baseline, *metrics, *output;
    int words;         /* enum tr_bleu_words; -1 = not given */
    int samples, seed; /* 0 and -1 = not given */
    int lowercase, json;
} settings;

#define FIELD(name) offsetof(settings, name)
static const option options[] = {
    MODEL_OPTION_ROWS(settings, choice),
    OPTION_ROW('o', "output", "FILE", OPTION_TEXT, FIELD(output),
               "with a model: write the translation there, too"),
    OPTION_ROW(
        'c', "compare", "FILE", OPTION_TEXT, FIELD(baseline),
        "the baseline: another translation of the same text; is the difference more than chance?"),
    OPTION_ROW(0, "metrics", "LIST", OPTION_TEXT, FIELD(metrics),
               "of bleu,chrf,chrf++,ter (default: all)"),
    OPTION_ROW(0, "tokenize", "13a|intl|char|none", OPTION_CHOICE, FIELD(words),
               "how BLEU finds words (default: 13a)"),
    OPTION_FLAG_ROW(0, "lowercase", FIELD(lowercase),
                    "BLEU and chrF see no capitals (TER never does)"),
    OPTION_RANGE_ROW(0, "samples", "N", OPTION_COUNT, FIELD(samples), 1, 1000000,
                     "texts to draw for --compare (default: 1000)"),
    OPTION_RANGE_ROW(0, "seed", "N", OPTION_COUNT, FIELD(seed), 0, INT_MAX,
                     "of the random numbers for --compare (default: 12345)"),
    OPTION_FLAG_ROW(0, "json", FIELD(json), "print one JSON object"),
    OPTION_LAST_ROWS,
};

/* ---- Lines in ---------------------------------------------------------------------------- */

/* Several files that are read side by side. */
typedef struct run {
    const settings *set;
    line_reader system; /* the translation, or with a model the source */
    line_reader baseline;
    line_reader *references; /* [n_references] */
    size_t n_references;
    tr_string *texts; /* [n_references]: the line at hand */
    tr_evaluation *of_system, *of_baseline;
    output kept;
    size_t line, first_repaired, last_repaired; /* numbers of lines, from 1; 0 = none */
    size_t n_repaired;
    bool failed; /* a line could not be translated */
} run;

static const char *system_name(const line_reader *r)
{
    return strcmp(r->in.names[0], "-") ? r->in.names[0] : "stdin";
}

/* If the system's translation has a line (`more`), reads the reader's line; else the reader must be
 * at its end, too.  0, or -1 after a sentence. */
static int read_beside(run *r, line_reader *reader, bool more, tr_string *text)
{
    const int got = line_reader_next(reader, &text->text, &text->len);

    if (got < 0) return -1;
    if (got == more) return 0;
    complain("%s has more lines than %s", system_name(got ? reader : &r->system),
             system_name(got ? &r->system : reader));
    return -1;
}

static int add_system(run *r, tr_evaluation *e, tr_string text)
{
    const size_t repaired = tr_evaluation_repaired(e);
    tr_error err;

    if (tr_evaluation_add(e, text, r->texts, &err)) {
        complain("line %zu: %s", r->line, err.msg);
        return -1;
    }
    if (tr_evaluation_repaired(e) > repaired && r->last_repaired != r->line) {
        r->last_repaired = r->line;
        if (!r->n_repaired++) r->first_repaired = r->line;
    }
    return 0;
}

/* Adds the system's next line, with the lines that belong to it.  0, or -1 after a sentence. */
static int add_segment(run *r, tr_string text)
{
    tr_string baseline;

    r->line++;
    for (size_t i = 0; i < r->n_references; i++)
        if (read_beside(r, &r->references[i], true, &r->texts[i]) < 0) return -1;
    if (add_system(r, r->of_system, text) < 0) return -1;
    if (!r->of_baseline) return 0;
    if (read_beside(r, &r->baseline, true, &baseline) < 0) return -1;
    return add_system(r, r->of_baseline, baseline);
}

/* To be called after the system's last line: all other files must be at their end. */
static int check_ends(run *r)
{
    tr_string text;

    for (size_t i = 0; i < r->n_references; i++)
        if (read_beside(r, &r->references[i], false, &text) < 0) return -1;
    if (r->of_baseline && read_beside(r, &r->baseline, false, &text) < 0) return -1;
    if (r->line) return 0;
    complain("%s: has no lines", system_name(&r->system));
    return -1;
}

static int add_all(run *r)
{
    tr_string text;
    int more;

    while ((more = line_reader_next(&r->system, &text.text, &text.len)) > 0)
        if (add_segment(r, text) < 0) return -1;
    return more < 0 ? -1 : check_ends(r);
}

/* ---- Translating first ------------------------------------------------------------------- */

static ptrdiff_t read_reference_line(void *ctx, char *bytes, size_t size)
{
    return input_read(&((run *)ctx)->system.in, bytes, size);
}

/* A line that cannot be translated counts as an empty one. */
static int take_translation(void *ctx, const tr_translation *t)
{
    run *const r = ctx;
    const tr_hypothesis *const best = t->hypotheses;

    if (t->status != TR_OK) {
        complain("%s:%zu: %s", system_name(&r->system), t->line, t->message);
        r->failed = true;
    }
    if (r->kept.stream) {
        fwrite(best->text, 1, best->text_len, r->kept.stream);
        fputc('\n', r->kept.stream);
        output_flush(&r->kept);
    }
    return add_segment(r, (tr_string){.text = best->text, .len = best->text_len});
}

static int translate_all(const tr_model *model, void *ctx)
{
    run *const r = ctx;
    const tr_stream_io io = {.read = read_reference_line, .write = take_translation, .ctx = r};
    tr_options o;
    tr_error err;

    if (r->set->output && output_open(&r->kept, r->set->output) < 0) return EXIT_FAILED;
    tr_options_init(&o, model);
    model_choose_languages(&o, &r->set->choice);
    o.scores = 0;
    const int rc = tr_translate_stream(model, &o, &io, NULL, &err);
    if (rc && rc != TR_ESTOPPED) complain("%s", err.msg);
    return rc || check_ends(r) < 0 ? EXIT_FAILED : EXIT_OK;
}

static int translate_source(run *r)
{
    return model_use(&r->set->choice, translate_all, r) == EXIT_OK ? 0 : -1;
}

/* ---- Running ----------------------------------------------------------------------------- */

static bool translates(const settings *set)
{
    return set->choice.model || set->choice.from || set->choice.to;
}

static int open_reader(line_reader *r, char **name)
{
    const int rc = line_reader_open(r, name, 1);

    in_use_add(*name, "an input");
    r->in.unpack = true;
    r->longest = TR_MAX_EVALUATED_LINE;
    return rc;
}

static tr_evaluation *create(const tr_evaluation_options *o)
{
    tr_evaluation *e;
    tr_error err;

    if (tr_evaluation_create(&e, o, &err)) complain("%s", err.msg);
    return e;
}

static int open_files(run *r, char **operands)
{
    int rc = open_reader(&r->system, operands);

    for (size_t i = 0; i < r->n_references; i++)
        rc |= open_reader(&r->references[i], operands + 1 + i);
    if (r->set->baseline) {
        char *name = checked_format("%s", r->set->baseline);
        rc |= open_reader(&r->baseline, &name);
        free(name);
    }
    return rc;
}

static int open_evaluation(run *r, const tr_evaluation_options *o, char **operands)
{
    r->n_references = o->n_references;
    r->texts = checked_realloc(NULL, r->n_references, sizeof *r->texts);
    r->references = checked_realloc(NULL, r->n_references, sizeof *r->references);
    memset(r->references, 0, r->n_references * sizeof *r->references);
    if (open_files(r, operands) < 0) return -1;
    r->of_system = create(o);
    if (!r->of_system || !r->set->baseline) return r->of_system ? 0 : -1;
    r->of_baseline = create(o);
    return r->of_baseline ? 0 : -1;
}

static void close_run(run *r)
{
    line_reader_close(&r->system);
    line_reader_close(&r->baseline);
    for (size_t i = 0; i < r->n_references; i++)
        line_reader_close(&r->references[i]);
    free(r->references);
    free(r->texts);
    tr_evaluation_free(r->of_system);
    tr_evaluation_free(r->of_baseline);
}

static int report(const run *r, const tr_evaluation_options *o)
{
    const evaluate_report what = {
        .system = r->of_system,
        .baseline = r->of_baseline,
        .metrics = o->metrics,
        .n_samples = r->set->samples ? (size_t)r->set->samples : 1000,
        .seed = r->set->seed >= 0 ? (uint64_t)r->set->seed : 12345,
    };

    if (r->n_repaired)
        complain("%zu %s not valid UTF-8 on every side, now U+FFFD; the first is line %zu",
                 r->n_repaired, r->n_repaired == 1 ? "line was" : "lines were", r->first_repaired);
    return r->set->json ? evaluate_report_json(&what) : evaluate_report_text(&what);
}

static int run_evaluation(const settings *set, const tr_evaluation_options *o, char **operands)
{
    run r = {.set = set};

    int rc = open_evaluation(&r, o, operands);
    if (!rc) rc = translates(set) ? translate_source(&r) : add_all(&r);
    if (!rc) rc = report(&r, o);
    if (rc && r.kept.stream) output_abandon(&r.kept);
    if (!rc && r.kept.stream) output_close(&r.kept);
    close_run(&r);
    return rc || r.failed ? EXIT_FAILED : EXIT_OK;
}

/* Returns the metric of a name [len].  If there is none, it returns TR_N_METRICS, and *s has been
 * offered all names. */
static int find_metric(const char *name, size_t len, suggestion *s)
{
    static const char *const names[TR_N_METRICS] = {"bleu", "chrf", "chrf++", "ter"};
    int metric = 0;

    while (metric < TR_N_METRICS &&
           (strlen(names[metric]) != len || memcmp(names[metric], name, len) != 0)) {
        suggest_word(s, names[metric], strlen(names[metric]));
        metric++;
    }
    return metric;
}

/* Reads a list such as "bleu,ter" into bits.  GO_ON, or EXIT_MISUSE after a sentence. */
static int parse_metrics(const char *list, unsigned *metrics)
{
    char hint[HINT_SIZE];

    *metrics = 0;
    for (const char *name = list;; name++) {
        const size_t len = strcspn(name, ",");
        suggestion s = suggest_for(name, len);
        const int metric = find_metric(name, len, &s);
        if (metric == TR_N_METRICS)
            return options_misuse(&evaluate_command,
                                  "--metrics: \"%s\" is not a list of bleu, chrf, chrf++, ter%s",
                                  list, suggest_hint(&s, "", hint));
        *metrics |= 1U << metric;
        name += len;
        if (!*name) return GO_ON;
    }
}

static bool same_stream_twice(const settings *set, int argc, char **argv)
{
    int n = set->baseline && !strcmp(set->baseline, "-");

    for (int i = 0; i < argc; i++)
        n += !strcmp(argv[i], "-");
    return n > 1;
}

/* GO_ON, or EXIT_MISUSE after a sentence if an option would change nothing, or options contradict
 * each other. */
static int check_evaluation(const settings *set, unsigned metrics)
{
    const command *const c = &evaluate_command;
    const bool bleu = metrics & 1U << TR_BLEU;

    if (set->samples && !set->baseline) return options_misuse(c, "--samples needs --compare");
    if (set->seed >= 0 && !set->baseline) return options_misuse(c, "--seed needs --compare");
    if (set->words >= 0 && !bleu) return options_misuse(c, "--tokenize needs --metrics bleu");
    if (set->lowercase && metrics == 1U << TR_TER)
        return options_misuse(c, "--lowercase: TER never sees capitals");
    if (set->output && !translates(set)) return options_misuse(c, "--output needs --model");
    if (set->output && !strcmp(set->output, "-"))
        return options_misuse(c, "--output: the scores go to standard output");
    return GO_ON;
}

static int check_operands(const settings *set, int argc, char **argv)
{
    const command *const c = &evaluate_command;

    if (argc < 2)
        return options_misuse(c, "needs a %s and a reference",
                              translates(set) ? "source" : "translation");
    if (same_stream_twice(set, argc, argv))
        return options_misuse(c, "standard input cannot be two files");
    return GO_ON;
}

static int evaluate_main(int argc, char **argv)
{
    settings set = {.words = -1, .seed = -1};
    tr_evaluation_options o;

    tr_evaluation_options_init(&o);
    int rc = options_parse(&evaluate_command, &argc, argv, &set);
    if (rc == GO_ON && set.metrics) rc = parse_metrics(set.metrics, &o.metrics);
    if (rc == GO_ON) rc = check_evaluation(&set, o.metrics);
    if (rc == GO_ON) rc = check_operands(&set, argc, argv);
    if (rc != GO_ON) return rc;
    if (set.words >= 0) o.words = set.words;
    o.lowercase = set.lowercase;
    o.n_references = (size_t)argc - 1;
    o.compare = set.baseline != NULL;
    return run_evaluation(&set, &o, argv);
}

const command evaluate_command = {
    .name = "evaluate",
    .summary = "hold a translation against a reference: BLEU, chrF, TER",
    .operands = "[OPTIONS] TRANSLATION|SOURCE REFERENCE...",
    .operand = "FILE",
    .about = "Holds a translation against one or more references, line by line, and prints BLEU, "
             "chrF2, chrF2++ and TER as sacreBLEU defines them.  With -m, -f or -t the first file "
             "is the source, which is translated first.  Files may be compressed by gzip.",
    .options = options,
    .run = evaluate_main,
};
