#define _DEFAULT_SOURCE /* flock() */
#include "documents/kept_texts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/clock.h"
#include "console/kept_part.h"
#include "console/message.h"

enum { KEPT_AFTER = 1 /* second */, MOST_MESSAGE = 2048, HEAD = 6 * 4 };
static const char title[] = "what translate --resume needs, of a document, 1\n";

/* For a handler of a signal. */
static char message[MOST_MESSAGE];

static void say_message(void)
{
    message_say_prepared(message);
}

/* ---- Records: a head of numbers, the source, the translation ------------------------------- */

typedef struct head {
    uint32_t what, source_len, text_len, check; /* of the three before, and of the text */
    float score, log_probability;
} head;
_Static_assert(sizeof(head) == HEAD, "no padding is written");

/* FNV-1a of the record: a page that a crash has lost is found out. */
static uint32_t check_of(const head *h, const char *source, const char *text)
{
    const struct {
        const void *bytes;
        size_t n;
    } parts[] = {{h, 3 * sizeof(uint32_t)}, {source, h->source_len}, {text, h->text_len}};
    uint32_t sum = 2166136261;

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for (size_t at = 0; at < parts[i].n; at++)
            sum = (sum ^ ((const unsigned char *)parts[i].bytes)[at]) * 16777619;
    return sum;
}

static void add_record(tr_buf *out, int what, tr_string source, const tr_remembered *found)
{
    head h = {.what = (uint32_t)what,
              .source_len = (uint32_t)source.len,
              .text_len = (uint32_t)found->text_len,
              .score = found->score,
              .log_probability = found->log_probability};

    if (source.len > UINT32_MAX || found->text_len > UINT32_MAX) return;
    h.check = check_of(&h, source.text, found->text);
    tr_buf_add(out, (const char *)&h, sizeof h);
    tr_buf_add(out, source.text, source.len);
    tr_buf_add(out, found->text, found->text_len);
}

/* The record at bytes [*at, len), after which *at is then; false: none is whole there. */
static bool next_record(const char *bytes, size_t len, size_t *at, kept_text *t)
{
    head h;

    if (len - *at < sizeof h) return false;
    memcpy(&h, bytes + *at, sizeof h);
    const size_t rest = len - *at - sizeof h;
    if (h.source_len > rest || h.text_len > rest - h.source_len) return false;
    const char *const source = bytes + *at + sizeof h, *const text = source + h.source_len;
    if (check_of(&h, source, text) != h.check) return false;
    *t = (kept_text){.what = (int)h.what,
                     .source = {source, h.source_len},
                     .text = {text, h.text_len},
                     .score = h.score,
                     .log_probability = h.log_probability};
    *at += sizeof h + h.source_len + h.text_len;
    return true;
}

static int by_source(const void *a, const void *b)
{
    const kept_text *const x = a, *const y = b;
    if (x->what != y->what) return x->what < y->what ? -1 : 1;
    if (x->source.len != y->source.len) return x->source.len < y->source.len ? -1 : 1;
    return memcmp(x->source.text, y->source.text, x->source.len);
}

/* ---- The memory ---------------------------------------------------------------------------- */

static int find(void *ctx, int what, tr_string source, tr_remembered *found)
{
    const kept_texts *const k = ctx;
    const kept_text key = {.what = what, .source = source};
    const kept_text *const t =
        k->n ? bsearch(&key, k->texts, k->n, sizeof *k->texts, by_source) : NULL;

    if (!t) return k->next ? k->next->find(k->next->ctx, what, source, found) : 0;
    char *const copy = malloc(t->text.len + 1);
    if (!copy) return 0;
    memcpy(copy, t->text.text, t->text.len);
    copy[t->text.len] = '\0';
    found->text = copy;
    found->text_len = t->text.len;
    found->score = t->score;
    found->log_probability = t->log_probability;
    return 1;
}

/* Opens the file as this run's own: a descriptor, or -1 if that cannot be, or another run has it.
 */
static int open_own(const kept_texts *k, int flags)
{
    const int fd = open(k->path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | flags, 0600);

    if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
    close(fd);
    return -1;
}

static const char *keys_of(kept_texts *k)
{
    if (!k->keys) k->keys = k->make_keys(k->ctx);
    return k->keys;
}

/* What says whose the records are comes before them. */
static void begin_with_keys(kept_texts *k)
{
    tr_buf all = {0};

    tr_buf_printf(&all, "%s%s", title, keys_of(k));
    tr_buf_add(&all, tr_buf_text(&k->pending), k->pending.len);
    tr_buf_free(&k->pending);
    k->pending = all;
}

/* Where it cannot be made, nothing is kept. */
static void make_file(kept_texts *k)
{
    k->fd = open_own(k, O_CREAT);
    if (k->fd >= 0 && ftruncate(k->fd, (off_t)k->n_whole) < 0) {
        close(k->fd);
        k->fd = -1;
    }
    if (k->fd >= 0 && !k->n_whole) begin_with_keys(k);
    k->possible = k->fd >= 0 && !k->pending.failed;
    k->before = unfinished_keep_by(NULL);
}

/* What a full disk does not take stays pending, and is tried again: no record is lost in between.
 * True if all is written. */
static bool write_out(kept_texts *k)
{
    while (k->n_out < k->pending.len) {
        const ssize_t n = pwrite(k->fd, tr_buf_text(&k->pending) + k->n_out,
                                 k->pending.len - k->n_out, (off_t)k->n_whole);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        k->n_out += (size_t)n;
        k->n_whole += (size_t)n;
    }
    k->pending.len = k->n_out = 0;
    return true;
}

static void write_pending(kept_texts *k)
{
    if (k->fd < 0 && clock_seconds() - k->start >= KEPT_AFTER) make_file(k);
    if (k->fd >= 0) unfinished_keep_by(write_out(k) ? say_message : k->before);
}

static void add(void *ctx, int what, tr_string source, const tr_remembered *found)
{
    kept_texts *const k = ctx;

    if (k->next) k->next->add(k->next->ctx, what, source, found);
    pthread_mutex_lock(&k->lock);
    if (k->possible) {
        add_record(&k->pending, what, source, found);
        k->possible = !k->pending.failed;
        if (k->possible) write_pending(k);
    }
    pthread_mutex_unlock(&k->lock);
}

/* ---- Beginning and end --------------------------------------------------------------------- */

static bool has_title(const kept_texts *k)
{
    return k->earlier.len >= sizeof title - 1 && !memcmp(k->earlier.data, title, sizeof title - 1);
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

/* All of the file, if it is one of ours.  One that is not there is empty.  False if it cannot be
 * read: after a sentence if that is to be `told`. */
static bool read_file(kept_texts *k, bool told)
{
    FILE *const f = open_regular(k->path);
    char bytes[1 << 13];

    if (!f && (errno == ENOENT || errno == ENOTDIR)) return true;
    k->possible = f || errno;
    if (!k->possible) return true;
    for (size_t n; f && (n = fread(bytes, 1, sizeof bytes, f));) {
        tr_buf_add(&k->earlier, bytes, n);
        if (!has_title(k)) break;
    }
    k->possible = f && !ferror(f) && !k->earlier.failed;
    if (!k->possible && told)
        complain("%s: %s", k->path, k->earlier.failed ? "no memory" : strerror(errno));
    if (f) fclose(f);
    return k->possible;
}

/* Where the records begin; 0: other keys are before them, or it is another file. */
static size_t begin_of_records(kept_texts *k)
{
    const char *const keys = keys_of(k);
    const size_t n_title = sizeof title - 1, n_keys = strlen(keys);
    const char *const bytes = tr_buf_text(&k->earlier);

    if (k->earlier.len < n_title + n_keys || memcmp(bytes, title, n_title) != 0 ||
        memcmp(bytes + n_title, keys, n_keys) != 0)
        return 0;
    return n_title + n_keys;
}

static void read_records(kept_texts *k)
{
    size_t at = begin_of_records(k), capacity = 0;
    kept_text t;

    while (at && next_record(k->earlier.data, k->earlier.len, &at, &t)) {
        if (k->n == capacity) {
            capacity = 2 * capacity + 256;
            k->texts = checked_realloc(k->texts, capacity, sizeof *k->texts);
        }
        k->texts[k->n++] = t;
    }
    k->n_whole = at;
    if (k->n) qsort(k->texts, k->n, sizeof *k->texts, by_source);
}

static int go_on(kept_texts *k, const char *place, bool resume, bool strict, bool quiet)
{
    if (!k->earlier.len && k->possible) {
        if (resume && strict && !quiet)
            complain("%s: nothing was kept: all is done from the start", place);
        return 0;
    }
    if (!has_title(k)) {
        k->possible = false; /* it is somebody's */
        if (resume && strict && !quiet)
            complain("%s: is not what --resume kept: all is done from the start", k->path);
        return 0;
    }
    read_records(k);
    if (!k->n_whole && resume && strict) {
        complain("%s: cannot go on: the model, the options or the input are others now; without "
                 "--resume, all is done anew",
                 place);
        return -1;
    }
    if (!resume && strict && k->n && !quiet)
        complain("%s: an earlier run has done %zu of its texts: --resume goes on with them, and "
                 "without it all is done anew",
                 place, k->n);
    if (!resume) k->n = 0;
    return 0;
}

int kept_texts_begin(kept_texts *k, const char *place, kept_keys *make_keys, void *ctx, bool resume,
                     bool strict, bool quiet, const char *what, const tr_options *options)
{
    *k = (kept_texts){.next = options->memory,
                      .path = kept_part_state_path(place),
                      .make_keys = make_keys,
                      .ctx = ctx,
                      .start = clock_seconds(),
                      .fd = -1,
                      .possible = true};
    k->memory = (tr_translation_memory){
        .ctx = k, .find = find, .add = add, .is_steady = !k->next || k->next->is_steady};
    pthread_mutex_init(&k->lock, NULL);
    message_prepare(message, sizeof message,
                    "%s: what was done of it is kept; %s with --resume goes on", place, what);
    unfinished_catch_signals();
    const bool needed = resume && strict;
    const int rc = read_file(k, needed) ? go_on(k, place, resume, strict, quiet) : needed ? -1 : 0;
    if (rc < 0) kept_texts_end(k, false);
    return rc;
}

void kept_texts_end(kept_texts *k, bool is_done)
{
    if (k->fd >= 0) unfinished_keep_by(k->before);
    if (is_done && k->fd < 0 && has_title(k)) k->fd = open_own(k, 0);
    if (is_done && k->fd >= 0) unlink(k->path);
    if (k->fd >= 0) close(k->fd);
    pthread_mutex_destroy(&k->lock);
    tr_buf_free(&k->earlier);
    tr_buf_free(&k->pending);
    free(k->texts);
    free(k->path);
    free(k->keys);
}

void kept_texts_remove(const char *place)
{
    kept_texts k = {.path = kept_part_state_path(place), .fd = -1};

    pthread_mutex_init(&k.lock, NULL);
    read_file(&k, false);
    kept_texts_end(&k, true);
}
