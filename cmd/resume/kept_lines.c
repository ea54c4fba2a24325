#include "resume/kept_lines.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/clock.h"
#include "console/message.h"
#include "console/unfinished.h"

enum {
    LINES_BEFORE_NUMBERS = 4,
    MOST_NUMBERS = KEPT_NUMBERS * 21 /* digits, and the line's end */ + 1
};
static const char title[] = "what translate --resume needs, 1\n";

/* ---- In a handler: only what POSIX allows there */

/* A handler of a signal has no other way to know it.  All is made before `keeps` is set; the
 * numbers of an even and of an odd count take turns, so that one of both is whole. */
static struct {
    const char *part, *state;
    char *text, *from; /* title and keys; the unfinished file's path */
    bool is_named;
    uint64_t least, written[2];
    char numbers[2][MOST_NUMBERS];
    volatile unsigned count; /* of notes */
    char message[RESUME_MESSAGE], message_of_more[RESUME_MESSAGE];
} kept;

static bool write_text(int fd, const char *text)
{
    for (size_t n = strlen(text); n;) {
        const ssize_t written = write(fd, text, n);
        if (written <= 0) return false;
        text += written;
        n -= (size_t)written;
    }
    return true;
}

static bool write_state(const char *numbers)
{
    const int fd = open(kept.state, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    const bool good = fd >= 0 && write_text(fd, kept.text) && write_text(fd, numbers);
    return fd >= 0 && !close(fd) && good;
}

static bool name_part(void)
{
    if (kept.is_named) return rename(kept.from, kept.part) == 0;
    unlink(kept.part);
    return linkat(AT_FDCWD, kept.from, AT_FDCWD, kept.part, AT_SYMLINK_FOLLOW) == 0;
}

static void keep(void)
{
    char numbers[MOST_NUMBERS];
    uint64_t written;
    unsigned count;

    do {
        count = kept.count;
        written = kept.written[count % 2];
        memcpy(numbers, kept.numbers[count % 2], sizeof numbers);
    } while (count != kept.count);
    if (written < kept.least)
        message_say_prepared(kept.message_of_more);
    else if (name_part() && write_state(numbers))
        message_say_prepared(kept.message);
}

/* ---- Going on ------------------------------------------------------------------------------- */

/* Reads the numbers of an earlier run, after the title and three keys, whatever the keys are. */
static bool read_numbers(const resume_file *f, uint64_t numbers[KEPT_NUMBERS])
{
    const char *text = tr_buf_text(&f->earlier);

    for (int i = 0; i < LINES_BEFORE_NUMBERS; i++)
        text = strchr(text, '\n') ? strchr(text, '\n') + 1 : "";
    for (size_t i = 0; i < KEPT_NUMBERS; i++) {
        char *end;
        numbers[i] = strtoumax(text, &end, 10);
        if (end == text || *end != '\n') return false;
        text = end + 1;
    }
    return resume_file_is_ours(f) && !*text;
}

/* Writes the first n bytes of the part that was kept; -1 with errno. */
static int copy_part(const output *out, const char *path, uint64_t n)
{
    FILE *const part = fopen(path, "rb");
    char bytes[1 << 13];

    while (part && n) {
        const size_t wanted = n < sizeof bytes ? (size_t)n : sizeof bytes;
        const size_t got = fread(bytes, 1, wanted, part);
        if (got < wanted && !ferror(part)) errno = ENODATA;
        if (got < wanted) break;
        fwrite(bytes, 1, got, out->stream);
        n -= got;
    }
    const int reason = errno;
    if (part) fclose(part);
    errno = reason;
    return part && !n ? 0 : -1;
}

static int go_on(kept_lines *k, uint64_t numbers[KEPT_NUMBERS])
{
    if (!read_numbers(&k->file, numbers)) return resume_refuse(k->part, resume_damaged);
    if (copy_part(k->out, k->part, numbers[KEPT_WRITTEN]) == 0) return 0;
    complain("%s: cannot go on: %s", k->part, strerror(errno));
    return -1;
}

/* Without --resume, what was kept is not used, which may be a slip. */
static void tell_kept(const kept_lines *k)
{
    uint64_t numbers[KEPT_NUMBERS];

    if (!k->possible || access(k->part, F_OK) || !read_numbers(&k->file, numbers)) return;
    complain("%s: has %" PRIu64 " lines that an earlier run has done: --resume goes on with them, "
             "and without it all is done anew",
             k->part, numbers[KEPT_LINES]);
}

int kept_lines_begin(kept_lines *k, const output *out, resume_keys *keys, void *ctx, bool resume,
                     bool quiet, uint64_t numbers[KEPT_NUMBERS])
{
    memset(numbers, 0, KEPT_NUMBERS * sizeof *numbers);
    k->out = out;
    k->start = clock_seconds();
    k->possible = k->possible && out->file.path;
    if (!out->path) return 0;
    k->part = checked_format("%s.partial", out->path);
    const int found =
        resume_file_begin(&k->file, resume_path(out->path), title, resume ? keys : NULL, ctx,
                          k->part, resume, resume && !quiet);
    k->file.make_keys = keys;
    k->possible = k->possible && k->file.possible;
    if (!resume && !quiet) tell_kept(k);
    return found > 0 ? go_on(k, numbers) : found;
}

/* ---- Keeping -------------------------------------------------------------------------------- */

/* Bytes of output that were kept of the same work; 0 if there is nothing. */
static uint64_t size_of_kept(const kept_lines *k)
{
    const char *const earlier = tr_buf_text(&k->file.earlier);
    uint64_t numbers[KEPT_NUMBERS];

    const bool same = !access(k->part, F_OK) && !strncmp(earlier, kept.text, strlen(kept.text));
    return same && read_numbers(&k->file, numbers) ? numbers[KEPT_WRITTEN] : 0;
}

/* Work that has lasted a while is worth it: the inputs are read once more. */
static void begin_keeping(kept_lines *k)
{
    const char *const keys = resume_file_keys(&k->file);
    tr_buf from = {0};

    k->possible = keys != NULL;
    if (!keys) return;
    tr_replacement_unfinished_path(&k->out->file, &from);
    if (from.failed) end_without_memory();
    kept.from = checked_format("%s", tr_buf_text(&from));
    tr_buf_free(&from);
    kept.is_named = k->out->file.is_named;
    kept.part = k->part;
    kept.state = k->file.path;
    kept.text = checked_format("%s%s", title, keys);
    kept.least = size_of_kept(k);
    message_prepare(kept.message_of_more, sizeof kept.message_of_more,
                    "%s: stays, as it has more than was done now; --resume goes on with it",
                    kept.part);
    message_prepare(kept.message, sizeof kept.message, "%s: has what was done; %s goes on",
                    kept.part, k->how ? k->how : "the same command with --resume");
    k->begun = true;
}

static void note(const uint64_t numbers[KEPT_NUMBERS])
{
    const unsigned next = (kept.count + 1) % 2;
    size_t n = 0;

    for (size_t i = 0; i < KEPT_NUMBERS; i++)
        n +=
            (size_t)snprintf(kept.numbers[next] + n, MOST_NUMBERS - n, "%" PRIu64 "\n", numbers[i]);
    kept.written[next] = numbers[KEPT_WRITTEN];
    kept.count++;
    unfinished_keep_by(keep);
}

void kept_lines_note(kept_lines *k, uint64_t numbers[KEPT_NUMBERS])
{
    if (!k->possible) return;
    if (!k->begun && resume_is_worth(k->start)) begin_keeping(k);
    if (!k->begun) return;
    const off_t at = ftello(k->out->stream);
    if (at < 0) return;
    numbers[KEPT_WRITTEN] = (uint64_t)at;
    note(numbers);
}

void kept_lines_end(kept_lines *k)
{
    if (!k->begun) return;
    unfinished_keep_by(NULL);
    free(kept.text);
    free(kept.from);
    kept.text = kept.from = NULL;
    k->begun = false;
}

void kept_lines_forget(kept_lines *k)
{
    if (k->part && resume_file_is_ours(&k->file)) unlink(k->part);
    resume_file_end(&k->file, true);
}

void kept_lines_free(kept_lines *k)
{
    resume_file_end(&k->file, false);
    free(k->part);
    k->part = NULL;
}
