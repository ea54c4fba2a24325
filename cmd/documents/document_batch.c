#include "documents/document_batch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console/alloc.h"
#include "documents/copy_file.h"
#include "documents/file_kind.h"
#include "documents/one_document.h"
#include "resume/kept_files.h"
#include "resume/kept_texts.h"

/* A file, whichever name leads to it. */
typedef struct file_number {
    dev_t device;
    ino_t inode;
} file_number;

typedef struct placing {
    const document_run *run;
    const tr_model *model; /* as documents_translate() has it, and so the options */
    const tr_options *options;
    tree tree;
    kept_files kept;
    char **places;       /* [tree.n] */
    file_number *inputs; /* [n_inputs], in order */
    size_t n_inputs;
    bool *made;                  /* [tree.n]: a folder that was not there before */
    size_t *copied, *translated; /* [n_copied], [n_listed]: entries of folders */
    size_t n_copied, n_listed, n_translated;
    double n_bytes; /* of all files */
} placing;

static bool is_in_place(const placing *p)
{
    return p->run->set->place.in_place != 0;
}

/* ---- Files that are read ---- */

static int compare_numbers(const void *a, const void *b)
{
    const file_number *const x = a, *const y = b;
    if (x->device != y->device) return x->device < y->device ? -1 : 1;
    return x->inode < y->inode ? -1 : x->inode > y->inode;
}

static void list_inputs(placing *p)
{
    struct stat st;

    p->inputs = checked_realloc(NULL, p->tree.n + 1, sizeof *p->inputs);
    for (size_t i = 0; i < p->tree.n; i++) {
        if (p->tree.entries[i].kind != TREE_FILE || stat(p->tree.entries[i].path, &st)) continue;
        p->inputs[p->n_inputs++] = (file_number){st.st_dev, st.st_ino};
        p->tree.entries[i].st = st;
        p->n_bytes += (double)st.st_size;
    }
    qsort(p->inputs, p->n_inputs, sizeof *p->inputs, compare_numbers);
}

static bool is_input(const placing *p, const char *place)
{
    struct stat st;

    if (stat(place, &st)) return false;
    const file_number number = {st.st_dev, st.st_ino};
    return bsearch(&number, p->inputs, p->n_inputs, sizeof number, compare_numbers) != NULL;
}

/* ---- One entry ---- */

/* True after a sentence if the entry's place is elsewhere: a link in the output folder leads to it.
 * What is a link itself is put in the place of none. */
static bool is_elsewhere(const placing *p, size_t i)
{
    const char *const dir = p->run->set->place.output_dir;
    return dir &&
           output_paths_lead_out(p->places[i], strlen(dir), p->tree.entries[i].kind != TREE_LINK);
}

/* Of files of other kinds, files of folders are told in the end, others now. */
static void tell_other(placing *p, size_t i, const char *what)
{
    const tree_entry *const e = &p->tree.entries[i];

    if (e->root)
        p->copied[p->n_copied++] = i;
    else if (!p->run->quiet)
        complain("%s: %s: %s", e->path, what, is_in_place(p) ? "left as it is" : "copied as it is");
}

/* Of a folder, each file heeds those options that are for its format. */
static int translate_in_folder(placing *p, size_t i)
{
    const tree_entry *const e = &p->tree.entries[i];
    const bool fresh = access(p->places[i], F_OK) < 0;
    document_settings set = *p->run->set;
    document_run run = *p->run;
    file_verdict v = {.format = set.reading.format};

    if (is_automatic(v.format) && document_file_judge(e->path, &v) < 0) v.format = NULL;
    set.reading = document_file_heeded(&set.reading, v.format ? v.format : "lines");
    run.set = &set;
    const int status = one_document_translate(&run, p->model, p->options, e->path, p->places[i]);
    if (fresh && !access(p->places[i], F_OK)) chmod(p->places[i], e->st.st_mode & 0777);
    return status;
}

static void note_translated(placing *p, size_t i)
{
    p->n_translated++;
    if (p->tree.entries[i].root) p->translated[p->n_listed++] = i;
}

static int translate_entry(placing *p, size_t i)
{
    const char *const path = p->tree.entries[i].path;
    document_progress *const done = p->run->progress;
    const bool is_read = p->tree.entries[i].st.st_size <= TR_MAX_DOCUMENT;
    char *const digest = is_read ? kept_files_digest(&p->kept, path) : NULL;

    if (kept_files_has(&p->kept, digest) && !access(p->places[i], F_OK)) {
        free(digest);
        kept_texts_remove(p->places[i]);
        note_translated(p, i);
        progress_skip(&done->line, done->done + done->share, done->n_segments);
        return EXIT_OK;
    }
    const int status =
        p->tree.entries[i].root
            ? translate_in_folder(p, i)
            : one_document_translate(p->run, p->model, p->options, path, p->places[i]);
    if (status == EXIT_OK) {
        note_translated(p, i);
        kept_files_add(&p->kept, digest);
    }
    free(digest);
    return status;
}

static int place_file(placing *p, size_t i)
{
    const document_settings *const s = p->run->set;
    const tree_entry *const e = &p->tree.entries[i];
    const bool given = !is_automatic(s->reading.format);
    const char *what;

    if (!is_in_place(p) && is_input(p, p->places[i])) {
        complain("%s: is a document to be translated; nothing is written over it", p->places[i]);
        return EXIT_FAILED;
    }
    if (s->skip_existing && !access(p->places[i], F_OK)) {
        if (p->run->verbose) complain("%s: is there already", p->places[i]);
        return EXIT_OK;
    }
    if (is_elsewhere(p, i)) return EXIT_FAILED;
    if (s->place.output_dir && !e->root && output_paths_make_folders(p->places[i]) < 0)
        return EXIT_FAILED;
    if (given && !e->root) return translate_entry(p, i);
    switch (file_kind_find(e->path, tree_inner(e), given, &what)) {
    case FILE_UNREAD:
        complain("%s: %s", e->path, strerror(errno));
        return EXIT_FAILED;
    case FILE_DOCUMENT:
        return translate_entry(p, i);
    case FILE_OTHER:
        break;
    }
    if (!is_in_place(p) && copy_file(e->path, p->places[i]) < 0) return EXIT_FAILED;
    tell_other(p, i, what);
    return EXIT_OK;
}

/* A folder can be written to until all is there. */
static int place_folder(placing *p, size_t i)
{
    if (is_in_place(p)) return EXIT_OK;
    if (is_elsewhere(p, i) || output_paths_make_folders(p->places[i]) < 0) return EXIT_FAILED;
    return EXIT_OK;
}

static int place_link(const placing *p, size_t i)
{
    if (is_in_place(p)) return EXIT_OK;
    if (is_elsewhere(p, i) || copy_link(p->tree.entries[i].path, p->places[i]) < 0)
        return EXIT_FAILED;
    return EXIT_OK;
}

static int place_one(placing *p, size_t i)
{
    switch (p->tree.entries[i].kind) {
    case TREE_FOLDER:
        p->made[i] = access(p->places[i], F_OK) < 0;
        return place_folder(p, i);
    case TREE_LINK:
        return place_link(p, i);
    case TREE_FILE:
        break;
    }
    return place_file(p, i);
}

static int place_next(placing *p, size_t i)
{
    const tree_entry *const e = &p->tree.entries[i];
    document_progress *const done = p->run->progress;

    done->share = e->kind == TREE_FILE && p->n_bytes > 0 ? (double)e->st.st_size / p->n_bytes : 0;
    const int status = place_one(p, i);
    done->done += done->share;
    if (progress_is_due(&done->line, done->done, done->n_segments))
        progress_show(&done->line, e->path, done->done, done->n_segments);
    return status;
}

/* ---- In the end ---- */

static void finish_folders(const placing *p)
{
    for (size_t i = p->tree.n; i > 0; i--)
        if (p->made[i - 1]) copy_attributes(&p->tree.entries[i - 1].st, p->places[i - 1]);
}

static void list_paths(const placing *p, const size_t *entries, size_t n)
{
    for (size_t i = 0; i < n; i++)
        tell("  %s\n", p->tree.entries[entries[i]].path);
}

/* Tells what was done with folders. */
static void report(const placing *p)
{
    enum { SHOWN = 20 };
    const bool all = p->run->verbose;
    const size_t n = p->n_copied <= SHOWN || all ? p->n_copied : SHOWN;

    if (!p->tree.n_folders || p->run->quiet) return;
    if (all && p->n_listed) complain("translated:");
    if (all) list_paths(p, p->translated, p->n_listed);
    complain("%zu %s translated, %zu %s%s", p->n_translated,
             p->n_translated == 1 ? "file" : "files", p->n_copied,
             is_in_place(p) ? "left as they are" : "copied as they are", p->n_copied ? ":" : "");
    list_paths(p, p->copied, n);
    if (n < p->n_copied) tell("  and %zu more: --verbose lists all\n", p->n_copied - n);
}

/* ---- All ---- */

tree document_batch_list(const document_run *r, char **files, size_t n)
{
    return tree_list(files, n, r->set->place.output_dir, &r->set->include, &r->set->exclude,
                     r->quiet || r->set->place.in_place);
}

/* True after a sentence if the output folder is one of the named ones: nothing of it would be
 * walked into. */
static bool is_own_output(const document_run *r)
{
    const char *const dir = r->set->place.output_dir;
    struct stat out, st;

    if (!dir || stat(dir, &out)) return false;
    for (size_t i = 0; i < r->n; i++) {
        if (stat(r->files[i], &st) || !S_ISDIR(st.st_mode)) continue;
        if (out.st_dev != st.st_dev || out.st_ino != st.st_ino) continue;
        complain("%s: is the folder to be translated: --in-place writes over what is in it", dir);
        return true;
    }
    return false;
}

static int place_all(placing *p)
{
    const size_t n = p->tree.n;
    int status = p->tree.failed ? EXIT_FAILED : EXIT_OK;

    list_inputs(p);
    p->made = checked_realloc(NULL, n + 1, sizeof *p->made);
    p->copied = checked_realloc(NULL, n + 1, sizeof *p->copied);
    p->translated = checked_realloc(NULL, n + 1, sizeof *p->translated);
    memset(p->made, 0, n + 1);
    for (size_t i = 0; i < n; i++) {
        const int one = place_next(p, i);
        if (one == EXIT_SOME_LINES && status == EXIT_OK) status = one;
        if (one != EXIT_OK && one != EXIT_SOME_LINES) status = EXIT_FAILED;
    }
    progress_end(&p->run->progress->line, NULL, p->run->progress->n_segments);
    kept_files_end(&p->kept, true);
    finish_folders(p);
    report(p);
    return status;
}

int document_batch_translate(const document_run *r, const tr_model *model,
                             const tr_options *options)
{
    placing p = {.run = r, .model = model, .options = options};

    if (is_own_output(r)) return EXIT_MISUSE;
    char *const keys = r->keys && model ? r->keys(r->ctx, model, options) : NULL;
    const bool reports = r->review && r->review->report;
    const int rc =
        kept_files_begin(&p.kept, r->set->place.output_dir, keys, r->resume, r->quiet,
                         reports ? "the same command without --report and" : "the same command");
    free(keys);
    if (rc < 0) return EXIT_FAILED;
    p.tree = document_batch_list(r, r->files, r->n);
    p.places = output_paths_make(&r->set->place, &p.tree);
    const int status = p.places ? place_all(&p) : EXIT_MISUSE;
    if (!p.places) kept_files_end(&p.kept, false);
    output_paths_free(p.places, p.tree.n);
    free(p.inputs);
    free(p.made);
    free(p.copied);
    free(p.translated);
    tree_free(&p.tree);
    return status;
}
