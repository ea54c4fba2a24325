#include "formats/gz.h"

#include <errno.h>
#include <string.h>
#include <zlib.h>

#include "formats/failed_download.h"

typedef struct unpacker {
    z_stream z;
    const unsigned char *next; /* what the stream was not given yet */
    size_t left;
    size_t n_out;
    FILE *out;
    const char *name;
    tr_error *err;
} unpacker;

bool tr_gz_is(const unsigned char *data, size_t size)
{
    return size >= 2 && data[0] == 0x1f && data[1] == 0x8b;
}

static int refuse_gzip(const unpacker *u, const char *why)
{
    return tr_fail(u->err, TR_EFORMAT, "%s: is a damaged gzip file: %s", u->name, why);
}

/* zlib counts in 32 bits. */
static void feed(unpacker *u)
{
    enum { MOST = 1 << 20 };

    if (u->z.avail_in || !u->left) return;
    u->z.next_in = (unsigned char *)u->next;
    u->z.avail_in = u->left < MOST ? (unsigned)u->left : MOST;
    u->next += u->z.avail_in;
    u->left -= u->z.avail_in;
}

static int write_out(unpacker *u, const unsigned char *bytes, size_t n)
{
    u->n_out += n;
    if (u->n_out > TR_GZ_MAX)
        return tr_fail(u->err, TR_EUNSUPPORTED, "%s: holds more than %d bytes", u->name, TR_GZ_MAX);
    if (fwrite(bytes, 1, n, u->out) == n) return 0;
    return tr_fail(u->err, TR_EIO, "%s: cannot be unpacked: %s", u->name, strerror(errno));
}

/* The next bytes; 1 at the end of a compressed stream. */
static int inflate_step(unpacker *u)
{
    unsigned char bytes[1 << 13];

    feed(u);
    u->z.next_out = bytes;
    u->z.avail_out = sizeof bytes;
    const int status = inflate(&u->z, Z_NO_FLUSH);
    if (status == Z_MEM_ERROR) return tr_fail_memory(u->err);
    if (status == Z_BUF_ERROR) return refuse_gzip(u, "it is cut off");
    if (status != Z_OK && status != Z_STREAM_END)
        return refuse_gzip(u, u->z.msg ? u->z.msg : "it cannot be read");
    const int rc = write_out(u, bytes, sizeof bytes - u->z.avail_out);
    return rc < 0 ? rc : status == Z_STREAM_END;
}

/* A file is one compressed stream, or several one after the other. */
static int unpack_gzip(unpacker *u)
{
    int rc;

    do {
        while ((rc = inflate_step(u)) == 0) {
        }
        if (rc < 0) return rc;
        inflateReset(&u->z);
    } while (u->z.avail_in || u->left);
    return 0;
}

int tr_gz_unpack(const unsigned char *data, size_t size, FILE *out, const char *name, tr_error *err)
{
    enum { GZIP_ONLY = 16, WINDOW = 15 };
    unpacker u = {.next = data, .left = size, .out = out, .name = name, .err = err};

    if (inflateInit2(&u.z, WINDOW + GZIP_ONLY) != Z_OK) return tr_fail_memory(err);
    const int rc = unpack_gzip(&u);
    inflateEnd(&u.z);
    return rc;
}

int tr_gz_map(tr_file *f, const char *path, const char *scratch, tr_error *err)
{
    tr_file packed;
    FILE *out;

    int rc = tr_failed_download_refuse_mapped(tr_file_map(f, path, err), f, path, err);
    if (rc < 0 || !tr_gz_is(f->data, f->size)) return rc;
    packed = *f;
    *f = (tr_file){0};
    rc = tr_file_scratch(&out, scratch, err);
    if (rc == 0) rc = tr_gz_unpack(packed.data, packed.size, out, path, err);
    if (rc == 0) rc = tr_file_map_stream(f, out, path, err);
    if (out) fclose(out);
    tr_file_unmap(&packed);
    return rc;
}
