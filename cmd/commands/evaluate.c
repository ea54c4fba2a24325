/* evaluate.c - how near a translation comes to a reference. */
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "console/alloc.h"
#include "console/files_in_use.h"
#include "console/input.h"
#include "console/message.h"
#include "console/option_pairs.h"
#include "console/output.h"
#include "console/progress.h"
#include "console/suggest.h"
#include "evaluate/evaluate_report.h"
#include "evaluate/evaluate_rows.h"
#include "evaluate/evaluate_words.h"
#include "models/model_choice.h"

typedef struct settings {
    model_choice choice;
    const char *baseline, *metrics, *output, *spm, *dictionary, *source;
    text_list others, metric_models;
    int words;         /* of EVALUATE_WORDS; -1 = not given */
    int samples, seed; /* 0 and -1 = not given */
    int beam, threads; /* 0 = not given */
    int lowercase, normalized, asian, per_line, json, progress;
} settings;

/* The words of --metrics, in the order of enum tr_metric. */
#define METRICS(between)                                                                           \
    "bleu" between "chrf" between "chrf++" between "ter" between "comet" between "metricx"

#define SPM_IS_NEEDED                                                                              \
    "--tokenize flores200 needs --spm FILE: flores200_sacrebleu_tokenizer_spm.model, which is "    \
    "not "                                                                                         \
    "shipped"

static const option_pair pairs[] = {
    {"tokenize=flores200", OPTION_NEEDS, "spm", SPM_IS_NEEDED},
    {"spm", OPTION_NEEDS, "tokenize=flores200", NULL},
    {"dictionary", OPTION_NEEDS, "tokenize=ja-mecab|tokenize=ko-mecab",
     "--dictionary needs --tokenize ja-mecab or ko-mecab"},
    {"samples", OPTION_NEEDS, "compare", NULL},
    {"seed", OPTION_NEEDS, "compare", NULL},
    {"per-line", OPTION_EXCLUDES, "compare|system",
     "--per-line is for one translation: leave out %s"},
    {"output", OPTION_NEEDS, "model|from|to", "--output needs --model"},
    {"beam", OPTION_NEEDS, "model|from|to", "--beam needs --model"},
    {"threads", OPTION_NEEDS, "model|from|to|metrics",
     "--threads needs --model, or --metrics comet or metricx"},
    {"source", OPTION_NEEDS, "metrics", "--source needs --metrics comet or metricx"},
    {"source", OPTION_EXCLUDES, "model|from|to", "with %s, the first file is the source"},
    {"metric-model", OPTION_NEEDS, "metrics", "--metric-model needs --metrics comet or metricx"},
    OPTION_LAST_PAIR,
};

#define FIELD(name) offsetof(settings, name)
static const option options[] = {
    MODEL_OPTION_ROWS(settings, choice),
    OPTION_RANGE_ROW('b', "beam", "N", OPTION_COUNT, FIELD(beam), 1, TR_MAX_BEAM,
                     "beam size of the model (default: its own)"),
    OPTION_RANGE_ROW('j', "threads", "N", OPTION_COUNT, FIELD(threads), 1, 1024,
                     "threads of the models (default: one per core)"),
    OPTION_ROW('o', "output", "FILE", OPTION_TEXT, FIELD(output),
               "with a model: write the translation there, too"),
    OPTION_ROW(
        'c', "compare", "FILE", OPTION_TEXT, FIELD(baseline),
        "the baseline: another translation of the same text; is the difference more than chance?"),
    OPTION_ROW('s', "system", "FILE", OPTION_LIST, FIELD(others),
               "one more translation of the same text; may be given several times"),
    OPTION_ROW(0, "metrics", METRICS("|"), OPTION_TEXT, FIELD(metrics),
               "which, with commas between (default: all that need no model)"),
    OPTION_ROW(0, "metric-model", "FILE|NAME", OPTION_LIST, FIELD(metric_models),
               "the model of comet or metricx (default: the one of that name)"),
    OPTION_ROW(0, "source", "FILE", OPTION_TEXT, FIELD(source),
               "the text that was translated, for comet and metricx"),
    OPTION_ROW(0, "tokenize", EVALUATE_WORDS, OPTION_CHOICE, FIELD(words),
               "how BLEU finds words (default: as the model's language needs; of two files, 13a)"),
    OPTION_ROW(0, "spm", "FILE", OPTION_TEXT, FIELD(spm), "the SentencePiece model of flores200"),
    OPTION_ROW(0, "dictionary", "DIR", OPTION_TEXT, FIELD(dictionary),
               "MeCab's, of ja-mecab and ko-mecab (default: where it mostly is)"),
    OPTION_FLAG_ROW(0, "normalized", FIELD(normalized), "TER sets marks apart, as tercom can"),
    OPTION_FLAG_ROW(0, "asian-support", FIELD(asian),
                    "and characters of Chinese, Japanese and Korean"),
    OPTION_FLAG_ROW(0, "per-line", FIELD(per_line), "print the scores of each line"),
    OPTION_FLAG_ROW(0, "lowercase", FIELD(lowercase),
                    "BLEU and chrF see no capitals (TER never does)"),
    OPTION_RANGE_ROW(0, "samples", "N", OPTION_COUNT, FIELD(samples), 1, 1000000,
                     "texts to draw for --compare (default: 1000)"),
    OPTION_RANGE_ROW(0, "seed", "N", OPTION_COUNT, FIELD(seed), 0, INT_MAX,
                     "of the random numbers for --compare (default: 12345)"),
    OPTION_FLAG_ROW(0, "json", FIELD(json), "print one JSON object"),
    PROGRESS_OPTION_ROWS(settings, progress),
    OPTION_LAST_ROWS,
};

/* ---- Lines in ---------------------------------------------------------------------------- */

/* A translation that is read beside the first one. */
typedef struct other_system {
    line_reader reader;
    tr_evaluation *evaluation;
} other_system;

/* Several files that are read side by side. */
typedef struct run {
    const settings *set;
    tr_evaluation_options *o;
    line_reader system; /* the translation, or with a model the source */
    tr_evaluation *of_system;
    other_system *others; /* [n_others]: the baseline first, if there is one */
    size_t n_others;
    line_reader *references; /* [n_references] */
    size_t n_references;
    line_reader *source; /* &own_source, or NULL: none, or it is translated */
    line_reader own_source;
    evaluate_rows rows;
    evaluate_words words;
    bool sees_words; /* nobody told how BLEU finds them */
    output kept;
    size_t line; /* read so far */
    bool failed; /* a line could not be translated */
    progress progress;
    double n_bytes, done_bytes; /* of the system's lines; -1: not known */
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

static void show_progress(run *r)
{
    const double part = r->n_bytes > 0 ? r->done_bytes / r->n_bytes : -1;

    if (progress_is_due(&r->progress, part, r->line))
        progress_show(&r->progress, system_name(&r->system), part, r->line);
}

static int put_beside(run *r, line_reader *reader)
{
    tr_string text;

    if (read_beside(r, reader, true, &text) < 0) return -1;
    if (r->sees_words && reader == r->references) evaluate_words_see(&r->words, text);
    evaluate_rows_put(&r->rows, text);
    return 0;
}

/* Adds the system's next line, with the lines that belong to it; `source` is what was translated,
 * where it is not a file of its own.  0, or -1 after a sentence. */
static int add_segment(run *r, tr_string source, tr_string text)
{
    r->line++;
    if (!r->source) evaluate_rows_put(&r->rows, source);
    if (r->source && put_beside(r, r->source) < 0) return -1;
    evaluate_rows_put(&r->rows, text);
    for (size_t i = 0; i < r->n_others; i++)
        if (put_beside(r, &r->others[i].reader) < 0) return -1;
    for (size_t i = 0; i < r->n_references; i++)
        if (put_beside(r, &r->references[i]) < 0) return -1;
    show_progress(r);
    return evaluate_rows_add(&r->rows, false);
}

/* To be called after the system's last line: all other files must be at their end. */
static int check_ends(run *r)
{
    tr_string text;

    if (evaluate_rows_add(&r->rows, true) < 0) return -1;
    if (r->source && read_beside(r, r->source, false, &text) < 0) return -1;
    for (size_t i = 0; i < r->n_references; i++)
        if (read_beside(r, &r->references[i], false, &text) < 0) return -1;
    for (size_t i = 0; i < r->n_others; i++)
        if (read_beside(r, &r->others[i].reader, false, &text) < 0) return -1;
    if (r->line) return 0;
    complain("%s: has no lines", system_name(&r->system));
    return -1;
}

static int add_all(run *r)
{
    tr_string text;
    int more;

    while ((more = line_reader_next(&r->system, &text.text, &text.len)) > 0) {
        r->done_bytes += (double)text.len + 1;
        if (add_segment(r, (tr_string){0}, text) < 0) return -1;
    }
    return more < 0 ? -1 : check_ends(r);
}

/* ---- Translating first ------------------------------------------------------------------- */

static tr_evaluation *create(const tr_evaluation_options *o)
{
    tr_evaluation *e;
    tr_error err;

    if (tr_evaluation_create(&e, o, &err)) complain("%s", err.msg);
    return e;
}

static int create_evaluations(run *r)
{
    tr_evaluation **const evaluations = r->rows.evaluations;

    evaluations[0] = r->of_system = create(r->o);
    for (size_t i = 0; i < r->n_others && r->of_system; i++)
        if (!(evaluations[1 + i] = r->others[i].evaluation = create(r->o))) return -1;
    if (!r->of_system) return -1;
    return r->rows.per_line ? evaluate_lines_open(r->rows.per_line, r->of_system) : 0;
}

static bool words_are_open(const run *r)
{
    return r->set->words < 0 && r->o->metrics & 1U << TR_BLEU;
}

/* Of two files, whose language nobody tells. */
static int add_translation(run *r)
{
    r->sees_words = words_are_open(r);
    return create_evaluations(r) < 0 ? -1 : add_all(r);
}

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
    r->done_bytes += (double)(t->source_len + strlen(t->line_end));
    return add_segment(r, (tr_string){t->source, t->source_len},
                       (tr_string){best->text, best->text_len});
}

static void choose_words(run *r, const tr_model *model)
{
    const char *const to = r->set->choice.to;
    evaluate_words_open_usual(&r->words, to ? to : tr_model_get_info(model)->target_language, r->o);
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
    if (words_are_open(r)) choose_words(r, model);
    if (create_evaluations(r) < 0) return EXIT_FAILED;
    o.scores = 0;
    if (r->set->beam) o.beam_size = r->set->beam;
    if (r->set->threads) o.threads = r->set->threads;
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

    files_in_use_add(*name, "an input");
    r->in.any_bytes = true;
    r->longest = TR_MAX_EVALUATED_LINE;
    return rc;
}

static int open_other(other_system *other, const char *path)
{
    char *name = checked_format("%s", path);
    const int rc = open_reader(&other->reader, &name);

    free(name);
    return rc;
}

static int open_files(run *r, char **operands)
{
    const bool has_baseline = r->set->baseline != NULL;
    char *source = (char *)r->set->source;
    int rc = open_reader(&r->system, operands);

    if (source) rc |= open_reader(r->source = &r->own_source, &source);

    for (size_t i = 0; i < r->n_references; i++)
        rc |= open_reader(&r->references[i], operands + 1 + i);
    for (size_t i = 0; i < r->n_others; i++)
        rc |=
            open_other(&r->others[i], has_baseline && !i ? r->set->baseline
                                                         : r->set->others.items[i - has_baseline]);
    return rc;
}

static void *checked_zeros(size_t n, size_t size)
{
    void *const p = checked_realloc(NULL, n, size);
    memset(p, 0, n * size);
    return p;
}

static int open_run(run *r, char **operands)
{
    const settings *const set = r->set;
    tr_evaluation_options *const o = r->o;

    r->n_references = o->n_references;
    r->n_others = set->others.n + (set->baseline != NULL);
    r->references = checked_zeros(r->n_references + 1, sizeof *r->references);
    r->others = checked_zeros(r->n_others + 1, sizeof *r->others);
    r->rows.n_systems = 1 + r->n_others;
    r->rows.n_references = r->n_references;
    r->rows.evaluations = checked_zeros(r->rows.n_systems, sizeof *r->rows.evaluations);
    if (open_files(r, operands) < 0 ||
        evaluate_rows_open(&r->rows, o->metrics, &set->metric_models, set->threads, o) < 0)
        return -1;
    if (set->words < 0) return 0;
    return evaluate_words_open(&r->words, set->words, set->spm, set->dictionary, o);
}

static void close_run(run *r)
{
    line_reader_close(&r->system);
    if (r->source) line_reader_close(r->source);
    evaluate_rows_close(&r->rows);
    free(r->rows.evaluations);
    for (size_t i = 0; i < r->n_references; i++)
        line_reader_close(&r->references[i]);
    for (size_t i = 0; i < r->n_others; i++) {
        line_reader_close(&r->others[i].reader);
        tr_evaluation_free(r->others[i].evaluation);
    }
    free(r->references);
    free(r->others);
    tr_evaluation_free(r->of_system);
    evaluate_words_close(&r->words);
}

static int print_report(const run *r, const tr_evaluation_options *o)
{
    const bool has_baseline = r->set->baseline != NULL;
    const size_t n = 1 + r->n_others - has_baseline;
    evaluated_system *const systems = checked_zeros(n, sizeof *systems);

    systems[0] = (evaluated_system){system_name(&r->system), r->of_system};
    for (size_t i = 1; i < n; i++) {
        const other_system *const other = &r->others[i - 1 + has_baseline];
        systems[i] = (evaluated_system){system_name(&other->reader), other->evaluation};
    }
    const evaluate_report what = {
        .systems = systems,
        .n_systems = n,
        .baseline = has_baseline ? r->others[0].evaluation : NULL,
        .metrics = o->metrics,
        .n_samples = r->set->samples ? (size_t)r->set->samples : 1000,
        .seed = r->set->seed >= 0 ? (uint64_t)r->set->seed : 12345,
    };
    const int rc = r->set->json ? evaluate_report_json(&what) : evaluate_report_text(&what);
    free(systems);
    return rc;
}

static int report(const run *r, const tr_evaluation_options *o)
{
    if (evaluate_words_unfit(&r->words))
        complain("the references have no blanks between words: 13a takes sentences for words, and "
                 "--tokenize zh, ja-mecab or char does not");
    if (r->rows.n_repaired)
        complain("%zu %s not valid UTF-8 on every side, now U+FFFD; the first is line %zu",
                 r->rows.n_repaired, r->rows.n_repaired == 1 ? "line was" : "lines were",
                 r->rows.first_repaired);
    return r->rows.per_line ? 0 : print_report(r, o);
}

static int run_evaluation(const settings *set, tr_evaluation_options *o, char **operands)
{
    evaluate_lines lines = {.metrics = o->metrics, .json = set->json};
    run r = {.set = set, .o = o, .rows.per_line = set->per_line ? &lines : NULL};

    int rc = open_run(&r, operands);
    if (!rc) r.n_bytes = input_size(&r.system.in);
    progress_begin(&r.progress, set->progress, "lines", set->per_line);
    if (!rc) rc = translates(set) ? translate_source(&r) : add_translation(&r);
    if (rc) hide_line();
    if (!rc) progress_end(&r.progress, system_name(&r.system), r.line);
    if (!rc) rc = report(&r, o);
    if (lines.is_open) evaluate_lines_close(&lines);
    if (rc && r.kept.stream) output_abandon(&r.kept);
    if (!rc && r.kept.stream) output_close(&r.kept);
    close_run(&r);
    return rc || r.failed ? EXIT_FAILED : EXIT_OK;
}

static int refuse_metrics(const char *list, const char *name, size_t len)
{
    char hint[HINT_SIZE];
    suggestion s = suggest_for(name, len);

    suggest_words(&s, METRICS("|"), '|');
    return options_misuse(&evaluate_command,
                          "--metrics: \"%s\" is not a list of " METRICS(", ") "%s", list,
                          suggest_hint(&s, "", hint));
}

/* Reads a list such as "bleu,ter" into bits.  GO_ON, or EXIT_MISUSE after a sentence. */
static int parse_metrics(const char *list, unsigned *metrics)
{
    *metrics = 0;
    for (const char *name = list;; name++) {
        const size_t len = strcspn(name, ",");
        const int metric = tr_option_choice(METRICS("|"), name, len);
        if (metric < 0) return refuse_metrics(list, name, len);
        *metrics |= 1U << metric;
        name += len;
        if (!*name) return GO_ON;
    }
}

static bool same_stream_twice(const settings *set, int argc, char **argv)
{
    int n =
        (set->baseline && !strcmp(set->baseline, "-")) + (set->source && !strcmp(set->source, "-"));

    for (int i = 0; i < argc; i++)
        n += !strcmp(argv[i], "-");
    for (size_t i = 0; i < set->others.n; i++)
        n += !strcmp(set->others.items[i], "-");
    return n > 1;
}

/* GO_ON, or EXIT_MISUSE after a sentence if an option about words would change nothing, or lacks
 * another. */
static int check_words(const settings *set, unsigned metrics)
{
    const command *const c = &evaluate_command;

    if (set->words >= 0 && !(metrics & 1U << TR_BLEU))
        return options_misuse(c, "--tokenize needs --metrics bleu");
    if (set->lowercase && metrics == 1U << TR_TER)
        return options_misuse(c, "--lowercase: TER never sees capitals");
    if (set->normalized && !(metrics & 1U << TR_TER))
        return options_misuse(c, "--normalized needs --metrics ter");
    if (set->asian && !(metrics & 1U << TR_TER))
        return options_misuse(c, "--asian-support needs --metrics ter");
    return GO_ON;
}

/* GO_ON, or EXIT_MISUSE after a sentence if a learned metric lacks its source, or its options have
 * none. */
static int check_learned(const settings *set, unsigned metrics)
{
    const command *const c = &evaluate_command;
    const bool learned = metrics & ~(unsigned)TR_COUNTED_METRICS;

    if (learned && !translates(set) && !set->source)
        return options_misuse(c, "--metrics comet and metricx need --source, the text that was "
                                 "translated");
    if (!learned && set->source)
        return options_misuse(c, "--source needs --metrics comet or metricx");
    if (!learned && set->metric_models.n)
        return options_misuse(c, "--metric-model needs --metrics comet or metricx");
    if (!learned && set->threads && !translates(set))
        return options_misuse(c, "--threads needs --model, or --metrics comet or metricx");
    return GO_ON;
}

static int check_operands(const settings *set, unsigned metrics, int argc, char **argv)
{
    const command *const c = &evaluate_command;
    const int least = metrics & TR_COUNTED_METRICS ? 2 : 1; /* a model may need no reference */

    if (set->output && !strcmp(set->output, "-"))
        return options_misuse(c, "--output: the scores go to standard output");
    if (argc < least)
        return options_misuse(c, "needs a %s and a reference",
                              translates(set) ? "source" : "translation");
    if (same_stream_twice(set, argc, argv))
        return options_misuse(c, "standard input cannot be two files");
    return GO_ON;
}

static int evaluate_main(int argc, char **argv)
{
    settings set = {.words = -1, .seed = -1};
    const settings usual = set;
    tr_evaluation_options o;

    tr_evaluation_options_init(&o);
    int rc = options_parse(&evaluate_command, &argc, argv, &set);
    if (rc == GO_ON && set.metrics) rc = parse_metrics(set.metrics, &o.metrics);
    if (rc == GO_ON) rc = check_words(&set, o.metrics);
    if (rc == GO_ON) rc = option_pairs_check(&evaluate_command, &set, &usual);
    if (rc == GO_ON) rc = check_learned(&set, o.metrics);
    if (rc == GO_ON) rc = check_operands(&set, o.metrics, argc, argv);
    if (rc != GO_ON) return rc;
    o.lowercase = set.lowercase;
    o.ter_normalized = set.normalized;
    o.ter_asian = set.asian;
    o.n_references = (size_t)argc - 1;
    o.compare = set.baseline != NULL;
    return run_evaluation(&set, &o, argv);
}

const command evaluate_command = {
    .name = "evaluate",
    .summary = "hold a translation against a reference: BLEU, chrF, TER, COMET",
    .operands = "[OPTIONS] TRANSLATION|SOURCE REFERENCE...",
    .operand = "FILE",
    .about = "Holds a translation against one or more references, line by line, and prints BLEU, "
             "chrF2, chrF2++ and TER as sacreBLEU defines them; of several translations, as a "
             "table.  With -m, -f or -t the first file "
             "is the source, which is translated first.  Files may be compressed by gzip.",
    .options = options,
    .pairs = pairs,
    .run = evaluate_main,
};
