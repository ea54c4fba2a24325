#include "download.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "bar.h"
#include "check.h"
#include "console/alloc.h"
#include "console/message.h"
#include "console/signals.h"
#include "fetch/http/http.h"

static const uint64_t most_unknown = 2ull << 30; /* bytes of a file whose size nobody says */
enum {
    LONGEST_WAIT = 120, /* seconds that a server may ask for */
    PROGRESS = 1 << 16  /* bytes that a try has to bring, so that it does not count */
};

/* ---- Names -------------------------------------------------------------------------------- */

/* DIGEST.part: the digest of the bytes, or of the address where nobody tells the bytes'. */
static char *name_of(const job *j, const index_file *f, const char *ending)
{
    char digest[65];
    const char *key = f->git_sha1 ? f->git_sha1 : *f->sha256 ? f->sha256 : f->unpacked_sha256;

    if (!*key) check_digest(f->urls[0], strlen(f->urls[0]), digest);
    return checked_format("%s/%s.%s", j->folder.hidden, *key ? key : digest, ending);
}

static uint64_t most_of(const index_file *f)
{
    const uint64_t most = f->size > f->unpacked_size ? f->size : f->unpacked_size;
    return f->size ? most : f->unpacked_size ? most + (1 << 20) : most_unknown;
}

static uint64_t size_at(const char *path)
{
    struct stat st;
    return stat(path, &st) || !S_ISREG(st.st_mode) ? 0 : (uint64_t)st.st_size;
}

uint64_t download_size(const job *j, const index_file *f)
{
    char *path = name_of(j, f, "part");
    const uint64_t size = size_at(path);
    free(path);
    return size;
}

void download_remove(const job *j, const index_file *f)
{
    static const char *const endings[] = {"part", "tag"};

    for (size_t i = 0; i < 2; i++) {
        char *path = name_of(j, f, endings[i]);
        unlink(path);
        free(path);
    }
}

/* ---- Bytes as they come -------------------------------------------------------------------- */

typedef struct transfer {
    const job *j;
    const index_file *f;
    const char *name, *url;
    char *path, *tag_path;
    int fd;
    uint64_t have;
    http_get get;
    bar bar;
    bool resumed; /* the bytes are of more than one answer */
} transfer;

static bool fail_writing(const transfer *t)
{
    complain("%s: %s", t->path, strerror(errno));
    return false;
}

/* An answer without a strong tag is taken up again all the same: the digest decides. */
static void write_tag(const transfer *t)
{
    FILE *f = *t->get.tag ? fopen(t->tag_path, "we") : NULL;

    if (!f) unlink(t->tag_path);
    if (f) fputs(t->get.tag, f);
    if (f) fclose(f);
}

static void read_tag(transfer *t)
{
    FILE *f = fopen(t->tag_path, "re");

    *t->get.tag = '\0';
    if (f && !fgets(t->get.tag, sizeof t->get.tag, f)) *t->get.tag = '\0';
    if (f) fclose(f);
    for (const char *c = t->get.tag; *c; c++)
        if (*c <= ' ' || *c > '~') *t->get.tag = '\0';
}

static bool begin(void *ctx, uint64_t from)
{
    transfer *t = ctx;

    if (ftruncate(t->fd, (off_t)from) || lseek(t->fd, (off_t)from, SEEK_SET) < 0)
        return fail_writing(t);
    t->have = from;
    t->resumed = from > 0;
    write_tag(t);
    return true;
}

static bool take(void *ctx, const char *bytes, size_t n)
{
    transfer *t = ctx;

    for (size_t done = 0; done < n;) {
        const ssize_t written = write(t->fd, bytes + done, n - done);
        if (written < 0 && errno != EINTR) return fail_writing(t);
        if (written > 0) done += (size_t)written;
    }
    t->have += n;
    bar_show(&t->bar, t->have);
    return true;
}

static bool stopped(void *ctx)
{
    (void)ctx;
    return signals_asked();
}

static bool drop(transfer *t)
{
    t->have = 0;
    t->resumed = false;
    unlink(t->tag_path);
    return !ftruncate(t->fd, 0) || fail_writing(t);
}

/* ---- One mirror ---------------------------------------------------------------------------- */

static const char *no_network(bool of_hub)
{
    return of_hub ? "; is there a network?  HF_ENDPOINT takes the files from another place"
                  : "; is there a network?  --index takes a list of models, and its files, from "
                    "another place";
}

/* A file beside the index. */
static int copy_local(transfer *t)
{
    char bytes[1 << 13];
    FILE *f = fopen(t->url, "re");

    if (!f) {
        complain("%s: %s", t->url, strerror(errno));
        return EXIT_FAILED;
    }
    int rc = begin(t, 0) ? EXIT_OK : EXIT_FAILED;
    for (size_t n; rc == EXIT_OK && (n = fread(bytes, 1, sizeof bytes, f)) > 0;) {
        if (signals_asked()) rc = EXIT_STOPPED;
        if (rc == EXIT_OK && t->have + n > most_of(t->f)) {
            complain("%s: %s: is larger than the list of models says", t->name, t->url);
            rc = EXIT_FAILED;
        }
        if (rc == EXIT_OK && !take(t, bytes, n)) rc = EXIT_FAILED;
    }
    if (rc == EXIT_OK && ferror(f)) {
        complain("%s: %s", t->url, strerror(errno));
        rc = EXIT_FAILED;
    }
    fclose(f);
    return rc;
}

/* After a try that brought nothing.  False if the user asked to stop. */
static bool wait_before_next(const fetch_settings *set, const http_get *get, const char *name,
                             int n_tries)
{
    int seconds = n_tries < 6 ? 1 << (n_tries - 1) : 30;

    if (get->wait) seconds = get->wait;
    if (!set->quiet) complain("%s: %s: again in %d s", name, get->why, seconds);
    for (int i = 0; i < 10 * seconds && !signals_asked(); i++)
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    return !signals_asked();
}

static int transfer_once(transfer *t)
{
    t->get.url = t->url;
    t->get.from = t->have;
    t->get.most = most_of(t->f);
    t->get.timeout = t->j->set.timeout;
    t->get.begin = begin;
    t->get.take = take;
    t->get.stopped = stopped;
    t->get.ctx = t;
    t->get.access = t->f->is_of_hub ? t->j->access : NULL;
    if (t->have)
        read_tag(t);
    else
        *t->get.tag = '\0';
    bar_begin(&t->bar, !t->j->set.quiet, t->f->kind, t->have, t->f->size);
    const int outcome = http_perform(&t->get);
    bar_end(&t->bar);
    return outcome;
}

/* EXIT_OK: the server says that all has come. */
static int try_download(transfer *t)
{
    int n_tries = 0, n_anew = 0;

    for (;;) {
        const uint64_t before = t->have;
        switch (transfer_once(t)) {
        case HTTP_WHOLE:
            return EXIT_OK;
        case HTTP_STOPPED:
            return EXIT_STOPPED;
        case HTTP_LOCAL:
            return EXIT_FAILED;
        case HTTP_OTHER:
            if (!drop(t) || n_anew++ || !before) break;
            continue;
        case HTTP_NAMELESS:
            complain("%s: %s: %s%s", t->name, t->url, t->get.why, no_network(t->f->is_of_hub));
            return EXIT_LATER;
        case HTTP_AGAIN:
            if (t->have >= before + PROGRESS) n_tries = 0;
            if (n_tries++ == t->j->set.retries || t->get.wait > LONGEST_WAIT) {
                complain("%s: %s: %s; what has come is kept, and the same command goes on", t->name,
                         t->url, t->get.why);
                return EXIT_LATER;
            }
            if (!wait_before_next(&t->j->set, &t->get, t->name, n_tries)) return EXIT_STOPPED;
            continue;
        default:
            break;
        }
        if (*t->get.why) complain("%s: %s: %s", t->name, t->url, t->get.why);
        return EXIT_FAILED;
    }
}

/* Bytes that are not the right ones do not stay. */
static int verify(transfer *t, download *p, bool *again)
{
    char why[CHECK_WHY_SIZE];

    const int result = check_file(t->path, t->f, &p->is_packed, why);
    *again = result == CHECK_BAD && t->resumed;
    if (result == CHECK_BAD && !*again) complain("%s: %s: %s", t->name, t->url, why);
    if (result == CHECK_BAD && !drop(t)) return EXIT_FAILED;
    return result == CHECK_GOOD ? EXIT_OK : result == CHECK_STOPPED ? EXIT_STOPPED : EXIT_FAILED;
}

static bool is_complete(const transfer *t)
{
    return t->have && t->have == t->f->size;
}

static int from_mirror(transfer *t, download *p)
{
    bool again = true;
    int rc = EXIT_OK;

    t->resumed = t->have > 0;
    for (int i = 0; i < 2 && again; i++) { /* what was put together of parts is tried whole */
        rc = !strstr(t->url, "://") ? copy_local(t) : is_complete(t) ? EXIT_OK : try_download(t);
        again = false;
        if (rc == EXIT_OK) rc = verify(t, p, &again);
    }
    return rc;
}

/* ---- One file ------------------------------------------------------------------------------ */

/* A later mirror's success is all that counts; else a failure that may pass goes before others. */
static int from_mirrors(transfer *t, download *p)
{
    int worst = EXIT_FAILED;

    for (size_t i = 0; i < t->f->n_urls; i++) {
        const char *url = t->f->urls[i];
        free(p->url);
        const bool whole = strstr(url, "://") || *url == '/';
        p->url = whole ? checked_format("%s", url) : index_beside(&t->j->index, url);
        t->url = p->url;
        const int rc = from_mirror(t, p);
        if (rc == EXIT_OK || rc == EXIT_STOPPED) return rc;
        if (rc == EXIT_LATER) worst = rc;
    }
    return worst;
}

void download_free(download *p)
{
    free(p->path);
    free(p->url);
    *p = (download){0};
}

int download_file(download *p, const job *j, const char *name, const index_file *f)
{
    transfer t = {.j = j, .f = f, .name = name, .fd = -1};

    *p = (download){.path = name_of(j, f, "part")};
    t.path = p->path;
    t.tag_path = name_of(j, f, "tag");
    t.have = size_at(t.path);
    t.fd = open(t.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    int rc = t.fd >= 0 || fail_writing(&t) ? EXIT_OK : EXIT_FAILED;
    if (rc == EXIT_OK && t.have > most_of(f) && !drop(&t)) rc = EXIT_FAILED;
    if (rc == EXIT_OK) rc = from_mirrors(&t, p);
    if (t.fd >= 0) close(t.fd);
    if (rc != EXIT_OK && !size_at(t.path)) download_remove(j, f);
    free(t.tag_path);
    return rc;
}

/* ---- Texts --------------------------------------------------------------------------------- */

static bool begin_text(void *ctx, uint64_t from)
{
    ((download_page *)ctx)->len = 0;
    return from == 0;
}

static bool has_head(const download_page *p)
{
    return p->is_head && p->len == p->most;
}

static bool take_text(void *ctx, const char *bytes, size_t n)
{
    download_page *p = ctx;

    if (p->is_head && n > p->most - p->len) n = p->most - p->len;
    p->text = checked_realloc(p->text, p->len + n, 1);
    memcpy(p->text + p->len, bytes, n);
    p->len += n;
    return !has_head(p);
}

/* A file in the place of a server's. */
static int read_text(download_page *p, const char *path)
{
    char bytes[1 << 13];
    FILE *const f = fopen(path, "re");
    bool more = f != NULL;

    while (more) {
        const size_t n = fread(bytes, 1, sizeof bytes, f);
        if (!p->is_head && n > p->most - p->len) break;
        more = n && take_text(p, bytes, n);
    }
    const bool failed = !f || (ferror(f) && !has_head(p));
    if (failed && errno == ENOENT)
        complain("%s: this mirror does not have it: there is no %s", p->name, path);
    else if (failed)
        complain("%s: %s: %s", p->name, path, strerror(errno));
    else if (more)
        complain("%s: %s: is too large", p->name, path);
    if (f) fclose(f);
    return failed || more ? EXIT_FAILED : EXIT_OK;
}

int download_text(download_page *p, const fetch_settings *set, const char *url)
{
    if (*url == '/') return read_text(p, url);
    http_get get = {.url = url,
                    .most = p->is_head ? UINT64_MAX : p->most,
                    .timeout = set->timeout,
                    .begin = begin_text,
                    .take = take_text,
                    .stopped = stopped,
                    .access = p->access,
                    .ctx = p};

    const char *const name = p->name ? p->name : url;
    int outcome, n_tries = 0;
    while ((outcome = http_perform(&get)) == HTTP_AGAIN && n_tries++ < set->retries &&
           get.wait <= LONGEST_WAIT)
        if (!wait_before_next(set, &get, name, n_tries)) {
            outcome = HTTP_STOPPED;
            break;
        }
    if (has_head(p)) outcome = HTTP_WHOLE;
    p->next = outcome == HTTP_WHOLE && *get.next ? checked_format("%s", get.next) : NULL;
    if (outcome == HTTP_WHOLE) return EXIT_OK;
    if (outcome == HTTP_STOPPED) return EXIT_STOPPED;
    complain("%s: %s%s", name, get.why,
             outcome == HTTP_NAMELESS ? no_network(p->access != NULL) : "");
    return outcome == HTTP_AGAIN || outcome == HTTP_NAMELESS ? EXIT_LATER : EXIT_FAILED;
}

void download_page_free(download_page *p)
{
    free(p->text);
    free(p->next);
    p->text = p->next = NULL;
    p->len = 0;
}
