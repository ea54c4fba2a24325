#include "documents/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/clock.h"
#include "console/digest.h"
#include "console/message.h"
#include "console/unfinished.h"

enum { KEPT_AFTER = 1 /* second */, DIGITS = 64, MOST_MESSAGE = 2048 };
static const char title[] = "what translate --resume needs, of a folder, 1\n";

/* For a handler of a signal. */
static char message[MOST_MESSAGE];

static void say_message(void)
{
    message_say_prepared(message);
}

static int compare_digests(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void make_room(journal *j)
{
    if (j->n < j->capacity) return;
    j->capacity = 2 * j->capacity + 64;
    j->done = checked_realloc(j->done, j->capacity, sizeof *j->done);
}

static void append(journal *j, char *digest)
{
    make_room(j);
    j->done[j->n++] = digest;
}

/* Passes over text that the file has to go on with. */
static bool pass_text(FILE *f, const char *text)
{
    while (*text && fgetc(f) == (unsigned char)*text)
        text++;
    return !*text;
}

/* A last line that is not whole counts for nothing. */
static void read_digests(journal *j, FILE *f)
{
    char line[DIGITS + 2];

    while (fgets(line, sizeof line, f) && strlen(line) == DIGITS + 1 && line[DIGITS] == '\n') {
        line[DIGITS] = '\0';
        append(j, checked_format("%s", line));
    }
    if (j->n) qsort(j->done, j->n, sizeof *j->done, compare_digests);
    j->n_earlier = j->n;
}

static int read_journal(journal *j)
{
    FILE *const f = fopen(j->path, "rb");

    if (!f && (errno == ENOENT || errno == ENOTDIR)) return 0;
    if (!f) {
        complain("%s: %s", j->path, strerror(errno));
        return -1;
    }
    const bool same = pass_text(f, title) && pass_text(f, j->keys);
    if (same) read_digests(j, f);
    fclose(f);
    if (same) return 0;
    complain("%s: cannot go on: the model or the options are others now; without --resume, all is "
             "done anew",
             j->path);
    return -1;
}

/* Done anew, it is done all the same: work that is interrupted again goes on with all of it. */
static void keep_earlier(journal *j, const char *dir, bool quiet)
{
    FILE *const f = fopen(j->path, "rb");

    if (!f) return;
    if (pass_text(f, title) && pass_text(f, j->keys)) read_digests(j, f);
    fclose(f);
    j->n_earlier = 0;
    if (j->n && !quiet)
        complain("%s: has %zu files that an earlier run has done: --resume goes on with them, and "
                 "without it all is done anew",
                 dir, j->n);
}

int journal_open(journal *j, const char *dir, const char *keys, bool resume, bool quiet)
{
    *j = (journal){.start = clock_seconds()};
    if (!keys || !dir) return 0;
    j->path = checked_format("%s/.translate-resume", dir);
    j->keys = checked_format("%s", keys);
    message_prepare(message, sizeof message,
                    "%s: has the files that were done; the same command with --resume goes on",
                    dir);
    unfinished_catch_signals();
    if (resume && read_journal(j) < 0) {
        journal_leave(j);
        return -1;
    }
    if (!resume) keep_earlier(j, dir, quiet);
    return 0;
}

char *journal_digest(journal *j, const char *path)
{
    digest_sum d;

    if (!j->path) return NULL;
    make_room(j);
    digest_begin(&d);
    digest_text(&d, path);
    return digest_file(&d, path) < 0 ? NULL : digest_end(&d);
}

bool journal_has(const journal *j, const char *digest)
{
    return digest && j->n_earlier &&
           bsearch(&digest, j->done, j->n_earlier, sizeof *j->done, compare_digests);
}

static void write_line(const journal *j, const char *digest)
{
    fprintf(j->file, "%s\n", digest);
}

/* Where it cannot be made, nothing is kept. */
static void make_file(journal *j)
{
    const int fd = open(j->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
    j->file = fd < 0 ? NULL : fdopen(fd, "wb");
    if (!j->file && fd >= 0) close(fd);
    if (!j->file) return;
    fprintf(j->file, "%s%s", title, j->keys);
    for (size_t i = 0; i < j->n; i++)
        write_line(j, j->done[i]);
    unfinished_keep_by(say_message);
}

void journal_add(journal *j, char *digest)
{
    if (!digest) return;
    append(j, digest);
    if (j->file)
        write_line(j, digest);
    else if (clock_seconds() - j->start >= KEPT_AFTER)
        make_file(j);
    if (j->file) fflush(j->file);
}

/* The journal of an earlier run, too. */
static void remove_file(const journal *j)
{
    FILE *const f = fopen(j->path, "rb");

    if (!f) return;
    if (pass_text(f, title)) unlink(j->path);
    fclose(f);
}

void journal_leave(journal *j)
{
    unfinished_keep_by(NULL);
    if (j->file) fclose(j->file);
    for (size_t i = 0; i < j->n; i++)
        free(j->done[i]);
    free(j->done);
    free(j->path);
    free(j->keys);
    *j = (journal){0};
}

void journal_close(journal *j)
{
    if (j->path) remove_file(j);
    journal_leave(j);
}
