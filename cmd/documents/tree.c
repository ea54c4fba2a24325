#define _DEFAULT_SOURCE /* fts(3), and realpath() */
#include "documents/tree.h"

#include <errno.h>
#include <fnmatch.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/message.h"

/* A walk through a folder. */
typedef struct walk {
    tree *tree;
    char *real; /* the folder's real path, or NULL */
    size_t root;
    const struct stat *output; /* NULL: there is none */
    const text_list *include, *exclude;
    bool quiet;
} walk;

static void add_entry(tree *t, const char *path, size_t root, tree_kind kind, const struct stat *st)
{
    if (t->n == t->capacity) {
        t->capacity = 2 * t->capacity + 16;
        t->entries = checked_realloc(t->entries, t->capacity, sizeof *t->entries);
    }
    t->entries[t->n++] = (tree_entry){.path = checked_format("%s", path),
                                      .root = root,
                                      .kind = kind,
                                      .st = st ? *st : (struct stat){0}};
}

/* ---- Patterns ---- */

static bool matches(const char *pattern, const char *inner, const char *name)
{
    return !fnmatch(pattern, strchr(pattern, '/') ? inner : name, 0);
}

static bool any_matches(const text_list *patterns, const char *inner, const char *name)
{
    for (size_t i = 0; i < patterns->n; i++)
        if (matches(patterns->items[i], inner, name)) return true;
    return false;
}

static bool is_left_out(const walk *w, const FTSENT *f)
{
    const char *const inner = f->fts_path + w->root;
    const bool folder = f->fts_info == FTS_D;

    if (any_matches(w->exclude, inner, f->fts_name)) return true;
    return !folder && w->include->n && !any_matches(w->include, inner, f->fts_name);
}

/* ---- Symbolic links ---- */

/* True if the text of a link, in a folder so many levels deep, goes up no further than they do. */
static bool stays_below(const char *text, long level)
{
    if (*text == '/') return false;
    for (size_t len; *text; text += len + (text[len] == '/')) {
        len = strcspn(text, "/");
        if (len == 2 && !memcmp(text, "..", 2))
            level--;
        else if (len && !(len == 1 && *text == '.'))
            level++;
        if (level < 0) return false;
    }
    return true;
}

static bool leads_within(const walk *w, const FTSENT *f)
{
    char text[4096];
    const ssize_t n = readlink(f->fts_path, text, sizeof text - 1);

    if (n < 0 || !w->real) return false;
    text[n] = '\0';
    if (!stays_below(text, f->fts_level - 1)) return false;
    char *const real = realpath(f->fts_path, NULL);
    const size_t len = strlen(w->real);
    const bool within = !real || (!strncmp(real, w->real, len) &&
                                  (!real[len] || real[len] == '/' || w->real[len - 1] == '/'));
    free(real);
    return within;
}

/* ---- Walking ---- */

static bool is_output(const walk *w, const struct stat *st)
{
    return w->output && w->output->st_dev == st->st_dev && w->output->st_ino == st->st_ino;
}

static void leave_out(const walk *w, const FTSENT *f, const char *why)
{
    if (!w->quiet) complain("%s: %s: left out", f->fts_path, why);
}

/* Of a path that is too long for a sentence, its beginning is told. */
static void fail_entry(walk *w, const FTSENT *f, const char *why)
{
    enum { SHOWN = 500 };
    const bool cut = strlen(f->fts_path) > SHOWN;

    complain("%.*s%s: %s: left out", SHOWN, f->fts_path, cut ? "..." : "", why);
    w->tree->failed = true;
}

static void take(walk *w, FTS *fts, FTSENT *f)
{
    const bool named = f->fts_level == 0;

    switch (f->fts_info) {
    case FTS_D:
        if (is_output(w, f->fts_statp) || (!named && is_left_out(w, f)))
            fts_set(fts, f, FTS_SKIP);
        else
            add_entry(w->tree, f->fts_path, w->root, TREE_FOLDER, f->fts_statp);
        break;
    case FTS_F:
        if (!is_left_out(w, f)) add_entry(w->tree, f->fts_path, w->root, TREE_FILE, f->fts_statp);
        break;
    case FTS_SL:
    case FTS_SLNONE:
        if (is_left_out(w, f)) break;
        if (leads_within(w, f))
            add_entry(w->tree, f->fts_path, w->root, TREE_LINK, NULL);
        else
            leave_out(w, f, "is a symbolic link that leads out of the folder");
        break;
    case FTS_DP:
        break;
    case FTS_DC:
        fail_entry(w, f, "is a folder that it is in");
        break;
    case FTS_DEFAULT:
        if (!is_left_out(w, f)) leave_out(w, f, "is no file");
        break;
    default: /* FTS_DNR, FTS_ERR, FTS_NS */
        fail_entry(w, f, strerror(f->fts_errno));
    }
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static void walk_folder(walk *w, char *path)
{
    char *const paths[] = {path, NULL};
    FTS *const fts = fts_open(paths, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, by_name);
    FTSENT *f;

    if (!fts && errno == ENOMEM) end_without_memory();
    w->root = strlen(path) + (path[strlen(path) - 1] != '/');
    w->real = realpath(path, NULL);
    while (fts && (errno = 0, f = fts_read(fts)))
        take(w, fts, f);
    if (!fts || errno) {
        complain("%s: %s", path, strerror(errno));
        w->tree->failed = true;
    }
    if (fts) fts_close(fts);
    free(w->real);
}

static bool is_folder(const char *path)
{
    struct stat st;
    return strcmp(path, "-") != 0 && !stat(path, &st) && S_ISDIR(st.st_mode);
}

bool tree_has_folder(char **operands, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (is_folder(operands[i])) return true;
    return false;
}

const char *tree_inner(const tree_entry *e)
{
    return e->root ? e->path + e->root : NULL;
}

/* True if entry `e` is in the folder `outer`. */
static bool is_within(const tree_entry *outer, const tree_entry *e)
{
    const size_t len = strlen(outer->path);
    const bool slash = outer->path[len - 1] == '/';
    return !strncmp(outer->path, e->path, len) && (slash || e->path[len] == '/');
}

/* Drops folders that nothing of is taken, from entry `first` on: what is in a folder follows it. */
static void drop_empty_folders(tree *t, size_t first)
{
    size_t n_kept = t->n;

    for (size_t i = t->n; i > first; i--) {
        tree_entry *const e = &t->entries[i - 1];
        if (e->kind == TREE_FOLDER && (n_kept == t->n || !is_within(e, &t->entries[n_kept])))
            free(e->path);
        else
            t->entries[--n_kept] = *e;
    }
    memmove(t->entries + first, t->entries + n_kept, (t->n - n_kept) * sizeof *t->entries);
    t->n = first + t->n - n_kept;
}

tree tree_list(char **operands, size_t n, const char *output, const text_list *include,
               const text_list *exclude, bool quiet)
{
    tree t = {0};
    struct stat st;
    walk w = {.tree = &t, .include = include, .exclude = exclude, .quiet = quiet};

    if (output && !stat(output, &st)) w.output = &st;
    for (size_t i = 0; i < n; i++) {
        if (!is_folder(operands[i])) {
            add_entry(&t, operands[i], 0, TREE_FILE, NULL);
            continue;
        }
        const size_t first = t.n;
        t.n_folders++;
        walk_folder(&w, operands[i]);
        if (include->n && t.n > first) drop_empty_folders(&t, first);
    }
    return t;
}

void tree_free(tree *t)
{
    for (size_t i = 0; i < t->n; i++)
        free(t->entries[i].path);
    free(t->entries);
    *t = (tree){0};
}
