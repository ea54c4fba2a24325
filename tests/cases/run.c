/* run.c - runs files of cases and prints TAP, a test for each title.
 *
 *     run [FILE | FOLDER]...     of a folder all files; tests/cases if nothing is named
 *
 * A case that fails is named with its file and line, what was wanted and what came. */
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/utf8.h"
#include "cases/case_file.h"
#include "cases/case_text.h"
#include "make/tap.h"

static const case_module *const tables[] = {
    cases_of_text,    cases_of_placeables, cases_of_facts, cases_of_lacks,     cases_of_terms,
    cases_of_readers, cases_of_documents,  cases_of_input, cases_of_multipart, cases_of_cmd};

enum { N_TABLES = sizeof tables / sizeof *tables };

/* The test that goes on: the cases below a title. */
typedef struct title_test {
    const char *path; /* of the file */
    const char *name; /* the same, below tests/cases */
    char title[200];
    size_t n, n_failed;
} title_test;

/* ---- A crash names the case */

static char place[300]; /* of the case that runs */

static void tell_place(int signal_number)
{
    static const char begin[] = "# the program ended at ";
    if (write(STDOUT_FILENO, begin, sizeof begin - 1) > 0 &&
        write(STDOUT_FILENO, place, strlen(place)) > 0 && write(STDOUT_FILENO, "\n", 1) > 0)
        signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* ---- Modules */

/* The adapter of a file and a function; NULL: there is none. */
static const case_module *find_module(const char *file, const char *function)
{
    for (size_t t = 0; t < N_TABLES; t++)
        for (const case_module *m = tables[t]; m->file; m++)
            if (!strcmp(m->file, file) &&
                (function ? m->function && !strcmp(m->function, function) : !m->function))
                return m;
    return NULL;
}

/* True if the module looks at the option. */
static bool takes_option(const case_module *m, const char *name)
{
    const size_t len = strlen(name);
    for (const char *at = m->options; (at = strstr(at, name)); at += len)
        if ((at == m->options || at[-1] == ' ') && at[len] == ' ') return true;
    return !strcmp(name, "function");
}

/* ---- Cases */

static void wrong_line(title_test *t, size_t line, const char *why, const char *what)
{
    t->n_failed++;
    printf("# %s:%zu: %s%s\n", t->path, line, why, what);
}

/* Prints two texts, and a mark below the first character that differs. */
static void print_difference(const tr_buf *wanted, const tr_buf *got)
{
    tr_buf w = {0}, g = {0};
    size_t same = 0;

    case_text_write(tr_buf_text(wanted), wanted->len, &w);
    case_text_write(tr_buf_text(got), got->len, &g);
    while (same < w.len && same < g.len && w.data[same] == g.data[same])
        same++;
    while (same && (g.data[same] & 0xC0) == 0x80)
        same--;
    printf("#   wanted: %s\n#   got:    %s\n#           %*s^\n", w.data, g.data,
           (int)tr_utf8_count(g.data, same), "");
    tr_buf_free(&w);
    tr_buf_free(&g);
}

static void run_case(title_test *t, const case_file *f)
{
    const case_input *const in = &f->input;
    const char *const function = case_option_of(in, "function", NULL);
    const case_module *const m = find_module(t->name, function);
    const tr_buf *const wanted = &in->text[in->n - 1];
    tr_buf got = {0};

    if (!m) return wrong_line(t, f->line, "no adapter for function ", function ? function : "\"\"");
    for (size_t i = 0; i < in->n_options; i++)
        if (!takes_option(m, in->option[i].name))
            return wrong_line(t, f->line, "no such option: ", in->option[i].name);
    if (in->n != m->inputs + 1) return wrong_line(t, f->line, "too many or too few texts", "");
    snprintf(place, sizeof place, "%s:%zu", t->path, f->line);
    m->adapter(in, &got);
    if (got.len != wanted->len || memcmp(tr_buf_text(&got), tr_buf_text(wanted), got.len) != 0) {
        wrong_line(t, f->line, "is not as wanted", "");
        print_difference(wanted, &got);
    }
    tr_buf_free(&got);
}

/* ---- Files */

static void end_title(const title_test *t)
{
    if (*t->title && !t->n) printf("# %s: \"%s\" has no case\n", t->path, t->title);
    if (*t->title || t->n) tap_ok(t->n && !t->n_failed, "%s: %s", t->name, t->title);
}

static void begin_title(title_test *t, const char *title)
{
    end_title(t);
    snprintf(t->title, sizeof t->title, "%s", title);
    t->n = t->n_failed = 0;
}

static size_t run_bytes(title_test *t, const char *bytes, size_t size)
{
    case_file f;
    size_t n = 0;

    case_file_open(&f, bytes, size);
    for (enum case_step step; (step = case_file_next(&f)) != CASE_END;) {
        if (step == CASE_TITLE) {
            begin_title(t, f.title);
            continue;
        }
        t->n++, n++;
        if (step == CASE_WRONG)
            wrong_line(t, f.line, f.wrong, "");
        else
            run_case(t, &f);
    }
    end_title(t);
    case_file_close(&f);
    return n;
}

/* The name of a file's module: its path behind the last "cases/". */
static const char *module_name(const char *path)
{
    const char *name = path;
    for (const char *at = path; (at = strstr(at, "cases/"));)
        name = at += strlen("cases/");
    return name;
}

static size_t run_file(const char *path)
{
    title_test t = {.path = path, .name = module_name(path)};
    tr_file bytes;
    tr_error err;

    if (tr_file_map(&bytes, path, &err) < 0) {
        tap_ok(false, "%s: can be read", t.name);
        printf("# %s\n", err.msg);
        return 0;
    }
    const size_t n = run_bytes(&t, (const char *)bytes.data, bytes.size);
    if (!n) tap_ok(false, "%s: has cases", t.name);
    tr_file_unmap(&bytes);
    return n;
}

/* ---- All files */

static bool is_there(const glob_t *files, const char *name)
{
    for (size_t i = 0; i < files->gl_pathc; i++)
        if (!strcmp(module_name(files->gl_pathv[i]), name)) return true;
    return false;
}

static bool is_folder(const char *path)
{
    return tr_file_kind(path, NULL) == TR_FILE_DIRECTORY;
}

static bool has_adapter(const char *name)
{
    for (size_t t = 0; t < N_TABLES; t++)
        for (const case_module *m = tables[t]; m->file; m++)
            if (!strcmp(m->file, name)) return true;
    return false;
}

/* Each file has an adapter, and each adapter a file. */
static void check_files(const char *folder, const glob_t *files)
{
    bool right = true;

    for (size_t i = 0; i < files->gl_pathc; i++) {
        const char *const path = files->gl_pathv[i];
        if (is_folder(path) || has_adapter(module_name(path))) continue;
        printf("# %s: no table of tests/cases/of_*.c has an adapter\n", path);
        right = false;
    }
    for (size_t t = 0; t < N_TABLES; t++)
        for (const case_module *m = tables[t]; m->file; m++) {
            if (is_there(files, m->file)) continue;
            printf("# %s/%s: is not there, and has an adapter\n", folder, m->file);
            right = false;
        }
    tap_ok(right, "each file of cases has an adapter, and each adapter a file");
}

static size_t run_folder(const char *folder)
{
    static const char *const depths[] = {"%s/*/*", "%s/*/*/*"};
    char pattern[400];
    glob_t files = {0};
    size_t n = 0;

    for (size_t i = 0; i < 2; i++) {
        snprintf(pattern, sizeof pattern, depths[i], folder);
        glob(pattern, i ? GLOB_APPEND : 0, NULL, &files);
    }
    check_files(folder, &files);
    for (size_t i = 0; i < files.gl_pathc; i++)
        if (!is_folder(files.gl_pathv[i])) n += run_file(files.gl_pathv[i]);
    globfree(&files);
    return n;
}

int main(int argc, char **argv)
{
    static char *all[] = {"tests/cases"};
    char **const named = argc > 1 ? argv + 1 : all;
    size_t n = 0;

    signal(SIGSEGV, tell_place);
    signal(SIGABRT, tell_place);
    for (int i = 0; i < (argc > 1 ? argc - 1 : 1); i++)
        n += is_folder(named[i]) ? run_folder(named[i]) : run_file(named[i]);
    printf("# %zu cases\n", n);
    return tap_done();
}
