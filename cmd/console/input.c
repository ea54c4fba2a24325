#include "console/input.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/first_bytes.h"
#include "console/alloc.h"
#include "console/message.h"

static bool is_stdin(const char *name)
{
    return !strcmp(name, "-");
}

static const char *display_name(const char *name)
{
    return is_stdin(name) ? "stdin" : name;
}

/* What messages call the i-th file. */
static const char *shown_name(const input *in, size_t i)
{
    return in->label ? in->label : display_name(in->names[i]);
}

static int check_readable(const char *name)
{
    struct stat st;

    if (is_stdin(name)) return 0;
    if (stat(name, &st) < 0 || access(name, R_OK) < 0) {
        complain("%s: %s", name, strerror(errno));
        return -1;
    }
    if (S_ISDIR(st.st_mode)) {
        complain("%s: is a directory", name);
        return -1;
    }
    return 0;
}

int input_open(input *in, char **names, size_t n_names)
{
    int rc = 0;

    *in = (input){.n_names = n_names ? n_names : 1, .fd = -1};
    in->names = checked_realloc(NULL, in->n_names, sizeof *in->names);
    in->before = checked_realloc(NULL, in->n_names, sizeof *in->before);
    pthread_mutex_init(&in->lock, NULL);
    for (size_t i = 0; i < in->n_names; i++) {
        in->names[i] = checked_format("%s", n_names ? names[i] : "-");
        if (check_readable(in->names[i]) < 0) rc = -1;
    }
    if (rc < 0) input_close(in);
    return rc;
}

void input_open_texts(input *in, const char *const *texts, size_t n)
{
    size_t len = 0;

    *in = (input){.n_names = 1, .fd = -1};
    for (size_t i = 0; i < n; i++)
        len += strlen(texts[i]) + 1;
    in->names = checked_realloc(NULL, 1, sizeof *in->names);
    in->before = checked_realloc(NULL, 1, sizeof *in->before);
    in->names[0] = checked_format("-e");
    in->given = checked_malloc(len + 1);
    for (size_t i = 0; i < n; i++)
        in->given_len += (size_t)sprintf(in->given + in->given_len, "%s\n", texts[i]);
    pthread_mutex_init(&in->lock, NULL);
}

static void close_current(input *in)
{
    tr_unpacker_close(in->packed);
    if (in->fd > STDIN_FILENO) close(in->fd);
    in->packed = NULL;
    in->fd = -1;
}

void input_close(input *in)
{
    if (!in->names) return;
    close_current(in);
    for (size_t i = 0; i < in->n_names; i++)
        free(in->names[i]);
    free(in->names);
    free(in->before);
    free(in->given);
    free(in->label);
    pthread_mutex_destroy(&in->lock);
    *in = (input){.fd = -1};
}

/* Opens the next file: 1, 0 when there is none, -1 after a sentence. */
static int open_next(input *in)
{
    if (in->n_opened == in->n_names) return 0;
    const char *name = in->names[in->n_opened];
    in->fd = is_stdin(name) || in->given ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
    if (in->fd < 0 || (in->is_cut && lseek(in->fd, in->first, SEEK_SET) < 0)) {
        complain("%s: %s", name, strerror(errno));
        return -1;
    }
    in->at_start = true;
    pthread_mutex_lock(&in->lock);
    in->before[in->n_opened++] = in->n_lines + in->within_line;
    pthread_mutex_unlock(&in->lock);
    return 1;
}

static ptrdiff_t read_given(input *in, char *bytes, size_t size)
{
    const size_t left = in->given_len - in->given_at, n = left < size ? left : size;

    memcpy(bytes, in->given + in->given_at, n);
    in->given_at += n;
    return (ptrdiff_t)n;
}

static ptrdiff_t refuse_shorter(const input *in)
{
    complain("%s: the file has become shorter", shown_name(in, 0));
    return -1;
}

/* -1 with errno. */
static ptrdiff_t read_file(void *ctx, char *bytes, size_t size)
{
    const input *const in = ctx;
    ssize_t n;

    do
        n = read(in->fd, bytes, size);
    while (n < 0 && errno == EINTR);
    return n;
}

static const char *current_name(const input *in)
{
    return shown_name(in, in->n_opened - 1);
}

static ptrdiff_t read_packed(input *in, char *bytes, size_t size)
{
    enum { LONGEST_PACKED = 16 << 20 };
    tr_error err;

    if (in->tail_len > LONGEST_PACKED) {
        complain("%s: has a line of more than 16 MB: is it text?", current_name(in));
        return -1;
    }
    const ptrdiff_t n = tr_unpacker_read(in->packed, bytes, size, &err);
    if (n < 0) complain("%s", err.msg);
    return n < 0 ? -1 : n;
}

static ptrdiff_t read_some(input *in, char *bytes, size_t size)
{
    if (in->given) return read_given(in, bytes, size);
    if (in->packed) return read_packed(in, bytes, size);
    if (in->is_cut && (off_t)size > in->left) size = (size_t)in->left;
    const ptrdiff_t n = read_file(in, bytes, size);
    if (in->is_cut && n > 0) in->left -= n;
    if (in->is_cut && !n && size) return refuse_shorter(in);
    if (n < 0) complain("%s: %s", current_name(in), strerror(errno));
    return n;
}

/* Refuses a file that begins with bytes [n] that are no text of UTF-8: -1 after a sentence. */
static int check_first(const input *in, const char *file, const char *bytes, size_t n)
{
    const char *const what = in->any_bytes ? NULL : tr_first_bytes_no_text(bytes, n);
    const char *const name = what ? NULL : tr_first_bytes_utf16(bytes, n);

    if (what) complain("%s: %s", file, what);
    if (name)
        complain("%s: is %.6s, not UTF-8; iconv -f %s -t UTF-8 converts it", file, name, name);
    return what || name ? -1 : 0;
}

/* Enough bytes, or a line, to see what a file is. */
static ptrdiff_t read_head(input *in, char *bytes, size_t size)
{
    size_t n = 0;
    ptrdiff_t got;

    do {
        got = read_some(in, bytes + n, size - n);
        if (got < 0) return -1;
        n += (size_t)got;
    } while (got && n < TR_PACKING_MAGIC && n < size && bytes[n - 1] != '\n');
    return (ptrdiff_t)n;
}

/* Puts what a compressed file holds in the place of its first bytes [n]. */
static ptrdiff_t begin_unpacking(input *in, char *bytes, size_t n, size_t size)
{
    const tr_packing how = tr_packing_of_bytes(bytes, n);
    tr_error err;

    if (!how && tr_packing_of_name(in->names[in->n_opened - 1])) {
        complain("%s: is not compressed, as its name says", current_name(in));
        return -1;
    }
    if (!how) return (ptrdiff_t)n;
    if (!tr_unpacker_open(&in->packed, how, current_name(in), read_file, in, bytes, n, &err))
        return read_head(in, bytes, size);
    complain("%s", err.msg);
    return -1;
}

/* The first bytes of a file: enough of them, or a line, to see what encoding they are in. */
static ptrdiff_t read_first(input *in, char *bytes, size_t size)
{
    ptrdiff_t n = read_head(in, bytes, size);

    in->at_start = false;
    if (n >= 0 && !in->given && !in->is_cut) n = begin_unpacking(in, bytes, (size_t)n, size);
    if (n < 0) return -1;
    if (check_first(in, current_name(in), bytes, (size_t)n) < 0) return -1;
    if (n && in->look) {
        in->look(in->look_ctx, in->names[in->n_opened - 1], bytes, (size_t)n);
        in->look = NULL;
    }
    return n;
}

int input_cut(input *in, off_t begin, off_t end, const char *label)
{
    enum { ENOUGH = 512 };
    char bytes[ENOUGH];

    const int fd = open(in->names[0], O_RDONLY | O_CLOEXEC);
    const ssize_t n = fd < 0 ? -1 : pread(fd, bytes, sizeof bytes, 0);
    if (n < 0) complain("%s: %s", in->names[0], strerror(errno));
    if (fd >= 0) close(fd);
    if (n < 0 || check_first(in, in->names[0], bytes, (size_t)n) < 0) return -1;
    in->is_cut = true;
    in->first = begin;
    in->end = end;
    in->left = end - begin;
    in->label = checked_format("%s", label);
    return 0;
}

static void count_lines(input *in, const char *bytes, size_t n)
{
    const char *const end = bytes + n;
    const char *at = bytes;

    in->within_line = n && end[-1] != '\n';
    for (const char *p; (p = memchr(at, '\n', (size_t)(end - at))); at = p + 1)
        in->n_lines++;
    in->tail_len = (size_t)(end - at) + (at == bytes ? in->tail_len : 0);
}

ptrdiff_t input_read(void *ctx, char *bytes, size_t size)
{
    input *const in = ctx;
    ptrdiff_t n = 0;

    assert(size > 1);
    while (!n) {
        const int rc = in->fd < 0 ? open_next(in) : 1;
        /* A byte is kept free for the line end that the file before this one lacked. */
        const bool join = in->within_line && in->n_lines < in->before[in->n_opened - 1];
        if (rc > 0)
            n = in->at_start ? read_first(in, bytes + join, size - join)
                             : read_some(in, bytes + join, size - join);
        if (rc < 0 || n < 0) {
            in->failed = true;
            return -1;
        }
        if (!rc) return 0;
        if (!n) {
            close_current(in);
        } else if (join) {
            bytes[0] = '\n';
            n++;
        }
    }
    count_lines(in, bytes, (size_t)n);
    return n;
}

static double size_of(const char *name)
{
    struct stat st;
    const int rc = is_stdin(name) ? fstat(STDIN_FILENO, &st) : stat(name, &st);
    const off_t at = !rc && is_stdin(name) ? lseek(STDIN_FILENO, 0, SEEK_CUR) : 0;

    return rc || !S_ISREG(st.st_mode) || at < 0 || at > st.st_size ? -1 : (double)(st.st_size - at);
}

/* True if the file that begins there is compressed. */
static bool is_packed(const char *name)
{
    char head[TR_PACKING_MAGIC];
    const int fd = is_stdin(name) ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
    const off_t at = is_stdin(name) ? lseek(fd, 0, SEEK_CUR) : 0;
    const ssize_t n = fd >= 0 && at >= 0 ? pread(fd, head, sizeof head, at) : -1;

    if (fd > STDIN_FILENO) close(fd);
    return n > 0 && tr_packing_of_bytes(head, (size_t)n);
}

double input_size(const input *in)
{
    double sum = 0;

    if (in->is_cut) return (double)in->left;
    for (size_t i = 0; i < in->n_names; i++) {
        const double size = size_of(in->names[i]);
        if (size < 0 || is_packed(in->names[i])) return -1;
        sum += size;
    }
    return sum;
}

bool input_can_repeat(const input *in)
{
    for (size_t i = 0; i < in->n_names; i++)
        if (size_of(in->names[i]) < 0) return false;
    return true;
}

const char *input_where(input *in, size_t line, size_t *line_in_file)
{
    pthread_mutex_lock(&in->lock);
    size_t i = in->n_opened;
    while (i > 1 && in->before[i - 1] >= line)
        i--;
    const size_t before = i ? in->before[i - 1] : 0;
    pthread_mutex_unlock(&in->lock);
    *line_in_file = line - before;
    return shown_name(in, i ? i - 1 : 0);
}

enum { LONGEST_LINE = 256 << 20 };

int line_reader_open(line_reader *r, char **names, size_t n_names)
{
    *r = (line_reader){.longest = LONGEST_LINE};
    return input_open(&r->in, names, n_names);
}

void line_reader_open_texts(line_reader *r, const char *const *texts, size_t n)
{
    *r = (line_reader){.longest = LONGEST_LINE};
    input_open_texts(&r->in, texts, n);
}

void line_reader_close(line_reader *r)
{
    input_close(&r->in);
    free(r->bytes);
    *r = (line_reader){0};
}

/* Reads more bytes, after the bytes that are not used yet.  Returns what input_read() returns. */
static ptrdiff_t fill_buffer(line_reader *r)
{
    const size_t n = r->end - r->begin;

    if (r->begin) memmove(r->bytes, r->bytes + r->begin, n);
    r->begin = 0;
    r->end = n;
    if (r->capacity - n < 4096) {
        r->capacity = 2 * r->capacity + 65536;
        r->bytes = checked_realloc(r->bytes, r->capacity, 1);
    }
    const ptrdiff_t got = input_read(&r->in, r->bytes + n, r->capacity - n);
    if (got > 0) r->end += (size_t)got;
    return got;
}

void line_reader_complain(line_reader *r, const char *message)
{
    size_t line;
    const char *name = input_where(&r->in, r->line, &line);
    complain("%s:%zu: %s", name, line, message);
}

static int refuse_line(line_reader *r)
{
    char message[64];

    r->line++;
    snprintf(message, sizeof message, "the line is longer than %zu bytes", r->longest);
    line_reader_complain(r, message);
    return -1;
}

int line_reader_next(line_reader *r, const char **text, size_t *len)
{
    char *newline = NULL;
    size_t seen = 0;

    while (!newline) {
        const size_t n = r->end - r->begin;
        if (n > seen) newline = memchr(r->bytes + r->begin + seen, '\n', n - seen);
        seen = n;
        if (newline) break;
        if (n > r->longest) return refuse_line(r);
        const ptrdiff_t got = fill_buffer(r);
        if (got < 0) return -1;
        if (!got && !n) return 0;
        if (!got) break;
    }
    *text = r->bytes + r->begin;
    *len = newline ? (size_t)(newline - *text) : r->end - r->begin;
    r->begin += *len + (newline != NULL);
    if (newline && *len && (*text)[*len - 1] == '\r') --*len;
    r->line++;
    return 1;
}

bool input_is_absent(int cause)
{
    return cause == ENOENT || cause == ENOTDIR || cause == EACCES;
}
