/*
 * sandbox.c - `translate` needs what translate(1) says under SECURITY, and no more: it runs with
 * the calls of the system that are listed there and with the files that it was given, and never
 * asks for a network or another program.
 *
 *     BUILD=build/release build/release/tests/sandbox/sandbox
 */
#define _GNU_SOURCE
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/landlock.h"
#include "sandbox/supervise.h"

enum { MAX_ARGS = 12, ROOM = PATH_MAX + 100 };

static char top[PATH_MAX], build[PATH_MAX], model[PATH_MAX];
static char program[ROOM], in[ROOM], out[ROOM], elsewhere[ROOM];
static int n_tests, n_failed;

/* Words begin with what stands for a folder: @in, @out, @elsewhere; or are @model. */
typedef struct run {
    const char *name, *args[MAX_ARGS];
} run;

static const run runs[] = {
    {"lines", {"-m", "@model", "-j", "1", "@in/text"}},
    {"lines, two threads, to a file", {"-m", "@model", "-j", "2", "-o", "@out/text", "@in/text"}},
    {"a document", {"-m", "@model", "-j", "1", "-o", "@out/page.html", "@in/page.html"}},
    {"a document, two threads",
     {"-m", "@model", "-j", "2", "--output-dir", "@out", "@in/page.html"}},
    {"a folder", {"-m", "@model", "-j", "1", "--output-dir", "@out/copy", "@in"}},
    {"a glossary", {"-m", "@model", "-j", "1", "--glossary", "@in/terms.tsv", "@in/text"}},
    {"a memory that is made",
     {"-m", "@model", "-j", "1", "--memory", "@out/memory", "--memory-add", "@in/text"}},
    {"a memory",
     {"-m", "@model", "-j", "2", "--memory", "@out/memory", "-o", "@out/again", "@in/text"}},
};
enum { N_RUNS = sizeof runs / sizeof *runs };

/* What a program needs that is linked with libraries; the rest of what may be read is given. */
static const char *const system_files[] = {
    "/usr/lib/",        "/usr/lib64/",        "/lib/",           "/lib64/", "/usr/local/lib/",
    "/etc/ld.so.cache", "/etc/ld.so.preload", "/usr/share/icu/", NULL};
/* Read, where they are, by the C library and by SQLite: how many cores there are, where the program
 * lies, how memory is given, and a number to begin with. */
static const char *const kernel_files[] = {"/proc/self/exe",
                                           "/proc/self/fd",
                                           "/sys/devices/system/cpu",
                                           "/proc/stat",
                                           "/proc/sys/vm/overcommit_memory",
                                           "/dev/urandom",
                                           "/dev/null",
                                           NULL};

static void report(bool good, const char *name, const char *what, const char *why)
{
    n_failed += !good;
    printf("%sok %d - %s: %s\n", good ? "" : "not ", ++n_tests, name, what);
    if (!good) printf("# %s\n", why);
}

static void write_file(const char *folder, const char *name, const char *text)
{
    char path[2 * PATH_MAX];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *const f = fopen(path, "w");
    if (!f || fputs(text, f) < 0 || fclose(f)) abort();
}

static void make_folder(char *path, const char *name)
{
    snprintf(path, ROOM, "%s/%s", top, name);
    if (mkdir(path, 0700) < 0) abort();
}

static const char *expand(const char *word)
{
    static const struct {
        const char *name, *path;
    } places[] = {{"@model", model}, {"@in", in}, {"@out", out}, {"@elsewhere", elsewhere}};
    char *text;

    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const size_t n = strlen(places[i].name);
        if (strncmp(word, places[i].name, n) != 0) continue;
        if (asprintf(&text, "%s%s", places[i].path, word + n) < 0) abort();
        return text; /* for as long as the test lasts */
    }
    return word;
}

static bool is_below(const char *path, const char *folder)
{
    const size_t n = strlen(folder);
    return !strncmp(path, folder, n) && (path[n] == '/' || path[n] == '\0' || folder[n - 1] == '/');
}

static bool is_among(const char *path, const char *const *list)
{
    for (; *list; list++)
        if (is_below(path, *list)) return true;
    return false;
}

static bool may_touch(const seen_file *f)
{
    if (is_below(f->path, out) || is_below(out, f->path)) return true; /* mkdir(): parents, too */
    if (f->to_write) return false;
    return !strcmp(f->path, model) || is_below(f->path, in) || is_below(f->path, build) ||
           is_among(f->path, system_files) || is_among(f->path, kernel_files);
}

/* The first file that it had no business with, or NULL. */
static const char *other_file(const supervised *s)
{
    for (size_t i = 0; i < s->n_files; i++)
        if (!may_touch(&s->file[i])) return s->file[i].path;
    return NULL;
}

static void confine(void)
{
    const char *to_read[] = {"/usr/lib",
                             "/usr/lib64",
                             "/lib",
                             "/lib64",
                             "/usr/local/lib",
                             "/etc/ld.so.cache",
                             "/sys/devices/system/cpu",
                             build,
                             model,
                             in,
                             NULL};
    const char *to_write[] = {out, NULL};

    if (!landlock_confine(to_read, to_write)) _exit(96);
}

static void start(supervised *s, const run *r, void (*confined)(void))
{
    const char *args[MAX_ARGS + 2] = {program};
    char printed[ROOM + 10];

    for (size_t i = 0; i < MAX_ARGS && r->args[i]; i++)
        args[i + 1] = expand(r->args[i]);
    snprintf(printed, sizeof printed, "%s/printed", top);
    supervise(s, args, printed, confined);
}

static bool succeeded(const supervised *s)
{
    return WIFEXITED(s->status) && WEXITSTATUS(s->status) == 0;
}

static void try_run(const run *r)
{
    supervised s;

    start(&s, r, NULL);
    if (s.not_supported) {
        printf("ok %d - %s # SKIP this kernel has no notifications of seccomp\n", ++n_tests,
               r->name);
        return;
    }
    const char *const other = other_file(&s);
    report(succeeded(&s), r->name, "translates with the calls of the list", "it failed");
    report(!*s.refused, r->name, "makes no other call", s.refused);
    report(!other && s.n_files, r->name, "touches no other file", other ? other : "none was seen");
    supervised_free(&s);
    if (!landlock_works()) {
        printf("ok %d - %s # SKIP this kernel has no Landlock\n", ++n_tests, r->name);
        return;
    }
    start(&s, r, confine);
    report(succeeded(&s), r->name, "translates where there are no other files", "it failed");
    supervised_free(&s);
}

/* What shows that the tests above can fail. */
static void try_offences(void)
{
    static const run fetch = {"fetch", {"fetch", "--list", "--index", "@in/index.json"}};
    static const run outside = {"a text elsewhere", {"-m", "@model", "-j", "1", "@elsewhere/text"}};
    static const run written = {"an output elsewhere",
                                {"-m", "@model", "-j", "1", "-o", "@elsewhere/out", "@in/text"}};
    supervised s;

    start(&s, &fetch, NULL);
    if (s.not_supported) return;
    report(strstr(s.refused, "execve") != NULL, fetch.name, "starts another program, which is seen",
           s.refused);
    supervised_free(&s);
    start(&s, &outside, NULL);
    report(succeeded(&s) && other_file(&s), outside.name, "is seen", "no other file was seen");
    supervised_free(&s);
    start(&s, &written, NULL);
    report(succeeded(&s) && other_file(&s), written.name, "is seen", "no other file was seen");
    supervised_free(&s);
    if (!landlock_works()) return;
    start(&s, &outside, confine);
    report(!succeeded(&s), outside.name, "cannot be read", "it succeeded");
    supervised_free(&s);
}

/* The manual names each call that a sandbox has to allow. */
static void compare_manual(void)
{
    static char text[1 << 18];
    FILE *const f = fopen("man/translate.1", "r");
    char missing[1000] = "", word[60];
    const char *name;

    if (!f) abort();
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    const char *const section = strstr(text, ".Sh SECURITY");
    for (int files = 0; section && files < 2; files++)
        for (size_t i = 0; (name = supervise_call_name(i, files)); i++) {
            snprintf(word, sizeof word, "\n.Va %s ", name);
            if (!strstr(section, word))
                snprintf(missing + strlen(missing), sizeof missing - strlen(missing), " %s", name);
        }
    report(section && !*missing, "translate(1)", "lists the same calls", missing);
}

static void find_files(void)
{
    const char *const parent = getenv("TMPDIR"), *const b = getenv("BUILD");
    char name[PATH_MAX];

    snprintf(name, sizeof name, "%s/translate-sandbox-XXXXXX", parent && *parent ? parent : "/tmp");
    if (!mkdtemp(name) || !realpath(name, top) || !realpath(b ? b : "build/release", build))
        abort();
    snprintf(program, sizeof program, "%s/translate", build);
    make_folder(in, "in");
    make_folder(out, "out");
    make_folder(elsewhere, "elsewhere");
    write_file(in, "text", "A house.\nThe cat sleeps on the roof.\n\nGood morning.\n");
    write_file(in, "page.html", "<h1>A house</h1><p>The <b>cat</b> sleeps.</p>\n");
    write_file(in, "terms.tsv", "house\tHaus\n");
    write_file(in, "index.json", "{\"format\":1,\"generated\":\"2026-01-01\",\"models\":[]}");
    write_file(elsewhere, "text", "A house.\n");
    setenv("HOME", elsewhere, 1);
    unsetenv("LD_LIBRARY_PATH");
    unsetenv("TRANSLATE_MODELS");
}

int main(void)
{
    char command[ROOM + 20];

    if (!realpath("models/en-de-tiny/en-de-tiny.gguf", model)) {
        puts("1..0 # SKIP there is no model in models/en-de-tiny");
        return 0;
    }
    find_files();
    for (size_t i = 0; i < N_RUNS; i++)
        try_run(&runs[i]);
    try_offences();
    compare_manual();
    printf("1..%d\n", n_tests);
    snprintf(command, sizeof command, "rm -rf '%s'", top);
    return system(command) != 0 || n_failed;
}
