#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <sha1.h>
#include <sha2.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "console/message.h"
#include "console/signals.h"

enum { BLOCK = 1 << 12, GZIP_ONLY = 16, WINDOW = 15 };
static const uint64_t most_unpacked = 1 << 30; /* of a file whose size the index does not say */

typedef struct digest {
    SHA2_CTX state;
    uint64_t n; /* bytes */
} digest;

static void digest_begin(digest *d)
{
    SHA256Init(&d->state);
    d->n = 0;
}

static void digest_add(digest *d, const void *bytes, size_t n)
{
    SHA256Update(&d->state, bytes, n);
    d->n += n;
}

static void digest_end(digest *d, char text[65])
{
    unsigned char bytes[SHA256_DIGEST_LENGTH];

    SHA256Final(bytes, &d->state);
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(text + 2 * i, 3, "%02x", bytes[i]);
}

void check_digest(const char *text, size_t len, char out[65])
{
    digest d;
    digest_begin(&d);
    digest_add(&d, text, len);
    digest_end(&d, out);
}

typedef struct checker {
    const index_file *f;
    digest packed, plain;
    SHA1_CTX git; /* where the file has such a name */
    z_stream z;
    bool is_packed, has_ended;
    char *why; /* [CHECK_WHY_SIZE] */
} checker;

static int bad(checker *c, const char *why)
{
    snprintf(c->why, CHECK_WHY_SIZE, "%s", why);
    return CHECK_BAD;
}

/* ---- Git ----------------------------------------------------------------------------------- */

/* Git hashes "blob SIZE", a NUL, and the bytes. */
static void git_begin(checker *c)
{
    char head[32];

    SHA1Init(&c->git);
    const int n = snprintf(head, sizeof head, "blob %llu", (unsigned long long)c->f->size);
    SHA1Update(&c->git, (const uint8_t *)head, (size_t)n + 1);
}

static int git_compare(checker *c)
{
    unsigned char bytes[SHA1_DIGEST_LENGTH];
    char text[2 * SHA1_DIGEST_LENGTH + 1];

    SHA1Final(bytes, &c->git);
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    if (!strcmp(text, c->f->git_sha1)) return CHECK_GOOD;
    snprintf(c->why, CHECK_WHY_SIZE, "has the Git hash %s, not %s", text, c->f->git_sha1);
    return CHECK_BAD;
}

/* ---- Blocks -------------------------------------------------------------------------------- */

/* Bytes as they came, of a compressed file. */
static int unpack(checker *c, unsigned char *bytes, size_t n)
{
    const uint64_t most = c->f->unpacked_size ? c->f->unpacked_size : most_unpacked;
    unsigned char out[BLOCK];

    c->z.next_in = bytes;
    c->z.avail_in = (unsigned)n;
    while (c->z.avail_in) {
        if (c->has_ended) return bad(c, "there is more behind the end of its gzip data");
        c->z.next_out = out;
        c->z.avail_out = sizeof out;
        const int status = inflate(&c->z, Z_NO_FLUSH);
        if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
            return bad(c, "its gzip data are damaged");
        digest_add(&c->plain, out, sizeof out - c->z.avail_out);
        if (c->plain.n > most) return bad(c, "it unpacks to more than the list of models says");
        c->has_ended = status == Z_STREAM_END;
    }
    return CHECK_GOOD;
}

static int check_block(checker *c, unsigned char *bytes, size_t n)
{
    if (signals_asked()) return CHECK_STOPPED;
    if (!c->packed.n && !c->f->is_of_hub)
        c->is_packed = n > 1 && bytes[0] == 0x1f && bytes[1] == 0x8b;
    digest_add(&c->packed, bytes, n);
    if (c->f->git_sha1) SHA1Update(&c->git, bytes, n);
    return c->is_packed && strcmp(c->f->kind, "archive") != 0 ? unpack(c, bytes, n) : CHECK_GOOD;
}

static int compare(checker *c, digest *d, const char *sha256, uint64_t size)
{
    char text[65];

    if (size && d->n != size) {
        snprintf(c->why, CHECK_WHY_SIZE, "has %llu bytes, not %llu", (unsigned long long)d->n,
                 (unsigned long long)size);
        return CHECK_BAD;
    }
    digest_end(d, text);
    if (!*sha256 || !strcmp(text, sha256)) return CHECK_GOOD;
    snprintf(c->why, CHECK_WHY_SIZE, "has the SHA-256 %s, not %s", text, sha256);
    return CHECK_BAD;
}

static int compare_all(checker *c)
{
    const index_file *f = c->f;
    const bool unpacked_by_server = !c->is_packed && f->unpacked_size;

    if (unpacked_by_server && (*f->unpacked_sha256 || !*f->sha256))
        return compare(c, &c->packed, f->unpacked_sha256, f->unpacked_size);
    const int result = compare(c, &c->packed, f->sha256, f->size);
    if (f->git_sha1) return result == CHECK_GOOD ? git_compare(c) : result;
    if (result != CHECK_GOOD || !c->is_packed || !strcmp(f->kind, "archive")) return result;
    if (!c->has_ended) return bad(c, "its gzip data end early");
    return compare(c, &c->plain, f->unpacked_sha256, f->unpacked_size);
}

static int check_open(checker *c, int fd, const char *path)
{
    unsigned char bytes[BLOCK];
    int result = CHECK_GOOD;

    while (result == CHECK_GOOD) {
        const ssize_t n = read(fd, bytes, sizeof bytes);
        if (n == 0) return compare_all(c);
        if (n > 0) {
            result = check_block(c, bytes, (size_t)n);
        } else if (errno != EINTR) {
            complain("%s: %s", path, strerror(errno));
            result = CHECK_FAILED;
        }
    }
    return result;
}

int check_text(const char *text, size_t len, const index_file *f, char why[CHECK_WHY_SIZE])
{
    checker c = {.f = f, .why = why};

    *why = '\0';
    digest_begin(&c.packed);
    digest_add(&c.packed, text, len);
    if (f->git_sha1) git_begin(&c);
    if (f->git_sha1) SHA1Update(&c.git, (const uint8_t *)text, len);
    return compare_all(&c);
}

int check_file(const char *path, const index_file *f, bool *is_packed, char why[CHECK_WHY_SIZE])
{
    checker c = {.f = f, .why = why};
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);

    *why = '\0';
    if (fd < 0 || inflateInit2(&c.z, WINDOW + GZIP_ONLY) != Z_OK) {
        complain("%s: %s", path, fd < 0 ? strerror(errno) : "out of memory");
        if (fd >= 0) close(fd);
        return CHECK_FAILED;
    }
    digest_begin(&c.packed);
    digest_begin(&c.plain);
    if (f->git_sha1) git_begin(&c);
    const int result = check_open(&c, fd, path);
    inflateEnd(&c.z);
    close(fd);
    *is_packed = c.is_packed;
    return result;
}
