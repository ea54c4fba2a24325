/*
 * fail.c - every call by which a command asks the system for something is made to fail, one run
 * after the other, and the command has to take it well.
 *
 * A run without a fault counts the calls of a kind and keeps what comes out.  Then the n-th call
 * fails.  Either the command does without it: status 0 and the same output.  Or it ends with status
 * 1 and one sentence on standard error; of its output there is nothing under its final name, and
 * nothing under another.  It never ends by a signal, and never waits for ever.
 *
 *     BUILD=build/release build/release/tests/fail/fail          chains of callers not seen before
 *     BUILD=build/release build/release/tests/fail/fail --all    every call, alone and with all
 * after it
 */
#define _GNU_SOURCE /* nftw() */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "fail/inject.h"

enum { MAX_ARGS = 20, MAX_JOBS = 16, TIMEOUT = 120 /* seconds */ };

static const char *const kinds[] = {"alloc",  "write", "sync",  "rename", "map",
                                    "thread", "open",  "close", "read",   "theirs"};
enum { N_KINDS = sizeof kinds / sizeof *kinds };

/* Paths are seen from a folder beside those of fixtures.c. */
typedef struct command {
    const char *name;
    const char *args[MAX_ARGS];
    const char *input;  /* standard input; NULL: none */
    bool is_pipe;       /* which is a pipe */
    const char *output; /* the file that it writes; NULL: none */
    const char *before; /* what that file holds already; NULL: it is not there */
    const char *failed; /* what its line may be instead where a line fails alone */
    const char *keep;   /* the output becomes this fixture */
} command;

#define CONVERT(kind, input, ...)                                                                  \
    {                                                                                              \
        .name = "convert " kind,                                                                   \
        .args = {"convert", "../" input, "-f", "en", "-t", "de", "-o", "out.gguf", __VA_ARGS__},   \
        .output = "out.gguf"                                                                       \
    }
#define MODEL "-m", "../model.gguf"

static const command commands[] = {
    {.name = "convert bergamot",
     .args = {"convert", "../bergamot", "-f", "en", "-t", "de", "-o", "out.gguf"},
     .output = "out.gguf",
     .keep = "model.gguf"},
    {.name = "translate", .args = {MODEL, "-j", "1", "../text"}},
    {.name = "translate to a file, two threads, a pipe",
     .args = {MODEL, "-j", "2", "-n", "2", "-b", "3", "-o", "out"},
     .input = "text",
     .is_pipe = true,
     .output = "out",
     .before = "what was there\n"},
    {.name = "translate --json --alignment",
     .args = {MODEL, "-j", "1", "--json", "--alignment", "soft", "-"},
     .input = "short"},
    CONVERT("opus", "opus"),
    CONVERT("opus, archive", "opus.zip"),
    CONVERT("marian", "marian/model.npz", "--vocab", "../marian/vocab.spm", "--type", "float32"),
    CONVERT("firefox", "firefox"),
    {.name = "convert ct2, onto a file that is there",
     .args = {"convert", "../ct2", "-f", "en", "-t", "de", "-o", "out.gguf"},
     .output = "out.gguf",
     .before = "an earlier model"},
    CONVERT("argos", "x.argosmodel"),
    CONVERT("hf", "hf"),
    {.name = "evaluate",
     .args = {"evaluate", "../text", "../text2", "--compare", "../text2", "--samples", "20"}},
    {.name = "evaluate with a model",
     .args = {"evaluate", MODEL, "../text", "../text2", "-o", "out", "--json"},
     .output = "out"},
    {.name = "inspect", .args = {"inspect", "../model.gguf", "--metadata"}},
    {.name = "inspect --verify", .args = {"inspect", "../model.gguf", "--verify"}},
    {.name = "tokenize", .args = {"tokenize", MODEL, "../text"}},
    {.name = "detokenize", .args = {"detokenize", MODEL, "--input", "ids"}, .input = "ids"},
    {.name = "score", .args = {"score", MODEL, "../text", "../text2", "--tokens"}, .failed = "nan"},
    {.name = "score --json", .args = {"score", MODEL, "--json"}, .input = "pairs", .failed = "{"},
    {.name = "models", .args = {"models"}},
};
enum { N_COMMANDS = sizeof commands / sizeof *commands };

/* What comes of a run. */
typedef struct outcome {
    int status; /* of waitpid() */
    bool timed_out;
    tr_buf out, err, file;
    bool has_file;
    int n_strays; /* other files that are left */
} outcome;

/* A process that starts runs of one command (inject.h), and the run that is going on. */
typedef struct server {
    pid_t pid, run; /* run: 0 when there is none */
    int requests, answers, slot;
    fault_request request;
    time_t started;
} server;

static char top[PATH_MAX], program[PATH_MAX];
static int n_tests, n_failed_tests;
static bool all_calls;
static const char *only_kind; /* $FAIL_KIND; NULL: all */

static void die(const char *what)
{
    perror(what);
    exit(2);
}

/* ---- Files --------------------------------------------------------------------------------- */

static const char *path_of(const char *format, int slot)
{
    static char path[PATH_MAX + 100];
    char name[100];

    snprintf(name, sizeof name, format, slot);
    snprintf(path, sizeof path, "%s/%s", top, name);
    return path;
}

static bool read_whole(const char *path, tr_buf *b)
{
    char bytes[1 << 14];
    ssize_t n;

    tr_buf_clear(b);
    const int fd = open(path, O_RDONLY);
    if (fd < 0) return false;
    while ((n = read(fd, bytes, sizeof bytes)) > 0)
        tr_buf_add(b, bytes, (size_t)n);
    close(fd);
    return true;
}

static void write_whole(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    if (!f || fputs(text, f) < 0 || fclose(f)) die(path);
}

static int remove_entry(const char *path, const struct stat *st, int flag, struct FTW *at)
{
    (void)st, (void)flag, (void)at;
    return remove(path);
}

static void remove_tree(const char *path)
{
    nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

/* Files in the folder, and whether one of them is `name`. */
static int count_files(const char *folder, const char *name, bool *has)
{
    int n = 0;
    DIR *dir = opendir(folder);

    if (!dir) die(folder);
    *has = false;
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        if (name && !strcmp(entry->d_name, name)) *has = true;
        n++;
    }
    closedir(dir);
    return n;
}

/* ---- Runs ---------------------------------------------------------------------------------- */

static void execute(const command *c, int slot)
{
    const char *args[MAX_ARGS + 2] = {program};

    setenv("XDG_DATA_HOME", path_of("none", 0), 1);
    setenv("TRANSLATE_MODELS", top, 1);
    setenv("FAULT_SERVER", "1", 1);
    setenv("FAULT_FOLDER", path_of("%d", slot), 1);
    setenv("FAULT_LOG", path_of("%d.log", slot), 1);
    setenv("FAULT_INPUT", c->input ? path_of(c->input, 0) : "/dev/null", 1);
    if (c->is_pipe) setenv("FAULT_PIPE", "1", 1);
    setenv("ASAN_OPTIONS", "allocator_may_return_null=1:exitcode=99", 1);
    for (int i = 0; i < MAX_ARGS && c->args[i]; i++)
        args[i + 1] = c->args[i];
    execv(program, (char *const *)args);
    die(program);
}

static void server_start(server *s, const command *c, int slot)
{
    int requests[2], answers[2];

    if (pipe(requests) < 0 || pipe(answers) < 0) die("pipe");
    *s = (server){.requests = requests[1], .answers = answers[0], .slot = slot};
    fcntl(s->requests, F_SETFD, FD_CLOEXEC);
    fcntl(s->answers, F_SETFD, FD_CLOEXEC);
    s->pid = fork();
    if (s->pid < 0) die("fork");
    if (s->pid == 0) {
        dup2(requests[0], FAULT_REQUESTS);
        dup2(answers[1], FAULT_ANSWERS);
        close(requests[0]);
        close(answers[1]);
        execute(c, slot);
    }
    close(requests[0]);
    close(answers[1]);
}

static void server_stop(server *s)
{
    close(s->requests);
    close(s->answers);
    waitpid(s->pid, NULL, 0);
}

/* A run in a folder of its own. */
static void run_start(server *s, const command *c, fault_request request)
{
    remove_tree(path_of("%d", s->slot));
    unlink(path_of("%d.log", s->slot));
    if (mkdir(path_of("%d", s->slot), 0700) < 0) die("mkdir");
    if (c->before) {
        char file[PATH_MAX + 200];
        snprintf(file, sizeof file, "%s/%s", path_of("%d", s->slot), c->output);
        write_whole(file, c->before);
    }
    s->request = request;
    s->started = time(NULL);
    if (write(s->requests, &request, sizeof request) != sizeof request) die("write");
    if (read(s->answers, &s->run, sizeof s->run) != sizeof s->run) die("server");
}

/* Waits for the run to end, or ends it when it takes too long. */
static int run_end(server *s, bool *timed_out)
{
    struct pollfd answers = {.fd = s->answers, .events = POLLIN};
    int status;

    const time_t left = s->started + TIMEOUT - time(NULL);
    *timed_out = poll(&answers, 1, left > 0 ? (int)left * 1000 : 0) == 0;
    if (*timed_out) kill(s->run, SIGKILL);
    if (read(s->answers, &status, sizeof status) != sizeof status) die("server");
    s->run = 0;
    return status;
}

static void collect(const command *c, int slot, int status, bool timed_out, outcome *o)
{
    char folder[PATH_MAX + 100], file[PATH_MAX + 200];

    o->status = status;
    o->timed_out = timed_out;
    read_whole(path_of("%d.out", slot), &o->out);
    read_whole(path_of("%d.err", slot), &o->err);
    strcpy(folder, path_of("%d", slot));
    const int n = count_files(folder, c->output, &o->has_file);
    o->n_strays = n - o->has_file;
    tr_buf_clear(&o->file);
    if (!o->has_file) return;
    snprintf(file, sizeof file, "%s/%s", folder, c->output);
    read_whole(file, &o->file);
}

static void outcome_free(outcome *o)
{
    tr_buf_free(&o->out);
    tr_buf_free(&o->err);
    tr_buf_free(&o->file);
}

/* ---- Judging ------------------------------------------------------------------------------- */

static bool same(const tr_buf *a, const tr_buf *b)
{
    return a->len == b->len && (!a->len || !memcmp(a->data, b->data, a->len));
}

/* The line at `at`, without its end; moves on. */
static size_t next_line(const tr_buf *b, size_t *at, const char **line)
{
    const char *const from = tr_buf_text(b) + *at;
    const char *end = memchr(from, '\n', b->len - *at);
    const size_t len = end ? (size_t)(end - from) : b->len - *at;

    *line = from;
    *at += len + (end != NULL);
    return len;
}

static bool has_line(const tr_buf *b, const char *line, size_t len)
{
    const char *found;

    for (size_t at = 0; at < b->len;)
        if (next_line(b, &at, &found) == len && !memcmp(found, line, len)) return true;
    return false;
}

/* Exactly one line that a run without a fault does not write, a sentence of the program's; where
 * `several` things fail, several lines, files or folders may each have theirs. */
static bool says_why(const outcome *o, const outcome *good, bool several)
{
    static const char start[] = "translate: ";
    const char *line;
    size_t n_new = 0;
    bool sentence = true;

    for (size_t at = 0; at < o->err.len;) {
        const size_t len = next_line(&o->err, &at, &line);
        if (has_line(&good->err, line, len)) continue;
        n_new++;
        sentence = sentence && len > sizeof start && !memcmp(line, start, sizeof start - 1);
    }
    return sentence && (n_new == 1 || (several && n_new > 1));
}

/* Whether a line stands in `b` from *at on, or one begins like it; moves behind it. */
static bool find_line(const tr_buf *b, size_t *at, const char *line, size_t len, bool whole)
{
    const char *found;

    for (size_t next = *at; next < b->len;) {
        const size_t n = next_line(b, &next, &found);
        if (n < len || (whole && n != len) || memcmp(found, line, len) != 0) continue;
        *at = next;
        return true;
    }
    return false;
}

/* Lines that are there without a fault, too, of which the last may be cut short; or such as stand
 * for one that failed. */
static bool is_part(const command *c, const outcome *o, const outcome *good)
{
    const char *line;

    for (size_t at = 0, good_at = 0; at < o->out.len;) {
        const size_t len = next_line(&o->out, &at, &line);
        const bool whole = at < o->out.len || line[len] == '\n';
        if (find_line(&good->out, &good_at, line, len, whole)) continue;
        const bool failed = c->failed && !strncmp(line, c->failed, strlen(c->failed));
        if (len && !failed) return false;
    }
    return true;
}

static bool file_is_as_before(const command *c, const outcome *o)
{
    if (!c->before) return !o->has_file;
    return o->has_file && o->file.len == strlen(c->before) &&
           !memcmp(o->file.data, c->before, o->file.len);
}

/* What is wrong with what came of a fault; NULL: nothing. */
static const char *judge(const command *c, const outcome *o, const outcome *good,
                         const fault_request *f)
{
    /* What a single write lost is missing in the middle. */
    const bool gap = f->kind == FAULT_WRITE && !f->and_all_after;

    if (o->timed_out) return "goes on for ever";
    if (WIFSIGNALED(o->status)) return strsignal(WTERMSIG(o->status));
    if (o->n_strays) return "leaves a file behind";
    if (WEXITSTATUS(o->status) == 0) {
        if (!same(&o->out, &good->out) || !same(&o->file, &good->file)) return "changed output";
        return same(&o->err, &good->err) ? NULL : "status 0, and another message";
    }
    if (WEXITSTATUS(o->status) != 1) return "another status than 0 and 1";
    if (!says_why(o, good, f->and_all_after && f->kind != FAULT_WRITE)) return "not one sentence";
    if (!file_is_as_before(c, o)) return "an output under its final name";
    return gap || is_part(c, o, good) ? NULL : "output that is wrong";
}

/* ---- Calls --------------------------------------------------------------------------------- */

/* A chain of callers, and how often it was met: in all commands, and in this one. */
typedef struct chain {
    uint32_t hash;
    size_t n, n_here;
} chain;

static chain *chains;
static size_t n_chains, chains_room;

static chain *find_chain(uint32_t hash)
{
    void *p = chains;

    for (size_t i = 0; i < n_chains; i++)
        if (chains[i].hash == hash) return &chains[i];
    if (tr_reserve(&p, &chains_room, n_chains + 1, sizeof *chains) < 0) die("tr_reserve");
    chains = p;
    chains[n_chains] = (chain){.hash = hash};
    return &chains[n_chains++];
}

/* Whether a call of the chain is to fail.  Of all calls, those are left out that are the hundreds
 * and thousands of one loop. */
static bool is_wanted(chain *c)
{
    enum { MANY = 100, EACH = 50 };

    c->n++;
    c->n_here++;
    return all_calls ? c->n_here <= MANY || c->n_here % EACH == 0 : c->n == 1;
}

typedef struct calls {
    fault_request *call;
    size_t n, room;
} calls;

static void add_call(calls *list, fault_request what)
{
    void *p = list->call;
    if (tr_reserve(&p, &list->room, list->n + 1, sizeof *list->call) < 0) die("tr_reserve");
    list->call = p;
    list->call[list->n++] = what;
}

/* Those of a run's log that are to fail. */
static void read_log(calls *list, const char *path)
{
    char kind[20];
    long n;
    unsigned hash;
    FILE *f = fopen(path, "r");

    if (!f) die(path);
    for (size_t i = 0; i < n_chains; i++)
        chains[i].n_here = 0;
    while (fscanf(f, "%19s %ld %x", kind, &n, &hash) == 3) {
        int k = 0;
        while (k < N_KINDS && strcmp(kinds[k], kind) != 0)
            k++;
        if (only_kind && strcmp(only_kind, kind) != 0) continue;
        if (!is_wanted(find_chain(hash ^ (uint32_t)k * 2654435761u))) continue;
        const bool stays = k == FAULT_WRITE; /* a full disk stays full */
        if (all_calls || !stays) add_call(list, (fault_request){k, n, false});
        if (all_calls || stays) add_call(list, (fault_request){k, n, true});
    }
    fclose(f);
}

/* ---- A command ----------------------------------------------------------------------------- */

static void show(const char *what, const tr_buf *b)
{
    const char *line;
    size_t at = 0;

    for (int i = 0; i < 4 && at < b->len; i++) {
        const size_t len = next_line(b, &at, &line);
        printf("#   %s: %.*s\n", what, (int)(len < 300 ? len : 300), line);
    }
}

/* Who called what failed, by name. */
static void show_callers(int slot)
{
    tr_buf log = {0}, command_line = {0};
    char line[300];

    read_whole(path_of("%d.log", slot), &log);
    const char *addresses = log.len ? strstr(log.data, " 0x") : NULL;
    if (addresses) {
        tr_buf_printf(&command_line, "addr2line -s -p -f -e %s %.*s | head -12", program,
                      (int)strcspn(addresses, "\n"), addresses);
        FILE *pipe = popen(command_line.data, "r");
        while (pipe && fgets(line, sizeof line, pipe))
            printf("#       %s", line);
        if (pipe) pclose(pipe);
    }
    tr_buf_free(&log);
    tr_buf_free(&command_line);
}

typedef struct series {
    const command *c;
    outcome good;
    calls calls;
    size_t n_run[N_KINDS], n_wrong[N_KINDS];
} series;

static void judge_run(series *s, const server *from, int status, bool timed_out)
{
    const fault_request *f = &from->request;
    outcome o = {0};

    collect(s->c, from->slot, status, timed_out, &o);
    const char *wrong = judge(s->c, &o, &s->good, f);
    s->n_run[f->kind]++;
    if (wrong && s->n_wrong[f->kind]++ < 12) {
        printf("# %s, FAULT=%s:%ld%s: %s (status %d)\n", s->c->name, kinds[f->kind], f->n,
               f->and_all_after ? "+" : "", wrong, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
        show("stderr", &o.err);
        if (!strcmp(wrong, "output that is wrong")) show("stdout", &o.out);
        show_callers(from->slot);
    }
    outcome_free(&o);
}

/* The next server whose run has ended, or has gone on for too long. */
static server *next_ended(server *servers, int n)
{
    struct pollfd answers[MAX_JOBS];

    for (;;) {
        for (int i = 0; i < n; i++)
            answers[i] =
                (struct pollfd){.fd = servers[i].run ? servers[i].answers : -1, .events = POLLIN};
        poll(answers, (nfds_t)n, 1000);
        for (int i = 0; i < n; i++)
            if (answers[i].revents ||
                (servers[i].run && time(NULL) - servers[i].started >= TIMEOUT))
                return &servers[i];
    }
}

static void run_all(series *s, server *servers, int n_servers)
{
    size_t started = 0, done = 0;

    while (done < s->calls.n) {
        bool timed_out;
        for (int i = 0; i < n_servers && started < s->calls.n; i++)
            if (!servers[i].run) run_start(&servers[i], s->c, s->calls.call[started++]);
        server *ended = next_ended(servers, n_servers);
        const int status = run_end(ended, &timed_out);
        judge_run(s, ended, status, timed_out);
        done++;
    }
}

static void report(bool good, const char *what, const char *kind, size_t n)
{
    n_failed_tests += !good;
    printf("%sok %d - %s: %zu faults: %s\n", good ? "" : "not ", ++n_tests, what, n, kind);
    fflush(stdout);
}

/* The output of a run without a fault is what others need. */
static void keep_output(const command *c)
{
    char kept[PATH_MAX + 100], file[PATH_MAX + 300];

    strcpy(kept, path_of(c->keep, 0));
    snprintf(file, sizeof file, "%s/%s", path_of("0", 0), c->output);
    if (rename(file, kept) < 0) die(kept);
}

/* A run without a fault; whether it is as it should be. */
static bool run_well(series *s, server *from)
{
    bool timed_out;

    run_start(from, s->c, (fault_request){.kind = -1});
    const int status = run_end(from, &timed_out);
    collect(s->c, from->slot, status, timed_out, &s->good);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && !s->good.n_strays &&
        (s->c->output != NULL) == s->good.has_file)
        return true;
    show("stderr", &s->good.err);
    return false;
}

static void try_command(const command *c, int n_jobs)
{
    series s = {.c = c};
    server servers[MAX_JOBS];

    for (int i = 0; i < n_jobs; i++)
        server_start(&servers[i], c, i);
    const bool works = run_well(&s, &servers[0]);
    report(works, c->name, "none", 0);
    if (works) {
        if (c->keep) keep_output(c);
        read_log(&s.calls, path_of("%d.log", 0));
        run_all(&s, servers, n_jobs);
    }
    for (int k = 0; k < N_KINDS; k++)
        if (s.n_run[k]) report(!s.n_wrong[k], c->name, kinds[k], s.n_run[k]);
    for (int i = 0; i < n_jobs; i++)
        server_stop(&servers[i]);
    outcome_free(&s.good);
    free(s.calls.call);
}

/* ---- All of them --------------------------------------------------------------------------- */

static void write_texts(void)
{
    write_whole(path_of("text", 0),
                "de de. fg hi.\n\nhi ge https://example.org/ fed\n"
                "Big d\xC3\xA9g, (efg) hi; de. He de gi! hi fg?\r\n"
                "de fg hi de fg hi de fg hi de fg hi de fg hi de fg hi de fg hi\n");
    write_whole(path_of("text2", 0), "de de. fg hd.\n\nhi gf https://example.org/ fed\n"
                                     "Big deg, (efg) hi; de. He de gi! hi fg?\nde fg hi de\n");
    write_whole(path_of("pairs", 0), "de de\tfg hi\nhi\tde fg\n");
    write_whole(path_of("short", 0), "de fg.\n");
    write_whole(path_of("ids", 0), "3 4 5\n\n6 7 2 3\n");
}

static void make_fixtures(const char *build)
{
    char maker[PATH_MAX];

    snprintf(maker, sizeof maker, "%s/tests/fail/fixtures", build);
    setenv("FIXTURES", top, 1);
    unsetenv("CK_TAP_LOG_FILE_NAME"); /* what it prints is not of this test */
    if (system(maker) != 0) die(maker);
    write_texts();
}

int main(int argc, char **argv)
{
    const char *build = getenv("BUILD"), *parent = getenv("TMPDIR"), *only = getenv("FAIL_ONLY");
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const int n_jobs = cores > 0 && cores < MAX_JOBS ? (int)cores : 1;
    char name[PATH_MAX];

    only_kind = getenv("FAIL_KIND");
    all_calls = argc > 1 && !strcmp(argv[1], "--all");
    if (!build) build = "build/release";
    snprintf(name, sizeof name, "%s/tests/fail/translate", build);
    if (!realpath(name, program)) die(name);
    snprintf(name, sizeof name, "%s/translate-fail-XXXXXX", parent && *parent ? parent : "/tmp");
    if (!mkdtemp(name) || !realpath(name, top)) die(name);
    make_fixtures(build);
    for (size_t i = 0; i < N_COMMANDS; i++)
        if (!only || i == 0 || strstr(commands[i].name, only)) try_command(&commands[i], n_jobs);
    printf("1..%d\n", n_tests);
    remove_tree(top);
    free(chains);
    return n_failed_tests != 0;
}
