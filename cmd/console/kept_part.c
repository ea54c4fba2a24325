#include "console/kept_part.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/message.h"
#include "console/unfinished.h"

enum { MOST_MESSAGE = 2048, MOST_DIGITS = 24 };

/* A handler of a signal has no other way to know it.  All is made before `keeps` is set; the
 * numbers of an even and of an odd count take turns, so that one of both is whole. */
static struct {
    char *part, *state, *text, *from; /* from: the unfinished file's path */
    bool is_named;
    uint64_t numbers[2][KEPT_NUMBERS], least;
    volatile unsigned count; /* of notes */
    char message[MOST_MESSAGE], message_of_more[MOST_MESSAGE];
} kept;

char *kept_part_path(const char *path)
{
    return checked_format("%s.partial", path);
}

char *kept_part_state_path(const char *path)
{
    return checked_format("%s.resume", path);
}

/* ---- In a handler: only what POSIX allows there */

static bool write_all(int fd, const char *bytes, size_t n)
{
    while (n) {
        const ssize_t written = write(fd, bytes, n);
        if (written <= 0) return false;
        bytes += written;
        n -= (size_t)written;
    }
    return true;
}

static bool write_number(int fd, uint64_t n)
{
    char digits[MOST_DIGITS];
    size_t at = sizeof digits;

    digits[--at] = '\n';
    do
        digits[--at] = (char)('0' + n % 10);
    while (n /= 10);
    return write_all(fd, digits + at, sizeof digits - at);
}

static void read_numbers(uint64_t numbers[KEPT_NUMBERS])
{
    unsigned count;

    do {
        count = kept.count;
        for (size_t i = 0; i < KEPT_NUMBERS; i++)
            numbers[i] = kept.numbers[count % 2][i];
    } while (count != kept.count);
}

static bool write_state(const uint64_t numbers[KEPT_NUMBERS])
{
    const int fd = open(kept.state, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool good = fd >= 0 && write_all(fd, kept.text, strlen(kept.text));
    for (size_t i = 0; i < KEPT_NUMBERS; i++)
        good = good && write_number(fd, numbers[i]);
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
    uint64_t numbers[KEPT_NUMBERS];

    read_numbers(numbers);
    if (numbers[0] < kept.least)
        message_say_prepared(kept.message_of_more);
    else if (name_part() && write_state(numbers))
        message_say_prepared(kept.message);
}

/* ---- Elsewhere */

void kept_part_begin(const output *o, const char *text, uint64_t least)
{
    tr_buf from = {0};

    if (!o->file.path) return;
    tr_replacement_unfinished_path(&o->file, &from);
    if (from.failed) end_without_memory();
    kept.from = checked_format("%s", tr_buf_text(&from));
    tr_buf_free(&from);
    kept.is_named = o->file.is_named;
    kept.part = kept_part_path(o->path);
    kept.state = kept_part_state_path(o->path);
    kept.text = checked_format("%s", text);
    kept.least = least;
    message_prepare(kept.message_of_more, sizeof kept.message_of_more,
                    "%s: stays, as it has more than was done now; --resume goes on with it",
                    kept.part);
    message_prepare(kept.message, sizeof kept.message,
                    "%s: has what was done; the same command with --resume goes on", kept.part);
}

void kept_part_note(const uint64_t numbers[KEPT_NUMBERS])
{
    if (!kept.part) return;
    memcpy(kept.numbers[(kept.count + 1) % 2], numbers, sizeof kept.numbers[0]);
    kept.count++;
    unfinished_keep_by(keep);
}

void kept_part_end(void)
{
    unfinished_keep_by(NULL);
    free(kept.part);
    free(kept.state);
    free(kept.text);
    free(kept.from);
    kept.part = kept.state = kept.text = kept.from = NULL;
}
