#include "dictionary/dictzip.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { HEADER = 10, EXTRA = 4, NAME = 8, COMMENT = 16, HEADER_CRC = 2 };

static size_t two_bytes(const unsigned char *p)
{
    return p[0] | (size_t)p[1] << 8;
}

/* Behind a text that ends in a NUL; `size` if it does not. */
static size_t behind_text(const unsigned char *data, size_t size, size_t at)
{
    const unsigned char *const end = at < size ? memchr(data + at, 0, size - at) : NULL;
    return end ? (size_t)(end - data) + 1 : size;
}

/* The subfield "RA" [*len] of the extra field; NULL: there is none. */
static const unsigned char *find_table(const unsigned char *data, size_t size, size_t *len)
{
    if (size < HEADER + 2 || !(data[3] & EXTRA)) return NULL;
    const size_t end = HEADER + 2 + two_bytes(data + HEADER);
    for (size_t at = HEADER + 2; at + 4 <= end && end <= size; at += 4 + *len) {
        *len = two_bytes(data + at + 2);
        if (*len > end - at - 4) return NULL;
        if (data[at] == 'R' && data[at + 1] == 'A') return data + at + 4;
    }
    return NULL;
}

static size_t behind_header(const unsigned char *data, size_t size)
{
    size_t at = HEADER + 2 + two_bytes(data + HEADER);

    if (data[3] & NAME) at = behind_text(data, size, at);
    if (data[3] & COMMENT) at = behind_text(data, size, at);
    return at + (data[3] & HEADER_CRC ? 2 : 0);
}

int tr_dictzip_open(tr_dictzip *z, const void *data, size_t size, const char *name, tr_error *err)
{
    size_t len = 0;

    *z = (tr_dictzip){.data = data, .size = size};
    const unsigned char *const table = find_table(data, size, &len);
    if (!table) return 0;
    if (len < 6 || two_bytes(table) != 1 || !two_bytes(table + 2) ||
        len < 6 + 2 * two_bytes(table + 4))
        return tr_fail(err, TR_EFORMAT, "%s: the table of dictzip is damaged", name);
    z->chunk = two_bytes(table + 2);
    z->n = two_bytes(table + 4);
    z->begin = calloc(z->n + 1, sizeof *z->begin);
    if (!z->begin) return tr_fail_memory(err);
    z->begin[0] = behind_header(data, size);
    for (size_t i = 0; i < z->n; i++)
        z->begin[i + 1] = z->begin[i] + two_bytes(table + 6 + 2 * i);
    if (z->begin[z->n] <= size) return 1;
    tr_dictzip_close(z);
    return tr_fail(err, TR_EFORMAT, "%s: is cut short: its table of dictzip goes on behind its end",
                   name);
}

void tr_dictzip_close(tr_dictzip *z)
{
    free(z->begin);
    *z = (tr_dictzip){0};
}

size_t tr_dictzip_most(const tr_dictzip *z)
{
    return z->n * z->chunk;
}

/* Unpacks a chunk to text [z->chunk]: its bytes, or TR_EFORMAT without a sentence; TR_ENOMEM. */
static ptrdiff_t unpack(const tr_dictzip *z, size_t chunk, unsigned char *text)
{
    z_stream s = {.next_in = (unsigned char *)z->data + z->begin[chunk],
                  .avail_in = (uInt)(z->begin[chunk + 1] - z->begin[chunk]),
                  .next_out = text,
                  .avail_out = (uInt)z->chunk};

    if (inflateInit2(&s, -MAX_WBITS) != Z_OK) return TR_ENOMEM;
    const int rc = inflate(&s, Z_SYNC_FLUSH);
    inflateEnd(&s);
    if (rc != Z_OK && rc != Z_STREAM_END && rc != Z_BUF_ERROR) return TR_EFORMAT;
    return (ptrdiff_t)(z->chunk - s.avail_out);
}

int tr_dictzip_read(const tr_dictzip *z, size_t begin, size_t n, const char *name, tr_buf *out,
                    tr_error *err)
{
    unsigned char *const text = malloc(z->chunk);
    ptrdiff_t rc = text ? 0 : TR_ENOMEM;

    for (size_t at = begin; rc >= 0 && at < begin + n;) {
        const size_t within = at % z->chunk, left = begin + n - at;
        rc = at / z->chunk < z->n ? unpack(z, at / z->chunk, text) : TR_EFORMAT;
        const size_t most = rc > (ptrdiff_t)within ? (size_t)rc - within : 0;
        if (rc >= 0 && !most) rc = TR_EFORMAT;
        if (rc < 0) break;
        tr_buf_add(out, text + within, most < left ? most : left);
        if (most < left && (size_t)rc < z->chunk) rc = TR_EFORMAT;
        at += most;
    }
    free(text);
    if (rc == TR_ENOMEM || out->failed) return tr_fail_memory(err);
    return rc >= 0 ? 0
                   : tr_fail(err, TR_EFORMAT, "%s: is damaged: byte %zu of its text is not there",
                             name, begin);
}
