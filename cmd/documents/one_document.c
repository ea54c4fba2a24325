#include "documents/one_document.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/digest.h"
#include "console/output.h"
#include "documents/growth.h"
#include "documents/review_document.h"
#include "resume/kept_texts.h"

/* ---- Opening ---- */

int one_document_read(document_file *p, const document_settings *s, const char *path)
{
    const char *format = is_automatic(s->reading.format) ? NULL : s->reading.format;

    if (!s->reading.format && !strcmp(path, "-")) format = "lines";
    return document_file_read(p, path, format, &s->reading);
}

int one_document_open(document_file *p, const document_settings *s, const char *path)
{
    return one_document_read(p, s, path) < 0 ? -1 : document_file_parse(p, path, &s->reading);
}

/* ---- Translating ---- */

/* A document that is open, and what becomes of it. */
typedef struct job {
    const document_run *run;
    const char *path, *name, *place;
    document_file file;
    growth growth;
} job;

static int show_document_progress(void *ctx, double done)
{
    const job *const j = ctx;
    document_progress *const p = j->run->progress;
    const size_t n = (size_t)(done * (double)tr_document_segment_count(j->file.document));
    const double part = p->done + done * p->share;

    if (progress_is_due(&p->line, part, p->n_segments + n))
        progress_show(&p->line, j->name, part, p->n_segments + n);
    return 0;
}

/* True if a document is an archive, which would upset a terminal. */
static bool has_archive_bytes(const document_file *p)
{
    return p->size >= 4 && !memcmp(p->bytes, "PK\3\4", 4);
}

/* How many bytes of a text [len] are shown, whole characters. */
static size_t shown_of(const char *text, size_t len)
{
    enum { SHOWN = 60 };
    size_t n = len < SHOWN ? len : SHOWN;
    while (n && n < len && ((unsigned char)text[n] & 0xC0) == 0x80)
        n--;
    return n;
}

static void tell_segment(const char *name, const tr_document_segment *s)
{
    const size_t len = shown_of(s->text, s->text_len);
    const char *const more = len < s->text_len ? "..." : "";

    if (s->left) complain("%s: %s: left as it was: %s", name, s->where, s->left);
    if (s->n_lost)
        complain("%s: %s: lacks %zu of the numbers, signs and names of: %.*s%s", name, s->where,
                 s->n_lost, (int)len, s->text, more);
    if (s->n_over)
        complain("%s: %s: is %zu character%s too long: %.*s%s", name, s->where, s->n_over,
                 s->n_over > 1 ? "s" : "", (int)len, s->text, more);
}

/* Names the segments that were left as they were, and segments whose translation lacks something or
 * is too long. */
static void tell_segments(const document_file *p, const char *name)
{
    const size_t n = tr_document_segment_count(p->document);
    tr_document_segment s;
    tr_error err;

    for (size_t i = 0; i < n; i++) {
        if (!tr_document_get(p->document, i, &s, &err)) tell_segment(name, &s);
    }
}

/* Tells how many texts were left as they were because they could not be read, and why. */
static void tell_unread(const tr_document_stats *stats, const char *name)
{
    static const struct {
        const char *one, *several, *what;
    } reasons[TR_UNREAD_REASONS] = {
        [TR_UNREAD_UTF8] = {"is", "are", "not UTF-8"},
        [TR_UNREAD_NUL] = {"has", "have", "a NUL"},
        [TR_UNREAD_HALF] = {"has", "have", "half a character (a lone surrogate)"},
        [TR_UNREAD_MARKS] = {"has", "have", "marks that are too many or lack their other ends"},
        [TR_UNREAD_CROWD] = {"is", "are", "too long, deep or wide to be read as Markdown"},
        [TR_UNREAD_FORM] = {"is", "are", "not well-formed, or no text"},
    };

    for (size_t i = 0; i < TR_UNREAD_REASONS; i++) {
        const size_t n = stats->unread_for[i];
        const bool helps = i == TR_UNREAD_UTF8 && stats->not_utf8;
        if (n)
            complain("%s: %zu %s of text %s %s: not translated%s", name, n,
                     n > 1 ? "stretches" : "stretch", n > 1 ? reasons[i].several : reasons[i].one,
                     reasons[i].what, helps ? "; --encoding tells what the document is in" : "");
    }
}

/* Warns of a language that the document says, if it is another than the model's. */
static void tell_language(const char *name, const char *what, const char *said, const char *used)
{
    if (said && *used && !tr_language_fit(said, used))
        complain("%s: says that its %s is in \"%s\"; the model has \"%s\"", name, what, said, used);
}

/* Tells of texts of a kind that no reader takes. */
static void tell_not_read(const tr_document_stats *stats, const char *name)
{
    complain("%s: %zu %s not read: paragraphs in one value, choices within a text, tables, or "
             "directives that are not known",
             name, stats->passed, stats->passed > 1 ? "texts are" : "text is");
}

/* Tells of texts that stay, as they are to. */
static void tell_passed(const tr_document_stats *stats, const char *name)
{
    const size_t same = stats->segments - stats->translated - stats->left;

    if (stats->done)
        complain("%s: %zu %s translation already", name, stats->done,
                 stats->done > 1 ? "units have a" : "unit has a");
    if (same)
        complain("%s: %zu of %zu segments are the same in the translation", name, same,
                 stats->segments);
}

static void report_languages(const job *j, const tr_model *model, const tr_options *o,
                             const tr_document_stats *stats)
{
    const tr_model_info *const info = tr_model_get_info(model);
    const char *const from = o->source_language, *const to = o->target_language;

    tell_language(j->name, "source", stats->source_language, from ? from : info->source_language);
    if (!j->file.options.set_language)
        tell_language(j->name, "target", stats->target_language, to ? to : info->target_language);
}

static int write_file(job *j, const tr_model *model, const tr_options *options)
{
    const document_run *const r = j->run;
    const char *const name = j->name;
    tr_document_stats stats;

    const bool grows = j->growth.catalogue;
    if (grows ? growth_write(&j->growth, &j->file, j->place, &stats)
              : document_file_write(&j->file, j->place, &stats))
        return EXIT_FAILED;
    if (!r->quiet) report_languages(j, model, options, &stats);
    if ((stats.left || stats.lost || stats.too_long) && r->verbose) tell_segments(&j->file, name);
    if (stats.lost && !r->quiet)
        complain("%s: %zu of %zu segments %s a number, a sign or a name of %s source%s", name,
                 stats.lost, stats.segments, stats.lost == 1 ? "lacks" : "lack",
                 stats.lost == 1 ? "its" : "their", r->verbose ? "" : "; --verbose tells which");
    if (stats.left && !r->quiet)
        complain("%s: %zu of %zu segments left as they were%s", name, stats.left, stats.segments,
                 r->verbose ? "" : "; --verbose tells which");
    if (r->set->reading.keys && !stats.segments && !r->quiet)
        complain("%s: has no text under the keys that --keys lists", name);
    if (stats.unread && !r->quiet) tell_unread(&stats, name);
    const bool any_passed = stats.done || stats.passed;
    if (!stats.segments && !stats.unread && !any_passed && !r->set->reading.keys && !r->quiet &&
        j->file.size && !grows)
        complain("%s: has no text that is translated", name);
    if (stats.passed && !r->quiet) tell_not_read(&stats, name);
    if ((r->verbose || (!stats.segments && any_passed && !grows)) && !r->quiet)
        tell_passed(&stats, name);
    if (stats.completed && !r->quiet)
        complain("%s: %zu %s forms that its source lacks: they are copies of \"other\"", name,
                 stats.completed, stats.completed > 1 ? "plurals have" : "plural has");
    if (!r->quiet) document_file_tell_links(name, &stats);
    if (!r->quiet)
        document_file_tell_lengths(name, &stats, r->verbose ? "" : "; --verbose tells which");
    if (stats.ends_signature && !r->quiet)
        complain("%s: was signed, and its translation is not", name);
    if (r->stats)
        tell("document       %s\n"
             "segments       %zu (%zu translated, %zu repeated, %zu in parts, %zu left, %zu "
             "unread)\n",
             name, stats.segments, stats.translated, stats.repeated, stats.cut, stats.left,
             stats.unread);
    return stats.lost && r->strict ? EXIT_SOME_LINES : EXIT_OK;
}

static int review_and_write(job *j, const tr_model *model, const tr_options *options)
{
    const document_run *const r = j->run;
    const size_t before = r->review ? r->review->n_told : 0;

    if (r->review) {
        const tr_model_info *const info = tr_model_get_info(model);
        const char *const from = options->source_language, *const to = options->target_language;
        review_set_languages(r->review, from ? from : info->source_language,
                             to ? to : info->target_language);
        if (review_document(r->review, r->checker ? *r->checker : NULL, j->name, &j->file) < 0)
            return EXIT_FAILED;
    }
    const int status = write_file(j, model, options);
    const bool told = r->review && r->review->n_told > before;
    return status == EXIT_OK && told && r->strict ? EXIT_SOME_LINES : status;
}

static int translate_and_write(job *j, const tr_model *model, const tr_options *options)
{
    tr_stream_stats stats = {0};
    tr_error err;

    const int rc = tr_document_translate(j->file.document, model, options, show_document_progress,
                                         j, &stats, &err);
    j->run->progress->n_segments += tr_document_segment_count(j->file.document);
    hide_line();
    tr_stream_stats_add(j->run->sum, &stats);
    if (rc) complain("%s: %s", j->name, err.msg);
    return rc ? EXIT_FAILED : review_and_write(j, model, options);
}

/* What a document is translated with. */
typedef struct keyed_job {
    const job *job;
    const tr_model *model;
    const tr_options *options;
} keyed_job;

/* The keys of the run and the digest of the document, as lines that the caller frees. */
static char *document_keys(void *ctx)
{
    const keyed_job *const k = ctx;
    const job *const j = k->job;
    char *const keys = j->run->keys(j->run->ctx, k->model, k->options);
    digest_sum d;

    digest_begin(&d);
    digest_bytes(&d, j->file.bytes, j->file.size);
    char *const digest = digest_end(&d), *const all = checked_format("%sinput %s\n", keys, digest);
    free(keys);
    free(digest);
    return all;
}

/* What is done of a document that goes to a file is kept until the file is whole, unless the file
 * gets more than texts. */
static int translate_open(const tr_model *model, const tr_options *options, void *ctx)
{
    job *const j = ctx;
    const document_run *const r = j->run;
    keyed_job keyed = {j, model, options};
    tr_options with_kept = *options;
    kept_texts kept;

    if (!j->place || !r->keys || r->set->reading.quality || output_is_written_through(j->place))
        return translate_and_write(j, model, options);
    const bool reports = r->review && r->review->report;
    const char *const what = r->set->place.in_place ? "this document alone"
                             : reports              ? "the same command without --report and"
                                                    : "the same command";
    const int rc = kept_texts_begin(&kept, j->place, document_keys, &keyed, r->resume,
                                    !r->set->place.output_dir, r->quiet, what, options);
    if (rc < 0) return EXIT_FAILED;
    with_kept.memory = &kept.memory;
    const int status = translate_and_write(j, model, &with_kept);
    kept_texts_end(&kept, status != EXIT_FAILED);
    return status;
}

/* Reads the segments, and translates them: closes the file. */
static int parse_and_translate(job *j, const reading_settings *reading, const tr_model *model,
                               const tr_options *options)
{
    const document_run *const r = j->run;
    int status = EXIT_FAILED;

    j->file.options.keep_translations = r->review && review_document_keeps(r->review);
    if (document_file_parse(&j->file, j->path, reading) < 0) return EXIT_FAILED;
    if (!j->place && has_archive_bytes(&j->file) && isatty(STDOUT_FILENO))
        complain("%s: is not written to a terminal: --output tells where to", j->name);
    else if (r->choose)
        status = r->choose(r->ctx, j->name, j->file.document, translate_open, j);
    else
        status = translate_open(model, options, j);
    document_file_close(&j->file);
    return status;
}

static const char *first_of(const char *a, const char *b)
{
    return a && *a ? a : *b ? b : NULL;
}

/* With the model of the document's own languages. */
static int follow_document(const tr_model *model, const tr_options *options, void *ctx)
{
    job *const j = ctx;
    const tr_model_info *const info = tr_model_get_info(model);
    reading_settings reading = j->run->set->reading;

    reading.to = first_of(options->target_language, info->target_language);
    if (j->file.options.set_language)
        reading.from = first_of(options->source_language, info->source_language);
    return parse_and_translate(j, &reading, model, options);
}

/* Keeps the digests, and tells how the translation has grown. */
static int end_growth(const job *j)
{
    if (growth_keep_digests(&j->growth) < 0) return EXIT_FAILED;
    if (j->run->summary) growth_print_json(&j->growth, j->name, j->place, j->run->summary);
    if (!j->run->quiet) growth_tell(&j->growth, j->place, j->run->verbose);
    return growth_is_done(&j->growth) ? EXIT_OK : EXIT_GREW;
}

int one_document_translate(const document_run *r, const tr_model *model, const tr_options *options,
                           const char *path, const char *place)
{
    job j = {
        .run = r, .path = path, .name = strcmp(path, "-") != 0 ? path : "stdin", .place = place};
    int status = GO_ON;

    if (one_document_read(&j.file, r->set, path) < 0) return EXIT_FAILED;
    if (j.file.is_pdf && place && tr_ends_in(place, ".pdf")) {
        complain("%s: HTML is made of a PDF: give it another name than %s", j.name, place);
        status = EXIT_FAILED;
    }
    if (status == GO_ON && r->set->into && growth_open(&j.growth, r->set, path, &j.file) < 0)
        status = EXIT_FAILED;
    if (status == GO_ON && growth_is_done(&j.growth)) status = EXIT_OK;
    if (status == GO_ON && r->follow)
        status = r->follow(r->ctx, j.name, &j.file.said, model, follow_document, &j);
    if (status == GO_ON) status = parse_and_translate(&j, &r->set->reading, model, options);
    if (r->set->into && status == EXIT_OK) status = end_growth(&j);
    growth_close(&j.growth);
    document_file_close(&j.file);
    return status;
}
