#define _XOPEN_SOURCE 700 /* realpath() */
#include "fail/run.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

static void execute(const server *s, const command *c)
{
    const char *args[MAX_ARGS + 2] = {s->program};

    /* All runs name the place of models alike, and each has its own. */
    setenv("XDG_DATA_HOME", c->program == FETCH ? "/proc/self/cwd" : path_of("none", 0), 1);
    setenv("TRANSLATE_MODELS", files_top(), 1);
    setenv("FAULT_SERVER", "1", 1);
    setenv("FAULT_FOLDER", path_of("%d", s->slot), 1);
    setenv("FAULT_LOG", path_of("%d.log", s->slot), 1);
    setenv("FAULT_INPUT", c->input ? path_of(c->input, 0) : "/dev/null", 1);
    if (c->named) setenv("FAULT_NAMED", "1", 1);
    if (c->is_pipe) setenv("FAULT_PIPE", "1", 1);
    setenv("LD_BIND_NOW", "1", 1); /* names are looked up once, and not in each run anew */
    setenv("ASAN_OPTIONS", "allocator_may_return_null=1:exitcode=99", 1);
    for (int i = 0; i < MAX_ARGS && c->args[i]; i++)
        args[i + 1] = strcmp(c->args[i], "SHARED") ? c->args[i] : realpath(c->shared, NULL);
    execv(s->program, (char *const *)args);
    die(s->program);
}

void server_start(server *s, const char *program, const command *c, int slot)
{
    int requests[2], answers[2];

    if (pipe(requests) < 0 || pipe(answers) < 0) die("pipe");
    *s = (server){.requests = requests[1], .answers = answers[0], .slot = slot, .program = program};
    fcntl(s->requests, F_SETFD, FD_CLOEXEC);
    fcntl(s->answers, F_SETFD, FD_CLOEXEC);
    s->pid = fork();
    if (s->pid < 0) die("fork");
    if (s->pid == 0) {
        dup2(requests[0], FAULT_REQUESTS);
        dup2(answers[1], FAULT_ANSWERS);
        close(requests[0]);
        close(answers[1]);
        execute(s, c);
    }
    close(requests[0]);
    close(answers[1]);
}

void server_stop(server *s)
{
    close(s->requests);
    close(s->answers);
    waitpid(s->pid, NULL, 0);
}

void run_start(server *s, const command *c, fault_request request)
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

int run_end(server *s, bool *timed_out)
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

static void read_file(const char *folder, const char *name, tr_buf *bytes)
{
    char path[PATH_MAX + 200];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    read_whole(path, bytes);
}

void collect(const command *c, int slot, int status, bool timed_out, outcome *o)
{
    char folder[PATH_MAX + 100];
    listing found = {0};

    o->status = status;
    o->timed_out = timed_out;
    read_whole(path_of("%d.out", slot), &o->out);
    read_whole(path_of("%d.err", slot), &o->err);
    strcpy(folder, path_of("%d", slot));
    list_files(&found, folder, c->output, c->beside);
    o->has_file = found.has;
    o->n_strays = found.n_others;
    o->strays = found.others;
    tr_buf_clear(&o->file);
    if (found.has) read_file(folder, c->output, &o->file);
    tr_buf_clear(&o->stray);
    if (found.n_others != 1) return;
    tr_buf name = {0};
    tr_buf_add(&name, found.others.data, found.others.len - 1);
    read_file(folder, tr_buf_text(&name), &o->stray);
    tr_buf_free(&name);
}

void outcome_free(outcome *o)
{
    tr_buf_free(&o->out);
    tr_buf_free(&o->err);
    tr_buf_free(&o->file);
    tr_buf_free(&o->strays);
    tr_buf_free(&o->stray);
}
