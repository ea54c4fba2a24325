#include "train/data/text_lines.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#ifdef HAVE_LZMA
#include <lzma.h>
#endif

#include "base/buf.h"
#include "base/first_bytes.h"

enum { WINDOW = 1 << 16, MOST_LINE = 1 << 24 };

enum packing { PLAIN, GZIP, XZ };

struct tr_text_lines {
    FILE *file, *owned; /* `owned` is closed at the end */
    char *path;
    int packing; /* enum packing */
    z_stream gzip;
#ifdef HAVE_LZMA
    lzma_stream xz;
#endif
    unsigned char in[WINDOW], out[WINDOW];
    size_t in_at, in_end;   /* of the file */
    size_t out_at, out_end; /* of the text */
    bool begun, member_ended, looked_at;
    tr_buf line;
};

/* Reads more bytes of the file.  Returns 1, 0 at its end, or an error. */
static int fill_window(tr_text_lines *l, tr_error *err)
{
    l->in_at = 0;
    l->in_end = fread(l->in, 1, WINDOW, l->file);
    if (ferror(l->file)) return tr_fail(err, TR_EIO, "%s: %s", l->path, strerror(errno));
    return l->in_end > 0;
}

static int refuse_damaged(const tr_text_lines *l, const char *why, tr_error *err)
{
    return tr_fail(err, TR_EFORMAT, "%s: is compressed, and %s", l->path, why);
}

static int begin_xz(tr_text_lines *l, tr_error *err)
{
#ifdef HAVE_LZMA
    l->packing = XZ;
    l->xz = (lzma_stream)LZMA_STREAM_INIT;
    if (lzma_stream_decoder(&l->xz, UINT64_MAX, LZMA_CONCATENATED) == LZMA_OK) return 0;
    return tr_fail_memory(err);
#else
    return tr_fail(err, TR_EUNSUPPORTED, "%s: is an xz file; unpack it first (xz -d)", l->path);
#endif
}

static int begin_unpacking(tr_text_lines *l, tr_error *err)
{
    static const unsigned char gz[] = {0x1f, 0x8b}, xz[] = {0xfd, '7', 'z', 'X', 'Z', 0};

    l->begun = true;
    const int rc = fill_window(l, err);
    if (rc <= 0) return rc;
    if (l->in_end >= sizeof xz && !memcmp(l->in, xz, sizeof xz)) return begin_xz(l, err);
    if (l->in_end < sizeof gz || memcmp(l->in, gz, sizeof gz) != 0) return 0;
    l->packing = GZIP;
    return inflateInit2(&l->gzip, 15 + 16) == Z_OK ? 0 : tr_fail_memory(err);
}

/* Returns 1 if there may be more text, 0 at the end, or an error. */
static int inflate_some(tr_text_lines *l, tr_error *err)
{
    if (l->in_at == l->in_end) {
        const int more = fill_window(l, err);
        if (more < 0) return more;
        if (!more) return l->member_ended ? 0 : refuse_damaged(l, "its end is missing", err);
    }
    if (l->member_ended) inflateReset(&l->gzip);
    l->member_ended = false;
    l->gzip.next_in = l->in + l->in_at;
    l->gzip.avail_in = (uInt)(l->in_end - l->in_at);
    l->gzip.next_out = l->out;
    l->gzip.avail_out = WINDOW;
    const int rc = inflate(&l->gzip, Z_NO_FLUSH);
    if (rc != Z_OK && rc != Z_STREAM_END) return refuse_damaged(l, "damaged", err);
    l->member_ended = rc == Z_STREAM_END;
    l->in_at = l->in_end - l->gzip.avail_in;
    l->out_end = WINDOW - l->gzip.avail_out;
    return 1;
}

#ifdef HAVE_LZMA
static int unpack_xz(tr_text_lines *l, tr_error *err)
{
    if (l->member_ended) return 0;
    if (l->in_at == l->in_end && fill_window(l, err) < 0) return TR_EIO;
    l->xz.next_in = l->in + l->in_at;
    l->xz.avail_in = l->in_end - l->in_at;
    l->xz.next_out = l->out;
    l->xz.avail_out = WINDOW;
    const lzma_ret rc = lzma_code(&l->xz, l->xz.avail_in ? LZMA_RUN : LZMA_FINISH);
    if (rc != LZMA_OK && rc != LZMA_STREAM_END)
        return refuse_damaged(l, rc == LZMA_BUF_ERROR ? "its end is missing" : "damaged", err);
    l->member_ended = rc == LZMA_STREAM_END;
    l->in_at = l->in_end - l->xz.avail_in;
    l->out_end = WINDOW - l->xz.avail_out;
    return 1;
}
#endif

static int copy_some(tr_text_lines *l, tr_error *err)
{
    if (l->in_at == l->in_end) {
        const int more = fill_window(l, err);
        if (more <= 0) return more;
    }
    l->out_end = l->in_end - l->in_at;
    memcpy(l->out, l->in + l->in_at, l->out_end);
    l->in_at = l->in_end;
    return 1;
}

/* Fills l->out with more text.  Returns 1, 0 at the end, or an error. */
static int unpack_some(tr_text_lines *l, tr_error *err)
{
    int rc = l->begun ? 0 : begin_unpacking(l, err);
    if (rc < 0) return rc;
    l->out_at = l->out_end = 0;
    do {
#ifdef HAVE_LZMA
        if (l->packing == XZ)
            rc = unpack_xz(l, err);
        else
#endif
            rc = l->packing == GZIP ? inflate_some(l, err) : copy_some(l, err);
    } while (rc > 0 && l->out_end == 0);
    return rc;
}

/* What can be no text at all is not read as some lines that are bad. */
static int refuse_no_text(const tr_text_lines *l, tr_error *err)
{
    const char *const bytes = (const char *)l->out;
    const char *what = tr_first_bytes_no_text(bytes, l->out_end);
    const char *const encoding = tr_first_bytes_utf16(bytes, l->out_end);

    if (!what) what = tr_first_bytes_stand_in(bytes, l->out_end);
    if (what) return tr_fail(err, TR_EFORMAT, "%s: %s", l->path, what);
    if (!encoding) return 0;
    return tr_fail(err, TR_EFORMAT, "%s: is %.6s, not UTF-8; iconv -f %s -t UTF-8 converts it",
                   l->path, encoding, encoding);
}

/* The same of the text, whose beginning is looked at. */
static int read_some_text(tr_text_lines *l, tr_error *err)
{
    int rc = unpack_some(l, err);
    if (rc > 0 && !l->looked_at && refuse_no_text(l, err) < 0) rc = TR_EFORMAT;
    l->looked_at = true;
    return rc;
}

int tr_text_lines_open_stream(tr_text_lines **out, FILE *file, const char *name, tr_error *err)
{
    tr_text_lines *l = calloc(1, sizeof *l);

    if (l) l->path = strdup(name);
    if (!l || !l->path) {
        free(l);
        return tr_fail_memory(err);
    }
    l->file = file;
    if (file != stdin) rewind(file);
    *out = l;
    return 0;
}

int tr_text_lines_open(tr_text_lines **out, const char *path, tr_error *err)
{
    if (!strcmp(path, "-")) return tr_text_lines_open_stream(out, stdin, "standard input", err);
    FILE *file = fopen(path, "rb");
    if (!file) return tr_fail(err, TR_EIO, "%s: %s", path, strerror(errno));
    const int rc = tr_text_lines_open_stream(out, file, path, err);
    if (rc < 0)
        fclose(file);
    else
        (*out)->owned = file;
    return rc;
}

void tr_text_lines_close(tr_text_lines *l)
{
    if (!l) return;
    if (l->packing == GZIP) inflateEnd(&l->gzip);
#ifdef HAVE_LZMA
    if (l->packing == XZ) lzma_end(&l->xz);
#endif
    if (l->owned) fclose(l->owned);
    tr_buf_free(&l->line);
    free(l->path);
    free(l);
}

/* Returns 1 and the gathered line. */
static int hand_out_line(tr_text_lines *l, char **line, size_t *len, tr_error *err)
{
    tr_buf_add(&l->line, "", 0);
    if (l->line.failed) return tr_fail_memory(err);
    if (l->line.len > 0 && l->line.data[l->line.len - 1] == '\r')
        l->line.data[--l->line.len] = '\0';
    *line = l->line.data;
    *len = l->line.len;
    return 1;
}

int tr_text_lines_next(tr_text_lines *l, char **line, size_t *len, tr_error *err)
{
    tr_buf_clear(&l->line);
    for (bool any = false;;) {
        if (l->out_at == l->out_end) {
            const int rc = read_some_text(l, err);
            if (rc < 0) return rc;
            if (rc == 0) return any ? hand_out_line(l, line, len, err) : 0;
        }
        any = true;
        const unsigned char *from = l->out + l->out_at;
        const unsigned char *end = memchr(from, '\n', l->out_end - l->out_at);
        const size_t n = end ? (size_t)(end - from) : l->out_end - l->out_at;
        if (l->line.len + n > MOST_LINE)
            return tr_fail(err, TR_EFORMAT, "%s: has a line of more than 16 MB: is it text?",
                           l->path);
        tr_buf_add(&l->line, from, n);
        l->out_at += n + (end != NULL);
        if (end) return hand_out_line(l, line, len, err);
    }
}
