#include "documents/documents.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "console/alloc.h"
#include "console/output.h"
#include "console/printable.h"
#include "documents/document_batch.h"
#include "documents/file_kind.h"
#include "documents/growth.h"
#include "documents/growth_folder.h"
#include "documents/one_document.h"

/* ---- Which files ---- */

static bool is_word(const char *format, const char *name)
{
    return format && !strcmp(format, name);
}

/* -1 after a sentence if one is a folder, else 0. */
static int refuse_folder(char **files, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!tree_has_folder(&files[i], 1)) continue;
        complain("%s: is a directory: --output-dir translates what is in it", files[i]);
        return -1;
    }
    return 0;
}

/* True if one of the files seems to be a document; else -1, after a sentence, if the kind of one
 * cannot be known, or, with `refuses`, if it would be ruined as lines. */
static int any_document(char **files, size_t n, bool refuses)
{
    const char *unread = NULL, *refused = NULL, *why = NULL;
    file_verdict v;
    int cause = 0;

    for (size_t i = 0; i < n; i++) {
        if (document_file_judge(files[i], &v) < 0) {
            cause = errno;
            unread = files[i];
        }
        if (file_verdict_is_document(&v)) return true;
        if (refuses && v.refusal) {
            refused = files[i];
            why = v.refusal;
        }
    }
    if (unread) complain("%s: %s", unread, strerror(cause));
    if (!unread && refused) complain("%s: %s", refused, why);
    return unread || refused ? -1 : refuse_folder(files, n);
}

int documents_wanted(const document_settings *s, char **files, size_t n, bool lines_only)
{
    const bool placed = output_paths_are_given(&s->place) || s->dry_run || s->into;

    if (s->reading.bilingual && !lines_only) return true;
    if (placed || !is_automatic(s->reading.format))
        return placed || !is_word(s->reading.format, "lines");
    if (s->reading.format && (n == 0 || (n == 1 && is_word(files[0], "-")))) return !lines_only;
    /* An option that means nothing for lines is told of instead. */
    return any_document(files, n, !documents_option(s));
}

bool documents_given(const document_settings *s)
{
    return output_paths_are_given(&s->place) || s->dry_run || s->into || documents_option(s) ||
           (s->reading.format && !is_word(s->reading.format, "lines"));
}

const char *documents_option(const document_settings *s)
{
    const char *const of_reading = document_file_option(&s->reading);
    return of_reading         ? of_reading
           : s->skip_existing ? "--skip-existing"
           : s->since         ? "--since"
           : s->prune         ? "--prune"
           : s->digests       ? "--digests"
           : s->include.n     ? "--include"
           : s->exclude.n     ? "--exclude"
                              : NULL;
}

static bool any_stdin(char **files, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (is_word(files[i], "-")) return true;
    return n == 0;
}

const char *documents_misuse(const document_settings *s, char **files, size_t n, const char *path,
                             bool lines_only)
{
    const output_path_settings *const p = &s->place;
    const int n_places = !!path + !!p->output_dir + !!p->suffix + !!p->in_place + !!s->into;

    if (lines_only)
        return "tokens, scores, JSON, alignments and n-best lists are for lines, and this is a "
               "document: --format lines would read it line by line, with its markup";
    if (n_places > 1)
        return "--output, --output-dir, --suffix, --in-place and --into exclude each other";
    if ((s->since || s->prune || s->digests) && !s->into)
        return "--since, --prune and --digests need --into";
    if (s->into && (n != 1 || !strcmp(files[0], "-"))) return "--into needs one FILE";
    if (output_paths_are_given(p) && any_stdin(files, n))
        return "standard input has no name to write to";
    if (n > 1 && !output_paths_are_given(p) && !s->dry_run)
        return "several documents need --output-dir, --suffix or --in-place";
    const bool folder = tree_has_folder(files, n);
    const char *const beside[] = {s->into, s->since};
    for (size_t i = 0; folder && s->into && i < 2; i++)
        if (beside[i] && (i || tr_file_kind(beside[i], NULL) != TR_FILE_ABSENT) &&
            tr_file_kind(beside[i], NULL) != TR_FILE_DIRECTORY)
            return "--into and --since are folders where FILE is one";
    if (folder && !s->into && !p->output_dir && !p->in_place && !s->dry_run)
        return "a folder needs --output-dir or --in-place";
    if ((s->include.n || s->exclude.n) && !folder) return "--include and --exclude are for folders";
    if (s->skip_existing && !p->output_dir && !p->suffix && !path)
        return "--skip-existing needs --output, --output-dir or --suffix";
    return NULL;
}

/* With what documents are translated. */
typedef struct translating {
    const tr_model *model;
    const tr_options *options;
} translating;

static int translate_one(const document_run *one, void *ctx)
{
    const translating *const t = ctx;
    return one_document_translate(one, t->model, t->options, one->files[0], one->set->into);
}

/* Adds to translations that exist. */
static int translate_into(const document_run *r, const tr_model *model, const tr_options *options)
{
    const char *const from = model ? tr_model_get_info(model)->source_language : "";
    const bool several = tree_has_folder(r->files, r->n);
    translating t = {model, options};
    document_run run = *r;
    output out;

    if (r->json && output_open(&out, NULL) < 0) return EXIT_FAILED;
    if (r->json) run.summary = &out;
    const int status = several ? growth_folder_run(&run, *from ? from : NULL, translate_one, &t)
                               : translate_one(&run, &t);
    if (r->json) output_close(&out);
    progress_end(&r->progress->line, several ? NULL : r->files[0], r->progress->n_segments);
    return status;
}

int documents_translate(const document_run *r, const tr_model *model, const tr_options *options)
{
    if (r->set->into) return translate_into(r, model, options);
    if (output_paths_are_given(&r->set->place)) return document_batch_translate(r, model, options);
    const char *const path = r->n ? r->files[0] : "-";
    const int status = one_document_translate(r, model, options, path, r->output);
    progress_end(&r->progress->line, path, r->progress->n_segments);
    return status;
}

/* ---- Counting ---- */

/* Tells that a file is no text: true. */
static bool is_other(const document_run *r, output *out, const tree_entry *e)
{
    const char *const path = e->path, *const inner = tree_inner(e);
    const char *what;
    const bool given = !is_automatic(r->set->reading.format);

    if (!strcmp(path, "-") || (!inner && (given || !output_paths_are_given(&r->set->place))))
        return false;
    if (file_kind_find(path, inner, given, &what) != FILE_OTHER) return false;
    printable_text(out->stream, path, strlen(path), 0);
    fprintf(out->stream, "\t%s\n", r->set->place.in_place ? "left" : "copied");
    output_flush(out);
    return true;
}

static int count_one(const document_run *r, output *out, const char *path)
{
    tr_document_segment s;
    tr_document_stats stats;
    tr_error err;
    document_file p;
    size_t bytes = 0;

    if (one_document_open(&p, r->set, path) < 0) return EXIT_FAILED;
    const size_t n = tr_document_segment_count(p.document);
    for (size_t i = 0; i < n; i++) {
        if (tr_document_get(p.document, i, &s, &err)) end_without_memory();
        bytes += s.text_len;
    }
    printable_text(out->stream, path, strlen(path), 0);
    fprintf(out->stream, "\t%zu segment%s\t%zu bytes", n, n == 1 ? "" : "s", bytes);
    tr_document_get_stats(p.document, &stats);
    if (stats.done) fprintf(out->stream, "\t%zu translated already", stats.done);
    if (stats.passed) fprintf(out->stream, "\t%zu not read", stats.passed);
    fputc('\n', out->stream);
    output_flush(out);
    document_file_close(&p);
    return EXIT_OK;
}

/* Where what translations lack is listed; with their names if there are several. */
typedef struct growth_listing {
    output out;
    bool several;
} growth_listing;

/* Lists the units that are empty in a translation. */
static int list_empty(const document_run *r, growth *g, document_file *p, growth_listing *l)
{
    tr_document_segment segment;
    tr_error err;

    growth_take_existing(g, p);
    if (document_file_parse(p, r->set->into, &r->set->reading) < 0) return EXIT_FAILED;
    g->n_empty = tr_document_segment_count(p->document);
    g->is_counted = true;
    for (size_t i = 0; !r->json && i < g->n_empty; i++) {
        if (tr_document_get(p->document, i, &segment, &err)) end_without_memory();
        growth_list_one(l->out.stream, "empty", segment.where, l->several ? r->set->into : NULL);
    }
    return EXIT_OK;
}

/* Tells what a translation lacks. */
static int count_growth(const document_run *r, void *listing)
{
    const char *const path = r->files[0];
    growth_listing *const l = listing;
    document_file p;
    growth g;

    if (one_document_read(&p, r->set, path) < 0) return EXIT_FAILED;
    int status = growth_open(&g, r->set, path, &p) < 0 ? EXIT_FAILED : EXIT_OK;
    if (status == EXIT_OK && !r->json)
        growth_list(&g, l->out.stream, l->several || !g.catalogue ? r->set->into : NULL);
    if (status == EXIT_OK && g.catalogue && g.has_units) status = list_empty(r, &g, &p, l);
    if (status == EXIT_OK && r->json) growth_print_json(&g, path, r->set->into, &l->out);
    output_flush(&l->out);
    if (status == EXIT_OK) status = growth_is_done(&g) ? EXIT_OK : EXIT_GREW;
    growth_close(&g);
    document_file_close(&p);
    return status;
}

static int count_all_growth(const document_run *r)
{
    growth_listing l = {.several = tree_has_folder(r->files, r->n)};

    if (output_open(&l.out, NULL) < 0) return EXIT_FAILED;
    const int status =
        l.several ? growth_folder_run(r, NULL, count_growth, &l) : count_growth(r, &l);
    output_close(&l.out);
    return status;
}

int documents_count(const document_run *r)
{
    if (r->set->into) return count_all_growth(r);

    static char input[] = "-";
    char *only[] = {input};
    tree t = document_batch_list(r, r->n ? r->files : only, r->n ? r->n : 1);
    int status = t.failed ? EXIT_FAILED : EXIT_OK;
    output out;

    if (output_open(&out, NULL) < 0) status = EXIT_FAILED;
    for (size_t i = 0; out.stream && i < t.n; i++) {
        const tree_entry *const e = &t.entries[i];
        if (e->kind != TREE_FILE || is_other(r, &out, e)) continue;
        if (count_one(r, &out, e->path) != EXIT_OK) status = EXIT_FAILED;
    }
    if (out.stream) output_close(&out);
    tree_free(&t);
    return status;
}
