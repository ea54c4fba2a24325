/* convert_large.c - a model whose largest tensor is 24 MiB, given to the program itself. */
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "make/make_marian.h"
#include "unit/unit.h"

enum {
    WIDTH = 128,
    VOCAB = 49152,
    MIB = 1 << 20,
    TENSOR = 24 * MIB,
    ALLOWED = 2 * TENSOR + 16 * MIB
};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = true };
#else
enum { SANITIZED = false };
#endif

typedef struct job {
    scratch s;
    char program[300], input[SCRATCH_PATH], vocab[SCRATCH_PATH], output[SCRATCH_PATH],
        said[SCRATCH_PATH];
} job;

/* False, and a note of what is skipped, when it is not known which program was built. */
static bool job_open(job *j, int form)
{
    marian_spec spec = marian_small;
    const char *build = getenv("BUILD");

    if (!build || SANITIZED) {
        fprintf(stderr, "skipped: large conversions: %s\n",
                SANITIZED ? "sanitizers need memory of their own" : "BUILD is not set");
        return false;
    }
    snprintf(j->program, sizeof j->program, "%s/translate", build);
    scratch_open(&j->s);
    strcpy(j->input, scratch_file(&j->s, form == MARIAN_NPZ ? "model.npz" : "model.bin"));
    strcpy(j->vocab, scratch_file(&j->s, "vocab.spm"));
    strcpy(j->output, scratch_file(&j->s, "model.gguf"));
    strcpy(j->said, scratch_file(&j->s, "said"));
    write_vocab(j->vocab, 9, false);
    spec.form = form;
    spec.d = WIDTH;
    spec.heads = 4;
    spec.source_vocab = spec.target_vocab = VOCAB;
    write_marian(j->input, &spec);
    return true;
}

/* The program at work; its data (memory without a file) may grow to `most` bytes. */
static pid_t start(const job *j, const char *type, size_t most)
{
    const pid_t pid = fork();

    ck_assert_int_ge(pid, 0);
    if (pid) return pid;
    const int said = open(j->said, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    const struct rlimit limit = {most, most};
    if (said < 0 || dup2(said, STDERR_FILENO) < 0 || setrlimit(RLIMIT_DATA, &limit) < 0) _exit(99);
    signal(SIGHUP, SIG_DFL); /* nohup(1) ignores it, and the program respects that */
    execl(j->program, "translate", "convert", "-f", "en", "-t", "de", "--vocab", j->vocab, "--type",
          type, "-o", j->output, j->input, (char *)NULL);
    _exit(98);
}

static int finish(pid_t pid)
{
    int status;

    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    return status;
}

START_TEST(needs_less_memory_than_two_of_the_largest_tensor)
{
    static const char *const types[] = {"float32", "int8"};

    for (int form = MARIAN_NPZ; form <= MARIAN_INTGEMM8; form += MARIAN_INTGEMM8 - MARIAN_NPZ) {
        job j;
        if (!job_open(&j, form)) return;
        for (size_t i = 0; i < 2; i++) {
            ck_assert_int_eq(finish(start(&j, types[i], ALLOWED)), 0);
            ck_assert_int_eq(unlink(j.output), 0);
        }
        scratch_close(&j.s);
    }
}
END_TEST

START_TEST(says_when_memory_is_not_enough)
{
    job j;
    size_t size;

    if (!job_open(&j, MARIAN_NPZ)) return;
    const int status = finish(start(&j, "float32", TENSOR / 2));
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), 1);
    char *said = read_file(j.said, &size);
    ck_assert_msg(strstr(said, "translate: out of memory\n") != NULL, "%s", said);
    free(said);
    ck_assert_int_eq(scratch_count(&j.s, false), 3);
    scratch_close(&j.s);
}
END_TEST

/* True if the program has a file of the folder open that has no name there, or one of its own. */
static bool is_writing(job *j, pid_t pid)
{
    char path[64], file[SCRATCH_PATH];
    bool found = scratch_count(&j->s, false) > 3; /* input, vocabulary, what was said */

    for (int fd = 3; fd < 20 && !found; fd++) {
        snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)pid, fd);
        const ssize_t n = readlink(path, file, sizeof file - 1);
        if (n < 0) continue;
        file[n] = '\0';
        found = !strncmp(file, j->s.folder, strlen(j->s.folder)) && strstr(file, "/#");
    }
    return found;
}

static void wait_until_it_writes(job *j, pid_t pid)
{
    const struct timespec nap = {.tv_nsec = 1000000};

    for (int i = 0; !is_writing(j, pid); i++) {
        ck_assert_int_lt(i, 60000);
        nanosleep(&nap, NULL);
    }
}

/* Sends a signal while the output is being written; what became of the program.  On a busy machine
 * it may have ended first, though who watches it goes first: then there is no output to leave, and
 * it is started once more. */
static int interrupt(job *j, int signal)
{
    for (int tries = 0;; tries++) {
        const pid_t pid = start(j, "float32", (size_t)1 << 30);
        setpriority(PRIO_PROCESS, (id_t)pid, 19);
        wait_until_it_writes(j, pid);
        ck_assert_int_eq(kill(pid, signal), 0);
        const int status = finish(pid);
        if (WIFSIGNALED(status) || tries == 20) return status;
        ck_assert_int_eq(status, 0);
        ck_assert_int_eq(unlink(j->output), 0);
    }
}

START_TEST(leaves_nothing_when_it_is_interrupted)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};

    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        job j;
        if (!job_open(&j, MARIAN_BIN)) return;
        const int status = interrupt(&j, signals[i]);
        ck_assert(WIFSIGNALED(status));
        ck_assert_int_eq(WTERMSIG(status), signals[i]);
        ck_assert_int_eq(scratch_count(&j.s, false), 3);
        scratch_close(&j.s);
    }
}
END_TEST

UNIT_MAIN("convert_large", needs_less_memory_than_two_of_the_largest_tensor,
          says_when_memory_is_not_enough, leaves_nothing_when_it_is_interrupted)
