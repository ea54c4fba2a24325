#include "documents/growth_folder.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "console/alloc.h"
#include "documents/locale_path.h"
#include "documents/one_document.h"
#include "documents/tree.h"

/* A file of the source, and its translation. */
typedef struct pair {
    const tree_entry *file;
    char *into;
    const char *format;
    enum locale_path_sign sign;
} pair;

typedef struct folder_work {
    const document_run *run;
    const char *from, *to;
    bool one; /* the folder holds all languages */
    tree tree;
    pair *pairs; /* [n] */
    size_t n;
} folder_work;

static bool is_same_folder(const char *a, const char *b)
{
    struct stat x, y;
    return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static bool is_hidden(const char *inner)
{
    return *inner == '.' || strstr(inner, "/.");
}

/* True if a file is a catalogue that can grow; of several languages' folder, one that says that it
 * is of the source's. */
static bool is_taken(const folder_work *w, pair *p)
{
    const reading_settings *const reading = &w->run->set->reading;
    file_verdict v = {.format = reading->format};

    if (is_hidden(tree_inner(p->file))) return false;
    if (is_automatic(v.format) && (document_file_judge(p->file->path, &v) < 0 || !v.format))
        return false;
    p->format = v.format;
    if (!(option_format_can(v.format) & TR_GROWS)) return false;
    return !w->one || p->sign != LOCALE_UNSAID || !strcmp(v.format, "xcstrings");
}

static void find_pairs(folder_work *w)
{
    const char *const into = w->run->set->into;
    const bool slash = *into && into[strlen(into) - 1] == '/';

    w->pairs = checked_realloc(NULL, w->tree.n + 1, sizeof *w->pairs);
    for (size_t i = 0; i < w->tree.n; i++) {
        pair p = {.file = &w->tree.entries[i]};
        if (p.file->kind != TREE_FILE) continue;
        char *const inner = locale_path(tree_inner(p.file), w->from, w->to, w->one, &p.sign);
        p.into = checked_format("%s%s%s", into, slash ? "" : "/", inner);
        free(inner);
        if (is_taken(w, &p))
            w->pairs[w->n++] = p;
        else
            free(p.into);
    }
}

static int compare_pairs(const void *a, const void *b)
{
    const pair *const x = a, *const y = b;
    const int c = strcmp(x->into, y->into);
    if (c) return c;
    return x->sign != y->sign ? (x->sign < y->sign ? 1 : -1) : strcmp(x->file->path, y->file->path);
}

/* Keeps one source of each translation: the one whose path says its language. */
static void drop_seconds(folder_work *w)
{
    size_t n = 0;

    if (w->n) qsort(w->pairs, w->n, sizeof *w->pairs, compare_pairs);
    for (size_t i = 0; i < w->n; i++) {
        if (n && !strcmp(w->pairs[n - 1].into, w->pairs[i].into)) {
            if (!w->run->quiet)
                complain("%s: left: %s is the translation of %s", w->pairs[i].file->path,
                         w->pairs[i].into, w->pairs[n - 1].file->path);
            free(w->pairs[i].into);
        } else {
            w->pairs[n++] = w->pairs[i];
        }
    }
    w->n = n;
}

/* True of a file without any text whose translation is not there: colours, sizes. */
static bool has_nothing(const document_run *one)
{
    document_file p;

    if (!access(one->set->into, F_OK)) return false;
    if (one_document_open(&p, one->set, one->files[0]) < 0) return false;
    const bool nothing = !tr_document_segment_count(p.document);
    document_file_close(&p);
    return nothing;
}

static int work_on(const folder_work *w, const pair *p, growth_job *work, void *ctx)
{
    document_settings set = *w->run->set;
    document_run one = *w->run;
    char *since = NULL;

    if (set.since) since = checked_format("%s/%s", set.since, tree_inner(p->file));
    set.reading = document_file_heeded(&set.reading, p->format);
    set.into = p->into;
    set.since = since && !access(since, F_OK) ? since : NULL; /* else the file is new */
    one.set = &set;
    one.files = (char *[]){p->file->path};
    one.n = 1;
    int status = EXIT_OK;
    if (!has_nothing(&one)) {
        if (!set.dry_run && output_paths_make_folders(p->into) < 0)
            status = EXIT_FAILED;
        else
            status = work(&one, ctx);
    }
    free(since);
    return status;
}

/* The worse of two: a failure, something that was missing, a fact that is lost. */
static int worse(int a, int b)
{
    static const int order[] = {EXIT_MISUSE, EXIT_FAILED, EXIT_SOME_LINES, EXIT_GREW};

    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (a == order[i] || b == order[i]) return order[i];
    return a ? a : b;
}

int growth_folder_run(const document_run *r, const char *from, growth_job *work, void *ctx)
{
    const document_settings *const s = r->set;
    folder_work w = {
        .run = r, .from = s->reading.from ? s->reading.from : from, .to = s->reading.to};

    if (!w.from || !w.to) {
        complain("--into with a folder needs --from and --to: they are in the names of files");
        return EXIT_MISUSE;
    }
    w.one = is_same_folder(r->files[0], s->into);
    w.tree = tree_list(r->files, 1, w.one ? NULL : s->into, &s->include, &s->exclude, r->quiet);
    find_pairs(&w);
    drop_seconds(&w);
    int status = w.tree.failed ? EXIT_FAILED : EXIT_OK;
    if (!w.n && !w.tree.failed) {
        complain("%s: has no files of texts of \"%s\"", r->files[0], w.from);
        status = EXIT_FAILED;
    }
    for (size_t i = 0; i < w.n; i++) {
        status = worse(status, work_on(&w, &w.pairs[i], work, ctx));
        free(w.pairs[i].into);
    }
    free(w.pairs);
    tree_free(&w.tree);
    return status;
}
