/* translate.c - the filter: which model, which language, lines or documents. */
#include "translate.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check/checker.h"
#include "check/review.h"
#include "commands/commands.h"
#include "console/alloc.h"
#include "console/message.h"
#include "console/output.h"
#include "documents/tree.h"
#include "lines/already_translated.h"
#include "lines/by_language.h"
#include "lines/form_hint.h"
#include "lines/lines.h"
#include "models/better_model.h"

typedef struct run {
    settings *set;
    char **files; /* [n_files]; none = standard input */
    size_t n_files;
    char **given; /* [n_given]: the command line, before it was read */
    int n_given;
    const char *of_documents; /* an option that is for documents alone; NULL: none is given */
    bool documents;           /* files are documents, not lines */
    bool detects, by_line;    /* the text tells its language, or each line its own */
    lines lines;
    translation_memory memory;
    sense_finder senses;
    review review;
    checker checks;         /* by the model at hand and one of the other direction */
    const checker *checker; /* `checks`, or NULL */
    const tr_model
        *models[2]; /* that are used while a model of the other direction is looked for */
    already_translated already; /* of one model, or of the first of two */
    already_translated second_already;
} run;

/* ---- With a model -------------------------------------------------------------------------- */

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

static int choose_for_document(void *ctx, const char *name, tr_document *document,
                               document_job *job, void *job_ctx);

static int follow_document(void *ctx, const char *name, const tr_document_languages *said,
                           const tr_model *model, document_job *job, void *job_ctx);

/* Returns the language that is asked for, else the model's. */
static void set_document_languages(settings *s, const tr_model *model)
{
    const tr_model_info *const info = model ? tr_model_get_info(model) : NULL;
    reading_settings *const p = &s->documents.reading;

    p->from = s->choice.from;
    p->to = s->choice.to;
    p->context = s->context;
    if (!p->to && info && *info->target_language) p->to = info->target_language;
    const bool says_language = p->set_language || s->documents.into;
    if (!p->from && says_language && info && *info->source_language)
        p->from = info->source_language;
}

static char *document_keys(void *ctx, const tr_model *model, const tr_options *o)
{
    const run *const r = ctx;
    return same_work_keys(&translate_command, r->set, model, o);
}

static bool review_is_told(const run *r)
{
    return check_settings_are_given(&r->set->checks) || r->set->verbose;
}

static int translate_documents(run *r, const tr_model *model, const tr_options *o)
{
    tr_stream_stats sum = {0};
    document_progress watch = {.share = 1};

    progress_begin(&watch.line, r->set->quiet ? PROGRESS_UNWANTED : r->set->progress, "segments",
                   false);
    set_document_languages(r->set, model);
    const document_run documents = {.set = &r->set->documents,
                                    .files = r->files,
                                    .n = r->n_files,
                                    .output = r->set->output,
                                    .strict = r->set->strict,
                                    .quiet = r->set->quiet,
                                    .verbose = r->set->verbose,
                                    .stats = r->set->stats,
                                    .json = r->set->json,
                                    .progress = &watch,
                                    .review = review_is_told(r) ? &r->review : NULL,
                                    .checker = &r->checker,
                                    .resume = r->set->resume,
                                    .keys = document_keys,
                                    .sum = &sum,
                                    .choose = model ? NULL : choose_for_document,
                                    .follow =
                                        model && !r->set->choice.model ? follow_document : NULL,
                                    .ctx = r};
    r->review.of_documents = true;
    const int status = documents_translate(&documents, model, o);
    if (status != EXIT_FAILED || output_paths_are_given(&r->set->documents.place))
        review_end(&r->review);
    if (r->set->verbose) lines_report(&sum);
    return status;
}

static bool has_cpu(const tr_options *o)
{
    if (tr_cpu_select(o->cpu)) return true;
    complain("--cpu %s: this machine does not have it", o->cpu);
    return false;
}

/* True if nobody has said that the input is lines. */
static bool may_be_other(const run *r)
{
    const settings *const s = r->set;
    return !r->documents && !s->texts.n && !s->part.n && !s->documents.reading.format &&
           s->input == TR_TEXT && !s->quiet && !s->no_hints && form_hint_is_wanted();
}

/* `language` is the model's, or NULL. */
static int open_input(run *r, const char *language)
{
    input *const in = &r->lines.in;
    const bool is_open = in->names != NULL;

    if (lines_open_input(&r->lines, r->files, r->n_files) < 0) return -1;
    if (!is_open && may_be_other(r)) in->look = form_hint;
    in->look_ctx = (void *)(r->set->choice.from ? r->set->choice.from : language);
    return 0;
}

static int translate_input(run *r, const tr_model *model, const tr_options *o)
{
    if (r->set->sentencepiece) tr_model_use_sentencepiece(model);
    if (r->set->verbose) report_setting(model, o);
    if (r->documents) return translate_documents(r, model, o);
    if (lines_open_output(&r->lines) < 0) return EXIT_FAILED;
    if (!r->detects &&
        lines_resume(&r->lines, &translate_command, model, o, r->files, r->n_files) < 0)
        return EXIT_FAILED;
    manifest_begin(&r->lines.manifest, r->set, &translate_command, r->n_given, r->given, model, o);
    return lines_translate(&r->lines, model, o);
}

/* A person who types may wonder what is waited for. */
static void tell_waiting(const run *r, const char *from, const char *to)
{
    if (r->n_files || r->set->texts.n || r->set->quiet) return;
    if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO)) return;
    complain("type text, Ctrl-D ends it%s%s%s%s%s", from || to ? " (" : "", from ? from : "",
             from && to ? " to "
             : to       ? "to "
                        : "",
             to ? to : "", from || to ? ")" : "");
}

static void tell_waiting_for(const run *r, const tr_model *first, const tr_model *last)
{
    const model_choice *const c = &r->set->choice;
    tell_waiting(r, c->from ? c->from : tr_model_get_info(first)->source_language,
                 c->to ? c->to : tr_model_get_info(last)->target_language);
}

/* ---- With a model of the other direction ---- */

/* What looks through translations of a model, or of two by way of English: `model` NULL. */
static void begin_checks(run *r, const tr_model *model, const tr_options *o, const tr_model *back)
{
    if (back) r->checks = checker_make(model, o, back);
    r->checker = back ? &r->checks : NULL;
    r->lines.checker = r->checker;
}

/* Does some work with the model of the other direction if it is asked for, else with NULL. */
static int with_back(run *r, const tr_model *model, int (*work)(const tr_model *back, void *ctx),
                     void *ctx)
{
    const check_settings *const s = &r->set->checks;
    return s->check ? check_model_use(model, &r->set->choice, s->model, work, ctx)
                    : work(NULL, ctx);
}

/* ---- One model or two ---- */

static void begin_review_of_lines(run *r, const tr_model *first, const tr_model *last)
{
    const model_choice *const c = &r->set->choice;

    r->lines.review = review_is_told(r) ? &r->review : NULL;
    r->review.one_name = r->n_files < 2;
    r->review.names_words = !r->set->json;
    review_set_languages(&r->review, c->from ? c->from : tr_model_get_info(first)->source_language,
                         c->to ? c->to : tr_model_get_info(last)->target_language);
}

/* Opens the dictionary, which is asked as a memory, and once more for what is told of lines. */
static int begin_senses(run *r, sense_finder *f, const tr_model *model, const tr_options *o)
{
    if (sense_finder_begin(f, r->set->dictionary, model, o) < 0) return -1;
    r->lines.senses = f->dictionary ? f : NULL;
    r->set->memory.dictionary = f->dictionary ? tr_dictionary_digest(f->dictionary) : NULL;
    return 0;
}

/* All that can be refused is refused before the first line is read. */
static int translate_and_check(const tr_model *back, void *ctx)
{
    run *const r = ctx;
    const tr_model *const model = r->models[0];
    tr_options o;

    lines_model_is_open(&r->lines);
    if (!r->documents && open_input(r, tr_model_get_info(model)->source_language))
        return EXIT_FAILED;
    settings_fill(&o, r->set, model);
    if (!has_cpu(&o)) return EXIT_FAILED;
    begin_checks(r, model, &o, back);
    begin_review_of_lines(r, model, model);
    if (begin_senses(r, &r->senses, model, &o) < 0) return EXIT_FAILED;
    if (tm_begin(&r->memory, &r->set->memory, model, &o) < 0) {
        sense_finder_end(&r->senses);
        return EXIT_FAILED;
    }
    sense_finder_join(&r->senses, &o);
    r->memory.tells = r->documents;
    r->lines.memory = r->set->memory.fuzzy ? &r->memory : NULL;
    if (!r->set->force) already_translated_begin(&r->already, model, &o, NULL);
    if (!r->set->quiet && !r->set->no_hints) better_model_hint(model, &r->set->choice);
    if (!r->detects) tell_waiting_for(r, model, model);
    const int status = translate_input(r, model, &o);
    already_translated_end(&r->already);
    r->set->memory.dictionary = NULL;
    sense_finder_end(&r->senses);
    tm_end(&r->memory);
    return status;
}

static int translate_with_model(const tr_model *model, void *ctx)
{
    run *const r = ctx;
    r->models[0] = model;
    return with_back(r, model, translate_and_check, r);
}

static int translate_by_two(const tr_model *back, void *ctx)
{
    run *const r = ctx;
    const tr_model *const first = r->models[0], *const second = r->models[1];
    tr_options o, before;

    lines_model_is_open(&r->lines);
    const char *const single = r->set->alignment >= 0 ? "--alignment"
                               : r->set->resume       ? "--resume"
                               : r->set->manifest     ? "--manifest"
                               : r->set->memory.path  ? "--memory"
                               : r->set->dictionary   ? "--dictionary"
                                                    : word_options_for_one_model(&r->set->wording);
    if (single)
        return options_misuse(&translate_command, "%s needs one model, and %s to %s are two",
                              single, r->set->choice.from, r->set->choice.to);
    if (open_input(r, NULL)) return EXIT_FAILED;
    settings_fill_first(&before, r->set, first);
    settings_fill_second(&o, r->set, second);
    if (!has_cpu(&o)) return EXIT_FAILED;
    tr_options whole = o;
    whole.source_language = r->set->choice.from;
    whole.target_language = r->set->choice.to;
    begin_checks(r, NULL, &whole, back);
    begin_review_of_lines(r, first, second);
    if (lines_open_output(&r->lines) < 0) return EXIT_FAILED;
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
    if (!r->set->force) already_translated_begin(&r->already, first, &before, r->set->choice.to);
    if (!r->set->force) already_translated_begin(&r->second_already, second, &o, NULL);
    if (!r->detects) tell_waiting_for(r, first, second);
    const int status = lines_translate_by_two(&r->lines, first, &before, second, &o);
    already_translated_end(&r->already);
    already_translated_end(&r->second_already);
    return status;
}

static int run_with_two(const tr_model *first, const tr_model *second, void *ctx)
{
    run *const r = ctx;
    r->models[0] = first;
    r->models[1] = second;
    return with_back(r, second, translate_by_two, r);
}

/* ---- Lines or documents ---------------------------------------------------------------------- */

static bool is_one_file(const run *r)
{
    return r->n_files == 1 && !tree_has_folder(r->files, 1);
}

static bool wants_lines(const settings *s)
{
    const bool json = s->json && !s->documents.into; /* there it is a summary */
    return s->n_best || s->scores || json || s->alignment >= 0 || s->input != TR_TEXT ||
           s->output_format != TR_TEXT;
}

/* Sets the option that is for documents alone. */
static int check_given_text(run *r)
{
    document_settings others = r->set->documents;

    if (r->set->output) others.skip_existing = 0; /* of lines, too */
    r->of_documents = documents_option(&others);
    others.reading.bilingual = 0;
    if (r->set->texts.n && r->n_files)
        return options_misuse(&translate_command, "-e gives the text: leave out %s", r->files[0]);
    if (r->set->texts.n && documents_given(&others))
        return options_misuse(&translate_command, "-e gives lines, and no document");
    return GO_ON;
}

/* Sets which of both it is. */
static int find_form(run *r)
{
    document_settings *const set = &r->set->documents;

    if (r->set->texts.n) set->reading.texts = &r->set->texts;
    const int wanted = documents_wanted(set, r->files, r->n_files, wants_lines(r->set));
    r->documents = wanted > 0;
    return wanted < 0 ? EXIT_FAILED : GO_ON;
}

static int check_part(run *r)
{
    const char *const why = r->n_files != 1             ? "needs one FILE"
                            : !strcmp(r->files[0], "-") ? "needs a FILE, and standard input is none"
                            : r->documents
                                ? "is of a file of lines, and this is a document: --format lines "
                                  "would read it line by line"
                                : NULL;

    if (!why || !(r->set->part.n || r->set->manifest)) return GO_ON;
    return options_misuse(&translate_command, "--%s %s", r->set->part.n ? "part" : "manifest", why);
}

static int check_lines(run *r)
{
    const settings *const s = r->set;
    const char *const lost = r->of_documents;

    if (r->documents) return GO_ON;
    if (lost && open_input(r, NULL)) return EXIT_FAILED; /* what is not there tells no format */
    if (lost)
        return options_misuse(
            &translate_command,
            "%s is for documents, but %s is read line by line: name its --format, such as text",
            lost,
            r->n_files   ? r->files[0]
            : s->texts.n ? "-e"
                         : "standard input");
    return GO_ON;
}

static int check_documents(run *r)
{
    const settings *const s = r->set;

    if (!r->documents) return GO_ON;
    const int rc = document_file_check(&translate_command, &s->documents.reading);
    if (rc != GO_ON) return rc;
    const char *why =
        documents_misuse(&s->documents, r->files, r->n_files, s->output, wants_lines(s));
    if (!why && s->resume && s->documents.place.in_place && !is_one_file(r))
        why = "--resume with --in-place goes on with one document: others may be done already";
    if (!why) why = word_options_misuse(&s->wording);
    return why ? options_misuse(&translate_command, "%s", why) : GO_ON;
}

/* `model` may be NULL: its languages are not known. */
static int count_with_model(const tr_model *model, void *ctx)
{
    run *const r = ctx;
    document_settings *const set = &r->set->documents;
    const char *const from = r->set->choice.from;

    set_document_languages(r->set, model);
    if (from && !strcmp(from, "auto")) set->reading.from = NULL;
    return documents_count(
        &(document_run){.set = set, .files = r->files, .n = r->n_files, .json = r->set->json});
}

static int count_documents(run *r)
{
    const model_choice *const c = &r->set->choice, named = {.model = c->model};

    if (!r->documents || !r->set->documents.dry_run) return GO_ON;
    return c->model && !c->to ? model_use(&named, count_with_model, r) : count_with_model(NULL, r);
}

/* Decides if the files are documents or lines: GO_ON, or the exit status. */
static int choose_form(run *r)
{
    static int (*const steps[])(run *) = {find_form, check_part, check_lines, check_documents,
                                          count_documents};
    int rc = check_given_text(r);

    if (r->set->texts.n && !r->set->documents.reading.bilingual) return rc;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && rc == GO_ON; i++)
        rc = steps[i](r);
    return rc;
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
    return by_language_is_target(s->choice.to, language) || model_is_there(&choice, !s->no_pivot);
}

static int use_models(run *r)
{
    const bool two = !r->set->no_pivot && !r->documents;
    return two ? model_use_or_two(&r->set->choice, translate_with_model, run_with_two, r)
               : model_use(&r->set->choice, translate_with_model, r);
}

static int translate_from(void *ctx, const char *language)
{
    run *const r = ctx;
    r->set->choice.from = language;
    return use_models(r);
}

static int copy_source_line(void *ctx, const tr_translation *line)
{
    run *const r = ctx;
    return lines_copy(&r->lines, line);
}

static int translate_by_language(run *r)
{
    lines *const l = &r->lines;
    by_language s = {.in = &l->in,
                     .by_line =
                         r->by_line || (!r->n_files && !r->set->texts.n && isatty(STDIN_FILENO)),
                     .target = r->set->choice.to,
                     .n_lines = &l->n_written,
                     .translate = translate_from,
                     .copy = copy_source_line,
                     .ctx = r};

    if (open_input(r, NULL)) return EXIT_FAILED;
    tell_waiting(r, NULL, r->set->choice.to);
    s.runs = l->runs = language_runs_open(&l->in, s.by_line, s.target, is_accepted, r);
    int status = by_language_run(&s);
    if (status == EXIT_OK && lines_open_output(l) < 0) status = EXIT_FAILED;
    if (status == EXIT_OK) status = lines_end(l);
    if (!r->set->quiet) by_language_report(&s);
    language_runs_close(l->runs);
    return status;
}

/* A document's work, which waits for a model. */
typedef struct work {
    run *run;
    document_job *job;
    void *ctx;
    const tr_model *model;
} work;

/* What a memory has counted; another may be open for the model that most documents have. */
static void add_counts(translation_memory *sum, const translation_memory *m)
{
    sum->path = m->path;
    sum->n_found += m->n_found;
    sum->n_sentences += m->n_sentences;
    sum->n_exchanged += m->n_exchanged;
    sum->n_new += m->n_new;
    sum->n_added += m->n_added;
    sum->failed = sum->failed || m->failed;
}

static int run_checked_work(const tr_model *back, void *ctx)
{
    const work *const w = ctx;
    const tr_model *const model = w->model;
    const checker *const others = w->run->checker;
    const checker others_checks = w->run->checks;
    const settings *const s = w->run->set;
    translation_memory memory = {
        .path = w->run->memory.path, .tells = true, .failed = w->run->memory.failed};
    already_translated already = {0};
    const char *const others_dictionary = s->memory.dictionary;
    sense_finder senses = {0};
    tr_options o;

    settings_fill(&o, s, model);
    if (!has_cpu(&o)) return EXIT_FAILED;
    if (s->sentencepiece) tr_model_use_sentencepiece(model);
    if (s->verbose) report_setting(model, &o);
    if (begin_senses(w->run, &senses, model, &o) < 0) return EXIT_FAILED;
    if (tm_begin(&memory, &s->memory, model, &o) < 0) {
        sense_finder_end(&senses);
        return EXIT_FAILED;
    }
    sense_finder_join(&senses, &o);
    if (!s->force) already_translated_begin(&already, model, &o, NULL);
    begin_checks(w->run, model, &o, back);
    const int status = w->job(model, &o, w->ctx);
    w->run->checks = others_checks;
    w->run->checker = others;
    already_translated_end(&already);
    w->run->set->memory.dictionary = others_dictionary;
    sense_finder_end(&senses);
    tm_end(&memory);
    if (s->memory.path) add_counts(&w->run->memory, &memory);
    return status;
}

static int run_work(const tr_model *model, void *ctx)
{
    work *const w = ctx;
    w->model = model;
    return with_back(w->run, model, run_checked_work, w);
}

static bool is_source(void *ctx, const char *language)
{
    const settings *const s = ((run *)ctx)->set;
    return !by_language_is_target(s->choice.to, language) && is_accepted(ctx, language);
}

/* The language of a document that is not sure becomes one that there is a model for. */
static void choose_likely(run *r, const char *text, size_t len, detection *d)
{
    char *const name = d->found[0].language;

    if (!d->sure && (detector_choose_by_words(text, len, is_accepted, r, name) ||
                     detector_choose_by_letters(text, len, is_source, r, name)))
        d->sure = true;
}

static int choose_for_document(void *ctx, const char *name, tr_document *document,
                               document_job *job, void *job_ctx)
{
    run *const r = ctx;
    work w = {r, job, job_ctx, NULL};
    char sample[DETECTOR_SAMPLE];
    const size_t len = detector_sample_document(document, sample);
    detection d = detector_guess(sample, len);

    choose_likely(r, sample, len, &d);
    if (d.sure && !by_language_is_target(r->set->choice.to, d.found[0].language)) {
        r->set->choice.from = d.found[0].language;
        return model_use(&r->set->choice, run_work, &w);
    }
    by_language_refuse(name, &d, false);
    return EXIT_FAILED;
}

/* What a document says and no option does; NULL: nothing. */
static const char *said_of(const char *asked, const char *said)
{
    return asked ? asked : *said ? said : NULL;
}

/* The model of a document's own languages, where the one that is open has others.  The messages of
 * a catalogue are in English unless it says another language. */
static int follow_document(void *ctx, const char *name, const tr_document_languages *said,
                           const tr_model *model, document_job *job, void *job_ctx)
{
    run *const r = ctx;
    const model_choice asked = r->set->choice;
    model_choice own = {.from = said_of(asked.from, said->source),
                        .to = said_of(asked.to, said->target)};
    work w = {r, job, job_ctx, NULL};

    if (!own.from && own.to && !tr_language_fit(own.to, model_pivot_language))
        own.from = model_pivot_language;
    const bool is_said = (!asked.from && *said->source) || (!asked.to && *said->target);
    if (!is_said || model_fits(model, own.from, own.to)) return GO_ON;
    if (own.from && own.to && tr_language_fit(own.from, own.to)) {
        complain("%s: says that it is in %s already; -f names another language of it", name,
                 own.from);
        return EXIT_FAILED;
    }
    if (!model_is_there(&own, false))
        complain("%s: says that it is to be translated%s%s%s%s; -m, or -f and -t, override that",
                 name, own.from ? " from " : "", own.from ? own.from : "", own.to ? " to " : "",
                 own.to ? own.to : "");
    r->set->choice = own;
    const int status = model_use(&r->set->choice, run_work, &w);
    r->set->choice = asked;
    return status;
}

/* True if the text tells its language: GO_ON, or the exit status. */
static int choose_source(run *r)
{
    model_choice *const choice = &r->set->choice;
    const bool asked = choice->from && (!strcmp(choice->from, "auto") || is_by_line(choice->from));

    r->by_line = asked && is_by_line(choice->from);
    if (!asked && (!model_needs_source(choice) || r->set->input != TR_TEXT)) return GO_ON;
    if (asked && r->set->input != TR_TEXT)
        return options_misuse(&translate_command, "--from %s needs --input text", choice->from);
    if (asked && r->by_line && r->documents)
        return options_misuse(&translate_command, "--from auto-line needs lines: --format lines");
    if (!detector_ready(asked)) return asked ? EXIT_FAILED : GO_ON;
    if (r->set->resume)
        return options_misuse(&translate_command,
                              "--resume needs --from LANG: what was found out is not kept");
    if (r->set->part.n || r->set->manifest)
        return options_misuse(&translate_command,
                              "--%s needs --from LANG: a part may not tell what the whole does",
                              r->set->part.n ? "part" : "manifest");
    choice->from = NULL;
    r->detects = true;
    return GO_ON;
}

/* Prints the version, and if `verbose` the build, the instruction sets and the libraries. */
static int show_version(int verbose)
{
    char value[512];
    const char *name;
    output out;

    if (output_open(&out, NULL) < 0) return EXIT_FAILED;
    fprintf(out.stream, "translate %s\n", tr_version());
    for (size_t i = 0; verbose && (name = tr_build_info(i, value, sizeof value)); i++)
        fprintf(out.stream, "%-20s %s\n", name, value);
    output_close(&out);
    return EXIT_OK;
}

/* True, after a sentence, if the report would take the place of an input. */
static bool report_is_input(const run *r)
{
    static char standard_input[] = "-";
    char *const none[] = {standard_input}, *const *const files = r->n_files ? r->files : none;
    struct stat st;

    for (size_t i = 0; i < (r->n_files ? r->n_files : 1); i++) {
        const bool is_file = strcmp(files[i], "-") != 0;
        if ((is_file ? stat(files[i], &st) : fstat(STDIN_FILENO, &st)) < 0) continue;
        if (!output_will_replace(&st)) continue;
        complain("%s: is the text, which the report would replace",
                 is_file ? files[i] : "standard input");
        return true;
    }
    return false;
}

static int translate_main(int argc, char **argv)
{
    char *name = NULL, **const given = checked_realloc(NULL, (size_t)argc + 1, sizeof *given);
    settings set = settings_default();
    run r = {.set = &set};

    memcpy(given, argv, ((size_t)argc + 1) * sizeof *given);
    r.given = given;
    r.n_given = argc;
    lines_begin(&r.lines, &set);
    int rc = options_parse(&translate_command, &argc, argv, &set);
    if (rc == GO_ON && set.version) rc = show_version(set.verbose);
    if (rc == GO_ON) rc = settings_check(&set, &translate_command);
    if (rc == GO_ON) rc = settings_name_output(&set, &translate_command, &name);
    r.files = argv;
    r.n_files = (size_t)argc;
    if (rc == GO_ON) rc = choose_form(&r);
    if (rc == GO_ON) rc = choose_source(&r);
    if (rc == GO_ON)
        rc = manifest_is_done(&set, &translate_command, r.n_given, given,
                              r.n_files ? r.files[0] : "");
    if (rc != GO_ON) {
        lines_close(&r.lines);
        free(name);
        free(given);
        return rc;
    }
    if (word_options_open(&set.wording) < 0 ||
        review_begin(&r.review, &set.checks, set.quiet, set.verbose) < 0 || report_is_input(&r))
        rc = EXIT_FAILED;
    else if (!r.detects)
        rc = use_models(&r);
    else if (r.documents)
        rc = translate_documents(&r, NULL, NULL);
    else
        rc = translate_by_language(&r);
    if ((rc == EXIT_OK || rc == EXIT_SOME_LINES || rc == EXIT_GREW) && r.memory.failed)
        rc = EXIT_FAILED;
    if (set.verbose) tm_report(&r.memory);
    word_options_close(&set.wording);
    review_drop(&r.review);
    lines_close(&r.lines);
    free(name);
    free(given);
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
    .pairs = settings_pairs,
    .run = translate_main,
};
