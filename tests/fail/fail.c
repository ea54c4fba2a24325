/*
 * fail.c - every call by which a command asks the system for something is made to fail, one run
 * after the other, and the command has to take it well.
 *
 * A run without a fault counts the calls of a kind and keeps what comes out.  Then the n-th call
 * fails.  Either the command does without it: status 0 and the same output.  Or it ends with status
 * 1 and one sentence on standard error; of its output there is nothing under its final name, and
 * nothing under another.  It never ends by a signal, and never waits for ever.
 *
 *     BUILD=build/release build/release/tests/fail/fail [--all]
 *
 * Without arguments, one call of each chain of five callers fails.  --all takes every call, alone
 * and with all after it, and the fixtures in ../shared, too; but of a chain that a command goes
 * through more than 100 times (10 to 30 times while it trains) each 50th of the others, which are
 * turns of one loop.  FAIL_ONLY=WORD runs the commands whose names have the word, FAIL_FROM=WORD
 * all from the first such on, FAIL_KIND=KIND the faults of a kind, and FAIL_PART=2/8 the second
 * eighth of the calls.  FAIL_REPORT=FILE gets a line for each run: command, kind, number, chain of
 * callers, status, fault, first sentence.
 */
#define _XOPEN_SOURCE 700 /* realpath() */
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "fail/judge.h"
#include "fail/texts.h"

enum { MAX_JOBS = 16 };

static const char *const kinds[] = {"alloc",  "write", "sync",  "rename", "map",
                                    "thread", "open",  "close", "read",   "theirs"};
enum { N_KINDS = sizeof kinds / sizeof *kinds };

#define CONVERT(kind, input, ...)                                                                  \
    {                                                                                              \
        .name = "convert " kind,                                                                   \
        .args = {"convert", "../" input, "-f", "en", "-t", "de", "-o", "out.gguf", __VA_ARGS__},   \
        .output = "out.gguf"                                                                       \
    }
#define CONVERT_SHARED(path)                                                                       \
    {                                                                                              \
        .name = "convert ../shared/fixtures/" path,                                                \
        .args = {"convert", "SHARED", "-f", "en", "-t", "de", "-o", "out.gguf"},                   \
        .output = "out.gguf", .shared = "../shared/fixtures/" path                                 \
    }
#define TRAINING(what)                                                                             \
    .name = what, .output = "out.gguf", .program = TRAIN,                                          \
    .beside = {".train", ".train~", ".log", ".svg"}
#define MODEL "-m", "../model.gguf"
#define DOCUMENT(path)                                                                             \
    {                                                                                              \
        .name = "translate " path, .args = {MODEL, "-j", "1", "-o", path, "../" path},             \
        .output = path                                                                             \
    }
/* What has come stays for the next time, which tidies up. */
#define FETCHING(what)                                                                             \
    .name = what, .program = FETCH, .beside = {"/.fetch/"}, .failed = "\"result\":\"failed\""
#define INDEX "--index", "../index.json"

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
    {.name = "translate to a new file",
     .args = {MODEL, "-j", "1", "-o", "out", "../short"},
     .output = "out"},
    {.name = "translate to a new file, named at once",
     .args = {MODEL, "-j", "1", "-o", "out", "../short"},
     .output = "out",
     .named = true},
    {.name = "translate to a file, named at once",
     .args = {MODEL, "-j", "1", "-o", "out", "../short"},
     .output = "out",
     .before = "what was there\n",
     .named = true},
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
    {.name = "convert ct2, onto a file that is there, named at once",
     .args = {"convert", "../ct2", "-f", "en", "-t", "de", "-o", "out.gguf"},
     .output = "out.gguf",
     .before = "an earlier model",
     .named = true},
    {.name = "convert for pivoting",
     .args = {"convert", "../bergamot", "-f", "fr", "-t", "en", "-o", "out.gguf"},
     .output = "out.gguf",
     .keep = "french.gguf"},
    CONVERT("argos", "x.argosmodel"),
    CONVERT("hf", "hf"),
    CONVERT("hf, PyTorch's weights", "torch-zip"),
    CONVERT("hf, PyTorch's older form", "torch-old"),
    CONVERT("fairseq", "fairseq"),
    CONVERT("gguf of llama.cpp", "llama/t5/q8.gguf"),
    {.name = "evaluate",
     .args = {"evaluate", "../text", "../text2", "--compare", "../text2", "--samples", "20"}},
    {.name = "evaluate with a model",
     .args = {"evaluate", MODEL, "../text", "../text2", "-o", "out", "--json"},
     .output = "out"},
    {.name = "evaluate, compressed", .args = {"evaluate", "../text.gz", "../text.gz"}},
    {.name = "explain --text", .args = {"explain", MODEL, "../short", "--text"}},
    {.name = "explain --svg",
     .args = {"explain", MODEL, "../text", "--svg", "out", "--view", "beam"},
     .output = "out"},
    {.name = "inspect", .args = {"inspect", "../model.gguf", "--metadata"}},
    {.name = "inspect --verify", .args = {"inspect", "../model.gguf", "--verify"}},
    {.name = "tokenize", .args = {"tokenize", MODEL, "../text"}},
    {.name = "detokenize", .args = {"detokenize", MODEL, "--input", "ids"}, .input = "ids"},
    {.name = "score",
     .args = {"score", MODEL, "../text", "../text2", "--tokens"},
     .failed = "nan\tnan"},
    {.name = "score --json",
     .args = {"score", MODEL, "--json"},
     .input = "pairs",
     .failed = "\"error\""},
    {.name = "models", .args = {"models"}},
    {.name = "formats", .args = {"formats", "../page.html"}},
    {.name = "formats --json", .args = {"formats", "--json"}},
    {.name = "segments", .args = {"segments", "../page.html"}},
    {.name = "splice",
     .args = {"splice", "-t", "de", "../page.html", "../page.jsonl"},
     .failed = "<h1>de fg"},
    {.name = "detect", .args = {"detect", "../page.html", "../text"}, .failed = "page.html"},
    {.name = "help", .args = {"help", "score"}},
    {.name = "completion", .args = {"completion", "bash"}},
    {.name = "serve --help", .args = {"serve", "--help"}},
    {.name = "verify --help", .args = {"verify", "--help"}},
    {.name = "translate a document, in place",
     .args = {MODEL, "-j", "1", "--in-place", "out.html"},
     .output = "out.html",
     .before = "<p>de fg <b>hi</b>.</p>\n"},
    {.name = "translate a document, to a folder",
     .args = {MODEL, "-j", "1", "--output-dir", ".", "../page.html"},
     .output = "page.html"},
    DOCUMENT("page.docx"),
    DOCUMENT("page.odt"),
    DOCUMENT("page.epub"),
    DOCUMENT("page.xlsx"),
    {.name = "translate by way of another language",
     .args = {"-f", "fr", "-t", "de", "-j", "2", "../text"}},
    {.name = "translate --dry-run", .args = {"--dry-run", MODEL, "../page.html"}},
    {.name = "translate --glossary",
     .args = {MODEL, "-j", "1", "--glossary", "../terms.tsv", "../text"}},
    {.name = "translate --dictionary",
     .args = {MODEL, "-j", "1", "--dictionary", "../terms.tsv", "../text"}},
    {.name = "define",
     .args = {"define", "--json", "--dictionary", "../sound.tsv", "printer", "chargers"}},
    {.name = "glossary check",
     .args = {"glossary", "check", "--json", "-f", "en", "-t", "de", "../sound.tsv"}},
    {.name = "translate --memory-add",
     .args = {MODEL, "-j", "1", "--memory", "memory.db", "--memory-add", "../text"},
     .output = "memory.db",
     .beside = {"-journal"},
     .keep = "memory.db",
     .stays = true},
    {.name = "translate --memory",
     .args = {MODEL, "-q", "-j", "1", "--memory", "../memory.db", "../text"}},
    {.name = "memory list", .args = {"memory", "list", "../memory.db"}},
    {.name = "memory export",
     .args = {"memory", "export", "-f", "en", "-t", "de", "-o", "out", "../memory.db"},
     .output = "out"},
    {.name = "translate --memory, TMX",
     .args = {MODEL, "-j", "1", "--memory", "../units.tmx", "../text"}},
    {TRAINING("train"), .args = {"-q",      "-f",       "en",      "-t",
                                 "de",      "../toy",   "--vocab", "../marian/vocab.spm",
                                 "-o",      "out.gguf", "--shape", "1+1,8,8,2",
                                 "--steps", "4",        "--every", "2",
                                 "--batch", "60",       "-j",      "2"},
     .keep = "trained.gguf"},
    {TRAINING("train, a vocabulary that is made, a mixture, two files"),
     .args = {"-q",       "-f",        "en",           "-t",      "de",          "../toy.en",
              "--target", "../toy.de", "--pieces",     "300",     "-o",          "out.gguf",
              "--shape",  "1+1,8,8,2", "--steps",      "2",       "--batch",     "60",
              "-j",       "1",         "--arithmetic", "float32", "--optimizer", "adam"}},
    {TRAINING("train --from"),
     .args = {"-q", "--from", "../trained.gguf", "../own", "--general", "../toy", "-o", "out.gguf",
              "--steps", "2", "--every", "1", "--batch", "40", "-j", "1"}},
    {TRAINING("train --from, general text that is made"),
     .args = {"-q", "--from", "../trained.gguf", "../own", "--general", "../toy.en", "-o",
              "out.gguf", "--steps", "2", "--batch", "40", "-j", "1"}},
    {TRAINING("train --resume"), .args = {"-q", "--resume", "../trained.gguf.train", "../toy", "-o",
                                          "out.gguf", "--steps", "6", "-j", "1"}},
    {TRAINING("train --export"),
     .args = {"-q", "--resume", "../trained.gguf.train", "--export", "out.gguf"}},
    {TRAINING("train --export, named at once"),
     .args = {"-q", "--resume", "../trained.gguf.train", "--export", "out.gguf"}, .named = true},
    {FETCHING("fetch --list"), .args = {INDEX, "--list"}},
    {FETCHING("fetch --info"), .args = {INDEX, "--info", "--json", "en-de-one"}},
    {FETCHING("fetch"), .args = {INDEX, "--quiet", "--json", "en-de-one"},
     .output = "translate/models/en-de-one/en-de-one.gguf"},
    {FETCHING("fetch what is converted"), .args = {INDEX, "--quiet", "en-de-two"},
     .output = "translate/models/en-de-two/en-de-two.gguf"},
    {FETCHING("fetch --update"), .args = {INDEX, "--update", "--check"}},
    CONVERT_SHARED("opus-style/opus-toy.zip"),
    CONVERT_SHARED("hf-marian-from-paper"),
    CONVERT_SHARED("ssru-student/config.int8.yml"),
    CONVERT_SHARED("ct2-aren-transliteration/v2-int8"),
};
enum { N_COMMANDS = sizeof commands / sizeof *commands };

static char programs[N_PROGRAMS][PATH_MAX]; /* "": is not built */
static int n_tests, n_failed_tests;
static bool all_calls;
static const char *only_kind; /* $FAIL_KIND; NULL: all */
static size_t part, n_parts;  /* $FAIL_PART: calls of which the part-th of n_parts are to fail */
static FILE *rows;            /* $FAIL_REPORT; NULL: none is wanted */

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

/* Of a chain with more turns than that, each 50th: in a command that trains, in one that trains
 * when others have gone through the chain as often, and in others. */
enum { MANY_TRAINING = 30, MANY_AGAIN = 10, MANY = 100, EACH = 50 };

/* True if a call of the chain is to fail. */
static bool is_wanted(chain *c, bool trains)
{
    const bool again = c->n - c->n_here >= MANY_TRAINING;
    const size_t many = !trains ? MANY : again ? MANY_AGAIN : MANY_TRAINING;

    c->n++;
    c->n_here++;
    if (!all_calls) return c->n == 1;
    return c->n_here <= many || c->n_here % EACH == 0;
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

/* A kind that goes another way where there are no files without a name. */
static bool is_of_names(int kind)
{
    return kind == FAULT_SYNC || kind == FAULT_RENAME || kind == FAULT_OPEN || kind == FAULT_CLOSE;
}

/* Those of a run's log that are to fail. */
static void read_log(calls *list, const command *c, const char *path)
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
        const bool again = c->named && is_of_names(k);
        if (!is_wanted(find_chain((hash ^ (uint32_t)k * 2654435761u) + again), c->program == TRAIN))
            continue;
        if (n_parts && (size_t)n % n_parts != part % n_parts) continue;
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
static void show_callers(const command *c, int slot)
{
    tr_buf log = {0}, command_line = {0};
    char line[300];

    read_whole(path_of("%d.log", slot), &log);
    const char *addresses = log.len ? strstr(log.data, " 0x") : NULL;
    if (addresses) {
        tr_buf_printf(&command_line, "addr2line -s -p -f -e %s %.*s | head -12",
                      programs[c->program], (int)strcspn(addresses, "\n"), addresses);
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
    size_t n_run[N_KINDS], n_wrong[N_KINDS], n_without;
} series;

/* The line of a buffer at `at`, as a cell of the report. */
static void add_cell(const tr_buf *b, size_t at)
{
    const char *line = "";
    const size_t len = at < b->len ? next_line(b, &at, &line) : 0;

    for (size_t i = 0; i < len; i++)
        putc(line[i] == '\t' ? ' ' : line[i], rows);
}

/* The run in the report: command, kind, number, chain of callers, status, fault, what was said. */
static void add_row(const series *s, const server *from, const outcome *o, const char *wrong)
{
    const fault_request *const f = &from->request;
    tr_buf log = {0};

    if (!rows) return;
    read_whole(path_of("%d.log", from->slot), &log);
    fprintf(rows, "%s\t%s\t%ld%s\t", s->c->name, kinds[f->kind], f->n, f->and_all_after ? "+" : "");
    add_cell(&log, 0);
    fprintf(rows, "\t%d\t%s\t", WIFEXITED(o->status) ? WEXITSTATUS(o->status) : -1,
            wrong ? wrong : "");
    add_cell(&o->err, find_sentence(o, &s->good));
    putc('\n', rows);
    tr_buf_free(&log);
}

static void judge_run(series *s, const server *from, int status, bool timed_out)
{
    const fault_request *f = &from->request;
    outcome o = {0};

    collect(s->c, from->slot, status, timed_out, &o);
    const char *wrong = judge(s->c, &o, &s->good, f);
    add_row(s, from, &o, wrong);
    s->n_run[f->kind]++;
    s->n_without += WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (wrong && s->n_wrong[f->kind]++ < 12) {
        printf("# %s, FAULT=%s:%ld%s: %s (status %d)\n", s->c->name, kinds[f->kind], f->n,
               f->and_all_after ? "+" : "", wrong, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
        show("stderr", &o.err);
        if (!strcmp(wrong, "output that is wrong")) show("stdout", &o.out);
        show_callers(s->c, from->slot);
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
    for (const char *const *ending = c->beside; *ending; ending++) {
        strcpy(kept, path_of(c->keep, 0));
        strcat(kept, *ending);
        snprintf(file, sizeof file, "%s/%s%s", path_of("0", 0), c->output, *ending);
        if (rename(file, kept) < 0 && errno != ENOENT) die(kept);
    }
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

/* The faults of a command; without `faults`, its output is made for others. */
static void try_command(const command *c, bool faults, int n_jobs)
{
    const time_t began = time(NULL);
    series s = {.c = c};
    server servers[MAX_JOBS];

    for (int i = 0; i < n_jobs; i++)
        server_start(&servers[i], programs[c->program], c, i);
    const bool works = run_well(&s, &servers[0]);
    report(works, c->name, "none", 0);
    if (works) {
        if (c->keep) keep_output(c);
        if (faults) read_log(&s.calls, c, path_of("%d.log", 0));
        run_all(&s, servers, n_jobs);
    }
    if (s.calls.n)
        printf("# %s: %zu runs in %ld s: %zu did without, %zu ended with a sentence\n", c->name,
               s.calls.n, (long)(time(NULL) - began), s.n_without, s.calls.n - s.n_without);
    for (int k = 0; k < N_KINDS; k++)
        if (s.n_run[k]) report(!s.n_wrong[k], c->name, kinds[k], s.n_run[k]);
    for (int i = 0; i < n_jobs; i++) {
        server_stop(&servers[i]);
        remove_tree(path_of("%d", i)); /* `models` would list what was converted there */
    }
    outcome_free(&s.good);
    free(s.calls.call);
}

/* ---- All of them --------------------------------------------------------------------------- */

static void make_fixtures(const char *build)
{
    char maker[PATH_MAX];

    snprintf(maker, sizeof maker, "%s/tests/fail/fixtures", build);
    setenv("FIXTURES", files_top(), 1);
    unsetenv("CK_TAP_LOG_FILE_NAME"); /* what it prints is not of this test */
    if (system(maker) != 0) die(maker);
    texts_write();
}

/* translate-fetch is built where there is libcurl. */
static void find_programs(const char *build)
{
    static const char *const names[N_PROGRAMS] = {"translate", "translate-train",
                                                  "translate-fetch"};
    char name[PATH_MAX];

    for (int i = 0; i < N_PROGRAMS; i++) {
        snprintf(name, sizeof name, "%s/tests/fail/%s", build, names[i]);
        if (realpath(name, programs[i])) continue;
        if (i != FETCH) die(name);
        *programs[i] = '\0';
    }
}

/* True if a command of the table is the subcommand. */
static bool has_subcommand(const char *name)
{
    static const char *const own[N_PROGRAMS] = {[TRAIN] = "train", [FETCH] = "fetch"};

    for (size_t i = 0; i < N_COMMANDS; i++) {
        const char *const subcommand = own[commands[i].program];
        if (!strcmp(subcommand ? subcommand : commands[i].args[0], name)) return true;
    }
    return false;
}

/* Each subcommand that `translate --help` lists, up to a blank line, has a row of the table. */
static void check_subcommands(void)
{
    char command_line[PATH_MAX + 20], line[200];
    bool listed = false, all = true;
    size_t n = 0;

    snprintf(command_line, sizeof command_line, "'%s' --help", programs[0]);
    FILE *const pipe = popen(command_line, "r");
    while (pipe && fgets(line, sizeof line, pipe)) {
        char *rest = line;
        if (!strncmp(line, "Subcommands: ", 13)) rest = line + 13;
        listed = rest > line || (listed && *line == ' ');
        for (char *name; listed && (name = strtok_r(rest, " ,\n", &rest)); n++) {
            if (!has_subcommand(name)) printf("# no command is translate %s\n", name);
            all = all && has_subcommand(name);
        }
    }
    if (pipe) pclose(pipe);
    report(all && n > 10, "each subcommand is in the table", "none", 0);
}

/* $FAIL_PART and $FAIL_REPORT. */
static void read_wishes(void)
{
    const char *const wanted = getenv("FAIL_PART"), *const path = getenv("FAIL_REPORT");

    only_kind = getenv("FAIL_KIND");
    if (wanted && (sscanf(wanted, "%zu/%zu", &part, &n_parts) != 2 || !n_parts)) die("FAIL_PART");
    if (path && *path && !(rows = fopen(path, "a"))) die(path);
}

int main(int argc, char **argv)
{
    const char *build = getenv("BUILD"), *only = getenv("FAIL_ONLY"), *from = getenv("FAIL_FROM");
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const int n_jobs = cores > 0 && cores < MAX_JOBS ? (int)cores : 1;

    read_wishes();
    all_calls = argc > 1 && !strcmp(argv[1], "--all");
    if (!build) build = "build/release";
    find_programs(build);
    files_open();
    make_fixtures(build);
    check_subcommands();
    for (size_t i = 0; i < N_COMMANDS; i++) {
        const command *c = &commands[i];
        if (from && strstr(c->name, from)) from = NULL;
        const bool is_wanted = !from && (!only || strstr(c->name, only));
        if (!is_wanted && !c->keep) continue;
        if (c->shared && (!all_calls || access(c->shared, R_OK))) continue;
        if (!*programs[c->program]) continue;
        if (c->program == FETCH) texts_write_index();
        try_command(c, is_wanted, n_jobs);
    }
    printf("1..%d\n", n_tests);
    if (rows && fclose(rows)) die("FAIL_REPORT");
    files_close();
    free(chains);
    return n_failed_tests != 0;
}
