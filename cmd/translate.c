/* translate.c - the filter: lines in, translations out. */
#include "translate.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "alignment.h"
#include "choice.h"
#include "cleanup.h"
#include "commands.h"
#include "documents.h"
#include "input.h"
#include "json.h"
#include "message.h"
#include "output.h"
#include "pivot.h"
#include "screen.h"
#include "version.h"

typedef struct settings {
    model_choice choice;
    document_settings documents;
    const char *output;
    int beam_size, n_best, threads, batch_tokens; /* 0 = not given */
    int min_length;
    length_penalty penalty;
    length_limit limit;
    int split; /* enum tr_split; -1 = not given */
    int input, output_format;
    int precision, shortlist;
    int sentencepiece; /* itself cuts the text */
    const char *cpu;   /* NULL = best */
    int alignment;     /* enum alignment_form; -1 = none */
    int no_pivot, raw, scores, json, stats, quiet, verbose, version;
} settings;

#define FIELD(name) offsetof(settings, name)
static const option options[] = {
    MODEL_OPTION_ROWS(settings, choice),
    {'o', "output", "FILE", "write there; the file appears when it is complete", OPTION_TEXT,
     FIELD(output), 0, 0},
    DOCUMENT_OPTION_ROWS(settings, documents),
    {'b', "beam", "N", "hypotheses kept per sentence, 1 = greedy (default: the model's, else 4)",
     OPTION_COUNT, FIELD(beam_size), 1, TR_MAX_BEAM},
    {'n', "n-best", "N", "print the N best translations: LINE ||| TEXT ||| SCORE", OPTION_COUNT,
     FIELD(n_best), 1, TR_MAX_BEAM},
    {'l', "length-penalty", "A",
     "rank by log p / length^A; gnmt:A for ((5+length)/6)^A (default: the model's, else 1)",
     OPTION_PENALTY, FIELD(penalty), 0, 0},
    {'j', "threads", "N", "threads (default: one per core)", OPTION_COUNT, FIELD(threads), 1, 1024},
    {0, "batch-tokens", "N", "source tokens in flight per thread", OPTION_COUNT,
     FIELD(batch_tokens), 1, 10000000},
    {0, "min-length", "N", "least tokens of a translation", OPTION_COUNT, FIELD(min_length), 0,
     100000},
    {0, "max-length", "N|Nx",
     "most tokens of a translation, the end included: a number, or a "
     "multiple of the source's, as in 2x or 3x+10 (the default)",
     OPTION_LENGTH, FIELD(limit), 0, 0},
    {0, "split", "sentence|none",
     "what becomes of lines of several sentences: translated one by "
     "one (the default), or as one",
     OPTION_CHOICE, FIELD(split), 0, 0},
    {0, "input", "text|pieces|ids", "form of the input; pieces and ids imply --split none",
     OPTION_CHOICE, FIELD(input), 0, 0},
    {0, "output-format", "text|pieces|ids", "form of the output; likewise", OPTION_CHOICE,
     FIELD(output_format), 0, 0},
    {0, "scores", NULL, "print the score and a tab before each translation", OPTION_FLAG,
     FIELD(scores), 0, 0},
    {0, "alignment", "hard|soft",
     "print after each translation which source tokens its tokens come from: TEXT ||| 0-0 1-2",
     OPTION_CHOICE, FIELD(alignment), 0, 0},
    {0, "json", NULL, "print one JSON object a line: source, hypotheses, tokens, scores",
     OPTION_FLAG, FIELD(json), 0, 0},
    {0, "stats", NULL, "tell on stderr how much was translated, how fast, in what memory",
     OPTION_FLAG, FIELD(stats), 0, 0},
    OPTION_CPU_ROW(settings, cpu),
    {0, "precision", "auto|int8|float32",
     "float32 does not round what int8 weights are multiplied by: slower, closer to the original "
     "model",
     OPTION_CHOICE, FIELD(precision), 0, 0},
    {0, "shortlist", "auto|on|off",
     "choose among the words that the model's lexicon proposes for a sentence, many times faster "
     "than among all (auto: if it has one)",
     OPTION_CHOICE, FIELD(shortlist), 0, 0},
    {0, "tokenizer", "auto|sentencepiece",
     "SentencePiece cuts the text itself: slower to start, the same pieces (auto: only where its "
     "model asks for something rare)",
     OPTION_CHOICE, FIELD(sentencepiece), 0, 0},
    {0, "no-pivot", NULL, "refuse to translate by way of English where no model has both languages",
     OPTION_FLAG, FIELD(no_pivot), 0, 0},
    {0, "raw", NULL,
     "what the model says of whatever there is: copy nothing, and try no sentence again that "
     "repeats itself",
     OPTION_FLAG, FIELD(raw), 0, 0},
    {'q', "quiet", NULL, "do not report repaired lines", OPTION_FLAG, FIELD(quiet), 0, 0},
    {'v', "verbose", NULL,
     "tell which model and instruction set are used, how many sentences were tried again, and "
     "where the time to the first line goes",
     OPTION_FLAG, FIELD(verbose), 0, 0},
    {'V', "version", NULL, "show the version; with --verbose, all that it is made of", OPTION_FLAG,
     FIELD(version), 0, 0},
    OPTION_LAST_ROWS,
};

/* ---- Settings ---------------------------------------------------------------------------- */

static settings default_settings(void)
{
    return (settings){
        .penalty.a = -1,
        .limit.tokens = -1,
        .min_length = -1,
        .split = -1,
        .alignment = -1,
    };
}

/* GO_ON, or EXIT_MISUSE after a sentence if options contradict each other. */
static int check_settings(const settings *s)
{
    const command *const c = &translate_command;

    if (s->beam_size && s->n_best > s->beam_size)
        return options_misuse(c, "--n-best %d is more than --beam %d", s->n_best, s->beam_size);
    if (s->split == TR_SPLIT_SENTENCE && s->input != TR_TEXT)
        return options_misuse(c, "--split sentence needs --input text");
    if (s->split == TR_SPLIT_SENTENCE && s->output_format != TR_TEXT)
        return options_misuse(c, "--split sentence needs --output-format text");
    if (s->json && s->scores) return options_misuse(c, "--json has the scores; leave out --scores");
    if (s->limit.factor <= 0 && s->limit.tokens >= 0 && s->min_length > s->limit.tokens)
        return options_misuse(c, "--min-length %d is more than --max-length %d", s->min_length,
                              s->limit.tokens);
    return GO_ON;
}

static void fill_options(tr_options *o, const settings *s, const tr_model *model)
{
    tr_options_init(o, model);
    model_choose_languages(o, &s->choice);
    if (s->beam_size) o->beam_size = s->beam_size;
    if (s->n_best) o->n_best = s->n_best;
    if (o->beam_size < o->n_best) o->beam_size = o->n_best;
    if (s->penalty.a >= 0) {
        o->penalty = s->penalty.kind;
        o->length_penalty = s->penalty.a;
    }
    if (s->min_length >= 0) o->min_length = s->min_length;
    if (s->limit.tokens >= 0) {
        o->max_length_factor = s->limit.factor;
        o->max_length = s->limit.tokens;
    }
    if (s->batch_tokens) o->batch_tokens = (size_t)s->batch_tokens;
    o->threads = s->threads;
    o->input = s->input;
    o->output = s->output_format;
    /* A model without a tokenizer can only give ids. */
    if (o->input == TR_IDS && !strcmp(tr_model_get_info(model)->tokenizer, "none"))
        o->output = TR_IDS;
    if (s->split >= 0) o->split = s->split;
    if (o->input != TR_TEXT || o->output != TR_TEXT) o->split = TR_SPLIT_NONE;
    o->raw = s->raw;
    o->scores = s->scores || s->json;
    o->precision = s->precision;
    o->alignment = s->alignment >= 0;
    o->shortlist = s->shortlist;
    o->cpu = s->cpu;
}

/* ---- Lines out --------------------------------------------------------------------------- */

typedef struct run {
    const settings *set;
    char **files; /* [n_files]; none = standard input */
    size_t n_files;
    bool documents; /* files are documents, not lines */
    input in;
    output out;
    pivot *pivot; /* the first of two models, or NULL */
    size_t n_failed, n_repaired, first_repaired, n_words;
    size_t n_written;                               /* lines */
    double start, model_open, ready, first_written; /* seconds */
} run;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static size_t count_words(const char *text, size_t len)
{
    size_t n = 0;
    bool within = false;

    for (size_t i = 0; i < len; i++) {
        const bool blank = text[i] == ' ' || text[i] == '\t';
        n += !blank && !within;
        within = !blank;
    }
    return n;
}

/* What is told of a line: with two models, the first one knows. */
typedef struct report {
    const char *source, *message; /* NULL: it has a translation */
    size_t n_repaired;
} report;

/* "pivot": the text between two models. */
static void add_pivot(cJSON *object, pivot_half *half)
{
    if (!half->json) return;
    cJSON_AddStringToObject(half->json, "language", model_pivot_language);
    cJSON_AddItemToObject(object, "pivot", half->json);
    half->json = NULL;
}

static void write_json(run *r, const tr_translation *t, const report *about, pivot_half *half)
{
    cJSON *object = cJSON_CreateObject();
    const tr_hypothesis *best = t->hypotheses;
    const bool failed = about->message != NULL;

    cJSON_AddNumberToObject(object, "line", (double)t->line);
    cJSON_AddStringToObject(object, "source", about->source);
    add_pivot(object, half);
    cJSON_AddStringToObject(object, "translation", best->text);
    json_add_float(object, "score", failed ? NAN : best->score);
    json_add_float(object, "log_probability", failed ? NAN : best->log_probability);
    if (failed) cJSON_AddStringToObject(object, "error", about->message);
    if (about->n_repaired) cJSON_AddNumberToObject(object, "repaired", (double)about->n_repaired);
    if (t->n_retried) cJSON_AddNumberToObject(object, "retried", (double)t->n_retried);
    if (t->n_improved) cJSON_AddNumberToObject(object, "improved", (double)t->n_improved);
    if (t->n_lost) cJSON_AddNumberToObject(object, "lost", (double)t->n_lost);
    cJSON *tokens = cJSON_AddArrayToObject(object, "source_tokens");
    for (size_t i = 0; i < t->n_source_tokens; i++)
        json_add_token(tokens, &t->source_tokens[i]);
    cJSON *hypotheses = cJSON_AddArrayToObject(object, "hypotheses");
    for (size_t i = 0; i < t->n_hypotheses && !failed; i++) {
        cJSON *h = cJSON_CreateObject();
        json_add_hypothesis(h, &t->hypotheses[i]);
        if (r->set->alignment >= 0)
            cJSON_AddItemToObject(h, "alignment",
                                  alignment_json(&t->hypotheses[i], r->set->alignment));
        cJSON_AddItemToArray(hypotheses, h);
    }
    json_print(&r->out, object);
}

static void write_text(run *r, const tr_translation *t)
{
    FILE *const out = r->out.stream;
    const bool several = r->set->n_best > 1;
    const size_t n = several ? t->n_hypotheses : 1;
    char score[NUMBER_SIZE];

    for (size_t i = 0; i < n; i++) {
        const tr_hypothesis *h = &t->hypotheses[i];
        if (i) fputs(*t->line_end ? t->line_end : "\n", out);
        format_float(score, t->status == TR_OK ? h->score : NAN);
        if (several) fprintf(out, "%zu ||| ", t->line);
        if (!several && r->set->scores) fprintf(out, "%s\t", score);
        fwrite(h->text, 1, h->text_len, out);
        if (r->set->alignment >= 0) fputs(" ||| ", out);
        if (r->set->alignment >= 0) alignment_print(out, h, r->set->alignment);
        if (several) fprintf(out, " ||| %s", score);
    }
    fputs(t->line_end, out);
}

static void report_line(run *r, size_t number, const char *message)
{
    size_t line;
    const char *name = input_where(&r->in, number, &line);
    r->n_failed++;
    complain("%s:%zu: %s", name, line, message);
}

static int write_line(void *ctx, const tr_translation *t)
{
    run *const r = ctx;
    pivot_half half = {0};
    report about = {t->source, t->status == TR_OK ? NULL : t->message, t->n_repaired};

    if (r->pivot && pivot_next(r->pivot, &half))
        about = (report){half.source, half.message ? half.message : about.message, half.n_repaired};
    if (r->set->json)
        write_json(r, t, &about, &half);
    else
        write_text(r, t);
    output_flush(&r->out);

    if (r->first_written <= 0) r->first_written = now();
    if (r->set->stats) r->n_words += count_words(about.source, strlen(about.source));
    if (about.n_repaired && !r->n_repaired++) r->first_repaired = t->line;
    if (about.message) report_line(r, t->line, about.message);
    r->n_written = t->line;
    pivot_half_free(&half);
    return 0;
}

static ptrdiff_t read_input(void *ctx, char *bytes, size_t size)
{
    run *const r = ctx;

    if (r->ready <= 0) r->ready = now();
    return input_read(&r->in, bytes, size);
}

static ptrdiff_t read_bytes(void *ctx, char *bytes, size_t size)
{
    run *const r = ctx;
    return r->pivot ? pivot_read(r->pivot, bytes, size) : read_input(r, bytes, size);
}

/* ---- Reports ----------------------------------------------------------------------------- */

static void report_repairs(run *r)
{
    size_t line;
    const char *name = input_where(&r->in, r->first_repaired, &line);
    complain("%zu %s not valid UTF-8 or held a NUL, now U+FFFD; the first is %s:%zu", r->n_repaired,
             r->n_repaired > 1 ? "lines were" : "line was", name, line);
}

static void report_setting(const tr_model *model, const tr_options *o)
{
    const tr_model_info *info = tr_model_get_info(model);
    char threads[32] = "one thread per core";

    if (o->threads) snprintf(threads, sizeof threads, "threads: %d", o->threads);
    complain("model %s (%s to %s, %s), instruction set %s, beam %d, %s", info->path,
             info->source_language, info->target_language, info->weight_type, tr_cpu_select(o->cpu),
             o->beam_size, threads);
    if (*info->origin) complain("the model came from %s", info->origin);
    if (!tr_cpu_has_fma())
        complain("this machine has no fused multiply-add: float products will be slow");
}

static void report_start(const run *r)
{
    if (r->first_written <= 0) return;
    complain(
        "start: model opened after %.1f ms, tokenizer and memory ready after %.1f ms, first line "
        "written after %.1f ms",
        1e3 * (r->model_open - r->start), 1e3 * (r->ready - r->start),
        1e3 * (r->first_written - r->start));
}

static void report_retries(const tr_stream_stats *s)
{
    if (s->retried)
        complain("%zu of %zu sentences repeated themselves, ran on, broke off or lost a number; a "
                 "second search found better for %zu",
                 s->retried, s->sentences, s->improved);
    if (s->lost)
        complain("%zu numbers, placeholders, codes or names of files of the source are not in the "
                 "translation",
                 s->lost);
}

static void report_stats(const run *r, const tr_stream_stats *s, double seconds)
{
    struct rusage usage = {0};
    char memory[32], cache[32];

    getrusage(RUSAGE_SELF, &usage);
    screen_bytes(memory, sizeof memory, 1024ull * (unsigned long long)usage.ru_maxrss);
    screen_bytes(cache, sizeof cache, s->cache_bytes);
    const double per_second = seconds > 0 ? 1 / seconds : 0;
    fprintf(stderr,
            "lines          %zu (%zu failed, %zu repaired)\n"
            "sentences      %zu\n"
            "source words   %zu (%.0f/s)\n"
            "source tokens  %zu (%.0f/s)\n"
            "target tokens  %zu (%.0f/s)\n"
            "seconds        %.3f\n"
            "peak memory    %s, of which keys and values %s\n",
            s->lines, s->failed_lines, s->repaired_lines, s->sentences, r->n_words,
            (double)r->n_words * per_second, s->source_tokens,
            (double)s->source_tokens * per_second, s->target_tokens,
            (double)s->target_tokens * per_second, seconds, memory, cache);
}

/* ---- Running ----------------------------------------------------------------------------- */

/* The status of both.  If the second model has failed, the first may wait for input forever: the
 * program ends then. */
static int end_pivot(run *r, int rc, tr_error *err)
{
    pivot_half half;

    if (rc && rc != TR_ESTOPPED) {
        complain("%s", err->msg);
        cleanup_end_program();
    }
    while (pivot_next(r->pivot, &half)) { /* a last line of no bytes is none for the second model */
        if (half.message) report_line(r, ++r->n_written, half.message);
        pivot_half_free(&half);
    }
    return pivot_end(r->pivot, err);
}

static int translate_all(run *r, const tr_model *model, const tr_options *o)
{
    const tr_stream_io io = {.read = read_bytes, .write = write_line, .ctx = r};
    tr_stream_stats stats = {0};
    tr_error err;

    const double start = now();
    int rc = tr_translate_stream(model, o, &io, &stats, &err);
    if (r->pivot) rc = end_pivot(r, rc, &err);
    if (rc && !r->in.failed) complain("%s", err.msg);
    if (rc) {
        output_abandon(&r->out);
        return EXIT_FAILED;
    }
    output_close(&r->out);
    if (r->n_repaired && !r->set->quiet) report_repairs(r);
    if (r->set->verbose) {
        report_retries(&stats);
        report_start(r);
    }
    if (r->set->stats) report_stats(r, &stats, now() - start);
    return r->n_failed ? EXIT_FAILED : EXIT_OK;
}

static int translate_documents(const run *r, const tr_model *model, const tr_options *o)
{
    const document_run documents = {.set = &r->set->documents,
                                    .files = r->files,
                                    .n = r->n_files,
                                    .output = r->set->output,
                                    .quiet = r->set->quiet,
                                    .stats = r->set->stats};
    if (r->set->verbose) report_setting(model, o);
    return documents_translate(&documents, model, o);
}

static bool has_cpu(const tr_options *o)
{
    if (tr_cpu_select(o->cpu)) return true;
    complain("--cpu %s: this machine does not have it", o->cpu);
    return false;
}

/* All that can be refused is refused before the first line is read. */
static int run_with_model(const tr_model *model, void *ctx)
{
    run *const r = ctx;
    tr_options o;

    r->model_open = now();
    if (!r->documents && input_open(&r->in, r->files, r->n_files)) return EXIT_FAILED;
    fill_options(&o, r->set, model);
    if (!has_cpu(&o)) return EXIT_FAILED;
    if (r->documents) return translate_documents(r, model, &o);
    if (output_open(&r->out, r->set->output) < 0) return EXIT_FAILED;
    if (r->set->sentencepiece) tr_model_use_sentencepiece(model);
    if (r->set->verbose) report_setting(model, &o);
    return translate_all(r, model, &o);
}

/* A first half has one translation of each line, as text. */
static void fill_first_options(tr_options *o, const settings *s, const tr_model *model)
{
    fill_options(o, s, model);
    o->target_language = model_pivot_language;
    o->n_best = 1;
    o->output = TR_TEXT;
    o->alignment = 0;
    o->scores = s->json;
}

static void fill_second_options(tr_options *o, const settings *s, const tr_model *model)
{
    fill_options(o, s, model);
    o->source_language = model_pivot_language;
    o->input = TR_TEXT;
    if (s->split < 0 && o->output == TR_TEXT) o->split = TR_SPLIT_SENTENCE;
}

static int run_with_two(const tr_model *first, const tr_model *second, void *ctx)
{
    run *const r = ctx;
    tr_options o, before;

    r->model_open = now();
    if (r->set->alignment >= 0)
        return options_misuse(&translate_command,
                              "--alignment needs one model, and %s to %s are two",
                              r->set->choice.from, r->set->choice.to);
    if (input_open(&r->in, r->files, r->n_files)) return EXIT_FAILED;
    fill_first_options(&before, r->set, first);
    fill_second_options(&o, r->set, second);
    if (!has_cpu(&o)) return EXIT_FAILED;
    if (output_open(&r->out, r->set->output) < 0) return EXIT_FAILED;
    if (r->set->sentencepiece) {
        tr_model_use_sentencepiece(first);
        tr_model_use_sentencepiece(second);
    }
    if (r->set->verbose) {
        complain("no model translates from %s to %s: two do by way of English", r->set->choice.from,
                 r->set->choice.to);
        report_setting(first, &before);
        report_setting(second, &o);
    }
    r->pivot = pivot_start(first, &before, read_input, r, r->set->json);
    return r->pivot ? translate_all(r, second, &o) : EXIT_FAILED;
}

/* Whether the files are documents or lines: GO_ON, or the exit status. */
static int choose_form(run *r)
{
    const settings *const s = r->set;
    const bool lines_only = s->n_best > 1 || s->scores || s->json || s->alignment >= 0 ||
                            s->input != TR_TEXT || s->output_format != TR_TEXT;

    r->documents = documents_wanted(&s->documents, r->files, r->n_files, lines_only);
    if (!r->documents) return GO_ON;
    const char *why = documents_misuse(&s->documents, r->n_files, s->output, lines_only);
    if (why) return options_misuse(&translate_command, "%s", why);
    if (!s->documents.dry_run) return GO_ON;
    return documents_count(
        &(document_run){.set = &s->documents, .files = r->files, .n = r->n_files});
}

static int translate_main(int argc, char **argv)
{
    settings set = default_settings();
    run r = {.set = &set, .start = now()};

    int rc = options_parse(&translate_command, &argc, argv, &set);
    if (rc == GO_ON && set.version) return version_show(set.verbose);
    if (rc == GO_ON) rc = check_settings(&set);
    if (rc != GO_ON) return rc;
    r.files = argv;
    r.n_files = (size_t)argc;
    rc = choose_form(&r);
    if (rc != GO_ON) return rc;
    rc = set.no_pivot || r.documents
             ? model_use(&set.choice, run_with_model, &r)
             : model_use_or_two(&set.choice, run_with_model, run_with_two, &r);
    input_close(&r.in);
    return rc;
}

const command translate_command = {
    .name = NULL,
    .summary = "translate text",
    .operands = "[OPTIONS] [FILE]...",
    .operand = "FILE",
    .about = "Translates text line by line, from the files or standard input to standard output, "
             "with no network connection.",
    .options = options,
    .run = translate_main,
};
