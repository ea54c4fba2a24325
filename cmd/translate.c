/* translate.c - the filter: lines in, translations out. */
#include "translate.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "alignment.h"
#include "cleanup.h"
#include "commands.h"
#include "input.h"
#include "json.h"
#include "message.h"
#include "output.h"
#include "pivot.h"
#include "recall.h"
#include "screen.h"
#include "settings.h"
#include "stretches.h"
#include "version.h"

/* ---- Lines out --------------------------------------------------------------------------- */

typedef struct run {
    settings *set;
    char **files; /* [n_files]; none = standard input */
    size_t n_files;
    bool documents;        /* files are documents, not lines */
    bool detects, by_line; /* the text tells its language, or each line its own */
    input in;
    output out;
    recall memory;
    pivot *pivot;  /* the first of two models, or NULL */
    route *route;  /* what tells the language of the lines; NULL: it is given */
    size_t before; /* lines of earlier stretches */
    tr_stream_stats stats;
    double seconds; /* that translating took */
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

    cJSON_AddNumberToObject(object, "line", (double)(r->before + t->line));
    cJSON_AddStringToObject(object, "source", about->source);
    add_pivot(object, half);
    cJSON_AddStringToObject(object, "translation", best->text);
    json_add_float(object, "score", failed ? NAN : best->score);
    json_add_float(object, "log_probability", failed ? NAN : best->log_probability);
    if (failed) cJSON_AddStringToObject(object, "error", about->message);
    if (t->remembered) cJSON_AddTrueToObject(object, "memory");
    if (about->n_repaired) cJSON_AddNumberToObject(object, "repaired", (double)about->n_repaired);
    if (t->n_retried) cJSON_AddNumberToObject(object, "retried", (double)t->n_retried);
    if (t->n_improved) cJSON_AddNumberToObject(object, "improved", (double)t->n_improved);
    if (t->n_terms) cJSON_AddNumberToObject(object, "terms", (double)t->n_terms);
    if (t->n_terms_missing)
        cJSON_AddNumberToObject(object, "terms_missing", (double)t->n_terms_missing);
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
        if (several) fprintf(out, "%zu ||| ", r->before + t->line);
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
    r->n_written = r->before + t->line;
    if (about.n_repaired && !r->n_repaired++) r->first_repaired = r->n_written;
    if (about.message) report_line(r, r->n_written, about.message);
    pivot_half_free(&half);
    return 0;
}

static ptrdiff_t read_input(void *ctx, char *bytes, size_t size)
{
    run *const r = ctx;

    if (r->ready <= 0) r->ready = now();
    return r->route ? route_read(r->route, bytes, size) : input_read(&r->in, bytes, size);
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
    if (*info->origin) complain("origin of the model: %s", info->origin);
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

static void add_stats(tr_stream_stats *sum, const tr_stream_stats *s)
{
    sum->lines += s->lines;
    sum->failed_lines += s->failed_lines;
    sum->repaired_lines += s->repaired_lines;
    sum->sentences += s->sentences;
    sum->retried += s->retried;
    sum->improved += s->improved;
    sum->lost += s->lost;
    sum->terms += s->terms;
    sum->terms_missing += s->terms_missing;
    sum->source_tokens += s->source_tokens;
    sum->target_tokens += s->target_tokens;
    if (sum->cache_bytes < s->cache_bytes) sum->cache_bytes = s->cache_bytes;
}

static int end_run(run *r)
{
    output_close(&r->out);
    if (r->n_repaired && !r->set->quiet) report_repairs(r);
    if (r->set->verbose) {
        report_retries(&r->stats);
        wording_report(&r->stats);
        report_start(r);
    }
    if (r->set->stats) report_stats(r, &r->stats, r->seconds);
    return r->n_failed ? EXIT_FAILED : EXIT_OK;
}

/* Translates all that is read: all lines, or a stretch of them. */
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
    r->pivot = NULL;
    r->before = r->n_written;
    r->seconds += now() - start;
    add_stats(&r->stats, &stats);
    return r->route ? EXIT_OK : end_run(r);
}

static int choose_for_document(void *ctx, const char *name, tr_document *document,
                               document_job *job, void *job_ctx);

/* What is asked for, else what the model has. */
static void tell_languages(settings *s, const tr_model *model)
{
    const tr_model_info *const info = model ? tr_model_get_info(model) : NULL;
    paper_settings *const p = &s->documents.paper;

    p->from = s->choice.from;
    p->to = s->choice.to;
    if (!p->to && info && *info->target_language) p->to = info->target_language;
    if (!p->from && p->set_language && info && *info->source_language)
        p->from = info->source_language;
}

static int translate_documents(run *r, const tr_model *model, const tr_options *o)
{
    tell_languages(r->set, model);
    const document_run documents = {.set = &r->set->documents,
                                    .files = r->files,
                                    .n = r->n_files,
                                    .output = r->set->output,
                                    .quiet = r->set->quiet,
                                    .verbose = r->set->verbose,
                                    .stats = r->set->stats,
                                    .choose = model ? NULL : choose_for_document,
                                    .ctx = r};
    return documents_translate(&documents, model, o);
}

static bool has_cpu(const tr_options *o)
{
    if (tr_cpu_select(o->cpu)) return true;
    complain("--cpu %s: this machine does not have it", o->cpu);
    return false;
}

/* Stretches of one language share input and output. */
static int open_input(run *r)
{
    return r->in.names ? 0 : input_open(&r->in, r->files, r->n_files);
}

static int open_output(run *r)
{
    return r->out.stream ? 0 : output_open(&r->out, r->set->output);
}

static int translate_with(run *r, const tr_model *model, const tr_options *o)
{
    if (r->set->sentencepiece) tr_model_use_sentencepiece(model);
    if (r->set->verbose) report_setting(model, o);
    if (r->documents) return translate_documents(r, model, o);
    if (open_output(r) < 0) return EXIT_FAILED;
    return translate_all(r, model, o);
}

/* All that can be refused is refused before the first line is read. */
static int run_with_model(const tr_model *model, void *ctx)
{
    run *const r = ctx;
    tr_options o;

    r->model_open = now();
    if (!r->documents && open_input(r)) return EXIT_FAILED;
    settings_fill(&o, r->set, model);
    if (!has_cpu(&o)) return EXIT_FAILED;
    if (recall_begin(&r->memory, &r->set->memory, model, &o, r->set->wording.glossary) < 0)
        return EXIT_FAILED;
    return recall_end(&r->memory, translate_with(r, model, &o));
}

static int run_with_two(const tr_model *first, const tr_model *second, void *ctx)
{
    run *const r = ctx;
    tr_options o, before;

    r->model_open = now();
    const char *const single = r->set->alignment >= 0 ? "--alignment"
                               : r->set->memory.path  ? "--memory"
                                                      : wording_for_one_model(&r->set->wording);
    if (single)
        return options_misuse(&translate_command, "%s needs one model, and %s to %s are two",
                              single, r->set->choice.from, r->set->choice.to);
    if (open_input(r)) return EXIT_FAILED;
    settings_fill_first(&before, r->set, first);
    settings_fill_second(&o, r->set, second);
    if (!has_cpu(&o)) return EXIT_FAILED;
    if (open_output(r) < 0) return EXIT_FAILED;
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
    const char *const lost = r->documents ? NULL : documents_option(&s->documents);
    if (lost)
        return options_misuse(
            &translate_command,
            "%s is for documents, but %s is read line by line: name its --format, such as text",
            lost, r->n_files ? r->files[0] : "standard input");
    if (!r->documents) return GO_ON;
    const char *why = documents_misuse(&s->documents, r->n_files, s->output, lines_only);
    if (!why) why = wording_misuse(&s->wording);
    if (why) return options_misuse(&translate_command, "%s", why);
    if (!s->documents.dry_run) return GO_ON;
    tell_languages(r->set, NULL);
    return documents_count(
        &(document_run){.set = &s->documents, .files = r->files, .n = r->n_files});
}

/* ---- The source's language --------------------------------------------------------------- */

static bool is_by_line(const char *from)
{
    return !strcmp(from, "auto-line");
}

static bool is_accepted(void *ctx, const char *language)
{
    const settings *const s = ((run *)ctx)->set;
    const model_choice choice = {s->choice.model, language, s->choice.to};
    return stretches_is_target(s->choice.to, language) || model_is_there(&choice, !s->no_pivot);
}

static int use_models(run *r)
{
    const bool two = !r->set->no_pivot && !r->documents;
    return two ? model_use_or_two(&r->set->choice, run_with_model, run_with_two, r)
               : model_use(&r->set->choice, run_with_model, r);
}

static int translate_from(void *ctx, const char *language)
{
    run *const r = ctx;
    r->set->choice.from = language;
    return use_models(r);
}

static int copy_line(void *ctx, const tr_translation *line)
{
    run *const r = ctx;

    if (open_output(r) < 0) return -1;
    write_line(r, line);
    r->before = r->n_written;
    return 0;
}

static int translate_by_language(run *r)
{
    stretches s = {.in = &r->in,
                   .by_line = r->by_line || (!r->n_files && isatty(STDIN_FILENO)),
                   .target = r->set->choice.to,
                   .n_lines = &r->n_written,
                   .translate = translate_from,
                   .copy = copy_line,
                   .ctx = r};

    if (open_input(r)) return EXIT_FAILED;
    s.route = r->route = route_open(&r->in, s.by_line, is_accepted, r);
    int status = stretches_run(&s);
    if (status == EXIT_OK && open_output(r) < 0) status = EXIT_FAILED;
    if (status == EXIT_OK) status = end_run(r);
    if (!r->set->quiet) stretches_report(&s);
    output_abandon(&r->out);
    route_close(r->route);
    return status;
}

/* A document's work, which waits for a model. */
typedef struct work {
    run *run;
    document_job *job;
    void *ctx;
} work;

static int run_work(const tr_model *model, void *ctx)
{
    const work *const w = ctx;
    const settings *const s = w->run->set;
    recall *const memory = &w->run->memory;
    tr_options o;

    settings_fill(&o, s, model);
    if (!has_cpu(&o)) return EXIT_FAILED;
    if (s->verbose) report_setting(model, &o);
    if (recall_begin(memory, &s->memory, model, &o, s->wording.glossary) < 0) return EXIT_FAILED;
    return recall_end(memory, w->job(model, &o, w->ctx));
}

static int choose_for_document(void *ctx, const char *name, tr_document *document,
                               document_job *job, void *job_ctx)
{
    run *const r = ctx;
    work w = {r, job, job_ctx};
    const detection d = detector_guess_document(document);

    if (d.sure && !stretches_is_target(r->set->choice.to, d.found[0].language)) {
        r->set->choice.from = d.found[0].language;
        return model_use(&r->set->choice, run_work, &w);
    }
    stretches_refuse(name, &d);
    return EXIT_FAILED;
}

/* Whether the text tells its language: GO_ON, or the exit status. */
static int choose_source(run *r)
{
    model_choice *const choice = &r->set->choice;
    const bool asked = choice->from && (!strcmp(choice->from, "auto") || is_by_line(choice->from));

    r->by_line = asked && is_by_line(choice->from);
    if (!asked && !model_needs_source(choice)) return GO_ON;
    if (asked && r->set->input != TR_TEXT)
        return options_misuse(&translate_command, "--from %s needs --input text", choice->from);
    if (asked && r->by_line && r->documents)
        return options_misuse(&translate_command, "--from auto-line needs lines: --format lines");
    if (!detector_ready(asked)) return asked ? EXIT_FAILED : GO_ON;
    choice->from = NULL;
    r->detects = true;
    return GO_ON;
}

static int translate_main(int argc, char **argv)
{
    settings set = settings_default();
    run r = {.set = &set, .start = now()};

    int rc = options_parse(&translate_command, &argc, argv, &set);
    if (rc == GO_ON && set.version) return version_show(set.verbose);
    if (rc == GO_ON) rc = settings_check(&set, &translate_command);
    if (rc != GO_ON) return rc;
    r.files = argv;
    r.n_files = (size_t)argc;
    rc = choose_form(&r);
    if (rc == GO_ON) rc = choose_source(&r);
    if (rc != GO_ON) return rc;
    if (wording_open(&set.wording) < 0)
        rc = EXIT_FAILED;
    else if (!r.detects)
        rc = use_models(&r);
    else if (r.documents)
        rc = translate_documents(&r, NULL, NULL);
    else
        rc = translate_by_language(&r);
    if (set.verbose) recall_report(&r.memory);
    wording_close(&set.wording);
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
    .options = settings_options,
    .run = translate_main,
};
