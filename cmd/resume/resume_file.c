#define _DEFAULT_SOURCE /* flock() */
#include "resume/resume_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/clock.h"
#include "console/message.h"
#include "console/unfinished.h"

enum { WORTH_AFTER = 1 /* second */ };

char *resume_path(const char *of)
{
    return checked_format("%s.resume", of);
}

bool resume_is_worth(double start)
{
    return clock_seconds() - start >= WORTH_AFTER;
}

const char resume_damaged[] = "what tells how far it is has been damaged";

int resume_refuse(const char *name, const char *why)
{
    complain("%s: cannot go on: %s; without --resume, all is done anew", name, why);
    return -1;
}

/* ---- What an earlier run has left ----------------------------------------------------------- */

bool resume_file_is_ours(const resume_file *f)
{
    const size_t len = strlen(f->title);
    return f->earlier.len >= len && !memcmp(f->earlier.data, f->title, len);
}

/* A regular file, or NULL: errno is 0 where something else has the name. */
static FILE *open_regular(const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct stat st;

    if (fd < 0 && errno == ELOOP) errno = 0;
    if (fd < 0) return NULL;
    const bool regular = fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
    FILE *const f = regular ? fdopen(fd, "rb") : NULL;
    if (!f) close(fd);
    if (!regular) errno = 0;
    return f;
}

/* All of the file, if it is one of ours; of another no more than tells that it is.  One that is not
 * there is empty.  0, or what errno says. */
static int read_earlier(resume_file *f)
{
    FILE *const stream = open_regular(f->path);
    char bytes[1 << 13];

    if (!stream && (errno == ENOENT || errno == ENOTDIR)) return 0;
    f->possible = false;
    if (!stream) return errno;
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, stream));) {
        tr_buf_add(&f->earlier, bytes, n);
        if (!resume_file_is_ours(f)) break;
    }
    const int failed = ferror(stream) ? errno : f->earlier.failed ? ENOMEM : 0;
    fclose(stream);
    f->possible = !failed && (!f->earlier.len || resume_file_is_ours(f));
    return failed;
}

const char *resume_file_keys(resume_file *f)
{
    if (!f->keys) f->keys = f->make_keys(f->ctx);
    return f->keys;
}

/* What of the keys has changed; NULL: nothing has, and the records are known. */
static const char *find_records(resume_file *f)
{
    static const char *const what[] = {"the model is another", "the options are others",
                                       "the input has changed"};
    const char *was = f->earlier.data + strlen(f->title), *key = f->keys;
    const char *const end = f->earlier.data + f->earlier.len;

    for (size_t i = 0; *key; i++) {
        const size_t len = strcspn(key, "\n") + 1;
        const char *const line_end = memchr(was, '\n', (size_t)(end - was));
        if (!line_end) return resume_damaged;
        if ((size_t)(line_end + 1 - was) != len || memcmp(was, key, len) != 0) return what[i];
        was += len;
        key += len;
    }
    f->begin = (size_t)(was - f->earlier.data);
    f->whole = f->size = f->earlier.len;
    return NULL;
}

int resume_file_begin(resume_file *f, char *path, const char *title, resume_keys *make_keys,
                      void *ctx, const char *name, bool must, bool tells)
{
    *f = (resume_file){.path = path, .title = title, .make_keys = make_keys, .ctx = ctx, .fd = -1};
    f->start = clock_seconds();
    f->possible = true;
    const int failed = read_earlier(f);
    if (failed && must) complain("%s: %s", path, strerror(failed));
    if (failed) return must ? -1 : 0;
    if (tells && !f->possible)
        complain("%s: is not what --resume kept: all is done from the start", path);
    else if (tells && !f->earlier.len)
        complain("%s: nothing was kept: all is done from the start", name);
    if (!f->possible || !f->earlier.len || !make_keys) return 0;
    if (!resume_file_keys(f)) {
        if (must) complain("the input: %s", strerror(errno));
        return must ? -1 : 0;
    }
    const char *const why = find_records(f);
    return !why ? 1 : must ? resume_refuse(name, why) : 0;
}

/* ---- What is done now ------------------------------------------------------------------------ */

/* For a handler of a signal. */
static const char *volatile said;

static void say_it(void)
{
    message_say_prepared(said);
}

static void let_signals_say(const char *message)
{
    if (!message) unfinished_keep_by(NULL);
    said = message;
    if (message) unfinished_keep_by(say_it);
}

/* Opens the file as this run's own: a descriptor, or -1 if it cannot be, or another run has it. */
static int open_own(const resume_file *f, int flags)
{
    const int fd = open(f->path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | flags, 0600);

    if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
    close(fd);
    return -1;
}

/* What says whose the records are comes before them. */
static void begin_with_keys(resume_file *f)
{
    tr_buf all = {0};
    const char *const keys = resume_file_keys(f);

    tr_buf_printf(&all, "%s%s", f->title, keys ? keys : "");
    tr_buf_add(&all, tr_buf_text(&f->pending), f->pending.len);
    tr_buf_free(&f->pending);
    f->pending = all;
    if (!keys) f->pending.failed = true;
}

static void make_file(resume_file *f)
{
    f->fd = open_own(f, O_CREAT);
    if (f->fd >= 0 && ftruncate(f->fd, (off_t)f->size) < 0) {
        close(f->fd);
        f->fd = -1;
    }
    if (f->fd >= 0 && !f->size) begin_with_keys(f);
    f->possible = f->fd >= 0 && !f->pending.failed;
    f->said_before = said;
}

/* What a full disk does not take stays pending, and is tried again: no record is lost in between.
 * True if all is written. */
static bool write_out(resume_file *f)
{
    while (f->n_out < f->pending.len) {
        const ssize_t n = pwrite(f->fd, tr_buf_text(&f->pending) + f->n_out,
                                 f->pending.len - f->n_out, (off_t)f->size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        f->n_out += (size_t)n;
        f->size += (size_t)n;
    }
    f->pending.len = f->n_out = 0;
    return true;
}

void resume_file_add(resume_file *f, const char *record, size_t n)
{
    if (!f->possible) return;
    tr_buf_add(&f->pending, record, n);
    if (f->fd < 0 && resume_is_worth(f->start)) make_file(f);
    if (f->pending.failed) f->possible = false;
    if (f->possible && f->fd >= 0) let_signals_say(write_out(f) ? f->message : f->said_before);
}

void resume_file_end(resume_file *f, bool is_done)
{
    if (!f->path) return;
    if (f->fd >= 0) let_signals_say(f->said_before);
    if (is_done && f->fd < 0 && resume_file_is_ours(f)) f->fd = open_own(f, 0);
    if (is_done && f->fd >= 0) unlink(f->path);
    if (f->fd >= 0) close(f->fd);
    tr_buf_free(&f->earlier);
    tr_buf_free(&f->pending);
    free(f->path);
    free(f->keys);
    *f = (resume_file){.fd = -1};
}
