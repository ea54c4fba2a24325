#include "lines/part.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "console/alloc.h"
#include "console/input.h"
#include "console/message.h"

enum { MOST_DIGITS = 7 };

/* A whole number up to MOST_PARTS; returns what comes behind it, or NULL. */
static const char *parse_number(const char *text, int *value)
{
    size_t n = 0;

    *value = 0;
    for (; n < MOST_DIGITS && isdigit((unsigned char)text[n]); n++)
        *value = 10 * *value + (text[n] - '0');
    return n && *value <= MOST_PARTS ? text + n : NULL;
}

bool part_parse(const char *text, file_part *p)
{
    const char *at = parse_number(text, &p->k);

    if (!at || *at != '/') return false;
    at = parse_number(at + 1, &p->n);
    return at && !*at && p->k < p->n;
}

/* ---- Where it is ---- */

/* The first byte of the k-th of n equal shares, with no product over 2^63. */
static off_t share(off_t size, int k, int n)
{
    return size / n * k + size % n * k / n;
}

/* The first beginning of a line at byte `at` or behind it; -1 with errno. */
static off_t next_line(int fd, off_t at, off_t size)
{
    enum { SIZE = 1 << 13 };
    char bytes[SIZE];

    if (at == 0 || at >= size) return at;
    for (off_t from = at - 1; from < size;) { /* the byte before may end a line */
        const ssize_t n = pread(fd, bytes, SIZE, from);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return -1;
        if (n == 0) break;
        const char *const feed = memchr(bytes, '\n', (size_t)n);
        if (feed) return from + (feed - bytes) + 1;
        from += n;
    }
    return size;
}

int part_find(const file_part *p, int fd, off_t size, off_t *begin, off_t *end)
{
    *begin = next_line(fd, share(size, p->k, p->n), size);
    *end = *begin < 0 ? -1 : next_line(fd, share(size, p->k + 1, p->n), size);
    return *end < 0 ? -1 : 0;
}

/* Opens the file and finds the part: 0, or -1 after a sentence. */
static int find_in(const file_part *p, const char *path, off_t *begin, off_t *end)
{
    struct stat st;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

    int rc = fd < 0 ? -1 : fstat(fd, &st);
    const bool is_regular = !rc && S_ISREG(st.st_mode);
    if (is_regular) rc = part_find(p, fd, st.st_size, begin, end);
    if (rc < 0) complain("%s: %s", path, strerror(errno));
    if (fd >= 0) close(fd);
    if (rc < 0) return -1;
    if (!is_regular) complain("%s: is no regular file, of which a part could be found", path);
    return is_regular ? 0 : -1;
}

int part_open(const file_part *p, input *in)
{
    char *const label = checked_format("%s, part %d/%d", in->names[0], p->k, p->n);
    off_t begin, end;

    int rc = find_in(p, in->names[0], &begin, &end);
    if (!rc) rc = input_cut(in, begin, end, label);
    free(label);
    return rc;
}

/* ---- Names ---- */

/* What "%d" or "%05d" [*len] at `text` asks for: digits, or -1. */
static int digits_wanted(const char *text, size_t *len)
{
    size_t n = 1;
    const bool padded = text[n] == '0' && isdigit((unsigned char)text[n + 1]);
    const int digits = padded ? text[n + 1] - '0' : 0;

    if (padded) n += 2;
    *len = n + 1;
    return text[n] == 'd' ? digits : -1;
}

char *part_name(const file_part *p, const char *pattern)
{
    tr_buf out = {0};
    bool good = true;

    for (size_t len; *pattern && good; pattern += len) {
        const bool is_sign = !strncmp(pattern, "%%", 2);
        const int digits = *pattern == '%' && !is_sign ? digits_wanted(pattern, &len) : -1;
        if (digits >= 0) {
            tr_buf_printf(&out, "%0*d", digits, p->k);
        } else {
            good = is_sign || *pattern != '%';
            len = is_sign ? 2 : 1;
            tr_buf_printf(&out, "%c", *pattern);
        }
    }
    if (out.failed) end_without_memory();
    char *const name = good ? checked_format("%s", tr_buf_text(&out)) : NULL;
    tr_buf_free(&out);
    return name;
}
